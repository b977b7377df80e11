//! The solver against the referees on thousands of random positions, and against itself on what must not matter.

mod support;

use rayon::prelude::*;
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use support::brute_force::BruteForce;
use support::lines::assert_mates;
use support::random_positions::{SplitMix64, random_position, with_one_more_in_hand};
use support::siege::{Siege, Verdict};
use tsume::board::{Color, Move, Position, Square};
use tsume::search::{Bounds, Goal, Limits, Outcome, Reason, Solver};

/// A position and the truth about it.
struct Case {
    position: Position,
    verdict: Verdict,
    /// The length of the shortest mate, when it is at most [`LONGEST`].
    shortest: Option<u32>,
}

/// Mates up to this many plies have their exact length worked out.
const LONGEST: u32 = 9;

/// Each random position gives the attacker one piece more at a time until he mates: the mates found so
/// are close to being none, and the other way round.
static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let ladders = (0..3600).into_par_iter().flat_map_iter(|seed| {
        let mut random = SplitMix64::new(seed);
        let mut position = random_position(&mut random);
        let mut cases: Vec<Case> = Vec::new();
        while cases.len() < 5 && !cases.iter().any(|case| case.verdict == Verdict::Mate) {
            let Some(case) = decide(position.clone()) else {
                break;
            };
            position = with_one_more_in_hand(&position, &mut random);
            cases.push(case);
        }
        cases
    });
    ladders.collect()
});

/// `None` when the referees would take too long.
fn decide(position: Position) -> Option<Case> {
    let verdict = Siege::decide(&position, 2500)?;
    let shortest = match verdict {
        Verdict::Mate => BruteForce::default().mate_in(&position, LONGEST),
        Verdict::NoMate => None,
    };
    Some(Case {
        position,
        verdict,
        shortest,
    })
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

fn solve(position: &Position, table_bytes: usize, limits: &Limits) -> Outcome {
    let answer = Solver::new(table_bytes).solve(position, Goal::Any, limits);
    answer.expect("the cases have a king to mate").outcome
}

/// What an outcome says, in the referees' words; `None` when it says nothing.
fn verdict(outcome: &Outcome) -> Option<Verdict> {
    match outcome {
        Outcome::Mate { .. } => Some(Verdict::Mate),
        Outcome::NoMate { .. } => Some(Verdict::NoMate),
        Outcome::Unknown { .. } => None,
    }
}

/// Holds an outcome against the truth; whether it said anything at all.
fn is_decided(case: &Case, outcome: &Outcome) -> bool {
    match verdict(outcome) {
        Some(verdict) => assert_eq!(verdict, case.verdict, "{}: {outcome:?}", case.position),
        None => {
            let bounds = bounds(outcome).expect("of an unknown mate");
            assert_within(case, bounds);
        }
    }
    verdict(outcome).is_some()
}

fn bounds(outcome: &Outcome) -> Option<Bounds> {
    match outcome {
        Outcome::Mate { bounds, .. } | Outcome::Unknown { bounds, .. } => Some(*bounds),
        Outcome::NoMate { .. } => None,
    }
}

/// The shortest mate is neither shorter than the lower bound nor longer than the upper one.
fn assert_within(case: &Case, bounds: Bounds) {
    let Case {
        position, shortest, ..
    } = case;
    if case.verdict == Verdict::NoMate {
        assert_eq!(bounds.upper, None, "{position} is no mate");
        return;
    }
    match shortest {
        Some(plies) => {
            let above = bounds.upper.is_none_or(|upper| *plies <= upper);
            assert!(
                bounds.lower <= *plies && above,
                "{position}: {plies} plies, not {bounds:?}"
            );
        }
        None => {
            let above = bounds.upper.is_none_or(|upper| LONGEST < upper);
            assert!(
                above,
                "{position}: more than {LONGEST} plies, not {bounds:?}"
            );
        }
    }
}

/// Runs a check on all cases and counts those where it returned false: the undecided ones.
fn undecided(check: impl Fn(&Case) -> bool + Sync) -> usize {
    CASES.par_iter().filter(|case| !check(case)).count()
}

#[test]
fn the_cases_are_many_and_of_every_sort() {
    let count = |wanted: fn(&Case) -> bool| CASES.iter().filter(|case| wanted(case)).count();
    let of_length = |least| {
        let long = |case: &&Case| case.shortest >= Some(least);
        CASES.iter().filter(long).count()
    };
    assert!(CASES.len() >= 5000);
    assert!(of_length(1) >= 600 && of_length(3) >= 250 && of_length(5) >= 80);
    assert!(count(|case| case.position.side_to_move() == Color::White) >= 1500);
    assert!(count(|case| attackers_king(case).is_some()) >= 1000);
    assert!(count(|case| case.position.is_in_check(case.position.side_to_move())) >= 200);
    assert!(count(|case| total(case) < 39) >= 2000);
}

fn attackers_king(case: &Case) -> Option<Square> {
    case.position.king(case.position.side_to_move())
}

/// How many pieces there are, kings included: fewer than 39 when the defender does not hold the rest.
fn total(case: &Case) -> u32 {
    let in_hands = Color::ALL.map(|color| case.position.hand(color).total());
    case.position.occupied().len() + in_hands[0] + in_hands[1]
}

#[test]
fn verdicts_and_lengths_are_those_of_the_referees() {
    let undecided = undecided(|case| {
        let outcome = solve(&case.position, 16 << 20, &nodes(100_000));
        match &outcome {
            Outcome::Mate { line, bounds, .. } => {
                assert_mates(&case.position, line);
                let upper = bounds.upper.expect("a proven mate has an upper bound");
                assert!(line.len() as u32 <= upper, "{}", case.position);
                assert_within(case, *bounds);
            }
            Outcome::NoMate { refutation } => assert_refutes(&case.position, refutation),
            Outcome::Unknown { .. } => {}
        }
        is_decided(case, &outcome)
    });
    assert!(undecided <= CASES.len() / 200, "{undecided} undecided");
}

/// Where the truth is out of the referees' reach, the solver's answers are still held against all short mates.
#[test]
fn larger_positions_are_not_contradicted_by_short_mates() {
    let positions = (10_000..14_000u64).into_par_iter().filter_map(|seed| {
        let position = random_position(&mut SplitMix64::new(seed));
        decide(position.clone()).is_none().then_some(position)
    });
    let answered = positions.filter(|position| {
        let outcome = solve(position, 16 << 20, &nodes(20_000));
        let shortest = BruteForce::default().mate_in(position, 5);
        match &outcome {
            Outcome::Mate { line, bounds, .. } => {
                assert_mates(position, line);
                let lower = shortest.unwrap_or(7);
                assert!(bounds.upper >= Some(lower), "{position}: {bounds:?}");
                assert!(shortest.is_none_or(|plies| bounds.lower <= plies));
            }
            Outcome::NoMate { .. } => assert_eq!(shortest, None, "{position}"),
            Outcome::Unknown { .. } => {}
        }
        verdict(&outcome).is_some()
    });
    let answered = answered.count();
    assert!(answered >= 400, "{answered}");
}

/// Every check is listed once, and its answer is a legal move after which there is no mate that the
/// referees can find quickly.
fn assert_refutes(position: &Position, refutation: &[(Move, Option<Move>)]) {
    let listed: HashSet<Move> = refutation.iter().map(|&(check, _)| check).collect();
    let all: HashSet<Move> = position.checks().into_iter().collect();
    assert_eq!(listed, all, "{position}");
    assert_eq!(listed.len(), refutation.len(), "{position}: {refutation:?}");
    for &(check, answer) in refutation {
        let Some(answer) = answer else {
            panic!("{position}: no answer to {check}");
        };
        let checked = position.after(check);
        let is_legal = checked.legal_moves().contains(&answer);
        assert!(is_legal, "{position}: {check} {answer} is illegal");
        let verdict = Siege::decide(&checked.after(answer), 200);
        assert_ne!(verdict, Some(Verdict::Mate), "{position}: {check} {answer}");
    }
}

#[test]
fn left_and_right_do_not_matter() {
    let undecided = undecided(|case| {
        let position = case.position.mirrored();
        is_decided(case, &solve(&position, 16 << 20, &nodes(100_000)))
    });
    assert!(undecided <= CASES.len() / 200, "{undecided} undecided");
}

#[test]
fn colors_do_not_matter() {
    let undecided = undecided(|case| {
        let position = case.position.flipped();
        is_decided(case, &solve(&position, 16 << 20, &nodes(100_000)))
    });
    assert!(undecided <= CASES.len() / 200, "{undecided} undecided");
}

#[test]
fn a_tiny_table_does_not_matter() {
    let undecided =
        undecided(|case| is_decided(case, &solve(&case.position, 64 << 10, &nodes(100_000))));
    assert!(undecided <= CASES.len() / 100, "{undecided} undecided");
}

/// A solver that has solved other problems before answers as a new one does.
#[test]
fn earlier_problems_do_not_matter() {
    CASES.par_chunks(500).for_each(|cases| {
        let mut used = Solver::new(1 << 20);
        for case in cases.iter().step_by(5) {
            let limits = nodes(20_000);
            let answer = used
                .solve(&case.position, Goal::Any, &limits)
                .expect("a king to mate");
            let fresh = solve(&case.position, 1 << 20, &limits);
            assert_eq!(
                format!("{:?}", answer.outcome),
                format!("{fresh:?}"),
                "{}",
                case.position
            );
        }
    });
}

#[test]
fn one_more_piece_in_hand_never_spoils_a_mate() {
    let mates = CASES
        .par_iter()
        .filter(|case| case.verdict == Verdict::Mate);
    let undecided = mates.filter(|case| {
        let mut random = SplitMix64::new(case.position.key());
        let richer = with_one_more_in_hand(&case.position, &mut random);
        let outcome = solve(&richer, 16 << 20, &nodes(100_000));
        assert_ne!(
            verdict(&outcome),
            Some(Verdict::NoMate),
            "{} but {richer}",
            case.position
        );
        verdict(&outcome).is_none()
    });
    let undecided = undecided.count();
    assert!(undecided <= CASES.len() / 200, "{undecided} undecided");
}

#[test]
fn few_nodes_give_no_wrong_answer() {
    for limit in [0, 1, 7, 50, 300] {
        undecided(|case| {
            let answer = Solver::new(1 << 20).solve(&case.position, Goal::Any, &nodes(limit));
            let outcome = answer.expect("a king to mate").outcome;
            if let Outcome::Unknown { reason, .. } = outcome {
                assert_eq!(reason, Reason::Nodes, "{}", case.position);
            }
            is_decided(case, &outcome)
        });
    }
}

#[test]
fn no_time_gives_no_wrong_answer() {
    let limits = Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    };
    for case in CASES.iter().step_by(10) {
        let outcome = solve(&case.position, 1 << 20, &limits);
        if let Outcome::Unknown { reason, .. } = outcome {
            assert_eq!(reason, Reason::Time, "{}", case.position);
        }
        is_decided(case, &outcome);
    }
}

#[test]
fn a_raised_stop_flag_gives_no_wrong_answer() {
    let limits = Limits {
        stop: Some(Arc::new(AtomicBool::new(true))),
        ..Limits::default()
    };
    for case in CASES.iter().step_by(10) {
        let outcome = solve(&case.position, 1 << 20, &limits);
        if let Outcome::Unknown { reason, .. } = outcome {
            assert_eq!(reason, Reason::Stopped, "{}", case.position);
        }
        is_decided(case, &outcome);
    }
}
