//! What a composer has at hand while working on one batch.

use super::dice::Dice;
use super::flaw::{Flaw, Tally};
use super::gate::main_line;
use super::judge::Judge;
use super::problem::Composed;
use super::wish::Wish;
use crate::board::Position;

/// Everything that the sources of candidates share.
pub(super) struct Studio<'a> {
    pub(super) judge: Judge<'a>,
    pub(super) wish: &'a Wish,
    /// Problems that others may be made of.
    pub(super) seeds: &'a [Composed],
    /// Positions of games.
    pub(super) games: &'a [Position],
    pub(super) dice: Dice,
    pub(super) tally: Tally,
}

impl Studio<'_> {
    /// The position as a problem, when it is a sound one of so many plies.
    pub(super) fn examine(&mut self, position: Position, plies: u32) -> Option<Composed> {
        let judged = self.judged(position, plies);
        self.tally.count(judged)
    }

    /// The same, with what is wrong.
    pub(super) fn judged(&self, position: Position, plies: u32) -> Result<Composed, Flaw> {
        let line = main_line(&self.judge, &position, plies, self.wish.last)?;
        Ok(Composed { position, line })
    }
}
