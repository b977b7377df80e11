//! Asks the search about positions of a problem, within limits for each question and for all together.

use super::Watcher;
use super::line::Line;
use crate::board::{Move, Position};
use crate::search::{Answer, Bypass, Grey, Limits, Question, Reason, Session, Verdict};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What is asked about a problem, and what may be spent on it.
pub(super) struct Inquiry<'s, 'k> {
    session: &'s Session<'k>,
    limits: &'s Limits,
    start: Instant,
    spent: AtomicU64,
    /// Why something was not asked, as soon as that is so.
    cut_short: OnceLock<Reason>,
    /// Whether what is kept back may be spent too.
    is_at_last: AtomicBool,
    /// When several threads ask.
    pool: Option<ThreadPool>,
    watcher: Option<&'s Watcher>,
}

/// What part of time and nodes is kept back for saying more precisely what was found, and what was not.
const KEPT_BACK: u32 = 10;

/// Asks within limits, and knows what that has cost.
pub(super) struct Examiner<'i, 's, 'k> {
    inquiry: &'i Inquiry<'s, 'k>,
    /// Nodes that this one has spent.
    spent: AtomicU64,
}

/// What a question comes to: yes, no, or not known.
pub(super) type Known = Option<bool>;

/// Positions that follow from the problem by legal moves have its pieces, and the defender is in check.
const OWN: &str = "the position follows from the problem";

impl<'s, 'k> Inquiry<'s, 'k> {
    /// All questions together keep within `limits`. Each is asked by one thread, and as many at once as there are.
    pub(super) fn new(
        session: &'s Session<'k>,
        limits: &'s Limits,
        watcher: Option<&'s Watcher>,
    ) -> Inquiry<'s, 'k> {
        let threads = limits.threads.get();
        let pool = || ThreadPoolBuilder::new().num_threads(threads).build();
        Inquiry {
            session,
            limits,
            start: Instant::now(),
            spent: AtomicU64::new(0),
            cut_short: OnceLock::new(),
            is_at_last: AtomicBool::new(false),
            // Threads that the system does not grant are done without.
            pool: (threads > 1).then(pool).and_then(Result::ok),
            watcher,
        }
    }

    /// Somebody to ask.
    pub(super) fn examiner(&self) -> Examiner<'_, 's, 'k> {
        Examiner {
            inquiry: self,
            spent: AtomicU64::new(0),
        }
    }

    /// The time and the nodes that are left, if they are limited.
    fn left(&self) -> (Option<Duration>, Option<u64>) {
        let is_at_last = self.is_at_last.load(Ordering::Relaxed);
        let nodes = self.limits.nodes.map(|nodes| match is_at_last {
            true => nodes,
            false => nodes - nodes / u64::from(KEPT_BACK),
        });
        let time = self.limits.time.map(|time| match is_at_last {
            true => time,
            false => time - time / KEPT_BACK,
        });
        let spent = self.spent.load(Ordering::Relaxed);
        (
            time.map(|time| time.saturating_sub(self.start.elapsed())),
            nodes.map(|nodes| nodes.saturating_sub(spent)),
        )
    }

    /// Why no more can be asked, if that is so.
    fn ended(&self) -> Option<Reason> {
        let stop = self.limits.stop.as_ref();
        match self.left() {
            _ if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) => Some(Reason::Stopped),
            (Some(Duration::ZERO), _) => Some(Reason::Time),
            (_, Some(0)) => Some(Reason::Nodes),
            _ => None,
        }
    }

    /// The limits for one more question; `None` when all is spent.
    fn limits_for(&self, nodes: u64) -> Option<Limits> {
        if let Some(reason) = self.ended() {
            self.cut_short.get_or_init(|| reason);
            return None;
        }
        let (time, left) = self.left();
        Some(Limits {
            time,
            nodes: Some(nodes.min(left.unwrap_or(u64::MAX))),
            stop: self.limits.stop.clone(),
            ..Limits::default()
        })
    }
}

impl<'s, 'k> Examiner<'_, 's, 'k> {
    /// One who asks about a part, and knows what that has cost.
    pub(super) fn aside(&self) -> Self {
        self.inquiry.examiner()
    }

    /// Does something with each item, with several at once if there are threads for it.
    pub(super) fn each<T: Send>(&self, items: &mut [T], act: impl Fn(&mut T) + Sync + Send) {
        match &self.inquiry.pool {
            Some(pool) => pool.install(|| items.par_iter_mut().for_each(act)),
            None => items.iter_mut().for_each(act),
        }
    }

    /// Nodes that this examiner has spent.
    pub(super) fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// Positions entered so far, whoever asked.
    pub(super) fn nodes(&self) -> u64 {
        self.inquiry.spent.load(Ordering::Relaxed)
    }

    /// Why no more can be asked, if that is so.
    pub(super) fn ended(&self) -> Option<Reason> {
        self.inquiry.ended()
    }

    /// Why something was not asked, if anything.
    pub(super) fn cut_short(&self) -> Option<Reason> {
        self.inquiry.cut_short.get().copied()
    }

    /// Lets what was kept back be spent too: the great questions have been asked.
    pub(super) fn come_to_the_last(&self) {
        self.inquiry.is_at_last.store(true, Ordering::Relaxed);
    }

    /// Says that a move of the line, counted from 1, is being looked into.
    pub(super) fn look_into(&self, ply: u32) {
        if let Some(Watcher(tell)) = self.inquiry.watcher {
            tell(ply);
        }
    }

    /// Whether the attacker mates within `plies` from this position on, be it his move or that of the checked
    /// defender, as far as `nodes` tell.
    pub(super) fn mates(&self, position: &Position, plies: u32, nodes: u64) -> Known {
        let question = Question {
            within: Some(plies),
            ..Question::default()
        };
        is_mate(self.ask(position, question, nodes))
    }

    /// The same in any number of plies.
    pub(super) fn mates_ever(&self, position: &Position, nodes: u64) -> Known {
        is_mate(self.ask(position, Question::default(), nodes))
    }

    /// Within how many plies the attacker is known to mate from this position on.
    pub(super) fn mate_within(&self, position: &Position, nodes: u64) -> Option<u32> {
        match self.ask(position, Question::default(), nodes) {
            Verdict::Mate { within } => Some(within),
            Verdict::NoMate | Verdict::Unknown(_) => None,
        }
    }

    /// Whether `check` mates in any number of plies without coming to a position of the line, this one included.
    pub(super) fn mates_beside(
        &self,
        line: &Bypass,
        position: &Position,
        check: Move,
        nodes: u64,
    ) -> Known {
        let limits = self.inquiry.limits_for(nodes)?;
        let mut refused = position.checks();
        refused.retain(|&other| other != check);
        let question = Question {
            within: None,
            refused: &refused,
        };
        let found = line.ask(position, question, &limits).expect(OWN);
        self.count(found.nodes);
        is_mate(found.verdict)
    }

    /// Questions about mates beside a line.
    pub(super) fn beside(&self, line: &Line) -> Bypass<'s> {
        let turns = line.positions.iter().step_by(2);
        self.inquiry.session.bypass(turns.cloned().collect())
    }

    /// Whether the attacker, to move, mates without `refused`, in any number of plies.
    pub(super) fn mates_without(&self, position: &Position, refused: Move, nodes: u64) -> Known {
        let question = Question {
            refused: &[refused],
            ..Question::default()
        };
        is_mate(self.ask(position, question, nodes))
    }

    /// Whether a reply to a check that leaves `plies` to mate in is a futile interposition.
    pub(super) fn is_futile(
        &self,
        position: &Position,
        reply: Move,
        plies: u32,
        nodes: u64,
    ) -> Known {
        let limits = self.inquiry.limits_for(nodes)?;
        let (is_futile, spent) = self
            .inquiry
            .session
            .is_futile(position, reply, plies, &limits)
            .expect(OWN);
        self.count(spent);
        is_futile
    }

    /// The shortest mate from a position with the attacker to move, as far as `nodes` tell; `None` when nothing more can
    /// be asked.
    pub(super) fn shortest(&self, position: &Position, nodes: u64) -> Option<Answer> {
        let limits = self.inquiry.limits_for(nodes)?;
        let answer = self.inquiry.session.shortest(position, &limits).expect(OWN);
        self.count(answer.nodes);
        Some(answer)
    }

    /// The disputed interpositions along a shortest mate from a position with the attacker to move; none when nothing more
    /// can be asked.
    pub(super) fn disputed(&self, position: &Position, line: &[Move]) -> Vec<Grey> {
        let Some(limits) = self.inquiry.limits_for(u64::MAX) else {
            return Vec::new();
        };
        let session = self.inquiry.session;
        let (disputed, spent) = session.grey(position, line, &limits).expect(OWN);
        self.count(spent);
        disputed
    }

    /// The limits within which more can be asked.
    pub(super) fn limits_left(&self) -> Limits {
        let (time, nodes) = self.inquiry.left();
        Limits {
            time,
            nodes,
            ..self.inquiry.limits.clone()
        }
    }

    fn ask(&self, position: &Position, question: Question, nodes: u64) -> Verdict {
        let Some(limits) = self.inquiry.limits_for(nodes) else {
            return Verdict::Unknown(self.ended().unwrap_or(Reason::Stopped));
        };
        let found = self
            .inquiry
            .session
            .ask(position, question, &limits)
            .expect(OWN);
        self.count(found.nodes);
        found.verdict
    }

    fn count(&self, nodes: u64) {
        self.spent.fetch_add(nodes, Ordering::Relaxed);
        self.inquiry.spent.fetch_add(nodes, Ordering::Relaxed);
    }
}

fn is_mate(verdict: Verdict) -> Known {
    match verdict {
        Verdict::Mate { .. } => Some(true),
        Verdict::NoMate => Some(false),
        Verdict::Unknown(_) => None,
    }
}
