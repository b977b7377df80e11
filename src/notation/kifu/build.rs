//! Putting a record together move by move.

use super::{End, Ending, Headers, Kifu, Line, Note, Ply, TooManyHeaders, Track};
use crate::board::{Color, Illegality, Intent, Position, PositionBuilder, PositionError, Square};
use std::time::Duration;
use thiserror::Error;

/// How deep variations of variations go; JKF, which nests them, is read no deeper.
pub(super) const MAX_NESTING: usize = 32;

/// Reads a record into a [`Kifu`] and plays its moves.
///
/// ```
/// use tsume::board::Position;
/// use tsume::notation::kifu::{Ending, KifuBuilder};
/// use tsume::notation::usi;
/// let mut game = KifuBuilder::new(Position::initial().to_builder());
/// game.play(usi::parse("7g7f")?)?;
/// game.play(usi::parse("3c3d")?)?;
/// game.end(Ending::Resignation)?;
/// game.branch(2)?; // another second move
/// game.play(usi::parse("8c8d")?)?;
/// let kifu = game.finish();
/// assert_eq!(kifu.main_line().moves.len(), 2);
/// assert_eq!(kifu.lines()[1].first, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct KifuBuilder {
    kifu: Kifu,
    track: Result<Track, PositionError>,
    /// The illegal move that the line ends with.
    illegal: Option<Illegality>,
    /// The first moves of the lines that the moves on the board belong to.
    branches: Vec<usize>,
}

/// Why something cannot come next in a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum PlayError {
    /// The start is no position, so that no move can be played from it.
    #[error("a move from pieces that make no position: {0}")]
    Start(PositionError),
    /// There is no such piece.
    #[error("{0}: {error}", error = Illegality::NothingThere)]
    NothingThere(Intent),
    /// The line has ended with an illegal move.
    #[error("something after move {ply}, which is illegal: {reason}")]
    AfterIllegalMove {
        /// Which move, counted from 1.
        ply: usize,
        /// Why.
        reason: Illegality,
    },
    /// The line has ended.
    #[error("something after the end of the game")]
    AfterEnd,
    /// The line before a variation has no such move.
    #[error("a variation of move {0}, which there is not before it")]
    NothingToVary(usize),
    /// A variation of a variation, and so on too often.
    #[error("variations nested more than {MAX_NESTING} deep")]
    TooDeep,
}

impl KifuBuilder {
    /// A record that begins with these pieces.
    pub fn new(start: PositionBuilder) -> KifuBuilder {
        KifuBuilder {
            track: Track::new(&start),
            kifu: Kifu {
                headers: Headers::default(),
                start,
                lines: vec![empty_line(1)],
            },
            illegal: None,
            branches: Vec::new(),
        }
    }

    /// The record with these headers instead of those that it has.
    pub(in crate::notation) fn with_headers(mut self, headers: Headers) -> KifuBuilder {
        self.kifu.headers = headers;
        self
    }

    /// Adds a header. Line breaks become spaces, for a header is one line.
    ///
    /// # Errors
    /// When there are [`MAX_HEADERS`](super::MAX_HEADERS) already.
    pub fn header(&mut self, key: &str, value: &str) -> Result<(), TooManyHeaders> {
        self.kifu.headers.push(key, value)
    }

    /// Adds a remark on what came last: the start, the beginning of a variation, a move, or the end of a line.
    pub fn note(&mut self, note: Note) {
        let line = self.line();
        let notes = match (&mut line.end, line.moves.last_mut()) {
            (Some(end), _) => &mut end.notes,
            (None, Some(ply)) => &mut ply.notes,
            (None, None) => &mut line.notes,
        };
        notes.push(note);
    }

    /// Says how long the last move took, or the thought before the end.
    pub fn time(&mut self, time: Duration) {
        let line = self.line();
        if let Some(end) = &mut line.end {
            end.time = Some(time);
        } else if let Some(ply) = line.moves.last_mut() {
            ply.time = Some(time);
        }
    }

    /// The position in which the next move is played.
    ///
    /// # Errors
    /// When no move can follow, or the pieces at the start make no position.
    pub fn position(&self) -> Result<&Position, PlayError> {
        self.check_open()?;
        let track = self.track.as_ref();
        track
            .map(Track::position)
            .map_err(|&error| PlayError::Start(error))
    }

    /// Where the last move went.
    pub fn previous_to(&self) -> Option<Square> {
        self.track.as_ref().ok()?.previous_to()
    }

    /// Whose turn it is, also after an illegal move.
    pub fn side_to_move(&self) -> Color {
        self.kifu.mover(self.next_ply())
    }

    /// Which move comes next, counted from 1.
    pub fn next_ply(&self) -> usize {
        let line = &self.kifu.lines[self.kifu.lines.len() - 1];
        line.first + line.moves.len()
    }

    /// Plays a move. An illegal one is taken down too, but nothing can follow it.
    ///
    /// # Errors
    /// When no move can follow, or there is no such piece.
    pub fn play(&mut self, intent: Intent) -> Result<(), PlayError> {
        self.check_open()?;
        let track = self
            .track
            .as_mut()
            .map_err(|error| PlayError::Start(*error))?;
        self.illegal = match track.play(intent) {
            Ok(_) => None,
            Err(Illegality::NothingThere) if is_on_the_board(intent) => {
                return Err(PlayError::NothingThere(intent));
            }
            Err(reason) => Some(reason),
        };
        self.line().moves.push(Ply {
            played: intent,
            time: None,
            notes: Vec::new(),
        });
        Ok(())
    }

    /// Ends the line.
    ///
    /// # Errors
    /// When it has ended already.
    pub fn end(&mut self, ending: Ending) -> Result<(), PlayError> {
        if self.has_ended() {
            return Err(PlayError::AfterEnd);
        }
        self.line().end = Some(End {
            ending,
            time: None,
            notes: Vec::new(),
        });
        Ok(())
    }

    /// Whether the line has an end.
    pub fn has_ended(&self) -> bool {
        self.kifu.lines[self.kifu.lines.len() - 1].end.is_some()
    }

    /// Begins a variation: what follows is played instead of move `ply` of the line before.
    ///
    /// # Errors
    /// When there is no such move, and no end in its place, or variations are nested too deep.
    pub fn branch(&mut self, ply: usize) -> Result<(), PlayError> {
        let track = self
            .track
            .as_mut()
            .map_err(|error| PlayError::Start(*error))?;
        let last = self.kifu.lines.len() - 1;
        let line = &self.kifu.lines[last];
        let own = line.moves.len() + usize::from(line.end.is_some());
        // A variation that has nothing of its own is as good as not begun.
        let own = if last == 0 { own } else { own.max(1) };
        // What ends a game after an illegal move has no position of its own to be varied from.
        let is_after_illegal = self.illegal.is_some() && ply >= line.first + line.moves.len();
        if ply == 0 || ply >= line.first + own || is_after_illegal {
            return Err(PlayError::NothingToVary(ply));
        }
        while self.branches.last().is_some_and(|&branch| branch >= ply) {
            self.branches.pop();
        }
        if self.branches.len() == MAX_NESTING {
            return Err(PlayError::TooDeep);
        }
        self.branches.push(ply);
        track.back_to(ply - 1);
        self.illegal = None;
        self.kifu.lines.push(empty_line(ply));
        Ok(())
    }

    /// The record. Variations that say nothing are left out.
    pub fn finish(mut self) -> Kifu {
        let mut variations = self.kifu.lines.split_off(1);
        variations.retain(|line| *line != empty_line(line.first));
        self.kifu.lines.append(&mut variations);
        self.kifu
    }

    fn line(&mut self) -> &mut Line {
        let last = self.kifu.lines.len() - 1;
        &mut self.kifu.lines[last]
    }

    fn check_open(&self) -> Result<(), PlayError> {
        match self.illegal {
            _ if self.has_ended() => Err(PlayError::AfterEnd),
            Some(reason) => Err(PlayError::AfterIllegalMove {
                ply: self.next_ply() - 1,
                reason,
            }),
            None => Ok(()),
        }
    }
}

fn empty_line(first: usize) -> Line {
    Line {
        first,
        notes: Vec::new(),
        moves: Vec::new(),
        end: None,
    }
}

fn is_on_the_board(intent: Intent) -> bool {
    matches!(intent, Intent::Board { .. })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::usi;

    fn builder(moves: &str) -> KifuBuilder {
        let mut builder = KifuBuilder::new(Position::initial().to_builder());
        for mv in moves.split_whitespace() {
            builder.play(usi::parse(mv).unwrap()).unwrap();
        }
        builder
    }

    #[test]
    fn nothing_follows_an_illegal_move_but_the_end() {
        let mut builder = builder("7g7f 3c3d 8h2b");
        builder.play(usi::parse("P*5e").unwrap()).unwrap();
        let next = builder.play(usi::parse("6g6f").unwrap());
        insta::assert_snapshot!(next.unwrap_err(), @"something after move 4, which is illegal: there is no such piece to move");
        builder.end(Ending::IllegalMoveBefore).unwrap();
        assert_eq!(builder.end(Ending::Checkmate), Err(PlayError::AfterEnd));
        assert_eq!(builder.finish().main_line().moves.len(), 4);
    }

    #[test]
    fn an_illegal_move_can_be_varied_but_not_what_comes_after_it() {
        let mut builder = builder("7g7f 3c3d 8h2b");
        builder.play(usi::parse("P*5e").unwrap()).unwrap();
        builder.end(Ending::IllegalMoveBefore).unwrap();
        assert_eq!(builder.branch(5), Err(PlayError::NothingToVary(5)));
        builder.branch(4).unwrap();
        builder.play(usi::parse("3a2b").unwrap()).unwrap();
    }

    #[test]
    fn a_move_of_nothing_is_no_move() {
        let mut builder = builder("7g7f");
        let error = builder.play(usi::parse("5e5d").unwrap()).unwrap_err();
        insta::assert_snapshot!(error, @"5e5d: there is no such piece to move");
    }

    #[test]
    fn variations_leave_the_line_before_them() {
        let mut builder = builder("7g7f 3c3d 2g2f 8c8d");
        assert_eq!(builder.branch(5), Err(PlayError::NothingToVary(5)));
        builder.end(Ending::Interruption).unwrap();
        builder.branch(5).unwrap();
        builder.play(usi::parse("2f2e").unwrap()).unwrap();
        builder.branch(3).unwrap();
        builder.play(usi::parse("6g6f").unwrap()).unwrap();
        builder.play(usi::parse("8c8d").unwrap()).unwrap();
        builder.branch(4).unwrap();
        builder.play(usi::parse("4c4d").unwrap()).unwrap();
        builder.branch(3).unwrap();
        builder.play(usi::parse("5g5f").unwrap()).unwrap();
        let kifu = builder.finish();
        let firsts: Vec<usize> = kifu.lines().iter().map(|line| line.first).collect();
        assert_eq!(firsts, [1, 5, 3, 4, 3]);
        assert_eq!(kifu.parents(), [None, Some(0), Some(0), Some(2), Some(0)]);
    }

    #[test]
    fn variations_are_nested_only_so_deep() {
        let mut builder = builder("");
        for depth in 0..=MAX_NESTING {
            let mv = ["2h3h", "8b7b", "3h2h", "7b8b"][depth % 4];
            builder.play(usi::parse(mv).unwrap()).unwrap();
            builder
                .play(usi::parse(["8b7b", "3h2h", "7b8b", "2h3h"][depth % 4]).unwrap())
                .unwrap();
            let branched = builder.branch(depth + 2);
            assert_eq!(
                branched,
                if depth < MAX_NESTING {
                    Ok(())
                } else {
                    Err(PlayError::TooDeep)
                }
            );
            if depth < MAX_NESTING {
                // The same move again: a variation need not differ.
                builder.track.as_mut().unwrap().back_to(depth + 1);
            }
        }
    }
}
