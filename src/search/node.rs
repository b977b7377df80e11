//! A node in hand and its children.
//!
//! Numbers are seen from the mover's side: φ is how hard it is for him to reach his aim, δ how hard for
//! the opponent. For the attacker φ is the proof number and δ the disproof number, for the defender the
//! other way round.

use super::numbers::{INFINITE, UNIT, bounded};
use super::plies::Plies;
use super::step::{Interposed, Step};
use super::techniques::{Technique, Techniques};
use crate::board::{BoardKey, Hand, Move};
use std::cmp::Reverse;
use std::ops::Range;

/// Who moves at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mover {
    /// An OR node: one mating move is enough.
    Attacker,
    /// An AND node: every reply must lead to mate.
    Defender,
}

impl Mover {
    pub(super) fn other(self) -> Mover {
        match self {
            Mover::Attacker => Mover::Defender,
            Mover::Defender => Mover::Attacker,
        }
    }
}

/// What is held to be true of a node in the course of a search.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    /// Mate within `plies` with any hand that has at least `hand`.
    Mate { plies: Plies, hand: Hand },
    /// No mate within `plies` with any hand that has at most `hand`, on any path or on this one.
    NoMate {
        plies: Plies,
        hand: Hand,
        path: PathDependence,
    },
    /// Not decided.
    Open { pn: u32, dn: u32 },
}

/// Whether a disproof needs the path to its node.
///
/// Ordered by how little it needs: a nearer ancestor is needed by fewer nodes, and no ancestor by none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum PathDependence {
    /// It holds where the path from the ancestor at this depth on is the same.
    Since(u16),
    /// It holds on every path.
    Free,
}

impl Value {
    /// The value of a child as its parent sees it, `step` away.
    pub(super) fn through(self, step: Step) -> Value {
        match self {
            Value::Mate { plies, hand } => Value::Mate {
                plies: step.mate(plies),
                hand,
            },
            Value::NoMate { plies, hand, path } => Value::NoMate {
                plies: step.no_mate(plies),
                hand,
                path,
            },
            open => open,
        }
    }

    /// A child as good as any, before anything is known of it.
    pub(super) const UNSEEN: Value = Value::Open { pn: UNIT, dn: UNIT };

    /// The same value, its numbers raised to bounds known from elsewhere; a verdict stays.
    pub(super) fn at_least(self, pn_bound: u32, dn_bound: u32) -> Value {
        match self {
            Value::Open { pn, dn } => Value::Open {
                pn: pn.max(pn_bound),
                dn: dn.max(dn_bound),
            },
            verdict => verdict,
        }
    }

    pub(super) fn pn(&self) -> u32 {
        match *self {
            Value::Mate { .. } => 0,
            Value::NoMate { .. } => INFINITE,
            Value::Open { pn, .. } => pn,
        }
    }

    pub(super) fn dn(&self) -> u32 {
        match *self {
            Value::Mate { .. } => INFINITE,
            Value::NoMate { .. } => 0,
            Value::Open { dn, .. } => dn,
        }
    }

    /// How hard it is for `mover`, to move in the parent, to reach his aim through this child.
    pub(super) fn phi(&self, mover: Mover) -> u32 {
        match mover {
            Mover::Attacker => self.pn(),
            Mover::Defender => self.dn(),
        }
    }

    /// How hard it is for the opponent of `mover` to reach his aim against this child.
    pub(super) fn delta(&self, mover: Mover) -> u32 {
        self.phi(mover.other())
    }
}

/// No mate on any path.
pub(super) fn no_mate(plies: Plies, hand: Hand) -> Value {
    Value::NoMate {
        plies,
        hand,
        path: PathDependence::Free,
    }
}

/// One move of a node and what is known of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) mv: Move,
    pub(super) step: Step,
    pub(super) board_key: BoardKey,
    /// The attacker's hand after the move.
    pub(super) hand: Hand,
    pub(super) value: Value,
    /// Nodes spent below it.
    pub(super) work: u32,
    /// The move that waits for this one to fail.
    pub(super) next: Option<u16>,
    /// Whether it still waits for another one to fail.
    pub(super) waits: bool,
    /// Tie-break of the last resort, low first.
    pub(super) order: i16,
}

/// A node on the way from the root to the node in hand.
pub(super) struct Frame {
    pub(super) mover: Mover,
    pub(super) board_key: BoardKey,
    /// The attacker's hand.
    pub(super) hand: Hand,
    /// The move that led here, and how; `None` where the search began.
    pub(super) via: Option<(Move, Step)>,
    /// Plies within which a mate is looked for.
    pub(super) budget: Plies,
    pub(super) limit: Threshold,
    /// Where its children lie in the common store.
    pub(super) children: Range<usize>,
    /// How many of them still wait.
    pub(super) waiting: u32,
    /// The child being searched.
    pub(super) selected: usize,
    /// Whether it was never met before and none of its children has been searched yet.
    pub(super) fresh: bool,
    /// Nodes that had been spent on it before this visit.
    pub(super) work: u32,
    /// The count of all nodes when this visit began.
    pub(super) nodes_at_entry: u64,
    /// The leash (see `dfpn`) when this visit began.
    pub(super) leash_at_entry: u32,
}

impl Frame {
    /// What was interposed, if the node is an interposition.
    pub(super) fn interposed(&self) -> Option<Interposed> {
        match self.via {
            Some((_, Step::Interposes(interposed))) => Some(interposed),
            _ => None,
        }
    }
}

/// A node is searched while both its numbers are below these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Threshold {
    pub(super) phi: u32,
    pub(super) delta: u32,
}

impl Threshold {
    /// Search until there is a verdict.
    pub(super) const NONE: Threshold = Threshold {
        phi: INFINITE,
        delta: INFINITE,
    };
}

/// The numbers of a node, computed from its children.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assessment {
    pub(super) phi: u32,
    pub(super) delta: u32,
    /// Index among the node's children of the most promising one.
    pub(super) best: usize,
    /// φ of the next best.
    pub(super) second_phi: u32,
    /// What the node's δ has beyond the largest of its children's.
    pub(super) surplus: u32,
}

/// The numbers of a node whose children these are, `waiting` of them waiting.
///
/// φ is the smallest of the children's. δ is the largest of theirs and something for the others (see
/// [`for_others`]). Waiting moves add half a unit, so that δ cannot reach 0 before each has been looked at.
pub(super) fn assess(
    children: &[Child],
    mover: Mover,
    waiting: u32,
    budget: Plies,
    techniques: Techniques,
) -> Assessment {
    let mut best = 0;
    let mut best_rank = (INFINITE, Reverse(0), u32::MAX, i16::MAX);
    let mut second_phi = INFINITE;
    let mut largest = 0;
    let mut undecided = 0u32;
    let mut sum = 0u32;
    for (index, child) in children.iter().enumerate() {
        if child.waits {
            continue;
        }
        let (phi, delta) = (child.value.phi(mover), child.value.delta(mover));
        if delta == 0 {
            continue;
        }
        undecided += 1;
        largest = largest.max(delta);
        sum = sum.saturating_add(delta);
        let rank = (phi, Reverse(delta), child.work, child.order);
        if rank < best_rank {
            second_phi = best_rank.0;
            best_rank = rank;
            best = index;
        } else {
            second_phi = second_phi.min(phi);
        }
    }
    if best_rank.0 == 0 {
        return Assessment {
            phi: 0,
            delta: INFINITE,
            best,
            second_phi,
            surplus: 0,
        };
    }
    let penalty = u32::from(waiting > 0);
    let others = undecided.saturating_sub(1);
    let surplus =
        for_others(others, sum - largest, mover, budget, techniques).saturating_add(penalty);
    let lost = undecided == 0 && waiting == 0;
    Assessment {
        phi: if lost { INFINITE } else { bounded(best_rank.0) },
        delta: if lost {
            0
        } else {
            bounded(largest.saturating_add(surplus))
        },
        best,
        second_phi,
        surplus,
    }
}

/// What δ has beyond the largest of the children's when there are `others`, whose δ come to `sum`.
///
/// A unit for each (weak proof numbers: Ueda, Hashimoto, Hashimoto and Iida, 2008): a sum would count what
/// several children share several times over. But replies have less in common than checks, so that at a
/// defender's node a quarter of what the sum has beyond that counts too: over the classics that takes 14 % off the
/// nodes. An eighth and a half of it are about as good. Of an attacker's node, no part of it is in a first search. Where
/// lengths are bounded, nine tenths of the nodes are a disproof, and an eighth counts. That, and first looks at nodes of
/// which only a verdict for another budget is known, take 5 % off the nodes of 19 classics that need some hundred thousand,
/// 17 % off those of 12 that need more (geometric means), and add 2 % to mates in 11 from games.
fn for_others(others: u32, sum: u32, mover: Mover, budget: Plies, techniques: Techniques) -> u32 {
    let weak = UNIT * others;
    let beyond = sum.saturating_sub(weak);
    if !techniques.has(Technique::WeakNumbers) {
        return sum;
    }
    match mover {
        _ if !techniques.has(Technique::PartOfSum) => weak,
        Mover::Defender => weak + beyond / 4,
        Mover::Attacker if budget == Plies::UNLIMITED => weak,
        Mover::Attacker => weak + beyond / 8,
    }
}
