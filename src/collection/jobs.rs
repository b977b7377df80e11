//! The job of solving: problems are made of pieces, looked up, searched.

use super::Record;
use super::answered::{Effort, Finding};
use super::certificate::{self, Certificate};
use super::memo::Memo;
use super::runner::{Job, RunOptions};
use crate::board::PositionBuilder;
use crate::search::{Goal, Limits, Solver};
use crate::tsume::{DefenderHand, InvalidProblem, Problem};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

/// How many bytes of answers are remembered in case their positions come again.
const REMEMBERED_BYTES: usize = 16 << 20;

/// What the jobs share.
pub(super) struct Bench {
    goal: Goal,
    limits: Limits,
    defender_hand: DefenderHand,
    /// For one job.
    table_bytes: usize,
    /// The solvers that nobody uses at the moment; each job takes one and puts it back.
    solvers: Mutex<Vec<Solver>>,
    memo: Memo,
    /// The folder for certificates, if they are wanted.
    certificates: Option<PathBuf>,
}

impl Job for Bench {
    type Found = Result<Finding, InvalidProblem>;

    fn writes_files(&self) -> bool {
        self.certificates.is_some()
    }

    fn find(&self, record: &Record, file_name: Option<&str>) -> Self::Found {
        match (&self.certificates, file_name) {
            (Some(folder), Some(name)) => {
                let path = folder.join(format!("{name}.proof"));
                self.find_and_certify(&record.pieces, &path)
            }
            _ => self.find_alone(&record.pieces),
        }
    }
}

impl Bench {
    /// A bench for these options; `stop` ends its searches.
    pub(super) fn new(options: &RunOptions, stop: &Arc<AtomicBool>) -> Bench {
        Bench {
            goal: options.goal,
            limits: Limits {
                time: options.time,
                nodes: options.nodes,
                threads: options.threads,
                stop: Some(stop.clone()),
                reporter: None,
            },
            defender_hand: options.defender_hand,
            table_bytes: options.table_bytes / options.jobs,
            solvers: Mutex::new(Vec::new()),
            memo: Memo::new(REMEMBERED_BYTES),
            certificates: options.certificates.clone(),
        }
    }

    fn find_alone(&self, pieces: &PositionBuilder) -> Result<Finding, InvalidProblem> {
        let problem = Problem::new(pieces, self.defender_hand)?;
        let (answer, effort) = self.memo.answer(problem.position(), |position| {
            let mut solver = self.take_solver();
            let answer = solver.solve(position, self.goal, &self.limits);
            self.put_back(solver);
            answer
        })?;
        Ok(Finding {
            problem,
            answer,
            effort,
            certificate: Certificate::None,
        })
    }

    /// Like [`Bench::find_alone`], but nothing is taken from the memory of answers: a certificate is about the very
    /// position, and written from the tables.
    fn find_and_certify(
        &self,
        pieces: &PositionBuilder,
        path: &Path,
    ) -> Result<Finding, InvalidProblem> {
        let problem = Problem::new(pieces, self.defender_hand)?;
        let mut solver = self.take_solver();
        let answer = solver.solve(problem.position(), self.goal, &self.limits)?;
        let stop = &self.limits.stop;
        let certificate = certificate::write(&mut solver, problem.position(), &answer, stop, path);
        self.put_back(solver);
        Ok(Finding {
            problem,
            answer: Arc::new(answer),
            effort: Effort::Searched,
            certificate,
        })
    }

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
