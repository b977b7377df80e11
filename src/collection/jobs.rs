//! What happens in the jobs: problems are made of pieces, looked up, searched.

use super::answered::{Effort, Finding};
use super::certificate::{self, Certificate};
use super::memo::Memo;
use super::runner::{Event, RunOptions};
use crate::board::PositionBuilder;
use crate::search::{Answer, Goal, Limits, Outcome, Solver};
use crate::tsume::{DefenderHand, InvalidProblem, Problem, Turn, replies};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

/// How many bytes of answers are remembered in case their positions come again.
const REMEMBERED_BYTES: usize = 16 << 20;

/// What a search comes to.
pub(super) type Found = Box<Result<Finding, InvalidProblem>>;

/// What the jobs share.
pub(super) struct Bench {
    goal: Goal,
    limits: Limits,
    replies_to: Option<u32>,
    defender_hand: DefenderHand,
    /// For one job.
    table_bytes: usize,
    /// The solvers that nobody uses at the moment; each job takes one and puts it back.
    solvers: Mutex<Vec<Solver>>,
    memo: Memo,
    events: Sender<Event>,
}

/// The search for one problem. It reports its end however it ends, so that nobody waits for it forever.
pub(super) struct Task<'a> {
    bench: &'a Bench,
    index: u64,
    found: Option<Found>,
}

impl<'a> Task<'a> {
    /// The search for the problem with this index.
    pub(super) fn new(bench: &'a Bench, index: u64) -> Task<'a> {
        Task {
            bench,
            index,
            found: None,
        }
    }

    /// Searches, and writes a certificate if there is a file for it.
    pub(super) fn search(mut self, pieces: &PositionBuilder, certificate: Option<PathBuf>) {
        if !self.bench.is_stopped() {
            let found = match certificate {
                Some(path) => self.bench.find_and_certify(pieces, &path),
                None => self.bench.find(pieces),
            };
            self.found = Some(Box::new(found));
        }
    }
}

impl Drop for Task<'_> {
    fn drop(&mut self) {
        let ended = Event::Ended(self.index, self.found.take());
        // Nobody listens any more when the observer has ended the run.
        let _ = self.bench.events.send(ended);
    }
}

impl Bench {
    /// A bench whose tasks report to `events`.
    pub(super) fn new(
        options: &RunOptions,
        stop: &Arc<AtomicBool>,
        events: Sender<Event>,
    ) -> Bench {
        Bench {
            goal: options.goal,
            limits: Limits {
                time: options.time,
                nodes: options.nodes,
                threads: options.threads,
                stop: Some(stop.clone()),
                reporter: None,
            },
            replies_to: options.replies_to,
            defender_hand: options.defender_hand,
            table_bytes: options.table_bytes / options.jobs,
            solvers: Mutex::new(Vec::new()),
            memo: Memo::new(REMEMBERED_BYTES),
            events,
        }
    }

    fn find(&self, pieces: &PositionBuilder) -> Result<Finding, InvalidProblem> {
        let problem = Problem::new(pieces, self.defender_hand)?;
        let (answer, effort) = self.memo.answer(problem.position(), |position| {
            let mut solver = self.take_solver();
            let answer = solver.solve(position, self.goal, &self.limits);
            self.put_back(solver);
            answer
        })?;
        Ok(Finding {
            replies: self.replies(&problem, &answer),
            problem,
            answer,
            effort,
            certificate: Certificate::None,
        })
    }

    /// Like [`Bench::find`], but nothing is taken from the memory of answers: a certificate is about the very
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
            replies: self.replies(&problem, &answer),
            problem,
            answer: Arc::new(answer),
            effort: Effort::Searched,
            certificate,
        })
    }

    /// All replies along the line of a mate, if they are wanted.
    fn replies(&self, problem: &Problem, answer: &Answer) -> Option<Vec<Turn>> {
        let (Goal::Shortest(futile), Outcome::Mate { line, bounds, .. }) =
            (answer.goal, &answer.outcome)
        else {
            return None;
        };
        let depth = self.replies_to?;
        let mut solver = self.take_solver();
        let turns = solver
            .session(problem.position(), futile)
            .and_then(|session| replies(&session, problem, line, *bounds, depth, &self.limits));
        self.put_back(solver);
        turns.ok()
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

    fn is_stopped(&self) -> bool {
        let stop = self.limits.stop.as_ref();
        stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}
