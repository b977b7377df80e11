//! A table with a row for each problem, written as the answers come in.

use super::AnswerWriter;
use crate::collection::answered::reason_word;
use crate::collection::human::{columns, duration, grouped, padded_right, printable};
use crate::collection::{Answered, Concern, Summary, Verdict};
use crate::search::Outcome;
use std::io::{self, Write};

/// The least width of the column of ids. It grows when a longer id comes.
const ID_WIDTH: usize = 16;

/// Writes answers as a table that ends with the summary.
pub struct Table<W> {
    out: W,
    id_width: usize,
    rows: u64,
}

impl<W: Write> Table<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Table {
            out,
            id_width: ID_WIDTH,
            rows: 0,
        }
    }

    /// Whether no row has been written.
    pub(super) fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Where it writes to.
    pub(super) fn out(&mut self) -> &mut W {
        &mut self.out
    }

    fn row(&mut self, mark: &str, id: &str, cells: [&str; 5], note: &str) -> io::Result<()> {
        self.id_width = self.id_width.max(columns(id));
        let id = padded_right(id, self.id_width);
        let [result, plies, stated, nodes, time] = cells;
        let row = format!(
            "{mark:1} {id}  {result:7}  {plies:>6}  {stated:>6}  {nodes:>14}  {time:>9}  {note}"
        );
        writeln!(self.out, "{}", row.trim_end())
    }
}

impl<W: Write> AnswerWriter for Table<W> {
    fn answer(&mut self, answered: &Answered) -> io::Result<()> {
        if self.is_empty() {
            self.row("", "id", ["result", "plies", "stated", "nodes", "time"], "")?;
        }
        self.rows += 1;
        let mark = match answered.concern() {
            Concern::Differs | Concern::NotMate => "!",
            Concern::Undecided => "?",
            Concern::None => "",
        };
        let (nodes, time) = match &answered.finding {
            Ok(finding) => (grouped(finding.answer.nodes), duration(finding.answer.time)),
            Err(_) => Default::default(),
        };
        let cells = [
            answered.result(),
            &plies(answered),
            &stated(answered),
            &nodes,
            &time,
        ];
        self.row(
            mark,
            &printable(&answered.record.id),
            cells,
            &note(answered),
        )?;
        self.out.flush()
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        if self.rows > 0 {
            writeln!(self.out)?;
        }
        writeln!(self.out, "{summary}")?;
        self.out.flush()
    }
}

/// The length: exact, or the bound that is known.
fn plies(answered: &Answered) -> String {
    match answered
        .finding
        .as_ref()
        .map(|finding| &finding.answer.outcome)
    {
        Ok(Outcome::Mate { bounds, .. }) => match bounds.upper {
            Some(upper) if upper == bounds.lower => upper.to_string(),
            Some(upper) => format!("<={upper}"),
            None => "-".to_string(),
        },
        _ => "-".to_string(),
    }
}

fn stated(answered: &Answered) -> String {
    let stated = answered.record.stated;
    match (stated.plies, stated.verdict) {
        (Some(plies), Some(Verdict::Mate)) => plies.to_string(),
        (_, Some(Verdict::NoMate)) => "nomate".to_string(),
        (_, Some(Verdict::Mate)) => "mate".to_string(),
        (_, None) => "-".to_string(),
    }
}

/// Why a result is not a verdict, or what it contradicts.
fn note(answered: &Answered) -> String {
    match &answered.finding {
        Err(error) => error.to_string(),
        Ok(finding) => match &finding.answer.outcome {
            Outcome::Unknown { reason, .. } => reason_word(*reason).to_string(),
            _ if answered.concern() == Concern::Differs => "differs".to_string(),
            _ => String::new(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::examples;
    use super::*;

    #[test]
    fn columns_are_aligned_in_full_width_too() {
        let text = examples::written(&examples::all(), |out, answers, summary| {
            examples::write(Table::new(out), answers, summary);
        });
        insta::assert_snapshot!(text);
    }
}
