//! A problem that has been composed.

use crate::board::{Move, Position, Square};

/// A sound problem with its main line (作意).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Composed {
    /// Black attacks; White holds what stands nowhere.
    pub position: Position,
    /// The solution.
    pub line: Vec<Move>,
}

impl Composed {
    /// Its length.
    pub fn plies(&self) -> u32 {
        self.line.len() as u32
    }

    /// The positions before each move of the line, and the move.
    pub(super) fn turns(&self) -> impl Iterator<Item = (Position, Move)> {
        let mut position = self.position.clone();
        self.line.iter().map(move |&mv| {
            let before = position.clone();
            position.make(mv);
            (before, mv)
        })
    }

    /// The same problem with the king on the right half of the board, as books print it.
    pub(super) fn facing_right(self) -> Composed {
        let defender = self.position.side_to_move().opponent();
        match self.position.king(defender).map(Square::file) {
            Some(6..) => Composed {
                position: self.position.mirrored(),
                line: self.line.into_iter().map(Move::mirrored).collect(),
            },
            _ => self,
        }
    }
}
