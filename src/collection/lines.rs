//! Reading a text line by line without trusting it.

use crate::notation::encoding::Encoding;
use std::io::{self, BufRead, Read};
use thiserror::Error;

/// The longest line that is read, in bytes; far more than the longest known solution needs.
pub const MAX_LINE: usize = 1 << 20;

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The lines of a text in UTF-8, with or without a byte order mark, or in Shift_JIS, ending in LF or CR LF.
pub(crate) struct Lines<R> {
    input: R,
    number: u64,
    buffer: Vec<u8>,
    /// As soon as a line has shown it.
    encoding: Option<Encoding>,
}

/// A line of the text.
pub(crate) struct Line {
    /// Counted from 1.
    pub(crate) number: u64,
    pub(crate) text: Result<String, LineError>,
}

/// Why a line cannot be read.
#[derive(Debug, Error)]
pub(crate) enum LineError {
    /// It has more than [`MAX_LINE`] bytes.
    #[error("line too long")]
    TooLong,
    /// It is no text in the encoding of the lines before, or in none.
    #[error("byte {byte:#04x} at column {column}")]
    NoText {
        /// Where, in characters from 1.
        column: usize,
        byte: u8,
    },
    /// The input itself failed; nothing follows.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(input: R) -> Self {
        Lines {
            input,
            number: 0,
            buffer: Vec::new(),
            encoding: None,
        }
    }

    /// Reads the next line into the buffer; false at the end of the text.
    fn fill(&mut self) -> Result<bool, LineError> {
        self.buffer.clear();
        let limit = MAX_LINE as u64 + 1;
        let read = self
            .input
            .by_ref()
            .take(limit)
            .read_until(b'\n', &mut self.buffer)?;
        if read > MAX_LINE && !self.buffer.ends_with(b"\n") {
            self.buffer = Vec::new();
            self.input.skip_until(b'\n')?;
            return Err(LineError::TooLong);
        }
        Ok(read > 0)
    }

    fn text(&mut self) -> Result<String, LineError> {
        let encoding = self.encoding_of_line();
        let text = encoding
            .decode(&self.buffer)
            .ok_or_else(|| self.no_text())?;
        let text = text.strip_suffix('\n').unwrap_or(&text);
        let text = text.strip_suffix('\r').unwrap_or(text);
        let text = match self.number {
            1 => text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text),
            _ => text,
        };
        Ok(text.to_string())
    }

    /// The first line that can only be in one encoding decides for those that follow. Two-byte characters of
    /// UTF-8 do not: they may be kana of half width in Shift_JIS.
    fn encoding_of_line(&mut self) -> Encoding {
        if let Some(known) = self.encoding {
            return known;
        }
        let found = Encoding::of(&self.buffer);
        let is_certain =
            found == Some(Encoding::ShiftJis) || self.buffer.iter().any(|&byte| byte >= 0xe0);
        if is_certain {
            self.encoding = found;
        }
        found.unwrap_or(Encoding::Utf8)
    }

    fn no_text(&self) -> LineError {
        let valid = match std::str::from_utf8(&self.buffer) {
            Err(error) if self.encoding != Some(Encoding::ShiftJis) => error.valid_up_to(),
            _ => 0,
        };
        let (valid, rest) = self.buffer.split_at(valid);
        LineError::NoText {
            column: String::from_utf8_lossy(valid).chars().count() + 1,
            byte: rest.first().copied().unwrap_or_default(),
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        self.number += 1;
        let text = match self.fill() {
            Ok(false) => return None,
            Ok(true) => self.text(),
            Err(error) => Err(error),
        };
        Some(Line {
            number: self.number,
            text,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        Lines::new(bytes)
            .map(|line| match line.text {
                Ok(text) => format!("{}: {text}", line.number),
                Err(error) => format!("{}! {error}", line.number),
            })
            .collect()
    }

    #[test]
    fn every_line_ending_and_a_byte_order_mark_are_understood() {
        assert_eq!(
            lines("\u{feff}one\r\n\ntwo".as_bytes()),
            ["1: one", "2: ", "3: two"]
        );
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn invalid_utf8_costs_its_own_line_alone() {
        assert_eq!(
            lines(
                "玉\n玉x"
                    .bytes()
                    .chain(*b"\xff\nok\n")
                    .collect::<Vec<_>>()
                    .as_slice()
            ),
            ["1: 玉", "2! byte 0xff at column 3", "3: ok"]
        );
    }

    #[test]
    fn shift_jis_is_understood_from_the_first_line_that_shows_it() {
        let text = Encoding::ShiftJis.encode("# x\n手合割：平手\n先手：ﾂｱ\n");
        assert_eq!(
            lines(&text.bytes),
            ["1: # x", "2: 手合割：平手", "3: 先手：ﾂｱ"]
        );
        let kana_first = Encoding::ShiftJis.encode("N+ﾂｱ\n$EVENT:大会\n").bytes;
        assert_eq!(lines(&kana_first)[1], "2: $EVENT:大会");
    }

    #[test]
    fn a_line_that_is_too_long_is_passed_over() {
        let long = vec![b'x'; 3 * MAX_LINE];
        let text = [&long[..], b"\nok\n", &long[..MAX_LINE]].concat();
        let lines = lines(&text);
        assert_eq!(lines[..2], ["1! line too long", "2: ok"]);
        assert_eq!(lines[2].len(), "3: ".len() + MAX_LINE);
    }
}
