//! Certificates of answers, each in a file of its own.

use crate::board::{Move, Position};
use crate::proof::{Counting, Horizon, Node, Statement, Writer};
use crate::search::{Answer, Claims, Futile, Goal, Incomplete, Limits, Outcome, Solver};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// What became of the certificate of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certificate {
    /// None was asked for, or there was no verdict to certify.
    None,
    /// It stands in this file.
    Written(PathBuf),
    /// It could not be made, for this reason.
    Failed(String),
}

#[derive(Debug, Error)]
enum NotWritten {
    #[error("cannot be written: {0}")]
    Io(#[from] io::Error),
    #[error("the proof could not be worked out again within reasonable limits")]
    Ended,
}

impl From<Incomplete<io::Error>> for NotWritten {
    fn from(incomplete: Incomplete<io::Error>) -> NotWritten {
        match incomplete {
            Incomplete::Refused(error) => NotWritten::Io(error),
            Incomplete::Ended(_) => NotWritten::Ended,
        }
    }
}

/// Writes the certificate of the answer that `solver` has just given to `path`, complete or not at all.
pub(super) fn write(
    solver: &mut Solver,
    position: &Position,
    answer: &Answer,
    stop: &Option<Arc<AtomicBool>>,
    path: &Path,
) -> Certificate {
    let statements = statements(&answer.outcome);
    if statements.is_empty() {
        return Certificate::None;
    }
    complete(path, |unfinished| {
        write_to(unfinished, solver, position, answer, stop, &statements)
    })
}

/// Writes the certificate of a mate that begins with `check` to `path`, complete or not at all. Every interposition counts.
pub(super) fn write_mate_by(
    solver: &mut Solver,
    position: &Position,
    check: Move,
    stop: &Option<Arc<AtomicBool>>,
    path: &Path,
) -> Certificate {
    complete(path, |unfinished| {
        let limits = Limits {
            nodes: Some(NODES_FOR_A_REPLY),
            stop: stop.clone(),
            ..Limits::default()
        };
        let checked = position.after(check);
        let replies = checked.legal_moves();
        let mut plies = 1;
        for &reply in &replies {
            plies = plies.max(2 + mates_within(solver, &checked.after(reply), &limits)?);
        }
        let out = BufWriter::new(File::create(unfinished)?);
        let statements = [Statement::MateWithin(length(plies)?)];
        let mut writer = Writer::new(out, position, Counting::CountAll, &statements)?;
        Claims::mate(&mut writer, position, plies, check)?;
        for &reply in &replies {
            mates_within(solver, &checked.after(reply), &limits)?;
            solver.hand_out_proof(stop.clone(), &mut writer)?;
        }
        writer.finish()?;
        Ok(())
    })
}

/// The most nodes for the proof of a mate after each reply to a check.
const NODES_FOR_A_REPLY: u64 = 20_000_000;

fn mates_within(
    solver: &mut Solver,
    position: &Position,
    limits: &Limits,
) -> Result<u32, NotWritten> {
    let answer = solver.solve(position, Goal::Any, limits);
    match answer.map(|answer| answer.outcome) {
        Ok(Outcome::Mate { bounds, .. }) => bounds.upper.ok_or(NotWritten::Ended),
        Ok(Outcome::NoMate { .. } | Outcome::Unknown { .. }) | Err(_) => Err(NotWritten::Ended),
    }
}

/// Lets `write` write a file that gets its name when it is complete.
fn complete(path: &Path, write: impl FnOnce(&Path) -> Result<(), NotWritten>) -> Certificate {
    let unfinished = path.with_extension("unfinished");
    let written = write(&unfinished).and_then(|()| Ok(fs::rename(&unfinished, path)?));
    match written {
        Ok(()) => Certificate::Written(path.to_path_buf()),
        Err(error) => {
            // There may be none, and nobody misses it.
            let _ = fs::remove_file(&unfinished);
            Certificate::Failed(error.to_string())
        }
    }
}

fn write_to(
    path: &Path,
    solver: &mut Solver,
    position: &Position,
    answer: &Answer,
    stop: &Option<Arc<AtomicBool>>,
    statements: &[Statement],
) -> Result<(), NotWritten> {
    let out = BufWriter::new(File::create(path)?);
    let counting = match answer.goal {
        Goal::Shortest(Futile::Exclude) => Counting::ExcludeFutile,
        Goal::Shortest(Futile::Count) | Goal::Any => Counting::CountAll,
    };
    let mut writer = Writer::new(out, position, counting, statements)?;
    solver.hand_out_proof(stop.clone(), &mut writer)?;
    writer.finish()?;
    Ok(())
}

/// What can be certified of an answer: no length that a certificate has no room for.
fn statements(outcome: &Outcome) -> Vec<Statement> {
    let plies = |plies: u32| u16::try_from(plies).ok();
    match outcome {
        Outcome::Mate { bounds, .. } => {
            let mate = bounds.upper.and_then(plies).map(Statement::MateWithin);
            let shorter = bounds.lower.checked_sub(2).filter(|&shorter| shorter > 0);
            let none = shorter
                .and_then(plies)
                .map(|n| Statement::NoMate(Horizon::Within(n)));
            mate.into_iter().chain(none).collect()
        }
        Outcome::NoMate { .. } => vec![Statement::NoMate(Horizon::Ever)],
        Outcome::Unknown { .. } => Vec::new(),
    }
}

impl<W: Write> Claims for Writer<W> {
    type Error = io::Error;

    fn mate(&mut self, position: &Position, plies: u32, mv: Move) -> io::Result<()> {
        Writer::mate(self, node(position), length(plies)?, mv)
    }

    fn no_mate(&mut self, position: &Position, plies: Option<u32>) -> io::Result<()> {
        let horizon = match plies {
            Some(plies) => Horizon::Within(length(plies)?),
            None => Horizon::Ever,
        };
        Writer::no_mate(self, node(position), horizon)
    }
}

fn node(position: &Position) -> Node<'_> {
    Node {
        out_of_play: position.out_of_play(),
        ..Node::of(position)
    }
}

fn length(plies: u32) -> io::Result<u16> {
    u16::try_from(plies).map_err(io::Error::other)
}
