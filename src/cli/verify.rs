//! `tsume verify`.

use super::desk::{Desk, left_to_do};
use super::exit::{Exit, Failure};
use super::input::{INPUT_HELP, Inputs};
use super::interrupt::stop_on_interrupt;
use super::limits::Limits;
use super::output::{Notation, Opened, Target, folder_for};
use super::progress::Progress;
use super::sharing::Sharing;
use clap::{Args, ValueEnum};
use std::io::{self, Write};
use std::path::PathBuf;
use tsume::collection::output::{MoveNames, annotated_kif, verified_in_full, verified_row};
use tsume::collection::{
    Answers, Concern, InputError, Observer, Pick, Record, Records, Skipped, Verification, Verified,
    count_problems, human, verify_all,
};
use tsume::tsume::InvalidProblem;
use tsume::tsume::verify::Options;

/// Say whether problems are sound, and if not, where and why
///
/// The line is the one that the record states, or else the solver's. It is played, and along it every other check of
/// the attacker and every other reply of the defender is examined: no mate (不詰), shorter mates (早詰), cooks (余詰), duals
/// (非限定), detours (迂回), equal and longer defences (変同, 変長), pieces left over (駒余り). Whatever is said is proven, and
/// what could not be proven is said to be open.
#[derive(Args)]
#[command(after_help = EXAMPLES, after_long_help = long_help())]
pub struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Verify this line instead of the one that is stated: moves in USI notation, or as in KIF and KI2
    #[arg(long, value_name = "MOVES")]
    line: Option<String>,
    /// Look for all that is wrong where a problem is known to be unsound, and for cooks in the variations (変化) too
    #[arg(long)]
    thorough: bool,
    /// Look for pieces that could be done without (不要駒) too, where a problem is sound
    #[arg(long)]
    pieces: bool,
    /// Write a certificate of each cook and each shorter mate to this folder, for `tsume check`
    #[arg(long, value_name = "DIR")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    sharing: Sharing,
    /// How to print the reports
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// How to name the moves in text
    #[arg(long, value_enum, default_value_t)]
    notation: Notation,
    #[command(flatten)]
    target: Target,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Format {
    /// For people
    #[default]
    Text,
    /// JSON Lines
    Jsonl,
    /// KIF: the line with the findings as comments, and the moves that show them as variations
    Kif,
}

const EXAMPLES: &str = "\
Examples:
  tsume verify --sfen \"4k4/9/4P4/9/9/9/9/9/9 b G\" --line \"G*5b\"
  tsume verify problem.kif
  tsume verify problems --time 60s --format jsonl > verdicts.jsonl
  tsume verify problems --format jsonl --output verdicts.jsonl --resume";

const EXIT_CODES: &str = "\
Exit codes:
  0  every problem is sound, perhaps with blemishes
  1  some problem is unsound, or none at all
  2  wrong usage, or some input could not be read
  3  some problem is undecided within the limits, or was stopped
Where several hold, the first in the order 2, 1, 3, 0 counts.";

fn long_help() -> String {
    format!("{EXAMPLES}\n\n{INPUT_HELP}\n\n{EXIT_CODES}")
}

pub fn run(arguments: Arguments) -> Result<Exit, Failure> {
    let (sources, errors) = arguments.inputs.sources();
    arguments.target.check_that_it_is_not_read(&sources)?;
    let certificates = folder_for(arguments.certificate.as_deref())?;
    let shard = arguments.sharing.shard();
    let pick = arguments.inputs.pick();
    let total = count_problems(&sources, u64::MAX)
        .filter(|_| pick != Pick::Every)
        .map(|total| shard.share(total));
    let can_go_on = arguments.format == Format::Jsonl;
    let Opened { out, finished, .. } = arguments.target.open(Answers::Soundness, can_go_on)?;
    let line = arguments.line.clone();
    let records = Records::new(sources).picking(pick);
    let records = shard.of(records).map(move |record| match &line {
        Some(line) => record?.with_line(line),
        None => record,
    });
    let (records, skipped) = left_to_do(records, finished);
    let progress = Progress::new(total, skipped.clone());
    let watcher = progress.watcher();
    let mut session = Session {
        out,
        format: arguments.format,
        names: arguments.notation.into(),
        desk: Desk::new(progress, arguments.target.destination()),
        is_only: total == Some(1),
        exit: Exit::Success,
        verdicts: [0; 4],
    };
    for error in errors {
        session.unreadable(&error)?;
    }
    let each = Options {
        thorough: arguments.thorough,
        pieces: arguments.pieces,
        ..Options::default()
    };
    let hand = arguments.inputs.defender_hand();
    let limits = &arguments.limits;
    let options = limits.verify_options(total, hand, each, watcher, certificates);
    let stop = stop_on_interrupt()?;
    verify_all(records, &options, &stop, &mut session)?;
    let exit = session.finish(skipped.so_far());
    Ok(session.desk.end(&stop, exit))
}

/// A run as the terminal sees it.
struct Session {
    out: Box<dyn Write>,
    format: Format,
    names: MoveNames,
    desk: Desk,
    /// Whether there is one problem, which is shown in full.
    is_only: bool,
    exit: Exit,
    /// How many problems are of each verdict.
    verdicts: [u64; 4],
}

impl Observer<Result<Verification, InvalidProblem>> for Session {
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
        verification: Result<Verification, InvalidProblem>,
    ) -> io::Result<()> {
        let verified = Verified {
            record,
            verification,
        };
        let concern = verified.concern();
        self.exit = self.exit.max(Exit::of_concern(concern));
        self.verdicts[verified.verdict() as usize] += 1;
        let text = match self.format {
            Format::Kif => self.kif(&verified)?,
            Format::Jsonl => serde_json::Value::Object(verified.to_json()).to_string() + "\n",
            Format::Text if self.is_only => verified_in_full(&verified, self.names),
            Format::Text => verified_row(&verified, self.names),
        };
        let is_decided = concern != Concern::Undecided;
        self.desk.write(is_decided, verified.is_stopped(), || {
            self.out.write_all(text.as_bytes())?;
            self.out.flush()
        })
    }
}

impl Session {
    /// The report as a record in KIF. Records stand apart.
    fn kif(&self, verified: &Verified) -> io::Result<String> {
        let text = match annotated_kif(verified) {
            Some(text) => text.map_err(io::Error::other)?,
            None => {
                let (place, error) = (&verified.record.place, verified.verification.as_ref().err());
                let error = error.map(ToString::to_string).unwrap_or_default();
                self.desk.complain(&format!("{place}: {error}"));
                return Ok(String::new());
            }
        };
        Ok(if self.is_only { text } else { text + "\n" })
    }

    /// What the run comes to, with what was verified before.
    fn finish(&self, skipped: Skipped) -> Exit {
        self.desk.progress().finish();
        let [sound, blemished, undecided, unsound] = self.verdicts;
        let all: u64 = self.verdicts.iter().sum();
        if all > 1 {
            let before = match skipped.count {
                0 => String::new(),
                count => format!("; {} verified before", human::grouped(count)),
            };
            // Nobody need be listening.
            let _ = writeln!(
                io::stderr(),
                "{all} problems: {sound} sound, {blemished} sound with blemishes, {undecided} undecided, {unsound} unsound{before}"
            );
        }
        let unread = match self.desk.unreadable() {
            0 => Exit::Success,
            _ => Exit::BadInput,
        };
        let before = skipped.concern.map_or(Exit::Success, Exit::of_concern);
        self.exit.max(before).max(unread)
    }
}
