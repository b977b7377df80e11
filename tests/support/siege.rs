//! Mate or no mate, whatever the length, by looking at no more replies than it takes.
//!
//! It ends in one of two ways, each of them a proof: every reply has been answered, or there is a set of
//! positions that the defender never has to leave.

use super::brute_force::Exact;
use super::graph::Mover;
use super::random_positions::{SplitMix64, random_position, with_one_more_in_hand};
use std::collections::{HashMap, HashSet};
use tsume::board::{Move, Position};

/// Which of the two is true; how long the mate takes is not found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The attacker mates.
    Mate,
    /// The defender escapes, if need be by being checked for ever.
    NoMate,
}

/// Positions that checks and replies can reach from a root, as far as they have been looked at.
pub struct Siege {
    /// The root comes first.
    nodes: Vec<Node>,
    numbers: HashMap<Exact, usize>,
    /// Positions in which the attacker gives up.
    forbidden: Vec<Position>,
}

struct Node {
    position: Position,
    mover: Mover,
    /// Moves that have not been followed yet.
    untried: Vec<Move>,
    /// Where the others lead.
    successors: Vec<usize>,
    is_mated: bool,
}

impl Siege {
    /// Decides a position; `None` when that takes more than `most` positions.
    pub fn decide(root: &Position, most: usize) -> Option<Verdict> {
        Siege::decide_without(root, &[], most)
    }

    /// The same where the attacker gives up in the positions `forbidden`, also with less in his hand.
    pub fn decide_without(root: &Position, forbidden: &[Position], most: usize) -> Option<Verdict> {
        let mut siege = Siege {
            nodes: Vec::new(),
            numbers: HashMap::new(),
            forbidden: forbidden.to_vec(),
        };
        siege.number(root.clone(), Mover::Attacker);
        while siege.nodes.len() <= most {
            if !siege.extend() {
                return Some(Verdict::NoMate);
            }
            siege.mark_mated();
            if siege.nodes[0].is_mated {
                return Some(Verdict::Mate);
            }
        }
        None
    }

    /// Walks over all that the attacker can do while the defender keeps to one reply at each turn, one
    /// that is not known to lose, and follows moves where none have been followed yet or all lose. If
    /// there were none to follow, then every check in the positions seen leads to another of them, and
    /// so does some reply in each: the defender can stay among them for ever.
    fn extend(&mut self) -> bool {
        let mut extended = false;
        let mut seen = HashSet::from([0]);
        let mut to_see = vec![0];
        while let Some(number) = to_see.pop() {
            let node = &self.nodes[number];
            let mut holding = node.successors.clone();
            holding.retain(|&next| !self.nodes[next].is_mated);
            let untried = node.untried.len();
            let (to_walk, to_follow) = match node.mover {
                Mover::Attacker => (holding.len(), untried),
                Mover::Defender if holding.is_empty() => (0, untried.min(1)),
                Mover::Defender => (1, 0),
            };
            extended |= to_follow > 0;
            self.follow(number, to_follow);
            to_see.extend(holding.drain(..to_walk).filter(|&next| seen.insert(next)));
        }
        extended
    }

    fn follow(&mut self, number: usize, moves: usize) {
        for _ in 0..moves {
            let node = &mut self.nodes[number];
            let mv = node.untried.pop().expect("no more than are untried");
            let (next, mover) = (node.position.after(mv), node.mover.other());
            let next = self.number(next, mover);
            self.nodes[number].successors.push(next);
        }
    }

    /// The number of a position, a new one when it has not been met before.
    fn number(&mut self, position: Position, mover: Mover) -> usize {
        let new = self.nodes.len();
        let number = *self.numbers.entry(Exact(position.clone())).or_insert(new);
        if number == new {
            let mut untried = match self.is_forbidden(&position) {
                true => Vec::new(),
                false => mover.moves(&position),
            };
            // Taken from the end: captures, which refute most, then the king's moves, drops last.
            untried.reverse();
            untried.sort_by_key(|mv| mv.captured().is_some());
            self.nodes.push(Node {
                position,
                mover,
                untried,
                successors: Vec::new(),
                is_mated: false,
            });
        }
        number
    }

    fn is_forbidden(&self, position: &Position) -> bool {
        let mover = position.side_to_move();
        self.forbidden.iter().any(|forbidden| {
            forbidden.board_key() == position.board_key()
                && forbidden.hand(mover).dominates(position.hand(mover))
        })
    }

    /// Backward induction: a position is mated when a check leads to a mated one, or when all replies
    /// have been followed and lead to mated ones.
    fn mark_mated(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            for number in (0..self.nodes.len()).rev() {
                if !self.nodes[number].is_mated && self.is_mated_next(number) {
                    self.nodes[number].is_mated = true;
                    changed = true;
                }
            }
        }
    }

    fn is_mated_next(&self, number: usize) -> bool {
        let node = &self.nodes[number];
        let mut successors = node.successors.iter().map(|&next| &self.nodes[next]);
        match node.mover {
            Mover::Attacker => successors.any(|next| next.is_mated),
            Mover::Defender => node.untried.is_empty() && successors.all(|next| next.is_mated),
        }
    }
}

/// A random position that is mate: the attacker is given one piece more at a time until he mates, so that he hardly
/// does. `None` when that takes too many pieces, or too many positions to decide.
pub fn random_mate(random: &mut SplitMix64) -> Option<Position> {
    let mut position = random_position(random);
    for _ in 0..5 {
        match Siege::decide(&position, 2500)? {
            Verdict::Mate => return Some(position),
            Verdict::NoMate => position = with_one_more_in_hand(&position, random),
        }
    }
    None
}
