//! Where the threads of a search are, so that they keep apart.
//!
//! A child that another thread searches already counts as harder than its numbers say (virtual proof numbers:
//! Kaneko, 2010; virtual wins and losses: Pawlewicz and Hayward, 2013), so that whoever comes second takes
//! another one if that is nearly as good. Only the choice of a child depends on this: the numbers that
//! are remembered, and those that end a visit, are true ones, so that no thread ever comes back empty-handed.

use crate::board::{BoardKey, Hand, scatter};
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

/// Counters, a power of two: so many more than there are nodes on all paths that few share one. Those that do
/// seem busier than they are, which costs nothing but a worse choice.
const COUNTERS: usize = 1 << 15;

/// How many threads are at or below each node, and whether one of them was overtaken.
pub(super) struct InFlight {
    threads: Box<[AtomicU16]>,
    /// How often a node was decided with other threads below it.
    news: News,
}

/// In a cache line of its own: read all the time and seldom written.
#[derive(Default)]
#[repr(align(128))]
struct News(AtomicU64);

impl InFlight {
    /// Nobody is anywhere.
    pub(super) fn new() -> InFlight {
        InFlight {
            threads: (0..COUNTERS).map(|_| AtomicU16::new(0)).collect(),
            news: News::default(),
        }
    }

    /// A thread enters a node.
    pub(super) fn enter(&self, board_key: BoardKey, hand: Hand) {
        self.counter(board_key, hand)
            .fetch_add(1, Ordering::Relaxed);
    }

    /// A thread that entered a node leaves it.
    pub(super) fn leave(&self, board_key: BoardKey, hand: Hand) {
        self.counter(board_key, hand)
            .fetch_sub(1, Ordering::Relaxed);
    }

    /// How many threads are at or below a node, about.
    pub(super) fn threads_below(&self, board_key: BoardKey, hand: Hand) -> u32 {
        u32::from(self.counter(board_key, hand).load(Ordering::Relaxed))
    }

    /// Says that a node was decided while others are below it. What is known of it has to be in the table.
    pub(super) fn announce(&self) {
        self.news.0.fetch_add(1, Ordering::Release);
    }

    /// How many announcements there have been. What they are about is in the table.
    pub(super) fn announcements(&self) -> u64 {
        self.news.0.load(Ordering::Acquire)
    }

    fn counter(&self, board_key: BoardKey, hand: Hand) -> &AtomicU16 {
        let word = scatter(board_key.check ^ u64::from(hand.bits()));
        &self.threads[word as usize % COUNTERS]
    }
}
