//! A problem as a collection gives it: the position, what is stated about it, and everything else as it came.

use super::human::printable;
use super::{InputError, Place};
use crate::board::{Intent, PositionBuilder, Square};
use crate::notation::kifu::{Handicap, Kifu, KifuBuilder};
use crate::notation::sfen::{self, Sfen};
use crate::notation::{jkf, usi};
use crate::tsume::{DefenderHand, InvalidProblem, Problem};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// One problem of a collection.
#[derive(Clone, Debug)]
pub struct Record {
    /// Where it was read.
    pub place: Place,
    /// Its name, unique in its collection.
    pub id: String,
    /// The pieces exactly as they are written.
    pub pieces: PositionBuilder,
    /// Where the move went that led to them, when that is known.
    pub last_to: Option<Square>,
    /// Whether they stand so in a game that began as games do, where both hands are what they are.
    pub is_of_game: bool,
    /// What its author or tradition says of it.
    pub stated: Stated,
    /// All its fields in their order, `id` and `sfen` among them.
    pub fields: Map<String, Value>,
    /// The game record that it was read from, when it was one.
    pub game: Option<Arc<Kifu>>,
}

/// What is stated about a problem before anybody solves it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Stated {
    /// Whether there is a mate; a stated length or line says so too.
    pub verdict: Option<Verdict>,
    /// The length in plies.
    pub plies: Option<u32>,
}

/// Mate or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// 詰.
    Mate,
    /// 不詰.
    NoMate,
}

impl Record {
    /// Reads a record from a line that holds a JSON object; `place` is where the line starts.
    ///
    /// # Errors
    /// When it is no such object, lacks `id` or `sfen`, or a field that means something here makes no sense.
    pub fn from_json(line: &str, place: &Place) -> Result<Record, InputError> {
        let fields = serde_json::from_str::<Map<String, Value>>(line)
            .map_err(|error| json_error(line, place, &error))?;
        let reader = Fields {
            line,
            place,
            fields: &fields,
        };
        Ok(Record {
            place: place.clone(),
            id: reader.id()?,
            pieces: reader.pieces()?,
            last_to: None,
            is_of_game: reader.is_of_game(),
            stated: reader.stated()?,
            fields,
            game: None,
        })
    }

    /// Reads a record from a line that holds a JSON object, a problem or a game in JKF; `id` is for games, which
    /// have none.
    ///
    /// # Errors
    /// As [`Record::from_json`], or when it is no game.
    pub fn from_json_or_jkf(line: &str, place: &Place, id: String) -> Result<Record, InputError> {
        // Problems come by the million, so that games are looked for only where one has failed to be one.
        let error = match Record::from_json(line, place) {
            Ok(record) => return Ok(record),
            Err(error) => error,
        };
        match serde_json::from_str::<Map<String, Value>>(line) {
            Ok(fields) if !fields.contains_key("sfen") && fields.contains_key("moves") => {
                let kifu = jkf::read(line).map_err(|error| place.record_error(error))?;
                Record::from_kifu(kifu, place, id)
            }
            _ => Err(error),
        }
    }

    /// Reads a record from an SFEN line; `place` is where the text starts.
    ///
    /// Moves that follow a position are its stated solution. After the word `position` they have been played
    /// already, as the USI protocol has it, and the problem is what they lead to.
    ///
    /// # Errors
    /// When it is not SFEN, or the moves cannot be played.
    pub fn from_sfen(line: &str, place: &Place, id: String) -> Result<Record, InputError> {
        let Sfen { builder, moves } =
            sfen::parse(line).map_err(|error| place.syntax_error(error))?;
        if line.trim_start().starts_with("position") {
            return played(builder, &moves, place, id);
        }
        let mut stated = Stated::default();
        let mut fields = Map::new();
        fields.insert("id".to_string(), json!(id));
        fields.insert("sfen".to_string(), json!(builder.to_string()));
        if !moves.is_empty() {
            stated = Stated {
                verdict: Some(Verdict::Mate),
                plies: u32::try_from(moves.len()).ok(),
            };
            let line: Vec<String> = moves.iter().map(ToString::to_string).collect();
            fields.insert("plies".to_string(), json!(stated.plies));
            fields.insert("line".to_string(), json!(line));
        }
        Ok(Record {
            place: place.clone(),
            id,
            pieces: builder,
            last_to: None,
            is_of_game: false,
            stated,
            fields,
            game: None,
        })
    }

    /// Who holds the pieces that stand nowhere: nobody in a game, and as `otherwise` says in a problem.
    pub fn defender_hand(&self, otherwise: DefenderHand) -> DefenderHand {
        match self.is_of_game {
            true => DefenderHand::AsGiven,
            false => otherwise,
        }
    }

    /// The problem that the pieces are, where `otherwise` says who holds those that stand nowhere unless the record
    /// is of a game.
    ///
    /// # Errors
    /// What no position may have, or that there is no king to mate.
    pub fn problem(&self, otherwise: DefenderHand) -> Result<Problem, InvalidProblem> {
        Problem::new(&self.pieces, self.defender_hand(otherwise))
    }

    /// A field that holds a text, such as `title` or `author`.
    pub fn text(&self, field: &str) -> Option<&str> {
        self.fields.get(field)?.as_str()
    }
}

/// The record of what a position has become by `moves`.
fn played(
    builder: PositionBuilder,
    moves: &[Intent],
    place: &Place,
    id: String,
) -> Result<Record, InputError> {
    let is_of_game = Handicap::of(&builder).is_some();
    let mut pieces = builder.clone();
    let mut game = None;
    if !moves.is_empty() {
        let mut position = builder.build().map_err(|error| {
            place.error(
                error.to_string(),
                "a position that moves can be played from",
            )
        })?;
        let mut kifu = KifuBuilder::new(builder);
        for (index, &intent) in moves.iter().enumerate() {
            let not_legal = |error: String| {
                place.error(
                    format!("move {}, {intent}: {error}", index + 1),
                    "a legal move",
                )
            };
            let mv = position
                .legality(intent)
                .map_err(|error| not_legal(error.to_string()))?;
            kifu.play(intent)
                .map_err(|error| not_legal(error.to_string()))?;
            position.make(mv);
        }
        pieces = position.to_builder();
        game = Some(Arc::new(kifu.finish()));
    }
    let mut fields = Map::new();
    fields.insert("id".to_string(), json!(id));
    fields.insert("sfen".to_string(), json!(pieces.to_string()));
    Ok(Record {
        place: place.clone(),
        id,
        pieces,
        last_to: moves.last().map(|intent| intent.to()),
        is_of_game,
        stated: Stated::default(),
        fields,
        game,
    })
}

/// The fields of a JSON object and the line that they were read from.
struct Fields<'a> {
    line: &'a str,
    place: &'a Place,
    fields: &'a Map<String, Value>,
}

impl Fields<'_> {
    fn id(&self) -> Result<String, InputError> {
        match self.required("id")? {
            Value::String(id) if !id.is_empty() => Ok(id.clone()),
            other => Err(self.wrong("id", other, "a text that is not empty")),
        }
    }

    fn pieces(&self) -> Result<PositionBuilder, InputError> {
        let value = self.required("sfen")?;
        let Value::String(text) = value else {
            return Err(self.wrong("sfen", value, "a position in SFEN"));
        };
        let place = self.inside_text("sfen");
        let sfen = sfen::parse(text).map_err(|error| place.syntax_error(error))?;
        if sfen.moves.is_empty() {
            Ok(sfen.builder)
        } else {
            Err(place.error("moves after the position", "moves in the field \"line\""))
        }
    }

    /// A game tells its start.
    fn is_of_game(&self) -> bool {
        let start = self.fields.get("start").and_then(Value::as_str);
        let start = start.and_then(|start| sfen::parse(start).ok());
        start.is_some_and(|start| Handicap::of(&start.builder).is_some())
    }

    fn stated(&self) -> Result<Stated, InputError> {
        let plies = self.plies()?;
        let has_line = self.check_line()?;
        let implied = (plies.is_some() || has_line).then_some(Verdict::Mate);
        Ok(Stated {
            verdict: self.verdict()?.or(implied),
            plies,
        })
    }

    fn plies(&self) -> Result<Option<u32>, InputError> {
        let Some(value) = self.present("plies") else {
            return Ok(None);
        };
        let plies = value.as_u64().and_then(|plies| u32::try_from(plies).ok());
        plies
            .map(Some)
            .ok_or_else(|| self.wrong("plies", value, "a number of plies"))
    }

    /// Whether a line is stated. It is not replayed here: that is for who verifies the problem.
    fn check_line(&self) -> Result<bool, InputError> {
        let Some(value) = self.present("line") else {
            return Ok(false);
        };
        let is_move = |value: &Value| value.as_str().is_some_and(|text| usi::parse(text).is_ok());
        match value.as_array() {
            Some(moves) => match moves.iter().find(|mv| !is_move(mv)) {
                None => Ok(true),
                Some(other) => Err(self.wrong("line", other, "a move such as 7g7f, 2b8h+ or G*5b")),
            },
            None => Err(self.wrong("line", value, "a list of moves in USI notation")),
        }
    }

    /// The answers `unknown` and `invalid` state nothing, so that answers can be read as problems again.
    fn verdict(&self) -> Result<Option<Verdict>, InputError> {
        let Some(value) = self.present("result") else {
            return Ok(None);
        };
        match value.as_str() {
            Some("mate") => Ok(Some(Verdict::Mate)),
            Some("nomate") => Ok(Some(Verdict::NoMate)),
            Some("unknown" | "invalid") => Ok(None),
            _ => Err(self.wrong("result", value, "\"mate\" or \"nomate\"")),
        }
    }

    fn required(&self, field: &str) -> Result<&Value, InputError> {
        self.fields.get(field).ok_or_else(|| {
            self.place
                .error(format!("no \"{field}\""), format!("a field \"{field}\""))
        })
    }

    /// The value of an optional field; null is as good as nothing.
    fn present(&self, field: &str) -> Option<&Value> {
        self.fields.get(field).filter(|value| !value.is_null())
    }

    fn wrong(&self, field: &str, value: &Value, expected: &str) -> InputError {
        let place = self.place.right_by(self.offset(field));
        let read = excerpt(&value.to_string());
        place.error(format!("{read} in the field \"{field}\""), expected)
    }

    /// How many characters stand before the field in the line.
    fn offset(&self, field: &str) -> usize {
        let before = self.line.find(&format!("\"{field}\""));
        before.map_or(0, |before| self.line[..before].chars().count())
    }

    /// Where the text in a field begins, as exactly as it can be told without parsing JSON again.
    fn inside_text(&self, field: &str) -> Place {
        let name = format!("\"{field}\"");
        let after_name = self.line.find(&name).map(|start| start + name.len());
        let quote = after_name.and_then(|end| Some(end + self.line[end..].find('"')?));
        let columns = quote.map_or(0, |quote| self.line[..=quote].chars().count());
        self.place.right_by(columns)
    }
}

fn json_error(line: &str, place: &Place, error: &serde_json::Error) -> InputError {
    let before = line.get(..error.column().saturating_sub(1)).unwrap_or("");
    let message = error.to_string();
    let reason = message.split(" at line ").next().unwrap_or(&message);
    let (before, read) = if error.is_eof() {
        (line, "the end of the line".to_string())
    } else {
        (before, excerpt(&line[before.len()..]))
    };
    place
        .right_by(before.chars().count())
        .error(read, format!("a JSON object on one line ({reason})"))
}

/// The beginning of a text, for messages.
pub(super) fn excerpt(text: &str) -> String {
    const LENGTH: usize = 24;
    let shown: String = text.chars().take(LENGTH).collect();
    let dots = if shown.len() < text.len() { "…" } else { "" };
    printable(&shown) + dots
}

#[cfg(test)]
mod tests {
    use super::*;

    const SFEN: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";

    fn place() -> Place {
        Place {
            source: "a.jsonl".into(),
            line: 3,
            column: 1,
        }
    }

    fn json(line: &str) -> Result<Record, String> {
        Record::from_json(line, &place()).map_err(|error| error.to_string())
    }

    fn sfen(line: &str) -> Result<Record, String> {
        Record::from_sfen(line, &place(), "a:3".to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn unknown_fields_are_kept_in_their_order() {
        let line =
            format!(r#"{{"stars":5,"id":"a","zeta":[1,{{"b":null}}],"sfen":"{SFEN}","alpha":0}}"#);
        let record = json(&line).unwrap();
        assert_eq!(record.id, "a");
        assert_eq!(record.stated, Stated::default());
        assert_eq!(serde_json::to_string(&record.fields).unwrap(), line);
    }

    #[test]
    fn a_stated_length_or_line_states_a_mate() {
        let stated = |fields: &str| {
            json(&format!(r#"{{"id":"a","sfen":"{SFEN}"{fields}}}"#))
                .unwrap()
                .stated
        };
        let mate = Some(Verdict::Mate);
        let of = |verdict, plies| Stated { verdict, plies };
        assert_eq!(stated(r#","plies":1"#), of(mate, Some(1)));
        assert_eq!(stated(r#","line":["G*5b"]"#), of(mate, None));
        assert_eq!(stated(r#","result":"mate""#), of(mate, None));
        assert_eq!(
            stated(r#","result":"nomate""#),
            of(Some(Verdict::NoMate), None)
        );
        assert_eq!(
            stated(r#","result":"unknown","plies":null"#),
            of(None, None)
        );
    }

    #[test]
    fn moves_after_a_bare_position_are_its_solution() {
        let record = sfen(&format!("sfen  {SFEN}  moves G*5b")).unwrap();
        assert_eq!(
            serde_json::to_string(&record.fields).unwrap(),
            format!(r#"{{"id":"a:3","sfen":"{SFEN}","plies":1,"line":["G*5b"]}}"#)
        );
        assert_eq!(record.stated.plies, Some(1));
    }

    #[test]
    fn moves_after_the_usi_command_have_been_played() {
        let record = sfen("position sfen 5k3/9/4P4/9/9/9/9/9/9 w G 6 moves 4a5a").unwrap();
        assert_eq!(record.text("sfen"), Some("4k4/9/4P4/9/9/9/9/9/9 b G 7"));
        assert_eq!(record.stated, Stated::default());
        insta::assert_snapshot!(
            sfen("position startpos moves 7g7f 7g7f").unwrap_err(), @"a.jsonl:3:1: read move 2, 7g7f: there is no such piece to move, expected a legal move");
    }

    #[test]
    fn pieces_that_make_no_position_are_still_a_record() {
        let record = sfen("position sfen 4k4/9/9/9/9/9/9/9/9 b 9R 1").unwrap();
        assert_eq!(record.text("sfen"), Some("4k4/9/9/9/9/9/9/9/9 b 9R 1"));
    }

    #[test]
    fn errors_say_where_what_and_what_instead() {
        let error = |line: &str| json(line).unwrap_err();
        insta::assert_snapshot!(error("{"), @"a.jsonl:3:2: read the end of the line, expected a JSON object on one line (EOF while parsing an object)");
        insta::assert_snapshot!(error(r#"{"id":"玉","sfen":"9/9" x"#), @"a.jsonl:3:24: read x, expected a JSON object on one line (expected `,` or `}`)");
        insta::assert_snapshot!(error("[]"), @"a.jsonl:3:1: read [], expected a JSON object on one line (invalid type: sequence, expected a map)");
        insta::assert_snapshot!(error(r#"{"id":"a"}"#), @r#"a.jsonl:3:1: read no "sfen", expected a field "sfen""#);
        insta::assert_snapshot!(error(r#"{"sfen":"9/9/9/9/9/9/9/9/9 b - 1"}"#), @r#"a.jsonl:3:1: read no "id", expected a field "id""#);
        insta::assert_snapshot!(error(r#"{"id":7,"sfen":"9/9/9/9/9/9/9/9/9 b - 1"}"#), @r#"a.jsonl:3:2: read 7 in the field "id", expected a text that is not empty"#);
        insta::assert_snapshot!(error(r#"{"id":"玉", "sfen" : "4k4/9/x"}"#), @"a.jsonl:3:28: read 'x', expected a piece letter, '+' or a number of empty squares 1-9");
        insta::assert_snapshot!(error(&format!(r#"{{"id":"a","sfen":"{SFEN} moves G*5b"}}"#)), @r#"a.jsonl:3:19: read moves after the position, expected moves in the field "line""#);
        insta::assert_snapshot!(error(&format!(r#"{{"id":"a","sfen":"{SFEN}","plies":-1}}"#)), @r#"a.jsonl:3:48: read -1 in the field "plies", expected a number of plies"#);
        insta::assert_snapshot!(error(&format!(r#"{{"id":"a","sfen":"{SFEN}","line":"G*5b"}}"#)), @r#"a.jsonl:3:48: read "G*5b" in the field "line", expected a list of moves in USI notation"#);
        insta::assert_snapshot!(error(&format!(r#"{{"id":"a","sfen":"{SFEN}","line":["G5b"]}}"#)), @r#"a.jsonl:3:48: read "G5b" in the field "line", expected a move such as 7g7f, 2b8h+ or G*5b"#);
        insta::assert_snapshot!(error(&format!(r#"{{"id":"a","sfen":"{SFEN}","result":"won"}}"#)), @r#"a.jsonl:3:48: read "won" in the field "result", expected "mate" or "nomate""#);
        insta::assert_snapshot!(sfen("4k4/9/9/9/9/9/9/9/9 x").unwrap_err(), @"a.jsonl:3:21: read 'x', expected the side to move, b or w");
    }
}
