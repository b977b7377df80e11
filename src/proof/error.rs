//! Why a certificate is not accepted.

use super::Statement;
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

/// Why something is not proven.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Flaw {
    /// A statement about the root with no claim that makes it.
    #[error("no claim says \"{0}\" of the root")]
    NothingSaysSo(Statement),
    /// A claim that the others do not bear out.
    #[error("not proven: \"{claim}\" of {sfen}: {reason}")]
    Unfounded {
        /// What is claimed.
        claim: Statement,
        /// Of which position.
        sfen: String,
        /// What is missing.
        reason: Reason,
    },
}

/// What a claim lacks. Moves are in USI notation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Reason {
    /// The move that is to mate may not be played.
    #[error("{0} is not legal")]
    Illegal(String),
    /// The move that is to mate is no check.
    #[error("{0} gives no check")]
    NoCheck(String),
    /// A reply after which no claim says that there is a mate in time, and which is not futile.
    #[error("after {check} the reply {reply} is not answered")]
    Unanswered {
        /// The attacker's move.
        check: String,
        /// The defender's.
        reply: String,
    },
    /// A check with no reply that the claims call a refutation.
    #[error("no reply to {0} is shown to escape")]
    NoEscape(String),
}
