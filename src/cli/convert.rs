//! `tsume convert`.

use super::complain;
use super::each::each_record;
use super::exit::{Exit, Failure};
use super::input::{INPUT_HELP, Inputs, usage};
use super::picture::{PictureFormat, Pictures};
use super::stream::Stream;
use clap::{Args, ValueEnum};
use std::io;
use tsume::collection::{Record, Target};
use tsume::notation::encoding;
use tsume::notation::kifu::{Loss, Written};

/// Turn problems and games of any format into another, or into pictures
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
    /// How to write the characters of records as bytes [default: utf-8]
    #[arg(long, value_enum)]
    encoding: Option<Encoding>,
    #[command(flatten)]
    pictures: Pictures,
}

const EXAMPLES: &str = "\
Examples:
  tsume convert problems/zuko.jsonl --to kif > zuko.kifu
  tsume convert old.kif --to csa
  tsume convert problems/zuko.jsonl --to html --output zuko.html
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
    /// Diagrams as books print them, of any size
    Svg,
    /// The same in pixels
    #[cfg(feature = "png")]
    Png,
    /// One page with all diagrams, their answers folded away
    Html,
}

/// What a format is for.
enum Kind {
    Records(Target),
    Pictures(PictureFormat),
}

impl Format {
    fn kind(self) -> Kind {
        match self {
            Format::Kif => Kind::Records(Target::Kif),
            Format::Ki2 => Kind::Records(Target::Ki2),
            Format::Csa => Kind::Records(Target::Csa),
            Format::Jkf => Kind::Records(Target::Jkf),
            Format::Sfen => Kind::Records(Target::Sfen),
            Format::Jsonl => Kind::Records(Target::JsonLines),
            Format::Svg => Kind::Pictures(PictureFormat::Svg),
            #[cfg(feature = "png")]
            Format::Png => Kind::Pictures(PictureFormat::Png),
            Format::Html => Kind::Pictures(PictureFormat::Html),
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
    match arguments.to.kind() {
        Kind::Records(target) => write_records(&arguments, target),
        Kind::Pictures(_) if arguments.encoding.is_some() => {
            Err(usage("--encoding: expected a format of records with it"))
        }
        Kind::Pictures(format) => arguments.pictures.draw(&arguments.inputs, format),
    }
}

fn write_records(arguments: &Arguments, target: Target) -> Result<Exit, Failure> {
    let inputs = &arguments.inputs;
    let found = inputs.sources();
    let mut converter = Converter {
        target,
        format: arguments.to.name(),
        encoding: arguments.encoding.unwrap_or_default().into(),
        out: arguments.pictures.stream(&found.0)?,
        separator: "",
        said: String::new(),
    };
    each_record(found, inputs.pick(), |record| {
        let written = target.write(record, inputs.defender_hand(), converter.encoding)?;
        Ok(converter.print(record, written)?)
    })
}

/// The records as they are printed.
struct Converter {
    target: Target,
    format: String,
    encoding: encoding::Encoding,
    out: Stream,
    /// What stands before the next record.
    separator: &'static str,
    /// What was said last of what is lost, which need not be said again of every position of a game.
    said: String,
}

impl Converter {
    /// Prints a record, and says what is lost of it.
    fn print(&mut self, record: &Record, written: Written) -> io::Result<()> {
        let Written { text, mut losses } = written;
        let encoded = self.encoding.encode(&format!("{}{text}", self.separator));
        self.separator = self.target.separator();
        losses.extend((encoded.missing > 0).then_some(Loss::Characters));
        self.say_what_is_lost(record, &losses);
        self.out.print(&encoded.bytes)
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
