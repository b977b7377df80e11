//! `tsume show`.

use super::exit::{Exit, Failure};
use super::input::{INPUT_HELP, Inputs};
use super::{complain, print};
use clap::Args;
use tsume::board::{Position, PositionError};
use tsume::collection::output::heading;
use tsume::collection::{Record, Records, judged};
use tsume::notation::diagram;
use tsume::tsume::{DefenderHand, InvalidProblem, Problem};

/// Draw positions as text, or say how games ended
///
/// Defects do not matter here, only that the pieces make a position.
#[derive(Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{INPUT_HELP}"))]
pub struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Say how each game ended and why, instead of drawing: illegal moves, repetition, declarations
    #[arg(long)]
    game: bool,
}

const EXAMPLES: &str = "\
Examples:
  tsume show problems/zuko.jsonl
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
    let mut before = "";
    for record in Records::new(sources).picking(arguments.inputs.pick()) {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                complain_of(&error);
                continue;
            }
        };
        let shown = if arguments.game {
            game(&record)
        } else {
            drawing(&record, arguments.inputs.defender_hand())
        };
        match shown {
            Ok(shown) => {
                print(format!("{before}{}{shown}", heading(&record)).as_bytes())?;
                before = "\n";
            }
            Err(error) => complain_of(&error),
        }
    }
    Ok(exit)
}

/// The board.
fn drawing(record: &Record, defender_hand: DefenderHand) -> Result<String, String> {
    let drawn = position(record, defender_hand).map(|position| diagram::text(&position));
    drawn.map_err(|error| located(record, &error))
}

/// What became of the game.
fn game(record: &Record) -> Result<String, String> {
    let kifu = record.to_kifu().map_err(|error| error.to_string())?;
    let judgement = kifu.judge().map_err(|error| located(record, &error))?;
    Ok(judged(&judgement))
}

fn located(record: &Record, error: &PositionError) -> String {
    format!("{}: {}: {error}", record.place, record.id)
}

/// The position to draw: of a problem, or as it is given when there is no king to mate.
fn position(record: &Record, defender_hand: DefenderHand) -> Result<Position, PositionError> {
    match Problem::new(&record.pieces, defender_hand) {
        Ok(problem) => Ok(problem.position().clone()),
        Err(InvalidProblem::Position(error)) => Err(error),
        Err(InvalidProblem::NoKing(_)) => record.pieces.build(),
    }
}
