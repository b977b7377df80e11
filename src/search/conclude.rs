//! What the children of a node say of it: the verdict with its length and hand, or the numbers.
//!
//! A mate is worth what its best move is, with the hand that this takes; no mate holds for every hand with which no
//! move leads on ([`hands`]), on the paths on which it holds for each of them.

use super::dfpn::{Ending, Search};
use super::hands;
use super::node::{Assessment, Mover, PathDependence, Value};
use super::plies::Plies;
use super::step::Step;
use crate::board::Hand;

impl Search<'_> {
    /// What the children say of the node in hand.
    pub(super) fn conclude(&self, at: &Assessment) -> Ending {
        let frame = self.top();
        let open = |pn, dn| Ending {
            value: Value::Open { pn, dn },
            decider: None,
        };
        match frame.mover {
            Mover::Attacker if at.phi == 0 => self.conclude_mate_by_move(),
            Mover::Attacker if at.delta == 0 => self.conclude_no_check_mates(),
            Mover::Attacker => open(at.phi, at.delta),
            Mover::Defender if at.phi == 0 => self.conclude_refuted(),
            Mover::Defender if at.delta == 0 => self.conclude_no_reply_helps(),
            Mover::Defender => open(at.delta, at.phi),
        }
    }

    fn conclude_mate_by_move(&self) -> Ending {
        let mates =
            self.node_children()
                .iter()
                .filter_map(|child| match child.value.through(child.step) {
                    Value::Mate { plies, hand } => Some((plies, hand, child)),
                    _ => None,
                });
        let (plies, after, child) = mates
            .min_by_key(|&(plies, ..)| plies)
            .expect("an attacker's node is proven by one of its moves");
        let hand = match child.step {
            Step::Clears(_) => after,
            _ => hands::proof_before(child.mv, after),
        };
        Ending {
            value: Value::Mate { plies, hand },
            decider: Some(child.mv),
        }
    }

    fn conclude_no_reply_helps(&self) -> Ending {
        let mut plies = Plies::ZERO;
        let mut replies = Hand::EMPTY;
        for child in self.node_children() {
            if let Value::Mate {
                plies: within,
                hand,
            } = child.value.through(child.step)
            {
                plies = plies.max(within);
                replies = replies.union(hand);
            }
        }
        let hand = hands::proof_against_all(&self.position, replies);
        Ending {
            value: Value::Mate { plies, hand },
            decider: None,
        }
    }

    fn conclude_no_check_mates(&self) -> Ending {
        let mut hand = hands::disproof_without_moves(&self.position);
        let mut plies = self.most_without_checks();
        let mut path = PathDependence::Free;
        for child in self.node_children() {
            if let Value::NoMate {
                plies: within,
                hand: after,
                path: needs,
            } = child.value.through(child.step)
            {
                hand = hand.intersection(match child.step {
                    Step::Clears(_) => after,
                    _ => hands::disproof_before(&self.position, child.mv, after),
                });
                plies = plies.min(within);
                path = path.min(needs);
            }
        }
        Ending {
            value: Value::NoMate { plies, hand, path },
            decider: None,
        }
    }

    /// Within how many plies the node in hand is no mate if none of its children is: an interposition answered
    /// with less than two plies left has no children but those that take no ply.
    fn most_without_checks(&self) -> Plies {
        let frame = self.top();
        match frame.interposed() {
            Some(_) if Step::Answers.budget(frame.budget).is_none() => frame.budget,
            _ => Plies::UNLIMITED,
        }
    }

    fn conclude_refuted(&self) -> Ending {
        let refutations =
            self.node_children()
                .iter()
                .filter_map(|child| match child.value.through(child.step) {
                    Value::NoMate { plies, hand, path } => Some((path, plies, hand, child.mv)),
                    _ => None,
                });
        let (path, plies, after, mv) = refutations
            .max_by_key(|&(path, plies, ..)| (path, plies))
            .expect("a defender's node is refuted by one of its moves");
        let hand = hands::disproof_by_reply(&self.position, after);
        Ending {
            value: Value::NoMate { plies, hand, path },
            decider: Some(mv),
        }
    }
}
