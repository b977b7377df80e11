//! The table of replies along a line, held against plain recursion over the definition.

mod support;

use rayon::prelude::*;
use support::futile::{Definition, Rule};
use support::random_positions::{SplitMix64, with_sliders_afar};
use tsume::board::{Move, Position};
use tsume::search::{Bounds, Futile, Goal, Limits, Outcome, Solver};
use tsume::tsume::{DefenderHand, Problem, Turn, replies};

/// Mates up to this many plies are held against the definition.
const LONGEST: usize = 5;

fn limits() -> Limits {
    Limits {
        nodes: Some(3_000),
        ..Limits::default()
    }
}

/// The line of a short mate whose length is proven, if a position is one.
fn short_mate(position: &Position, futile: Futile, solver: &mut Solver) -> Option<Vec<Move>> {
    let answer = solver.solve(position, Goal::Shortest(futile), &limits());
    match answer.ok()?.outcome {
        Outcome::Mate { line, bounds, .. } => {
            let length = Some(line.len() as u32);
            let is_exact = bounds.upper == length && Some(bounds.lower) == length;
            (is_exact && (3..=LONGEST).contains(&line.len())).then_some(line)
        }
        _ => None,
    }
}

fn turns(
    position: &Position,
    line: &[Move],
    futile: Futile,
    depth: u32,
    limits: &Limits,
) -> Vec<Turn> {
    let problem = Problem::new(&position.to_builder(), DefenderHand::AsGiven).unwrap();
    let mut solver = Solver::new(4 << 20);
    let session = solver.session(position, futile).unwrap();
    let length = Bounds {
        lower: line.len() as u32,
        upper: Some(line.len() as u32),
    };
    replies(&session, &problem, line, length, depth, limits).unwrap()
}

/// Holds all replies along a line against the definition; how many there were, and how many of them futile.
fn hold(position: &Position, line: &[Move], futile: Futile) -> [u32; 2] {
    let rule = match futile {
        Futile::Exclude => Rule::SelfEvident,
        Futile::Count => Rule::All,
    };
    let mut definition = Definition::new(rule);
    let turns = turns(position, line, futile, u32::MAX, &Limits::default());
    assert_eq!(turns.len(), line.len() / 2);
    let mut counts = [0; 2];
    let mut position = position.clone();
    for (turn, two) in turns.iter().zip(line.chunks_exact(2)) {
        position = position.after(two[0]);
        assert_eq!(turn.check, two[0]);
        assert_eq!(turn.replies[0].mv, two[1]);
        assert!(turn.replies[0].is_main);
        let mut legal = position.legal_moves();
        let mut told: Vec<Move> = turn.replies.iter().map(|reply| reply.mv).collect();
        legal.sort();
        told.sort();
        assert_eq!(told, legal);
        let left = line.len() as u32 + 1 - turn.ply;
        for reply in &turn.replies {
            let replied = position.after(reply.mv);
            let upper = reply.plies.upper.expect("every reply is mated");
            if upper <= turn.ply + 7 {
                let length = definition.mate_in(&replied, upper - turn.ply);
                assert_eq!(length, Some(upper - turn.ply), "{replied}");
            }
            assert_eq!(reply.plies.lower, upper, "{replied}");
            let is_futile = definition.is_futile(&position, reply.mv, left);
            assert_eq!(reply.is_futile, Some(is_futile), "{position} {}", reply.mv);
            assert!(is_futile || upper <= line.len() as u32, "{replied}");
            counts[0] += 1;
            counts[1] += u32::from(is_futile);
        }
        position = position.after(two[1]);
    }
    counts
}

#[test]
fn replies_are_those_of_the_definition() {
    let counts = (0..1_500u64).into_par_iter().filter_map(|seed| {
        let position = with_sliders_afar(&mut SplitMix64::new(seed))?;
        let mut counts = [0; 2];
        for futile in [Futile::Exclude, Futile::Count] {
            let line = short_mate(&position, futile, &mut Solver::new(1 << 20));
            let of_one = line.map_or([0; 2], |line| hold(&position, &line, futile));
            counts = [counts[0] + of_one[0], counts[1] + of_one[1]];
        }
        Some(counts)
    });
    let [all, futile] = counts.reduce(|| [0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
    assert!(all >= 200 && futile >= 20, "{all} replies, {futile} futile");
}

#[test]
fn limits_leave_bounds_and_depth_leaves_turns_out() {
    let sfen = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1";
    let position: Position = sfen.parse().unwrap();
    let goal = Goal::Shortest(Futile::Exclude);
    let answer = Solver::new(16 << 20).solve(&position, goal, &Limits::default());
    let Outcome::Mate { line, .. } = answer.unwrap().outcome else {
        panic!("a mate in 21 plies");
    };
    let turns = |limits: &Limits| turns(&position, &line, Futile::Exclude, 5, limits);
    let (exact, limited) = (turns(&Limits::default()), turns(&limits()));
    let plies = |turns: &[Turn]| turns.iter().map(|turn| turn.ply).collect::<Vec<_>>();
    assert_eq!((plies(&exact), plies(&limited)), (vec![2, 4], vec![2, 4]));
    let mut open = 0;
    for (exact, limited) in exact.iter().zip(&limited) {
        for reply in &exact.replies {
            assert_eq!(reply.plies.upper, Some(reply.plies.lower), "{reply:?}");
            let mut same = limited.replies.iter().filter(|other| other.mv == reply.mv);
            let same = same.next().expect("the same replies");
            assert!(same.plies.lower <= reply.plies.lower, "{same:?} {reply:?}");
            let is_bound = |upper| upper >= reply.plies.lower;
            assert!(same.plies.upper.is_none_or(is_bound), "{same:?} {reply:?}");
            open += u32::from(same.plies != reply.plies);
        }
    }
    assert!(open > 0);
}
