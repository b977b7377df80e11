//! Mate or no mate, whatever the length, by looking at every position that can be reached.

use super::brute_force::{Exact, checks};
use std::collections::HashMap;
use tsume::board::{Move, Position};

/// What is true of a position when both sides play their best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    /// The attacker mates in so many plies.
    Mate(u32),
    /// The defender escapes, if need be by being checked for ever.
    NoMate,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mover {
    Attacker,
    Defender,
}

impl Mover {
    pub fn other(self) -> Mover {
        match self {
            Mover::Attacker => Mover::Defender,
            Mover::Defender => Mover::Attacker,
        }
    }

    /// Checks, or replies.
    pub fn moves(self, position: &Position) -> Vec<Move> {
        match self {
            Mover::Attacker => checks(position),
            Mover::Defender => position.legal_moves(),
        }
    }
}

/// The positions that checks and replies can reach from a root: all of them, or those nearest to it.
pub struct Graph {
    /// The root comes first, and those further away come later.
    nodes: Vec<Node>,
    /// Positions fewer plies than this away from the root have all been explored; `None` when all have.
    edge: Option<u32>,
}

struct Node {
    mover: Mover,
    /// Where its checks, or its replies, lead; `None` beyond the edge.
    successors: Option<Vec<usize>>,
}

impl Graph {
    /// Explores outwards until there is nothing more or `most` positions have been found.
    pub fn explore(root: &Position, most: usize) -> Graph {
        let mut numbers = HashMap::from([(Exact(root.clone()), 0)]);
        let mut found = vec![(root.clone(), Mover::Attacker, 0)];
        let mut nodes = Vec::new();
        while nodes.len() < found.len() && found.len() < most {
            let (position, mover, depth) = found[nodes.len()].clone();
            let mut successors = Vec::new();
            for mv in mover.moves(&position) {
                let next = position.after(mv);
                let number = *numbers.entry(Exact(next.clone())).or_insert_with(|| {
                    found.push((next, mover.other(), depth + 1));
                    found.len() - 1
                });
                successors.push(number);
            }
            let successors = Some(successors);
            nodes.push(Node { mover, successors });
        }
        let edge = found.get(nodes.len()).map(|&(_, _, depth)| depth);
        nodes.extend(found[nodes.len()..].iter().map(|&(_, mover, _)| Node {
            mover,
            successors: None,
        }));
        Graph { nodes, edge }
    }

    /// What is true of the root, by backward induction: first all positions that are mate, then all
    /// where one check leads to those, then all where every reply leads to those, and so on until a
    /// round adds nothing. What is never reached so is no mate; going round in circles mates nobody.
    ///
    /// `None` when it depends on what lies beyond the edge.
    pub fn truth(&self) -> Option<Truth> {
        let mut mated = vec![false; self.nodes.len()];
        for length in 0..self.edge.unwrap_or(u32::MAX) {
            let new: Vec<usize> = (0..self.nodes.len())
                .filter(|&number| !mated[number] && self.is_mated_next(number, &mated))
                .collect();
            if new.contains(&0) {
                return Some(Truth::Mate(length));
            }
            if new.is_empty() && self.edge.is_none() {
                return Some(Truth::NoMate);
            }
            for number in new {
                mated[number] = true;
            }
        }
        None
    }

    fn is_mated_next(&self, number: usize, mated: &[bool]) -> bool {
        let Node { mover, successors } = &self.nodes[number];
        let Some(successors) = successors else {
            return false;
        };
        let mut successors = successors.iter().map(|&next| mated[next]);
        match mover {
            Mover::Attacker => successors.any(|mated| mated),
            Mover::Defender => successors.all(|mated| mated),
        }
    }
}
