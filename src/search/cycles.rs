//! Disproofs that hold only on certain paths.
//!
//! A node can be disproven because every way on comes back to an ancestor. That disproof needs just the
//! ancestors from the one it comes back to, as a set: whatever leads there, and in whatever order they were
//! passed, the repetitions repeat. So it is remembered with the length and the key of that segment of the
//! path (the graph-history problem: Kishimoto and Müller, 2004, keep the whole path instead).
//!
//! Of those ancestors only the ones that it comes back to are needed. To keep just these, up to four of them, took
//! 0.4 % off the nodes over the classics, added 5 % over seven problems of 300 to 800 plies, and is not worth
//! its code: where cycles are many, a disproof comes back to many ancestors, often to more than 24.
//!
//! Threads share what they find: what is true of a node and a segment is true whoever met them.

use super::path::Path;
use super::plies::Plies;
use crate::board::{BoardKey, Hand, scatter};
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A bounded memory of path-dependent disproofs; new ones push out old ones. Safe to share between threads.
///
/// It is divided into shards, each with a lock and a size of its own, so that threads seldom wait for each other.
pub(super) struct Cycles {
    shards: Box<[Mutex<Shard>]>,
}

struct Shard {
    records: Vec<Record>,
    used: usize,
    most: usize,
}

#[derive(Clone, Copy)]
struct Record {
    board_key: BoardKey,
    segment: u64,
    hand: Hand,
    /// Length of the segment; 0 marks a free record.
    length: u16,
    budget: Plies,
}

const FREE: Record = Record {
    board_key: BoardKey { place: 0, check: 0 },
    segment: 0,
    hand: Hand::EMPTY,
    length: 0,
    budget: Plies::ZERO,
};

/// Records of one node stand together in a row of this many.
const ROW: usize = 4;
/// Rows to begin with, in all shards; their number doubles whenever half of the records are used.
const FIRST_ROWS: usize = 256;
/// Shards for each thread beyond the first.
const SHARDS_PER_THREAD: usize = 8;

impl Cycles {
    /// At most `bytes` of memory, at least one row for each of few shards.
    pub(super) fn new(bytes: usize, threads: NonZeroUsize) -> Cycles {
        let most_rows = (bytes / (ROW * size_of::<Record>())).max(1);
        let shards = (1 + SHARDS_PER_THREAD * (threads.get() - 1))
            .next_power_of_two()
            .min(FIRST_ROWS)
            .min(most_rows);
        let shard = |_| Mutex::new(Shard::new(most_rows / shards, FIRST_ROWS.div_ceil(shards)));
        Cycles {
            shards: (0..shards).map(shard).collect(),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let records = self.shards.iter().map(|shard| lock(shard).records.len());
        records.sum::<usize>() * size_of::<Record>()
    }

    /// Remembers that the node in hand, whose ancestors are `path`, is no mate within `budget` because of
    /// repetitions that reach back to the ancestor at depth `start`.
    pub(super) fn store(
        &self,
        board_key: BoardKey,
        hand: Hand,
        path: &Path,
        start: u16,
        budget: Plies,
    ) {
        let length = path.depth() as u16 - start;
        if let Some(segment) = path.segment(length) {
            self.shard(board_key, hand).store(Record {
                board_key,
                segment,
                hand,
                length,
                budget,
            });
        }
    }

    /// The depth of the ancestor that a known disproof of this node on this path reaches back to.
    pub(super) fn find(
        &self,
        board_key: BoardKey,
        hand: Hand,
        path: &Path,
        budget: Plies,
    ) -> Option<u16> {
        self.shard(board_key, hand)
            .row(board_key, hand)
            .iter()
            .filter(|record| {
                record.length > 0
                    && record.board_key == board_key
                    && record.hand == hand
                    && record.budget >= budget
                    && path.segment(record.length) == Some(record.segment)
            })
            .map(|record| path.depth() as u16 - record.length)
            .max()
    }

    fn shard(&self, board_key: BoardKey, hand: Hand) -> MutexGuard<'_, Shard> {
        // The low bits, since the high ones pick the row.
        let shard = spread(board_key, hand) as usize % self.shards.len();
        lock(&self.shards[shard])
    }
}

fn lock(shard: &Mutex<Shard>) -> MutexGuard<'_, Shard> {
    // A thread that panics leaves whole records behind.
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A word in which all bits depend on the node.
fn spread(board_key: BoardKey, hand: Hand) -> u64 {
    scatter(board_key.place ^ u64::from(hand.bits()))
}

impl Shard {
    fn new(most_rows: usize, first_rows: usize) -> Shard {
        Shard {
            records: vec![FREE; most_rows.min(first_rows) * ROW],
            used: 0,
            most: most_rows * ROW,
        }
    }

    fn store(&mut self, record: Record) {
        self.insert(record);
        if self.used * 2 > self.records.len() && self.records.len() * 2 <= self.most {
            self.grow();
        }
    }

    fn insert(&mut self, record: Record) {
        let same = |old: &Record| {
            (old.board_key, old.hand, old.segment)
                == (record.board_key, record.hand, record.segment)
        };
        let first = self.first_of_row(record.board_key, record.hand);
        let row = &mut self.records[first..first + ROW];
        match row.iter_mut().find(|old| old.length == 0 || same(old)) {
            Some(place) if place.length == 0 => {
                *place = record;
                self.used += 1;
            }
            Some(place) => place.budget = place.budget.max(record.budget),
            // The key of the segment is as good as a die.
            None => row[record.segment as usize % ROW] = record,
        }
    }

    fn grow(&mut self) {
        let larger = vec![FREE; self.records.len() * 2];
        let old = std::mem::replace(&mut self.records, larger);
        self.used = 0;
        for record in old.into_iter().filter(|record| record.length > 0) {
            self.insert(record);
        }
    }

    /// Where all records of a node stand, among others.
    fn row(&self, board_key: BoardKey, hand: Hand) -> &[Record] {
        let first = self.first_of_row(board_key, hand);
        &self.records[first..first + ROW]
    }

    fn first_of_row(&self, board_key: BoardKey, hand: Hand) -> usize {
        let rows = (self.records.len() / ROW) as u128;
        ((u128::from(spread(board_key, hand)) * rows) >> 64) as usize * ROW
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(n: u64) -> BoardKey {
        BoardKey {
            place: scatter(n),
            check: scatter(!n),
        }
    }

    /// A path by way of the nodes that begin with `first`.
    fn path(first: u64, length: u64) -> Path {
        let mut path = Path::new();
        for n in first..first + length {
            path.push(key(n), Hand::EMPTY);
        }
        path
    }

    #[test]
    fn what_any_thread_stores_is_found_on_the_same_segment_alone() {
        const EACH: u64 = 2_000;
        let threads = NonZeroUsize::new(4).unwrap();
        let cycles = Cycles::new(64 << 20, threads);
        let before = cycles.bytes();
        let longer = path(1_000_000, 6);
        std::thread::scope(|scope| {
            for thread in 0..threads.get() as u64 {
                let (cycles, longer) = (&cycles, &longer);
                scope.spawn(move || {
                    for n in thread * EACH..(thread + 1) * EACH {
                        cycles.store(key(n), Hand::EMPTY, longer, 2, Plies::new(9));
                    }
                });
            }
        });
        assert!(cycles.bytes() > before);
        // The same four nodes with another way to them, and four others.
        let (same, other) = (path(1_000_002, 4), path(1_000_003, 4));
        let all = 0..threads.get() as u64 * EACH;
        let found = |path, plies| {
            let find = |n: &u64| cycles.find(key(*n), Hand::EMPTY, path, Plies::new(plies));
            all.clone().filter_map(|n| find(&n)).collect::<Vec<_>>()
        };
        let on_same = found(&same, 9);
        assert!(
            on_same.len() as u64 > all.end / 100 * 90 && on_same.iter().all(|&depth| depth == 0)
        );
        assert!(found(&longer, 9).iter().all(|&depth| depth == 2));
        assert!(found(&other, 9).is_empty());
        assert!(found(&same, 10).is_empty());
    }

    #[test]
    fn memory_is_bounded_for_any_number_of_threads() {
        for threads in [1, 2, 64, 1024] {
            for bytes in [0, 1_000, 64 << 10] {
                let cycles = Cycles::new(bytes, NonZeroUsize::new(threads).unwrap());
                let path = path(1_000_000, 3);
                for n in 0..5_000 {
                    cycles.store(key(n), Hand::EMPTY, &path, 1, Plies::UNLIMITED);
                }
                assert!(cycles.bytes() <= bytes.max(ROW * size_of::<Record>()));
            }
        }
    }
}
