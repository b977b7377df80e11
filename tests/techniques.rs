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
    let positions = (50_000..51_000u64).into_par_iter().map(|seed| {
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

/// Holds the verdicts about the cases, changed by `image`, against the truth, without each technique.
fn check_without_each(table_bytes: usize, image: fn(&Position) -> Position) {
    for technique in Technique::ALL {
        let techniques = Techniques::ALL.without(technique);
        check(techniques, table_bytes, 100, image);
    }
}

/// Holds the verdicts about the cases, changed by `image`, against the truth; at most one in `rare` may stay undecided.
fn check(
    techniques: Techniques,
    table_bytes: usize,
    rare: usize,
    image: fn(&Position) -> Position,
) {
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
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

#[test]
fn the_cases_are_of_both_sorts() {
    let mates = CASES.iter().filter(|(_, truth)| *truth == Verdict::Mate);
    let mates = mates.count();
    assert!(mates >= 100 && CASES.len() - mates >= 300, "{mates}");
}

#[test]
fn no_verdict_depends_on_a_technique() {
    check_without_each(16 << 20, Position::clone);
}

#[test]
fn nor_where_the_table_is_tiny() {
    check_without_each(64 << 10, Position::clone);
}

#[test]
fn nor_where_left_is_right() {
    check_without_each(1 << 20, Position::mirrored);
}

#[test]
fn nor_where_white_attacks() {
    check_without_each(1 << 20, Position::flipped);
}

#[test]
fn nor_on_all_of_them() {
    check(Techniques::NONE, 16 << 20, 20, Position::clone);
    check(Techniques::NONE, 64 << 10, 20, Position::clone);
}
