//! Where a record stops being one.

use crate::notation::SyntaxError;
use thiserror::Error;

/// A text that is no game record, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, {error}")]
pub struct RecordError {
    /// In lines from 1.
    pub line: usize,
    /// What is wrong there.
    pub error: SyntaxError,
}

impl RecordError {
    /// An error at the beginning of a line.
    pub(in crate::notation) fn at_line(
        line: usize,
        read: impl Into<String>,
        expected: &'static str,
    ) -> RecordError {
        RecordError {
            line,
            error: SyntaxError {
                column: 1,
                read: read.into(),
                expected,
            },
        }
    }
}
