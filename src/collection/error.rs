//! What can be wrong with the files that problems come from.

use crate::notation::SyntaxError;
use crate::notation::kifu::RecordError;
use std::fmt;
use std::io;
use std::sync::Arc;
use thiserror::Error;

/// A place in an input, for people to find it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The file as it was named, `stdin`, or `--sfen`.
    pub source: Arc<str>,
    /// Counted from 1.
    pub line: u64,
    /// In characters, counted from 1.
    pub column: usize,
}

/// `file:line:column`, as compilers write it and editors understand it.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.source, self.line, self.column)
    }
}

/// Why a record, or a whole input, could not be read.
#[derive(Debug, Error)]
pub enum InputError {
    /// One record is not as it should be; others may be.
    #[error("{place}: read {read}, expected {expected}")]
    Record {
        /// Where.
        place: Place,
        /// What stands there, quoted or described.
        read: String,
        /// What should stand there.
        expected: String,
    },
    /// A file or folder cannot be read, or not to its end.
    #[error("{source_name}: {error}")]
    Unreadable {
        /// Its name.
        source_name: String,
        /// What the system says.
        error: io::Error,
    },
    /// A folder holds no problem file.
    #[error(
        "{folder}: read no problem file, expected *.jsonl, *.sfen, *.txt, *.kif, *.kifu, *.ki2, *.csa or *.jkf in the folder"
    )]
    NothingInFolder {
        /// Its name.
        folder: String,
    },
}

impl Place {
    /// The same line, `columns` characters further on.
    pub(super) fn right_by(&self, columns: usize) -> Place {
        Place {
            column: self.column + columns,
            ..self.clone()
        }
    }

    /// An error here.
    pub(super) fn error(&self, read: impl Into<String>, expected: impl Into<String>) -> InputError {
        InputError::Record {
            place: self.clone(),
            read: read.into(),
            expected: expected.into(),
        }
    }

    /// An error in a record of several lines that begins here.
    pub(super) fn record_error(&self, error: RecordError) -> InputError {
        let place = Place {
            line: self.line + error.line as u64 - 1,
            ..self.clone()
        };
        place.syntax_error(error.error)
    }

    /// An error in a text that begins here.
    pub(super) fn syntax_error(&self, error: SyntaxError) -> InputError {
        self.right_by(error.column - 1)
            .error(error.read, error.expected)
    }
}
