//! What the threads of a search share.

use super::cycles::Cycles;
use super::table::Table;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

/// What has been found out about a problem, by whichever thread.
pub(super) struct Knowledge {
    /// At most.
    bytes: usize,
    pub(super) table: RwLock<Table>,
    pub(super) cycles: Cycles,
    cut_by_depth: AtomicBool,
}

impl Knowledge {
    /// Nothing known yet, and room for at most `bytes` in the end.
    pub(super) fn new(bytes: usize) -> Knowledge {
        Knowledge {
            bytes,
            table: RwLock::new(Table::new(bytes / 8 * 7)),
            cycles: Cycles::new(bytes / 8, NonZeroUsize::MIN),
            cut_by_depth: AtomicBool::new(false),
        }
    }

    /// Small tables of their own, where nothing is known yet, for a question beside those that these answer.
    pub(super) fn beside(&self) -> Knowledge {
        Knowledge::new(self.bytes / 8)
    }

    /// Forgets everything, to be used by so many threads from now on.
    pub(super) fn clear(&mut self, threads: NonZeroUsize) {
        let table = self.table.get_mut();
        table.unwrap_or_else(PoisonError::into_inner).clear();
        self.cycles = Cycles::new(self.bytes / 8, threads);
        self.cut_by_depth = AtomicBool::new(false);
    }

    /// The memory in use. Waits for whoever makes the table grow.
    pub(super) fn bytes(&self) -> usize {
        self.table().bytes() + self.cycles.bytes()
    }

    /// The part of the table's entries in use, 0 to 1. Waits for whoever makes the table grow.
    pub(super) fn fill(&self) -> f64 {
        self.table().fill()
    }

    fn table(&self) -> RwLockReadGuard<'_, Table> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a line was cut off because it was too long to follow.
    ///
    /// A cut counts as a repetition of the root, and other threads may build on that. They see the cut before
    /// they see what follows from it, because the locks of the cycles' memory lie in between.
    pub(super) fn is_cut_by_depth(&self) -> bool {
        self.cut_by_depth.load(Ordering::Relaxed)
    }

    /// Says that a line is cut off, before anything is concluded from it.
    pub(super) fn cut_by_depth(&self) {
        self.cut_by_depth.store(true, Ordering::Relaxed);
    }
}
