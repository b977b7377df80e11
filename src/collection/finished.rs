//! Going on where an earlier run ended: what is answered already, and what is left to do.
//!
//! A run writes its answers in the order of the problems, so that the answers of an earlier run are a beginning
//! of what this one would write. An answer keeps the fields of its problem, and by these it is recognised: by
//! all of them, whatever an id may promise. As long as the two go side by side nothing is kept in memory. Answers
//! to other problems in between are remembered by a fingerprint, and problems are found among those as well.

use super::answered::{Concern, Told, stated_fields, without_answer};
use super::lines::{Line, LineError, Lines};
use super::record::excerpt;
use super::{InputError, Place, Record, verified};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// What the answers in a file are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answers {
    /// Mate or no mate.
    Mates,
    /// Whether problems are sound.
    Soundness,
}

/// Answers that an earlier run has written as JSON Lines.
pub struct Finished {
    source: Arc<str>,
    about: Answers,
    answers: Lines<Box<dyn BufRead + Send>>,
    /// Answers that were read before their problem came, if it ever comes.
    ahead: HashMap<Fingerprint, Ahead>,
    at_end: bool,
}

struct Ahead {
    /// The same problem may stand there several times.
    count: u64,
    told: Told,
}

/// The fields of a problem in 128 bits. Among a million million problems, two share one with a probability of
/// one in 10¹⁴.
type Fingerprint = [u64; 2];

/// What there was to skip.
#[derive(Clone, Copy, Default, Debug)]
pub struct Skipped {
    /// How many problems were answered already.
    pub count: u64,
    /// What there is to worry about most in their answers.
    pub concern: Option<Concern>,
}

/// An account of what is skipped, kept by who skips and read by others.
#[derive(Clone, Default, Debug)]
pub struct Account(Arc<Mutex<Skipped>>);

/// The problems that are not answered already, in their order.
pub struct Unfinished<R> {
    records: R,
    finished: Finished,
    /// A problem that waits until an error has been told.
    waiting: Option<Record>,
    account: Account,
}

impl Finished {
    /// Reads the answers that stand in a file now; others than those `about` the same are left alone. `path` is its name for
    /// messages.
    ///
    /// A last line that the writer could not finish is cut off the file.
    ///
    /// # Errors
    /// When the file cannot be read, or not be cut.
    pub fn open(mut file: File, path: &Path, about: Answers) -> io::Result<Finished> {
        let length = cut_torn_line(&mut file)?;
        file.seek(SeekFrom::Start(0))?;
        let written = BufReader::new(file.take(length));
        Ok(Finished::new(
            Box::new(written),
            &path.display().to_string(),
            about,
        ))
    }

    fn new(answers: Box<dyn BufRead + Send>, source: &str, about: Answers) -> Finished {
        Finished {
            source: source.into(),
            about,
            answers: Lines::new(answers),
            ahead: HashMap::new(),
            at_end: false,
        }
    }

    /// Those of `records` that are not answered here, and an account of the others that is kept as they are read.
    pub fn skip<R>(self, records: R) -> (Unfinished<R>, Account)
    where
        R: Iterator<Item = Result<Record, InputError>>,
    {
        let account = Account::default();
        let unfinished = Unfinished {
            records,
            finished: self,
            waiting: None,
            account: account.clone(),
        };
        (unfinished, account)
    }

    /// Takes out an answer to this problem. An error concerns a line of the answers, and asking again goes on
    /// behind it.
    fn take(&mut self, record: &Record) -> Result<Option<Told>, InputError> {
        if self.at_end && self.ahead.is_empty() {
            return Ok(None);
        }
        let sought = fingerprint(&stated_fields(record));
        if let Some(told) = self.take_ahead(&sought) {
            return Ok(Some(told));
        }
        while let Some(line) = self.answers.next() {
            let Some((answered, told)) = self.answer(line)? else {
                continue;
            };
            if answered == sought {
                return Ok(Some(told));
            }
            let ahead = self.ahead.entry(answered);
            ahead.or_insert(Ahead { count: 0, told }).count += 1;
        }
        self.at_end = true;
        Ok(None)
    }

    fn take_ahead(&mut self, sought: &Fingerprint) -> Option<Told> {
        let ahead = self.ahead.get_mut(sought)?;
        let told = ahead.told;
        ahead.count -= 1;
        if ahead.count == 0 {
            self.ahead.remove(sought);
        }
        Some(told)
    }

    /// The problem and the answer on a line; `None` when there is none, or none to keep.
    fn answer(&self, line: Line) -> Result<Option<(Fingerprint, Told)>, InputError> {
        let place = Place {
            source: self.source.clone(),
            line: line.number,
            column: 1,
        };
        let expected = "an answer as JSON Lines";
        let text = line.text.map_err(|error| match error {
            LineError::Io(error) => InputError::Unreadable {
                source_name: self.source.to_string(),
                error,
            },
            other => place.error(other.to_string(), expected),
        })?;
        if text.trim().is_empty() {
            return Ok(None);
        }
        let answer = serde_json::from_str::<Map<String, Value>>(&text);
        let answer = answer.map_err(|_| place.error(excerpt(&text), expected))?;
        let told = match self.about {
            Answers::Mates => Told::from_json(&answer),
            Answers::Soundness => verified::told(&answer),
        };
        Ok(told.map(|told| (fingerprint(&without_answer(answer)), told)))
    }
}

impl<R> Iterator for Unfinished<R>
where
    R: Iterator<Item = Result<Record, InputError>>,
{
    type Item = Result<Record, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let record = match self
                .waiting
                .take()
                .map(Ok)
                .or_else(|| self.records.next())?
            {
                Ok(record) => record,
                Err(error) => return Some(Err(error)),
            };
            match self.finished.take(&record) {
                Ok(None) => return Some(Ok(record)),
                Ok(Some(told)) => self.account.add(Concern::of(record.stated, told)),
                Err(error) => {
                    self.waiting = Some(record);
                    return Some(Err(error));
                }
            }
        }
    }
}

impl Account {
    /// What has been skipped so far.
    pub fn so_far(&self) -> Skipped {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, concern: Concern) {
        let mut skipped = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        skipped.count += 1;
        skipped.concern = skipped.concern.max(Some(concern));
    }
}

fn fingerprint(fields: &Map<String, Value>) -> Fingerprint {
    let text = Value::Object(fields.clone()).to_string();
    [0_u8, 1].map(|half| {
        let mut hasher = DefaultHasher::new();
        (half, &text).hash(&mut hasher);
        hasher.finish()
    })
}

/// Cuts off what follows the last line break, if that is the beginning of an answer, and tells the length that
/// is left.
pub(super) fn cut_torn_line(file: &mut File) -> io::Result<u64> {
    const CHUNK: u64 = 1 << 16;
    let length = file.metadata()?.len();
    let mut start = length;
    let mut chunk = Vec::new();
    while start > 0 {
        let end = start;
        start = end.saturating_sub(CHUNK);
        file.seek(SeekFrom::Start(start))?;
        chunk.clear();
        file.by_ref().take(end - start).read_to_end(&mut chunk)?;
        if let Some(at) = chunk.iter().rposition(|&byte| byte == b'\n') {
            start += at as u64 + 1;
            break;
        }
    }
    file.seek(SeekFrom::Start(start))?;
    let mut first = [0];
    if file.read(&mut first)? == 1 && first == *b"{" {
        file.set_len(start)?;
        return Ok(start);
    }
    Ok(length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    const SFEN: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";

    fn problem(id: &str, more: &str) -> String {
        format!(r#"{{"id":"{id}","sfen":"{SFEN}"{more}}}"#)
    }

    /// The answer record of such a problem.
    fn answer(id: &str, more: &str, result: &str) -> String {
        let result = format!(r#","result":"{result}","bounds":[1,1],"reason":"time","nodes":1"#);
        problem(id, &format!("{more}{result}"))
    }

    /// The ids of those problems that are left, and errors, with what was skipped.
    fn left(problems: &[String], answers: &[String]) -> (Vec<String>, Skipped) {
        let place = Place {
            source: "problems".into(),
            line: 1,
            column: 1,
        };
        let records: Vec<_> = problems
            .iter()
            .map(|line| Record::from_json(line, &place))
            .collect();
        let answers = io::Cursor::new(answers.join("\n"));
        let finished = Finished::new(Box::new(answers), "answers", Answers::Mates);
        let (unfinished, account) = finished.skip(records.into_iter());
        let left = unfinished.map(|record| match record {
            Ok(record) => record.id,
            Err(error) => error.to_string(),
        });
        (left.collect(), account.so_far())
    }

    #[test]
    fn what_is_answered_is_skipped_wherever_it_stands() {
        let problems = ["a", "b", "c", "d"].map(|id| problem(id, ""));
        let answers =
            |ids: &[&str]| -> Vec<String> { ids.iter().map(|id| answer(id, "", "mate")).collect() };
        assert_eq!(left(&problems, &[]).0, ["a", "b", "c", "d"]);
        assert_eq!(left(&problems, &answers(&["a", "b"])).0, ["c", "d"]);
        assert_eq!(left(&problems, &answers(&["x", "c", "a"])).0, ["b", "d"]);
        let (left, skipped) = left(&problems, &answers(&["d", "c", "b", "a"]));
        assert!(left.is_empty());
        assert_eq!((skipped.count, skipped.concern), (4, Some(Concern::None)));
    }

    #[test]
    fn one_answer_is_for_one_problem() {
        let twice = [problem("a", ""), problem("a", "")];
        assert_eq!(left(&twice, &[answer("a", "", "mate")]).0, ["a"]);
        let answers = [
            answer("x", "", "mate"),
            answer("a", "", "mate"),
            answer("a", "", "mate"),
        ];
        assert!(left(&twice, &answers).0.is_empty());
    }

    #[test]
    fn a_problem_is_known_by_all_its_fields() {
        let plain = answer("a", "", "mate");
        let stated = answer("a", r#","stated_plies":3,"stars":1.10"#, "mate");
        let of = |fields: &str, answer: &String| {
            left(&[problem("a", fields)], std::slice::from_ref(answer))
        };
        assert_eq!(of(r#","plies":3"#, &plain).0, ["a"]);
        assert!(of(r#","plies":3,"stars":1.1"#, &stated).0.is_empty());
        // The answers of an earlier run are no part of a problem.
        assert!(of(r#","nodes":77"#, &plain).0.is_empty());
    }

    #[test]
    fn the_concern_is_that_of_the_answers() {
        let concern = |stated: &str, kept: &str, result: &str| {
            left(&[problem("a", stated)], &[answer("a", kept, result)])
                .1
                .concern
        };
        assert_eq!(concern("", "", "mate"), Some(Concern::None));
        assert_eq!(concern("", "", "nomate"), Some(Concern::NotMate));
        assert_eq!(concern("", "", "unknown"), Some(Concern::Undecided));
        assert_eq!(concern("", "", "invalid"), Some(Concern::NotMate));
        assert_eq!(
            concern(r#","plies":3"#, r#","stated_plies":3"#, "mate"),
            Some(Concern::Differs)
        );
    }

    #[test]
    fn what_was_stopped_is_done_again_and_what_is_damaged_is_told() {
        let stopped = answer("a", "", "unknown").replace("time", "stopped");
        let answers = [stopped, "{\"id\":".to_string(), answer("b", "", "mate")];
        let problems = [problem("a", ""), problem("b", "")];
        let (left, skipped) = left(&problems, &answers);
        let error = "answers:2:1: read {\"id\":, expected an answer as JSON Lines";
        assert_eq!(left, [error, "a"]);
        assert_eq!(skipped.count, 1);
    }

    #[test]
    fn a_torn_line_is_cut_off() {
        let long = format!("{{\"id\":\"{}", "x".repeat(200_000));
        for (before, after) in [
            ("", ""),
            ("{}\n", "{}\n"),
            ("{}\n{\"id", "{}\n"),
            ("{\"id", ""),
            ("{}\nnot an answer", "{}\nnot an answer"),
            (&format!("{{}}\n{long}"), "{}\n"),
            (&long, ""),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("answers.jsonl");
            File::create(&path)
                .unwrap()
                .write_all(before.as_bytes())
                .unwrap();
            let mut file = File::options().read(true).write(true).open(&path).unwrap();
            assert_eq!(cut_torn_line(&mut file).unwrap(), after.len() as u64);
            assert_eq!(std::fs::read_to_string(&path).unwrap(), after);
        }
    }
}
