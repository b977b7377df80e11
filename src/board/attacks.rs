//! Where pieces move: constant tables for steps and rays, and sliders cut off by what stands in their way.
//!
//! A slider's line is cut by arithmetic on the blockers that stand on it, with 20 KB of tables and nothing that
//! only some processors have. Subtracting twice the slider's own bit from the blockers changes every bit from
//! the slider up to the first blocker (`o ^ (o − 2r)`); downwards the same is done with the bytes of the word in
//! opposite order, which turns a line around when no two of its squares share a byte. The squares of a rank
//! are 9 bits apart, those of a diagonal 8 or 10, so they do not. On files, where squares are
//! neighbours, the highest blocker below the slider is subtracted from those above it (obstruction
//! difference). The Chess Programming Wiki describes both.
//!
//! `benches/sliders.rs` measures the alternatives; a bishop and a rook together take 10 ns (AMD Zen 5,
//! `target-cpu=native`), cut ray by ray 18 ns, by obstruction difference on every line 12 ns, looked up
//! in tables by `pext` 3 ns. In perft the tables gained 5 % of tsume and lost 2 % of legal perft, which is not worth 8 MB
//! of cache that a search wants for itself, `unsafe`, and a second way for other processors.

use super::{Bitboard, Color, PieceKind, Square};

/// A direction on the board: (files to the left, ranks down).
type Step = (i8, i8);

/// The eight ray directions. Those in the second half have growing square indices; direction `d` and
/// `7 − d` are opposite.
const RAY_STEPS: [Step; 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];
const NO_RAY: u8 = 8;
const UP: usize = 3;
const DOWN: usize = 4;

const fn walk(square: Square, step: Step) -> Option<Square> {
    let file = square.file() as i8 + step.0;
    let rank = square.rank() as i8 + step.1;
    if file < 1 || rank < 1 {
        None
    } else {
        Square::new(file as u8, rank as u8)
    }
}

const fn square(index: usize) -> Square {
    match Square::from_index(index) {
        Some(square) => square,
        None => unreachable!(),
    }
}

/// All squares from a square in a direction, to the edge.
static RAYS: [[Bitboard; Square::COUNT]; 8] = {
    let mut rays = [[Bitboard::EMPTY; Square::COUNT]; 8];
    let mut direction = 0;
    while direction < 8 {
        let mut from = 0;
        while from < Square::COUNT {
            let mut at = square(from);
            while let Some(next) = walk(at, RAY_STEPS[direction]) {
                rays[direction][from] = rays[direction][from].with(next);
                at = next;
            }
            from += 1;
        }
        direction += 1;
    }
    rays
};

/// The squares of the lines through a square that the given ray directions and their opposites make up, without the square.
const fn lines(directions: &[usize]) -> [Bitboard; Square::COUNT] {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut n = 0;
    while n < Square::COUNT * directions.len() {
        let (at, direction) = (n % Square::COUNT, directions[n / Square::COUNT]);
        let line = RAYS[direction][at].bits() | RAYS[7 - direction][at].bits();
        table[at] = Bitboard::from_bits(table[at].bits() | line);
        n += 1;
    }
    table
}

static RANK: [Bitboard; Square::COUNT] = lines(&[1]);
static DIAGONAL: [Bitboard; Square::COUNT] = lines(&[0]);
static ANTIDIAGONAL: [Bitboard; Square::COUNT] = lines(&[2]);
static DIAGONALS: [Bitboard; Square::COUNT] = lines(&[0, 2]);
static CROSS: [Bitboard; Square::COUNT] = lines(&[1, UP]);

/// Twice each square's bit, with the bytes of the word in order and in opposite order.
static DOUBLED: [(u128, u128); Square::COUNT] = {
    let mut table = [(0, 0); Square::COUNT];
    let mut at = 0;
    while at < Square::COUNT {
        let bit = 1u128 << at;
        // No line goes down from a square whose bit becomes the highest, so what the shift loses is not missed.
        table[at] = (bit << 1, bit.swap_bytes() << 1);
        at += 1;
    }
    table
};

/// The direction that leads from one square to another, or [`NO_RAY`].
static DIRECTION: [[u8; Square::COUNT]; Square::COUNT] = {
    let mut table = [[NO_RAY; Square::COUNT]; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        let mut direction = 0;
        while direction < 8 {
            let mut at = square(from);
            while let Some(next) = walk(at, RAY_STEPS[direction]) {
                table[from][next.index()] = direction as u8;
                at = next;
            }
            direction += 1;
        }
        from += 1;
    }
    table
};

const fn walked(square: Square, color: Color, list: &[Step]) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut n = 0;
    while n < list.len() {
        let (files, ranks) = list[n];
        let step = match color {
            Color::Black => (files, ranks),
            Color::White => (-files, -ranks),
        };
        if let Some(to) = walk(square, step) {
            set = set.with(to);
        }
        n += 1;
    }
    set
}

type StepTable = [[Bitboard; Square::COUNT]; 2];

const fn step_table(list: &[Step]) -> StepTable {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; 2];
    let mut from = 0;
    while from < Square::COUNT {
        table[0][from] = walked(square(from), Color::Black, list);
        table[1][from] = walked(square(from), Color::White, list);
        from += 1;
    }
    table
}

static PAWN: StepTable = step_table(&[(0, -1)]);
static KNIGHT: StepTable = step_table(&[(-1, -2), (1, -2)]);
static SILVER: StepTable = step_table(&[(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)]);
static GOLD: StepTable = step_table(&[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)]);
static KING: StepTable = step_table(&RAY_STEPS);

/// Squares a pawn moves to.
#[inline]
pub const fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color as usize][square.index()]
}

/// Squares a knight moves to.
#[inline]
pub const fn knight(color: Color, square: Square) -> Bitboard {
    KNIGHT[color as usize][square.index()]
}

/// Squares a silver moves to.
#[inline]
pub const fn silver(color: Color, square: Square) -> Bitboard {
    SILVER[color as usize][square.index()]
}

/// Squares a gold, or a piece promoted to one, moves to.
#[inline]
pub const fn gold(color: Color, square: Square) -> Bitboard {
    GOLD[color as usize][square.index()]
}

/// The squares around a square.
#[inline]
pub const fn king(square: Square) -> Bitboard {
    KING[0][square.index()]
}

/// Squares a lance moves to when `occupied` stand in its way; the first blocker is included.
#[inline]
pub fn lance(color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    along_file(square, occupied) & ahead(color, square)
}

/// Squares a bishop moves to; the first blockers are included.
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    along(&DIAGONAL, square, occupied) | along(&ANTIDIAGONAL, square, occupied)
}

/// Squares a rook moves to; the first blockers are included.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    along(&RANK, square, occupied) | along_file(square, occupied)
}

/// Both ways along a line of which no two squares share a byte.
#[inline]
fn along(lines: &[Bitboard; Square::COUNT], square: Square, occupied: Bitboard) -> Bitboard {
    let line = lines[square.index()].bits();
    let (doubled, doubled_in_reverse) = DOUBLED[square.index()];
    let blockers = line & occupied.bits();
    let upwards = blockers.wrapping_sub(doubled);
    let downwards = blockers.swap_bytes().wrapping_sub(doubled_in_reverse);
    Bitboard::from_bits((upwards ^ downwards.swap_bytes()) & line)
}

/// Both ways along a file.
#[inline]
fn along_file(square: Square, occupied: Bitboard) -> Bitboard {
    let below = RAYS[UP][square.index()].bits();
    let above = RAYS[DOWN][square.index()].bits();
    let nearest_below = 1u128 << (127 - (below & occupied.bits() | 1).leading_zeros());
    let blockers = above & occupied.bits();
    Bitboard::from_bits((blockers ^ blockers.wrapping_sub(nearest_below)) & (below | above))
}

/// The diagonals through a square, without the square.
#[inline]
pub fn diagonals(square: Square) -> Bitboard {
    DIAGONALS[square.index()]
}

/// The file and the rank of a square, without the square.
#[inline]
pub fn cross(square: Square) -> Bitboard {
    CROSS[square.index()]
}

/// The squares in front of a square.
#[inline]
pub const fn ahead(color: Color, square: Square) -> Bitboard {
    match color {
        Color::Black => RAYS[UP][square.index()],
        Color::White => RAYS[DOWN][square.index()],
    }
}

/// The steps of each kind, so that they need no choice between kinds.
static STEPS: [&StepTable; PieceKind::COUNT] = {
    static NONE: StepTable = step_table(&[]);
    [
        &PAWN, &NONE, &KNIGHT, &SILVER, &NONE, &NONE, &GOLD, &KING, &GOLD, &GOLD, &GOLD, &GOLD,
        &KING, &KING,
    ]
};

/// Squares a piece moves to without needing a free line.
#[inline]
pub fn steps(color: Color, kind: PieceKind, square: Square) -> Bitboard {
    STEPS[kind.index()][color as usize][square.index()]
}

/// Squares a piece moves to; the first blockers of sliders are included, whoever owns them.
#[inline]
pub fn attacks(color: Color, kind: PieceKind, square: Square, occupied: Bitboard) -> Bitboard {
    let steps = steps(color, kind, square);
    match kind {
        PieceKind::Lance => lance(color, square, occupied),
        PieceKind::Bishop | PieceKind::Horse => steps | bishop(square, occupied),
        PieceKind::Rook | PieceKind::Dragon => steps | rook(square, occupied),
        _ => steps,
    }
}

/// The squares strictly between two squares of one line; empty when they share none.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    match DIRECTION[a.index()][b.index()] {
        NO_RAY => Bitboard::EMPTY,
        direction => {
            let direction = direction as usize & 7;
            RAYS[direction][a.index()] & RAYS[7 - direction][b.index()]
        }
    }
}

/// All squares of the line through two squares except the first; empty when they share none.
///
/// What is pinned to a king on `a`, or hides a slider from it, stays on this line or leaves it.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    match DIRECTION[a.index()][b.index()] {
        NO_RAY => Bitboard::EMPTY,
        direction => RAYS[direction as usize & 7][a.index()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Walks square by square until something stands in the way.
    fn plain_slide(square: Square, directions: &[Step], occupied: Bitboard) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for &step in directions {
            let mut at = square;
            while let Some(next) = walk(at, step) {
                set = set.with(next);
                if occupied.contains(next) {
                    break;
                }
                at = next;
            }
        }
        set
    }

    proptest! {
        #[test]
        fn sliders_stop_at_the_first_blocker(a in any::<u128>(), b in any::<u128>(), index in 0usize..81) {
            let occupied = Bitboard::from_bits(a & b & Bitboard::ALL.bits());
            let from = square(index);
            let diagonal = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
            let straight = [(-1, 0), (1, 0), (0, -1), (0, 1)];
            prop_assert_eq!(bishop(from, occupied), plain_slide(from, &diagonal, occupied));
            prop_assert_eq!(rook(from, occupied), plain_slide(from, &straight, occupied));
            prop_assert_eq!(lance(Color::Black, from, occupied), plain_slide(from, &[(0, -1)], occupied));
            prop_assert_eq!(lance(Color::White, from, occupied), plain_slide(from, &[(0, 1)], occupied));
        }
    }

    #[test]
    fn between_and_line_agree_with_rays() {
        for a in Square::all() {
            for b in Square::all() {
                let on_line = (diagonals(a) | cross(a)).contains(b);
                assert_eq!(line(a, b).contains(b), on_line);
                assert!(!between(a, b).contains(a) && !between(a, b).contains(b));
                assert_eq!(between(a, b), between(b, a));
                if on_line {
                    let far =
                        i32::from(a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())));
                    assert_eq!(between(a, b).len() as i32, far - 1);
                }
            }
        }
    }

    #[test]
    fn an_attack_is_seen_from_both_ends() {
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                for from in Square::all() {
                    for to in attacks(color, kind, from, Bitboard::EMPTY) {
                        assert!(
                            attacks(color.opponent(), kind, to, Bitboard::EMPTY).contains(from)
                        );
                    }
                }
            }
        }
    }
}
