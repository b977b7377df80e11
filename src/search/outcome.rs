//! What a search can answer.

use super::{Goal, Grey};
use crate::board::{Move, Symmetry};
use std::time::Duration;
use thiserror::Error;

/// The answer of a search and what it cost.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What was asked.
    pub goal: Goal,
    /// Mate, no mate or unknown.
    pub outcome: Outcome,
    /// Positions entered.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
    /// Bytes that the tables took in the end.
    pub table_bytes: usize,
}

impl Answer {
    /// The same answer for an image of the position under a symmetry of the rules.
    pub fn image(&self, symmetry: Symmetry) -> Answer {
        let mut answer = self.clone();
        match &mut answer.outcome {
            Outcome::Mate { line, grey, .. } => {
                for mv in line {
                    *mv = mv.image(symmetry);
                }
                for grey in grey.iter_mut().flatten() {
                    *grey = grey.image(symmetry);
                }
            }
            Outcome::NoMate { refutation, .. } => {
                for (check, reply) in refutation {
                    *check = check.image(symmetry);
                    *reply = reply.map(|reply| reply.image(symmetry));
                }
            }
            Outcome::Unknown { .. } => {}
        }
        answer
    }
}

/// What was found out about a position with the attacker to move.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The attacker mates by force.
    Mate {
        /// One line of the proof: every attacker's move is a check, and the last one mates, or can only be answered
        /// by futile interpositions where those do not count.
        line: Vec<Move>,
        /// Bounds of the shortest mate against the longest defence. When they are equal, `line` has that length.
        /// When they are not, it is no longer than `upper`, and shorter where the proof bounds a defence more
        /// loosely than the line turns out. It is longer only where futile interpositions do not count and the
        /// length rests on a position from which one was taken away: the line has to play what does not count.
        bounds: Bounds,
        /// Whether the attacker has pieces left in hand (駒余り) at the end of every line in which he is as quick
        /// and the defender as slow as can be; `None` when that was not found out.
        always_leaves: Option<bool>,
        /// The interpositions along the line on whose futility composers disagree, where futile ones do not count;
        /// `None` where they count, and where `line` is not of the shortest length.
        grey: Option<Vec<Grey>>,
    },
    /// The attacker cannot mate by force.
    NoMate {
        /// Each check of the attacker and an answer after which there is no mate; `None` where the answer
        /// could not be worked out again within the limits.
        refutation: Vec<(Move, Option<Move>)>,
    },
    /// Neither was proven.
    Unknown {
        /// Why the search ended.
        reason: Reason,
        /// Bounds of the shortest mate, should there be one.
        bounds: Bounds,
    },
}

/// Bounds of a number of plies, both inclusive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// No mate is shorter.
    pub lower: u32,
    /// A mate of this length or less is proven; `None` when none is.
    pub upper: Option<u32>,
}

/// Why a search ended without a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The time was up.
    Time,
    /// The nodes were spent.
    Nodes,
    /// Some line grew longer than the search can follow, so that only shorter mates are excluded.
    Depth,
    /// Somebody asked it to stop.
    Stopped,
}

/// There is nothing to mate: the side not to move has no king.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there is no king to mate: the side not to move has none")]
pub struct NoKingToMate;
