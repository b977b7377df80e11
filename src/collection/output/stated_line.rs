//! The line that a record states, as moves that can be played.

use crate::board::{Move, Position};
use crate::collection::Record;
use crate::notation::usi;
use serde_json::Value;

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
    use crate::collection::Place;

    fn stated(line: &str) -> (Vec<String>, Vec<String>) {
        let sfen = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
        let place = Place {
            source: "a.jsonl".into(),
            line: 1,
            column: 1,
        };
        let record = format!(r#"{{"id":"a","sfen":"{sfen}"{line}}}"#);
        let record = Record::from_json(&record, &place).unwrap();
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
}
