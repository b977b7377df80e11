//! The command line: one file for each subcommand, nothing but parsing arguments, calling and printing.

mod check;
mod completions;
mod convert;
mod desk;
mod each;
mod exit;
mod generate;
mod input;
mod interrupt;
mod limits;
mod man;
mod output;
mod perft;
mod picture;
mod progress;
mod question;
mod sharing;
mod show;
mod solve;
mod stream;
mod tally;
mod units;
mod usi;
mod verify;

use clap::{Parser, Subcommand};
use exit::{Exit, Failure};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use tsume::collection::human::printable;

/// Solver for tsume-shogi, Japanese chess mate problems
#[derive(Parser)]
#[command(name = "tsume", version, arg_required_else_help = true)]
#[command(after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  tsume solve --sfen \"4k4/9/4P4/9/9/9/9/9/9 b G\"
  tsume solve problems --time 10s
  tsume solve --help";

#[derive(Subcommand)]
enum Command {
    Solve(solve::Arguments),
    Verify(verify::Arguments),
    Check(check::Arguments),
    Generate(generate::Arguments),
    Show(show::Arguments),
    Convert(convert::Arguments),
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
        Command::Verify(arguments) => verify::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Generate(arguments) => generate::run(arguments),
        Command::Show(arguments) => show::run(arguments),
        Command::Convert(arguments) => convert::run(arguments),
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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    /// The words of a command as a shell would see them, up to the first pipe or redirection.
    fn words(command: &str) -> Vec<String> {
        let mut words = Vec::new();
        for (index, part) in command.split('"').enumerate() {
            if index % 2 == 1 {
                words.push(part.to_string());
            } else {
                words.extend(part.split_whitespace().map(str::to_string));
            }
        }
        let end = words
            .iter()
            .position(|word| ["|", ">", ">>"].contains(&word.as_str()));
        words.truncate(end.unwrap_or(words.len()));
        words
    }

    /// The examples in a help text that call this program.
    fn examples(help: &str) -> Vec<Vec<String>> {
        let (_, examples) = help.split_once("Examples:\n").unwrap_or_default();
        let lines = examples.lines().take_while(|line| line.starts_with("  "));
        lines
            .filter_map(|line| line.find("tsume ").map(|start| words(&line[start..])))
            .collect()
    }

    #[test]
    fn every_command_has_examples_that_work() {
        let mut program = Cli::command();
        program.build();
        let commands = program
            .get_subcommands()
            .filter(|command| command.get_name() != "help");
        for command in commands.chain([&program]) {
            let name = command.get_name();
            let help = command.clone().render_help().to_string();
            let examples = examples(&help);
            assert!(!examples.is_empty(), "{name}");
            for example in examples {
                let parsed = Cli::try_parse_from(&example);
                let is_help =
                    |error: &clap::Error| error.kind() == clap::error::ErrorKind::DisplayHelp;
                assert!(parsed.as_ref().err().is_none_or(is_help), "{example:?}");
                assert!(name == "tsume" || example[1] == name, "{example:?}");
            }
        }
    }
}
