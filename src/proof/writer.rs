//! Writing certificates: from the positions and moves of [`board`](crate::board) to plain text.

use super::format::{CLAIMS, COUNT, END, EVER, EXCLUDE, MAGIC, MOST_PLIES, NOTHING, PROVES, SFEN};
use super::mailbox::Squares;
use super::pieces::Square;
use super::plain::{counts_of, mailbox_of, squares_of};
use super::text::{hand_text, square_name};
use super::{Counting, Horizon, Statement};
use crate::board::{Hand, Move, Position};
use std::io::{self, Write};

/// The position of a claim: the attacker is to move, and what is on no board and in no hand named here is the
/// defender's.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    /// The board, and the attacker as the side to move. Its hands do not matter.
    pub board: &'a Position,
    /// What the attacker holds: for a mate as little, for no mate as much as the claim allows.
    pub hand: Hand,
    /// Interposed pieces that came from the board and were taken away; almost always none.
    pub out_of_play: Hand,
}

impl<'a> Node<'a> {
    /// A position with exactly the attacker's hand that it has.
    pub fn of(position: &'a Position) -> Node<'a> {
        Node {
            board: position,
            hand: position.hand(position.side_to_move()),
            out_of_play: Hand::EMPTY,
        }
    }
}

/// Writes a certificate claim by claim, in any order; neighbours that resemble each other make it small.
///
/// Nothing is verified here: that is for [`check()`](super::check()).
pub struct Writer<W> {
    out: W,
    /// The board of the claim before.
    squares: Squares,
    claims: u64,
}

impl<W: Write> Writer<W> {
    /// Begins the certificate of a problem whose side to move attacks. There are one to sixteen statements, and
    /// numbers of plies are from 1 to 65,534.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn new(
        mut out: W,
        root: &Position,
        counting: Counting,
        statements: &[Statement],
    ) -> io::Result<Writer<W>> {
        let futile = match counting {
            Counting::CountAll => COUNT,
            Counting::ExcludeFutile => EXCLUDE,
        };
        let root = mailbox_of(root);
        write!(out, "{MAGIC}\n{SFEN} {root}\n{futile}\n")?;
        for statement in statements {
            writeln!(out, "{PROVES} {statement}")?;
        }
        writeln!(out, "{CLAIMS}")?;
        Ok(Writer {
            out,
            squares: root.squares,
            claims: 0,
        })
    }

    /// Claims that the attacker mates within `plies`, an odd number, beginning with `mv`.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn mate(&mut self, node: Node, plies: u16, mv: Move) -> io::Result<()> {
        debug_assert!((1..=MOST_PLIES).contains(&plies));
        self.claim(format_args!("m{plies}"), node, Some(mv))
    }

    /// Claims that the attacker does not mate so soon.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn no_mate(&mut self, node: Node, horizon: Horizon) -> io::Result<()> {
        match horizon {
            Horizon::Within(plies) => {
                debug_assert!((1..=MOST_PLIES).contains(&plies));
                self.claim(format_args!("n{plies}"), node, None)
            }
            Horizon::Ever => self.claim(format_args!("n{EVER}"), node, None),
        }
    }

    fn claim(&mut self, head: std::fmt::Arguments, node: Node, mv: Option<Move>) -> io::Result<()> {
        write!(self.out, "{head} ")?;
        self.changes(squares_of(node.board))?;
        write!(self.out, " {}", hand_field(node.hand))?;
        if let Some(mv) = mv {
            write!(self.out, " {mv}")?;
        }
        if !node.out_of_play.is_empty() {
            write!(self.out, " {}", hand_field(node.out_of_play))?;
        }
        self.claims += 1;
        writeln!(self.out)
    }

    fn changes(&mut self, squares: Squares) -> io::Result<()> {
        if squares == self.squares {
            return write!(self.out, "{NOTHING}");
        }
        for (square, (man, before)) in squares.iter().zip(&self.squares).enumerate() {
            if man != before {
                let square = square_name(square as Square);
                match man {
                    Some(man) => write!(self.out, "{square}{man}")?,
                    None => write!(self.out, "{square}.")?,
                }
            }
        }
        self.squares = squares;
        Ok(())
    }

    /// Ends the certificate and gives back what it was written to.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> io::Result<W> {
        writeln!(self.out, "{END} {}", self.claims)?;
        self.out.flush()?;
        Ok(self.out)
    }
}

fn hand_field(hand: Hand) -> String {
    let text = hand_text(&counts_of(hand));
    if text.is_empty() {
        NOTHING.to_string()
    } else {
        text
    }
}
