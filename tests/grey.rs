//! Disputed interpositions are named: held against the plain definitions, on lines of random mates.

mod support;

use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use support::futile::{Definition, Rule};
use support::grey::{Mark, marks};
use support::random_positions::{SplitMix64, with_sliders_afar};
use tsume::board::Position;
use tsume::search::{Dispute, Futile, Goal, Limits, Outcome, Solver};

/// Mates up to this many plies are held against the definitions.
const LONGEST: usize = 5;

/// The marks that a solver gives a position and those that its line should have; `None` for long lines.
fn judged(
    position: &Position,
    table_bytes: usize,
    threads: usize,
) -> Option<(HashSet<Mark>, HashSet<Mark>)> {
    let limits = Limits {
        nodes: Some(3_000),
        threads: NonZeroUsize::new(threads).expect("a solver has a thread"),
        ..Limits::default()
    };
    let goal = Goal::Shortest(Futile::Exclude);
    let answer = Solver::new(table_bytes).solve(position, goal, &limits);
    match answer.expect("there is a king to mate").outcome {
        Outcome::Mate {
            line,
            grey: Some(grey),
            ..
        } if line.len() <= LONGEST => {
            let told = grey.iter().map(|grey| {
                let reply = grey.interposition;
                let check = grey.check.to_string();
                (grey.ply, check, reply.to(), reply.from(), grey.dispute)
            });
            let definition = &mut Definition::new(Rule::SelfEvident);
            Some((told.collect(), marks(position, &line, definition)))
        }
        _ => None,
    }
}

fn is_open(mark: &Mark) -> bool {
    mark.4 == Dispute::Open
}

/// Holds the marks of many lines against the definitions; how many there are of each sort.
fn tally(
    seeds: impl ParallelIterator<Item = u64>,
    bytes: usize,
    threads: usize,
) -> HashMap<Dispute, u32> {
    let told = seeds.filter_map(|seed| {
        let position = with_sliders_afar(&mut SplitMix64::new(seed))?;
        let (told, defined) = judged(&position, bytes, threads)?;
        let settled: HashSet<Mark> = told.iter().filter(|mark| !is_open(mark)).cloned().collect();
        if settled.len() == told.len() {
            assert_eq!(told, defined, "{position}");
        } else {
            assert!(settled.is_subset(&defined), "{position}");
        }
        Some(told)
    });
    let told: Vec<HashSet<Mark>> = told.collect();
    let mut tally = HashMap::new();
    for mark in told.iter().flatten() {
        *tally.entry(mark.4).or_default() += 1;
    }
    tally
}

#[test]
fn marks_are_those_of_the_definitions() {
    let tally = tally((0..5_000u64).into_par_iter(), 4 << 20, 1);
    let of = |dispute| tally.get(&dispute).copied().unwrap_or(0);
    assert!(of(Dispute::Broad) >= 5, "{tally:?}");
    assert!(of(Dispute::Open) <= 2, "{tally:?}");
}

/// Positions in which each sort of dispute turns up, and their images.
#[test]
fn every_sort_is_named_whichever_way_the_board_is_turned() {
    for (sfen, dispute) in [
        ("9/8k/9/+B8/9/9/7R1/9/9 b Srb4g3s4n4l18p 1", Dispute::Broad),
        (
            "9/5s3/5k3/9/5+B3/5R3/9/9/3B2+R2 b 4g3s4n4l18p 1",
            Dispute::NewHelper,
        ),
        (
            "B8/9/9/9/9/9/7S1/7Rg/1+R3B2k b G2g3s4n4l18p 1",
            Dispute::DoubleCheck,
        ),
        (
            "9/2R6/9/1p1L5/1l7/+R8/S8/k8/9 b 2b4g3s4n2l17p 1",
            Dispute::Discovered,
        ),
    ] {
        let position: Position = sfen.parse().expect("the positions are sound");
        let images = [
            position.clone(),
            position.mirrored(),
            position.flipped(),
            position.mirrored().flipped(),
        ];
        for image in images {
            let (told, defined) = judged(&image, 4 << 20, 1).expect("a short mate");
            assert_eq!(told, defined, "{image}");
            assert!(!told.is_empty(), "{image}");
            assert!(
                told.iter().all(|mark| mark.4 == dispute),
                "{image} {told:?}"
            );
        }
    }
}

#[test]
fn neither_memory_nor_threads_matter() {
    for (bytes, threads) in [(64 << 10, 1), (4 << 20, 2)] {
        tally((0..1_000u64).into_par_iter(), bytes, threads);
    }
}
