//! Answers as text, one file for each format behind one trait.

mod annotated;
mod csv;
#[cfg(test)]
mod examples;
mod jsonl;
mod names;
mod picture;
mod replies;
mod sheet;
mod table;
mod text;
mod verified_text;

pub use annotated::annotated_kif;
pub use csv::{Csv, Header};
pub use jsonl::JsonLines;
pub use names::MoveNames;
pub use picture::picture;
pub use sheet::Sheet;
pub use table::Table;
pub use text::{InFull, Text, heading};
pub use verified_text::{verified_in_full, verified_row};

use super::{Answered, Summary};
use std::io;

/// Writes answers one by one, each completely, so that nothing finished is lost when the program dies.
pub trait AnswerWriter {
    /// Writes one answer.
    fn answer(&mut self, answered: &Answered) -> io::Result<()>;

    /// Writes what is left to say when all answers are written.
    fn finish(&mut self, summary: &Summary) -> io::Result<()>;
}
