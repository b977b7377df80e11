//! Other moves of the attacker that mate (余詰), and what becomes of them.
//!
//! At each of the attacker's nodes of the line, every check but the one played is asked about: does it mate, in whatever number
//! of plies? Most do not, and that is proven. One that does is a cook, or sooner than the line a shorter mate, unless one of the
//! excuses that the art knows holds:
//!
//! * it is the last move, and any will do;
//! * the position is symmetric, and the move is the mirror image of the one played;
//! * it changes nothing (`dual`);
//! * it mates only by way of positions of the line: a detour, or the moves of the line in another order (`detour`).

use super::detour;
use super::dual;
use super::examiner::{Examiner, Known};
use super::flaw::{Flaw, FlawKind, Severity};
use super::line::Line;
use super::report::Open;
use super::symmetry::is_symmetric;
use crate::board::{Move, Position};
use crate::search::{Bounds, Bypass, Reason};

/// A node of the line with the attacker to move, under examination.
pub(super) struct Choice<'l> {
    node: Node<'l>,
    candidates: Vec<Candidate>,
}

/// Where a check of the line is played.
#[derive(Clone, Copy)]
pub(super) struct Node<'l> {
    pub(super) line: &'l Line,
    /// Questions about mates beside the line.
    pub(super) beside: &'l Bypass<'l>,
    /// Of the move played, from 0.
    pub(super) index: usize,
}

/// Another check there.
struct Candidate {
    check: Move,
    stage: Stage,
    /// Nodes spent on it.
    nodes: u64,
    /// The shortest mate, itself included, that is not excluded.
    shortest: u32,
    /// Whether longer mates would have been excluded if that did not cost too much.
    is_hard: bool,
}

/// How much is known of a check.
enum Stage {
    /// Not whether it mates.
    Open,
    /// It mates, and what that makes of it has not been found out.
    Mates,
    /// What it is; `None` when it does not mate.
    Judged(Option<Flaw>),
}

impl<'l> Choice<'l> {
    /// The node before the move at `index`.
    pub(super) fn new(line: &'l Line, beside: &'l Bypass<'l>, index: usize) -> Choice<'l> {
        let checks = line.positions[index].checks();
        let others = checks
            .into_iter()
            .filter(|&check| check != line.moves[index]);
        Choice {
            node: Node {
                line,
                beside,
                index,
            },
            candidates: others.map(Candidate::new).collect(),
        }
    }

    /// Whether something fatal was found.
    pub(super) fn is_broken(&self) -> bool {
        let fatal = |candidate: &Candidate| match &candidate.stage {
            Stage::Judged(Some(flaw)) => flaw.severity == Severity::Fatal,
            _ => false,
        };
        self.candidates.iter().any(fatal)
    }

    /// Whether nothing is left to find out.
    pub(super) fn is_settled(&self) -> bool {
        self.candidates.iter().all(Candidate::is_settled)
    }

    /// Whether another move could be fatal here: one instead of the last of several is not.
    pub(super) fn is_grave(&self) -> bool {
        self.node.index == 0 || self.node.left() > 1
    }

    /// Spends up to so many nodes on each question about each check that is not settled.
    pub(super) fn go_on(&mut self, examiner: &Examiner, nodes: u64) {
        if self.is_settled() {
            return;
        }
        let node = self.node;
        examiner.look_into(node.ply());
        examiner.each(&mut self.candidates, |candidate| {
            candidate.go_on(node, examiner, nodes);
        });
    }

    /// Excludes mates of two plies more by the checks of which it is not known whether they mate, each for up to so many nodes.
    pub(super) fn exclude(&mut self, examiner: &Examiner, nodes: u64) {
        let node = self.node;
        examiner.each(&mut self.candidates, |candidate| {
            if candidate.can_be_excluded() {
                candidate.exclude(node, examiner, nodes);
            }
        });
    }

    /// Whether longer mates could be excluded.
    pub(super) fn can_be_excluded(&self) -> bool {
        self.candidates.iter().any(Candidate::can_be_excluded)
    }

    /// What was found, and what was not.
    pub(super) fn finish(self, reason: Reason) -> (Vec<Flaw>, Vec<Open>) {
        let severity = if self.is_grave() {
            Severity::Fatal
        } else {
            Severity::Blemish
        };
        let open = |mates: bool| {
            let is_open = |candidate: &&Candidate| match candidate.stage {
                Stage::Open => !mates,
                Stage::Mates => mates,
                Stage::Judged(_) => false,
            };
            let open: Vec<&Candidate> = self.candidates.iter().filter(is_open).collect();
            Some(Open {
                kind: FlawKind::Cook,
                severity,
                ply: self.node.ply(),
                moves: open.iter().map(|candidate| candidate.check).collect(),
                mates,
                excluded: open.iter().map(|candidate| candidate.excluded()).min()?,
                nodes: open.iter().map(|candidate| candidate.nodes).min()?,
                reason,
            })
        };
        let open = [open(false), open(true)].into_iter().flatten().collect();
        let flaws = self
            .candidates
            .into_iter()
            .filter_map(|candidate| match candidate.stage {
                Stage::Judged(flaw) => flaw,
                Stage::Open | Stage::Mates => None,
            });
        (flaws.collect(), open)
    }
}

impl Candidate {
    /// A check of which nothing is known.
    fn new(check: Move) -> Candidate {
        Candidate {
            check,
            stage: Stage::Open,
            nodes: 0,
            shortest: 1,
            is_hard: false,
        }
    }

    fn is_settled(&self) -> bool {
        matches!(self.stage, Stage::Judged(_))
    }

    fn go_on(&mut self, node: Node, examiner: &Examiner, nodes: u64) {
        let asking = examiner.aside();
        if matches!(self.stage, Stage::Open) {
            let after = node.position().after(self.check);
            self.stage = match asking.mates_ever(&after, nodes) {
                Some(true) => Stage::Mates,
                Some(false) => Stage::Judged(None),
                None => Stage::Open,
            };
        }
        if matches!(self.stage, Stage::Mates)
            && let Some(flaw) = node.judge(&asking, self.check, nodes)
        {
            self.stage = Stage::Judged(Some(flaw));
        }
        self.nodes += asking.spent();
    }

    fn can_be_excluded(&self) -> bool {
        matches!(self.stage, Stage::Open) && !self.is_hard
    }

    fn exclude(&mut self, node: Node, examiner: &Examiner, nodes: u64) {
        match node.within(examiner, self.check, self.shortest, nodes) {
            Some(false) => self.shortest += 2,
            Some(true) => {
                self.stage = Stage::Mates;
                self.go_on(node, examiner, nodes);
            }
            None => self.is_hard = true,
        }
    }

    /// Within how many plies it does not mate, itself included; 0 when nothing is excluded.
    fn excluded(&self) -> u32 {
        self.shortest.saturating_sub(2)
    }
}

impl<'l> Node<'l> {
    pub(super) fn position(self) -> &'l Position {
        &self.line.positions[self.index]
    }

    /// Which move of the line it is about, from 1.
    fn ply(self) -> u32 {
        self.index as u32 + 1
    }

    /// The check of the line.
    pub(super) fn played(self) -> Move {
        self.line.moves[self.index]
    }

    /// The plies that the line has left here.
    pub(super) fn left(self) -> u32 {
        self.line.left[self.index]
    }

    /// What a check is that mates; `None` while that is not known.
    fn judge(self, examiner: &Examiner, check: Move, nodes: u64) -> Option<Flaw> {
        let (kind, severity) = self.kind_and_severity(examiner, check, nodes)?;
        Some(Flaw {
            moves: vec![check],
            plies: self.length(examiner, check, nodes),
            ..Flaw::new(kind, severity, self.ply())
        })
    }

    fn kind_and_severity(
        self,
        examiner: &Examiner,
        check: Move,
        nodes: u64,
    ) -> Option<(FlawKind, Severity)> {
        use FlawKind::{Cook, LastMoveDual, ShorterMate, Symmetry};
        let (position, played) = (self.position(), self.played());
        if check == played.mirrored() && is_symmetric(position) {
            return Some((Symmetry, Severity::Note));
        }
        let left = self.left();
        let is_only_move = self.line.plies() == 1;
        if left == 1 {
            let at_once = self.within(examiner, check, 1, nodes)?;
            let resemblance = dual::resemblance(position, played, check)
                .filter(|&kind| at_once && kind != FlawKind::SquareDual);
            return Some(match (resemblance, is_only_move) {
                (Some(kind), true) => (kind, Severity::Blemish),
                (_, true) => (LastMoveDual, Severity::Fatal),
                (_, false) if at_once => (LastMoveDual, Severity::Note),
                (_, false) => (LastMoveDual, Severity::Blemish),
            });
        }
        let is_shorter = self.within(examiner, check, left - 2, nodes);
        if is_shorter == Some(true) {
            return Some((ShorterMate, Severity::Fatal));
        }
        if let Some(kind) = dual::resemblance(position, played, check)
            && let Some(before_the_last) = dual::same_course(self.line, self.index, check)
            && examiner.mates(&before_the_last, 1, nodes)?
            && self.within(examiner, check, left, nodes)?
        {
            return Some((kind, Severity::Blemish));
        }
        match detour::excuse(self, examiner, check, nodes)? {
            // A shorter mate would be fatal as well.
            None => Some((Cook, Severity::Fatal)),
            Some(_) if is_shorter.is_none() => None,
            Some(kind) => Some((kind, Severity::Blemish)),
        }
    }

    /// Whether a check mates within so many plies, itself included.
    pub(super) fn within(self, examiner: &Examiner, check: Move, plies: u32, nodes: u64) -> Known {
        let after = self.position().after(check);
        examiner.mates(&after, plies - 1, nodes)
    }

    /// Bounds of the length of the mate that begins with `check`, as far as a few nodes tell.
    fn length(self, examiner: &Examiner, check: Move, nodes: u64) -> Option<Bounds> {
        let after = self.position().after(check);
        let mut upper = examiner.mate_within(&after, nodes)? + 1;
        let mut lower = 1;
        while upper > lower {
            match self.within(examiner, check, upper - 2, nodes.min(NODES_FOR_A_LENGTH)) {
                Some(true) => upper -= 2,
                Some(false) => lower = upper,
                None => break,
            }
        }
        Some(Bounds {
            lower,
            upper: Some(upper),
        })
    }
}

/// The most nodes for each step to the exact length of a mate beside the line.
const NODES_FOR_A_LENGTH: u64 = 500;
