//! The referees of the solver against each other, and against problems whose answers are known.

mod support;

use rayon::prelude::*;
use support::brute_force::BruteForce;
use support::graph::{Graph, Truth};
use support::random_positions::{SplitMix64, random_position};
use support::siege::{Siege, Verdict};
use tsume::board::Position;

fn position(sfen: &str) -> Position {
    sfen.parse().expect("the tests' positions are sound")
}

#[test]
fn known_problems_have_their_known_lengths() {
    for (sfen, plies) in [
        ("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", 1),
        ("9/8k/9/8P/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1", 3),
        // A pawn drop that leaves a flight, after a rook that does not promote.
        ("8k/5G1R1/5gB2/9/9/9/9/9/9 b Prb2g4s4n4l17p 1", 5),
        // Knights, a gold, a discovered finish.
        ("7r1/7k1/4r4/5N+Bp1/8p/9/9/9/9 b G2Nb3g4sn4l16p 1", 5),
        // The king takes a piece on the last rank and is mated by a silver behind it.
        ("7nl/9/5S1kp/6R1s/9/7p1/9/9/9 b Gr2b3g2s3n3l16p 1", 3),
    ] {
        let position = position(sfen);
        assert_eq!(
            BruteForce::default().mate_in(&position, 7),
            Some(plies),
            "{sfen}"
        );
        if plies <= 3 {
            let truth = Graph::explore(&position, 100_000).truth();
            assert_eq!(truth, Some(Truth::Mate(plies)), "{sfen}");
        }
        let verdict = Siege::decide(&position, 100_000);
        assert_eq!(verdict, Some(Verdict::Mate), "{sfen}");
    }
}

#[test]
fn a_drop_pawn_mate_is_no_mate() {
    let position = position("8k/9/7+R1/9/9/9/9/9/9 b Pr2b4g4s4n4l17p 1");
    let verdict = Siege::decide(&position, 100_000);
    assert_eq!(verdict, Some(Verdict::NoMate));
    assert_eq!(BruteForce::default().mate_in(&position, 7), None);
}

/// A rook alone: there is always one more check and never a mate.
#[test]
fn checks_without_end_are_no_mate() {
    let position = position("9/9/9/9/4k4/9/9/3R5/9 b - 1");
    assert_eq!(
        Graph::explore(&position, 100_000).truth(),
        Some(Truth::NoMate)
    );
    assert_eq!(Siege::decide(&position, 100_000), Some(Verdict::NoMate));
}

/// Recursion and backward induction share nothing but the rules, and a siege proves with parts what
/// backward induction proves with the whole.
#[test]
fn the_referees_agree_on_random_positions() {
    let agreed: Vec<Truth> = (0..4000)
        .into_par_iter()
        .filter_map(|seed| agreed_truth(&random_position(&mut SplitMix64::new(seed))))
        .collect();
    let mates = |plies| {
        let mate = |truth: &&Truth| matches!(truth, Truth::Mate(length) if *length >= plies);
        agreed.iter().filter(mate).count()
    };
    // Otherwise the positions have become too large, or too dull, to test anything.
    assert!(agreed.len() - mates(1) >= 500, "no mates");
    assert!(
        mates(1) >= 400 && mates(3) >= 100 && mates(5) >= 20,
        "mates"
    );
}

/// What all three referees say; `None` when the position is too large for one of them.
fn agreed_truth(position: &Position) -> Option<Truth> {
    let verdict = Siege::decide(position, 1500)?;
    let (shortest, most) = match verdict {
        Verdict::Mate => (BruteForce::default().mate_in(position, 9), 10_000),
        Verdict::NoMate => (BruteForce::default().mate_in(position, 3), 1000),
    };
    let truth = Graph::explore(position, most).truth()?;
    let expected = match truth {
        Truth::Mate(plies) => (Verdict::Mate, Some(plies).filter(|&plies| plies <= 9)),
        Truth::NoMate => (Verdict::NoMate, None),
    };
    assert_eq!((verdict, shortest), expected, "{position}");
    Some(truth)
}
