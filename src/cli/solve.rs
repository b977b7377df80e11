//! `tsume solve`.

use super::complain;
use super::exit::{EXIT_CODES, Exit, Failure};
use super::input::{INPUT_HELP, Inputs};
use super::limits::Limits;
use super::output::Output;
use super::progress::Progress;
use clap::Args;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tsume::collection::output::AnswerWriter;
use tsume::collection::{
    Answered, Concern, InputError, Observer, Pick, Record, Records, Summary, count_problems, human,
    run as run_collection,
};

/// Prove mate or no mate, and print the answers
///
/// The first mate found is printed. Its length is an upper bound: a shorter mate may exist, and every
/// interposition counts. "No mate" and "mate" are proven; what is not proven is "unknown".
#[derive(Args)]
#[command(after_help = EXAMPLES, after_long_help = long_help())]
pub struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Print the first mate found, whose length is an upper bound; the only way at present
    #[arg(long = "any")]
    _any: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
Examples:
  tsume solve --sfen \"4k4/9/4P4/9/9/9/9/9/9 b G\"
  tsume solve problems --time 10s
  tsume solve problems/zuko.jsonl --format jsonl --output answers.jsonl";

fn long_help() -> String {
    format!("{EXAMPLES}\n\n{INPUT_HELP}\n\n{EXIT_CODES}")
}

pub fn run(arguments: Arguments) -> Result<Exit, Failure> {
    let start = Instant::now();
    let (sources, errors) = arguments.inputs.sources();
    arguments.output.check_that_it_is_not_read(&sources)?;
    let enough = if io::stderr().is_terminal() {
        // The progress bar has to know exactly.
        u64::MAX
    } else {
        // Whether there are several, and enough for all jobs.
        arguments.limits.jobs().get().max(2) as u64
    };
    let pick = arguments.inputs.pick();
    let total = count_problems(&sources, enough).filter(|_| pick != Pick::Every);
    let mut session = Session {
        writer: arguments
            .output
            .writer(total.or((pick == Pick::Every).then_some(u64::MAX)))?,
        progress: Progress::new(total),
        summary: Summary::default(),
        shows_rows: arguments.output.is_printed() && io::stdout().is_terminal(),
    };
    for error in errors {
        session.unreadable(&error)?;
    }
    let options = arguments
        .limits
        .run_options(total, arguments.inputs.defender_hand());
    let stop = stop_on_interrupt()?;
    run_collection(
        Records::new(sources).picking(pick),
        &options,
        &stop,
        &mut session,
    )?;
    let exit = session.finish(start.elapsed(), &arguments.output)?;
    if stop.load(Ordering::Relaxed) {
        complain(&"stopped; what had not begun is left out");
        return Ok(exit.max(Exit::Undecided));
    }
    Ok(exit)
}

/// A flag that Ctrl-C sets. A second Ctrl-C ends the program at once, unless it comes together with the first:
/// `timeout` signals the program and then the group that the program is in.
fn stop_on_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    const INTERRUPTED: i32 = 130;
    const TOGETHER: Duration = Duration::from_millis(500);
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    let mut first = None;
    ctrlc::set_handler(move || {
        flag.store(true, Ordering::Relaxed);
        if first.get_or_insert_with(Instant::now).elapsed() > TOGETHER {
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
    fn finish(mut self, elapsed: Duration, output: &Output) -> Result<Exit, Failure> {
        self.progress.finish();
        self.summary.elapsed = elapsed;
        self.writer.finish(&self.summary)?;
        if !output.shows_summary() && self.summary.answered() > 1 {
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
