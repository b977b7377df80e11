//! `tsume man`.

use super::exit::{Exit, Failure};
use super::input::usage;
use super::{Cli, print};
use clap::{Args, CommandFactory};

/// Print a manual page
#[derive(Args)]
#[command(after_help = "Examples:\n  tsume man | man -l -\n  tsume man solve > tsume-solve.1")]
pub struct Arguments {
    /// A subcommand; the page of the program itself when there is none
    command: Option<String>,
}

pub fn run(arguments: Arguments) -> Result<Exit, Failure> {
    let mut program = Cli::command();
    program.build();
    let page = match arguments.command {
        None => program,
        Some(name) => match program.find_subcommand(&name) {
            Some(command) => command.clone(),
            None => return Err(usage(format!("there is no subcommand {name:?}"))),
        },
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    print(&text)?;
    Ok(Exit::Success)
}
