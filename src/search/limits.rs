//! When a search has to end.

use super::Reason;
use super::progress::Reporter;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Limits of one search, and who watches it; by default there are none and nobody, and one thread searches.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Positions entered, by all threads together.
    pub nodes: Option<u64>,
    /// Threads that search together. Verdicts do not depend on their number; nodes and lines do.
    pub threads: NonZeroUsize,
    /// Set to true from anywhere, it ends the search soon.
    pub stop: Option<Arc<AtomicBool>>,
    /// Who is told how far the search has come.
    pub reporter: Option<Reporter>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: None,
            nodes: None,
            threads: NonZeroUsize::MIN,
            stop: None,
            reporter: None,
        }
    }
}

/// How often the clock is read and the stop flag looked at, in nodes: about once a millisecond.
const NODES_BETWEEN_LOOKS: u64 = 256;

/// How much longer than its time a search may take to write down what it has proven: a tenth of it and this.
const GRACE: Duration = Duration::from_millis(500);

/// How many nodes a thread takes from a common purse at once.
const NODES_AT_ONCE: u64 = 64;

/// Counts nodes and watches the limits.
#[derive(Clone)]
pub(super) struct Watch {
    limits: Limits,
    /// When writing down has to end, since the start.
    latest: Option<Duration>,
    start: Instant,
    nodes: u64,
    deepest: usize,
    ended: Option<Reason>,
    purse: Option<Arc<Purse>>,
    /// What the whole search had entered when this part of it began.
    nodes_before: u64,
    /// How many of its nodes this part has told those that live on the same purse.
    nodes_told: u64,
    /// When to report next, since the start.
    next_report: Duration,
    /// Whether that time has come.
    report_is_due: bool,
}

/// The nodes that some searches may still enter together, until it is closed, and how far they have come.
pub(super) struct Purse {
    nodes: AtomicU64,
    closed: AtomicBool,
    /// What they have told that they have entered.
    told: AtomicU64,
    deepest: AtomicUsize,
}

impl Purse {
    pub(super) fn new(nodes: u64) -> Arc<Purse> {
        Arc::new(Purse {
            nodes: AtomicU64::new(nodes),
            closed: AtomicBool::new(false),
            told: AtomicU64::new(0),
            deepest: AtomicUsize::new(0),
        })
    }

    fn tell(&self, nodes: u64, deepest: usize) {
        self.told.fetch_add(nodes, Ordering::Relaxed);
        self.deepest.fetch_max(deepest, Ordering::Relaxed);
    }

    /// Ends all searches that live on it.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Takes up to `wanted` nodes.
    fn take(&self, wanted: u64) -> u64 {
        let rest = |nodes: u64| Some(nodes.saturating_sub(wanted));
        let before = self
            .nodes
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, rest);
        before.map_or(0, |before| before.min(wanted))
    }
}

impl Watch {
    pub(super) fn start(limits: &Limits) -> Watch {
        Watch {
            limits: limits.clone(),
            latest: limits.time.map(|time| time + time / 10 + GRACE),
            start: Instant::now(),
            nodes: 0,
            deepest: 0,
            ended: None,
            purse: None,
            nodes_before: 0,
            nodes_told: 0,
            next_report: limits
                .reporter
                .as_ref()
                .map_or(Duration::MAX, |to| to.interval),
            report_is_due: false,
        }
    }

    /// A watch for a part of this search, which counts its own nodes and takes them from `purse`. The time and
    /// the stop flag are those of this one.
    pub(super) fn living_on(&self, purse: &Arc<Purse>) -> Watch {
        let limits = Limits {
            nodes: Some(0),
            ..self.limits.clone()
        };
        Watch {
            limits,
            start: self.start,
            nodes: 0,
            purse: Some(Arc::clone(purse)),
            nodes_before: self.nodes_before + self.nodes,
            nodes_told: 0,
            ..self.clone()
        }
    }

    /// How many nodes may still be entered.
    pub(super) fn nodes_left(&self) -> u64 {
        let limit = self.limits.nodes.unwrap_or(u64::MAX);
        limit.saturating_sub(self.nodes)
    }

    /// Takes note of how deep parts of this search went.
    pub(super) fn deepen(&mut self, deepest: usize) {
        self.deepest = self.deepest.max(deepest);
    }

    /// Counts the nodes of parts of this search, which have ended.
    pub(super) fn add(&mut self, nodes: u64) {
        self.nodes += nodes;
        self.look();
        self.look_at_nodes();
    }

    /// The same watch, but nobody is told how far the search has come.
    pub(super) fn unreported(mut self) -> Watch {
        self.next_report = Duration::MAX;
        self
    }

    /// Counts one node, so many plies below the root.
    pub(super) fn count(&mut self, depth: usize) {
        self.nodes += 1;
        self.deepen(depth);
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            self.look();
        }
        self.look_at_nodes();
    }

    fn look_at_nodes(&mut self) {
        if self.limits.nodes.is_some_and(|limit| self.nodes > limit) && !self.refill() {
            self.ended.get_or_insert(Reason::Nodes);
        }
        if self.purse.as_ref().is_some_and(|purse| purse.is_closed()) {
            self.ended.get_or_insert(Reason::Stopped);
        }
    }

    /// Ends this search for the reason for which a part of it ended.
    pub(super) fn end(&mut self, reason: Reason) {
        self.ended.get_or_insert(reason);
    }

    /// Takes more nodes from the purse and tells how far the search has come; whether there were any.
    fn refill(&mut self) -> bool {
        let Some(purse) = &self.purse else {
            return false;
        };
        purse.tell(self.nodes - self.nodes_told, self.deepest);
        self.nodes_told = self.nodes;
        let taken = purse.take(NODES_AT_ONCE);
        self.limits.nodes = self.limits.nodes.map(|limit| limit + taken);
        taken > 0
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

    /// Lifts the limits, allows `more` nodes and a little more time; the stop flag still counts.
    pub(super) fn extend(&mut self, more: u64) {
        self.limits.time = self.latest;
        self.limits.nodes = Some(self.nodes.saturating_add(more));
        self.ended = None;
        self.look();
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The nodes of the whole search, whichever part of it this is, but for the latest of other threads.
    pub(super) fn nodes_of_all(&self) -> u64 {
        let told = self
            .purse
            .as_ref()
            .map_or(0, |purse| purse.told.load(Ordering::Relaxed));
        self.nodes_before + told + (self.nodes - self.nodes_told)
    }

    /// The most plies below the root at which a node was counted.
    pub(super) fn deepest(&self) -> usize {
        self.deepest
    }

    /// The same of the whole search.
    pub(super) fn deepest_of_all(&self) -> usize {
        let others = self
            .purse
            .as_ref()
            .map_or(0, |purse| purse.deepest.load(Ordering::Relaxed));
        self.deepest.max(others)
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_extension_lifts_the_limits_but_not_for_ever() {
        let limits = Limits {
            time: Some(Duration::ZERO),
            nodes: Some(0),
            ..Limits::default()
        };
        let mut watch = Watch::start(&limits);
        watch.count(0);
        assert_eq!(watch.ended(), Some(Reason::Nodes));
        watch.limits.nodes = None;
        watch.extend(10);
        watch.extend(10);
        assert_eq!(watch.limits.time, Some(GRACE));
        assert_eq!(watch.nodes_left(), 10);
        watch.latest = Some(Duration::ZERO);
        watch.extend(10);
        assert_eq!(watch.ended(), Some(Reason::Time));
    }

    #[test]
    fn each_part_reports_what_all_have_entered() {
        let mut whole = Watch::start(&Limits::default());
        (0..1000).for_each(|_| whole.count(3));
        let purse = Purse::new(u64::MAX);
        let [mut lead, mut helper] = [whole.living_on(&purse), whole.living_on(&purse)];
        (0..500).for_each(|_| lead.count(5));
        (0..700).for_each(|_| helper.count(9));
        for part in [&lead, &helper] {
            let untold = 2200 - part.nodes_of_all();
            assert!(untold <= NODES_AT_ONCE, "{untold}");
            assert_eq!(part.deepest_of_all(), 9);
        }
        for part in [&lead, &helper] {
            whole.add(part.nodes());
            whole.deepen(part.deepest());
        }
        assert_eq!((whole.nodes_of_all(), whole.deepest_of_all()), (2200, 9));
    }
}
