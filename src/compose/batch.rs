//! One batch: from its dice to the best problem that comes out, if any.

use super::dice::Dice;
use super::flaw::{Flaw, Tally};
use super::gate::main_line;
use super::judge::Judge;
use super::likeness::Known;
use super::problem::Composed;
use super::studio::Studio;
use super::theme::Traits;
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
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 1] = [Method::Retro];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Retro => "retro",
        }
    }
}

/// What came of a batch.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Its number.
    pub number: u64,
    /// How the problem was found.
    pub method: Method,
    /// The best problem.
    pub problem: Option<Composed>,
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
        batch.problem = candidates.into_iter().find(|problem| {
            let passes = self.passes_afresh(problem);
            batch.tally.count(passes).is_some()
        });
        batch
    }

    /// Problems that are as wanted, the best first; `None` when there are no tables.
    fn candidates(&mut self, batch: &mut Batch) -> Option<Vec<Composed>> {
        let session = session(&mut self.solver)?;
        let mut studio = Studio {
            judge: self.terms.judge(&session),
            wish: self.terms.wish,
            dice: Dice::new(self.terms.seed, batch.number),
            tally: Tally::default(),
        };
        let mut found = match batch.method {
            Method::Retro => studio.retro(),
        };
        found.truncate(TRIMMED);
        let mut finished = Vec::new();
        for problem in found {
            let judged = self.terms.finish(&studio.judge, problem);
            finished.extend(studio.tally.count(judged));
        }
        finished.sort_by_key(|problem| Reverse(Traits::of(problem).points()));
        batch.tally = studio.tally;
        Some(finished)
    }

    /// Whether it passes the gate again, in empty tables.
    fn passes_afresh(&mut self, problem: &Composed) -> Result<(), Flaw> {
        let session = session(&mut self.solver).ok_or(Flaw::Impossible)?;
        let Wish { plies, last, .. } = *self.terms.wish;
        let judge = self.terms.judge(&session);
        if main_line(&judge, &problem.position, plies, last)? == problem.line {
            Ok(())
        } else {
            Err(Flaw::SecondDefence)
        }
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
