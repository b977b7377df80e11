//! Several threads on one problem find what one finds.

mod support;

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use support::lines::assert_mates;
use support::random_positions::{SplitMix64, random_position, with_one_more_in_hand};
use support::siege::{Siege, Verdict};
use tsume::board::Position;
use tsume::collection::{Records, Source};
use tsume::search::{Bounds, Futile, Goal, Limits, Outcome, Reason, Solver};
use tsume::tsume::{DefenderHand, Problem};

/// Problems of the classics that are flawed as transcribed: there is no mate.
const NO_MATE: [&str; 4] = ["zuko-084", "muso-037", "muso-073", "muso-088"];

fn by(threads: usize) -> Limits {
    Limits {
        threads: NonZeroUsize::new(threads).unwrap(),
        ..Limits::default()
    }
}

/// Checks a verdict, with the line of a mate; whether there was one.
fn check(position: &Position, limits: &Limits, table_bytes: usize, expected: Verdict) -> bool {
    let mut solver = Solver::new(table_bytes);
    let answer = solver.solve(position, Goal::Any, limits).unwrap();
    match answer.outcome {
        Outcome::Mate { line, .. } => {
            assert_eq!(expected, Verdict::Mate, "{position}");
            assert_mates(position, &line);
            true
        }
        Outcome::NoMate { .. } => {
            assert_eq!(expected, Verdict::NoMate, "{position}");
            true
        }
        Outcome::Unknown { .. } => false,
    }
}

#[test]
fn random_positions_have_the_verdicts_of_the_referee() {
    let mut decided = [0; 2];
    for seed in 0..1500 {
        let mut random = SplitMix64::new(10_000 + seed);
        let position = with_one_more_in_hand(&random_position(&mut random), &mut random);
        let Some(verdict) = Siege::decide(&position, 4000) else {
            continue;
        };
        for threads in [2, 4] {
            assert!(check(&position, &by(threads), 1 << 20, verdict));
            check(&position, &by(threads), 64 << 10, verdict);
        }
        decided[usize::from(verdict == Verdict::Mate)] += 1;
    }
    assert!(decided[0] > 200 && decided[1] > 200, "{decided:?}");
}

/// What is found out about the length of the shortest mate; `None` when it is not mate or stays unknown.
fn length(position: &Position, futile: Futile, threads: usize) -> Option<Bounds> {
    let limits = Limits {
        nodes: Some(60_000),
        ..by(threads)
    };
    let mut solver = Solver::new(4 << 20);
    let answer = solver.solve(position, Goal::Shortest(futile), &limits);
    match answer.unwrap().outcome {
        Outcome::Mate { line, bounds, .. } => {
            assert_mates(position, &line);
            Some(bounds)
        }
        _ => None,
    }
}

#[test]
fn lengths_do_not_depend_on_the_number_of_threads() {
    let mut exact = 0;
    for (position, _) in classics() {
        for futile in [Futile::Exclude, Futile::Count] {
            let alone = length(&position, futile, 1);
            for threads in [2, 4] {
                let together = length(&position, futile, threads);
                let (Some(alone), Some(together)) = (alone, together) else {
                    continue;
                };
                // Bounds of the same length overlap, and exact ones are equal.
                let upper = |bounds: Bounds| bounds.upper.unwrap();
                assert!(
                    alone.lower <= upper(together) && together.lower <= upper(alone),
                    "{position}: {alone:?} and {together:?}"
                );
                let is_exact = |bounds: Bounds| bounds.upper == Some(bounds.lower);
                exact += usize::from(is_exact(alone) && is_exact(together));
            }
        }
    }
    assert!(exact >= 5, "{exact}");
}

/// Every fifth of the classics, with its verdict.
fn classics() -> Vec<(Position, Verdict)> {
    let problems = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems");
    let files = ["muso.jsonl", "zuko.jsonl"].map(|name| problems.join(name));
    let sources = files.iter().flat_map(|file| Source::of_path(file).unwrap());
    let records: Vec<_> = Records::new(sources.collect()).step_by(5).collect();
    let classic = |record: tsume::collection::Record| {
        let problem = Problem::new(&record.pieces, DefenderHand::TheRest).unwrap();
        let verdict = if NO_MATE.contains(&record.id.as_str()) {
            Verdict::NoMate
        } else {
            Verdict::Mate
        };
        (problem.position().clone(), verdict)
    };
    records
        .into_iter()
        .map(|record| classic(record.unwrap()))
        .collect()
}

#[test]
fn classics_have_their_verdicts() {
    let classics = classics();
    for threads in [1, 2, 4] {
        let limits = Limits {
            nodes: Some(30_000),
            ..by(threads)
        };
        for table_bytes in [64 << 10, 16 << 20] {
            let decided = classics
                .iter()
                .filter(|(position, verdict)| check(position, &limits, table_bytes, *verdict));
            assert!(decided.count() >= 10, "{threads} threads");
        }
    }
}

/// Zuko 8, for which no limit of a test is enough.
fn endless() -> Position {
    let sfen = include_str!("../problems/zuko.jsonl")
        .lines()
        .find(|line| line.contains("zuko-008"))
        .and_then(|line| line.split("\"sfen\":\"").nth(1)?.split('"').next());
    sfen.unwrap().parse().unwrap()
}

#[test]
fn limits_are_for_all_threads_together() {
    for nodes in [0, 1, 499, 500, 501, 10_000] {
        let limits = Limits {
            nodes: Some(nodes),
            ..by(3)
        };
        let mut solver = Solver::new(1 << 20);
        let answer = solver.solve(&endless(), Goal::Any, &limits).unwrap();
        let reason = Reason::Nodes;
        assert!(matches!(answer.outcome, Outcome::Unknown { reason: r, .. } if r == reason));
        // What one thread has taken and not used is not offered to the others.
        assert!(answer.nodes + 3 * 64 > nodes && answer.nodes <= nodes + 3);
    }
}

#[test]
fn time_and_stop_flag_end_all_threads() {
    let reason = |limits: Limits| {
        let mut solver = Solver::new(1 << 20);
        let answer = solver.solve(&endless(), Goal::Any, &limits).unwrap();
        match answer.outcome {
            Outcome::Unknown { reason, .. } => reason,
            outcome => panic!("{outcome:?}"),
        }
    };
    let time = Some(Duration::from_millis(50));
    assert_eq!(reason(Limits { time, ..by(3) }), Reason::Time);
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        flag.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    let stop = Some(stop);
    assert_eq!(reason(Limits { stop, ..by(3) }), Reason::Stopped);
    stopper.join().unwrap();
}
