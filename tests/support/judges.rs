//! Judges of single positions: the plain definition, the checker of certificates, the solver.
//!
//! A mate is judged by a certificate that the checker accepts (a mate within so many plies, and none within two less), by
//! the definition that the certificate is made from, and by the solver. Long ones are left to the solver alone.

use super::certificates::certificate;
use super::futile::{Definition, Rule, Thrift};
use super::lines::assert_mates;
use tsume::board::Position;
use tsume::proof::{Horizon, Statement, check};
use tsume::search::{Bounds, Dispute, Futile, Goal, Limits, Outcome, Solver};

/// What each way of counting gives: with every interposition, with the narrow rule, with the self-evident rule.
fn lengths(sfen: &str, plies: u32) -> [Option<u32>; 3] {
    let position: Position = sfen.parse().expect("the positions are sound");
    [Rule::All, Rule::Checker, Rule::SelfEvident].map(|rule| {
        let length = Definition::new(rule).mate_in(&position, plies);
        if rule != Rule::Checker {
            assert_certified(&position, length, plies, rule);
        }
        length
    })
}

fn assert_certified(position: &Position, length: Option<u32>, plies: u32, rule: Rule) {
    let certificate = certificate(position, plies, rule);
    let proven = check(certificate.as_slice());
    let proven = proven.unwrap_or_else(|error| panic!("{position} {rule:?}: {error}"));
    let no_mate = |plies: u32| Statement::NoMate(Horizon::Within(plies as u16));
    let expected = match length {
        None => vec![no_mate(plies)],
        Some(1) => vec![Statement::MateWithin(1)],
        Some(length) => vec![Statement::MateWithin(length as u16), no_mate(length - 2)],
    };
    assert_eq!(proven.statements, expected, "{position} {rule:?}");
}

/// What the solver answers within so many nodes.
fn solve(sfen: &str, futile: Futile, nodes: u64) -> Outcome {
    let position: Position = sfen.parse().expect("the positions are sound");
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let answer = Solver::new(256 << 20).solve(&position, Goal::Shortest(futile), &limits);
    answer.expect("the positions have a king to mate").outcome
}

const NODES: u64 = 2_000_000;

/// The solver proves that the shortest mate takes so many plies; the disputes that it names.
fn solver_says(sfen: &str, futile: Futile, plies: u32) -> Vec<Dispute> {
    let exact = Bounds {
        lower: plies,
        upper: Some(plies),
    };
    match solve(sfen, futile, NODES) {
        Outcome::Mate { bounds, grey, .. } => {
            assert_eq!(bounds, exact, "{sfen} {futile:?}");
            assert_eq!(grey.is_some(), futile == Futile::Exclude, "{sfen}");
            grey.iter().flatten().map(|grey| grey.dispute).collect()
        }
        other => panic!("{sfen} is mate, not {other:?}"),
    }
}

/// So many plies without futile interpositions and so many with all of them, as the solver says; nothing is disputed.
pub fn takes(plies: u32, counted: u32, sfen: &str) {
    disputed(plies, counted, &[], sfen);
}

/// The same, and these disputes are named.
pub fn disputed(plies: u32, counted: u32, disputes: &[Dispute], sfen: &str) {
    assert_eq!(
        solver_says(sfen, Futile::Exclude, plies),
        disputes,
        "{sfen}"
    );
    solver_says(sfen, Futile::Count, counted);
}

/// As long by either futile rule, and longer, so many plies as are `counted`, when all interpositions count.
pub fn shorter_without_futile(plies: u32, counted: u32, sfen: &str) {
    assert_eq!(lengths(sfen, plies), [None, Some(plies), Some(plies)]);
    takes(plies, counted, sfen);
}

/// Futile only because another piece than the checker takes and mates at once.
pub fn shorter_by_another_captor(plies: u32, counted: u32, sfen: &str) {
    assert_eq!(lengths(sfen, plies), [None, None, Some(plies)]);
    takes(plies, counted, sfen);
}

/// As long however interpositions count.
pub fn the_same(plies: u32, sfen: &str) {
    assert_eq!(lengths(sfen, plies), [Some(plies); 3]);
    takes(plies, plies, sfen);
}

/// No mate at all, which the definition is asked for so many plies.
pub fn no_mate(plies: u32, sfen: &str) {
    assert_eq!(lengths(sfen, plies), [None; 3]);
    does_not_mate(sfen);
}

pub fn left_over(sfen: &str, plies: u32) -> u32 {
    let [spends, saves] = left_over_by_thrift(sfen, plies);
    assert_eq!(spends, saves);
    spends
}

/// How many pieces a mate in so many plies leaves an attacker who spends and one who saves.
pub fn left_over_by_thrift(sfen: &str, plies: u32) -> [u32; 2] {
    let position: Position = sfen.parse().expect("the positions are sound");
    let mut definition = Definition::new(Rule::SelfEvident);
    [Thrift::Spends, Thrift::Saves].map(|thrift| definition.left_over(&position, plies, thrift))
}

/// No mate, as the solver proves.
pub fn does_not_mate(sfen: &str) {
    let outcome = solve(sfen, Futile::Exclude, NODES);
    let is_no_mate = matches!(outcome, Outcome::NoMate { .. });
    assert!(is_no_mate, "{sfen} is no mate, not {outcome:?}");
}

/// Mate, by a line that can be played.
pub fn mates(sfen: &str) -> Bounds {
    match solve(sfen, Futile::Count, NODES) {
        Outcome::Mate { line, bounds, .. } => {
            assert_mates(&sfen.parse().expect("the positions are sound"), &line);
            bounds
        }
        other => panic!("{sfen} is mate, not {other:?}"),
    }
}

/// A position that nobody solves quickly: it may be left open, but not be called no mate.
pub fn mates_if_solved(sfen: &str) {
    let outcome = solve(sfen, Futile::Count, NODES / 10);
    assert!(!matches!(outcome, Outcome::NoMate { .. }), "{sfen} is mate");
}

/// A position that nobody refutes quickly: it may be left open, but not be called mate.
pub fn does_not_mate_if_solved(sfen: &str) {
    let outcome = solve(sfen, Futile::Count, NODES / 10);
    assert!(
        !matches!(outcome, Outcome::Mate { .. }),
        "{sfen} is no mate"
    );
}
