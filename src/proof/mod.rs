//! Certificates: proofs that others can check.
//!
//! A certificate is about one problem. It holds *claims* about positions in which the attacker is to move,
//! and states what they come to for the problem itself ([`Statement`]). [`check()`] verifies it with plain rules of its own:
//! a board of 81 boxes and a generator that tries each move. Neither the search nor the bitboards have a part in it.
//! [`Writer`] makes one out of the positions that a search knows; [`mod@format`] says how it is written.
//!
//! The checker is short: all of this module but the tests, the `writer` and the words (`error`, `text`) is under 1,000 lines of
//! code. What has to be trusted is less: `check`, the rules (`pieces`, `mailbox`), the table of `claims`, and how a position is
//! printed (`text`). How a certificate is read (`reader`, `claim_line`, and `plain`, which takes the problem over from
//! [`board`](crate::board)) cannot make a wrong one pass: what it is taken for is what is verified, and what is said to be proven.
//!
//! # What is verified
//!
//! A claim is about a board and both hands. It *covers* another position with the same board when its verdict holds there
//! all the more: a mate covers a position in which the attacker holds at least as much and the defender at most as
//! much, no mate the other way round. Each claim is verified on its own, while all others are trusted:
//!
//! * *Mate within n, by this check*: the check is legal, and every reply is answered within n − 1. A reply is answered within k
//!   when it leads to a position that a mate within k − 1 covers, or when it is futile for k.
//! * *No mate within n*: each legal check has a reply that holds out for more than k = n − 1. A reply does when k − 1 is
//!   less than one or no mate within k − 1 covers the position after it, and when it is not futile for k.
//! * *Never mate*: each legal check has a reply that leads to a position that "never mate" covers.
//!
//! Only when futile interpositions (無駄合) are excluded can a reply be futile. The piece X gives check from afar, alone, and the reply steps
//! between X and the king. It is futile for k when
//!
//! * X can legally take it with check, and the position without the interposed piece (a dropped one is back in the
//!   defender's hand, one that moved is out of play) is answered within the same k; or
//! * another piece can legally take it, checking itself, and what follows is answered within 0.
//!
//! These positions are looked into then and there. X comes nearer to the king each time, so that there is an end to it.
//!
//! # Why that is a proof
//!
//! *Mate within n* leans on claims with a smaller n alone, so that induction over n makes all of them true. *No mate within n*
//! leans on claims for a smaller n, or on "never", in the same way. "Never mate" claims may lean on each other in circles:
//! together they say that the defender has, whatever the check, a reply that stays among the positions claimed. He
//! who need never leave a set of positions, none of which is mate, is never mated. No order is needed.
//!
//! Repetition needs no treatment. In a proof of mate n falls at every turn, and in a circle of checks the attacker mates nobody.
//!
//! Futile interpositions change lengths, never whether there is a mate, and so "never mate" does without them. Suppose a position is answered
//! within some k when they are excluded. By induction over k, and then over how far X is from the king, it is mate when they count:
//! replies that are not futile lead to mates by assumption. A futile one is taken by X, and the position without it is mate by
//! assumption; the real one differs by a piece more for the attacker and no piece more for the defender, and is
//! mate all the more. Or it is taken by another piece, and all replies to that are futile interpositions nearer to the king.
//!
//! More in the attacker's hand, or less in the defender's, never hurts the attacker. He can do all that he could before, and the
//! defender no more than before. Two pawns on a file are a matter of the board. Whether a dropped pawn mates does not depend on
//! hands either, for nothing fits between it and the king.

mod check;
mod claim_line;
mod claims;
mod error;
pub mod format;
mod mailbox;
mod pieces;
mod plain;
mod reader;
mod text;
mod writer;

pub use error::{CertificateError, Flaw, Reason};
pub use writer::{Node, Writer};

use std::fmt;
use std::io::BufRead;

/// How interpositions are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counting {
    /// Every legal interposition is a reply and counts.
    CountAll,
    /// Futile interpositions are no replies.
    ExcludeFutile,
}

/// How far "no mate" reaches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Horizon {
    /// There is no mate within so many plies.
    Within(u16),
    /// There is none, however long.
    Ever,
}

/// What a certificate proves of its problem, or a claim says of its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statement {
    /// The attacker mates within so many plies.
    MateWithin(u16),
    /// He does not.
    NoMate(Horizon),
}

/// As certificates say it: `mate 21`, `no mate 19`, `no mate ever`.
impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Statement::MateWithin(plies) => write!(f, "mate {plies}"),
            Statement::NoMate(Horizon::Within(plies)) => write!(f, "no mate {plies}"),
            Statement::NoMate(Horizon::Ever) => write!(f, "no mate ever"),
        }
    }
}

/// What a certificate has proven.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proven {
    /// The problem; the side to move attacks, and pieces that stand nowhere belong to nobody.
    pub sfen: String,
    /// How interpositions are counted.
    pub counting: Counting,
    /// What is true of the problem.
    pub statements: Vec<Statement>,
    /// How many claims were verified.
    pub claims: usize,
}

/// Reads a certificate to its end and verifies every claim.
///
/// ```
/// use tsume::board::Position;
/// use tsume::notation::usi;
/// use tsume::proof::{Counting, Node, Statement, Writer, check};
///
/// let root: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
/// let mate = root.legality(usi::parse("G*5b").unwrap())?;
/// let mut certificate = Vec::new();
/// let mut writer = Writer::new(
///     &mut certificate,
///     &root,
///     Counting::ExcludeFutile,
///     &[Statement::MateWithin(1)],
/// )?;
/// writer.mate(Node::of(&root), 1, mate)?;
/// writer.finish()?;
/// assert_eq!(check(certificate.as_slice())?.claims, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When it cannot be read, and when it does not prove what it states.
pub fn check(input: impl BufRead) -> Result<Proven, CertificateError> {
    let certificate = reader::read(input)?;
    check::verify(
        &certificate.claims,
        &certificate.root,
        certificate.counting,
        &certificate.statements,
    )?;
    Ok(Proven {
        sfen: certificate.root.to_string(),
        counting: certificate.counting,
        claims: certificate.claims.len(),
        statements: certificate.statements,
    })
}
