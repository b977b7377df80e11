//! Solvers that jobs take turns at, so that their tables are made once.

use crate::search::Solver;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// As many solvers as there are jobs at once, made when they are first needed.
pub(super) struct Solvers {
    /// For each of them.
    table_bytes: usize,
    /// Those that nobody uses at the moment.
    idle: Mutex<Vec<Solver>>,
}

impl Solvers {
    /// None yet; each that will be gets tables of at most `table_bytes` bytes.
    pub(super) fn new(table_bytes: usize) -> Solvers {
        Solvers {
            table_bytes,
            idle: Mutex::new(Vec::new()),
        }
    }

    /// Lends a solver. One that somebody panics with is not used again.
    pub(super) fn lend<T>(&self, to: impl FnOnce(&mut Solver) -> T) -> T {
        let idle = self.idle().pop();
        let mut solver = idle.unwrap_or_else(|| Solver::new(self.table_bytes));
        let found = to(&mut solver);
        self.idle().push(solver);
        found
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Solver>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
