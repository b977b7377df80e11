//! Why a certificate is not accepted.

use super::Flaw;
use std::io;
use thiserror::Error;

/// Why a certificate is not accepted.
#[derive(Debug, Error)]
pub enum CertificateError {
    /// It is not written as certificates are, or breaks off.
    #[error("{line}:{column}: read {read}, expected {expected}")]
    Malformed {
        /// Counted from 1.
        line: u64,
        /// In characters, counted from 1.
        column: usize,
        /// What stands there, quoted or described.
        read: String,
        /// What should stand there.
        expected: String,
    },
    /// The system cannot read it.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It can be read and proves nothing.
    #[error(transparent)]
    Flawed(#[from] Flaw),
}

impl CertificateError {
    /// Something that is not as it should be; what was read is quoted, or described when there is nothing.
    pub(super) fn malformed(
        line: u64,
        column: usize,
        read: &str,
        expected: impl Into<String>,
    ) -> CertificateError {
        const QUOTED: usize = 40;
        let read = match read.char_indices().nth(QUOTED) {
            None if read.is_empty() => "nothing".to_string(),
            None => format!("{read:?}"),
            Some((end, _)) => format!("{:?}…", &read[..end]),
        };
        CertificateError::Malformed {
            line,
            column,
            read,
            expected: expected.into(),
        }
    }
}
