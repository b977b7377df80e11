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
use crate::board::Move;
use crate::search::{Bounds, Bypass, Reason};

/// A node of the line with the attacker to move, under examination.
pub(super) struct Choice<'l> {
    line: &'l Line,
    /// Questions about mates beside the line.
    beside: &'l Bypass<'l>,
    /// Of the move played, from 0.
    index: usize,
    /// Checks of which it is not known whether they mate.
    unknown: Vec<Move>,
    /// Checks that mate and have not been judged.
    mating: Vec<Move>,
    flaws: Vec<Flaw>,
    /// The most nodes that were spent on a check.
    nodes: u64,
}

impl<'l> Choice<'l> {
    /// The node before the move at `index`.
    pub(super) fn new(line: &'l Line, beside: &'l Bypass<'l>, index: usize) -> Choice<'l> {
        let mut unknown = line.positions[index].checks();
        unknown.retain(|&check| check != line.moves[index]);
        Choice {
            line,
            beside,
            index,
            unknown,
            mating: Vec::new(),
            flaws: Vec::new(),
            nodes: 0,
        }
    }

    /// Which move of the line it is about, from 1.
    fn ply(&self) -> u32 {
        self.index as u32 + 1
    }

    /// Whether something fatal was found.
    pub(super) fn is_broken(&self) -> bool {
        let fatal = |flaw: &Flaw| flaw.severity == Severity::Fatal;
        self.flaws.iter().any(fatal)
    }

    /// Whether nothing is left to find out.
    pub(super) fn is_settled(&self) -> bool {
        self.unknown.is_empty() && self.mating.is_empty()
    }

    /// Whether another move could be fatal here: one instead of the last of several is not.
    pub(super) fn is_grave(&self) -> bool {
        self.index == 0 || self.left() > 1
    }

    /// Spends up to so many nodes on each check that is not settled.
    pub(super) fn go_on(&mut self, examiner: &Examiner, nodes: u64) {
        if self.is_settled() {
            return;
        }
        examiner.look_into(self.ply());
        self.nodes = self.nodes.max(nodes);
        let position = &self.line.positions[self.index];
        let unknown = std::mem::take(&mut self.unknown);
        for check in unknown {
            match examiner.mates_ever(&position.after(check), nodes) {
                Some(true) => self.mating.push(check),
                Some(false) => {}
                None => self.unknown.push(check),
            }
        }
        let mating = std::mem::take(&mut self.mating);
        for check in mating {
            match self.judge(examiner, check, nodes) {
                Some(flaw) => self.flaws.push(flaw),
                None => self.mating.push(check),
            }
        }
    }

    /// What was found, and what was not.
    pub(super) fn finish(self, examiner: &Examiner) -> (Vec<Flaw>, Vec<Open>) {
        let severity = if self.is_grave() {
            Severity::Fatal
        } else {
            Severity::Blemish
        };
        let open = [(self.unknown, false), (self.mating, true)];
        let open = open.into_iter().filter(|(moves, _)| !moves.is_empty());
        let open = open.map(|(moves, mates)| Open {
            kind: FlawKind::Cook,
            severity,
            ply: self.index as u32 + 1,
            moves,
            mates,
            nodes: self.nodes,
            reason: examiner.ended().unwrap_or(Reason::Nodes),
        });
        (self.flaws, open.collect())
    }

    /// The plies that the line has left here.
    fn left(&self) -> u32 {
        self.line.left[self.index]
    }

    /// What a check is that mates; `None` while that is not known.
    fn judge(&self, examiner: &Examiner, check: Move, nodes: u64) -> Option<Flaw> {
        let (kind, severity) = self.kind_and_severity(examiner, check, nodes)?;
        Some(Flaw {
            moves: vec![check],
            plies: self.length(examiner, check, nodes),
            ..Flaw::new(kind, severity, self.ply())
        })
    }

    fn kind_and_severity(
        &self,
        examiner: &Examiner,
        check: Move,
        nodes: u64,
    ) -> Option<(FlawKind, Severity)> {
        use FlawKind::{Cook, LastMoveDual, ShorterMate, Symmetry};
        let (position, played) = (
            &self.line.positions[self.index],
            self.line.moves[self.index],
        );
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
        if self.within(examiner, check, left - 2, nodes)? {
            return Some((ShorterMate, Severity::Fatal));
        }
        if let Some(kind) = dual::resemblance(position, played, check)
            && let Some(before_the_last) = dual::same_course(self.line, self.index, check)
            && examiner.mates(&before_the_last, 1, nodes)?
            && self.within(examiner, check, left, nodes)?
        {
            return Some((kind, Severity::Blemish));
        }
        let excuse = detour::excuse(examiner, self.beside, self.line, self.index, check, nodes)?;
        Some(match excuse {
            Some(kind) => (kind, Severity::Blemish),
            None => (Cook, Severity::Fatal),
        })
    }

    /// Whether a check mates within so many plies, itself included.
    fn within(&self, examiner: &Examiner, check: Move, plies: u32, nodes: u64) -> Known {
        let after = self.line.positions[self.index].after(check);
        examiner.mates(&after, plies - 1, nodes)
    }

    /// Bounds of the length of the mate that begins with `check`, as far as a few nodes tell.
    fn length(&self, examiner: &Examiner, check: Move, nodes: u64) -> Option<Bounds> {
        let after = self.line.positions[self.index].after(check);
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
