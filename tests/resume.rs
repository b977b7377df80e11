//! Runs that are interrupted and gone on with, and runs that share a collection.

use assert_cmd::cargo::cargo_bin;
use serde_json::{Map, Value};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
const MATE_IN_3: &str = "4k4/9/4P4/9/9/9/9/9/9 b RS 1";
const NO_MATE: &str = "4k4/9/9/9/9/9/9/9/9 b G 1";
/// Mate in 1,525 plies: undecided for as long as a test can take.
const MICROCOSMOS: &str =
    "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";

/// The bundled problems, with no more than a look at each: the same answers on every machine.
fn solve_bundled(more: &[&str]) -> Command {
    let problems = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems");
    let mut command = solve(&["--nodes", "2k", "--jobs", "2"]);
    command.arg(problems).args(more);
    command
}

fn solve(arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin("tsume"));
    command.args(["solve", "--format", "jsonl"]).args(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command.stderr(Stdio::null());
    command
}

fn resume(path: &Path) -> Command {
    solve_bundled(&["--resume", "--output", path.to_str().unwrap()])
}

/// The answers in a text, without what depends on the machine.
fn answers(text: &str) -> Vec<Map<String, Value>> {
    let lines = text.lines().map(|line| {
        let mut answer: Map<String, Value> = serde_json::from_str(line).unwrap();
        answer.remove("time_ms");
        answer
    });
    lines.collect()
}

fn answers_in(path: &Path) -> Vec<Map<String, Value>> {
    answers(&fs::read_to_string(path).unwrap())
}

/// What an uninterrupted run writes, and how it ends.
fn uninterrupted(folder: &Path) -> (PathBuf, ExitStatus) {
    let path = folder.join("uninterrupted.jsonl");
    let status = solve_bundled(&["--output", path.to_str().unwrap()]).status();
    (path, status.unwrap())
}

/// Lets the run write something new, and kills it.
fn kill_after_some_progress(mut child: Child, path: &Path) -> Option<ExitStatus> {
    let length = || fs::metadata(path).map_or(0, |metadata| metadata.len());
    let before = length();
    while length() < before + 4_000 {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    None
}

#[test]
fn a_run_that_is_killed_again_and_again_writes_what_an_uninterrupted_one_does() {
    let folder = tempfile::tempdir().unwrap();
    let (expected, expected_status) = uninterrupted(folder.path());
    let path = folder.path().join("answers.jsonl");
    let mut kills = 0;
    let status = loop {
        match kill_after_some_progress(resume(&path).spawn().unwrap(), &path) {
            Some(status) => break status,
            None => kills += 1,
        }
    };
    assert!(kills > 3, "killed {kills} times");
    assert_eq!(answers_in(&path), answers_in(&expected));
    assert_eq!(status.code(), expected_status.code());
}

#[test]
fn a_line_torn_anywhere_is_done_again() {
    let folder = tempfile::tempdir().unwrap();
    let (expected, expected_status) = uninterrupted(folder.path());
    let whole = fs::read(&expected).unwrap();
    let path = folder.path().join("answers.jsonl");
    for left_over in [1, 2, 7, 300, 5_000, whole.len() - 1, whole.len()] {
        fs::write(&path, &whole[..whole.len() - left_over]).unwrap();
        let status = resume(&path).status().unwrap();
        assert_eq!(answers_in(&path), answers_in(&expected), "{left_over}");
        assert_eq!(status.code(), expected_status.code());
    }
}

#[test]
fn what_is_finished_stays_untouched() {
    let folder = tempfile::tempdir().unwrap();
    let (path, status) = uninterrupted(folder.path());
    let before = fs::read(&path).unwrap();
    assert_eq!(resume(&path).status().unwrap().code(), status.code());
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn two_runs_do_not_go_on_with_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answers.jsonl");
    let file = fs::File::create(&path).unwrap();
    file.lock().unwrap();
    let output = resume(&path).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("answers.jsonl: another run"), "{message}");
}

#[test]
fn resuming_needs_json_lines_in_a_file() {
    for arguments in [
        &["--resume"][..],
        &["--resume", "--output", "answers.csv", "--format", "csv"],
        &["--resume", "--output", "answers.txt", "--format", "text"],
    ] {
        let mut command = Command::new(cargo_bin("tsume"));
        command.args(["solve", "--sfen", MATE]).args(arguments);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_ends_before_what_was_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answers.jsonl");
    let output = ["--output", path.to_str().unwrap(), "--resume"];
    let sfens = ["--sfen", MATE, "--sfen", MICROCOSMOS, "--sfen", MATE_IN_3];
    let mut child = solve(&[&output[..], &sfens, &["--jobs", "2"]].concat())
        .spawn()
        .unwrap();
    while fs::metadata(&path).map_or(0, |metadata| metadata.len()) == 0 {
        std::thread::yield_now();
    }
    let id = child.id().to_string();
    let kill = Command::new("kill").args(["-INT", &id]).status();
    assert!(kill.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(3));
    let ids = || -> Vec<Value> {
        let answers = answers_in(&path).into_iter();
        answers.map(|answer| answer["id"].clone()).collect()
    };
    assert_eq!(ids(), ["sfen:1"]);
    let limited = [&output[..], &sfens, &["--nodes", "100"]].concat();
    solve(&limited).status().unwrap();
    assert_eq!(ids(), ["sfen:1", "sfen:2", "sfen:3"]);
}

#[test]
fn shards_are_the_whole_together() {
    let whole = solve_bundled(&[]).stdout(Stdio::piped()).output().unwrap();
    let whole = answers(&String::from_utf8(whole.stdout).unwrap());
    let mut together = vec![Map::new(); whole.len()];
    for index in 0..3 {
        let shard = format!("{}/3", index + 1);
        let part = solve_bundled(&["--shard", &shard])
            .stdout(Stdio::piped())
            .output();
        let part = answers(&String::from_utf8(part.unwrap().stdout).unwrap());
        for (place, answer) in (index..).step_by(3).zip(part) {
            together[place] = answer;
        }
    }
    assert_eq!(together, whole);
}

#[cfg(target_os = "linux")]
#[test]
fn a_long_stream_takes_little_memory() {
    const LINES: usize = 60_000;
    let mut child = solve(&["-", "--memory", "1MiB", "--jobs", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        for line in 0..LINES {
            let sfen = if line % 2 == 0 { MATE } else { NO_MATE };
            writeln!(input, "{sfen}").unwrap();
        }
        // Still open, so that the program lives while it is looked at.
        input
    });
    let mut answers =
        std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    assert_eq!(
        answers.by_ref().take(LINES).filter(Result::is_ok).count(),
        LINES
    );
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status
        .lines()
        .find(|line| line.starts_with("VmHWM:"))
        .unwrap();
    let kibibytes: u64 = peak.split_whitespace().nth(1).unwrap().parse().unwrap();
    assert!(kibibytes < 50 << 10, "{kibibytes} KiB");
    drop(writer.join().unwrap());
    child.wait().unwrap();
}
