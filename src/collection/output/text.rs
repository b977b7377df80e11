//! One problem for people: the diagram, the verdict and the main line. Several become a table.

use super::replies::table_of_replies;
use super::{AnswerWriter, MoveNames, Table};
use crate::board::{Move, Position};
use crate::collection::answered::{is_longer_line, reason_word};
use crate::collection::human::{columns, duration, nodes, padded_right, printable};
use crate::collection::{Answered, Concern, Finding, Record, Stated, Summary, Verdict};
use crate::notation::diagram;
use crate::search::{Bounds, Grey, Outcome};
use serde_json::Value;
use std::io::{self, Write};

/// The width that lines of moves keep within, in columns.
const WIDTH: usize = 78;

/// Writes the answer in full when it is the only one, and a table when a second one follows.
pub struct Text<W> {
    table: Table<W>,
    names: MoveNames,
    /// The first answer, until it is known whether it is the only one.
    first: Option<Answered>,
}

impl<W: Write> Text<W> {
    /// Writes to `out`.
    pub fn new(out: W, names: MoveNames) -> Self {
        Text {
            table: Table::new(out),
            names,
            first: None,
        }
    }
}

impl<W: Write> AnswerWriter for Text<W> {
    fn answer(&mut self, answered: &Answered) -> io::Result<()> {
        if self.table.is_empty() && self.first.is_none() {
            self.first = Some(answered.clone());
            return Ok(());
        }
        if let Some(first) = self.first.take() {
            self.table.answer(&first)?;
        }
        self.table.answer(answered)
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        match self.first.take() {
            Some(only) => {
                let out = self.table.out();
                out.write_all(in_full(&only, self.names).as_bytes())?;
                out.flush()
            }
            None => self.table.finish(summary),
        }
    }
}

/// Writes each answer in full.
pub struct InFull<W> {
    out: W,
    names: MoveNames,
}

impl<W: Write> InFull<W> {
    /// Writes to `out`.
    pub fn new(out: W, names: MoveNames) -> Self {
        InFull { out, names }
    }
}

impl<W: Write> AnswerWriter for InFull<W> {
    fn answer(&mut self, answered: &Answered) -> io::Result<()> {
        let text = in_full(answered, self.names);
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        if summary.answered() > 1 {
            write!(self.out, "\n{summary}")?;
        }
        self.out.flush()
    }
}

fn in_full(answered: &Answered, names: MoveNames) -> String {
    let mut text = heading(&answered.record);
    match &answered.finding {
        Err(error) => text += &format!("invalid: {error}\n"),
        Ok(finding) => {
            text += &diagram::text(finding.problem.position());
            text.push('\n');
            text += &verdict(finding, names);
            text += &table_of_replies(finding, names);
            text += &differs(answered);
            text += &cost(finding);
        }
    }
    text
}

/// The title, or the id, with the author and the year as far as they are known; a line.
pub fn heading(record: &Record) -> String {
    let mut heading = printable(record.text("title").unwrap_or(&record.id));
    if let Some(author) = record.text("author") {
        heading += &format!("  {}", printable(author));
    }
    if let Some(year) = record.fields.get("year").and_then(Value::as_i64) {
        heading += &format!(" {year}");
    }
    heading + "\n"
}

fn verdict(finding: &Finding, names: MoveNames) -> String {
    let position = finding.problem.position();
    match &finding.answer.outcome {
        Outcome::Mate {
            line, bounds, grey, ..
        } => {
            let left_over = match finding.left_over().as_deref() {
                None | Some("") => String::new(),
                Some(pieces) => format!("Left over: {pieces}\n"),
            };
            let moves = numbered(&names.line(position, line));
            let longer = match is_longer_line(line, *bounds) {
                true => "The line is longer: it plays futile interpositions, which do not count.\n",
                false => "",
            };
            let disputed = disputes(position, line, grey.as_deref().unwrap_or_default(), names);
            format!("{}:\n{moves}{longer}{left_over}{disputed}", length(*bounds))
        }
        Outcome::NoMate { refutation } if refutation.is_empty() => {
            "No mate: there is no check.\n".to_string()
        }
        Outcome::NoMate { refutation } => {
            let answers = refutation
                .iter()
                .map(|&(check, answer)| refuted(position, check, answer, names));
            format!("No mate:\n{}", answers.collect::<String>())
        }
        Outcome::Unknown { reason, bounds } => {
            let proven = match bounds {
                Bounds {
                    upper: Some(upper), ..
                } => format!("a mate of at most {} is proven", plies(*upper)),
                Bounds { lower, .. } => {
                    format!("no mate of less than {} is possible", plies(*lower))
                }
            };
            format!("Unknown ({}): {proven}.\n", reason_word(*reason))
        }
    }
}

/// What is disputed about interpositions, and how it was decided; the same one at several plies on one line.
fn disputes(position: &Position, line: &[Move], grey: &[Grey], names: MoveNames) -> String {
    let mut disputes: Vec<(String, Vec<u32>)> = Vec::new();
    for grey in grey {
        let dispute = dispute(position, line, *grey, names);
        match disputes.iter_mut().find(|(told, _)| *told == dispute) {
            Some((_, plies)) => plies.push(grey.ply),
            None => disputes.push((dispute, vec![grey.ply])),
        }
    }
    let rows = disputes.iter().map(|(dispute, plies)| {
        let plies: Vec<String> = plies.iter().map(u32::to_string).collect();
        format!("Disputed at ply {}: {dispute}.\n", plies.join(", "))
    });
    rows.collect()
}

fn dispute(position: &Position, line: &[Move], grey: Grey, names: MoveNames) -> String {
    let before = line.iter().take((grey.ply as usize).saturating_sub(2));
    let line: Vec<Move> = before
        .copied()
        .chain([grey.check, grey.interposition])
        .collect();
    let named = names.line(position, &line);
    let [.., check, interposition] = named.as_slice() else {
        return String::new();
    };
    let why = grey.dispute.explanation();
    format!("{interposition} after {check} {why}")
}

fn length(bounds: Bounds) -> String {
    match bounds.upper {
        Some(upper) if upper == bounds.lower => format!("Mate in {}", plies(upper)),
        Some(upper) => format!("Mate in at most {}", plies(upper)),
        None => "Mate".to_string(),
    }
}

pub(super) fn plies(number: u32) -> String {
    format!("{number} {}", if number == 1 { "ply" } else { "plies" })
}

/// One line of a refutation: a check and what answers it.
fn refuted(position: &Position, check: Move, answer: Option<Move>, names: MoveNames) -> String {
    let line: Vec<Move> = [Some(check), answer].into_iter().flatten().collect();
    match names.line(position, &line).as_slice() {
        [check, answer] => format!("  {check} is answered by {answer}\n"),
        [check] => format!("  {check} does not mate\n"),
        _ => String::new(),
    }
}

/// Numbered moves in columns.
pub(super) fn numbered(moves: &[String]) -> String {
    let number_width = moves.len().to_string().len();
    let move_width = moves.iter().map(|name| columns(name)).max().unwrap_or(0);
    let cell_width = number_width + 1 + move_width + 2;
    // Whole pairs of a move and its answer.
    let per_row = (WIDTH / cell_width / 2 * 2).max(2);
    let cells = moves.iter().enumerate().map(|(index, name)| {
        let cell = format!("{:>number_width$} {name}", index + 1);
        padded_right(&cell, cell_width)
    });
    let cells: Vec<String> = cells.collect();
    let rows = cells
        .chunks(per_row)
        .map(|row| format!("  {}\n", row.concat().trim_end()));
    rows.collect()
}

fn differs(answered: &Answered) -> String {
    if answered.concern() != Concern::Differs {
        return String::new();
    }
    match answered.record.stated {
        Stated {
            verdict: Some(Verdict::NoMate),
            ..
        } => "Differs: stated to be no mate.\n".to_string(),
        Stated {
            plies: Some(number),
            ..
        } => format!("Differs: stated to be mate in {}.\n", plies(number)),
        _ => "Differs: stated to be mate.\n".to_string(),
    }
}

fn cost(finding: &Finding) -> String {
    let answer = &finding.answer;
    format!("{}, {}\n", nodes(answer.nodes), duration(answer.time))
}

#[cfg(test)]
mod tests {
    use super::super::examples;
    use super::*;

    fn text(answers: &[Answered], names: MoveNames) -> String {
        examples::written(answers, |out, answers, summary| {
            examples::write(Text::new(out, names), answers, summary);
        })
    }

    #[test]
    fn a_single_answer_is_written_in_full() {
        let each = examples::all().into_iter();
        let each = each.map(|answered| text(&[answered], MoveNames::Japanese));
        insta::assert_snapshot!(each.collect::<Vec<_>>().join("\n----\n"));
    }

    #[test]
    fn several_answers_are_written_as_a_table() {
        let answers = examples::all();
        let table = examples::written(&answers, |out, answers, summary| {
            examples::write(Table::new(out), answers, summary);
        });
        assert_eq!(text(&answers, MoveNames::Usi), table);
    }

    #[test]
    fn moves_stand_in_pairs_within_the_width() {
        let names: Vec<String> = (0..24).map(|_| "▲５二金打".to_string()).collect();
        let text = numbered(&names);
        assert!(text.lines().all(|line| columns(line) <= WIDTH));
        assert_eq!(text.lines().count(), 6);
        assert_eq!(numbered(&["G*5b".to_string()]), "  1 G*5b\n");
    }
}
