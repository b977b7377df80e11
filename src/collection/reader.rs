//! All problems of all inputs, one after the other.

use super::lines::{Line, LineError, Lines, MAX_LINE};
use super::{InputError, Place, Record, Source};
use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;

/// How many lines may be neither JSON nor SFEN before anything is recognised; then the input is given up.
const UNRECOGNISED_LINES: u32 = 3;

/// Reads the records of some sources in order, each only when it is asked for.
///
/// The format is recognised by the content: JSON Lines when the first line that is neither blank nor a
/// comment begins with `{`, SFEN lines when it begins like a position. An error concerns one record, or the
/// rest of one source; what follows is read all the same.
pub struct Records {
    sources: std::vec::IntoIter<Source>,
    current: Option<Input>,
    /// How many lines of `--sfen` texts have been read.
    texts: u64,
}

/// A source that is being read.
struct Input {
    name: Arc<str>,
    /// What stands before the line number in the id of a record that has none of its own.
    id_prefix: String,
    lines: Lines<Box<dyn BufRead + Send>>,
    /// Added to line numbers.
    lines_before: u64,
    format: Option<Format>,
    unrecognised: u32,
}

/// How problems are written.
#[derive(Clone, Copy)]
enum Format {
    JsonLines,
    SfenLines,
}

impl Format {
    /// The format that a line, without white space around it, seems to be of.
    fn of(line: &str) -> Option<Format> {
        let is_board = |word: &str| word.contains('/') && word.is_ascii();
        let first = line.split_whitespace().next()?;
        if line.starts_with('{') {
            Some(Format::JsonLines)
        } else if ["position", "sfen", "startpos"].contains(&first) || is_board(first) {
            Some(Format::SfenLines)
        } else {
            None
        }
    }
}

impl Records {
    /// Reads from these sources.
    pub fn new(sources: Vec<Source>) -> Records {
        Records {
            sources: sources.into_iter(),
            current: None,
            texts: 0,
        }
    }

    fn open(&mut self, source: Source) -> Result<Input, InputError> {
        let name = source.name();
        let mut lines_before = 0;
        let id_prefix = match &source {
            Source::Sfen(text) => {
                lines_before = self.texts;
                self.texts += text.lines().count().max(1) as u64;
                if text.trim().is_empty() {
                    let place = Place {
                        source: name.into(),
                        line: lines_before + 1,
                        column: 1,
                    };
                    return Err(place.error("nothing", "a position in SFEN"));
                }
                "sfen".to_string()
            }
            Source::Stdin => name.clone(),
            Source::File(path) => file_name(path),
        };
        Ok(Input {
            name: name.into(),
            id_prefix,
            lines: Lines::new(source.open()?),
            lines_before,
            format: None,
            unrecognised: 0,
        })
    }
}

impl Iterator for Records {
    type Item = Result<Record, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(input) = &mut self.current {
                match input.next() {
                    Some(record) => return Some(record),
                    None => self.current = None,
                }
            }
            let source = self.sources.next()?;
            match self.open(source) {
                Ok(input) => self.current = Some(input),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl Iterator for Input {
    type Item = Result<Record, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.unrecognised < UNRECOGNISED_LINES {
            let line = self.lines.next()?;
            if let Some(record) = self.record(line) {
                return Some(record);
            }
        }
        None
    }
}

impl Input {
    /// The record on a line; `None` when the line is blank or a comment.
    fn record(&mut self, line: Line) -> Option<Result<Record, InputError>> {
        let place = Place {
            source: self.name.clone(),
            line: self.lines_before + line.number,
            column: 1,
        };
        let text = match line.text {
            Ok(text) => text,
            Err(error) => return Some(Err(self.unreadable(place, error))),
        };
        let trimmed = text.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            return None;
        }
        self.format = self.format.or_else(|| Format::of(trimmed));
        Some(match self.format {
            Some(Format::JsonLines) => Record::from_json(&text, &place),
            Some(Format::SfenLines) => {
                let id = format!("{}:{}", self.id_prefix, place.line);
                Record::from_sfen(&text, &place, id)
            }
            None => Err(self.unrecognised(&place, trimmed)),
        })
    }

    fn unrecognised(&mut self, place: &Place, text: &str) -> InputError {
        self.unrecognised += 1;
        let given_up = if self.unrecognised == UNRECOGNISED_LINES {
            "; the rest of this input is passed over"
        } else {
            ""
        };
        place.error(
            super::record::excerpt(text),
            format!("a JSON object or a position in SFEN{given_up}"),
        )
    }

    fn unreadable(&mut self, place: Place, error: LineError) -> InputError {
        match error {
            LineError::TooLong => {
                place.error("a line that is longer", format!("at most {MAX_LINE} bytes"))
            }
            LineError::NotUtf8 { column, byte } => {
                self.unrecognised += u32::from(self.format.is_none());
                place
                    .right_by(column - 1)
                    .error(format!("the byte {byte:#04x}"), "text in UTF-8")
            }
            LineError::Io(error) => {
                self.unrecognised = UNRECOGNISED_LINES;
                InputError::Unreadable {
                    source_name: self.name.to_string(),
                    error,
                }
            }
        }
    }
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::fs;

    const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";

    /// Ids of the records and messages of the errors, the folder left out.
    fn read(files: &[(&str, &[u8])]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let sources = files.iter().map(|(name, content)| {
            let path = folder.path().join(name);
            fs::write(&path, content).unwrap();
            Source::File(path)
        });
        let prefix = format!("{}{}", folder.path().display(), std::path::MAIN_SEPARATOR);
        Records::new(sources.collect())
            .map(|record| match record {
                Ok(record) => record.id,
                Err(error) => error.to_string().replace(&prefix, ""),
            })
            .collect()
    }

    #[test]
    fn the_content_decides_the_format_not_the_name() {
        let json = format!("\u{feff}\n# JSON\n{{\"id\":\"a\",\"sfen\":\"{MATE}\"}}\r\n");
        let sfen =
            format!("\u{feff}# SFEN\n{MATE}\n\nsfen {MATE}\nposition sfen {MATE} moves G*5b\n");
        assert_eq!(
            read(&[("x.sfen", json.as_bytes()), ("y.jsonl", sfen.as_bytes())]),
            ["a", "y.jsonl:2", "y.jsonl:4", "y.jsonl:5"]
        );
    }

    #[test]
    fn an_error_costs_one_record() {
        let lines = format!("{MATE}\n9/9 b - 1\n{MATE}\n");
        let text = [lines.as_bytes(), b"4k4/\xff\n", MATE.as_bytes()].concat();
        assert_eq!(
            read(&[("a.txt", &text)]),
            [
                "a.txt:1",
                "a.txt:2:4: read white space, expected '/' between two ranks, of which there are nine",
                "a.txt:3",
                "a.txt:4:5: read the byte 0xff, expected text in UTF-8",
                "a.txt:5",
            ]
        );
    }

    #[test]
    fn what_holds_no_problems_is_given_up_soon() {
        let text = b"\x89PNG\xff\nfoo\nbar\nbaz\n";
        assert_eq!(
            read(&[("a", text), ("b", MATE.as_bytes())]),
            [
                "a:1:1: read the byte 0x89, expected text in UTF-8",
                "a:2:1: read foo, expected a JSON object or a position in SFEN",
                "a:3:1: read bar, expected a JSON object or a position in SFEN; the rest of this input is passed over",
                "b:1",
            ]
        );
    }

    #[test]
    fn a_record_of_any_length_is_refused_without_being_kept() {
        let long = [
            MATE.as_bytes(),
            b" moves",
            &b" G*5b"[..].repeat(MAX_LINE / 5),
            b"\n",
            MATE.as_bytes(),
        ]
        .concat();
        assert_eq!(
            read(&[("a", &long)]),
            [
                "a:1:1: read a line that is longer, expected at most 1048576 bytes",
                "a:2"
            ]
        );
    }

    #[test]
    fn texts_of_the_command_line_are_counted() {
        let two_lines = format!("{MATE}\n{MATE}\n");
        let texts = ["x", &two_lines, " ", MATE].map(|text| Source::Sfen(text.to_string()));
        let read = Records::new(texts.to_vec()).map(|record| match record {
            Ok(record) => record.id,
            Err(error) => error.to_string(),
        });
        assert_eq!(
            read.collect::<Vec<_>>(),
            [
                "--sfen:1:1: read x, expected a JSON object or a position in SFEN",
                "sfen:2",
                "sfen:3",
                "--sfen:4:1: read nothing, expected a position in SFEN",
                "sfen:5",
            ]
        );
    }

    #[test]
    fn a_missing_file_does_not_stop_the_next() {
        let sources = ["/nowhere/a.sfen", "/nowhere/b.sfen"].map(|path| Source::File(path.into()));
        let errors = Records::new(sources.to_vec()).filter(Result::is_err);
        assert_eq!(errors.count(), 2);
    }

    /// Pieces of records, so that random texts get past the first character.
    fn fragments() -> impl Strategy<Value = Vec<u8>> {
        let fragment = prop_oneof![
            Just(b"{\"id\":\"a\",\"sfen\":\"4k4/9/4P4/9/9/9/9/9/9 b G\"".to_vec()),
            Just(b"{\"sfen\"".to_vec()),
            Just(b",\"line\":[\"G*5b\"".to_vec()),
            Just(b",\"plies\":".to_vec()),
            Just(b"position sfen 4k4/9/4P4/9/9/9/9/9/9 b G moves ".to_vec()),
            Just("玉\u{feff}".as_bytes().to_vec()),
            Just(b"\r\n".to_vec()),
            Just(b"]}\n".to_vec()),
            prop::collection::vec(any::<u8>(), 0..4),
        ];
        prop::collection::vec(fragment, 0..12).prop_map(|fragments| fragments.concat())
    }

    proptest! {
        #[test]
        fn whatever_the_input_is_each_line_is_a_record_or_an_error(text in fragments()) {
            let lines = text.split(|&byte| byte == b'\n').count();
            let read = read(&[("a", &text)]);
            prop_assert!(read.len() <= lines);
        }
    }
}
