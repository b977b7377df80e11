//! The line that a record states, as moves that can be played.

use super::{InputError, Place, Record};
use crate::board::{Intent, Move, Position, PositionBuilder, PositionError};
use crate::notation::kifu::{KifuBuilder, RecordError};
use crate::notation::{kif, usi};
use serde_json::{Value, json};

/// The solution that a record states, if it states one: its `line`, or the moves of a game record that begins with the
/// problem.
pub(super) fn solution(record: &Record) -> Option<Vec<Intent>> {
    let is_problem = record
        .game
        .as_ref()
        .is_some_and(|game| !game.is_whole_game());
    let field = |name: &str| record.fields.get(name).and_then(Value::as_array);
    let moves = field("line").or_else(|| field("moves").filter(|_| is_problem))?;
    let moves = moves.iter().map(|word| usi::parse(word.as_str()?).ok());
    moves.collect()
}

impl Record {
    /// The record with another line, in USI notation or as game records in KIF and KI2 have it.
    ///
    /// # Errors
    /// When it is no such line. A move that cannot be played may be the last one.
    pub fn with_line(mut self, text: &str) -> Result<Record, InputError> {
        let place = Place {
            source: "--line".into(),
            line: 1,
            column: 1,
        };
        let moves = read_line(text, &self.pieces, &place)?;
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        self.fields.insert("line".to_string(), json!(moves));
        Ok(self)
    }
}

fn read_line(
    text: &str,
    pieces: &PositionBuilder,
    place: &Place,
) -> Result<Vec<Intent>, InputError> {
    let mut intents = Vec::new();
    for (column, word) in words(text).filter(|&(_, word)| word != "moves") {
        match usi::parse(word) {
            Ok(intent) => intents.push(intent),
            Err(_) if intents.is_empty() => return read_record_line(text, pieces, place),
            Err(_) => {
                let place = Place {
                    column,
                    ..place.clone()
                };
                return Err(place.error(format!("{word:?}"), "a move such as 7g7f, 2b8h+ or G*5b"));
            }
        }
    }
    Ok(intents)
}

/// The words of a text with the columns where they begin, from 1.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let parts = text.split(char::is_whitespace).scan(1, |next, part| {
        let column = *next;
        *next += part.chars().count() + 1;
        Some((column, part))
    });
    parts.filter(|(_, part)| !part.is_empty())
}

/// Moves as KIF and KI2 have them.
fn read_record_line(
    text: &str,
    pieces: &PositionBuilder,
    place: &Place,
) -> Result<Vec<Intent>, InputError> {
    let no_position = |error: PositionError| place.error(error.to_string(), "a position");
    let record = kif::write(&KifuBuilder::new(pieces.clone()).finish()).map_err(no_position)?;
    let lines_before = record.text.lines().count();
    let kifu = kif::read(&(record.text + text + "\n")).map_err(|error| {
        let line = error.line.saturating_sub(lines_before).max(1);
        place.record_error(RecordError { line, ..error })
    })?;
    let moves = kifu.main_line().moves.iter();
    Ok(moves.map(|ply| ply.played).collect())
}

/// The moves of the field `line` as far as they can be played from `position`, and the rest as it is written.
pub(super) fn stated_line(record: &Record, position: &Position) -> (Vec<Move>, Vec<String>) {
    let words = record.fields.get("line").and_then(Value::as_array);
    let words: Vec<&str> = words
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let mut position = position.clone();
    let mut line = Vec::with_capacity(words.len());
    for word in &words {
        let Some(mv) = usi::parse(word)
            .ok()
            .and_then(|intent| position.legality(intent).ok())
        else {
            break;
        };
        position.make(mv);
        line.push(mv);
    }
    let rest = words[line.len()..]
        .iter()
        .map(ToString::to_string)
        .collect();
    (line, rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;

    fn place() -> Place {
        Place {
            source: "a.jsonl".into(),
            line: 1,
            column: 1,
        }
    }

    fn stated(line: &str) -> (Vec<String>, Vec<String>) {
        let sfen = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
        let record = format!(r#"{{"id":"a","sfen":"{sfen}"{line}}}"#);
        let record = Record::from_json(&record, &place()).unwrap();
        let (moves, rest) = stated_line(&record, &sfen.parse().unwrap());
        (moves.iter().map(ToString::to_string).collect(), rest)
    }

    #[test]
    fn the_line_is_played_as_far_as_it_goes() {
        let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(
            stated(r#","line":["G*5b"]"#),
            (words(&["G*5b"]), words(&[]))
        );
        assert_eq!(
            stated(r#","line":["G*5b","5a9i","P*1b"]"#),
            (words(&["G*5b"]), words(&["5a9i", "P*1b"]))
        );
        assert_eq!(stated(""), (words(&[]), words(&[])));
    }

    #[test]
    fn lines_are_read_as_people_write_them() {
        let pieces = sfen::parse("4k4/9/4P4/9/9/9/9/9/9 b RS 1").unwrap().builder;
        let read = |text: &str| match read_line(text, &pieces, &place()) {
            Ok(moves) => moves
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(" "),
            Err(error) => error.to_string(),
        };
        let line = "S*5b 5a4b R*4c";
        assert_eq!(read(line), line);
        assert_eq!(read("moves S*5b 5a4b R*4c"), line);
        assert_eq!(read("▲５二銀打△４二玉▲４三飛打"), line);
        assert_eq!(read("▲５二銀 △４二玉 ▲４三飛"), line);
        assert_eq!(read("1 ５二銀打\n2 ４二玉(51)\n3 ４三飛打"), line);
        assert_eq!(read(""), "");
        assert!(
            read("▲５二金").starts_with("a.jsonl:1:1: read"),
            "{}",
            read("▲５二金")
        );
        assert_eq!(
            read("S*5b  xx"),
            "a.jsonl:1:7: read \"xx\", expected a move such as 7g7f, 2b8h+ or G*5b"
        );
    }
}
