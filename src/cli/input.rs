//! The arguments that say which problems are meant, shared by the subcommands that read problems.

use super::exit::Failure;
use clap::Args;
use std::path::PathBuf;
use tsume::collection::{InputError, Source};
use tsume::tsume::DefenderHand;

/// What `INPUT` may be, for `--help`.
pub const INPUT_HELP: &str = "\
Input is JSON Lines (an object with \"id\", \"sfen\" and more on each line) or SFEN lines
(SFEN [moves …], sfen …, position sfen …), recognised by the content. Blank lines and lines
that begin with # are passed over.
The side to move attacks. Pieces that stand nowhere are in the defender's hand.";

/// Which problems.
#[derive(Args)]
pub struct Inputs {
    /// Files, folders (their *.jsonl, *.sfen and *.txt files by name), or - for standard input
    #[arg(value_name = "INPUT", required_unless_present = "sfen")]
    paths: Vec<PathBuf>,
    /// A position given directly; may be repeated
    #[arg(long, value_name = "SFEN")]
    sfen: Vec<String>,
    /// Take both hands as they are given: nobody holds the pieces that stand nowhere
    #[arg(long)]
    given_hands: bool,
}

impl Inputs {
    /// Everything to read from, the paths first, and what is wrong with those that cannot be read.
    pub fn sources(&self) -> (Vec<Source>, Vec<InputError>) {
        let mut sources = Vec::new();
        let mut errors = Vec::new();
        for path in &self.paths {
            match Source::of_path(path) {
                Ok(found) => sources.extend(found),
                Err(error) => errors.push(error),
            }
        }
        sources.extend(self.sfen.iter().cloned().map(Source::Sfen));
        (sources, errors)
    }

    /// Who holds the pieces that stand nowhere.
    pub fn defender_hand(&self) -> DefenderHand {
        if self.given_hands {
            DefenderHand::AsGiven
        } else {
            DefenderHand::TheRest
        }
    }
}

/// An error about an argument.
pub fn usage(message: impl Into<String>) -> Failure {
    Failure::Usage(message.into())
}
