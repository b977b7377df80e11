//! `tsume convert`.

use super::exit::{Exit, Failure};
use super::input::{INPUT_HELP, Inputs};
use super::{complain, print};
use clap::{Args, ValueEnum};
use tsume::collection::{Record, Records, Target};
use tsume::notation::encoding;
use tsume::notation::kifu::{Loss, Written};

/// Turn problems and games of any format into another
///
/// What the other format cannot hold is said on standard error.
#[derive(Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{INPUT_HELP}"))]
pub struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Format,
    /// How to write characters as bytes
    #[arg(long, value_enum, default_value_t)]
    encoding: Encoding,
}

const EXAMPLES: &str = "\
Examples:
  tsume convert problems/zuko.jsonl --to kif > zuko.kifu
  tsume convert old.kif --to csa
  tsume convert game.csa --every --to sfen | tsume solve - --nodes 1M
  tsume convert problem.jsonl --to ki2 --encoding shift_jis > problem.ki2";

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Game records with the origins of moves and times
    Kif,
    /// Game records with moves named as in books
    Ki2,
    /// Game records of the Computer Shogi Association
    Csa,
    /// Game records in JSON
    Jkf,
    /// SFEN lines
    Sfen,
    /// JSON Lines
    Jsonl,
}

impl Format {
    fn target(self) -> Target {
        match self {
            Format::Kif => Target::Kif,
            Format::Ki2 => Target::Ki2,
            Format::Csa => Target::Csa,
            Format::Jkf => Target::Jkf,
            Format::Sfen => Target::Sfen,
            Format::Jsonl => Target::JsonLines,
        }
    }

    fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_string())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Encoding {
    /// With lines that end with LF
    #[default]
    #[value(name = "utf-8")]
    Utf8,
    /// As Windows has it, with lines that end with CR LF
    #[value(name = "shift_jis")]
    ShiftJis,
}

impl From<Encoding> for encoding::Encoding {
    fn from(encoding: Encoding) -> encoding::Encoding {
        match encoding {
            Encoding::Utf8 => encoding::Encoding::Utf8,
            Encoding::ShiftJis => encoding::Encoding::ShiftJis,
        }
    }
}

pub fn run(arguments: Arguments) -> Result<Exit, Failure> {
    let (sources, errors) = arguments.inputs.sources();
    let mut exit = Exit::Success;
    let mut complain_of = |error: &dyn std::fmt::Display| {
        complain(error);
        exit = Exit::BadInput;
    };
    for error in errors {
        complain_of(&error);
    }
    let mut out = Converter {
        target: arguments.to.target(),
        format: arguments.to.name(),
        encoding: arguments.encoding.into(),
        separator: "",
        said: String::new(),
    };
    let hand = arguments.inputs.defender_hand();
    for record in Records::new(sources).picking(arguments.inputs.pick()) {
        let converted = record.and_then(|record| {
            let written = out.target.write(&record, hand, out.encoding)?;
            Ok((record, written))
        });
        match converted {
            Ok((record, written)) => out.write(&record, written)?,
            Err(error) => complain_of(&error),
        }
    }
    Ok(exit)
}

/// The records as they are printed.
struct Converter {
    target: Target,
    format: String,
    encoding: encoding::Encoding,
    /// What stands before the next record.
    separator: &'static str,
    /// What was said last of what is lost, which need not be said again of every position of a game.
    said: String,
}

impl Converter {
    /// Prints a record, and says what is lost of it.
    fn write(&mut self, record: &Record, written: Written) -> Result<(), Failure> {
        let Written { text, mut losses } = written;
        let encoded = self.encoding.encode(&format!("{}{text}", self.separator));
        self.separator = self.target.separator();
        losses.extend((encoded.missing > 0).then_some(Loss::Characters));
        self.say_what_is_lost(record, &losses);
        print(&encoded.bytes)
    }

    fn say_what_is_lost(&mut self, record: &Record, losses: &[Loss]) {
        if losses.is_empty() {
            return;
        }
        let losses: Vec<String> = losses.iter().map(ToString::to_string).collect();
        let (place, format) = (&record.place, &self.format);
        let message = format!("{place}: {format} cannot hold {}", losses.join(", "));
        if message != self.said {
            complain(&message);
            self.said = message;
        }
    }
}
