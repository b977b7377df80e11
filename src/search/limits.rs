//! When a search has to end.

use super::Reason;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Limits of one search; by default there are none.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Positions entered.
    pub nodes: Option<u64>,
    /// Set to true from anywhere, it ends the search soon.
    pub stop: Option<Arc<AtomicBool>>,
}

/// How often the clock is read and the stop flag looked at, in nodes: about once a millisecond.
const NODES_BETWEEN_LOOKS: u64 = 256;

/// Counts nodes and watches the limits.
pub(super) struct Watch {
    limits: Limits,
    start: Instant,
    nodes: u64,
    ended: Option<Reason>,
}

impl Watch {
    pub(super) fn start(limits: &Limits) -> Watch {
        Watch { limits: limits.clone(), start: Instant::now(), nodes: 0, ended: None }
    }

    /// Counts one node.
    pub(super) fn count(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            self.look();
        }
        if self.limits.nodes.is_some_and(|limit| self.nodes > limit) {
            self.ended.get_or_insert(Reason::Nodes);
        }
    }

    /// Looks at the clock and the stop flag.
    pub(super) fn look(&mut self) {
        if self.limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            self.ended.get_or_insert(Reason::Stopped);
        }
        if self.limits.time.is_some_and(|limit| self.start.elapsed() >= limit) {
            self.ended.get_or_insert(Reason::Time);
        }
    }

    /// Why the search has to end now, if it has to.
    pub(super) fn ended(&self) -> Option<Reason> {
        self.ended
    }

    /// Lifts the limits of time and nodes and allows `more` nodes; only the stop flag still counts.
    pub(super) fn extend(&mut self, more: u64) {
        self.limits.time = None;
        self.limits.nodes = Some(self.nodes.saturating_add(more));
        self.ended = None;
        self.look();
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}
