//! `tsume solve`.

use super::complain;
use super::exit::{EXIT_CODES, Exit, Failure};
use super::input::{INPUT_HELP, Inputs};
use super::progress::Progress;
use super::units;
use clap::{Args, ValueEnum};
use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Read, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tsume::collection::output::{AnswerWriter, Csv, Header, JsonLines, MoveNames, Table, Text};
use tsume::collection::{
    Answered, Concern, InputError, Observer, Record, Records, RunOptions, Summary, count_problems,
    human, run as run_collection,
};

/// Prove mate or no mate, and print the answers
///
/// The first mate found is printed. Its length is an upper bound: a shorter mate may exist, and every
/// interposition counts. "No mate" and "mate" are proven; what is not proven is "unknown".
#[derive(Args)]
#[command(after_help = AFTER_HELP, after_long_help = after_long_help())]
pub struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Print the first mate found, whose length is an upper bound; the only way at present
    #[arg(long = "any")]
    _any: bool,
    /// Time for each problem, such as 500ms, 30s, 2m or 1h [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    time: Option<Duration>,
    /// Nodes for each problem, such as 300k, 100M or 2G [default: no limit]
    #[arg(long, value_name = "NODES", value_parser = units::count)]
    nodes: Option<u64>,
    /// Memory for the tables of all jobs together, such as 512MiB or 2GiB
    #[arg(long, value_name = "SIZE", value_parser = memory, default_value = "1GiB")]
    memory: usize,
    /// Problems to search at once [default: one for each core]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
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

const AFTER_HELP: &str = "\
Examples:
  tsume solve --sfen \"4k4/9/4P4/9/9/9/9/9/9 b G\"
  tsume solve problems --time 10s
  tsume solve problems/zuko.jsonl --format jsonl --output answers.jsonl";

fn after_long_help() -> String {
    format!("{AFTER_HELP}\n\n{INPUT_HELP}\n\n{EXIT_CODES}")
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
enum Notation {
    /// ▲５二金打
    #[default]
    Japanese,
    /// G*5b
    Usi,
}

impl From<Notation> for MoveNames {
    fn from(notation: Notation) -> MoveNames {
        match notation {
            Notation::Japanese => MoveNames::Japanese,
            Notation::Usi => MoveNames::Usi,
        }
    }
}

/// A size that the tables can do anything with.
fn memory(text: &str) -> Result<usize, String> {
    const LEAST: usize = 64 << 10;
    match units::bytes(text)? {
        bytes if bytes < LEAST => Err(format!("read {text:?}, expected at least 64KiB")),
        bytes => Ok(bytes),
    }
}

pub fn run(arguments: Arguments) -> Result<Exit, Failure> {
    let start = Instant::now();
    let (sources, errors) = arguments.inputs.sources();
    // Only a progress bar needs to know exactly.
    let enough = if io::stderr().is_terminal() {
        u64::MAX
    } else {
        2
    };
    let total = count_problems(&sources, enough);
    let mut session = Session {
        writer: writer(&arguments, total)?,
        progress: Progress::new(total),
        summary: Summary::default(),
        shows_rows: arguments.output.is_none() && io::stdout().is_terminal(),
    };
    for error in errors {
        session.unreadable(&error)?;
    }
    let options = options(&arguments, total);
    let stop = stop_on_interrupt()?;
    run_collection(Records::new(sources), &options, &stop, &mut session)?;
    let exit = session.finish(start.elapsed(), &arguments)?;
    let was_stopped = stop.load(Ordering::Relaxed);
    Ok(if was_stopped {
        exit.max(Exit::Undecided)
    } else {
        exit
    })
}

fn options(arguments: &Arguments, total: Option<u64>) -> RunOptions {
    let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let jobs = arguments.jobs.unwrap_or_else(cores);
    // More jobs than problems would only split the memory.
    let problems = total.and_then(|total| NonZeroUsize::new(usize::try_from(total).ok()?));
    RunOptions {
        jobs: problems.map_or(jobs, |problems| jobs.min(problems)),
        table_bytes: arguments.memory,
        time: arguments.time,
        nodes: arguments.nodes,
        defender_hand: arguments.inputs.defender_hand(),
    }
}

/// A flag that Ctrl-C sets. A second Ctrl-C ends the program at once.
fn stop_on_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    const INTERRUPTED: i32 = 130;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    })
    .map_err(io::Error::other)?;
    Ok(stop)
}

/// A run as the terminal sees it.
struct Session {
    writer: Box<dyn AnswerWriter>,
    progress: Progress,
    summary: Summary,
    /// Whether answers appear on the terminal, where the progress bar has to make room for them.
    shows_rows: bool,
}

impl Observer for Session {
    fn started(&mut self, record: &Record) {
        self.progress.started(&record.id);
    }

    fn unreadable(&mut self, error: &InputError) -> io::Result<()> {
        self.summary.unreadable += 1;
        self.progress.aside(|| complain(error));
        Ok(())
    }

    fn answered(&mut self, answered: &Answered) -> io::Result<()> {
        self.summary.add(answered);
        self.progress
            .done(u64::from(answered.concern() != Concern::Undecided));
        if let Some(warning) = warning(answered) {
            self.progress.aside(|| complain(&warning));
        }
        if self.shows_rows {
            self.progress.aside(|| self.writer.answer(answered))
        } else {
            self.writer.answer(answered)
        }
    }
}

impl Session {
    fn finish(mut self, elapsed: Duration, arguments: &Arguments) -> Result<Exit, Failure> {
        self.progress.finish();
        self.summary.elapsed = elapsed;
        self.writer.finish(&self.summary)?;
        let is_printed = arguments.format == Format::Text && arguments.output.is_none();
        if !is_printed && self.summary.answered() > 1 {
            // Nobody need be listening.
            let _ = writeln!(io::stderr(), "{}", self.summary);
        }
        Ok(Exit::of(&self.summary))
    }
}

/// What to say of a defender's hand that had to be completed.
fn warning(answered: &Answered) -> Option<String> {
    let added = answered
        .finding
        .as_ref()
        .ok()?
        .problem
        .added_to_given_hand()?;
    let place = &answered.record.place;
    let added = human::hand(added);
    Some(format!(
        "{place}: warning: the defender's hand is short of the rest of the 40 pieces; added {added}"
    ))
}

fn writer(arguments: &Arguments, total: Option<u64>) -> Result<Box<dyn AnswerWriter>, Failure> {
    let (out, header) = match &arguments.output {
        None => (Box::new(io::stdout()) as Box<dyn Write>, Header::Write),
        Some(path) => open_to_append(path).map_err(|error| Failure::File {
            path: path.display().to_string(),
            error,
        })?,
    };
    Ok(match arguments.format {
        Format::Jsonl => Box::new(JsonLines::new(out)),
        Format::Csv => Box::new(Csv::new(out, header)?),
        Format::Text if total.is_some_and(|total| total > 1) => Box::new(Table::new(out)),
        Format::Text => Box::new(Text::new(out, arguments.notation.into())),
    })
}

/// Opens a file to write at its end, on a line of its own, and says whether it needs a header there.
fn open_to_append(path: &Path) -> io::Result<(Box<dyn Write>, Header)> {
    let mut file = OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .open(path)?;
    let Some(last) = last_byte(&mut file)? else {
        return Ok((Box::new(file), Header::Write));
    };
    if last != b'\n' {
        file.write_all(b"\n")?;
    }
    Ok((Box::new(file), Header::Omit))
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
