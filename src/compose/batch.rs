//! One batch: from its dice to the best problem that comes out, if any.

use super::dice::Dice;
use super::flaw::{Flaw, Tally};
use super::gate::{LastMove, main_line};
use super::grade::grade;
use super::judge::Judge;
use super::likeness::Known;
use super::problem::Composed;
use super::second_opinion;
use super::studio::Studio;
use super::theme::Traits;
use super::tries::{Try, tries};
use super::trim::trim;
use super::wish::Wish;
use crate::board::{Color, Piece, PieceKind, Position, PositionBuilder, Square};
use crate::search::{Futile, Session, Solver};
use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Where candidates come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Backwards from a random mate.
    Retro,
    /// Backwards from a shorter problem.
    Extend,
    /// By small changes of a problem.
    Mutate,
    /// Out of a game.
    Mine,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 4] = [Method::Retro, Method::Extend, Method::Mutate, Method::Mine];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Retro => "retro",
            Method::Extend => "extend",
            Method::Mutate => "mutate",
            Method::Mine => "mine",
        }
    }
}

/// A problem and what there is to say about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The problem.
    pub problem: Composed,
    /// What it shows.
    pub traits: Traits,
    /// Positions entered to prove the mate in empty tables.
    pub nodes: u64,
    /// Its tries.
    pub tries: Vec<Try>,
    /// How hard it is, from 1 for the easiest to 10.
    ///
    /// Nobody has measured that on people here. What is known to make problems hard is counted instead: the plies, the
    /// binary logarithm of the nodes, the sacrifices, and two each for every try (four at most), non-promotion, distant
    /// check, interposition, and drop-pawn mate in the way. The grade is a quarter of what that exceeds 4 by.
    pub grade: u32,
}

/// What came of a batch.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Its number.
    pub number: u64,
    /// How the problem was found.
    pub method: Method,
    /// The best problem.
    pub problem: Option<Found>,
    /// What became of the candidates.
    pub tally: Tally,
}

/// The tables of one batch, in bytes. What is found out within a number of nodes may depend on it, so it is
/// the same for all.
const TABLE_BYTES: usize = 16 << 20;

/// How many of the best problems are trimmed before one gives up.
const TRIMMED: usize = 4;

/// What all batches of a run have in common.
#[derive(Clone)]
pub(super) struct Terms<'a> {
    pub(super) wish: &'a Wish,
    pub(super) seed: u64,
    pub(super) methods: &'a [Method],
    pub(super) seeds: &'a [Composed],
    pub(super) games: &'a [Position],
    pub(super) known: &'a Known,
    pub(super) stop: Arc<AtomicBool>,
}

/// Composes batch after batch.
pub(super) struct Composer<'a> {
    solver: Solver,
    terms: Terms<'a>,
}

impl<'a> Composer<'a> {
    pub(super) fn new(terms: Terms<'a>) -> Composer<'a> {
        Composer {
            solver: Solver::new(TABLE_BYTES),
            terms,
        }
    }

    /// Composes a batch, in tables that know nothing of others.
    pub(super) fn compose(&mut self, number: u64) -> Batch {
        let methods = self.terms.methods;
        let mut batch = Batch {
            number,
            method: methods[(number % methods.len() as u64) as usize],
            problem: None,
            tally: Tally::default(),
        };
        let candidates = self.candidates(&mut batch).unwrap_or_default();
        batch.problem = candidates.into_iter().find_map(|problem| {
            let judged = self.judge_afresh(problem);
            batch.tally.count(judged)
        });
        batch
    }

    /// Problems that are as wanted, the best first; `None` when there are no tables.
    fn candidates(&mut self, batch: &mut Batch) -> Option<Vec<Composed>> {
        let plies = u64::from(self.terms.wish.plies);
        let session = session(&mut self.solver)?;
        let mut studio = Studio {
            judge: self.terms.judge(&session),
            wish: self.terms.wish,
            seeds: self.terms.seeds,
            games: self.terms.games,
            dice: Dice::new(&[self.terms.seed, plies, batch.number]),
            tally: Tally::default(),
        };
        let mut found = match batch.method {
            Method::Retro => studio.retro(),
            Method::Extend => studio.extend_a_seed(),
            Method::Mutate => studio.mutate(),
            Method::Mine => studio.mine(),
        };
        found.truncate(TRIMMED);
        let mut finished = Vec::new();
        for problem in found {
            let judged = self.terms.finish(&studio.judge, problem);
            finished.extend(studio.tally.count(judged));
        }
        finished.sort_by_key(|problem| Reverse(self.terms.wish.points(problem)));
        batch.tally = studio.tally;
        Some(finished)
    }

    /// Sees whether it passes the gate again, in empty tables, and how hard it is.
    fn judge_afresh(&mut self, problem: Composed) -> Result<Found, Flaw> {
        let Wish { plies, last, .. } = *self.terms.wish;
        let (nodes, tried) = self.with_empty_tables(|judge| {
            judge.mates_within(&problem.position, plies)?;
            let nodes = judge.nodes();
            if main_line(judge, &problem.position, plies, last)? != problem.line {
                return Err(Flaw::SecondDefence);
            }
            Ok((nodes, tries(judge, &problem)))
        })?;
        second_opinion::ask(&mut self.solver, &problem, &self.terms.stop)?;
        let mut tries = Vec::new();
        for tried in tried {
            let measured = self.with_empty_tables(|judge| Try::measured(judge, &problem, tried));
            tries.extend(measured);
        }
        let traits = Traits::of(&problem);
        Ok(Found {
            grade: grade(plies, nodes, tries.len(), &traits),
            problem,
            traits,
            nodes,
            tries,
        })
    }

    fn with_empty_tables<T>(
        &mut self,
        ask: impl FnOnce(&Judge<'_>) -> Result<T, Flaw>,
    ) -> Result<T, Flaw> {
        let session = session(&mut self.solver).ok_or(Flaw::Impossible)?;
        ask(&self.terms.judge(&session))
    }
}

impl Terms<'_> {
    fn judge<'s>(&self, session: &'s Session<'s>) -> Judge<'s> {
        Judge::new(session, self.wish.plies, self.stop.clone())
    }

    /// Takes away what does not matter, and sees whether what is left is as wanted.
    fn finish(&self, judge: &Judge<'_>, problem: Composed) -> Result<Composed, Flaw> {
        let problem = trim(judge, problem, self.wish.last)?.facing_right();
        self.wish.admits(&problem)?;
        if self.known.is_like(&problem) {
            return Err(Flaw::Known);
        }
        Ok(problem)
    }
}

/// The position as a problem of exactly `plies` plies, Black attacking without a king, if it passes the gate in empty tables.
///
/// # Errors
/// What is wrong with it, or that it cannot be decided.
pub fn examine(position: &Position, plies: u32, last: LastMove) -> Result<Composed, Flaw> {
    let mut solver = Solver::new(TABLE_BYTES);
    let session = session(&mut solver).ok_or(Flaw::Impossible)?;
    let judge = Judge::new(&session, plies, Arc::default());
    let line = main_line(&judge, position, plies, last)?;
    let position = position.clone();
    Ok(Composed { position, line })
}

/// A session about problems with all pieces but the attacker's king.
fn session(solver: &mut Solver) -> Option<Session<'_>> {
    solver.session(&empty_board()?, Futile::Exclude).ok()
}

/// A king on an empty board, who stands for all problems with the same pieces.
fn empty_board() -> Option<Position> {
    let mut builder = PositionBuilder::new();
    let king = Piece::new(Color::White, PieceKind::King);
    builder.set(Square::new(5, 1)?, Some(king));
    builder.hold_the_rest(Color::White);
    builder.build().ok()
}
