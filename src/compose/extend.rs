//! Two plies in front of a sound problem (逆算): a check, and the only reply that holds out longest, which leads to it.
//!
//! What follows the two plies is sound already, and stays so. So all that has to be asked is whether the reply is the
//! only one and the check the only one that mates; the length is right by construction.

use super::flaw::Flaw;
use super::gate::longest_replies;
use super::problem::Composed;
use super::studio::Studio;
use super::unmove::{Before, before};
use super::wish::pieces;
use crate::board::Position;

/// Replies to look at before giving up, and checks before each of them.
const REPLIES: usize = 80;
const CHECKS: usize = 16;
/// Problems to take that differ in their first move alone.
const OF_ONE_REPLY: usize = 2;

impl Studio<'_> {
    /// Problems that one of the seeds grows into, the best first.
    pub(super) fn extend_a_seed(&mut self) -> Vec<Composed> {
        let is_shorter = |seed: &&Composed| seed.plies() < self.wish.plies;
        let seeds: Vec<_> = self.seeds.iter().filter(is_shorter).collect();
        match self.dice.pick(&seeds) {
            Some(seed) => self.grow(vec![seed.clone()]),
            None => Vec::new(),
        }
    }

    /// Up to `enough` sound problems that lead to `problem` in two plies.
    pub(super) fn extend(&mut self, problem: &Composed, enough: usize) -> Vec<Composed> {
        let plies = problem.plies() + 2;
        let mut found = Vec::new();
        let mut replies = before(&problem.position);
        replies.retain(|reply| self.is_answer_to_check(&reply.position));
        self.dice.shuffle(&mut replies);
        // What is taken comes first: to give a piece away is what solvers look for last.
        replies.sort_by_cached_key(|reply| {
            self.dice.below(100) + order(reply.mv.captured().is_some())
        });
        for reply in replies.into_iter().take(REPLIES) {
            let forced = self.is_forced(&reply, plies - 1);
            if self.tally.count(forced).is_some() {
                found.extend(self.checks_before(&reply.position, plies));
            }
            if found.len() >= enough {
                break;
            }
        }
        found.truncate(enough);
        found
    }

    fn is_answer_to_check(&self, position: &Position) -> bool {
        position.is_in_check(position.side_to_move()) && pieces(position) <= self.wish.pieces + 1
    }

    /// Whether the reply is the only one that lasts for `plies`; the last one need only be among them.
    fn is_forced(&self, reply: &Before, plies: u32) -> Result<(), Flaw> {
        if !self.judge.mates_within(&reply.position, plies)? {
            return Err(Flaw::NoMate);
        }
        let longest = longest_replies(&self.judge, &reply.position, plies)?;
        let is_among = longest.contains(&reply.mv);
        if is_among && (plies == 2 || longest.len() == 1) {
            Ok(())
        } else {
            Err(Flaw::SecondDefence)
        }
    }

    /// Sound problems whose first check leads to `position`.
    fn checks_before(&mut self, position: &Position, plies: u32) -> Vec<Composed> {
        let mut checks = before(position);
        checks.retain(|check| pieces(&check.position) <= self.wish.pieces);
        self.dice.shuffle(&mut checks);
        // There are many ways to have come across the board, and one from the hand.
        checks.sort_by_cached_key(|check| self.dice.below(100) + order(check.mv.is_drop()));
        let mut found = Vec::new();
        for check in checks.into_iter().take(CHECKS) {
            found.extend(self.examine(check.position, plies));
            if found.len() >= OF_ONE_REPLY {
                break;
            }
        }
        found
    }
}

/// How much later something is looked at that is not favoured.
fn order(is_favoured: bool) -> usize {
    if is_favoured { 0 } else { 40 }
}
