//! Reading KIF and KI2.

use super::line::{RecordPart, hand_owner, header, part, side_to_move};
use super::{board, clock, summary};
use crate::board::{Color, PositionBuilder, Square};
use crate::notation::cursor::{Cursor, SyntaxError};
use crate::notation::japanese::{self, color_of_mark};
use crate::notation::kifu::{
    Ending, Handicap, Headers, Kifu, KifuBuilder, Note, PlayError, RecordError,
};
use crate::notation::naming::NameError;

/// Reads one record in KIF or KI2.
///
/// ```
/// use tsume::notation::kif;
/// let kifu = kif::read("作者：無名\n手合割：平手\n   1 ７六歩(77)\n   2 投了\n")?;
/// assert_eq!(kifu.header("作者"), Some("無名"));
/// let error = kif::read("▲７六歩 △３五歩").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 1, column 6: read move 2, △３五歩: the piece does not move so, expected a legal move",
/// );
/// # Ok::<(), tsume::notation::kifu::RecordError>(())
/// ```
///
/// # Errors
/// Where the text stops being a record, or a move cannot be played.
pub fn read(text: &str) -> Result<Kifu, RecordError> {
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        reader.number = index + 1;
        reader.line(line)?;
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    /// The line in hand, counted from 1.
    number: usize,
    preamble: Preamble,
    /// The record, as soon as its moves begin.
    game: Option<KifuBuilder>,
    /// What is added to the number of a move to make the first number 1.
    numbers_before: Option<u32>,
}

/// Everything before the moves.
#[derive(Default)]
struct Preamble {
    headers: Headers,
    notes: Vec<Note>,
    /// A name of a handicap, known or not, and its line.
    handicap: Option<(String, usize)>,
    pieces: PositionBuilder,
    ranks: u8,
    side: Option<Color>,
    holds_pieces: bool,
    /// Where the move before the position went.
    previous_to: Option<Square>,
}

type Result<T, E = RecordError> = std::result::Result<T, E>;

impl Reader {
    fn line(&mut self, line: &str) -> Result<()> {
        match part(line) {
            RecordPart::Nothing => Ok(()),
            RecordPart::Note => self.note(line),
            RecordPart::Header(_) => self.header(line),
            RecordPart::BoardRank => self.board_rank(line),
            RecordPart::BoardEdge => self.board_edge(line),
            RecordPart::MovesHead => self.game().map(|_| ()),
            RecordPart::Move => self.numbered_move(line),
            RecordPart::BookMoves => self.book_moves(line),
            RecordPart::Variation => self.variation(line),
            RecordPart::Summary => self.summary(line),
            RecordPart::Unknown => {
                let cursor = at_first_character(line);
                Err(self.error(cursor.error_at_word("a header, a board, a move or a comment")))
            }
        }
    }

    fn error(&self, error: SyntaxError) -> RecordError {
        RecordError {
            line: self.number,
            error,
        }
    }

    fn play_error(&self, at: &Cursor, error: PlayError) -> RecordError {
        self.error(at.error_reading(error.to_string(), "a move that can be played"))
    }

    fn note(&mut self, line: &str) -> Result<()> {
        let text = line.trim_start();
        let note = match text.strip_prefix('&') {
            Some(name) => Note::Bookmark(name.trim_end().to_string()),
            None => Note::Comment(text[1..].to_string()),
        };
        match &mut self.game {
            Some(game) => game.note(note),
            None => self.preamble.notes.push(note),
        }
        Ok(())
    }

    /// The part of a record before its moves; an error when they have begun.
    fn preamble(&mut self, line: &str) -> Result<&mut Preamble> {
        if self.game.is_some() {
            let error = at_first_character(line).error_at_word("a move, as moves have begun");
            return Err(self.error(error));
        }
        Ok(&mut self.preamble)
    }

    fn header(&mut self, line: &str) -> Result<()> {
        let number = self.number;
        let preamble = self.preamble(line)?;
        let Some((key, value)) = header(line) else {
            return Ok(());
        };
        if let Some(color) = hand_owner(key) {
            preamble.holds_pieces |= !value.is_empty() && value != "なし";
            let mut cursor = Cursor::new(line);
            while cursor.next().is_some_and(|c| c != '：' && c != ':') {}
            let read = board::read_hand(&mut cursor, color, &mut preamble.pieces);
            return read.map_err(|error| self.error(error));
        }
        match key {
            "手合割" | "手合" => preamble.handicap = Some((value.to_string(), number)),
            "手番" => preamble.side = side_to_move(&format!("{value}番")).or(preamble.side),
            _ => {
                let pushed = preamble.headers.push(key, value);
                pushed.map_err(|error| {
                    let at = at_first_character(line);
                    self.error(at.error_reading(error.to_string(), "no more headers"))
                })?;
            }
        }
        Ok(())
    }

    fn board_rank(&mut self, line: &str) -> Result<()> {
        let preamble = self.preamble(line)?;
        if preamble.ranks == 9 {
            let error = at_first_character(line).error("nine ranks");
            return Err(self.error(error));
        }
        preamble.ranks += 1;
        let read = board::read_rank(line, preamble.ranks, &mut preamble.pieces);
        read.map_err(|error| self.error(error))
    }

    /// Whose turn it is and which move was the last; frames say nothing.
    fn board_edge(&mut self, line: &str) -> Result<()> {
        let preamble = self.preamble(line)?;
        if let Some(side) = side_to_move(line) {
            preamble.side = Some(side);
            return Ok(());
        }
        let mut cursor = at_first_character(line);
        if !cursor.take_text("手数＝") && !cursor.take_text("手数=") {
            return Ok(());
        }
        cursor.skip_space();
        let Some(played) = cursor.number() else {
            let error = cursor.error("the number of the last move");
            return Err(self.error(error));
        };
        preamble.pieces.ply(played.saturating_add(1));
        cursor.skip_space();
        cursor.take(color_of_mark);
        // A move that refers to the one before it by 同 tells nothing.
        preamble.previous_to = japanese::square(&mut cursor);
        Ok(())
    }

    /// The record whose moves have begun, or begin now.
    fn game(&mut self) -> Result<&mut KifuBuilder> {
        if self.game.is_none() {
            let preamble = std::mem::take(&mut self.preamble);
            self.preamble.previous_to = preamble.previous_to;
            self.game = Some(preamble.into_game(self.number)?);
        }
        Ok(self.game.as_mut().expect("it has just been begun"))
    }

    fn numbered_move(&mut self, line: &str) -> Result<()> {
        let mut cursor = at_first_character(line);
        let at_number = cursor.clone();
        let number = cursor.number().unwrap_or(u32::MAX);
        cursor.skip_space();
        self.check_number(number, &at_number)?;
        if let Some(ending) = Ending::of_word(ending_word(&cursor)) {
            cursor.take_text(ending_word(&cursor));
            let ended = self.game()?.end(ending);
            ended.map_err(|error| self.play_error(&at_number, error))?;
        } else {
            self.play(&mut cursor)?;
        }
        cursor.skip_space();
        let time = clock::read(&mut cursor).map_err(|error| self.error(error))?;
        if let Some(time) = time {
            self.game()?.time(time);
        }
        cursor.skip_space();
        // It marks moves that have variations.
        cursor.take_char('+');
        self.expect_end(cursor)
    }

    /// Moves are numbered one by one, from 1 or from the move that the start is said to be at.
    fn check_number(&mut self, number: u32, at: &Cursor) -> Result<()> {
        let next = u32::try_from(self.game()?.next_ply()).unwrap_or(u32::MAX);
        let before = *self
            .numbers_before
            .get_or_insert(number.saturating_sub(next));
        if number.checked_sub(before) == Some(next) {
            return Ok(());
        }
        let read = format!("number {number} for move {next}");
        Err(self.error(at.error_reading(read, "the moves in their order")))
    }

    /// Moves with their marks, any number of them on a line.
    fn book_moves(&mut self, line: &str) -> Result<()> {
        let mut cursor = at_first_character(line);
        while !cursor.is_at_end() {
            if cursor.peek().and_then(color_of_mark).is_none() {
                return Err(self.error(cursor.error_at_word("▲ or △ and a move")));
            }
            self.play(&mut cursor)?;
            cursor.skip_space();
        }
        Ok(())
    }

    /// Plays the move at the cursor.
    fn play(&mut self, cursor: &mut Cursor) -> Result<()> {
        let start = cursor.clone();
        let first_to = self.preamble.previous_to;
        let game = self.game()?;
        let previous_to = game.previous_to().or(first_to);
        let named = game
            .position()
            .map(|position| japanese::read_recorded(cursor, position, previous_to));
        let ply = game.next_ply();
        let intent = match named {
            Ok(Ok(intent)) => intent,
            Ok(Err(error)) => return Err(self.error(name_error(&start, ply, error))),
            Err(error) => return Err(self.play_error(&start, error)),
        };
        let played = self.game()?.play(intent);
        played.map_err(|error| self.play_error(&start, error))
    }

    fn variation(&mut self, line: &str) -> Result<()> {
        let mut cursor = at_first_character(line);
        let start = cursor.clone();
        cursor.take_text("変化");
        cursor.next();
        cursor.skip_space();
        let before = self.numbers_before.unwrap_or(0);
        let Some(number) = cursor.number() else {
            return Err(self.error(cursor.error("the number of the move that is varied")));
        };
        cursor.take_char('手');
        cursor.skip_space();
        let ply = number.saturating_sub(before) as usize;
        let branched = self.game()?.branch(ply);
        branched.map_err(|error| {
            let read = error.to_string();
            self.error(start.error_reading(read, "a variation of a move before it"))
        })?;
        self.expect_end(cursor)
    }

    fn summary(&mut self, line: &str) -> Result<()> {
        let game = self.game()?;
        if game.has_ended() {
            return Ok(());
        }
        match summary::read(line, game.side_to_move()) {
            Some(ending) => {
                let ended = game.end(ending);
                ended.map_err(|error| self.play_error(&Cursor::new(line), error))
            }
            None => {
                game.note(Note::Comment(line.trim().to_string()));
                Ok(())
            }
        }
    }

    fn expect_end(&self, mut cursor: Cursor) -> Result<()> {
        cursor.skip_space();
        if cursor.is_at_end() {
            Ok(())
        } else {
            Err(self.error(cursor.error_at_word("the end of the line")))
        }
    }

    fn finish(mut self) -> Result<Kifu> {
        let preamble = &self.preamble;
        let is_empty = preamble.ranks == 0 && preamble.handicap.is_none();
        if self.game.is_none() && is_empty {
            let read = "no board, no handicap and no move";
            return Err(RecordError::at_line(1, read, "a game record"));
        }
        self.game()?;
        Ok(self.game.expect("it has just been begun").finish())
    }
}

impl Preamble {
    fn into_game(self, line: usize) -> Result<KifuBuilder> {
        let start = self.start(line)?;
        let mut game = KifuBuilder::new(start).with_headers(self.headers);
        for note in self.notes {
            game.note(note);
        }
        Ok(game)
    }

    /// The board if there is one, whatever the handicap is said to be.
    fn start(&self, line: usize) -> Result<PositionBuilder> {
        if self.ranks == 9 {
            let mut pieces = self.pieces.clone();
            pieces.side_to_move(self.side.unwrap_or(Color::Black));
            return Ok(pieces);
        }
        if self.ranks > 0 {
            let read = format!("a board of {} ranks", self.ranks);
            return Err(RecordError::at_line(line, read, "nine ranks"));
        }
        if self.holds_pieces {
            let read = "pieces in hand without a board";
            return Err(RecordError::at_line(line, read, "a board"));
        }
        match &self.handicap {
            None => Ok(Handicap::Even.start()),
            Some((name, line)) => Handicap::of_name(name).map(Handicap::start).ok_or_else(|| {
                let read = format!("the handicap {name:?}");
                RecordError::at_line(*line, read, "a usual handicap, or a board")
            }),
        }
    }
}

fn at_first_character(line: &str) -> Cursor<'_> {
    let mut cursor = Cursor::new(line);
    cursor.skip_space();
    cursor
}

/// The word at the cursor without a time that may be right behind it.
fn ending_word<'a>(cursor: &Cursor<'a>) -> &'a str {
    let word = cursor.word();
    word.split(['(', '+']).next().unwrap_or(word)
}

/// An error about the move that has this number in its line.
fn name_error(start: &Cursor, ply: usize, error: NameError) -> SyntaxError {
    match error {
        NameError::Syntax(error) => error,
        other => {
            let name = quoted_name(start);
            let read = format!("move {ply}, {name}: {other}").replacen(": illegal", "", 1);
            start.error_reading(read, "a legal move")
        }
    }
}

/// The name of the move at the cursor, without the origin or the moves that may be right behind it.
fn quoted_name(start: &Cursor) -> String {
    const LONGEST: usize = 12;
    let mut characters = start.word().chars().take(LONGEST);
    let mark_or_first = characters.next();
    let rest = characters.take_while(|&c| c != '(' && color_of_mark(c).is_none());
    mark_or_first.into_iter().chain(rest).collect()
}
