//! The shortest mate against the longest defence, held against plain recursion over the definition.
//!
//! Positions are random and small, mates have up to nine plies, and both ways of counting interpositions are tried.

mod support;

use rayon::prelude::*;
use std::num::NonZeroUsize;
use std::sync::LazyLock;
use support::futile::{Definition, Rule, Thrift, taken_off};
use support::random_positions::SplitMix64;
use support::siege::random_mate;
use tsume::board::{Move, Position};
use tsume::search::{Bounds, Futile, Goal, Limits, Outcome, Solver};

/// Mates up to this many plies are held against the definition.
const LONGEST: u32 = 9;
const WAYS_TO_COUNT: [(Futile, Rule); 2] = [
    (Futile::Exclude, Rule::SelfEvident),
    (Futile::Count, Rule::All),
];

/// A position that is mate, and the length by each of [`WAYS_TO_COUNT`] when it is at most [`LONGEST`].
struct Case {
    position: Position,
    lengths: [Option<u32>; 2],
}

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let ladders = (100_000..117_000u64).into_par_iter();
    ladders
        .filter_map(|seed| barely_mate(&mut SplitMix64::new(seed)))
        .collect()
});

fn barely_mate(random: &mut SplitMix64) -> Option<Case> {
    let position = random_mate(random)?;
    let lengths = WAYS_TO_COUNT.map(|(_, rule)| Definition::new(rule).mate_in(&position, LONGEST));
    Some(Case { position, lengths })
}

fn limits(threads: usize) -> Limits {
    Limits {
        nodes: Some(200_000),
        threads: NonZeroUsize::new(threads).expect("a solver has a thread"),
        ..Limits::default()
    }
}

/// What a solver of its own answers.
fn solve(position: &Position, futile: Futile, table_bytes: usize, threads: usize) -> Outcome {
    let mut solver = Solver::new(table_bytes);
    let answer = solver.solve(position, Goal::Shortest(futile), &limits(threads));
    answer.expect("the cases have a king to mate").outcome
}

/// Holds bounds against the true length; whether they are equal.
fn is_exact(position: &Position, outcome: &Outcome, length: Option<u32>) -> bool {
    let bounds = match outcome {
        Outcome::Mate { bounds, .. } | Outcome::Unknown { bounds, .. } => *bounds,
        Outcome::NoMate { .. } => panic!("{position} is mate"),
    };
    let Bounds { lower, upper } = bounds;
    match length {
        Some(length) => {
            let is_within = lower <= length && upper.is_none_or(|upper| length <= upper);
            assert!(is_within, "{position}: {length} plies, not {bounds:?}");
        }
        None => assert!(
            upper.is_none_or(|upper| upper > LONGEST),
            "{position}: more than {LONGEST} plies, not {bounds:?}"
        ),
    }
    upper == Some(lower)
}

/// Runs a check on all cases and both ways to count, and allows one in `rare` to stay without an exact length.
fn all_exact(rare: usize, outcome: impl Fn(&Position, Futile) -> Outcome + Sync) {
    let inexact = CASES.par_iter().map(|case| {
        let ways = WAYS_TO_COUNT.iter().zip(case.lengths);
        let ways = ways.filter(|((futile, _), length)| {
            !is_exact(&case.position, &outcome(&case.position, *futile), *length)
        });
        ways.count()
    });
    let inexact: usize = inexact.sum();
    assert!(inexact <= 2 * CASES.len() / rare, "{inexact} are not exact");
}

#[test]
fn the_cases_are_many_and_of_every_sort() {
    let of_length = |least: u32| {
        let long = CASES.iter().filter(|case| case.lengths[0] >= Some(least));
        long.count()
    };
    let differing = CASES
        .iter()
        .filter(|case| case.lengths[0] != case.lengths[1]);
    let (differing, lengths) = (differing.count(), [1, 3, 5, 7, 9].map(of_length));
    assert!(lengths[0] >= 3000, "{lengths:?}");
    assert!(lengths[2] >= 300 && lengths[3] >= 40, "{lengths:?}");
    assert!(differing >= 40, "{differing}");
}

#[test]
fn lengths_are_those_of_the_definition() {
    all_exact(200, |position, futile| solve(position, futile, 16 << 20, 1));
}

#[test]
fn a_tiny_table_does_not_matter() {
    all_exact(100, |position, futile| solve(position, futile, 64 << 10, 1));
}

#[test]
fn left_and_right_and_colors_do_not_matter() {
    all_exact(200, |position, futile| {
        solve(&position.mirrored().flipped(), futile, 4 << 20, 1)
    });
}

#[test]
fn threads_do_not_matter() {
    for threads in [2, 3] {
        CASES.iter().step_by(8).for_each(|case| {
            for ((futile, _), length) in WAYS_TO_COUNT.into_iter().zip(case.lengths) {
                let outcome = solve(&case.position, futile, 4 << 20, threads);
                is_exact(&case.position, &outcome, length);
            }
        });
    }
}

/// Each move of a line does its best by the definition; how often a futile reply was cleared away on it.
fn cleared_on(line: &[Move], position: &Position, length: u32, definition: &mut Definition) -> u32 {
    let mut position = position.clone();
    let (mut left, mut cleared) = (length, 0);
    let mut moves = line.iter().copied().peekable();
    while let Some(check) = moves.next() {
        let best = definition.mating_moves(&position, left);
        assert!(best.contains(&check), "{position}: {check} in {left}");
        position = position.after(check);
        left -= 1;
        loop {
            let Some(&reply) = moves.peek() else {
                assert_eq!(left, 0, "{position}: the line ends early");
                break;
            };
            assert!(
                position.legal_moves().contains(&reply),
                "{position}: {reply}"
            );
            let longest = definition.longest_defences(&position, left);
            let is_slow = definition.mate_in(&position.after(reply), left) == Some(left - 1);
            assert!(
                longest.is_empty() || longest.contains(&reply),
                "{position}: {reply} in {left}"
            );
            moves.next();
            if is_slow {
                position = position.after(reply);
                left -= 1;
                break;
            }
            // Nothing holds out but in a position without an interposed piece: the checking piece takes it.
            let capture = moves.next().expect("what was interposed is taken");
            let captor = position.checkers(position.side_to_move()).first();
            assert_eq!(
                (capture.from(), capture.to()),
                (captor, reply.to()),
                "{position}"
            );
            let without = taken_off(&position, reply).into_iter();
            let mut without = without.filter(|without| {
                without.piece_at(reply.to()).map(|piece| piece.kind()) == Some(capture.kind_after())
            });
            position = without.next().expect("the capture checks");
            cleared += 1;
        }
    }
    cleared
}

#[test]
fn lines_are_the_best_of_both_sides() {
    let cleared: u32 = CASES
        .par_iter()
        .flat_map_iter(|case| {
            WAYS_TO_COUNT
                .into_iter()
                .zip(case.lengths)
                .map(move |way| (case, way))
        })
        .map(|(case, ((futile, rule), length))| {
            let position = &case.position;
            let outcome = solve(position, futile, 16 << 20, 1);
            let (Outcome::Mate { line, bounds, .. }, Some(length)) = (&outcome, length) else {
                return 0;
            };
            if bounds.upper != Some(bounds.lower) {
                return 0;
            }
            let cleared = cleared_on(line, position, length, &mut Definition::new(rule));
            assert_eq!(line.len() as u32, length + 2 * cleared, "{position}");
            assert!(cleared == 0 || futile == Futile::Exclude, "{position}");
            cleared
        })
        .sum();
    assert!(
        cleared as usize <= CASES.len() / 50,
        "{cleared} cleared away"
    );
}

/// What is said of left-over pieces is what the definition says when the attacker spends as much as he can.
#[test]
fn left_over_pieces_are_those_of_the_definition() {
    let told = CASES
        .par_iter()
        .flat_map_iter(|case| {
            WAYS_TO_COUNT
                .into_iter()
                .zip(case.lengths)
                .map(move |way| (case, way))
        })
        .filter(|(case, ((futile, rule), length))| {
            let position = &case.position;
            let outcome = solve(position, *futile, 16 << 20, 1);
            let (
                Outcome::Mate {
                    line,
                    always_leaves: Some(always),
                    ..
                },
                Some(length),
            ) = (&outcome, *length)
            else {
                return false;
            };
            let least = Definition::new(*rule).left_over(position, length, Thrift::Spends);
            assert_eq!(*always, least > 0, "{position} {futile:?}");
            let attacker = position.side_to_move();
            let end = line
                .iter()
                .fold(position.clone(), |position, &mv| position.after(mv));
            assert_eq!(end.hand(attacker).total(), least, "{position} {futile:?}");
            true
        });
    let told = told.count();
    assert!(told >= 2 * CASES.len() * 9 / 10, "{told} told");
}

/// Problems of 将棋図巧 (zuko) and 将棋無双 (muso), with every interposition counted; another solver found the
/// same lengths.
#[test]
fn lengths_of_classics_are_the_known_ones() {
    let known = [
        ("zuko-002", 21),
        ("zuko-005", 21),
        ("zuko-018", 25),
        ("zuko-022", 51),
        ("zuko-033", 19),
        ("zuko-042", 27),
        ("zuko-060", 29),
        ("zuko-068", 27),
        ("zuko-081", 17),
        ("zuko-088", 35),
        ("zuko-092", 13),
        ("zuko-094", 23),
        ("muso-009", 29),
        ("muso-021", 25),
        ("muso-038", 15),
        ("muso-049", 27),
        ("muso-055", 15),
        ("muso-077", 11),
        ("muso-091", 31),
    ];
    known.par_iter().for_each(|&(id, plies)| {
        let outcome = solve(&classic(id), Futile::Count, 16 << 20, 1);
        match outcome {
            Outcome::Mate { line, bounds, .. } => {
                let upper = Some(plies);
                assert_eq!(
                    bounds,
                    Bounds {
                        lower: plies,
                        upper
                    },
                    "{id}"
                );
                assert_eq!(line.len() as u32, plies, "{id}");
            }
            other => panic!("{id}: {other:?}"),
        }
    });
}

/// The position of a problem that comes with the program; the defender holds what stands nowhere.
fn classic(id: &str) -> Position {
    let path = format!("{}/problems/{}.jsonl", env!("CARGO_MANIFEST_DIR"), &id[..4]);
    let problems = std::fs::read_to_string(path).expect("the problems can be read");
    let fields = problems.lines().map(|line| {
        serde_json::from_str::<serde_json::Value>(line).expect("the problems are JSON Lines")
    });
    let mut fields = fields.filter(|fields| fields["id"] == id);
    let fields = fields.next().expect("the problem is in its collection");
    let sfen = fields["sfen"].as_str().expect("a problem has an SFEN");
    sfen.parse().expect("the problems are sound")
}

#[test]
fn lines_can_be_played_whatever_first_moves_are_refused() {
    let sfen = "1+r1k5/2+np5/9/9/K8/2g6/9/9/9 w GSNr 3";
    let position: Position = sfen.parse().unwrap();
    let mut solver = Solver::new(16 << 20);
    let mut refused = Vec::new();
    let limits = Limits {
        nodes: Some(1_000_000),
        ..Limits::default()
    };
    let goal = Goal::Shortest(Futile::Exclude);
    while let Outcome::Mate { line, .. } = solver
        .solve_without(&position, &refused, goal, &limits)
        .unwrap()
        .outcome
    {
        let mut board = position.clone();
        for &mv in &line {
            assert!(board.legal_moves().contains(&mv), "{line:?}: {mv}");
            board.make(mv);
        }
        refused.push(line[0]);
    }
    assert!(refused.len() > 10, "{refused:?}");
}
