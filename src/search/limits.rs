//! When a search has to end.

use super::Reason;
use super::progress::Reporter;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Limits of one search, and who watches it; by default there are none and nobody.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Positions entered.
    pub nodes: Option<u64>,
    /// Set to true from anywhere, it ends the search soon.
    pub stop: Option<Arc<AtomicBool>>,
    /// Who is told how far the search has come.
    pub reporter: Option<Reporter>,
}

/// How often the clock is read and the stop flag looked at, in nodes: about once a millisecond.
const NODES_BETWEEN_LOOKS: u64 = 256;

/// Counts nodes and watches the limits.
pub(super) struct Watch {
    limits: Limits,
    start: Instant,
    nodes: u64,
    deepest: usize,
    ended: Option<Reason>,
    /// When to report next, since the start.
    next_report: Duration,
    /// Whether that time has come.
    report_is_due: bool,
}

impl Watch {
    pub(super) fn start(limits: &Limits) -> Watch {
        Watch {
            limits: limits.clone(),
            start: Instant::now(),
            nodes: 0,
            deepest: 0,
            ended: None,
            next_report: limits
                .reporter
                .as_ref()
                .map_or(Duration::MAX, |to| to.interval),
            report_is_due: false,
        }
    }

    /// Counts one node, so many plies below the root.
    pub(super) fn count(&mut self, depth: usize) {
        self.nodes += 1;
        self.deepest = self.deepest.max(depth);
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            self.look();
        }
        if self.limits.nodes.is_some_and(|limit| self.nodes > limit) {
            self.ended.get_or_insert(Reason::Nodes);
        }
    }

    /// Looks at the clock and the stop flag.
    pub(super) fn look(&mut self) {
        if self
            .limits
            .stop
            .as_ref()
            .is_some_and(|stop| stop.load(Ordering::Relaxed))
        {
            self.ended.get_or_insert(Reason::Stopped);
        }
        if self
            .limits
            .time
            .is_some_and(|limit| self.start.elapsed() >= limit)
        {
            self.ended.get_or_insert(Reason::Time);
        }
        self.report_is_due =
            self.next_report < Duration::MAX && self.start.elapsed() >= self.next_report;
    }

    /// Whether the reporter should be told now.
    pub(super) fn report_is_due(&self) -> bool {
        self.report_is_due
    }

    /// The reporter, if there is one; he will next be due after his interval.
    pub(super) fn next_report(&mut self) -> Option<Reporter> {
        let reporter = self.limits.reporter.clone()?;
        self.next_report = self.start.elapsed().saturating_add(reporter.interval);
        self.report_is_due = false;
        Some(reporter)
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

    pub(super) fn deepest(&self) -> usize {
        self.deepest
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}
