//! `tsume check`.

use super::exit::{Exit, Failure};
use super::input::usage;
use super::{complain, print};
use clap::Args;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use tsume::collection::files_ending_in;
use tsume::proof::{CertificateError, Counting, Proven, check};

/// Check proofs, with code that shares nothing with the search
///
/// A certificate holds the attacker's moves that mate, or the positions in which the defender is safe, with lengths.
/// Every claim in it is verified by plain rules; nothing is believed.
#[derive(Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub struct Arguments {
    /// Files, folders (their files that end in .proof, by name), or - for standard input
    #[arg(value_name = "CERTIFICATE", required = true)]
    files: Vec<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  tsume check zuko-002.proof
  tsume check proofs
  gunzip -c zuko-002.proof.gz | tsume check -";

const EXIT_CODES: &str = "\
Exit codes:
  0  every certificate proves what it states
  1  some certificate does not
  2  wrong usage, or some certificate could not be read
Where several hold, the first in the order 2, 1, 0 counts.";

pub fn run(arguments: Arguments) -> Result<Exit, Failure> {
    let mut exit = Exit::Success;
    for path in &unfolded(arguments.files)? {
        let (name, result) = if path == Path::new("-") {
            ("stdin".to_string(), check(io::stdin().lock()))
        } else {
            let file = File::open(path).map_err(CertificateError::from);
            let result = file.and_then(|file| check(BufReader::new(file)));
            (path.display().to_string(), result)
        };
        match result {
            Ok(proven) => print(line(&name, &proven).as_bytes())?,
            Err(error) => exit = exit.max(refuse(&name, &error)),
        }
    }
    Ok(exit)
}

/// The certificates in folders in place of those.
fn unfolded(paths: Vec<PathBuf>) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path);
            continue;
        }
        let name = path.display();
        let inside = files_ending_in(&path, &["proof"])
            .map_err(|error| usage(format!("{name}: {error}")))?;
        if inside.is_empty() {
            return Err(usage(format!(
                "{name}: no certificates, expected files that end in .proof"
            )));
        }
        files.extend(inside);
    }
    Ok(files)
}

fn line(name: &str, proven: &Proven) -> String {
    let statements: Vec<String> = proven.statements.iter().map(ToString::to_string).collect();
    let statements = statements.join(", ");
    let futile = match proven.counting {
        Counting::CountAll => "counted",
        Counting::ExcludeFutile => "excluded",
    };
    let claims = match proven.claims {
        1 => "1 claim".to_string(),
        claims => format!("{claims} claims"),
    };
    let sfen = &proven.sfen;
    format!("{name}: proven: {statements} (futile interpositions {futile}; {claims}) sfen {sfen}\n")
}

fn refuse(name: &str, error: &CertificateError) -> Exit {
    match error {
        CertificateError::Malformed { .. } => {
            complain(&format_args!("{name}:{error}"));
            Exit::BadInput
        }
        CertificateError::Io(_) => {
            complain(&format_args!("{name}: {error}"));
            Exit::BadInput
        }
        CertificateError::Flawed(_) => {
            complain(&format_args!("{name}: {error}"));
            Exit::Differs
        }
    }
}
