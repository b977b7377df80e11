//! The job of verifying: problems are made of pieces, their lines read, and both examined.

use super::runner::{Job, Ticket, run_job};
use super::solvers::Solvers;
use super::stated_line::solution;
use super::verified::Verification;
use super::{Certificate, InputError, Observer, Record, certificate};
use crate::board::Position;
use crate::search::{Limits, Solver};
use crate::tsume::verify::{Flaw, FlawKind, Options, Report, Watcher, verify};
use crate::tsume::{DefenderHand, InvalidProblem};
use std::fmt;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// How to verify a collection.
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// What to look into, and the limits for each problem.
    pub each: Options,
    /// Who is told which move of which problem is looked into, from any thread.
    pub watcher: Option<ProblemWatcher>,
    /// How many problems are verified at once.
    pub jobs: NonZeroUsize,
    /// Bytes for the tables of all jobs together.
    pub table_bytes: usize,
    /// Who holds the pieces that stand nowhere.
    pub defender_hand: DefenderHand,
    /// The folder for the certificates of other mates, if they are wanted.
    pub certificates: Option<PathBuf>,
}

/// Somebody who is told the id of a problem and which move of its line, counted from 1, is being looked into.
#[derive(Clone)]
pub struct ProblemWatcher(Arc<Tell>);

type Tell = dyn Fn(&str, u32) + Send + Sync;

impl ProblemWatcher {
    /// Calls `tell` with the id and the ply.
    pub fn new(tell: impl Fn(&str, u32) + Send + Sync + 'static) -> ProblemWatcher {
        ProblemWatcher(Arc::new(tell))
    }

    /// Who is told of one problem.
    fn of(&self, record: &Record) -> Watcher {
        let (tell, id) = (Arc::clone(&self.0), record.id.clone());
        Watcher::new(move |ply| tell(&id, ply))
    }
}

impl fmt::Debug for ProblemWatcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProblemWatcher").finish_non_exhaustive()
    }
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
        watcher: options.watcher.clone(),
        defender_hand: options.defender_hand,
        certificates: options.certificates.clone(),
        solvers: Solvers::new(options.table_bytes / options.jobs),
    };
    run_job(records, &job, options.jobs, stop, observer)
}

/// What the jobs share.
struct Verifying {
    each: Options,
    watcher: Option<ProblemWatcher>,
    defender_hand: DefenderHand,
    certificates: Option<PathBuf>,
    solvers: Solvers,
}

impl Job for Verifying {
    type Found = Result<Verification, InvalidProblem>;

    fn writes_files(&self) -> bool {
        self.certificates.is_some()
    }

    fn work(&self, record: &Record, file_name: Option<&str>, ticket: Ticket<Self::Found>) {
        ticket.hand_in(self.find(record, file_name));
    }
}

impl Verifying {
    fn find(
        &self,
        record: &Record,
        file_name: Option<&str>,
    ) -> Result<Verification, InvalidProblem> {
        let start = Instant::now();
        let problem = record.problem(self.defender_hand)?;
        let stated = solution(record);
        let each = Options {
            watcher: self.watcher.as_ref().map(|watcher| watcher.of(record)),
            stated_plies: record.stated.plies,
            ..self.each.clone()
        };
        let (report, time, certificates) = self.solvers.lend(|solver| {
            let report = verify(solver, &problem, stated.as_deref(), &each);
            let time = start.elapsed();
            let certificates = match (&self.certificates, file_name) {
                (Some(folder), Some(name)) => {
                    self.certify(solver, problem.position(), &report, &folder.join(name))
                }
                _ => Vec::new(),
            };
            (report, time, certificates)
        });
        Ok(Verification {
            problem,
            report,
            time,
            certificates,
        })
    }

    /// Certifies that each cook and each shorter mate is one. The names of the files begin with `path`.
    fn certify(
        &self,
        solver: &mut Solver,
        start: &Position,
        report: &Report,
        path: &Path,
    ) -> Vec<Certificate> {
        let of_flaw = |flaw: &Flaw| match (flaw.kind, flaw.moves.first()) {
            (FlawKind::Cook | FlawKind::ShorterMate, Some(&check)) => {
                let position = report.position_at(start, flaw.ply);
                let name = format!("-{}-{check}.proof", flaw.ply).replace('*', "-");
                let mut path = path.as_os_str().to_owned();
                path.push(name);
                let stop = &self.each.limits.stop;
                certificate::write_mate_by(solver, &position, check, stop, Path::new(&path))
            }
            _ => Certificate::None,
        };
        report.flaws.iter().map(of_flaw).collect()
    }
}
