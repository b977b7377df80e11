//! Mate within a given number of plies, by plain recursion.
//!
//! Nothing is known here but [`Position::legal_moves`] and whether a king is in check. The attacker is the
//! side to move at the root. Lengths are in plies, every interposition counts, and the attacker is after
//! the shortest mate while the defender is after the longest.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use tsume::board::{Move, Position};

/// The legal moves after which the opponent is in check, found by trying each.
pub fn checks(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves();
    let mut board = position.clone();
    moves.retain(|&mv| {
        board.make(mv);
        let gives_check = board.is_in_check(board.side_to_move());
        board.unmake(mv);
        gives_check
    });
    moves
}

/// A position to look up in a map, where it is compared in full.
#[derive(Clone, PartialEq, Eq)]
pub struct Exact(pub Position);

impl Hash for Exact {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.key());
    }
}

/// Remembers what it has found out, for one question after another.
#[derive(Default)]
pub struct BruteForce {
    /// Whether the attacker, to move in this position, mates within so many plies.
    decided: HashMap<(Exact, u32), bool>,
}

impl BruteForce {
    /// The length of the shortest mate; `None` when there is none within `plies`.
    pub fn mate_in(&mut self, position: &Position, plies: u32) -> Option<u32> {
        (1..=plies)
            .step_by(2)
            .find(|&length| self.attacker_mates(position, length))
    }

    /// The checks that mate within `plies`, the check itself included.
    pub fn mating_moves(&mut self, position: &Position, plies: u32) -> Vec<Move> {
        let mut moves = checks(position);
        moves.retain(|&check| self.defender_is_mated(&position.after(check), plies - 1));
        moves
    }

    /// The replies, to a check that mates within `plies` more, that hold out that long.
    pub fn longest_defences(&mut self, position: &Position, plies: u32) -> Vec<Move> {
        let mut replies = position.legal_moves();
        replies.retain(|&reply| self.mate_in(&position.after(reply), plies) == Some(plies - 1));
        replies
    }

    fn attacker_mates(&mut self, position: &Position, plies: u32) -> bool {
        let question = (Exact(position.clone()), plies);
        if let Some(&known) = self.decided.get(&question) {
            return known;
        }
        let mates = checks(position)
            .into_iter()
            .any(|check| self.defender_is_mated(&position.after(check), plies - 1));
        self.decided.insert(question, mates);
        mates
    }

    fn defender_is_mated(&mut self, position: &Position, plies: u32) -> bool {
        let replies = position.legal_moves();
        if plies == 0 {
            return replies.is_empty();
        }
        replies
            .into_iter()
            .all(|reply| self.attacker_mates(&position.after(reply), plies - 1))
    }
}
