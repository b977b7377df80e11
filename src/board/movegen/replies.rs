//! How many ways out of check there are.

use super::generate::generate;
use super::{All, MoveSink};
use crate::board::{Bitboard, HandKind, PieceKind, Position, Promotion, Square};
use std::ops::ControlFlow;

/// The legal moves of a side, counted by what they do about a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Replies {
    /// Moves of the king.
    pub flights: u32,
    /// Captures by other pieces; with and without promotion count apart.
    pub captures: u32,
    /// Whether a piece can step or be dropped in between.
    pub interposes: bool,
}

impl Replies {
    /// Whether there is no legal move.
    pub fn is_none(&self) -> bool {
        self.flights + self.captures == 0 && !self.interposes
    }
}

struct Count {
    replies: Replies,
    enemies: Bitboard,
}

impl MoveSink for Count {
    #[inline]
    fn board(
        &mut self,
        _: Square,
        kind: PieceKind,
        targets: Bitboard,
        _: Promotion,
    ) -> ControlFlow<()> {
        if kind == PieceKind::King {
            self.replies.flights += targets.len();
        } else {
            self.replies.captures += (targets & self.enemies).len();
            self.replies.interposes |= !(targets & !self.enemies).is_empty();
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn drops(&mut self, _: HandKind, _: Bitboard) -> ControlFlow<()> {
        self.replies.interposes = true;
        // Drops come last, and one is enough.
        ControlFlow::Break(())
    }
}

impl Position {
    /// Counts the legal moves of the side to move, which is meant to be in check.
    pub fn count_replies(&self) -> Replies {
        let replies = Replies {
            flights: 0,
            captures: 0,
            interposes: false,
        };
        let mut count = Count {
            replies,
            enemies: self.occupied_by(self.side_to_move().opponent()),
        };
        let _ = generate(self, &All, &mut count);
        count.replies
    }
}
