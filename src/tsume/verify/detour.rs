//! Other moves that mate only by way of the line: detours (迂回), other orders of its moves (手順前後), and choices that
//! change nothing in the end (非限定).
//!
//! A way that is none of these and takes no longer than the line is no excuse: then two different courses lead to the same
//! place, and nobody can say which of them the author meant (図巧 98, ply 3).
//!
//! Whether a move mates by way of the line alone is asked by forbidding that: as if the positions of the line had been passed
//! already, so that coming back to one of them is a repetition and no way to mate. If there is no mate then, the move leads
//! back into the line or nowhere.

use super::cook::Node;
use super::dual;
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
    if is_another_order(node.line, node.index, check) {
        return Some(Some(FlawKind::MoveOrder));
    }
    if let Some(kind) = dual::resemblance(node.position(), node.played(), check) {
        return Some(Some(kind));
    }
    let is_as_short = node.within(examiner, check, node.left(), nodes)?;
    Some((!is_as_short).then_some(FlawKind::Detour))
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
