//! The command line: one file for each subcommand, nothing but parsing arguments, calling and printing.

mod completions;
mod convert;
mod exit;
mod input;
mod limits;
mod man;
mod output;
mod perft;
mod progress;
mod show;
mod solve;
mod units;

use clap::{Parser, Subcommand};
use exit::{Exit, Failure};
use std::io::{self, Write};
use std::process::ExitCode;
use tsume::collection::human::printable;

/// Solver for tsume-shogi, Japanese chess mate problems
#[derive(Parser)]
#[command(name = "tsume", version, arg_required_else_help = true)]
#[command(after_help = "Try:  tsume solve --sfen \"4k4/9/4P4/9/9/9/9/9/9 b G\"")]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Solve(solve::Arguments),
    Show(show::Arguments),
    Convert(convert::Arguments),
    Perft(perft::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// Runs the program.
pub fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Solve(arguments) => solve::run(arguments),
        Command::Show(arguments) => show::run(arguments),
        Command::Convert(arguments) => convert::run(arguments),
        Command::Perft(arguments) => perft::run(arguments),
        Command::Completions(arguments) => completions::run(arguments),
        Command::Man(arguments) => man::run(arguments),
    };
    match result {
        Ok(exit) => exit.into(),
        Err(failure) if failure.is_closed_pipe() => Exit::Success.into(),
        Err(failure) => {
            complain(&failure);
            Exit::BadInput.into()
        }
    }
}

/// Says on standard error what is wrong. That nobody can hear it is no reason to die.
fn complain(error: &dyn std::fmt::Display) {
    let _ = writeln!(io::stderr(), "tsume: {}", printable(&error.to_string()));
}

/// Prints a whole text on standard output.
fn print(text: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    out.flush()?;
    Ok(())
}
