//! The ways to name moves in text.

use crate::board::{Move, Position};
use crate::notation::{japanese, western};

/// A way to name moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum MoveNames {
    /// As in Japanese books: `▲５二金打`.
    #[default]
    Japanese,
    /// As programs write them: `G*5b`.
    Usi,
    /// As in Western books: `G*52`.
    Western,
}

impl MoveNames {
    /// The names of a line of legal moves from `position`.
    pub fn line(self, position: &Position, line: &[Move]) -> Vec<String> {
        let mut position = position.clone();
        let mut previous_to = None;
        let mut names = Vec::with_capacity(line.len());
        for &mv in line {
            names.push(match self {
                MoveNames::Usi => mv.to_string(),
                MoveNames::Western => western::write(&position, mv),
                MoveNames::Japanese => {
                    let mark = japanese::mark(position.side_to_move());
                    format!("{mark}{}", japanese::write(&position, mv, previous_to))
                }
            });
            position.make(mv);
            previous_to = Some(mv.to());
        }
        names
    }
}
