//! Reading CSA.

use super::names;
use super::start::{self, color, expect_end, kind, square};
use crate::board::{Color, Intent, PositionBuilder, Promotion};
use crate::notation::SyntaxError;
use crate::notation::cursor::Cursor;
use crate::notation::kifu::{
    Ending, Handicap, Headers, Kifu, KifuBuilder, Note, PlayError, RecordError,
};
use std::time::Duration;

/// Reads one record in CSA; a line with `/` alone, which stands between two records, ends it.
///
/// ```
/// use tsume::notation::csa;
/// let kifu = csa::read("V2.2\nN+A\nPI\n+\n+7776FU\nT12\n-3334FU\n%TORYO\n")?;
/// assert_eq!(kifu.header("先手"), Some("A"));
/// assert_eq!(kifu.main_line().moves.len(), 2);
/// let error = csa::read("PI\n+\n+7776KI\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 3, column 6: read KI, expected the piece that stands there");
/// # Ok::<(), tsume::notation::kifu::RecordError>(())
/// ```
///
/// # Errors
/// Where the text stops being a record, or a move cannot be played.
pub fn read(text: &str) -> Result<Kifu, RecordError> {
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_end();
        if line == "/" {
            break;
        }
        reader.line(line).map_err(|error| RecordError {
            line: index + 1,
            error,
        })?;
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    headers: Headers,
    /// Comments before the first move.
    notes: Vec<Note>,
    pieces: PositionBuilder,
    has_pieces: bool,
    /// The record, as soon as its moves begin.
    game: Option<KifuBuilder>,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), SyntaxError> {
        match line.chars().next() {
            None => Ok(()),
            Some('\'') => {
                self.comment(line);
                Ok(())
            }
            Some('V' | 'N' | '$' | 'P') => self.before_the_moves(line),
            _ => self.statements(line),
        }
    }

    /// `'*` and a comment; others are not for people.
    fn comment(&mut self, line: &str) {
        if let Some(text) = line.strip_prefix("'*") {
            let note = Note::Comment(text.to_string());
            match &mut self.game {
                Some(game) => game.note(note),
                None => self.notes.push(note),
            }
        }
    }

    fn before_the_moves(&mut self, line: &str) -> Result<(), SyntaxError> {
        if self.game.is_some() {
            return Err(Cursor::new(line).error_at_word("a move, as moves have begun"));
        }
        if line.starts_with('P') {
            self.has_pieces = true;
            return start::read(line, &mut self.pieces);
        }
        let player = [("N+", "先手"), ("N-", "後手")];
        let player = player
            .iter()
            .find_map(|&(prefix, key)| Some((key, line.strip_prefix(prefix)?)));
        match player.or_else(|| names::header(line)) {
            Some((key, value)) => {
                let pushed = self.headers.push(key, value);
                return pushed.map_err(|error| {
                    Cursor::new(line).error_reading(error.to_string(), "no more headers")
                });
            }
            None if line.starts_with('V') => {}
            None => return Err(Cursor::new(line).error_at_word("N+, N- or $KEYWORD:")),
        }
        Ok(())
    }

    /// Moves, times and ends; several on a line stand between commas.
    fn statements(&mut self, line: &str) -> Result<(), SyntaxError> {
        let mut column = 1;
        for statement in line.split(',') {
            self.statement(statement.trim())
                .map_err(|error| SyntaxError {
                    column: error.column + column - 1,
                    ..error
                })?;
            column += statement.chars().count() + 1;
        }
        Ok(())
    }

    fn statement(&mut self, text: &str) -> Result<(), SyntaxError> {
        let mut cursor = Cursor::new(text);
        match text.chars().next() {
            Some('+' | '-') if text.len() == 1 => self.side_to_move(text),
            Some('+' | '-') => self.played(&mut cursor),
            Some('T') => self.time(text),
            Some('%') => self.end(text),
            None => Ok(()),
            _ => {
                Err(cursor.error_at_word("a move such as +7776FU, T and seconds, or % and an end"))
            }
        }
    }

    fn side_to_move(&mut self, text: &str) -> Result<(), SyntaxError> {
        if self.game.is_some() {
            return Err(Cursor::new(text).error("a move such as +7776FU"));
        }
        self.begin(Some(color_of(text)));
        Ok(())
    }

    /// The record whose moves have begun, or begin now.
    fn game(&mut self, side: Option<Color>) -> &mut KifuBuilder {
        if self.game.is_none() {
            self.begin(side);
        }
        self.game.as_mut().expect("it has just been begun")
    }

    fn begin(&mut self, side: Option<Color>) {
        let mut pieces = match self.has_pieces {
            true => std::mem::take(&mut self.pieces),
            false => Handicap::Even.start(),
        };
        if let Some(side) = side {
            pieces.side_to_move(side);
        }
        let gives_handicap =
            Handicap::of(&pieces).is_some_and(|handicap| handicap != Handicap::Even);
        let mut headers = std::mem::take(&mut self.headers);
        if gives_handicap {
            headers.rename("先手", "下手");
            headers.rename("後手", "上手");
        }
        let mut game = KifuBuilder::new(pieces).with_headers(headers);
        for note in self.notes.drain(..) {
            game.note(note);
        }
        self.game = Some(game);
    }

    fn played(&mut self, cursor: &mut Cursor) -> Result<(), SyntaxError> {
        let start = cursor.clone();
        let mover = color(cursor);
        let from = square(cursor)?;
        let at_target = cursor.clone();
        let Some(to) = square(cursor)? else {
            return Err(at_target.error_at_word("a square 11-99"));
        };
        let at_kind = cursor.clone();
        let kind = kind(cursor)?;
        expect_end(cursor)?;
        let game = self.game(mover);
        let not_played =
            |error: PlayError| start.error_reading(error.to_string(), "a move that can be played");
        let position = game.position().map_err(not_played)?;
        if mover != Some(position.side_to_move()) {
            return Err(start.error_at_word(match position.side_to_move() {
                Color::Black => "a move of Black, +",
                Color::White => "a move of White, -",
            }));
        }
        let intent = match from {
            None => Intent::Drop { kind, to },
            Some(from) => {
                let before = position.piece_at(from).map(|piece| piece.kind());
                let promotion = match before {
                    Some(before) if before == kind => Promotion::No,
                    Some(before) if before.promoted() == Some(kind) => Promotion::Yes,
                    Some(_) => {
                        let read = names::name_of_kind(kind).to_string();
                        return Err(at_kind.error_reading(read, "the piece that stands there"));
                    }
                    None => Promotion::No,
                };
                Intent::Board {
                    from,
                    to,
                    promotion,
                }
            }
        };
        game.play(intent).map_err(not_played)
    }

    /// `T12`, or `T12.345`.
    fn time(&mut self, text: &str) -> Result<(), SyntaxError> {
        const LONGEST: f64 = 1e9;
        let seconds = text[1..]
            .parse::<f64>()
            .ok()
            .filter(|seconds| (0.0..LONGEST).contains(seconds));
        let seconds =
            seconds.ok_or_else(|| Cursor::new(text).error_at_word("T and a number of seconds"))?;
        let milliseconds = (seconds * 1000.0).round() as u64;
        self.game(None).time(Duration::from_millis(milliseconds));
        Ok(())
    }

    /// `%TORYO`. Whose illegal action it was may stand before the word.
    fn end(&mut self, text: &str) -> Result<(), SyntaxError> {
        let error = |read: String| {
            Cursor::new(text).error_reading(read, "how the game ended, such as %TORYO")
        };
        let game = self.game(None);
        let side = game.side_to_move();
        let ending = match &text[1..] {
            action @ ("+ILLEGAL_ACTION" | "-ILLEGAL_ACTION") if color_of(action) == side => {
                Some(Ending::IllegalMove)
            }
            "+ILLEGAL_ACTION" | "-ILLEGAL_ACTION" => Some(Ending::IllegalMoveBefore),
            "ILLEGAL_ACTION" => None,
            word => Ending::of_csa_word(word),
        };
        let ending = ending.ok_or_else(|| error(Cursor::new(text).word().to_string()))?;
        game.end(ending).map_err(|reason| error(reason.to_string()))
    }

    fn finish(mut self) -> Result<Kifu, RecordError> {
        if !self.has_pieces && self.game.is_none() {
            return Err(RecordError::at_line(
                1,
                "no pieces and no move",
                "a game record",
            ));
        }
        self.game(None);
        Ok(self.game.expect("it has just been begun").finish())
    }
}

fn color_of(text: &str) -> Color {
    if text.starts_with('-') {
        Color::White
    } else {
        Color::Black
    }
}
