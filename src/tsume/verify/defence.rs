//! Other replies of the defender: equal defences (変同), longer ones (変長), and such that there is no mate at all.
//!
//! After each check of the line, every reply has to be mated within the plies that the line has left. One that is not refutes the
//! line or holds out longer. One that needs all of them is as good as the one played, unless the attacker can then keep a piece:
//! the defender would rather leave him none.

use super::examiner::{Examiner, Known};
use super::flaw::{Flaw, FlawKind, Severity};
use super::left_over;
use super::line::Line;
use super::report::Open;
use super::symmetry::is_symmetric;
use crate::board::{Move, Position};
use crate::search::{Bounds, Outcome, Reason};

/// A node of the line with the defender to move, under examination.
pub(super) struct Defence<'l> {
    node: Node<'l>,
    /// Whether all replies are mated in time.
    holds: Known,
    /// Nodes spent on that.
    nodes: u64,
    others: Vec<Other>,
}

/// Where a reply of the line is played.
#[derive(Clone, Copy)]
struct Node<'l> {
    line: &'l Line,
    /// Of the reply played, from 0.
    index: usize,
}

/// Another reply there.
struct Other {
    reply: Move,
    /// What it is, once that is known; nothing worth telling as a rule.
    judged: Option<Option<Flaw>>,
    /// Nodes spent on that.
    nodes: u64,
}

impl<'l> Defence<'l> {
    /// The node before the reply at `index`.
    pub(super) fn new(line: &'l Line, index: usize) -> Defence<'l> {
        let replies = line.positions[index].legal_moves();
        let others = replies
            .into_iter()
            .filter(|&reply| reply != line.moves[index]);
        let unjudged = |reply| Other {
            reply,
            judged: None,
            nodes: 0,
        };
        Defence {
            node: Node { line, index },
            holds: None,
            nodes: 0,
            others: others.map(unjudged).collect(),
        }
    }

    /// Whether it is known of every reply whether it is mated in time.
    pub(super) fn is_safe(&self) -> bool {
        self.holds.is_some()
    }

    /// Whether the line does not hold.
    pub(super) fn is_broken(&self) -> bool {
        self.holds == Some(false)
    }

    /// Whether nothing is left to find out.
    pub(super) fn is_settled(&self) -> bool {
        self.is_safe() && self.others.iter().all(|other| other.judged.is_some())
    }

    /// Finds out whether the line holds, for up to so many nodes.
    pub(super) fn secure(&mut self, examiner: &Examiner, nodes: u64) {
        if self.holds.is_none() {
            let asking = examiner.aside();
            asking.look_into(self.node.ply());
            self.holds = asking.mates(self.node.position(), self.node.left(), nodes);
            self.nodes += asking.spent();
        }
    }

    /// Spends up to so many nodes on each question about a reply that is not judged. The line is to hold or not before.
    pub(super) fn go_on(&mut self, examiner: &Examiner, nodes: u64) {
        let Some(holds) = self.holds.filter(|_| !self.is_settled()) else {
            return;
        };
        let node = self.node;
        examiner.look_into(node.ply());
        examiner.each(&mut self.others, |other| {
            if other.judged.is_none() {
                let asking = examiner.aside();
                other.judged = node.judge(&asking, other.reply, holds, nodes);
                other.nodes += asking.spent();
            }
        });
    }

    /// What was found, and what was not, for this reason.
    pub(super) fn finish(self, reason: Reason) -> (Vec<Flaw>, Vec<Open>) {
        let ply = self.node.ply();
        let (mut flaws, mut unjudged) = (Vec::new(), Vec::new());
        for other in self.others {
            match other.judged {
                Some(flaw) => flaws.extend(flaw),
                None => unjudged.push((other.reply, other.nodes)),
            }
        }
        let open = |kind, severity, nodes| Open {
            kind,
            severity,
            ply,
            moves: unjudged.iter().map(|&(reply, _)| reply).collect(),
            mates: false,
            excluded: 0,
            nodes,
            reason,
        };
        let open = match self.holds {
            None => Some(open(FlawKind::NoMate, Severity::Fatal, self.nodes)),
            Some(true) => unjudged
                .iter()
                .map(|&(_, nodes)| nodes)
                .min()
                .map(|nodes| open(FlawKind::EqualDefence, Severity::Blemish, nodes)),
            Some(false) => None,
        };
        let is_shown = flaws.iter().any(|flaw| flaw.severity == Severity::Fatal);
        if self.holds == Some(false) && !is_shown {
            flaws.push(Flaw {
                detail: Some("which defence was not found out".to_string()),
                ..Flaw::new(FlawKind::NotLongest, Severity::Fatal, ply)
            });
        }
        (flaws, open.into_iter().collect())
    }
}

impl<'l> Node<'l> {
    /// Which move of the line it is about, from 1.
    fn ply(self) -> u32 {
        self.index as u32 + 1
    }

    /// The plies that the line has left, the reply included.
    fn left(self) -> u32 {
        self.line.left[self.index]
    }

    fn position(self) -> &'l Position {
        &self.line.positions[self.index]
    }

    /// What is to be said of a reply; `None` while that is not known.
    fn judge(
        self,
        examiner: &Examiner,
        reply: Move,
        holds: bool,
        nodes: u64,
    ) -> Option<Option<Flaw>> {
        let left = self.left();
        let after = self.position().after(reply);
        if left >= 4 && examiner.mates(&after, left - 3, nodes)? {
            return Some(None);
        }
        if examiner.is_futile(self.position(), reply, left, nodes)? {
            return Some(None);
        }
        if left >= 2 && (holds || examiner.mates(&after, left - 1, nodes)?) {
            return self.judge_equal(examiner, reply, &after, nodes);
        }
        self.judge_longer(examiner, reply, &after, nodes).map(Some)
    }

    /// A reply that holds out as long as the one played.
    fn judge_equal(
        self,
        examiner: &Examiner,
        reply: Move,
        after: &Position,
        nodes: u64,
    ) -> Option<Option<Flaw>> {
        let left = self.left();
        if left_over::can_be_kept(examiner, after, left - 1, nodes)? {
            return Some(None);
        }
        let is_mirrored =
            reply == self.line.moves[self.index].mirrored() && is_symmetric(self.position());
        let (kind, severity) = if is_mirrored {
            (FlawKind::Symmetry, Severity::Note)
        } else if left == 2 {
            (FlawKind::EqualDefence, Severity::Note)
        } else {
            (FlawKind::EqualDefence, Severity::Blemish)
        };
        Some(Some(Flaw {
            moves: vec![reply],
            plies: Some(exactly(left)),
            ..Flaw::new(kind, severity, self.ply())
        }))
    }

    /// A reply that holds out longer, or for ever.
    fn judge_longer(
        self,
        examiner: &Examiner,
        reply: Move,
        after: &Position,
        nodes: u64,
    ) -> Option<Flaw> {
        let flaw = |kind| Flaw {
            moves: vec![reply],
            ..Flaw::new(kind, Severity::Fatal, self.ply())
        };
        if !examiner.mates_ever(after, nodes)? {
            return Some(flaw(FlawKind::NoMate));
        }
        let answer = examiner.shortest(after, nodes)?;
        let Outcome::Mate { line, bounds, .. } = answer.outcome else {
            return None;
        };
        let bounds = Bounds {
            lower: (bounds.lower + 1).max(self.left() + 2),
            upper: bounds.upper.map(|upper| upper + 1),
        };
        let mut moves = vec![reply];
        moves.extend(line);
        let is_kept = match bounds.upper {
            Some(plies) if plies == bounds.lower => {
                left_over::can_be_kept(examiner, after, plies - 1, nodes)
            }
            _ => None,
        };
        let kind = match is_kept {
            Some(true) => FlawKind::LongerDefence,
            Some(false) | None => FlawKind::NotLongest,
        };
        Some(Flaw {
            moves,
            plies: Some(bounds),
            ..flaw(kind)
        })
    }
}

/// The bounds of a length that is known.
pub(super) fn exactly(plies: u32) -> Bounds {
    Bounds {
        lower: plies,
        upper: Some(plies),
    }
}
