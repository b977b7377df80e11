//! When two problems are one: the same position, or the same idea elsewhere on the board or with other ornament.

use super::problem::Composed;
use crate::board::{Color, Move, Position, PositionCode, Square};
use std::collections::HashSet;

/// How many plies are left of a line, at the least, when its first two are not looked at.
const LEAST_IDEA: usize = 3;

/// What the solution looks like from the king: the same for a problem shifted or mirrored, and whatever stands about.
///
/// The first two plies of longer solutions do not count: one idea with another introduction is no other idea.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LineKey(Vec<[i8; 8]>);

impl LineKey {
    /// That of a problem.
    pub fn of(problem: &Composed) -> LineKey {
        let attacker = problem.position.side_to_move();
        let Some(king) = problem.position.king(attacker.opponent()) else {
            return LineKey(Vec::new());
        };
        let idea = match problem.line.as_slice() {
            [_, _, idea @ ..] if idea.len() >= LEAST_IDEA => idea,
            line => line,
        };
        let seen = |side: i8| {
            let moves = idea.iter().map(|&mv| match attacker {
                Color::Black => seen_from(king, mv, side),
                Color::White => seen_from(king.flipped(), mv.flipped(), side),
            });
            LineKey(moves.collect())
        };
        seen(1).min(seen(-1))
    }
}

/// A move as it looks from the king, left and right exchanged when `side` is −1.
fn seen_from(king: Square, mv: Move, side: i8) -> [i8; 8] {
    let offset = |square: Square| {
        let files = square.file() as i8 - king.file() as i8;
        let ranks = square.rank() as i8 - king.rank() as i8;
        [side * files, ranks]
    };
    let [to_file, to_rank] = offset(mv.to());
    let [from_file, from_rank] = mv.from().map_or([0, 0], offset);
    [
        mv.kind() as i8,
        i8::from(mv.is_drop()),
        i8::from(mv.is_promotion()),
        i8::from(mv.captured().is_some()),
        to_file,
        to_rank,
        from_file,
        from_rank,
    ]
}

/// Problems that no new one may be like.
#[derive(Clone, Default, Debug)]
pub struct Known {
    positions: HashSet<PositionCode>,
    lines: HashSet<LineKey>,
}

impl Known {
    /// Whether a problem is like any of these.
    pub fn is_like(&self, problem: &Composed) -> bool {
        self.positions.contains(&problem.position.canonical().0)
            || self.lines.contains(&LineKey::of(problem))
    }

    /// Adds a problem with its solution.
    pub fn add(&mut self, problem: &Composed) {
        self.positions.insert(problem.position.canonical().0);
        self.lines.insert(LineKey::of(problem));
    }
}

/// Positions of which no solution is known.
impl Extend<Position> for Known {
    fn extend<I: IntoIterator<Item = Position>>(&mut self, positions: I) {
        let codes = positions.into_iter().map(|position| position.canonical().0);
        self.positions.extend(codes);
    }
}
