//! Two plies in front of a sound problem (逆算): a check, and the only reply that holds out longest, which leads to it.
//!
//! What follows the two plies is sound already, and stays so. So all that has to be asked is whether the reply is the
//! only one and the check the only one that mates; the length is right by construction.

use super::flaw::Flaw;
use super::problem::Composed;
use super::studio::Studio;
use super::theme::Traits;
use super::unmove::{Before, before};
use super::wish::pieces;
use crate::board::{Move, Position};

/// Replies to look at before giving up, and checks before each of them.
const REPLIES: usize = 80;
const CHECKS: usize = 16;
/// Problems to take that differ in their first move alone.
const OF_ONE_REPLY: usize = 2;

impl Studio<'_> {
    /// Problems that one of the seeds grows into, the best first.
    pub(super) fn extend_a_seed(&mut self) -> Vec<Composed> {
        let wanted = self.wish.plies;
        match self.any_seed(|seed| seed.plies() < wanted) {
            Some(seed) => self.grow(vec![seed]),
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
        replies.sort_by_cached_key(|reply| self.order(reply, reply.mv.captured().is_some()));
        for reply in replies.into_iter().take(REPLIES) {
            let forced = self.is_forced(&reply, plies - 1);
            if self.tally.count(forced).is_some() {
                found.extend(self.checks_before(&reply, problem));
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
        let Before { position, mv } = reply;
        if self.judge.is_futile(position, *mv, plies)? {
            return Err(Flaw::SecondDefence);
        }
        if plies == 2 {
            let mates = self.judge.mates_within(position, plies)?;
            return if mates { Ok(()) } else { Err(Flaw::NoMate) };
        }
        let mut others = position.legal_moves();
        others.retain(|other| other != mv);
        match self.judge.any_lasts(position, &others, plies)? {
            true => Err(Flaw::SecondDefence),
            false => Ok(()),
        }
    }

    /// Sound problems that lead to `problem` by a check and this reply.
    fn checks_before(&mut self, reply: &Before, problem: &Composed) -> Vec<Composed> {
        let plies = problem.plies() + 2;
        let mut checks = before(&reply.position);
        checks.retain(|check| pieces(&check.position) <= self.wish.pieces);
        self.dice.shuffle(&mut checks);
        // There are many ways to have come across the board, and one from the hand.
        checks.sort_by_cached_key(|check| self.order(check, check.mv.is_drop()));
        let mut found = Vec::new();
        for check in checks.into_iter().take(CHECKS) {
            let judged = match plies {
                // Mate in one need not be sound by itself.
                3 => self.judged(check.position, plies),
                _ => self.put_before(check, reply.mv, problem),
            };
            found.extend(self.tally.count(judged));
            if found.len() >= OF_ONE_REPLY {
                break;
            }
        }
        found
    }

    /// A problem with two plies in front of it, when nothing but this check mates there.
    fn put_before(&self, check: Before, reply: Move, problem: &Composed) -> Result<Composed, Flaw> {
        let Before { position, mv } = check;
        let mut others = position.checks();
        others.retain(|&other| other != mv);
        if self.judge.any_mates(&position, &others)? {
            return Err(Flaw::Cook);
        }
        let line = [&[mv, reply], problem.line.as_slice()].concat();
        Ok(Composed { position, line })
    }

    /// Where a move comes in the order of what is looked at: by chance, those that are favoured or show a wanted theme earlier.
    fn order(&mut self, before: &Before, is_favoured: bool) -> usize {
        const LATER: usize = 40;
        let shown = self
            .wish
            .themes_shown_by(&Traits::of_move(&before.position, before.mv));
        let missing = self.wish.themes.len() - shown;
        self.dice.below(100) + LATER * (missing + usize::from(!is_favoured))
    }
}
