//! The arguments that say which problems are meant, shared by the subcommands that read problems.

use super::exit::Failure;
use clap::Args;
use std::path::PathBuf;
use tsume::collection::{InputError, Pick, Source};
use tsume::tsume::DefenderHand;

/// What `INPUT` may be, for `--help`.
pub const INPUT_HELP: &str = "\
Input is JSON Lines (an object with \"id\", \"sfen\" and more on each line), SFEN lines
(SFEN [moves …], sfen …, position sfen …), or game records in KIF, KI2, CSA or JKF, any number
in a file, in UTF-8 or Shift_JIS; the format is recognised by the content. Blank lines and
lines that begin with # are passed over. A game that begins as games do is the position that
it has come to, unless --at or --every asks for others.
The side to move attacks. Pieces that stand nowhere are in the defender's hand,
but for those that were given as a handicap in a game.";

/// Which problems.
#[derive(Args)]
pub struct Inputs {
    /// Files, folders (their problem and game files by name), or - for standard input
    #[arg(value_name = "INPUT", required_unless_present = "sfen")]
    paths: Vec<PathBuf>,
    /// A position given directly; may be repeated
    #[arg(long, value_name = "SFEN")]
    sfen: Vec<String>,
    /// Take both hands as they are given: nobody holds the pieces that stand nowhere
    #[arg(long)]
    given_hands: bool,
    /// Take the position after this many moves of each record; 0 is its start
    #[arg(long, value_name = "PLY", conflicts_with = "every")]
    at: Option<usize>,
    /// Take the start of each record, and the position after each of its moves
    #[arg(long)]
    every: bool,
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

    /// Which positions of the records are meant.
    pub fn pick(&self) -> Pick {
        match self.at {
            Some(plies) => Pick::After(plies),
            None if self.every => Pick::Every,
            None => Pick::Whole,
        }
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
