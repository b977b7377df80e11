//! No verdict depends on a technique of the search: each is left out once, and all of them.

mod support;

use rayon::prelude::*;
use std::sync::LazyLock;
use support::random_positions::{SplitMix64, random_position, with_one_more_in_hand};
use support::siege::{Siege, Verdict};
use tsume::board::Position;
use tsume::search::Limits;
use tsume::search::internals::{BareVerdict, Technique, Techniques, bare_search};

/// Positions with the truth about them. Every other one has one more piece in hand, so that mates are not rare.
static CASES: LazyLock<Vec<(Position, Verdict)>> = LazyLock::new(|| {
    let positions = (50_000..52_000u64).into_par_iter().map(|seed| {
        let mut random = SplitMix64::new(seed);
        let position = random_position(&mut random);
        if seed % 2 == 0 {
            position
        } else {
            with_one_more_in_hand(&position, &mut random)
        }
    });
    positions
        .filter_map(|position| {
            let verdict = Siege::decide(&position, 1500)?;
            Some((position, verdict))
        })
        .collect()
});

/// Every choice of techniques to be tried: all but one each, and none at all.
fn choices() -> Vec<Techniques> {
    let all_but = |technique| Techniques::ALL.without(technique);
    let mut choices: Vec<Techniques> = Technique::ALL.map(all_but).to_vec();
    choices.push(Techniques::NONE);
    choices
}

/// Holds the verdicts about the cases, changed by `image`, against the truth, for each choice of techniques.
/// At most one in `rare` may stay undecided.
fn check(table_bytes: usize, rare: usize, image: impl Fn(&Position) -> Position + Sync) {
    let limits = Limits {
        nodes: Some(50_000),
        ..Limits::default()
    };
    for techniques in choices() {
        let undecided = CASES.par_iter().filter(|(position, truth)| {
            let image = image(position);
            let answer = bare_search(&image, table_bytes, &limits, techniques)
                .expect("the cases have a king to mate");
            let expected = match truth {
                Verdict::Mate => BareVerdict::Mate,
                Verdict::NoMate => BareVerdict::NoMate,
            };
            if answer.verdict == BareVerdict::Unknown {
                return true;
            }
            assert_eq!(answer.verdict, expected, "{image} with {techniques:?}");
            false
        });
        let undecided = undecided.count();
        assert!(
            undecided <= CASES.len() / rare,
            "{undecided} undecided with {techniques:?}"
        );
    }
}

#[test]
fn the_cases_are_of_both_sorts() {
    let mates = CASES.iter().filter(|(_, truth)| *truth == Verdict::Mate);
    let mates = mates.count();
    assert!(mates >= 200 && CASES.len() - mates >= 400, "{mates}");
}

#[test]
fn no_verdict_depends_on_a_technique() {
    check(16 << 20, 100, Position::clone);
}

#[test]
fn nor_where_the_table_is_tiny() {
    check(64 << 10, 50, Position::clone);
}

#[test]
fn nor_where_left_is_right() {
    check(1 << 20, 100, Position::mirrored);
}

#[test]
fn nor_where_white_attacks() {
    check(1 << 20, 100, Position::flipped);
}
