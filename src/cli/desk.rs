//! What all runs over a collection have in common: what they skip, what they tell the terminal, and where their answers go.

use super::complain;
use super::exit::Exit;
use super::output::Destination;
use super::progress::Progress;
use std::fmt::Display;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use tsume::collection::{Account, Finished, InputError, Record};

/// Records to answer.
pub type RecordStream = Box<dyn Iterator<Item = Result<Record, InputError>> + Send>;

/// The records without those that an earlier run has finished, and an account of these.
pub fn left_to_do(
    records: impl Iterator<Item = Result<Record, InputError>> + Send + 'static,
    finished: Option<Finished>,
) -> (RecordStream, Account) {
    match finished {
        None => (Box::new(records), Account::default()),
        Some(finished) => {
            let (unfinished, skipped) = finished.skip(records);
            (Box::new(unfinished), skipped)
        }
    }
}

/// A run as the terminal sees it.
pub struct Desk {
    progress: Progress,
    destination: Destination,
    /// How much could not be read.
    unreadable: u64,
    /// Whether a file ends before an answer that was stopped.
    cut_short: bool,
}

impl Desk {
    /// Of a run whose answers go there.
    pub fn new(progress: Progress, destination: Destination) -> Desk {
        Desk {
            progress,
            destination,
            unreadable: 0,
            cut_short: false,
        }
    }

    /// Shows how far the run has come.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// How much could not be read so far.
    pub fn unreadable(&self) -> u64 {
        self.unreadable
    }

    /// Says that something could not be read.
    pub fn leave_unread(&mut self, error: &InputError) {
        self.unreadable += 1;
        self.complain(error);
    }

    /// Says on standard error what is wrong.
    pub fn complain(&self, wrong: &dyn Display) {
        self.progress.aside(|| complain(wrong));
    }

    /// Writes an answer. A file holds finished answers without a gap, so that another run can go on from there: nothing is
    /// written to it from the first answer on that `is_stopped`.
    pub fn write(
        &mut self,
        is_decided: bool,
        is_stopped: bool,
        write: impl FnOnce() -> io::Result<()>,
    ) -> io::Result<()> {
        self.progress.done(u64::from(is_decided));
        match self.destination {
            Destination::Terminal => self.progress.aside(write),
            Destination::Stream => write(),
            Destination::File => {
                self.cut_short |= is_stopped;
                match self.cut_short {
                    true => Ok(()),
                    false => write(),
                }
            }
        }
    }

    /// How a run ends that may have been stopped, and would have ended with `exit` otherwise.
    pub fn end(self, stop: &AtomicBool, exit: Exit) -> Exit {
        if !stop.load(Ordering::Relaxed) {
            return exit;
        }
        complain(&match self.cut_short {
            true => "stopped; what was not finished is left out, and what came behind it",
            false => "stopped; what had not begun is left out",
        });
        exit.max(Exit::Undecided)
    }
}
