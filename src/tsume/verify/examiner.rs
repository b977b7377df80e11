//! Asks the search about positions of a problem, within limits for each question and for all together.

use super::Watcher;
use super::line::Line;
use crate::board::{Move, Position};
use crate::search::{Answer, Bypass, Limits, Question, Reason, Session, Verdict};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Asks within limits.
pub(super) struct Examiner<'s, 'k> {
    session: &'s Session<'k>,
    limits: &'s Limits,
    start: Instant,
    spent: AtomicU64,
    /// Why no more can be asked, as soon as that is so.
    ended: Mutex<Option<Reason>>,
    /// When several threads ask.
    pool: Option<ThreadPool>,
    watcher: Option<&'s Watcher>,
}

/// What a question comes to: yes, no, or not known.
pub(super) type Known = Option<bool>;

/// Positions that follow from the problem by legal moves have its pieces, and the defender is in check.
const OWN: &str = "the position follows from the problem";

impl<'s, 'k> Examiner<'s, 'k> {
    /// All questions together keep within `limits`. Each is asked by one thread, and as many at once as there are.
    pub(super) fn new(
        session: &'s Session<'k>,
        limits: &'s Limits,
        watcher: Option<&'s Watcher>,
    ) -> Examiner<'s, 'k> {
        let threads = limits.threads.get();
        let pool = || ThreadPoolBuilder::new().num_threads(threads).build();
        Examiner {
            session,
            limits,
            start: Instant::now(),
            spent: AtomicU64::new(0),
            ended: Mutex::new(None),
            // Threads that the system does not grant are done without.
            pool: (threads > 1).then(pool).and_then(Result::ok),
            watcher,
        }
    }

    /// Does something with each item, with several at once if there are threads for it.
    pub(super) fn each<T: Send>(&self, items: &mut [T], act: impl Fn(&mut T) + Sync + Send) {
        match &self.pool {
            Some(pool) => pool.install(|| items.par_iter_mut().for_each(act)),
            None => items.iter_mut().for_each(act),
        }
    }

    /// Says that a move of the line, counted from 1, is being looked into.
    pub(super) fn look_into(&self, ply: u32) {
        if let Some(Watcher(tell)) = self.watcher {
            tell(ply);
        }
    }

    /// Positions entered so far.
    pub(super) fn nodes(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// Why no more can be asked, if that is so.
    pub(super) fn ended(&self) -> Option<Reason> {
        *self.ended.lock().unwrap_or_else(PoisonError::into_inner)
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
        let limits = self.limits_for(nodes)?;
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
        self.session.bypass(turns.cloned().collect())
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
        let limits = self.limits_for(nodes)?;
        let (is_futile, spent) = self
            .session
            .is_futile(position, reply, plies, &limits)
            .expect(OWN);
        self.count(spent);
        is_futile
    }

    /// The shortest mate from a position with the attacker to move, as far as `nodes` tell; `None` when nothing more can
    /// be asked.
    pub(super) fn shortest(&self, position: &Position, nodes: u64) -> Option<Answer> {
        let limits = self.limits_for(nodes)?;
        let answer = self.session.shortest(position, &limits).expect(OWN);
        self.count(answer.nodes);
        Some(answer)
    }

    fn ask(&self, position: &Position, question: Question, nodes: u64) -> Verdict {
        let Some(limits) = self.limits_for(nodes) else {
            return Verdict::Unknown(self.ended().unwrap_or(Reason::Stopped));
        };
        let found = self.session.ask(position, question, &limits).expect(OWN);
        self.count(found.nodes);
        found.verdict
    }

    /// The limits for one more question; `None` when all is spent.
    fn limits_for(&self, nodes: u64) -> Option<Limits> {
        let left = self
            .limits
            .nodes
            .map_or(u64::MAX, |limit| limit.saturating_sub(self.nodes()));
        let time = self
            .limits
            .time
            .map(|limit| limit.saturating_sub(self.start.elapsed()));
        let stop = self.limits.stop.as_ref();
        let is_stopped = stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        let reason = if is_stopped {
            Some(Reason::Stopped)
        } else if time == Some(Duration::ZERO) {
            Some(Reason::Time)
        } else if left == 0 {
            Some(Reason::Nodes)
        } else {
            None
        };
        if reason.is_some() {
            *self.ended.lock().unwrap_or_else(PoisonError::into_inner) = reason;
            return None;
        }
        Some(Limits {
            time,
            nodes: Some(nodes.min(left)),
            stop: self.limits.stop.clone(),
            ..Limits::default()
        })
    }

    fn count(&self, nodes: u64) {
        self.spent.fetch_add(nodes, Ordering::Relaxed);
    }
}

fn is_mate(verdict: Verdict) -> Known {
    match verdict {
        Verdict::Mate { .. } => Some(true),
        Verdict::NoMate => Some(false),
        Verdict::Unknown(_) => None,
    }
}
