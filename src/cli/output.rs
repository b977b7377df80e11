//! The arguments that say how and where answers are written.

use super::exit::Failure;
use super::input::usage;
use clap::{Args, ValueEnum};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tsume::collection::Source;
use tsume::collection::output::{AnswerWriter, Csv, Header, JsonLines, MoveNames, Table, Text};

/// How and where answers are written.
#[derive(Args)]
pub struct Output {
    /// How to print the answers; text is a table when there are several problems
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// How to name the moves in text
    #[arg(long, value_enum, default_value_t)]
    notation: Notation,
    /// Append the answers to a file instead of printing them
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Format {
    /// For people
    #[default]
    Text,
    /// JSON Lines
    Jsonl,
    /// Comma-separated values with a header
    Csv,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Notation {
    /// ▲５二金打
    #[default]
    Japanese,
    /// G*5b
    Usi,
    /// G*52
    Western,
}

impl From<Notation> for MoveNames {
    fn from(notation: Notation) -> MoveNames {
        match notation {
            Notation::Japanese => MoveNames::Japanese,
            Notation::Usi => MoveNames::Usi,
            Notation::Western => MoveNames::Western,
        }
    }
}

impl Output {
    /// A writer for the answers to `total` problems, when their number is known.
    pub fn writer(&self, total: Option<u64>) -> Result<Box<dyn AnswerWriter>, Failure> {
        let (out, header) = match &self.output {
            None => (Box::new(io::stdout()) as Box<dyn Write>, Header::Write),
            Some(path) => open_to_append(path).map_err(|error| Failure::File {
                path: path.display().to_string(),
                error,
            })?,
        };
        Ok(match self.format {
            Format::Jsonl => Box::new(JsonLines::new(out)),
            Format::Csv => Box::new(Csv::new(out, header)?),
            Format::Text if total.is_some_and(|total| total > 1) => Box::new(Table::new(out)),
            Format::Text => Box::new(Text::new(out, self.notation.into())),
        })
    }

    /// Refuses to append answers to a file that problems are read from: they would be read as problems, and so
    /// on for ever.
    pub fn check_that_it_is_not_read(&self, sources: &[Source]) -> Result<(), Failure> {
        check_that_file_is_not_read(self.output.as_deref(), sources)
    }

    /// Whether the answers go to standard output.
    pub fn is_printed(&self) -> bool {
        self.output.is_none()
    }

    /// Whether the answers end with the summary where people see it.
    pub fn shows_summary(&self) -> bool {
        self.is_printed() && self.format == Format::Text
    }
}

/// Refuses to write to a file that problems are read from.
pub fn check_that_file_is_not_read(
    output: Option<&Path>,
    sources: &[Source],
) -> Result<(), Failure> {
    // A path that leads nowhere yet is a file that nothing is read from.
    let Some(output) = output.and_then(regular_file) else {
        return Ok(());
    };
    let is_output = |source: &Source| match source {
        Source::Sfen(_) => false,
        Source::Stdin => regular_file(Path::new("/dev/stdin")).as_ref() == Some(&output),
        Source::File(path) => regular_file(path).as_ref() == Some(&output),
    };
    if sources.iter().any(is_output) {
        return Err(usage(format!(
            "{}: read as an input, expected another file for --output",
            output.display()
        )));
    }
    Ok(())
}

/// The one name of an ordinary file, whichever way `path` leads to it.
fn regular_file(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().filter(|path| path.is_file())
}

/// Opens a file to write at its end, on a line of its own, and says whether it needs a header there.
fn open_to_append(path: &Path) -> io::Result<(Box<dyn Write>, Header)> {
    let mut file = OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .open(path)?;
    let path = path.to_path_buf();
    let Some(last) = last_byte(&mut file)? else {
        return Ok((Box::new(NamedFile { file, path }), Header::Write));
    };
    if last != b'\n' {
        file.write_all(b"\n")?;
    }
    Ok((Box::new(NamedFile { file, path }), Header::Omit))
}

/// A file whose errors say which file.
struct NamedFile {
    file: File,
    path: PathBuf,
}

impl NamedFile {
    fn named(&self, error: io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("{}: {error}", self.path.display()))
    }
}

impl Write for NamedFile {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.file.write(buffer).map_err(|error| self.named(error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush().map_err(|error| self.named(error))
    }
}

fn last_byte(file: &mut File) -> io::Result<Option<u8>> {
    if file.metadata()?.len() == 0 {
        return Ok(None);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(Some(last[0]))
}
