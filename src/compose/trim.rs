//! Taking away whatever does not matter, until every piece is needed.

use super::flaw::Flaw;
use super::gate::{LastMove, main_line};
use super::judge::Judge;
use super::problem::Composed;
use crate::board::{Bitboard, Color, HandKind, Piece, PieceKind, Position, Square};

/// The problem without what can be left out, or weaker where a weaker piece does.
///
/// In what comes out, no piece can be taken off the board or out of the hand, and none replaced by one that can do
/// less, without spoiling line, length or soundness. What leaves the attacker is the defender's.
///
/// # Errors
/// When it cannot be decided whether something is needed.
pub(super) fn trim(
    judge: &Judge<'_>,
    mut problem: Composed,
    last: LastMove,
) -> Result<Composed, Flaw> {
    while let Some(simpler) = first_sound(judge, &problem, last)? {
        problem = simpler;
    }
    Ok(problem)
}

fn first_sound(
    judge: &Judge<'_>,
    problem: &Composed,
    last: LastMove,
) -> Result<Option<Composed>, Flaw> {
    for position in simpler(&problem.position) {
        match main_line(judge, &position, problem.plies(), last) {
            Ok(line) => return Ok(Some(Composed { position, line })),
            Err(Flaw::Undecided) => return Err(Flaw::Undecided),
            Err(_) => {}
        }
    }
    Ok(None)
}

/// Every position with one piece less or a weaker one, those with less first.
fn simpler(position: &Position) -> Vec<Position> {
    let mut simpler = without_one(position);
    for square in others(position) {
        let piece = position.piece_at(square);
        let plainer = piece.map_or(&[][..], plainer);
        simpler.extend(plainer.iter().filter_map(|&kind| {
            let weaker = Piece::new(piece?.color(), kind);
            replaced(position, square, Some(weaker))
        }));
    }
    simpler
}

/// Every position with one piece less on the board or in the attacker's hand.
pub(super) fn without_one(position: &Position) -> Vec<Position> {
    let attacker = position.side_to_move();
    let mut without = Vec::new();
    for kind in position.hand(attacker).kinds() {
        let mut builder = position.to_builder();
        builder.hold(attacker, kind, builder.held(attacker, kind) - 1);
        builder.hold_the_rest(attacker.opponent());
        without.extend(builder.build());
    }
    without.extend(others(position).filter_map(|square| replaced(position, square, None)));
    without
}

/// The squares of all pieces but the kings.
fn others(position: &Position) -> Bitboard {
    let kings = Color::ALL.map(|color| position.pieces(color, PieceKind::King));
    position.occupied() & !(kings[0] | kings[1])
}

/// The position with another piece on a square, or none; `None` when there cannot be one.
pub(super) fn replaced(
    position: &Position,
    square: Square,
    piece: Option<Piece>,
) -> Option<Position> {
    let mut builder = position.to_builder();
    builder.set(square, piece);
    for kind in HandKind::ALL {
        builder.hold(Color::White, kind, 0);
    }
    builder.hold_the_rest(Color::White);
    builder.build().ok()
}

/// The kinds that go only where this one goes, and of two that go the same way the commoner piece: a promoted pawn of
/// the attacker, who has come from afar, and a gold of the defender, who is at home.
const fn plainer(piece: Piece) -> &'static [PieceKind] {
    match (piece.kind(), piece.color()) {
        (PieceKind::Pawn | PieceKind::Knight | PieceKind::King, _) => &[],
        (PieceKind::Lance | PieceKind::Silver, _) => &[PieceKind::Pawn],
        (PieceKind::ProPawn, Color::Black) | (PieceKind::Gold, Color::White) => &[PieceKind::Pawn],
        (PieceKind::ProPawn, Color::White) => &[PieceKind::Pawn, PieceKind::Gold],
        (
            PieceKind::Gold | PieceKind::ProLance | PieceKind::ProKnight | PieceKind::ProSilver,
            Color::Black,
        ) => &[PieceKind::Pawn, PieceKind::ProPawn],
        (PieceKind::ProLance | PieceKind::ProKnight | PieceKind::ProSilver, Color::White) => {
            &[PieceKind::Pawn, PieceKind::Gold]
        }
        (PieceKind::Bishop, _) => &[],
        (PieceKind::Rook, _) => &[PieceKind::Pawn, PieceKind::Lance],
        (PieceKind::Horse, _) => &[
            PieceKind::Pawn,
            PieceKind::Silver,
            PieceKind::ProPawn,
            PieceKind::Bishop,
        ],
        (PieceKind::Dragon, _) => &[
            PieceKind::Pawn,
            PieceKind::Lance,
            PieceKind::ProPawn,
            PieceKind::Rook,
        ],
    }
}
