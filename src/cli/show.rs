//! `tsume show`.

use super::exit::{Exit, Failure};
use super::input::{INPUT_HELP, Inputs};
use super::{complain, print};
use clap::Args;
use tsume::board::{Position, PositionError};
use tsume::collection::output::heading;
use tsume::collection::{Record, Records};
use tsume::notation::diagram;
use tsume::tsume::{DefenderHand, InvalidProblem, Problem};

/// Draw positions as text
///
/// Defects do not matter here, only that the pieces make a position.
#[derive(Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{INPUT_HELP}"))]
pub struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
}

const EXAMPLES: &str = "\
Examples:
  tsume show problems/zuko.jsonl
  tsume show --sfen \"4k4/9/4P4/9/9/9/9/9/9 b G\"";

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
    for record in Records::new(sources) {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                complain_of(&error);
                continue;
            }
        };
        match position(&record, arguments.inputs.defender_hand()) {
            Ok(position) => {
                let drawn = format!("{before}{}{}", heading(&record), diagram::text(&position));
                print(drawn.as_bytes())?;
                before = "\n";
            }
            Err(error) => complain_of(&format_args!("{}: {}: {error}", record.place, record.id)),
        }
    }
    Ok(exit)
}

/// The position to draw: of a problem, or as it is given when there is no king to mate.
fn position(record: &Record, defender_hand: DefenderHand) -> Result<Position, PositionError> {
    match Problem::new(&record.pieces, defender_hand) {
        Ok(problem) => Ok(problem.position().clone()),
        Err(InvalidProblem::Position(error)) => Err(error),
        Err(InvalidProblem::NoKing(_)) => record.pieces.build(),
    }
}
