//! CSV as RFC 4180 has it: one header, CR LF, and quotes where they are needed.

use super::AnswerWriter;
use crate::collection::{Answered, Summary};
use serde_json::{Map, Value};
use std::io::{self, Write};

/// The columns; each is a field of the answer record, but for `lower` and `upper`, which are its bounds.
const COLUMNS: [&str; 20] = [
    "id",
    "sfen",
    "title",
    "author",
    "stated_result",
    "stated_plies",
    "stated_line",
    "result",
    "plies",
    "lower",
    "upper",
    "line",
    "left_over",
    "grey",
    "refutation",
    "reason",
    "error",
    "nodes",
    "time_ms",
    "table_bytes",
];

/// Whether a file begins or goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Header {
    /// The names of the columns come first.
    Write,
    /// They stand there already.
    Omit,
}

/// Writes answers as CSV.
pub struct Csv<W> {
    out: W,
}

impl<W: Write> Csv<W> {
    /// Writes to `out`, beginning with the header if there is to be one.
    ///
    /// # Errors
    /// When the header cannot be written.
    pub fn new(mut out: W, header: Header) -> io::Result<Self> {
        if header == Header::Write {
            write_row(&mut out, COLUMNS.map(str::to_string))?;
        }
        Ok(Csv { out })
    }
}

impl<W: Write> AnswerWriter for Csv<W> {
    fn answer(&mut self, answered: &Answered) -> io::Result<()> {
        let fields = answered.to_json();
        write_row(&mut self.out, COLUMNS.map(|column| cell(&fields, column)))
    }

    fn finish(&mut self, _: &Summary) -> io::Result<()> {
        self.out.flush()
    }
}

fn cell(fields: &Map<String, Value>, column: &str) -> String {
    let bound = |index: usize| fields.get("bounds").and_then(|bounds| bounds.get(index));
    let value = match column {
        "lower" => bound(0),
        "upper" => bound(1),
        _ => fields.get(column),
    };
    value.map_or_else(String::new, plain)
}

/// A value without JSON's punctuation: lists separated by spaces, refutations as `check:answer`.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(" "),
        Value::Object(fields) => {
            let pairs = fields
                .iter()
                .map(|(name, value)| format!("{name}:{}", plain(value)));
            pairs.collect::<Vec<_>>().join(" ")
        }
        other => other.to_string(),
    }
}

fn write_row(out: &mut impl Write, cells: [String; COLUMNS.len()]) -> io::Result<()> {
    let row = cells.map(quoted).join(",");
    write!(out, "{row}\r\n")?;
    out.flush()
}

fn quoted(cell: String) -> String {
    if cell.contains(['"', ',', '\r', '\n']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell
    }
}

#[cfg(test)]
mod tests {
    use super::super::examples;
    use super::*;
    use serde_json::json;

    #[test]
    fn every_answer_is_a_row_under_the_header() {
        let text = examples::written(&examples::all(), |out, answers, summary| {
            examples::write(Csv::new(out, Header::Write).unwrap(), answers, summary);
        });
        insta::assert_snapshot!(text.replace('\r', "␍"));
    }

    #[test]
    fn quotes_stand_where_they_are_needed() {
        let shown = ["plain", "", "a,b", "say \"check\"", "two\nlines"]
            .map(|cell| quoted(cell.to_string()));
        assert_eq!(
            shown,
            [
                "plain",
                "",
                "\"a,b\"",
                "\"say \"\"check\"\"\"",
                "\"two\nlines\""
            ]
        );
    }

    #[test]
    fn values_lose_their_punctuation() {
        assert_eq!(plain(&json!(["7g7f", "3c3d"])), "7g7f 3c3d");
        assert_eq!(
            plain(&json!({"G*5b": "5a4a", "P*5b": null})),
            "G*5b:5a4a P*5b:"
        );
        assert_eq!(plain(&json!(21)), "21");
    }
}
