//! Game records (棋譜): headers, a start, moves with times and comments, variations, and how it all ended.
//!
//! A [`Kifu`] is what KIF, KI2, CSA and JKF files hold, whichever of them it was read from. It is put together by
//! a [`KifuBuilder`], which plays every move on a board: all moves of a record are legal but for the last of a
//! line, which may be the illegal move that ended the game.

mod build;
mod clocks;
mod ending;
mod error;
mod handicap;
mod headers;
mod judge;
mod loss;
mod positions;
mod size;
#[cfg(test)]
pub(crate) mod testing;
mod track;

pub use build::{KifuBuilder, PlayError};
pub(super) use clocks::Clocks;
pub use ending::Ending;
pub use error::RecordError;
pub use handicap::Handicap;
pub(super) use headers::Headers;
pub use headers::{MAX_HEADERS, TooManyHeaders};
pub use judge::{Event, Judgement, Verdict};
pub use loss::{Loss, Written};
pub use positions::Positions;
pub(super) use track::Track;

use crate::board::{Color, Intent, PositionBuilder, Square};
use std::time::Duration;

/// A game record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kifu {
    headers: Headers,
    start: PositionBuilder,
    lines: Vec<Line>,
}

/// What a record says about itself, such as `作者：伊藤看寿`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The words before the colon, such as `作者`.
    pub key: String,
    /// The text after it.
    pub value: String,
}

/// A remark on a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// One line of a comment.
    Comment(String),
    /// The name of a bookmark (しおり).
    Bookmark(String),
}

/// The main line, or a variation (変化).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Which move is its first, counted from 1 at the start. A variation shares all moves before that with the
    /// line that stands before it in the record.
    pub first: usize,
    /// What is remarked before its first move.
    pub notes: Vec<Note>,
    /// Its own moves.
    pub moves: Vec<Ply>,
    /// What is written after the last move.
    pub end: Option<End>,
}

/// A move and what is told about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// What was played.
    pub played: Intent,
    /// How long it took.
    pub time: Option<Duration>,
    /// What is remarked on it.
    pub notes: Vec<Note>,
}

/// The end of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// How it ended.
    pub ending: Ending,
    /// How long the player who ended it thought before.
    pub time: Option<Duration>,
    /// What is remarked on it.
    pub notes: Vec<Note>,
}

impl Kifu {
    /// The headers in their order. The handicap is none of them: it is what the start shows.
    pub fn headers(&self) -> &[Header] {
        self.headers.as_slice()
    }

    /// The value of the first header with this key.
    pub fn header(&self, key: &str) -> Option<&str> {
        let header = self.headers().iter().find(|header| header.key == key)?;
        Some(&header.value)
    }

    /// The pieces before the first move, exactly as they are written.
    pub fn start(&self) -> &PositionBuilder {
        &self.start
    }

    /// The remarks before the first move.
    pub fn notes(&self) -> &[Note] {
        &self.main_line().notes
    }

    /// The main line and then the variations. Each of these leaves the line before it, or one that that one left
    /// itself: from the end of a record to its beginning, as KIF files have it.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The moves that were played, or the solution.
    pub fn main_line(&self) -> &Line {
        &self.lines[0]
    }

    /// Whether it begins as games begin, with all pieces or with a usual handicap.
    pub fn is_whole_game(&self) -> bool {
        Handicap::of(&self.start).is_some()
    }

    /// Who plays a move of this number, counted from 1.
    pub fn mover(&self, ply: usize) -> Color {
        let first = self.start.mover();
        if ply % 2 == 1 {
            first
        } else {
            first.opponent()
        }
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = Intent> {
        self.main_line().moves.iter().map(|ply| ply.played)
    }

    /// Where the last of the first `plies` moves of the main line went.
    pub fn last_to(&self, plies: usize) -> Option<Square> {
        let last = self.main_line().moves.get(plies.checked_sub(1)?)?;
        Some(last.played.to())
    }

    /// The record with the pieces that stand nowhere in the hand of whose turn it is not at the start, as problems
    /// mean it. Games that begin as games do stay as they are.
    pub fn with_completed_hands(mut self) -> Kifu {
        if !self.is_whole_game() {
            let defender = self.start.mover().opponent();
            self.start.hold_the_rest(defender);
        }
        self
    }

    /// For each line, in their order, which line it leaves; `None` for the main line.
    pub(super) fn parents(&self) -> Vec<Option<usize>> {
        let mut parents = Vec::with_capacity(self.lines.len());
        let mut path: Vec<usize> = Vec::new();
        for (index, line) in self.lines.iter().enumerate() {
            while path
                .last()
                .is_some_and(|&last| last > 0 && self.lines[last].first >= line.first)
            {
                path.pop();
            }
            parents.push(path.last().copied());
            path.push(index);
        }
        parents
    }
}
