//! Other moves that mate only by way of the line: detours (迂回) and other orders of its moves (手順前後).
//!
//! Whether a move mates by way of the line alone is asked by forbidding that: as if the positions of the line had been passed
//! already, so that coming back to one of them is a repetition and no way to mate. If there is no mate then, the move leads
//! back into the line or nowhere.

use super::examiner::Examiner;
use super::flaw::FlawKind;
use super::line::Line;
use crate::board::Move;
use crate::search::{Bypass, Outcome};

/// What excuses a check that mates instead of the one played at `index`; `Some(None)` when nothing does, and `None` when that is not
/// known.
pub(super) fn excuse(
    examiner: &Examiner,
    bypass: &Bypass,
    line: &Line,
    index: usize,
    check: Move,
    nodes: u64,
) -> Option<Option<FlawKind>> {
    let position = &line.positions[index];
    if examiner.mates_beside(bypass, position, check, nodes)? {
        return Some(None);
    }
    let is_order = is_same_moves_in_another_order(examiner, line, index, check, nodes);
    Some(Some(if is_order {
        FlawKind::MoveOrder
    } else {
        FlawKind::Detour
    }))
}

/// Whether the check leads back into the line, against some best defence, after as many plies and by the same moves of the attacker.
fn is_same_moves_in_another_order(
    examiner: &Examiner,
    line: &Line,
    index: usize,
    check: Move,
    nodes: u64,
) -> bool {
    let after = line.positions[index].after(check);
    after.legal_moves().into_iter().any(|reply| {
        let next = after.after(reply);
        let Some(answer) = examiner.shortest(&next, nodes) else {
            return false;
        };
        let Outcome::Mate { line: moves, .. } = answer.outcome else {
            return false;
        };
        let mut other = vec![check, reply];
        other.extend(moves);
        rejoins(line, index, &other)
    })
}

/// Whether `moves`, played from `index` on, come to a later position of the line after as many plies, and the attacker's among
/// them are those of the line in another order.
fn rejoins(line: &Line, index: usize, moves: &[Move]) -> bool {
    let mut position = line.positions[index].clone();
    for (played, &mv) in moves.iter().enumerate() {
        position.make(mv);
        let here = index + played + 1;
        if line.positions.get(here) == Some(&position) {
            let sorted = |moves: &[Move]| {
                let mut moves: Vec<u32> = moves.iter().step_by(2).map(|mv| mv.bits()).collect();
                moves.sort_unstable();
                moves
            };
            return sorted(&moves[..=played]) == sorted(&line.moves[index..here]);
        }
    }
    false
}
