//! The job of verifying: problems are made of pieces, their lines read, and both examined.

use super::runner::{Job, run_job};
use super::stated_line::solution;
use super::verified::Verification;
use super::{InputError, Observer, Record};
use crate::search::{Limits, Solver};
use crate::tsume::verify::{Options, verify};
use crate::tsume::{DefenderHand, InvalidProblem, Problem};
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// How to verify a collection.
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// What to look into, and the limits for each problem.
    pub each: Options,
    /// How many problems are verified at once.
    pub jobs: NonZeroUsize,
    /// Bytes for the tables of all jobs together.
    pub table_bytes: usize,
    /// Who holds the pieces that stand nowhere.
    pub defender_hand: DefenderHand,
}

/// Verifies `records`. When `stop` becomes true, what is under way ends with what is open, and problems not begun are
/// dropped.
///
/// # Errors
/// The first error of `observer`, or that no threads could be started.
pub fn verify_all(
    records: impl Iterator<Item = Result<Record, InputError>> + Send + 'static,
    options: &VerifyOptions,
    stop: &Arc<AtomicBool>,
    observer: &mut impl Observer<Result<Verification, InvalidProblem>>,
) -> io::Result<()> {
    let job = Verifying {
        each: Options {
            limits: Limits {
                stop: Some(stop.clone()),
                ..options.each.limits.clone()
            },
            ..options.each.clone()
        },
        defender_hand: options.defender_hand,
        table_bytes: options.table_bytes / options.jobs,
        solvers: Mutex::new(Vec::new()),
    };
    run_job(records, &job, options.jobs, stop, observer)
}

/// What the jobs share.
struct Verifying {
    each: Options,
    defender_hand: DefenderHand,
    /// For one job.
    table_bytes: usize,
    /// The solvers that nobody uses at the moment; each job takes one and puts it back.
    solvers: Mutex<Vec<Solver>>,
}

impl Job for Verifying {
    type Found = Result<Verification, InvalidProblem>;

    fn writes_files(&self) -> bool {
        false
    }

    fn find(&self, record: &Record, _: Option<&str>) -> Self::Found {
        let start = Instant::now();
        let problem = Problem::new(&record.pieces, self.defender_hand)?;
        let stated = solution(record);
        let mut solver = self.take_solver();
        let report = verify(&mut solver, &problem, stated.as_deref(), &self.each);
        self.put_back(solver);
        Ok(Verification {
            problem,
            report,
            time: start.elapsed(),
        })
    }
}

impl Verifying {
    fn take_solver(&self) -> Solver {
        let mut solvers = self.solvers.lock().unwrap_or_else(PoisonError::into_inner);
        let solver = solvers.pop();
        drop(solvers);
        solver.unwrap_or_else(|| Solver::new(self.table_bytes))
    }

    fn put_back(&self, solver: Solver) {
        let mut solvers = self.solvers.lock().unwrap_or_else(PoisonError::into_inner);
        solvers.push(solver);
    }
}
