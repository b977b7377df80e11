//! First moves that a search has to do without, because somebody wants to know of others.
//!
//! They are refused in one position, the root. What is then found out about any other position holds
//! without this as well; the root alone is never put into the table.

use super::dfpn::Search;
use crate::board::{BoardKey, Hand, Move, Position};

/// Moves that may not be played in one position.
#[derive(Clone, Default)]
pub(super) struct Refused {
    board_key: BoardKey,
    hand: Hand,
    moves: Vec<Move>,
}

impl Refused {
    /// Refuses `moves` of the attacker in `position`, his to move.
    pub(super) fn at(position: &Position, moves: &[Move]) -> Refused {
        Refused {
            board_key: position.board_key(),
            hand: position.hand(position.side_to_move()),
            moves: moves.to_vec(),
        }
    }

    /// Whether nothing is refused.
    pub(super) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Whether this is the position, named by its board and the attacker's hand, and any move is refused there.
    pub(super) fn concerns(&self, board_key: BoardKey, hand: Hand) -> bool {
        !self.moves.is_empty() && self.board_key == board_key && self.hand == hand
    }
}

impl Search<'_> {
    /// The checks of the position in hand that are not refused.
    pub(super) fn checks_to_try(&self) -> Vec<Move> {
        let mut checks = self.position.checks();
        if self
            .refused
            .concerns(self.position.board_key(), self.attacker_hand())
        {
            checks.retain(|check| !self.refused.moves.contains(check));
        }
        checks
    }

    /// Takes the refused moves out of the children from `start` on.
    pub(super) fn leave_out_refused(&mut self, start: usize) {
        let mut kept = start;
        for index in start..self.children.len() {
            let child = self.children[index];
            if !self.refused.moves.contains(&child.mv) {
                self.children[kept] = child;
                kept += 1;
            }
        }
        self.children.truncate(kept);
    }
}
