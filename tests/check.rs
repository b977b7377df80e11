//! `tsume check` as its users meet it.

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use predicates::str::contains;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

const RIGHT: &str = "tsume certificate 1
sfen 9/8k/9/8P/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1
futile exclude
proves mate 3
proves no mate 1
claims
m3 - 2G G*1c
m1 1b.1ak1cG G G*1b
m1 1a.2ak G G*2b
n1 2a.1bk1c. 2G
end 4
";

fn check(arguments: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("tsume");
    command.arg("check").args(arguments);
    command.timeout(Duration::from_secs(60));
    command
}

#[test]
fn what_is_proven_is_said() {
    check(&["-"])
        .write_stdin(RIGHT)
        .assert()
        .code(0)
        .stderr("")
        .stdout(
            "stdin: proven: mate 3, no mate 1 (futile interpositions excluded; 4 claims) \
             sfen 9/8k/9/8P/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1\n",
        );
}

#[test]
fn what_is_not_proven_is_said_too() {
    check(&["-"])
        .write_stdin(RIGHT.replace("2G G*1c", "2G G*2c"))
        .assert()
        .code(1)
        .stdout("")
        .stderr(
            "tsume: stdin: not proven: \"mate 3\" of 9/8k/9/8P/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1: \
             after G*2c the reply 1b2c is not answered\n",
        );
}

#[test]
fn files_are_checked_one_by_one_and_the_greatest_concern_is_the_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, content: &str| {
        let path = folder.path().join(name);
        fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_string()
    };
    let right = file("right", RIGHT);
    let wrong = file("wrong", &RIGHT.replace("proves mate 3", "proves mate 1"));
    let short = file("short", "tsume certificate 1\nsfen ");
    check(&[&right, &right]).assert().code(0);
    check(&[&wrong, &right])
        .assert()
        .code(1)
        .stdout(contains("right: proven"))
        .stderr(contains("wrong: no claim says \"mate 1\" of the root"));
    check(&[&short, &wrong, &right])
        .assert()
        .code(2)
        .stdout(contains("right: proven"))
        .stderr(contains(
            "short:2:6: read the end of the file, expected the end of a line",
        ));
    check(&["/nowhere/at/all"])
        .assert()
        .code(2)
        .stderr(contains("/nowhere/at/all: No such file"));
    check(&[]).assert().code(2).stderr(contains("CERTIFICATE"));
}

#[test]
fn the_certificates_of_a_folder_are_checked_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    check(&[path]).assert().code(2).stderr(contains(
        "no certificates, expected files that end in .proof",
    ));
    fs::write(folder.path().join("b.proof"), RIGHT).unwrap();
    fs::write(
        folder.path().join("a.proof"),
        RIGHT.replace("2G G*1c", "2G G*2c"),
    )
    .unwrap();
    fs::write(folder.path().join("notes.txt"), "not a certificate").unwrap();
    check(&[path])
        .assert()
        .code(1)
        .stdout(contains("b.proof: proven"))
        .stderr(contains("a.proof: not proven"));
}

#[test]
fn help_names_the_exit_codes() {
    check(&["--help"])
        .assert()
        .code(0)
        .stdout(contains("1  some certificate does not"));
}

/// The lines of code of a file of `proof`, without comments and tests.
fn lines_of_code(path: &Path) -> usize {
    let text = fs::read_to_string(path).unwrap();
    let code = text
        .lines()
        .take_while(|line| !line.starts_with("#[cfg(test)]"));
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    code.filter(is_code).count()
}

/// The checker is little enough to be read, whatever files it comes to be made of: see the front page of `proof`.
#[test]
fn the_checker_is_under_a_thousand_lines() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/proof");
    let of_checker = |path: &PathBuf| {
        !["writer.rs", "error.rs", "text.rs"]
            .iter()
            .any(|other| path.ends_with(other))
    };
    let files = fs::read_dir(folder).unwrap();
    let files = files.map(|file| file.unwrap().path()).filter(of_checker);
    let lines: Vec<usize> = files.map(|path| lines_of_code(&path)).collect();
    assert!(lines.len() >= 9 && lines.iter().all(|&count| count > 0));
    assert!(lines.iter().sum::<usize>() < 1000, "{lines:?}");
}
