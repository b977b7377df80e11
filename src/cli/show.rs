//! `tsume show`.

use super::each::{Fault, each_record};
use super::exit::{Exit, Failure};
use super::input::{INPUT_HELP, Inputs};
use super::picture::{PictureFormat, Pictures, drawn};
use clap::{Args, ValueEnum};
use tsume::collection::output::heading;
use tsume::collection::{Record, judged};
use tsume::notation::diagram;

/// Draw positions, as text or as pictures, or say how games ended
///
/// Defects do not matter here, only that the pieces make a position.
#[derive(Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{INPUT_HELP}"))]
pub struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Say how each game ended and why, instead of drawing: illegal moves, repetition, declarations
    #[arg(long, conflicts_with = "to")]
    game: bool,
    /// What to draw
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    to: Format,
    #[command(flatten)]
    pictures: Pictures,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Format {
    /// Diagrams in text
    #[default]
    Text,
    /// Diagrams as books print them, of any size
    Svg,
    /// The same in pixels
    #[cfg(feature = "png")]
    Png,
    /// One page with all diagrams, their answers folded away
    Html,
}

const EXAMPLES: &str = "\
Examples:
  tsume show problems/zuko.jsonl
  tsume show problems/zuko.jsonl --to html --output zuko.html
  tsume show problems/zuko.jsonl --to svg --output diagrams
  tsume show --sfen \"4k4/9/4P4/9/9/9/9/9/9 b G\"
  tsume show game.kif --at 45
  tsume show --game game.csa";

impl Format {
    fn picture(self) -> Option<PictureFormat> {
        match self {
            Format::Text => None,
            Format::Svg => Some(PictureFormat::Svg),
            #[cfg(feature = "png")]
            Format::Png => Some(PictureFormat::Png),
            Format::Html => Some(PictureFormat::Html),
        }
    }
}

pub fn run(arguments: Arguments) -> Result<Exit, Failure> {
    match arguments.to.picture() {
        Some(format) => arguments.pictures.draw(&arguments.inputs, format),
        None => print_texts(&arguments),
    }
}

fn print_texts(arguments: &Arguments) -> Result<Exit, Failure> {
    let inputs = &arguments.inputs;
    let found = inputs.sources();
    let mut out = arguments.pictures.stream(&found.0)?;
    let mut before = "";
    each_record(found, inputs.pick(), |record| {
        let text = match arguments.game {
            true => game(record)?,
            false => diagram::text(&drawn(record, inputs.defender_hand())?.position),
        };
        out.print(format!("{before}{}{text}", heading(record)).as_bytes())?;
        before = "\n";
        Ok(())
    })
}

/// What became of the game.
fn game(record: &Record) -> Result<String, Fault> {
    let judgement = record.to_kifu()?.judge();
    let judgement = judgement.map_err(|error| Fault::position(record, error))?;
    Ok(judged(&judgement))
}
