//! Composition backwards: from scattered pieces that are mate in one, two plies at a time.
//!
//! At each length the most promising of what was found are carried on, so that one dead end is not the end.

use super::kernel::kernel;
use super::problem::Composed;
use super::studio::Studio;

/// How many problems of each length are carried on, and how many are wanted of each of them.
const CARRIED_ON: usize = 6;
const OF_EACH: usize = 6;

impl Studio<'_> {
    /// Sound problems of the wanted length that end in one random mate, the best first.
    pub(super) fn retro(&mut self) -> Vec<Composed> {
        let area = self.wish.king_area;
        let Some(kernel) = kernel(&mut self.dice, area) else {
            return Vec::new();
        };
        if self.wish.plies == 1 {
            return self.examine(kernel, 1).into_iter().collect();
        }
        let kernel = Composed {
            line: kernel.checks().into_iter().take(1).collect(),
            position: kernel,
        };
        self.grow(vec![kernel])
    }

    /// What problems of one length become when they are extended until they are as long as wanted, the best first.
    pub(super) fn grow(&mut self, mut problems: Vec<Composed>) -> Vec<Composed> {
        while problems
            .first()
            .is_some_and(|problem| problem.plies() < self.wish.plies)
        {
            let longer = problems
                .iter()
                .flat_map(|problem| self.extend(problem, OF_EACH));
            problems = longer.collect();
            self.best_first(&mut problems);
            problems.truncate(CARRIED_ON);
        }
        problems
    }

    /// Brings problems into the order of what there is to admire, with some luck.
    pub(super) fn best_first(&mut self, problems: &mut [Composed]) {
        const LUCK: usize = 10;
        problems.sort_by_cached_key(|problem| {
            std::cmp::Reverse(self.wish.points(problem) + self.dice.below(LUCK) as i32)
        });
    }
}
