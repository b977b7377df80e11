//! Composed problems: sound by rules of their own, each unlike the others, and the same however they are made.

mod support;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use rayon::prelude::*;
use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};
use std::sync::Arc;
use support::soundness::{flaw, is_sound, without_each};
use tsume::board::{Intent, Position};
use tsume::compose::{
    Batch, Composed, Flaw, Found, Known, LastMove, LineKey, Method, Observer, Run, Tally, Theme,
    Wish, examine,
};
use tsume::notation::{sfen, usi};
use tsume::tsume::verify::{Options, Verdict, verify};
use tsume::{DefenderHand, Problem, Solver};

/// Keeps what is found until there is enough.
struct Basket {
    found: Vec<Found>,
    enough: usize,
}

impl Observer for Basket {
    fn ended(
        &mut self,
        _: &Batch,
        found: Option<&Found>,
        _: &Tally,
    ) -> io::Result<ControlFlow<()>> {
        self.found.extend(found.cloned());
        Ok(match self.found.len() < self.enough {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        })
    }
}

fn run(plies: u32, methods: &[Method]) -> Run {
    Run {
        wish: Wish::new(plies),
        seed: 7,
        methods: methods.to_vec(),
        seeds: Vec::new(),
        games: Vec::new(),
        jobs: NonZeroUsize::MIN,
        first_batch: 0,
        time: None,
    }
}

fn compose(run: &Run, enough: usize) -> Vec<Found> {
    let mut basket = Basket {
        found: Vec::new(),
        enough,
    };
    run.compose(&Known::default(), &[], &Arc::default(), &mut basket)
        .unwrap();
    basket.found
}

fn check(problems: &[Composed], plies: u32) {
    for problem in problems {
        let Composed { position, line } = problem;
        assert_eq!(flaw(position, line, plies), None, "{position} {line:?}");
    }
    let positions: HashSet<_> = problems
        .iter()
        .map(|problem| problem.position.canonical().0)
        .collect();
    let lines: HashSet<_> = problems.iter().map(LineKey::of).collect();
    assert_eq!(
        (positions.len(), lines.len()),
        (problems.len(), problems.len())
    );
}

fn problems(found: &[Found]) -> Vec<Composed> {
    found.iter().map(|found| found.problem.clone()).collect()
}

#[test]
fn what_is_composed_is_sound_by_plain_recursion_and_no_two_are_alike() {
    for (plies, enough) in [(1, 3), (3, 6), (5, 2)] {
        let found = compose(&run(plies, &[Method::Retro, Method::Mutate]), enough);
        assert_eq!(found.len(), enough);
        check(&problems(&found), plies);
    }
}

#[test]
fn no_piece_can_be_spared() {
    for found in compose(&run(3, &[Method::Retro, Method::Mutate]), 3) {
        let position = &found.problem.position;
        for less in without_each(position) {
            assert!(!is_sound(&less, 3), "{less} instead of {position}");
        }
    }
}

#[test]
fn a_problem_grows_out_of_a_shorter_one() {
    let seeds = problems(&compose(&run(3, &[Method::Retro]), 3));
    let longer = Run {
        seeds,
        ..run(5, &[Method::Extend])
    };
    check(&problems(&compose(&longer, 1)), 5);
}

#[test]
fn a_problem_is_dug_out_of_a_game() {
    // Black mates with a pawn and a knight; most of what stands about has nothing to do with it.
    let game = "ln1g3k1/5G2l/1+LspSp2p/2p1S2p1/2r3p2/p3P4/1P+BP1P+b1P/2GS5/L2K1G3 b NPr2n5p 79";
    let digging = Run {
        games: vec![sfen::parse(game).unwrap().builder.build().unwrap()],
        ..run(3, &[Method::Mine])
    };
    let found = compose(&digging, 1);
    check(&problems(&found), 3);
    assert!(found[0].traits.pieces < 12, "{}", found[0].problem.position);
}

#[test]
fn the_number_of_jobs_does_not_show() {
    let one = run(3, &[Method::Retro, Method::Mutate]);
    let three = Run {
        jobs: NonZeroUsize::new(3).unwrap(),
        ..one.clone()
    };
    assert_eq!(compose(&one, 10), compose(&three, 10));
}

#[test]
fn a_run_stops_when_its_time_is_up() {
    let impatient = Run {
        time: Some(std::time::Duration::ZERO),
        ..run(9, &[Method::Retro])
    };
    assert!(compose(&impatient, 1).is_empty());
}

#[test]
fn wishes_come_true() {
    let mut wish = Wish::new(3);
    wish.themes = vec![Theme::Sacrifice, Theme::FewPieces];
    wish.pieces = 5;
    wish.king_area = tsume::board::Bitboard::farthest_ranks(tsume::board::Color::Black, 2);
    wish.hand = Some(tsume::board::Hand::EMPTY);
    let picky = Run {
        wish,
        ..run(3, &[Method::Retro])
    };
    for found in compose(&picky, 3) {
        let position = &found.problem.position;
        let king = position.king(tsume::board::Color::White).unwrap();
        assert!(found.traits.sacrifices > 0 && found.traits.pieces <= 5);
        assert!(king.rank() <= 2 && king.file() <= 5, "{position}");
        assert!(position.hand(tsume::board::Color::Black).is_empty());
    }
}

/// The lengths of the problems that come with the program.
fn published_lengths() -> Vec<u32> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems");
    let names = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    let lengths = names.filter_map(|name| {
        let length = name.to_str()?.strip_prefix("generated-")?;
        length.strip_suffix(".jsonl")?.parse().ok()
    });
    let mut lengths: Vec<u32> = lengths.collect();
    lengths.sort_unstable();
    assert!(lengths.starts_with(&[3, 5, 7, 9, 11, 13, 15]));
    lengths
}

/// Where those of one length are.
fn collection(plies: u32) -> PathBuf {
    let name = format!("problems/generated-{plies}.jsonl");
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn published_records(plies: u32) -> Vec<Value> {
    let text = fs::read_to_string(collection(plies)).unwrap();
    let records = text.lines().map(serde_json::from_str);
    records.collect::<Result<_, _>>().unwrap()
}

fn published(plies: u32) -> Vec<Composed> {
    let records = published_records(plies).into_iter().map(|record| {
        let position: Position = record["sfen"].as_str().unwrap().parse().unwrap();
        let words = record["line"].as_array().unwrap().iter();
        let mut played = position.clone();
        let line = words.map(|word| {
            let intent = usi::parse(word.as_str().unwrap()).unwrap();
            let mv = played.legality(intent).unwrap();
            played.make(mv);
            mv
        });
        let line = line.collect();
        Composed { position, line }
    });
    records.collect()
}

#[test]
fn the_published_records_say_how_they_were_made() {
    for plies in published_lengths() {
        for record in published_records(plies) {
            let command = format!("tsume generate --plies {plies} ");
            assert!(record["command"].as_str().unwrap().starts_with(&command));
            assert_eq!(record["version"], env!("CARGO_PKG_VERSION"));
            assert_eq!(record["plies"], plies);
            let line = record["line"].as_array().unwrap();
            assert_eq!(line.len(), plies as usize);
        }
    }
}

#[test]
fn the_published_collections_are_sound() {
    let mut positions = HashSet::new();
    for plies in published_lengths() {
        let mut lines = HashSet::new();
        let problems = published(plies);
        assert!(!problems.is_empty());
        for problem in problems {
            match examine(&problem.position, plies, LastMove::MayBeDual) {
                Ok(examined) => assert_eq!(examined, problem, "{}", problem.position),
                // How many nodes a question takes changes with the search; the verifier has the last word.
                Err(Flaw::Undecided) => {}
                Err(flaw) => panic!("{}: {flaw:?}", problem.position),
            }
            assert!(lines.insert(LineKey::of(&problem)), "{}", problem.position);
            assert!(positions.insert(problem.position.canonical().0));
        }
    }
}

#[test]
fn published_problems_pass_the_verifier() {
    for plies in published_lengths() {
        published(plies)
            .par_iter()
            .for_each(|problem| assert!(is_verified(problem), "{}", problem.position));
    }
}

/// Whether `tsume verify` calls a problem sound.
fn is_verified(Composed { position, line }: &Composed) -> bool {
    let problem = Problem::new(&position.to_builder(), DefenderHand::AsGiven).unwrap();
    let line: Vec<Intent> = line.iter().map(|mv| mv.intent()).collect();
    let options = Options::default();
    let report = verify(&mut Solver::new(64 << 20), &problem, Some(&line), &options);
    matches!(
        report.verdict(),
        Verdict::Sound | Verdict::SoundWithBlemishes
    )
}

#[test]
fn published_problems_are_sound_by_plain_recursion() {
    for plies in [3, 5, 7] {
        published(plies).par_iter().for_each(|problem| {
            let Composed { position, line } = problem;
            assert_eq!(flaw(position, line, plies), None, "{position} {line:?}");
        });
    }
}

#[test]
fn no_piece_of_the_published_problems_can_be_spared() {
    for plies in published_lengths() {
        published(plies).par_iter().for_each(|problem| {
            for less in without_each(&problem.position) {
                let examined = examine(&less, plies, LastMove::MayBeDual);
                let of = &problem.position;
                assert!(examined.is_err(), "{less} instead of {of}");
            }
        });
    }
}

#[test]
fn the_proofs_of_the_published_problems_check() {
    let folder = tempfile::tempdir().unwrap();
    for plies in published_lengths() {
        let proofs = folder.path().join(plies.to_string());
        let solve = ["solve", "--format", "jsonl", "--certificate"];
        let mut command = Command::cargo_bin("tsume").unwrap();
        command.args(solve).args([&proofs, &collection(plies)]);
        command.assert().success();
        let files = fs::read_dir(&proofs).unwrap();
        let files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        assert_eq!(files.len(), published(plies).len());
        let mut command = Command::cargo_bin("tsume").unwrap();
        let checked = command.arg("check").args(files).assert().success();
        let checked = String::from_utf8(checked.get_output().stdout.clone()).unwrap();
        let proven = format!("proven: mate {plies}, no mate {} (futile", plies - 2);
        for line in checked.lines() {
            assert!(line.contains(&proven), "{line}");
        }
    }
}

fn tsume() -> Command {
    let mut command = Command::cargo_bin("tsume").unwrap();
    command.args(["generate", "--seed", "5"]);
    command
}

fn written(arguments: &[&str]) -> String {
    let output = tsume()
        .args(["--plies", "3"])
        .args(arguments)
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    String::from_utf8(output).unwrap()
}

fn is_said(arguments: &[&str], said: &str) {
    let output = tsume()
        .args(arguments)
        .assert()
        .code(2)
        .get_output()
        .stderr
        .clone();
    let stderr = String::from_utf8(output).unwrap();
    assert!(stderr.contains(said), "{stderr}");
}

#[test]
fn a_run_goes_on_where_another_has_ended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("threes.jsonl");
    let path = path.to_str().unwrap();
    let whole = written(&["--count", "6"]);
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    assert_eq!(lines.len(), 6);
    for kept in [0, 1, 4] {
        for torn in ["", &lines[kept][..40]] {
            fs::write(path, lines[..kept].concat() + torn).unwrap();
            tsume()
                .args([
                    "--plies", "3", "--count", "6", "--jobs", "2", "--resume", "--output", path,
                ])
                .assert()
                .success();
            assert_eq!(fs::read_to_string(path).unwrap(), whole, "{kept} {torn}");
        }
    }
    let again = ["--plies", "3", "--count", "6", "--resume", "--output", path];
    tsume().args(again).assert().success();
    assert_eq!(fs::read_to_string(path).unwrap(), whole);
    is_said(
        &[
            "--plies", "3", "--count", "7", "--strict", "--resume", "--output", path,
        ],
        "threes.jsonl:1:1: read {\"id\":",
    );
}

#[test]
fn nothing_is_added_to_a_file_that_holds_something_already() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("threes.jsonl");
    let output = path.to_str().unwrap();
    for held in ["#\n", "{\"id\":\"torn"] {
        fs::write(&path, held).unwrap();
        is_said(
            &["--plies", "3", "--output", output],
            "threes.jsonl: holds something already, expected --resume",
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), held);
    }
    fs::write(&path, "").unwrap();
    written(&["--count", "2", "--output", output]);
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        written(&["--count", "2"])
    );
}

#[cfg(unix)]
#[test]
fn control_c_leaves_a_file_to_go_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("threes.jsonl");
    let written_so_far = || fs::read_to_string(&path).unwrap_or_default();
    let mut endless = process::Command::new(cargo_bin("tsume"));
    endless.args(["generate", "--seed", "5", "--plies", "3", "--jobs", "2"]);
    endless.args(["--count", "1000000", "--output", path.to_str().unwrap()]);
    let mut child = endless.stderr(Stdio::piped()).spawn().unwrap();
    while written_so_far().lines().count() < 3 {
        std::thread::yield_now();
    }
    let id = child.id().to_string();
    let kill = process::Command::new("kill").args(["-INT", &id]).status();
    assert!(kill.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(3));
    let mut said = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    let made = written_so_far().lines().count();
    assert!(said.contains(&format!("stopped with {made} of 1000000 problems")));
    assert!(written_so_far().ends_with('\n'));
    let count = (made + 2).to_string();
    let output = path.to_str().unwrap();
    written(&["--count", &count, "--resume", "--output", output]);
    assert_eq!(written_so_far(), written(&["--count", &count]));
}

#[test]
fn what_is_to_be_avoided_is_not_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("known.jsonl");
    let known = written(&["--count", "3"]);
    fs::write(&path, &known).unwrap();
    let other = written(&["--count", "3", "--avoid", path.to_str().unwrap()]);
    let sfens = |text: &str| -> HashSet<String> {
        let records = text.lines().map(serde_json::from_str::<Value>);
        records
            .map(|record| record.unwrap()["sfen"].to_string())
            .collect()
    };
    assert!(sfens(&known).is_disjoint(&sfens(&other)));
}

#[test]
fn a_record_can_be_solved_and_says_how_it_was_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("threes.jsonl");
    fs::write(&path, written(&["--count", "4", "--theme", "sacrifice"])).unwrap();
    let record: Value =
        serde_json::from_str(fs::read_to_string(&path).unwrap().lines().next().unwrap()).unwrap();
    assert_eq!(
        record["command"],
        "tsume generate --plies 3 --theme sacrifice --seed 5"
    );
    assert!(record["sacrifices"].as_u64().unwrap() > 0);
    // As stated: the exit code says so.
    Command::cargo_bin("tsume")
        .unwrap()
        .arg("solve")
        .arg(Path::new(&path))
        .assert()
        .success();
}

#[test]
fn what_cannot_be_is_refused_with_the_reason() {
    is_said(&["--plies", "4"], "expected an odd number from 1 to 99");
    is_said(
        &["--plies", "3", "--theme", "beauty"],
        "expected one of sacrifice, non-promotion",
    );
    is_said(
        &["--plies", "3", "--method", "magic"],
        "expected one of retro, extend, mutate, mine",
    );
    is_said(
        &["--plies", "3", "--king-area", "5x"],
        "expected two squares such as 1a5c",
    );
    is_said(
        &["--plies", "3", "--hand", "3R"],
        "expected pieces such as 2GP",
    );
    is_said(
        &["--plies", "3", "--method", "mine"],
        "expected games in --from",
    );
    is_said(
        &["--plies", "3", "--method", "extend"],
        "expected shorter problems",
    );
    is_said(&["--plies", "3", "--avoid", "nowhere"], "nowhere");
    is_said(&["--plies", "3", "--resume"], "--output");
}
