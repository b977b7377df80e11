//! The depth-first proof-number search (df-pn: Nagai, 1999), without recursion.
//!
//! The nodes from the root to the node in hand are [`Frame`]s of one vector and their children lie in
//! another, so that a mate of 1,525 plies needs no more of the call stack than a mate in one.

use super::children::{self, Kind, attacker_hand_after};
use super::goal::Futile;
use super::knowledge::Knowledge;
use super::limits::Watch;
use super::node::{
    Assessment, Child, Frame, Mover, PathDependence, Threshold, Value, assess, no_mate,
};
use super::numbers::{INFINITE, UNIT, bounded};
use super::path::Path;
use super::plies::Plies;
use super::refused::Refused;
use super::step::{Interposed, Step};
use super::table::{Hold, Known, Open};
use super::team::Company;
use super::techniques::{Technique, Techniques};
use super::{MAX_DEPTH, leaf};
use crate::board::{BoardKey, Color, Defence, Hand, Move, Position};

/// A search under way: a position, what is known of it and the path to it.
pub(super) struct Search<'a> {
    pub(super) position: Position,
    pub(super) attacker: Color,
    /// What all threads know together.
    pub(super) knowledge: &'a Knowledge,
    pub(super) table: Hold<'a>,
    /// What is known where less is forbidden: no mate there is none here, and a mate there is perhaps one here.
    pub(super) guide: Option<Hold<'a>>,
    /// The other threads of this search, while there are any.
    pub(super) company: Option<Company>,
    pub(super) path: Path,
    pub(super) frames: Vec<Frame>,
    pub(super) children: Vec<Child>,
    /// Room for the moves of a first look.
    checks: Vec<Move>,
    pub(super) watch: Watch,
    /// Whether futile interpositions count where lengths are bounded.
    pub(super) futile: Futile,
    /// All, unless a test or a bench leaves some out.
    pub(super) techniques: Techniques,
    /// Moves that the search has to do without.
    pub(super) refused: Refused,
    /// How many new nodes have to be met before thresholds count again.
    ///
    /// The numbers of a child that was met nearer to the root may stem from the very node that asks for
    /// them. Thresholds taken from such numbers can send the search in circles for ever, so when it has met
    /// nothing new for long, a node with such a child is searched at least until it has led to something new
    /// (threshold controlling: Kishimoto and Müller, 2008; as a counter in KomoringHeights).
    leash: u32,
    /// Nodes entered since the last new one.
    since_new: u32,
}

/// How many known nodes a search enters in a row before it counts as going in circles.
///
/// A leash from the first such node on costs far more than the circles: where many paths lead through few nodes it
/// drives the search down all of them. 雪月花 takes 1.8 million nodes with a patience of 1,000; with one of 10 it is
/// open after 3 million, with none after 12 million. There is little between 100 and 100,000. With a limited
/// budget, numbers are left over from searches with another one and circles come soon, so that no patience pays.
fn patience(budget: Plies) -> u32 {
    match budget {
        Plies::UNLIMITED => 1_000,
        _ => 0,
    }
}

/// How a search of one node ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    pub(super) value: Value,
    /// The move that decided: the attacker's mating move or the defender's refutation.
    pub(super) decider: Option<Move>,
}

impl Ending {
    pub(super) fn is_decided(&self) -> bool {
        !matches!(self.value, Value::Open { .. })
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(position: &Position, knowledge: &'a Knowledge, watch: Watch) -> Search<'a> {
        Search {
            position: position.clone(),
            attacker: position.side_to_move(),
            knowledge,
            table: Hold::new(&knowledge.table),
            guide: None,
            company: None,
            path: Path::new(),
            frames: Vec::new(),
            children: Vec::new(),
            checks: Vec::new(),
            watch,
            futile: Futile::Count,
            techniques: Techniques::ALL,
            refused: Refused::default(),
            leash: 0,
            since_new: 0,
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
        self.since_new = 0;
        let (board_key, hand) = (self.position.board_key(), self.attacker_hand());
        let work = match self.known_here(budget) {
            Known::Open(open) => open.work,
            _ => 0,
        };
        self.enter(None, board_key, hand, budget, Threshold::NONE, work);
        let mut just_entered = true;
        loop {
            let assessment = if just_entered {
                self.assess()
            } else {
                self.assess_in_company()
            };
            let called = self.watch.ended().is_some() || self.is_recalled();
            if !called && self.goes_on(&assessment) {
                self.descend(&self.keep_apart(assessment));
                just_entered = true;
                continue;
            }
            let (ending, work) = self.leave(&assessment);
            just_entered = false;
            match self.frames.last() {
                Some(parent) => {
                    let selected = parent.selected;
                    let index = parent.children.start + selected;
                    self.children[index].work = work;
                    self.settle(index, ending.value);
                    self.follow_recall(selected);
                }
                None => return ending,
            }
        }
    }

    /// The moves from the root to the node in hand, as far as they are played on the board.
    pub(super) fn moves_in_hand(&self) -> Vec<Move> {
        let vias = self.frames.iter().filter_map(|frame| frame.via);
        vias.take_while(|(_, step)| !matches!(step, Step::Clears(_)))
            .map(|(mv, _)| mv)
            .collect()
    }

    /// The numbers of the node in hand.
    pub(super) fn assess(&self) -> Assessment {
        let frame = self.top();
        assess(
            &self.children[frame.children.clone()],
            frame.mover,
            frame.waiting,
            frame.budget,
            self.techniques,
        )
    }

    pub(super) fn top(&self) -> &Frame {
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
        let (leash, techniques) = (self.leash, self.techniques);
        let frame = self.top_mut();
        frame.fresh = false;
        frame.selected = at.best;
        let limit = child_threshold(frame.limit, at, leash, techniques);
        let index = frame.children.start + at.best;
        let budget = frame.budget;
        let child = self.children[index];
        let Some(budget) = child.step.budget(budget) else {
            debug_assert!(false, "children without budget are decided at once");
            return;
        };
        if self.path.depth() + 1 >= MAX_DEPTH {
            // As if it came back to the root: nothing but the root can take it for a fact, and `solve` knows better.
            self.knowledge.cut_by_depth();
            self.settle(index, refuted_by_cycle(&child, budget, 0));
            return;
        }
        child.step.make(&mut self.position, child.mv);
        let via = Some((child.mv, child.step));
        self.enter(via, child.board_key, child.hand, budget, limit, child.work);
    }

    /// Takes the position just reached in hand: its moves, and what is known of each. `work` has been spent on it.
    fn enter(
        &mut self,
        via: Option<(Move, Step)>,
        board_key: BoardKey,
        hand: Hand,
        budget: Plies,
        limit: Threshold,
        work: u32,
    ) {
        self.watch.count(self.path.depth());
        if self.watch.report_is_due() {
            self.report();
        }
        let mover = self.mover();
        let fresh = work <= FIRST_LOOK;
        let start = self.children.len();
        let kind = self.kind(via, budget);
        let waiting = children::append(
            &self.position,
            mover,
            kind,
            self.techniques,
            &mut self.children,
        );
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
            work: work.max(FIRST_LOOK),
            nodes_at_entry: self.watch.nodes(),
            leash_at_entry: self.leash,
        });
        self.tell_entry();
        let met_nearer = self.look_at_children();
        if fresh {
            self.since_new = 0;
            self.leash = self.leash.saturating_sub(1);
        } else {
            self.since_new = self.since_new.saturating_add(1);
        }
        let circles = met_nearer && self.since_new > patience(budget);
        if circles && self.techniques.has(Technique::Leash) {
            self.leash += 1;
        }
    }

    /// What kind of node was just reached.
    fn kind(&self, via: Option<(Move, Step)>, budget: Plies) -> Kind {
        match via {
            Some((_, Step::Interposes(interposed))) => Kind::Interposition(interposed, budget),
            _ if self.futile == Futile::Exclude && budget != Plies::UNLIMITED => {
                Kind::FutileExcluded
            }
            _ => Kind::Plain,
        }
    }

    /// Looks at each child that does not wait, until one decides the node. Whether any was met nearer to the root.
    fn look_at_children(&mut self) -> bool {
        let Frame {
            mover, children, ..
        } = self.top();
        let (mover, children) = (*mover, children.clone());
        let mut met_nearer = false;
        let mut defence = None;
        for index in children {
            if self.children[index].waits {
                continue;
            }
            let (value, nearer) = self.look_at(index, &mut defence);
            met_nearer |= nearer;
            self.settle(index, value);
            if value.phi(mover) == 0 {
                break;
            }
        }
        met_nearer
    }

    /// What is known of a child of the node in hand, and whether it was met nearer to the root.
    /// `defence` is worked out when an attacker's node first needs it.
    pub(super) fn look_at(&mut self, index: usize, defence: &mut Option<Defence>) -> (Value, bool) {
        let child = self.children[index];
        let Some(budget) = child.step.budget(self.top().budget) else {
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
            Known::NoMate { plies, hand } => (no_mate(plies, hand), false),
            Known::Open(open) => {
                self.children[index].work = open.work;
                if open.cyclic
                    && self.techniques.has(Technique::CycleMemory)
                    && let Some(depth) =
                        self.knowledge
                            .cycles
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
                let value = self.first_look(&child, budget, defence);
                let value = self.guided(value, &child, budget);
                if self.techniques.has(Technique::DominanceBounds) {
                    (value.at_least(pn_at_least, dn_at_least), false)
                } else {
                    (value, false)
                }
            }
        }
    }

    /// The value of a child after a first look, when there is somebody to ask.
    fn guided(&self, value: Value, child: &Child, budget: Plies) -> Value {
        let (Some(guide), Value::Open { dn, .. }) = (&self.guide, value) else {
            return value;
        };
        match guide.look_up(child.board_key, child.hand, budget, u16::MAX) {
            Known::NoMate { plies, hand } => no_mate(plies, hand),
            Known::Mate { .. } => Value::Open { pn: 1, dn },
            Known::Open(_) | Known::Nothing { .. } => value,
        }
    }

    /// A child that the table knows nothing of. What a first look costs after a reply is worth remembering.
    fn first_look(&mut self, child: &Child, budget: Plies, defence: &mut Option<Defence>) -> Value {
        if budget != Plies::ZERO && !self.techniques.has(Technique::FirstLook) {
            return Value::UNSEEN;
        }
        let mover = self.top().mover;
        let (position, mv, futile) = (&mut self.position, child.mv, self.futile);
        match (mover, child.step) {
            (Mover::Attacker, step @ Step::Clears(_)) => {
                leaf::after_clearing(position, mv, step, budget)
            }
            (Mover::Attacker, _) => {
                if defence.is_none() {
                    *defence = Defence::new(position);
                }
                let Some(defence) = defence else {
                    return Value::UNSEEN;
                };
                leaf::after_check(position, defence, mv, budget, futile)
            }
            (Mover::Defender, Step::Interposes(interposed)) => {
                self.first_look_at_interposition(child, interposed, budget)
            }
            (Mover::Defender, _) if budget == Plies::ZERO => without_budget(child),
            (Mover::Defender, _) => {
                let value = leaf::after_reply(position, mv, budget, futile, &mut self.checks);
                self.remember(child.board_key, child.hand, value, FIRST_LOOK);
                value
            }
        }
    }

    /// An interposition looks like the position that it leads to, of which more may be known.
    ///
    /// A mate there is one here, whatever else would be. And where there is no mate at all there is none here: if
    /// the checking piece took for nothing what was interposed and mated, it would mate with that in hand as well.
    fn first_look_at_interposition(
        &mut self,
        child: &Child,
        interposed: Interposed,
        budget: Plies,
    ) -> Value {
        let position_key = child.board_key ^ interposed.key();
        let depth = self.path.depth() as u16;
        let left = budget.minus_one().unwrap_or(Plies::ZERO);
        match self.table.look_up(position_key, child.hand, left, depth) {
            Known::Mate { plies, hand } if plies < budget => {
                let plies = plies.plus_one();
                return Value::Mate { plies, hand };
            }
            Known::NoMate { plies, hand } if plies == Plies::UNLIMITED => {
                return no_mate(plies, hand);
            }
            _ => {}
        }
        if budget == Plies::ZERO {
            return Value::UNSEEN;
        }
        let (position, checks) = (&mut self.position, &mut self.checks);
        let value = leaf::after_reply(position, child.mv, Plies::UNLIMITED, self.futile, checks)
            .through(Step::Ply);
        self.remember(child.board_key, child.hand, value, FIRST_LOOK);
        value
    }

    /// Gives a child of the node in hand its value; if it failed, the next one that waited for it gets its turn.
    pub(super) fn settle(&mut self, index: usize, value: Value) {
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
            value = self.look_at(index, &mut None).0;
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
        if let Some((mv, step)) = frame.via {
            step.unmake(&mut self.position, mv);
        }
        self.leash = self.leash.min(frame.leash_at_entry);
        let spent =
            u32::try_from(self.watch.nodes() - frame.nodes_at_entry + 1).unwrap_or(u32::MAX);
        let work = frame.work.saturating_add(spent);
        if !self.refused.concerns(frame.board_key, frame.hand) {
            self.remember(frame.board_key, frame.hand, ending.value, work);
        }
        self.tell_exit(&frame, ending.value);
        (ending, work)
    }

    pub(super) fn node_children(&self) -> &[Child] {
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
                if !self.knowledge.is_cut_by_depth() {
                    self.table.store_no_mate(board_key, hand, plies, work);
                }
            }
            Value::NoMate {
                plies,
                path: PathDependence::Since(start),
                ..
            } => {
                self.knowledge
                    .cycles
                    .store(board_key, held, &self.path, start, plies);
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
        match &mut self.guide {
            Some(guide) => self.table.make_room_beside(guide),
            None => self.table.make_room(),
        }
    }

    /// What the table knows of the position in hand within `budget`.
    pub(super) fn known_here(&self, budget: Plies) -> Known {
        self.table.look_up(
            self.position.board_key(),
            self.attacker_hand(),
            budget,
            self.path.depth() as u16,
        )
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
    no_mate(Plies::ZERO, child.hand)
}

/// How far to search the best child: until it is no longer the best by a quarter (1+ε: Pawlewicz and Lew,
/// 2007), or lifts the node over its own threshold. With the numbers seen from the child's mover, φ and δ swap.
fn child_threshold(
    limit: Threshold,
    at: &Assessment,
    leash: u32,
    techniques: Techniques,
) -> Threshold {
    let (mut phi, mut delta) = (limit.phi, limit.delta);
    if leash > 0 {
        phi = phi.max(bounded(at.phi) + 1);
        delta = delta.max(bounded(at.delta) + 1);
    }
    let second = if at.second_phi == INFINITE {
        INFINITE
    } else if techniques.has(Technique::WideThresholds) {
        at.second_phi + at.second_phi / 4 + 1
    } else {
        at.second_phi + 1
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
