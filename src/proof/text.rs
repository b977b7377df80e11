//! Positions and moves in words, for those who read what the checker says. Nothing that it decides depends on them.

use super::mailbox::{Action, Mailbox};
use super::pieces::{Counts, Kind, Man, Side, Square};
use std::fmt;

/// USI notation.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Move { from, to, promotes } => {
                let plus = if promotes { "+" } else { "" };
                write!(f, "{}{}{plus}", square_name(from), square_name(to))
            }
            Action::Drop { kind, to } => write!(f, "{}*{}", kind.letter(), square_name(to)),
        }
    }
}

/// SFEN.
impl fmt::Display for Mailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in 0..9 {
            if rank > 0 {
                write!(f, "/")?;
            }
            let mut empty = 0;
            for file in (0..9).rev() {
                match self.at(file * 9 + rank) {
                    None => empty += 1,
                    Some(man) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        empty = 0;
                        write!(f, "{man}")?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
        }
        let side = match self.side {
            Side::Black => 'b',
            Side::White => 'w',
        };
        let hands = hand_text(&self.hands[0]) + &hand_text(&self.hands[1]).to_lowercase();
        let hands = if hands.is_empty() { "-" } else { &hands };
        write!(f, " {side} {hands} 1")
    }
}

/// SFEN's letters of a man.
impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.side {
            Side::Black => self.kind.letter(),
            Side::White => self.kind.letter().to_ascii_lowercase(),
        };
        write!(f, "{}{letter}", if self.promoted { "+" } else { "" })
    }
}

/// The pieces of a hand in SFEN's order, each kind's number before its letter; empty when there are none.
pub(super) fn hand_text(counts: &Counts) -> String {
    let written = Kind::HELD.iter().copied().rev();
    let written = written.filter(|&kind| counts[kind as usize] > 0);
    let written = written.map(|kind| match counts[kind as usize] {
        1 => kind.letter().to_string(),
        count => format!("{count}{}", kind.letter()),
    });
    written.collect()
}

/// USI's name of a square.
pub(super) fn square_name(square: Square) -> String {
    format!("{}{}", square / 9 + 1, (b'a' + square % 9) as char)
}
