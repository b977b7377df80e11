//! Facts that help to repair a problem.
//!
//! A cook often hangs by one move: the defender has a reply that would refute it, had the attacker not one single answer.
//! And a line that is not the longest often hangs by one reply.

use super::examiner::Examiner;
use super::flaw::{Flaw, FlawKind};
use super::line::Line;
use crate::board::Move;

/// What would mend a flaw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hint {
    /// After the first move that shows the flaw, `reply` would refute it if the attacker did not have `answer`, which alone mates.
    Refute {
        /// Of the defender.
        reply: Move,
        /// Of the attacker.
        answer: Move,
    },
    /// All replies at this ply but `reply` are mated within the plies of the line.
    Close {
        /// Of the defender.
        reply: Move,
    },
}

/// Nodes for the question.
const NODES: u64 = 5_000;

/// Adds hints to the flaws where a few nodes show them. `open` tells whether there are replies at a ply that were not judged.
pub(super) fn add_all(
    examiner: &Examiner,
    line: &Line,
    flaws: &mut [Flaw],
    open: impl Fn(u32) -> bool,
) {
    let longer = |flaw: &Flaw| {
        let kinds = [
            FlawKind::LongerDefence,
            FlawKind::NotLongest,
            FlawKind::NoMate,
        ];
        kinds.contains(&flaw.kind) && !flaw.moves.is_empty()
    };
    for index in 0..flaws.len() {
        let flaw = &flaws[index];
        let hint = if longer(flaw) {
            let same_ply = |other: &&Flaw| longer(other) && other.ply == flaw.ply;
            let is_alone = flaws.iter().filter(same_ply).count() == 1 && !open(flaw.ply);
            is_alone.then(|| Hint::Close {
                reply: flaw.moves[0],
            })
        } else {
            refutation(examiner, line, flaw)
        };
        flaws[index].hint = hint;
    }
}

/// The reply shown, if it would refute a cook but for the answer shown.
fn refutation(examiner: &Examiner, line: &Line, flaw: &Flaw) -> Option<Hint> {
    let is_cook = matches!(flaw.kind, FlawKind::Cook | FlawKind::ShorterMate);
    let &[check, reply, answer, ..] = flaw.moves.as_slice() else {
        return None;
    };
    if !is_cook {
        return None;
    }
    let index = flaw.ply as usize - 1;
    let position = line.positions[index].after(check).after(reply);
    let mates_otherwise = examiner.mates_without(&position, answer, NODES)?;
    (!mates_otherwise).then_some(Hint::Refute { reply, answer })
}
