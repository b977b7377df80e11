//! What a composer has at hand while working on one batch.

use super::dice::Dice;
use super::flaw::{Flaw, Tally};
use super::gate::main_line;
use super::judge::Judge;
use super::problem::Composed;
use super::theme::Traits;
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
    /// One of the seeds that fit; one that shows what is wanted, if any does.
    pub(super) fn any_seed(&mut self, fits: impl Fn(&Composed) -> bool) -> Option<Composed> {
        let fitting: Vec<_> = self.seeds.iter().filter(|seed| fits(seed)).collect();
        let shows_all = |seed: &&Composed| self.wish.shows_all(&Traits::of(seed));
        let showing: Vec<_> = fitting.iter().copied().filter(shows_all).collect();
        let seeds = if showing.is_empty() { fitting } else { showing };
        self.dice.pick(&seeds).cloned()
    }

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
