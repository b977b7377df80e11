//! Questions about positions, each with a bound on what the answer may cost.
//!
//! A question that is not decided within its nodes is [`Flaw::Undecided`]: what nobody knows is rejected. So is
//! everything when a judge has been asked too much altogether.

use super::flaw::Flaw;
use crate::board::{Fate, Move, Position, Square, attacks};
use crate::search::{Limits, Question, Session, Verdict};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Nodes for a first look at one of several moves.
const NODES_FOR_A_LOOK: u64 = 300;
/// Nodes for finding out whether a mate is as short as it has to be, for each ply wanted.
const NODES_FOR_A_MATE: u64 = 1_000;
/// Nodes for finding out whether a move that should not mate does.
const NODES_FOR_A_COOK: u64 = 10_000;

/// Nodes for everything that is asked about problems of one ply, and as many for each ply more.
const NODES_FOR_ALL: u64 = 200_000;

/// Who is asked, in tables that all questions share.
pub(super) struct Judge<'a> {
    session: &'a Session<'a>,
    limits: Limits,
    /// Longer problems may take more nodes.
    plies: u32,
    nodes: Cell<u64>,
}

impl<'a> Judge<'a> {
    /// About problems of up to `plies` plies, until somebody sets `stop`.
    pub(super) fn new(session: &'a Session<'a>, plies: u32, stop: Arc<AtomicBool>) -> Judge<'a> {
        let limits = Limits {
            stop: Some(stop),
            ..Limits::default()
        };
        Judge {
            session,
            limits,
            plies,
            nodes: Cell::new(0),
        }
    }

    /// Whether the attacker mates within `plies`, whoever is to move.
    pub(super) fn mates_within(&self, position: &Position, plies: u32) -> Result<bool, Flaw> {
        self.ask(position, Some(plies), self.nodes_for_a_mate())
    }

    /// Whether the attacker mates in any number of plies, whoever is to move.
    pub(super) fn mates(&self, position: &Position) -> Result<bool, Flaw> {
        self.ask(position, None, NODES_FOR_A_COOK)
    }

    /// The nodes that all questions have taken.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.get()
    }

    /// Whether any of `checks` mates, in any number of plies; the likelier ones are to come first.
    pub(super) fn any_mates(&self, position: &Position, checks: &[Move]) -> Result<bool, Flaw> {
        let mates = |check, nodes| self.ask(&position.after(check), None, nodes);
        any(checks, NODES_FOR_A_COOK, mates)
    }

    /// Whether any of `replies` that is not futile lasts for `plies` or longer; the likelier ones are to come first.
    pub(super) fn any_lasts(
        &self,
        position: &Position,
        replies: &[Move],
        plies: u32,
    ) -> Result<bool, Flaw> {
        let lasts = |reply, nodes| {
            let is_mated = self.ask(&position.after(reply), Some(plies - 3), nodes)?;
            Ok(!is_mated && !self.is_futile(position, reply, plies)?)
        };
        any(replies, self.nodes_for_a_mate(), lasts)
    }

    /// Whether `reply`, to a check that mates within `plies` more, is futile (無駄合) for them.
    ///
    /// Pieces that moved between are taken for replies like any other: to take them out of play would make another
    /// set of pieces, of which the tables know nothing.
    pub(super) fn is_futile(
        &self,
        position: &Position,
        reply: Move,
        plies: u32,
    ) -> Result<bool, Flaw> {
        let Some(checker) = interposed_before(position, reply) else {
            return Ok(false);
        };
        let after = position.after(reply);
        for capture in after.checks() {
            if capture.to() != reply.to() {
                continue;
            }
            let is_futile = if capture.from() == Some(checker) {
                let mut cleared = after.clone();
                cleared.make_free_capture(capture, Fate::Returned);
                self.mates_within(&cleared, plies)?
            } else {
                let ended = after.after(capture);
                checks_directly(&ended, capture) && self.mates_within(&ended, 0)?
            };
            if is_futile {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn nodes_for_a_mate(&self) -> u64 {
        NODES_FOR_A_MATE * u64::from(self.plies)
    }

    fn ask(&self, position: &Position, within: Option<u32>, nodes: u64) -> Result<bool, Flaw> {
        let left = (NODES_FOR_ALL * u64::from(self.plies)).saturating_sub(self.nodes());
        let question = Question {
            within,
            refused: &[],
        };
        let limits = Limits {
            nodes: Some(nodes.min(left)),
            ..self.limits.clone()
        };
        match self.session.ask(position, question, &limits) {
            Ok(found) => {
                self.nodes.set(self.nodes() + found.nodes);
                match found.verdict {
                    Verdict::Mate { .. } => Ok(true),
                    Verdict::NoMate => Ok(false),
                    Verdict::Unknown(_) => Err(Flaw::Undecided),
                }
            }
            Err(_) => Err(Flaw::Impossible),
        }
    }
}

/// Whether something is true of any of `moves`, each of which gets a short look before any gets as many nodes as are allowed.
fn any(
    moves: &[Move],
    nodes: u64,
    is_true: impl Fn(Move, u64) -> Result<bool, Flaw>,
) -> Result<bool, Flaw> {
    let mut undecided = Vec::new();
    for &mv in moves {
        match is_true(mv, NODES_FOR_A_LOOK) {
            Ok(true) => return Ok(true),
            Ok(false) => {}
            Err(_) => undecided.push(mv),
        }
    }
    for mv in undecided {
        if is_true(mv, nodes)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The square of the piece whose check a drop interposes against; `None` for any other reply.
fn interposed_before(position: &Position, reply: Move) -> Option<Square> {
    if !reply.is_drop() {
        return None;
    }
    let defender = position.side_to_move();
    let king = position.king(defender)?;
    let checker = position.checkers(defender).first()?;
    attacks::between(king, checker)
        .contains(reply.to())
        .then_some(checker)
}

/// Whether the piece that has just moved gives check itself.
fn checks_directly(after: &Position, check: Move) -> bool {
    after.checkers(after.side_to_move()).contains(check.to())
}
