//! Other moves that mate only by way of the line: detours (迂回) and other orders of its moves (手順前後).
//!
//! Whether a move mates by way of the line alone is asked by forbidding that: as if the positions of the line had been passed
//! already, so that coming back to one of them is a repetition and no way to mate. If there is no mate then, the move leads
//! back into the line or nowhere.

use super::cook::Node;
use super::examiner::Examiner;
use super::flaw::FlawKind;
use super::line::Line;
use crate::board::{Move, Position};

/// What excuses a check that mates instead of the one played; `Some(None)` when nothing does, and `None` when that is not known.
pub(super) fn excuse(
    node: Node,
    examiner: &Examiner,
    check: Move,
    nodes: u64,
) -> Option<Option<FlawKind>> {
    if examiner.mates_beside(node.beside, node.position(), check, nodes)? {
        return Some(None);
    }
    Some(Some(match is_another_order(node.line, node.index, check) {
        true => FlawKind::MoveOrder,
        false => FlawKind::Detour,
    }))
}

/// How many moves of the attacker may change their places.
const MOST_MOVES: usize = 4;

/// Whether the check begins a way to a later position of the line by the moves of the attacker that lead there, in another
/// order, against some replies.
fn is_another_order(line: &Line, index: usize, check: Move) -> bool {
    let longest = MOST_MOVES.min((line.moves.len() - index) / 2);
    (2..=longest).any(|moves| {
        let end = index + 2 * moves;
        let mut left: Vec<Move> = line.moves[index..end].iter().copied().step_by(2).collect();
        let after = line.positions[index].after(check);
        take(&mut left, check) && comes_to(&after, &left, &line.positions[end])
    })
}

/// Takes a move out of those that are left, whatever it captures; whether it was there.
fn take(left: &mut Vec<Move>, mv: Move) -> bool {
    let same = |other: &Move| other.intent() == mv.intent();
    let place = left.iter().position(same);
    place.map(|place| left.swap_remove(place)).is_some()
}

/// Whether some reply, and checks that are those `left` in some order, lead to `end`.
fn comes_to(position: &Position, left: &[Move], end: &Position) -> bool {
    position.legal_moves().into_iter().any(|reply| {
        let replied = position.after(reply);
        if left.is_empty() {
            return replied == *end;
        }
        replied.checks().into_iter().any(|check| {
            let mut left = left.to_vec();
            take(&mut left, check) && comes_to(&replied.after(check), &left, end)
        })
    })
}
