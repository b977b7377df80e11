//! `tsume show`.

use super::exit::{Exit, Failure};
use super::input::usage;
use super::input::{INPUT_HELP, Inputs};
use super::picture::{Album, PictureFormat, Pictures};
use super::{complain, print};
use clap::{Args, ValueEnum};
use tsume::collection::output::{heading, picture};
use tsume::collection::{Record, Records, Source, judged};
use tsume::notation::diagram;
use tsume::notation::picture::Picture;

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
    let mut drawings = arguments.drawings(&sources)?;
    let mut before = "";
    for record in Records::new(sources).picking(arguments.inputs.pick()) {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                complain_of(&error);
                continue;
            }
        };
        if arguments.game {
            match game(&record) {
                Ok(game) => {
                    print(format!("{before}{}{game}", heading(&record)).as_bytes())?;
                    before = "\n";
                }
                Err(error) => complain_of(&error),
            }
            continue;
        }
        match picture(&record, arguments.inputs.defender_hand()) {
            Ok(picture) => drawings.add(&record, &picture)?,
            Err(error) => complain_of(&format_args!("{}: {}: {error}", record.place, record.id)),
        }
    }
    drawings.finish()?;
    Ok(exit)
}

/// What became of the game.
fn game(record: &Record) -> Result<String, String> {
    let kifu = record.to_kifu().map_err(|error| error.to_string())?;
    let judgement = kifu
        .judge()
        .map_err(|error| format!("{}: {}: {error}", record.place, record.id))?;
    Ok(judged(&judgement))
}

/// Where what is drawn goes.
enum Drawings {
    /// To standard output, with this text before the next.
    Text { before: &'static str },
    /// Into pictures.
    Pictures(Album),
}

impl Arguments {
    fn drawings(&self, sources: &[Source]) -> Result<Drawings, Failure> {
        let format = match self.to {
            Format::Text if self.pictures.go_to_standard_output() => {
                return Ok(Drawings::Text { before: "" });
            }
            Format::Text => {
                return Err(usage(
                    "--output without --to, expected --to svg, png or html",
                ));
            }
            Format::Svg => PictureFormat::Svg,
            #[cfg(feature = "png")]
            Format::Png => PictureFormat::Png,
            Format::Html => PictureFormat::Html,
        };
        Ok(Drawings::Pictures(self.pictures.album(format, sources)?))
    }
}

impl Drawings {
    fn add(&mut self, record: &Record, picture: &Picture) -> Result<(), Failure> {
        match self {
            Drawings::Text { before } => {
                let drawn = diagram::text(&picture.position);
                print(format!("{before}{}{drawn}", heading(record)).as_bytes())?;
                *before = "\n";
                Ok(())
            }
            Drawings::Pictures(album) => album.add(record, picture),
        }
    }

    fn finish(self) -> Result<(), Failure> {
        match self {
            Drawings::Text { .. } => Ok(()),
            Drawings::Pictures(album) => album.finish(),
        }
    }
}
