//! The command line: one file for each subcommand, nothing but parsing arguments, calling and printing.

mod completions;
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
mod usi;

use clap::{Parser, Subcommand};
use exit::{Exit, Failure};
use std::io::{self, IsTerminal, Write};
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
    Usi(usi::Arguments),
    Perft(perft::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// Runs the program.
pub fn main() -> ExitCode {
    let result = if is_started_as_engine() {
        usi::run()
    } else {
        run(Cli::parse().command)
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

/// Graphical interfaces start engines without arguments, and talk to them through a pipe.
fn is_started_as_engine() -> bool {
    std::env::args_os().len() == 1 && !io::stdin().is_terminal()
}

/// Does what the command says.
fn run(command: Command) -> Result<Exit, Failure> {
    match command {
        Command::Solve(arguments) => solve::run(arguments),
        Command::Show(arguments) => show::run(arguments),
        Command::Usi(_) => usi::run(),
        Command::Perft(arguments) => perft::run(arguments),
        Command::Completions(arguments) => completions::run(arguments),
        Command::Man(arguments) => man::run(arguments),
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
