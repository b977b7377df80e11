//! Random positions, the same in every run.

use tsume::board::{Color, HandKind, Move, Piece, PieceKind, Position, PositionBuilder, Square};

/// SplitMix64 (Steele, Lea and Flood, 2014).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `bound` − 1.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of `choices`, of which there must be some.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// Pieces that pin and give discovered checks; there shall be many of them.
const SLIDERS: [PieceKind; 5] = [
    PieceKind::Lance,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Horse,
    PieceKind::Dragon,
];

/// A position with `side` to move and the kings of `kings`: other pieces are strewn over the board, more
/// thickly around the kings, and some of those left over are dealt out to the hands.
pub fn placement(random: &mut Random, side: Color, kings: &[Color]) -> Position {
    loop {
        let mut builder = PositionBuilder::new();
        builder.side_to_move(side);
        let mut near = Vec::new();
        for &color in kings {
            let square = any_square(random);
            builder.set(square, Some(Piece::new(color, PieceKind::King)));
            near.push(square);
        }
        for _ in 0..random.below(40) {
            let square = if near.is_empty() || random.once_in(2) {
                any_square(random)
            } else {
                let king = random.pick(&near);
                neighbour(random, king)
            };
            let kind = if random.once_in(3) {
                random.pick(&SLIDERS)
            } else {
                random.pick(&PieceKind::ALL)
            };
            let piece = Piece::new(random.pick(&Color::ALL), kind);
            if kind != PieceKind::King
                && builder.get(square).is_none()
                && let Some(held) = kind.in_hand()
                && builder.missing(held) > 0
            {
                builder.set(square, Some(piece));
                // What cannot stand there is taken away again, so that few boards are thrown away.
                if stands_badly(&builder, square, piece) {
                    builder.set(square, None);
                }
            }
        }
        deal(random, &mut builder);
        if let Ok(position) = builder.build() {
            return position;
        }
    }
}

fn any_square(random: &mut Random) -> Square {
    Square::from_index(random.below(Square::COUNT)).expect("below 81")
}

/// A square at most two files and ranks away.
fn neighbour(random: &mut Random, square: Square) -> Square {
    let mut step = |at: u8| (at + random.below(5) as u8).saturating_sub(2).clamp(1, 9);
    Square::new(step(square.file()), step(square.rank())).expect("clamped to the board")
}

/// Whether a piece that was just put down is dead, a second pawn, or gives check out of turn.
fn stands_badly(builder: &PositionBuilder, square: Square, piece: Piece) -> bool {
    let dead = piece.color().relative_rank(square) <= piece.kind().dead_ranks();
    dead || builder.build().is_err()
}

/// Gives each missing piece to one of the hands, or to nobody.
fn deal(random: &mut Random, builder: &mut PositionBuilder) {
    let generosity = 1 + random.below(6);
    for kind in HandKind::ALL {
        for _ in 0..builder.missing(kind) {
            if random.once_in(generosity) {
                let color = random.pick(&Color::ALL);
                let count = builder.held(color, kind);
                builder.hold(color, kind, count + 1);
            }
        }
    }
}

/// Plays random moves chosen from what `moves` offers for each position, at most `plies` of them, and
/// shows every position on the way to `visit`.
pub fn play(
    random: &mut Random,
    mut position: Position,
    plies: usize,
    moves: impl Fn(&Position, usize) -> Vec<Move>,
    mut visit: impl FnMut(&Position),
) {
    for ply in 0..plies {
        visit(&position);
        let choices = moves(&position, ply);
        if choices.is_empty() {
            return;
        }
        position.make(random.pick(&choices));
    }
}
