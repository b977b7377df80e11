//! The transposition table: what is known of each node, whatever the path to it.
//!
//! A node is a board with its side to move, named by a 64-bit key that is compared in full, and the
//! attacker's hand, which is compared itself. All hands of a board lie in one bucket, so that a
//! look-up sees what a richer or poorer hand already settled: more in hand than a mate needs is mate,
//! less than a disproof allows is no mate.
//!
//! The table starts small and doubles when it gets crowded, up to its limit; from then on an entry
//! that a full bucket needs room for takes the place of the one that cost least.

use super::plies::Plies;
use crate::board::Hand;

/// One hand of one board. It may hold both verdicts: mate from some length on, none below another.
#[derive(Clone, Copy)]
struct Entry {
    board_key: u64,
    hand: Hand,
    pn: u32,
    dn: u32,
    /// Nodes spent below, saturating; 0 marks a free entry.
    work: u32,
    /// Mate within this many plies or more; unlimited when no mate is known.
    mate_within: Plies,
    /// No mate within this many plies or fewer.
    no_mate_within: Plies,
    /// The smallest depth at which the node was met.
    depth: u16,
    /// Whether the memory of cycles knows something of it.
    cyclic: bool,
}

const _: () = assert!(size_of::<Entry>() == 32);

const FREE: Entry = Entry {
    board_key: 0,
    hand: Hand::EMPTY,
    pn: 0,
    dn: 0,
    work: 0,
    mate_within: Plies::UNLIMITED,
    no_mate_within: Plies::ZERO,
    depth: 0,
    cyclic: false,
};

impl Entry {
    fn is_free(&self) -> bool {
        self.work == 0
    }

    fn is_mate(&self) -> bool {
        self.mate_within != Plies::UNLIMITED
    }

    fn is_no_mate(&self) -> bool {
        self.no_mate_within != Plies::ZERO
    }

    /// What the entry is worth when room is needed: verdicts stay longer than numbers of the same cost.
    fn worth(&self) -> u64 {
        let verdict = if self.is_mate() || self.is_no_mate() { 16 } else { 1 };
        u64::from(self.work) * verdict
    }
}

/// What the table knows of a node.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    /// Mate within `plies`, proven for every hand that has at least `hand`.
    Mate { plies: Plies, hand: Hand },
    /// No mate within `plies`, proven for every hand that has at most `hand`.
    NoMate { plies: Plies, hand: Hand },
    /// Searched before, without a verdict for this budget.
    Open(Open),
    /// Never met, or forgotten.
    Nothing,
}

/// The state of a node without a verdict.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub(super) pn: u32,
    pub(super) dn: u32,
    pub(super) work: u32,
    /// The smallest depth at which the node was met.
    pub(super) depth: u16,
    /// Whether the memory of cycles knows something of it.
    pub(super) cyclic: bool,
}

/// Entries in a bucket. They fill it from the front, so that a look-up ends at the first free one.
const BUCKET: usize = 16;
const FIRST_BUCKETS: usize = 256;

pub(super) struct Table {
    entries: Vec<Entry>,
    used: usize,
    most_buckets: usize,
}

impl Table {
    /// A table that grows to at most `bytes`, but has at least one bucket.
    pub(super) fn new(bytes: usize) -> Table {
        let fitting = (bytes / (BUCKET * size_of::<Entry>())).max(1);
        let most_buckets = 1 << fitting.ilog2();
        Table { entries: vec![FREE; BUCKET * FIRST_BUCKETS.min(most_buckets)], used: 0, most_buckets }
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry>()
    }

    /// Looks for a verdict within `budget`, or for the state of exactly this node.
    pub(super) fn look_up(&self, board_key: u64, hand: Hand, budget: Plies) -> Known {
        let mut known = Known::Nothing;
        for entry in self.bucket(board_key) {
            if entry.is_free() {
                break;
            }
            if entry.board_key != board_key {
                continue;
            }
            if entry.is_mate() && entry.mate_within <= budget && hand.dominates(entry.hand) {
                return Known::Mate { plies: entry.mate_within, hand: entry.hand };
            }
            if entry.is_no_mate() && entry.no_mate_within >= budget && entry.hand.dominates(hand) {
                return Known::NoMate { plies: entry.no_mate_within, hand: entry.hand };
            }
            if entry.hand == hand {
                let Entry { pn, dn, work, depth, cyclic, .. } = *entry;
                known = Known::Open(Open { pn, dn, work, depth, cyclic });
            }
        }
        known
    }

    /// Remembers the numbers of a node without a verdict. Its depth only ever falls and its cycles are never forgotten.
    pub(super) fn store_open(&mut self, board_key: u64, hand: Hand, open: Open) {
        let entry = self.entry(board_key, hand, open.work);
        entry.pn = open.pn;
        entry.dn = open.dn;
        entry.depth = entry.depth.min(open.depth);
        entry.cyclic |= open.cyclic;
    }

    /// Remembers that every hand from `hand` on mates within `plies`, and drops what this makes superfluous.
    pub(super) fn store_mate(&mut self, board_key: u64, hand: Hand, plies: Plies, work: u32) {
        self.retain(board_key, |old| {
            old.hand == hand || !old.hand.dominates(hand) || old.is_no_mate() || old.mate_within < plies
        });
        let entry = self.entry(board_key, hand, work);
        entry.mate_within = entry.mate_within.min(plies);
    }

    /// Remembers that every hand up to `hand` has no mate within `plies`, and drops what this makes superfluous.
    pub(super) fn store_no_mate(&mut self, board_key: u64, hand: Hand, plies: Plies, work: u32) {
        self.retain(board_key, |old| {
            old.hand == hand || !hand.dominates(old.hand) || old.is_mate() || old.no_mate_within > plies
                // Its numbers still tell something about longer mates.
                || plies != Plies::UNLIMITED
        });
        let entry = self.entry(board_key, hand, work);
        entry.no_mate_within = entry.no_mate_within.max(plies);
    }

    /// The entry of exactly this node, made if there is none.
    fn entry(&mut self, board_key: u64, hand: Hand, work: u32) -> &mut Entry {
        let work = work.max(1);
        let fresh = Entry { board_key, hand, pn: 1, dn: 1, work, depth: u16::MAX, ..FREE };
        let mut at = self.place(board_key, hand);
        if at.is_none() && self.may_grow() {
            self.grow();
            at = self.place(board_key, hand);
        }
        let at = at.unwrap_or_else(|| self.least_worth(board_key));
        let entry = &mut self.entries[at];
        if entry.is_free() {
            *entry = fresh;
            self.used += 1;
        } else if entry.board_key != board_key || entry.hand != hand {
            *entry = fresh;
        }
        entry.work = entry.work.max(work);
        entry
    }

    /// Where the node stands in its bucket, or could stand; `None` when the bucket is full of others.
    fn place(&self, board_key: u64, hand: Hand) -> Option<usize> {
        let matches = |entry: &Entry| entry.is_free() || (entry.board_key == board_key && entry.hand == hand);
        self.bucket(board_key).iter().position(matches).map(|at| self.start(board_key) + at)
    }

    fn least_worth(&self, board_key: u64) -> usize {
        let start = self.start(board_key);
        (start..start + BUCKET).min_by_key(|&at| self.entries[at].worth()).unwrap_or(start)
    }

    /// Drops entries of a board, keeping the bucket filled from the front.
    fn retain(&mut self, board_key: u64, keep: impl Fn(&Entry) -> bool) {
        let start = self.start(board_key);
        let bucket = &mut self.entries[start..start + BUCKET];
        let mut end = bucket.iter().position(Entry::is_free).unwrap_or(BUCKET);
        let mut at = 0;
        while at < end {
            if bucket[at].board_key == board_key && !keep(&bucket[at]) {
                end -= 1;
                bucket[at] = bucket[end];
                bucket[end] = FREE;
                self.used -= 1;
            } else {
                at += 1;
            }
        }
    }

    fn bucket(&self, board_key: u64) -> &[Entry] {
        let start = self.start(board_key);
        &self.entries[start..start + BUCKET]
    }

    fn start(&self, board_key: u64) -> usize {
        let buckets = self.entries.len() / BUCKET;
        (board_key as usize & (buckets - 1)) * BUCKET
    }

    /// A full bucket in a table that is mostly empty is a crowded board: a larger table would not help it.
    fn may_grow(&self) -> bool {
        self.entries.len() / BUCKET < self.most_buckets && self.used * 4 >= self.entries.len()
    }

    /// Doubles the table in place: each bucket shares its boards out between itself and a new one.
    fn grow(&mut self) {
        let old = self.entries.len();
        self.entries.resize(2 * old, FREE);
        for start in (0..old).step_by(BUCKET) {
            let mut bucket = [FREE; BUCKET];
            bucket.copy_from_slice(&self.entries[start..start + BUCKET]);
            self.entries[start..start + BUCKET].fill(FREE);
            for entry in bucket.into_iter().take_while(|entry| !entry.is_free()) {
                if let Some(at) = self.place(entry.board_key, entry.hand) {
                    self.entries[at] = entry;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::HandKind;

    fn pawns(count: u8) -> Hand {
        Hand::EMPTY.with(HandKind::Pawn, count)
    }

    #[test]
    fn verdicts_hold_for_comparable_hands_and_budgets() {
        let mut table = Table::new(1 << 20);
        table.store_mate(42, pawns(2), Plies::new(5), 10);
        table.store_no_mate(42, pawns(1), Plies::UNLIMITED, 10);
        assert!(matches!(table.look_up(42, pawns(3), Plies::UNLIMITED), Known::Mate { .. }));
        assert!(matches!(table.look_up(42, pawns(3), Plies::new(5)), Known::Mate { .. }));
        assert!(matches!(table.look_up(42, pawns(3), Plies::new(3)), Known::Nothing));
        assert!(matches!(table.look_up(42, pawns(0), Plies::UNLIMITED), Known::NoMate { .. }));
        assert!(matches!(table.look_up(43, pawns(3), Plies::UNLIMITED), Known::Nothing));
    }

    #[test]
    fn growing_loses_nothing() {
        let mut table = Table::new(1 << 24);
        let key = |n: u64| crate::board::scatter(n);
        for n in 0..100_000 {
            let open = Open { pn: n as u32 + 2, dn: 1, work: 1, depth: 3, cyclic: false };
            table.store_open(key(n), pawns(1), open);
        }
        assert!(table.bytes() > BUCKET * FIRST_BUCKETS * size_of::<Entry>());
        for n in 0..100_000 {
            match table.look_up(key(n), pawns(1), Plies::UNLIMITED) {
                Known::Open(open) => assert_eq!(open.pn, n as u32 + 2),
                other => panic!("{n}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_full_table_keeps_what_cost_most() {
        let mut table = Table::new(1);
        for n in 1..=100 {
            table.store_open(n, pawns(0), Open { pn: 1, dn: 1, work: n as u32, depth: 0, cyclic: false });
        }
        assert!(matches!(table.look_up(100, pawns(0), Plies::UNLIMITED), Known::Open(_)));
        assert!(matches!(table.look_up(1, pawns(0), Plies::UNLIMITED), Known::Nothing));
        assert_eq!(table.bytes(), BUCKET * size_of::<Entry>());
    }
}
