//! All problems of all inputs, one after the other.

use super::blocks::{Belongs, MAX_RECORD, Splitter};
use super::format::{FORMATS, Format};
use super::lines::{Line, LineError, Lines, MAX_LINE};
use super::pick::{Pick, Picked};
use super::{InputError, Place, Record, Source};
use crate::notation::kifu::{Kifu, RecordError};
use crate::notation::{csa, jkf, kif};
use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;

/// How many lines may be of no known format before anything is recognised; then the input is given up.
const UNRECOGNISED_LINES: u32 = 3;

/// Reads the records of some sources in order, each only when it is asked for.
///
/// The format is recognised by the first line that is neither blank nor a comment: JSON Lines or JKF when it begins
/// with `{`, SFEN lines when it begins like a position, and KIF, KI2 or CSA when it looks like one of their lines.
/// An error concerns one record, or the rest of one source; what follows is read all the same.
pub struct Records {
    sources: std::vec::IntoIter<Source>,
    current: Option<Input>,
    pick: Pick,
    /// What is left of the record that was read last.
    picked: Option<Picked>,
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
    /// For formats whose records have several lines.
    block: Option<Block>,
    unrecognised: u32,
}

impl Records {
    /// Reads from these sources.
    pub fn new(sources: Vec<Source>) -> Records {
        Records {
            sources: sources.into_iter(),
            current: None,
            pick: Pick::Whole,
            picked: None,
            texts: 0,
        }
    }

    /// Makes problems of other positions of the games than the ones that they are about.
    pub fn picking(self, pick: Pick) -> Records {
        Records { pick, ..self }
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
            block: None,
            unrecognised: 0,
        })
    }

    /// The next record as it is read.
    fn read(&mut self) -> Option<Result<Record, InputError>> {
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

impl Iterator for Records {
    type Item = Result<Record, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(record) = self.picked.as_mut().and_then(Picked::next) {
                return Some(record);
            }
            match self.read()? {
                Ok(record) => self.picked = Some(Picked::of(record, self.pick)),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl Iterator for Input {
    type Item = Result<Record, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.unrecognised < UNRECOGNISED_LINES {
            let record = match self.lines.next() {
                Some(line) => self.line(line),
                None => return self.end_of_block(),
            };
            if record.is_some() {
                return record;
            }
        }
        None
    }
}

impl Input {
    /// The record that ends with or before a line, if one does.
    fn line(&mut self, line: Line) -> Option<Result<Record, InputError>> {
        let place = self.place(line.number);
        let text = match line.text {
            Ok(text) => text,
            Err(error) => {
                let error = self.unreadable(place, error);
                return match &mut self.block {
                    Some(block) if self.unrecognised < UNRECOGNISED_LINES => {
                        block.refuse(line.number, error);
                        None
                    }
                    _ => Some(Err(error)),
                };
            }
        };
        if self.block.is_none() {
            let trimmed = text.trim();
            if trimmed.is_empty() || trimmed.starts_with('#') {
                return None;
            }
            if self.format.is_none() {
                self.format = Format::of(trimmed);
                self.block = self.format.and_then(Format::splitter).map(Block::new);
            }
        }
        match self.format {
            Some(Format::JsonLines) => {
                let id = self.id(&place);
                Some(Record::from_json_or_jkf(&text, &place, id))
            }
            Some(Format::SfenLines) => {
                let id = self.id(&place);
                Some(Record::from_sfen(&text, &place, id))
            }
            Some(Format::Kif | Format::Csa | Format::Jkf) => {
                self.line_of_block(line.number, &text, &place)
            }
            None => Some(Err(self.unrecognised(&place, text.trim()))),
        }
    }

    fn place(&self, line: u64) -> Place {
        Place {
            source: self.name.clone(),
            line: self.lines_before + line,
            column: 1,
        }
    }

    fn id(&self, place: &Place) -> String {
        format!("{}:{}", self.id_prefix, place.line)
    }

    fn line_of_block(
        &mut self,
        number: u64,
        text: &str,
        place: &Place,
    ) -> Option<Result<Record, InputError>> {
        let block = self.block.as_mut()?;
        let finished = match block.splitter.line(text) {
            Belongs::Within => {
                block.add(number, text, place);
                None
            }
            Belongs::Last => {
                block.add(number, text, place);
                block.take()
            }
            Belongs::First => {
                let finished = block.take();
                block.splitter.line(text);
                block.add(number, text, place);
                finished
            }
        };
        self.record_of_block(finished)
    }

    fn end_of_block(&mut self) -> Option<Result<Record, InputError>> {
        let finished = self.block.as_mut().and_then(Block::take);
        self.record_of_block(finished)
    }

    fn record_of_block(
        &mut self,
        finished: Option<Finished>,
    ) -> Option<Result<Record, InputError>> {
        let Finished { first, text } = finished?;
        let text = match text {
            Ok(text) => text,
            Err(error) => return Some(Err(error)),
        };
        let place = self.place(first);
        let id = self.id(&place);
        let kifu: Result<Kifu, RecordError> = match self.format? {
            Format::Kif => kif::read(&text),
            Format::Csa => csa::read(&text),
            Format::Jkf => jkf::read(&text),
            Format::JsonLines | Format::SfenLines => return None,
        };
        let kifu = kifu.map_err(|error| place.record_error(error));
        Some(kifu.and_then(|kifu| Record::from_kifu(kifu, &place, id)))
    }

    fn unrecognised(&mut self, place: &Place, text: &str) -> InputError {
        self.unrecognised += 1;
        let given_up = if self.unrecognised == UNRECOGNISED_LINES {
            "; the rest of this input is passed over"
        } else {
            ""
        };
        place.error(super::record::excerpt(text), format!("{FORMATS}{given_up}"))
    }

    fn unreadable(&mut self, place: Place, error: LineError) -> InputError {
        match error {
            LineError::TooLong => {
                place.error("a line that is longer", format!("at most {MAX_LINE} bytes"))
            }
            LineError::NoText { column, byte } => {
                self.unrecognised += u32::from(self.format.is_none());
                place.right_by(column - 1).error(
                    format!("the byte {byte:#04x}"),
                    "text in UTF-8 or Shift_JIS",
                )
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

/// A record of several lines that is being gathered.
struct Block {
    splitter: Splitter,
    /// The number of its first line.
    first: Option<u64>,
    text: String,
    error: Option<InputError>,
}

/// A record of several lines.
struct Finished {
    first: u64,
    text: Result<String, InputError>,
}

impl Block {
    fn new(splitter: Splitter) -> Block {
        Block {
            splitter,
            first: None,
            text: String::new(),
            error: None,
        }
    }

    /// Adds a line. Lines that say nothing begin no record.
    fn add(&mut self, number: u64, line: &str, place: &Place) {
        if self.first.is_none() {
            if self.splitter.is_nothing(line) {
                return;
            }
            self.first = Some(number);
        }
        if self.error.is_some() {
            return;
        }
        if self.text.len() + line.len() > MAX_RECORD {
            self.refuse(
                number,
                place.error(
                    "a record that is longer",
                    format!("at most {MAX_RECORD} bytes"),
                ),
            );
            return;
        }
        self.text += line;
        self.text.push('\n');
    }

    /// Makes the record an error; only the first counts.
    fn refuse(&mut self, number: u64, error: InputError) {
        self.first.get_or_insert(number);
        self.error.get_or_insert(error);
        self.text = String::new();
    }

    /// The record as far as it goes, if there is anything of it; the next one begins.
    fn take(&mut self) -> Option<Finished> {
        self.splitter.reset();
        let text = std::mem::take(&mut self.text);
        let error = self.error.take();
        Some(Finished {
            first: self.first.take()?,
            text: error.map_or(Ok(text), Err),
        })
    }
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::kifu::MAX_HEADERS;
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
                "a.txt:4:5: read the byte 0xff, expected text in UTF-8 or Shift_JIS",
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
                "a:1:1: read the byte 0x89, expected text in UTF-8 or Shift_JIS",
                "a:2:1: read foo, expected a record in JSON, SFEN, KIF, KI2 or CSA",
                "a:3:1: read bar, expected a record in JSON, SFEN, KIF, KI2 or CSA; the rest of this input is passed over",
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
                "--sfen:1:1: read x, expected a record in JSON, SFEN, KIF, KI2 or CSA",
                "sfen:2",
                "sfen:3",
                "--sfen:4:1: read nothing, expected a position in SFEN",
                "sfen:5",
            ]
        );
    }

    /// A game of one move in each of the formats whose records have several lines.
    const GAMES: [(&str, &str); 4] = [
        (
            "a.kif",
            "# KIF\n手合割：平手\n手数----指手--\n   1 ７六歩(77)\n   2 中断\n",
        ),
        ("a.ki2", "先手：A\n手合割：平手\n\n▲７六歩\nまで1手で中断\n"),
        (
            "a.csa",
            "'CSA encoding=UTF-8\nV2.2\nPI\n+\n+7776FU\n%CHUDAN\n/\n",
        ),
        (
            "a.jkf",
            "{\n\"header\":{},\n\"moves\":[{},{\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"}}]\n}\n",
        ),
    ];

    #[test]
    fn several_games_in_a_file_are_several_records() {
        for (name, game) in GAMES {
            let lines = game.lines().count();
            // Comments before a record are no part of it.
            let skipped = game
                .lines()
                .take_while(|line| line.starts_with(['#', '\'', 'V']))
                .count();
            let expected = [0, 1, 2].map(|index| format!("{name}:{}", index * lines + skipped + 1));
            assert_eq!(read(&[(name, game.repeat(3).as_bytes())]), expected);
            let shift_jis = crate::notation::encoding::Encoding::ShiftJis.encode(&game.repeat(3));
            assert_eq!(read(&[(name, &shift_jis.bytes)]), expected);
        }
    }

    #[test]
    fn an_error_in_a_game_costs_that_game() {
        let text = GAMES[0].1.to_string() + &GAMES[0].1.replace("７六", "７五") + GAMES[0].1;
        let text = text.replace("７五歩(77)", "７六銀(77)");
        assert_eq!(
            read(&[("a.kif", text.as_bytes())]),
            [
                "a.kif:2",
                "a.kif:9:6: read 銀 from 7g, expected a piece that stands there",
                "a.kif:12"
            ]
        );
    }

    #[test]
    fn a_record_of_headers_without_end_is_refused_without_being_kept() {
        let headers = (0..3 * MAX_HEADERS).map(|index| format!("見出し{index}：\n"));
        let text = headers.collect::<String>() + "▲７六歩\n手合割：平手\n▲２六歩\n";
        assert_eq!(
            read(&[("a.ki2", text.as_bytes())]),
            [
                "a.ki2:1001:1: read one header more than 1000, expected no more headers",
                "a.ki2:3002"
            ]
        );
    }

    #[test]
    fn a_game_of_any_length_is_refused_without_being_kept() {
        let endless = "*好手\n".repeat(MAX_RECORD / "*好手\n".len() + 1);
        let text = format!("手合割：平手\n{endless}▲７六歩\n手合割：平手\n▲２六歩\n");
        let lines = text.lines().count();
        let read = read(&[("a.ki2", text.as_bytes())]);
        assert_eq!(read.len(), 2);
        assert!(read[0].ends_with("read a record that is longer, expected at most 4194304 bytes"));
        assert_eq!(read[1], format!("a.ki2:{}", lines - 1));
    }

    #[test]
    fn a_game_on_a_line_of_json_is_a_record() {
        let line = GAMES[3].1.replace('\n', "");
        let lines = format!("{line}\n{{\"id\":\"b\",\"sfen\":\"{MATE}\"}}\n{line}\n");
        assert_eq!(read(&[("a", lines.as_bytes())]), ["a:1", "b", "a:3"]);
    }

    #[test]
    fn positions_are_picked_out_of_games() {
        let pick = |pick| {
            let text = "position startpos moves 7g7f 3c3d".to_string();
            let records = Records::new(vec![Source::Sfen(text)]).picking(pick);
            records
                .map(|record| match record {
                    Ok(record) => format!("{} {}", record.id, record.pieces.move_number()),
                    Err(error) => error.to_string(),
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(pick(Pick::Whole), ["sfen:1 3"]);
        assert_eq!(
            pick(Pick::Every),
            ["sfen:1@0 1", "sfen:1@1 2", "sfen:1@2 3"]
        );
        assert_eq!(pick(Pick::After(1)), ["sfen:1@1 2"]);
        assert_eq!(
            pick(Pick::After(3)),
            [
                "--sfen:1:1: read a record of 2 legal moves, expected at least 3, after which a position is asked for"
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
