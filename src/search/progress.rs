//! What can be said of a search while it goes on.

use super::dfpn::Search;
use crate::board::Move;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// How far a search has come.
#[derive(Clone, Default, Debug)]
pub struct Progress {
    /// Positions entered, by all threads together.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
    /// The most plies from the position searched at which a position was entered.
    pub deepest: usize,
    /// How much of the table is in use, in thousandths of the size that it may grow to.
    pub used_per_mille: u16,
    /// The moves from the position searched to the one in hand, of one thread.
    pub line: Vec<Move>,
}

/// Somebody who is told now and then how far a search has come, and once more when it ends.
///
/// He is told in the thread that searches, and the search waits for him.
#[derive(Clone)]
pub struct Reporter {
    /// The time between two reports, at least.
    pub(super) interval: Duration,
    tell: Arc<dyn Fn(Progress) + Send + Sync>,
}

impl Reporter {
    /// Calls `tell` about once in every `interval`.
    pub fn new(interval: Duration, tell: impl Fn(Progress) + Send + Sync + 'static) -> Reporter {
        Reporter {
            interval,
            tell: Arc::new(tell),
        }
    }
}

impl fmt::Debug for Reporter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reporter")
            .field("interval", &self.interval)
            .finish_non_exhaustive()
    }
}

impl Search<'_> {
    /// Tells the reporter, if there is one, how far the search has come.
    pub(super) fn report(&mut self) {
        let Some(reporter) = self.watch.next_report() else {
            return;
        };
        (reporter.tell)(Progress {
            nodes: self.watch.nodes_of_all(),
            time: self.watch.elapsed(),
            deepest: self.watch.deepest_of_all(),
            used_per_mille: (1000.0 * self.table.occupancy()) as u16,
            line: self.moves_in_hand(),
        });
    }
}
