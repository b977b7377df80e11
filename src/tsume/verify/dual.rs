//! Choices of the attacker that change nothing (非限定).
//!
//! Two moves are much the same when the same kind of piece checks from another distance, with the other choice of
//! promotion, or from another square. Strictly each is a cook. Hardly anybody objects, though, where the line goes
//! on exactly as before: the same replies, the same checks, that piece alone standing elsewhere or being promoted,
//! and mate at the end, where it does not matter by which move.

use super::flaw::FlawKind;
use super::line::Line;
use crate::board::{Intent, Move, Position, Promotion, Square, attacks};

/// In what two checks of a position differ, when they are much the same.
pub(super) fn resemblance(position: &Position, played: Move, other: Move) -> Option<FlawKind> {
    if played.kind() != other.kind() || played.is_drop() != other.is_drop() {
        return None;
    }
    let is_one_piece = played.from() == other.from();
    if is_one_piece && played.to() == other.to() {
        return Some(FlawKind::PromotionDual);
    }
    if is_one_piece && stand_in_line(position, played.to(), other.to()) {
        return Some(FlawKind::DistanceDual);
    }
    (is_one_piece || played.to() == other.to()).then_some(FlawKind::SquareDual)
}

/// Whether two squares stand one behind the other as the defender's king sees them.
fn stand_in_line(position: &Position, one: Square, other: Square) -> bool {
    let king = position.king(position.side_to_move().opponent());
    king.is_some_and(|king| {
        attacks::between(king, one).contains(other) || attacks::between(king, other).contains(one)
    })
}

/// Where the line comes to before its last move if `other` is played instead of the check at `index`, and all behind it as it is;
/// `None` when it cannot be.
pub(super) fn same_course(line: &Line, index: usize, other: Move) -> Option<Position> {
    let played = line.moves[index];
    let mut position = line.positions[index].after(other);
    // Where the piece stands in the line and where it stands now, as long as these differ.
    let mut displaced = Some((played.to(), other.to())).filter(|(line, now)| line != now);
    // A piece that came from somewhere else leaves the other one behind.
    let mut stayed = Some((other.from(), played.from())).filter(|(line, now)| line != now);
    for &mv in &line.moves[index + 1..line.moves.len() - 1] {
        let moved = |square: Square| match (displaced, stayed) {
            (Some((line, now)), _) if square == line => now,
            (_, Some((Some(line), Some(now)))) if square == line => now,
            _ => square,
        };
        let next = same_move(&position, mv, moved)?;
        let touched = |line: Square| mv.from() == Some(line) || mv.to() == line;
        displaced = displaced.filter(|&(line, _)| !touched(line));
        stayed = stayed.filter(|&(line, _)| line.is_none_or(|line| !touched(line)));
        position.make(next);
        let checked = position.side_to_move();
        let attacker_moved = checked != line.positions[index].side_to_move();
        if attacker_moved && !position.is_in_check(checked) {
            return None;
        }
    }
    Some(position)
}

/// The move that is `mv` on a board where a piece stands elsewhere. That piece may be promoted already.
fn same_move(position: &Position, mv: Move, moved: impl Fn(Square) -> Square) -> Option<Move> {
    let intents = match (mv.intent(), mv.from()) {
        (Intent::Board { promotion, .. }, Some(from)) => {
            let board = |promotion| Intent::Board {
                from: moved(from),
                to: moved(mv.to()),
                promotion,
            };
            vec![board(promotion), board(Promotion::No)]
        }
        (intent, _) => vec![intent],
    };
    let legal = |intent| position.legality(intent).ok();
    intents.into_iter().find_map(legal)
}
