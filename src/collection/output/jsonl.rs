//! JSON Lines: the answer record of each problem on a line of its own.

use super::AnswerWriter;
use crate::collection::{Answered, Summary};
use std::io::{self, Write};

/// Writes answers as JSON Lines.
pub struct JsonLines<W> {
    out: W,
}

impl<W: Write> JsonLines<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        JsonLines { out }
    }
}

impl<W: Write> AnswerWriter for JsonLines<W> {
    fn answer(&mut self, answered: &Answered) -> io::Result<()> {
        let mut line = serde_json::to_vec(&answered.to_json())?;
        line.push(b'\n');
        self.out.write_all(&line)?;
        self.out.flush()
    }

    fn finish(&mut self, _: &Summary) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::super::examples;
    use super::*;

    #[test]
    fn every_result_has_its_fields() {
        let text = examples::written(&examples::all(), |out, answers, summary| {
            examples::write(JsonLines::new(out), answers, summary);
        });
        insta::assert_snapshot!(text);
    }
}
