//! `tsume completions`.

use super::exit::{Exit, Failure};
use super::{Cli, print};
use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Print the completions for a shell
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  tsume completions bash > ~/.local/share/bash-completion/completions/tsume
  tsume completions zsh > ~/.zfunc/_tsume";

pub fn run(arguments: Arguments) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "tsume", &mut script);
    print(&script)?;
    Ok(Exit::Success)
}
