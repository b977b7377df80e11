//! Where pieces move: constant tables for steps and rays, and sliders cut off by what stands in their way.
//!
//! A slider's ray is cut by arithmetic on the occupied squares of that ray, with no tables beyond the
//! rays themselves (10 KB): along a ray of growing indices `b ^ (b − 1)` keeps everything up to and
//! including the lowest blocker `b`, along one of falling indices a shift by the highest blocker does.
//! It needs nothing of the processor, so the same code runs everywhere.

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

const fn union_of_rays(directions: [usize; 4]) -> [Bitboard; Square::COUNT] {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        let mut bits = 0;
        let mut n = 0;
        while n < directions.len() {
            bits |= RAYS[directions[n]][from].bits();
            n += 1;
        }
        table[from] = Bitboard::from_bits(bits);
        from += 1;
    }
    table
}

static DIAGONALS: [Bitboard; Square::COUNT] = union_of_rays([0, 2, 5, 7]);
static CROSS: [Bitboard; Square::COUNT] = union_of_rays([1, UP, DOWN, 6]);

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

const fn steps(square: Square, color: Color, list: &[Step]) -> Bitboard {
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
        table[0][from] = steps(square(from), Color::Black, list);
        table[1][from] = steps(square(from), Color::White, list);
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

#[inline]
fn ray(direction: usize, square: Square, occupied: Bitboard) -> Bitboard {
    let ray = RAYS[direction][square.index()];
    let blockers = (ray & occupied).bits();
    let reached = if direction >= 4 {
        blockers ^ blockers.wrapping_sub(1)
    } else {
        u128::MAX << (127 - (blockers | 1).leading_zeros())
    };
    Bitboard::from_bits(ray.bits() & reached)
}

/// Squares a lance moves to when `occupied` stand in its way; the first blocker is included.
#[inline]
pub fn lance(color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match color {
        Color::Black => ray(UP, square, occupied),
        Color::White => ray(DOWN, square, occupied),
    }
}

/// Squares reached along a line in both directions, `direction` being the one of falling indices.
#[inline]
fn both_ways(direction: usize, square: Square, occupied: Bitboard) -> Bitboard {
    let below = RAYS[direction][square.index()].bits();
    let above = RAYS[7 - direction][square.index()].bits();
    let last_below = 1u128 << (127 - (below & occupied.bits() | 1).leading_zeros());
    let blockers = above & occupied.bits();
    Bitboard::from_bits((blockers ^ blockers.wrapping_sub(last_below)) & (below | above))
}

/// Squares a bishop moves to; the first blockers are included.
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    both_ways(0, square, occupied) | both_ways(2, square, occupied)
}

/// Squares a rook moves to; the first blockers are included.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    both_ways(1, square, occupied) | both_ways(UP, square, occupied)
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

/// Squares a piece moves to; the first blockers of sliders are included, whoever owns them.
#[inline]
pub fn attacks(color: Color, kind: PieceKind, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceKind::Pawn => pawn(color, square),
        PieceKind::Lance => lance(color, square, occupied),
        PieceKind::Knight => knight(color, square),
        PieceKind::Silver => silver(color, square),
        PieceKind::Bishop => bishop(square, occupied),
        PieceKind::Rook => rook(square, occupied),
        PieceKind::King => king(square),
        PieceKind::Horse => bishop(square, occupied) | king(square),
        PieceKind::Dragon => rook(square, occupied) | king(square),
        PieceKind::Gold
        | PieceKind::ProPawn
        | PieceKind::ProLance
        | PieceKind::ProKnight
        | PieceKind::ProSilver => gold(color, square),
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
