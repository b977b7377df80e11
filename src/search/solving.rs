//! From a question to its answer: a first proof, the shortest mate, and a line.

use super::dfpn::Search;
use super::goal::{Futile, Goal};
use super::knowledge::Knowledge;
use super::limits::{Limits, Watch};
use super::node::Value;
use super::outcome::{Answer, Bounds, Outcome, Reason};
use super::plies::Plies;
use super::refused::Refused;
use super::shortest::Length;
use super::team;
use crate::board::{Move, Position};
use std::num::NonZeroUsize;

/// A question on its way to an answer.
pub(super) struct Solving<'q> {
    position: &'q Position,
    refused: &'q [Move],
    goal: Goal,
    threads: NonZeroUsize,
    watch: Watch,
}

impl<'q> Solving<'q> {
    /// Starts the clock.
    pub(super) fn start(
        position: &'q Position,
        refused: &'q [Move],
        goal: Goal,
        limits: &Limits,
    ) -> Solving<'q> {
        Solving {
            position,
            refused,
            goal,
            threads: limits.threads,
            watch: Watch::start(limits),
        }
    }

    /// The outcome, with the line that goes with it.
    ///
    /// # Errors
    /// The length of a mate of which no line was found that can be played: futile interpositions, which are not
    /// played, stand in the way.
    pub(super) fn solve(&mut self, knowledge: &Knowledge) -> Result<Outcome, Length> {
        let (goal, threads) = (self.goal, self.threads);
        self.search(knowledge, |search| {
            let told = solve(search, goal, threads);
            search.report();
            told
        })
    }

    /// A mate of this length, with a line in which every interposition counts, and which may therefore be longer.
    /// In `knowledge` they have to count as well.
    pub(super) fn find_longer(&mut self, knowledge: &Knowledge, length: Length) -> Outcome {
        self.search(knowledge, |search| longer_mate(search, length))
    }

    fn search<T>(&mut self, knowledge: &Knowledge, find_out: impl FnOnce(&mut Search) -> T) -> T {
        let mut search = Search::new(self.position, knowledge, self.watch.clone());
        search.refused = Refused::at(self.position, self.refused);
        let found = find_out(&mut search);
        self.watch = search.watch.clone();
        found
    }

    pub(super) fn answer(self, outcome: Outcome, knowledge: &Knowledge) -> Answer {
        Answer {
            goal: self.goal,
            outcome,
            nodes: self.watch.nodes(),
            time: self.watch.elapsed(),
            table_bytes: knowledge.bytes(),
        }
    }
}

/// # Errors
/// The length of a mate of which no line was found that can be played: futile interpositions, which are not
/// played, stand in the way.
fn solve(search: &mut Search, goal: Goal, threads: NonZeroUsize) -> Result<Outcome, Length> {
    search.watch.look();
    let ending = team::prove(search, Plies::UNLIMITED, threads);
    Ok(match ending.value {
        Value::Mate { plies, .. } => match goal {
            Goal::Any => some_mate(search, Length::within(plies)),
            Goal::Shortest(futile) => {
                search.futile = futile;
                return shortest_mate(search, plies, threads);
            }
        },
        Value::NoMate { .. } if search.knowledge.is_cut_by_depth() => unknown(Reason::Depth),
        Value::NoMate { .. } => Outcome::NoMate {
            refutation: search.refutations(),
        },
        Value::Open { .. } => unknown(search.watch.ended().unwrap_or(Reason::Stopped)),
    })
}

fn shortest_mate(
    search: &mut Search,
    proven: Plies,
    threads: NonZeroUsize,
) -> Result<Outcome, Length> {
    let length = search.shorten(proven, threads);
    if length.is_exact()
        && let Some(line) = search.exact_line(length.at_most)
    {
        let is_played_out = line.moves.len() as u32 == length.at_most.get();
        let is_asked = search.futile == Futile::Exclude && is_played_out;
        return Ok(Outcome::Mate {
            grey: is_asked.then(|| search.grey(&line.moves)),
            line: line.moves,
            bounds: length.into(),
            always_leaves: line.always_leaves,
        });
    }
    let outcome = some_mate(search, length);
    let has_ended = search.watch.ended().is_some();
    match outcome {
        Outcome::Unknown { .. } if !has_ended => Err(length),
        outcome => Ok(outcome),
    }
}

/// A mate of which one line is told, not the best on either side.
fn some_mate(search: &mut Search, length: Length) -> Outcome {
    match search.mating_line(length.at_most) {
        Some(line) => mate(line, length),
        None => Outcome::Unknown {
            reason: search.watch.ended().unwrap_or(Reason::Depth),
            bounds: length.into(),
        },
    }
}

/// A mate of this length, with some line, which may be longer.
fn longer_mate(search: &mut Search, length: Length) -> Outcome {
    // The first proof took no more than all that was spent.
    search.watch.extend(search.watch.nodes());
    let found = match search.prove(Plies::UNLIMITED).value {
        Value::Mate { plies, .. } => some_mate(search, Length::within(plies)),
        Value::NoMate { .. } | Value::Open { .. } => unknown(Reason::Nodes),
    };
    match found {
        Outcome::Mate { line, .. } => mate(line, length),
        _ => Outcome::Unknown {
            reason: search.watch.ended().unwrap_or(Reason::Depth),
            bounds: length.into(),
        },
    }
}

/// A mate with some line, of which no more is told.
fn mate(line: Vec<Move>, length: Length) -> Outcome {
    Outcome::Mate {
        line,
        bounds: length.into(),
        always_leaves: None,
        grey: None,
    }
}

impl From<Length> for Bounds {
    fn from(length: Length) -> Bounds {
        Bounds {
            lower: length.at_least.get(),
            upper: Some(length.at_most.get()),
        }
    }
}

fn unknown(reason: Reason) -> Outcome {
    Outcome::Unknown {
        reason,
        bounds: Bounds {
            lower: 1,
            upper: None,
        },
    }
}
