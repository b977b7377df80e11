//! Where problems come from: files, folders, standard input, the command line.

use super::InputError;
use super::blocks::{Belongs, Splitter};
use super::format::Format;
use super::lines::Lines;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

/// The endings of the files that are read from a folder.
const PROBLEM_FILES: [&str; 8] = ["jsonl", "sfen", "txt", "kif", "kifu", "ki2", "csa", "jkf"];

/// Something to read problems from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// One SFEN line, given directly.
    Sfen(String),
    /// Standard input.
    Stdin,
    /// A file of any name.
    File(PathBuf),
}

impl Source {
    /// The sources behind a path: `-` is standard input, a folder stands for its problem files
    /// (`*.jsonl`, `*.sfen`, `*.txt`, `*.kif`, `*.kifu`, `*.ki2`, `*.csa` and `*.jkf`, not those of folders
    /// inside) sorted by name.
    ///
    /// # Errors
    /// When a folder cannot be read or holds no problem file. Files are not opened here.
    pub fn of_path(path: &Path) -> Result<Vec<Source>, InputError> {
        if path == Path::new("-") {
            return Ok(vec![Source::Stdin]);
        }
        if !path.is_dir() {
            return Ok(vec![Source::File(path.to_path_buf())]);
        }
        let files =
            files_ending_in(path, &PROBLEM_FILES).map_err(|error| unreadable(path, error))?;
        if files.is_empty() {
            return Err(InputError::NothingInFolder {
                folder: path.display().to_string(),
            });
        }
        Ok(files.into_iter().map(Source::File).collect())
    }

    /// How it is called in messages.
    pub(super) fn name(&self) -> String {
        match self {
            Source::Sfen(_) => "--sfen".to_string(),
            Source::Stdin => "stdin".to_string(),
            Source::File(path) => path.display().to_string(),
        }
    }

    /// Opens it.
    pub(super) fn open(self) -> Result<Box<dyn BufRead + Send>, InputError> {
        Ok(match self {
            Source::Sfen(text) => Box::new(io::Cursor::new(text)),
            Source::Stdin => Box::new(BufReader::new(io::stdin())),
            Source::File(path) => {
                let file = File::open(&path).map_err(|error| unreadable(&path, error))?;
                Box::new(BufReader::new(file))
            }
        })
    }

    /// How many problems it seems to hold, at most `enough`, judged by its lines alone; `None` when
    /// looking would use it up.
    fn count(&self, enough: u64) -> Option<u64> {
        match self {
            Source::Sfen(_) => Some(1),
            Source::Stdin => None,
            Source::File(path) => match path.metadata() {
                Ok(metadata) if metadata.is_file() => count_in_file(path, enough).ok(),
                // A pipe or a device can be read only once.
                Ok(_) => None,
                Err(_) => Some(0),
            },
        }
    }
}

fn count_in_file(path: &Path, enough: u64) -> io::Result<u64> {
    const CHUNK: usize = 1 << 16;
    let open = || Ok::<_, io::Error>(BufReader::with_capacity(CHUNK, File::open(path)?));
    match several_lines_each(open()?) {
        Some(splitter) => Ok(count_blocks(open()?, splitter, enough)),
        None => count_problem_lines(&mut open()?, enough),
    }
}

/// What tells the records of a file apart; `None` when each is a line.
fn several_lines_each(input: impl BufRead) -> Option<Splitter> {
    let mut texts = Lines::new(input).filter_map(|line| line.text.ok());
    let first = texts.find(|text| !text.trim().is_empty() && !text.starts_with('#'))?;
    Format::of(first.trim())?.splitter()
}

fn count_blocks(input: impl BufRead, mut splitter: Splitter, enough: u64) -> u64 {
    let mut count = 0;
    let mut is_within = false;
    for text in Lines::new(input).filter_map(|line| line.text.ok()) {
        if count == enough {
            break;
        }
        let belongs = splitter.line(&text);
        let says_something = !splitter.is_nothing(&text);
        if belongs != Belongs::Within {
            splitter.reset();
        }
        let begins = says_something && (!is_within || belongs == Belongs::First);
        if belongs == Belongs::First {
            splitter.line(&text);
        }
        count += u64::from(begins);
        is_within = belongs != Belongs::Last && (is_within || begins);
    }
    count
}

/// How many problems the sources seem to hold, at most about `enough`; `None` when it cannot be known.
pub fn count_problems(sources: &[Source], enough: u64) -> Option<u64> {
    let mut total = 0;
    for source in sources {
        if total < enough {
            total += source.count(enough - total)?;
        }
    }
    Some(total)
}

/// Lines that are neither blank nor comments, told by their first byte that is not white space, so that long
/// lines cost no memory.
fn count_problem_lines(input: &mut impl BufRead, enough: u64) -> io::Result<u64> {
    let mut count = 0;
    let mut at_line_start = true;
    while count < enough {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            break;
        }
        for &byte in chunk {
            if byte == b'\n' {
                at_line_start = true;
            } else if at_line_start && !byte.is_ascii_whitespace() {
                count += u64::from(byte != b'#');
                at_line_start = false;
            }
        }
        let length = chunk.len();
        input.consume(length);
    }
    Ok(count)
}

/// The files of a folder whose names have one of these endings, sorted by name.
///
/// # Errors
/// When the folder cannot be read.
pub fn files_ending_in(folder: &Path, endings: &[&str]) -> io::Result<Vec<PathBuf>> {
    let is_wanted = |path: &PathBuf| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        path.is_file() && ending.is_some_and(|ending| endings.contains(&ending))
    };
    let mut paths = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<Vec<_>>>()?;
    paths.retain(is_wanted);
    paths.sort();
    Ok(paths)
}

fn unreadable(path: &Path, error: io::Error) -> InputError {
    InputError::Unreadable {
        source_name: path.display().to_string(),
        error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_blank_lines_are_not_problems() {
        let count = |text: &str, enough| count_problem_lines(&mut text.as_bytes(), enough).unwrap();
        assert_eq!(count("", 9), 0);
        assert_eq!(count("# two\none\n\n   \r\n  two", 9), 2);
        assert_eq!(count("a\nb\n", 9), 2);
    }

    #[test]
    fn games_of_several_lines_are_counted_as_games() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let count = |text: &str, enough| {
            fs::write(&path, text).unwrap();
            count_in_file(&path, enough).unwrap()
        };
        let kif = "# x\n手合割：平手\n   1 ７六歩(77)\n   2 中断\n\n";
        assert_eq!(count(&kif.repeat(3), 9), 3);
        assert_eq!(count(&kif.repeat(3), 2), 2);
        assert_eq!(count("V2.2\nPI\n+\n/\nPI\n+\n", 9), 2);
        assert_eq!(count("{\n\"moves\": []\n}\n{\n}\n", 9), 2);
    }

    #[test]
    fn a_folder_stands_for_its_problem_files_by_name() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.sfen", "a.txt", "c.jsonl", "notes.md", "d.JSONL"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        fs::create_dir(folder.path().join("e.txt")).unwrap();
        let expected =
            ["a.txt", "b.sfen", "c.jsonl"].map(|name| Source::File(folder.path().join(name)));
        assert_eq!(Source::of_path(folder.path()).unwrap(), expected);
        let empty = tempfile::tempdir().unwrap();
        assert!(matches!(
            Source::of_path(empty.path()),
            Err(InputError::NothingInFolder { .. })
        ));
    }
}
