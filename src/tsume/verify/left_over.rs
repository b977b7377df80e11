//! Whether the attacker can keep a piece (駒余り) in a mate of the shortest length.
//!
//! The attacker mates as soon as he can and would then rather keep a piece; the defender holds out as long as he can and
//! would then rather leave him none. So among the lines in which both do their best as far as the length goes, there is a
//! second game, about what is left.

use super::examiner::{Examiner, Known};
use crate::board::{BoardKey, Hand, Move, Position};
use std::collections::HashMap;

/// Whether the attacker, to move and mating in exactly `plies`, can have something in hand at the end, whatever the
/// defender does, as far as about so many nodes tell.
pub(super) fn can_be_kept(
    examiner: &Examiner,
    position: &Position,
    plies: u32,
    nodes: u64,
) -> Known {
    let mut game = Game {
        examiner,
        nodes,
        questions: nodes / NODES_PER_QUESTION,
        known: HashMap::new(),
    };
    game.can_be_kept(position, plies)
}

/// What a question costs at least, in nodes: most are answered by the tables.
const NODES_PER_QUESTION: u64 = 4;

/// The game about what is left.
struct Game<'e, 'i, 's, 'k> {
    examiner: &'e Examiner<'i, 's, 'k>,
    /// For each question.
    nodes: u64,
    /// How many may still be asked.
    questions: u64,
    /// With the attacker to move; the length follows from the position.
    known: HashMap<(BoardKey, Hand), bool>,
}

impl Game<'_, '_, '_, '_> {
    fn can_be_kept(&mut self, position: &Position, plies: u32) -> Known {
        let here = (position.board_key(), position.hand(position.side_to_move()));
        if let Some(&known) = self.known.get(&here) {
            return Some(known);
        }
        let mut checks = position.checks();
        // Moves on the board keep the hand.
        checks.sort_by_key(|check| check.is_drop());
        let mut is_known = true;
        for check in checks {
            let after = position.after(check);
            let is_kept = match self.mates(&after, plies - 1) {
                Some(true) => self.is_kept_after(&after, plies - 1),
                other => other,
            };
            match is_kept {
                Some(true) => {
                    self.known.insert(here, true);
                    return Some(true);
                }
                Some(false) => {}
                None => is_known = false,
            }
        }
        if is_known {
            self.known.insert(here, false);
        }
        is_known.then_some(false)
    }

    /// The same after a check that leaves `plies`.
    fn is_kept_after(&mut self, position: &Position, plies: u32) -> Known {
        if plies == 0 {
            let attacker = position.side_to_move().opponent();
            return Some(!position.hand(attacker).is_empty());
        }
        for reply in self.longest_replies(position, plies)? {
            if !self.can_be_kept(&position.after(reply), plies - 1)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The replies that hold out for `plies`; futile interpositions only where no other reply does.
    fn longest_replies(&mut self, position: &Position, plies: u32) -> Option<Vec<Move>> {
        let (mut longest, mut futile) = (Vec::new(), Vec::new());
        for reply in position.legal_moves() {
            let after = position.after(reply);
            if plies >= 4 && self.mates(&after, plies - 3)? {
                continue;
            }
            if !self.is_futile(position, reply, plies)? {
                longest.push(reply);
            } else if self.mates(&after, plies - 1)? {
                futile.push(reply);
            }
        }
        if longest.is_empty() {
            longest = futile;
        }
        // Where the length is that of a position from which a piece was taken away, no reply tells.
        (!longest.is_empty()).then_some(longest)
    }

    fn mates(&mut self, position: &Position, plies: u32) -> Known {
        self.questions = self.questions.checked_sub(1)?;
        self.examiner.mates(position, plies, self.nodes)
    }

    fn is_futile(&mut self, position: &Position, reply: Move, plies: u32) -> Known {
        self.questions = self.questions.checked_sub(1)?;
        self.examiner.is_futile(position, reply, plies, self.nodes)
    }
}
