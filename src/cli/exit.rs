//! How the program ends.

use std::io;
use std::process::ExitCode;
use thiserror::Error;
use tsume::collection::{Concern, Summary};

/// The exit codes, the smallest concern first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exit {
    /// Every problem is as stated, or solved where nothing is stated.
    Success,
    /// Some problem is undecided within the limits.
    Undecided,
    /// Some problem differs from what is stated, or is not mate.
    Differs,
    /// Something could not be read.
    BadInput,
}

/// What the exit codes mean, for `--help`.
pub const EXIT_CODES: &str = "\
Exit codes:
  0  every problem is as stated, or mate where nothing is stated
  1  some problem contradicts what is stated, is not mate, or is no valid problem
  2  wrong usage, or some input could not be read
  3  some problem is undecided within the limits, or was stopped
Where several hold, the first in the order 2, 1, 3, 0 counts.";

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Success => 0,
            Exit::Differs => 1,
            Exit::BadInput => 2,
            Exit::Undecided => 3,
        })
    }
}

impl Exit {
    /// What a run comes to.
    pub fn of(summary: &Summary) -> Exit {
        if summary.unreadable > 0 {
            Exit::BadInput
        } else {
            summary.concern.map_or(Exit::Success, Exit::of_concern)
        }
    }

    /// What a run comes to that has no more to worry about than this.
    pub fn of_concern(concern: Concern) -> Exit {
        match concern {
            Concern::None => Exit::Success,
            Concern::Undecided => Exit::Undecided,
            Concern::NotMate | Concern::Differs => Exit::Differs,
        }
    }
}

/// Why the program cannot go on.
#[derive(Debug, Error)]
pub enum Failure {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A file cannot be opened.
    #[error("{path}: {error}")]
    File {
        /// Its name.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// A picture cannot be drawn.
    #[cfg(feature = "png")]
    #[error(transparent)]
    Picture(#[from] tsume::notation::picture::PngError),
    /// An argument makes no sense.
    #[error("{0}")]
    Usage(String),
}

impl Failure {
    /// Whether the reader of the output has gone, which is his right.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
