//! Problems in games: a mate that was there to be seen, without everything that has nothing to do with it.

use super::flaw::Flaw;
use super::problem::Composed;
use super::studio::Studio;
use super::trim::without_one;
use crate::board::{Color, Piece, PieceKind, Position};

/// How many positions are looked at before one gives up.
const POSITIONS: usize = 200;

impl Studio<'_> {
    /// The first sound problem that is left of a position out of a game, if there is one.
    pub(super) fn mine(&mut self) -> Vec<Composed> {
        for _ in 0..POSITIONS {
            let Some(position) = self.dice.pick(&self.games.iter().collect::<Vec<_>>()) else {
                break;
            };
            let Some(position) = as_problem(position) else {
                continue;
            };
            let dug_out = self.dig_out(position);
            let Some(position) = self.tally.count(dug_out) else {
                continue;
            };
            if let Some(problem) = self.examine(position, self.wish.plies) {
                return vec![problem];
            }
        }
        Vec::new()
    }

    /// Takes pieces away as long as there is a mate of exactly the wanted length.
    fn dig_out(&mut self, mut position: Position) -> Result<Position, Flaw> {
        self.is_of_length(&position)?;
        loop {
            let mut fewer = without_one(&position);
            self.dice.shuffle(&mut fewer);
            let judge = |fewer: &Position| self.is_of_length(fewer).is_ok();
            match fewer.into_iter().find(judge) {
                Some(fewer) => position = fewer,
                None => return Ok(position),
            }
        }
    }

    fn is_of_length(&self, position: &Position) -> Result<(), Flaw> {
        let plies = self.wish.plies;
        if !self.judge.mates_within(position, plies)? {
            return Err(Flaw::NoMate);
        }
        if plies > 2 && self.judge.mates_within(position, plies - 2)? {
            return Err(Flaw::Shorter);
        }
        Ok(())
    }
}

/// A position of a game as a problem: Black attacks, without his king, and all the rest is White's.
fn as_problem(position: &Position) -> Option<Position> {
    let position = match position.side_to_move() {
        Color::Black => position.clone(),
        Color::White => position.flipped(),
    };
    let mut builder = position.to_builder();
    if let Some(king) = position.king(Color::Black) {
        builder.set(king, None::<Piece>);
    }
    builder.ply(1).hold_the_rest(Color::White);
    let position = builder.build().ok()?;
    (!position.pieces(Color::White, PieceKind::King).is_empty()).then_some(position)
}
