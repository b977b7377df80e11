//! `tsume usi`.

use super::exit::{Exit, Failure};
use clap::Args;
use std::io::{self, BufReader};

/// Speak USI, the protocol of graphical interfaces
///
/// The program speaks USI also when it is started without arguments and standard input is no terminal, as
/// graphical interfaces start engines. They send "go mate", and it answers with the moves of a mate, with
/// "nomate", or with "timeout". What can be set is listed in answer to "usi".
#[derive(Args)]
#[command(
    after_help = "Example:  printf 'usi\\nposition sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1\\ngo mate 1000\\n' | tsume usi"
)]
pub struct Arguments {}

pub fn run() -> Result<Exit, Failure> {
    tsume::usi::run(BufReader::new(io::stdin()), io::stdout())?;
    Ok(Exit::Success)
}
