//! Where retrograde composition begins: scattered pieces that happen to be mate in one.

use super::dice::Dice;
use crate::board::{
    Bitboard, Color, HandKind, Move, Piece, PieceKind, Position, PositionBuilder, Square,
};

/// What the attacker has on the board, the livelier pieces more often.
const ATTACKERS: [PieceKind; 20] = [
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Silver,
    PieceKind::Gold,
    PieceKind::Gold,
    PieceKind::Bishop,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Rook,
    PieceKind::Horse,
    PieceKind::Dragon,
    PieceKind::ProPawn,
    PieceKind::ProPawn,
    PieceKind::ProLance,
    PieceKind::ProKnight,
    PieceKind::ProSilver,
];

/// What the defender has around the king.
const GUARDS: [PieceKind; 16] = [
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Silver,
    PieceKind::Gold,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::ProPawn,
    PieceKind::Horse,
    PieceKind::Dragon,
];

/// How often pieces are scattered before one gives up.
const TRIALS: usize = 20_000;

/// A position that is mate in one and leaves nothing over, the king in `area`; `None` when chance had none.
pub(super) fn kernel(dice: &mut Dice, area: Bitboard) -> Option<Position> {
    // Chosen once: the corners, where mates are common, would win too often otherwise.
    let king = king_square(dice, area)?;
    (0..TRIALS).find_map(|_| {
        let position = scatter(dice, king)?;
        is_mate_in_one(&position).then_some(position)
    })
}

/// Whether some check mates at once, and none that does leaves anything.
fn is_mate_in_one(position: &Position) -> bool {
    let mates = |check: &Move| position.after(*check).is_mate();
    let mut mating = position.checks().into_iter().filter(mates).peekable();
    mating.peek().is_some() && mating.all(|mate| position.hand_after(mate).is_empty())
}

/// Some pieces around a king; `None` when they make no position.
fn scatter(dice: &mut Dice, king: Square) -> Option<Position> {
    let mut builder = PositionBuilder::new();
    builder.set(king, Some(Piece::new(Color::White, PieceKind::King)));
    for _ in 0..1 + dice.below(4) {
        let (square, kind) = (near(dice, king), dice.pick(&ATTACKERS)?);
        put(&mut builder, square, Piece::new(Color::Black, kind));
    }
    for _ in 0..dice.below(4) {
        let (square, kind) = (near(dice, king), dice.pick(&GUARDS)?);
        put(&mut builder, square, Piece::new(Color::White, kind));
    }
    if dice.percent(60) {
        let kind = dice.pick(&HandKind::ALL)?;
        builder.hold(Color::Black, kind, 1);
    }
    if HandKind::ALL
        .into_iter()
        .any(|kind| builder.missing(kind) < 0)
    {
        return None;
    }
    builder.hold_the_rest(Color::White);
    builder.build().ok()
}

/// A square of the area: mostly where kings are at home.
fn king_square(dice: &mut Dice, area: Bitboard) -> Option<Square> {
    let home = Bitboard::farthest_ranks(Color::Black, 4);
    let squares = if dice.percent(90) && area.intersects(home) {
        area & home
    } else {
        area
    };
    dice.pick(&squares.into_iter().collect::<Vec<_>>())
}

/// A square a few steps from the king.
fn near(dice: &mut Dice, king: Square) -> Square {
    let distance = if dice.percent(75) { 2 } else { 4 };
    let coordinate = |dice: &mut Dice, center: u8| {
        let from = usize::from(center) + dice.below(2 * distance + 1);
        from.saturating_sub(distance).clamp(1, 9) as u8
    };
    let file = coordinate(dice, king.file());
    let rank = coordinate(dice, king.rank());
    Square::new(file, rank).unwrap_or(king)
}

/// Puts a piece on an empty square where it can move; does nothing on others.
fn put(builder: &mut PositionBuilder, square: Square, piece: Piece) {
    let is_dead = piece.color().relative_rank(square) <= piece.kind().dead_ranks();
    if builder.get(square).is_none() && !is_dead {
        builder.set(square, Some(piece));
    }
}
