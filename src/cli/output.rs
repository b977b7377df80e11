//! The arguments that say how and where answers are written.

use super::exit::Failure;
use super::input::usage;
use clap::{Args, ValueEnum};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, IsTerminal, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tsume::collection::output::{
    AnswerWriter, Csv, Header, InFull, JsonLines, MoveNames, Table, Text,
};
use tsume::collection::{Answers, Finished, Source};

/// How and where answers are written.
#[derive(Args)]
pub struct Output {
    /// How to print the answers; text is a table when there are several problems
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// How to name the moves in text
    #[arg(long, value_enum, default_value_t)]
    notation: Notation,
    #[command(flatten)]
    target: Target,
}

/// Where answers are written.
#[derive(Args)]
pub struct Target {
    /// Append the answers to a file instead of printing them
    ///
    /// The file gets finished answers only, in the order of the problems and without a gap: when the run is
    /// stopped, it ends before the first problem that was not finished.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Go on where an earlier run was interrupted: skip the problems that are answered in the file
    ///
    /// A problem counts as answered when an answer in the file has all its fields, whatever options that was
    /// found with. A last line that is torn is cut off. Needs --format jsonl. The exit code is about all
    /// answers, those of earlier runs as well.
    #[arg(long, requires = "output")]
    resume: bool,
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

/// Where answers go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Destination {
    /// Where somebody looks on, and the progress bar has to make room.
    Terminal,
    /// Into a pipe, or wherever else standard output leads.
    Stream,
    /// Into a file of their own.
    File,
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
    /// A writer for the answers to `total` problems, when their number is known, and what an earlier run has
    /// written, when this one is to go on from there. Text is a table of several unless each is wanted `in_full`.
    pub fn open(
        &self,
        total: Option<u64>,
        in_full: bool,
    ) -> Result<(Box<dyn AnswerWriter>, Option<Finished>), Failure> {
        let can_go_on = self.format == Format::Jsonl;
        let Opened {
            out,
            header,
            finished,
        } = self.target.open(Answers::Mates, can_go_on)?;
        let writer: Box<dyn AnswerWriter> = match self.format {
            Format::Jsonl => Box::new(JsonLines::new(out)),
            Format::Csv => Box::new(Csv::new(out, header)?),
            Format::Text if in_full => Box::new(InFull::new(out, self.notation.into())),
            Format::Text if total.is_some_and(|total| total > 1) => Box::new(Table::new(out)),
            Format::Text => Box::new(Text::new(out, self.notation.into())),
        };
        Ok((writer, finished))
    }

    /// Where the answers go.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Whether the answers end with the summary where people see it.
    pub fn shows_summary(&self) -> bool {
        self.target.output.is_none() && self.format == Format::Text
    }
}

/// A place that answers are written to.
pub struct Opened {
    /// Takes the answers.
    pub out: Box<dyn Write>,
    /// Whether a format that has a header begins with it there.
    pub header: Header,
    /// What an earlier run has written there, when this one is to go on with it.
    pub finished: Option<Finished>,
}

impl Target {
    /// Opens the place for answers `about` something. Only in some formats `can` a run `go on` with what an earlier one has
    /// written.
    pub fn open(&self, about: Answers, can_go_on: bool) -> Result<Opened, Failure> {
        if self.resume && !can_go_on {
            return Err(usage("--resume: expected --format jsonl with it"));
        }
        let Some(path) = &self.output else {
            return Ok(Opened {
                out: Box::new(io::stdout()),
                header: Header::Write,
                finished: None,
            });
        };
        let failure = |error| Failure::File {
            path: path.display().to_string(),
            error,
        };
        let mut file = open_to_append(path).map_err(failure)?;
        let mut finished = None;
        if self.resume {
            finished = Some(earlier_answers(&file, path, about).map_err(failure)?);
        }
        let header = begin_line(&mut file).map_err(failure)?;
        Ok(Opened {
            out: Box::new(NamedFile::new(file, path)),
            header,
            finished,
        })
    }

    /// Refuses to append answers to a file that problems are read from: they would be read as problems, and so
    /// on for ever.
    pub fn check_that_it_is_not_read(&self, sources: &[Source]) -> Result<(), Failure> {
        check_that_file_is_not_read(self.output.as_deref(), sources)
    }

    /// Where the answers go.
    pub fn destination(&self) -> Destination {
        if self.output.is_some() {
            Destination::File
        } else if io::stdout().is_terminal() {
            Destination::Terminal
        } else {
            Destination::Stream
        }
    }
}

/// The folder for certificates, made if it is not there.
pub fn folder_for(certificates: Option<&Path>) -> Result<Option<PathBuf>, Failure> {
    let Some(folder) = certificates else {
        return Ok(None);
    };
    fs::create_dir_all(folder).map_err(|error| Failure::File {
        path: folder.display().to_string(),
        error,
    })?;
    Ok(Some(folder.to_path_buf()))
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

/// A file whose end can be written and all of which can be read.
pub fn open_to_append(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true).open(path)
}

/// What stands in a file that nobody else goes on with at the same time.
fn earlier_answers(file: &File, path: &Path, about: Answers) -> io::Result<Finished> {
    claim(file)?;
    let readable = OpenOptions::new().read(true).write(true).open(path)?;
    Finished::open(readable, path, about)
}

/// Keeps other runs from going on with a file. On Windows a lock would keep this run as well from reading by another
/// handle what stands in the file.
pub fn claim(file: &File) -> io::Result<()> {
    if cfg!(windows) {
        return Ok(());
    }
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            Err(io::Error::other("another run goes on with this file"))
        }
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Ends a line that was cut short, and says whether the file needs a header.
pub fn begin_line(file: &mut File) -> io::Result<Header> {
    match last_byte(file)? {
        None => return Ok(Header::Write),
        Some(b'\n') => {}
        Some(_) => file.write_all(b"\n")?,
    }
    Ok(Header::Omit)
}

/// A file whose errors say which file.
pub struct NamedFile {
    file: File,
    path: PathBuf,
}

impl NamedFile {
    /// A file that has been opened.
    pub fn new(file: File, path: &Path) -> NamedFile {
        let path = path.to_path_buf();
        NamedFile { file, path }
    }

    /// A new file, in place of one that may be there.
    pub fn create(path: &Path) -> io::Result<NamedFile> {
        let path = path.to_path_buf();
        match File::create(&path) {
            Ok(file) => Ok(NamedFile { file, path }),
            Err(error) => Err(named(&path, error)),
        }
    }

    fn named(&self, error: io::Error) -> io::Error {
        named(&self.path, error)
    }
}

fn named(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
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
