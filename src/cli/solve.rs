//! `tsume solve`.

use super::desk::{Desk, left_to_do};
use super::exit::{EXIT_CODES, Exit, Failure};
use super::input::{INPUT_HELP, Inputs};
use super::interrupt::stop_on_interrupt;
use super::limits::Limits;
use super::output::{Output, folder_for};
use super::progress::Progress;
use super::question::Question;
use super::sharing::Sharing;
use clap::Args;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tsume::collection::output::AnswerWriter;
use tsume::collection::{
    Answered, Certificate, Concern, Finding, InputError, Observer, Pick, Record, Records, Summary,
    count_problems, human, run as run_collection,
};
use tsume::tsume::InvalidProblem;

/// Prove mate or no mate, and print the answers
///
/// The shortest mate against the longest defence is looked for, and a line of that length printed. "No mate"
/// and "mate" are proven, and so are lengths; what is not proven is "unknown", or said to be a bound.
#[derive(Args)]
#[command(after_help = EXAMPLES, after_long_help = long_help())]
pub struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    question: Question,
    /// Write a certificate of each verdict to this folder, for `tsume check`
    #[arg(long, value_name = "DIR")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    sharing: Sharing,
    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
Examples:
  tsume solve --sfen \"4k4/9/4P4/9/9/9/9/9/9 b G\"
  tsume solve problems --time 10s
  tsume solve --tree --sfen \"4k4/9/4P4/9/9/9/9/9/9 b 2S\"
  tsume solve problems --format jsonl --output answers.jsonl --resume
  tsume solve huge.sfen --shard 1/4 --format jsonl > answers-1.jsonl
  zcat problems.jsonl.gz | tsume solve - --format jsonl | head";

fn long_help() -> String {
    format!("{EXAMPLES}\n\n{INPUT_HELP}\n\n{EXIT_CODES}")
}

pub fn run(arguments: Arguments) -> Result<Exit, Failure> {
    let start = Instant::now();
    let (sources, errors) = arguments.inputs.sources();
    arguments
        .output
        .target()
        .check_that_it_is_not_read(&sources)?;
    let certificates = folder_for(arguments.certificate.as_deref())?;
    let shard = arguments.sharing.shard();
    let enough = if io::stderr().is_terminal() {
        // The progress bar has to know exactly.
        u64::MAX
    } else {
        // Whether there are several, and enough for all jobs.
        shard.enough(arguments.limits.jobs().get().max(2) as u64)
    };
    let pick = arguments.inputs.pick();
    let total = count_problems(&sources, enough)
        .filter(|_| pick != Pick::Every)
        .map(|total| shard.share(total));
    let shown = total.or((pick == Pick::Every).then_some(u64::MAX));
    let in_full = arguments.question.replies_to().is_some();
    let (writer, finished) = arguments.output.open(shown, in_full)?;
    let records = Records::new(sources).picking(pick);
    let (records, skipped) = left_to_do(shard.of(records), finished);
    let progress = Progress::new(total, skipped.clone());
    let mut session = Session {
        writer,
        desk: Desk::new(progress, arguments.output.target().destination()),
        summary: Summary::default(),
    };
    for error in errors {
        session.unreadable(&error)?;
    }
    let options = arguments.limits.run_options(
        total,
        arguments.question.goal(),
        arguments.question.replies_to(),
        arguments.inputs.defender_hand(),
        certificates,
    );
    let stop = stop_on_interrupt()?;
    run_collection(records, &options, &stop, &mut session)?;
    session.summary.add_skipped(skipped.so_far());
    let exit = session.finish(start.elapsed(), &arguments.output)?;
    Ok(session.desk.end(&stop, exit))
}

/// A run as the terminal sees it.
struct Session {
    writer: Box<dyn AnswerWriter>,
    desk: Desk,
    summary: Summary,
}

impl Observer<Result<Finding, InvalidProblem>> for Session {
    fn in_hand(&mut self, record: &Record) {
        self.desk.progress().in_hand(&record.id);
    }

    fn unreadable(&mut self, error: &InputError) -> io::Result<()> {
        self.desk.leave_unread(error);
        Ok(())
    }

    fn found(
        &mut self,
        record: Record,
        finding: Result<Finding, InvalidProblem>,
    ) -> io::Result<()> {
        let answered = &Answered { record, finding };
        self.summary.add(answered);
        let warnings = [warning(answered), no_certificate(answered)];
        for warning in warnings.into_iter().flatten() {
            self.desk.complain(&warning);
        }
        let is_decided = answered.concern() != Concern::Undecided;
        self.desk.write(is_decided, answered.is_stopped(), || {
            self.writer.answer(answered)
        })
    }
}

impl Session {
    fn finish(&mut self, elapsed: Duration, output: &Output) -> Result<Exit, Failure> {
        self.desk.progress().finish();
        self.summary.unreadable = self.desk.unreadable();
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

/// What to say of a certificate that could not be made.
fn no_certificate(answered: &Answered) -> Option<String> {
    match &answered.finding.as_ref().ok()?.certificate {
        Certificate::Failed(reason) => {
            let (place, id) = (&answered.record.place, &answered.record.id);
            Some(format!("{place}: {id}: no certificate: {reason}"))
        }
        _ => None,
    }
}
