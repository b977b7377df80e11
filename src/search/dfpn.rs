//! The depth-first proof-number search (df-pn: Nagai, 1999), without recursion.
//!
//! The nodes from the root to the node in hand are [`Frame`]s of one vector and their children lie in
//! another, so that a mate of 1,525 plies needs no more of the call stack than a mate in one.

use super::children::{self, attacker_hand_after};
use super::cycles::Cycles;
use super::limits::Watch;
use super::node::{Assessment, Child, Frame, Mover, PathDependence, Threshold, Value, assess};
use super::numbers::{INFINITE, UNIT, bounded};
use super::path::Path;
use super::plies::Plies;
use super::refused::Refused;
use super::table::{Known, Open, Table};
use super::{MAX_DEPTH, hands, leaf};
use crate::board::{BoardKey, Color, Hand, Move, Position};

/// A search under way: a position, what is known of it and the path to it.
pub(super) struct Search<'a> {
    pub(super) position: Position,
    attacker: Color,
    pub(super) table: &'a mut Table,
    cycles: &'a mut Cycles,
    pub(super) path: Path,
    frames: Vec<Frame>,
    pub(super) children: Vec<Child>,
    /// Room for the moves of a first look.
    checks: Vec<Move>,
    pub(super) watch: Watch,
    /// Moves that the search has to do without.
    pub(super) refused: Refused,
    /// How many new nodes have to be met before thresholds count again.
    ///
    /// The numbers of a child that was met nearer to the root may stem from the very node that asks for
    /// them. Thresholds taken from such numbers can send the search in circles for ever, so after meeting
    /// one a node is searched at least until it has led to something new (threshold controlling: Kishimoto
    /// and Müller, 2008; as a counter in KomoringHeights).
    leash: u32,
    /// Whether a line was cut off because it was too long to follow.
    pub(super) cut_by_depth: bool,
}

/// How a search of one node ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    pub(super) value: Value,
    /// The move that decided: the attacker's mating move or the defender's refutation.
    pub(super) decider: Option<Move>,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        position: &Position,
        table: &'a mut Table,
        cycles: &'a mut Cycles,
        watch: Watch,
    ) -> Search<'a> {
        Search {
            position: position.clone(),
            attacker: position.side_to_move(),
            table,
            cycles,
            path: Path::new(),
            frames: Vec::new(),
            children: Vec::new(),
            checks: Vec::new(),
            watch,
            refused: Refused::default(),
            leash: 0,
            cut_by_depth: false,
        }
    }

    pub(super) fn mover(&self) -> Mover {
        if self.position.side_to_move() == self.attacker {
            Mover::Attacker
        } else {
            Mover::Defender
        }
    }

    pub(super) fn attacker_hand(&self) -> Hand {
        self.position.hand(self.attacker)
    }

    /// Searches the position in hand for a mate within `budget`, at least one ply, until it is decided or the watch ends it.
    pub(super) fn prove(&mut self, budget: Plies) -> Ending {
        self.leash = 0;
        let (board_key, hand) = (self.position.board_key(), self.attacker_hand());
        self.enter(None, board_key, hand, budget, Threshold::NONE);
        loop {
            let assessment = self.assess();
            if self.watch.ended().is_none() && self.goes_on(&assessment) {
                self.descend(&assessment);
                continue;
            }
            let (ending, work) = self.leave(&assessment);
            match self.frames.last() {
                Some(parent) => {
                    let index = parent.children.start + parent.selected;
                    self.children[index].work = work;
                    self.settle(index, ending.value);
                }
                None => return ending,
            }
        }
    }

    /// The moves from the root to the node in hand.
    pub(super) fn moves_in_hand(&self) -> Vec<Move> {
        self.frames.iter().filter_map(|frame| frame.via).collect()
    }

    /// The numbers of the node in hand.
    fn assess(&self) -> Assessment {
        let frame = self.top();
        assess(
            &self.children[frame.children.clone()],
            frame.mover,
            frame.waiting,
        )
    }

    fn top(&self) -> &Frame {
        self.frames
            .last()
            .expect("a search has a node in hand until it returns")
    }

    fn top_mut(&mut self) -> &mut Frame {
        self.frames
            .last_mut()
            .expect("a search has a node in hand until it returns")
    }

    fn goes_on(&self, at: &Assessment) -> bool {
        if at.phi == 0 || at.delta == 0 {
            return false;
        }
        let frame = self.top();
        let held = self.leash > 0 && !frame.fresh;
        held || (at.phi < frame.limit.phi && at.delta < frame.limit.delta)
    }

    /// Goes on to the best child of the node in hand.
    fn descend(&mut self, at: &Assessment) {
        let leash = self.leash;
        let frame = self.top_mut();
        frame.fresh = false;
        frame.selected = at.best;
        let limit = child_threshold(frame.limit, at, leash);
        let index = frame.children.start + at.best;
        let Some(budget) = frame.budget.minus_one() else {
            debug_assert!(false, "children without budget are decided at once");
            return;
        };
        let child = self.children[index];
        if self.path.depth() + 1 >= MAX_DEPTH {
            // As if it came back to the root: nothing but the root can take it for a fact, and `solve` knows better.
            self.cut_by_depth = true;
            self.settle(index, refuted_by_cycle(&child, budget, 0));
            return;
        }
        self.position.make(child.mv);
        self.enter(Some(child.mv), child.board_key, child.hand, budget, limit);
    }

    /// Takes the position just reached in hand: its moves, and what is known of each.
    fn enter(
        &mut self,
        via: Option<Move>,
        board_key: BoardKey,
        hand: Hand,
        budget: Plies,
        limit: Threshold,
    ) {
        self.watch.count(self.path.depth());
        if self.watch.report_is_due() {
            self.report();
        }
        let mover = self.mover();
        let (fresh, work) =
            match self
                .table
                .look_up(board_key, hand, budget, self.path.depth() as u16)
            {
                Known::Nothing { .. } => (true, FIRST_LOOK),
                Known::Open(open) => (open.work <= FIRST_LOOK, open.work),
                Known::Mate { .. } | Known::NoMate { .. } => (false, FIRST_LOOK),
            };
        let start = self.children.len();
        let waiting = children::append(&self.position, mover, &mut self.children);
        if self.refused.concerns(board_key, hand) {
            self.leave_out_refused(start);
        }
        for child in &self.children[start..] {
            self.table.prefetch(child.board_key);
        }
        self.path.push(board_key, hand);
        self.frames.push(Frame {
            mover,
            board_key,
            hand,
            via,
            budget,
            limit,
            children: start..self.children.len(),
            waiting,
            selected: 0,
            fresh,
            work,
            nodes_at_entry: self.watch.nodes(),
            leash_at_entry: self.leash,
        });
        let met_nearer = self.look_at_children();
        if met_nearer {
            self.leash += 1;
        }
        if fresh {
            self.leash = self.leash.saturating_sub(1);
        }
    }

    /// Looks at each child that does not wait, until one decides the node. Whether any was met nearer to the root.
    fn look_at_children(&mut self) -> bool {
        let Frame {
            mover, children, ..
        } = self.top();
        let (mover, children) = (*mover, children.clone());
        let mut met_nearer = false;
        for index in children {
            if self.children[index].waits {
                continue;
            }
            let (value, nearer) = self.look_at(index);
            met_nearer |= nearer;
            self.settle(index, value);
            if value.phi(mover) == 0 {
                break;
            }
        }
        met_nearer
    }

    /// What is known of a child of the node in hand, and whether it was met nearer to the root.
    fn look_at(&mut self, index: usize) -> (Value, bool) {
        let child = self.children[index];
        let Some(budget) = self.top().budget.minus_one() else {
            return (without_budget(&child), false);
        };
        if let Some(depth) = self.path.find(child.board_key, child.hand) {
            return (refuted_by_cycle(&child, budget, depth), false);
        }
        match self.table.look_up(
            child.board_key,
            child.hand,
            budget,
            self.path.depth() as u16,
        ) {
            Known::Mate { plies, hand } => (Value::Mate { plies, hand }, false),
            Known::NoMate { plies, hand } => (
                Value::NoMate {
                    plies,
                    hand,
                    path: PathDependence::Free,
                },
                false,
            ),
            Known::Open(open) => {
                self.children[index].work = open.work;
                if open.cyclic
                    && let Some(depth) =
                        self.cycles
                            .find(child.board_key, child.hand, &self.path, budget)
                {
                    return (refuted_by_cycle(&child, budget, depth), false);
                }
                let nearer = usize::from(open.depth) < self.path.depth();
                (
                    Value::Open {
                        pn: open.pn,
                        dn: open.dn,
                    },
                    nearer,
                )
            }
            Known::Nothing {
                pn_at_least,
                dn_at_least,
            } => {
                let value = self.first_look(&child, budget);
                (value.at_least(pn_at_least, dn_at_least), false)
            }
        }
    }

    /// A child that the table knows nothing of. What a first look costs after a reply is worth remembering.
    fn first_look(&mut self, child: &Child, budget: Plies) -> Value {
        match self.top().mover {
            Mover::Attacker => match leaf::after_check(&mut self.position, child.mv) {
                Value::Open { .. } if budget == Plies::ZERO => without_budget(child),
                value => value,
            },
            Mover::Defender if budget == Plies::ZERO => without_budget(child),
            Mover::Defender => {
                let value = leaf::after_reply(&mut self.position, child.mv, &mut self.checks);
                self.remember(child.board_key, child.hand, value, FIRST_LOOK);
                value
            }
        }
    }

    /// Gives a child of the node in hand its value; if it failed, the next one that waited for it gets its turn.
    fn settle(&mut self, index: usize, value: Value) {
        let mover = self.top().mover;
        let first = self.top().children.start;
        let mut index = index;
        let mut value = value;
        loop {
            self.children[index].value = value;
            if value.delta(mover) != 0 {
                return;
            }
            let Some(next) = self.children[index].next else {
                return;
            };
            index = first + usize::from(next);
            if !self.children[index].waits {
                return;
            }
            self.children[index].waits = false;
            self.top_mut().waiting -= 1;
            value = self.look_at(index).0;
        }
    }

    /// Leaves the node in hand: remembers what was found and steps back. Returns that and the nodes spent on it in all.
    fn leave(&mut self, at: &Assessment) -> (Ending, u32) {
        let ending = self.conclude(at);
        let Some(frame) = self.frames.pop() else {
            unreachable!("only a node in hand can be left")
        };
        self.path.pop();
        self.children.truncate(frame.children.start);
        if let Some(via) = frame.via {
            self.position.unmake(via);
        }
        self.leash = self.leash.min(frame.leash_at_entry);
        let spent =
            u32::try_from(self.watch.nodes() - frame.nodes_at_entry + 1).unwrap_or(u32::MAX);
        let work = frame.work.saturating_add(spent);
        if !self.refused.concerns(frame.board_key, frame.hand) {
            self.remember(frame.board_key, frame.hand, ending.value, work);
        }
        (ending, work)
    }

    /// What the children say of the node in hand.
    fn conclude(&self, at: &Assessment) -> Ending {
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
        let mates = self
            .node_children()
            .iter()
            .filter_map(|child| match child.value {
                Value::Mate { plies, hand } => Some((plies, hand, child.mv)),
                _ => None,
            });
        let (plies, after, mv) = mates
            .min_by_key(|&(plies, ..)| plies)
            .expect("an attacker's node is proven by one of its moves");
        let value = Value::Mate {
            plies: plies.plus_one(),
            hand: hands::proof_before(mv, after),
        };
        Ending {
            value,
            decider: Some(mv),
        }
    }

    fn conclude_no_reply_helps(&self) -> Ending {
        let mut longest = None;
        let mut replies = Hand::EMPTY;
        for child in self.node_children() {
            if let Value::Mate { plies, hand } = child.value {
                longest = longest.max(Some(plies));
                replies = replies.union(hand);
            }
        }
        let plies = longest.map_or(Plies::ZERO, Plies::plus_one);
        let hand = hands::proof_against_all(&self.position, replies);
        Ending {
            value: Value::Mate { plies, hand },
            decider: None,
        }
    }

    fn conclude_no_check_mates(&self) -> Ending {
        let mut hand = hands::disproof_without_moves(&self.position);
        let mut plies = Plies::UNLIMITED;
        let mut path = PathDependence::Free;
        for child in self.node_children() {
            if let Value::NoMate {
                plies: within,
                hand: after,
                path: needs,
            } = child.value
            {
                hand = hand.intersection(hands::disproof_before(&self.position, child.mv, after));
                plies = plies.min(within.plus_one());
                path = path.min(needs);
            }
        }
        Ending {
            value: Value::NoMate { plies, hand, path },
            decider: None,
        }
    }

    fn conclude_refuted(&self) -> Ending {
        let refutations = self
            .node_children()
            .iter()
            .filter_map(|child| match child.value {
                Value::NoMate { plies, hand, path } => Some((path, plies, hand, child.mv)),
                _ => None,
            });
        let (path, plies, after, mv) = refutations
            .max_by_key(|&(path, plies, ..)| (path, plies))
            .expect("a defender's node is refuted by one of its moves");
        let hand = hands::disproof_by_reply(&self.position, after);
        Ending {
            value: Value::NoMate {
                plies: plies.plus_one(),
                hand,
                path,
            },
            decider: Some(mv),
        }
    }

    fn node_children(&self) -> &[Child] {
        &self.children[self.top().children.clone()]
    }

    /// Puts the value of the node that the path leads to where it can be found again.
    fn remember(&mut self, board_key: BoardKey, held: Hand, value: Value, work: u32) {
        let depth = self.path.depth() as u16;
        match value {
            Value::Mate { plies, hand } => self.table.store_mate(board_key, hand, plies, work),
            Value::NoMate {
                plies,
                hand,
                path: PathDependence::Free,
            } => {
                self.table.store_no_mate(board_key, hand, plies, work);
            }
            // A cycle that closes at this node needs nothing of the path to it.
            Value::NoMate {
                plies,
                hand,
                path: PathDependence::Since(start),
            } if start >= depth => {
                if !self.cut_by_depth {
                    self.table.store_no_mate(board_key, hand, plies, work);
                }
            }
            Value::NoMate {
                plies,
                path: PathDependence::Since(start),
                ..
            } => {
                self.cycles.store(board_key, held, &self.path, start, plies);
                self.table.store_open(
                    board_key,
                    held,
                    Open {
                        pn: UNIT,
                        dn: UNIT,
                        work,
                        depth,
                        cyclic: true,
                    },
                );
            }
            Value::Open { pn, dn } => {
                self.table.store_open(
                    board_key,
                    held,
                    Open {
                        pn,
                        dn,
                        work,
                        depth,
                        cyclic: false,
                    },
                );
            }
        }
        if self.table.is_crowded() {
            self.table.grow();
        }
    }

    /// What the table knows of the position after `mv` within `budget`.
    pub(super) fn known_after(&self, mv: Move, budget: Plies) -> Known {
        let hand = attacker_hand_after(&self.position, self.mover(), mv);
        self.table.look_up(
            self.position.board_key_after(mv),
            hand,
            budget,
            self.path.depth() as u16,
        )
    }
}

/// The work of a node that was looked at and never entered; every visit adds to it.
const FIRST_LOOK: u32 = 1;

/// No mate where the way on comes back to the ancestor at `depth`.
fn refuted_by_cycle(child: &Child, plies: Plies, depth: u16) -> Value {
    let path = PathDependence::Since(depth);
    Value::NoMate {
        plies,
        hand: child.hand,
        path,
    }
}

/// No mate in less than no plies, whatever the position.
fn without_budget(child: &Child) -> Value {
    Value::NoMate {
        plies: Plies::ZERO,
        hand: child.hand,
        path: PathDependence::Free,
    }
}

/// How far to search the best child: until it is no longer the best by a quarter (1+ε: Pawlewicz and Lew,
/// 2007), or lifts the node over its own threshold. With the numbers seen from the child's mover, φ and δ swap.
fn child_threshold(limit: Threshold, at: &Assessment, leash: u32) -> Threshold {
    let (mut phi, mut delta) = (limit.phi, limit.delta);
    if leash > 0 {
        phi = phi.max(bounded(at.phi) + 1);
        delta = delta.max(bounded(at.delta) + 1);
    }
    let second = if at.second_phi == INFINITE {
        INFINITE
    } else {
        at.second_phi + at.second_phi / 4 + 1
    };
    let child_phi = if delta == INFINITE {
        INFINITE
    } else {
        delta.saturating_sub(at.surplus)
    };
    Threshold {
        phi: child_phi,
        delta: phi.min(second),
    }
}
