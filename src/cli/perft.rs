//! `tsume perft`.

use super::exit::{Exit, Failure};
use super::input::usage;
use super::print;
use clap::Args;
use std::time::Instant;
use tsume::board::Position;
use tsume::board::perft::{perft, tsume_perft};
use tsume::collection::human::{duration, grouped};

/// Count the sequences of moves from a position, to test move generation
///
/// Prints a line for each depth from 1 to DEPTH. The position is taken as it is given.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tsume perft startpos 5\n  tsume perft --tsume \"4k4/9/4P4/9/9/9/9/9/9 b 2G\" 3"
)]
pub struct Arguments {
    /// The position in SFEN, or startpos
    sfen: String,
    /// How many plies, 1 to 100
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Count only checks and the answers to them, the moves of a tsume problem
    #[arg(long)]
    tsume: bool,
}

pub fn run(arguments: Arguments) -> Result<Exit, Failure> {
    let position: Position = arguments
        .sfen
        .parse()
        .map_err(|error| usage(format!("{:?}: {error}", arguments.sfen)))?;
    let count = if arguments.tsume { tsume_perft } else { perft };
    for depth in 1..=arguments.depth {
        let start = Instant::now();
        let leaves = count(&position, depth);
        let elapsed = start.elapsed();
        let rate = leaves as f64 / elapsed.as_secs_f64().max(1e-9);
        let line = format!(
            "{depth:>3} {leaves:>20} {:>10} {:>15} /s\n",
            duration(elapsed),
            grouped(rate as u64)
        );
        print(line.as_bytes())?;
    }
    Ok(Exit::Success)
}
