//! The transposition table: what is known of each node, whatever the path to it.
//!
//! A node is a board with its side to move, named by a key of two words, and the attacker's hand, which is
//! compared itself. The first word of the key picks the board's home, a bucket of five entries; all hands of
//! the board stand there and, when it is full, in up to seven buckets behind it. So a look-up sees what a richer
//! or poorer hand already settled: more in hand than a mate needs is mate, less than a disproof allows is no
//! mate. Hands that are not settled bound each other: with less in hand a mate is at least as hard to prove,
//! with more at least as hard to disprove.
//!
//! Any number of threads may read and write at once ([`bucket`]). Neither waits for long: a look-up that finds
//! writers in its way for too long knows nothing, and a store that does is left out.
//!
//! # How sure a match is
//!
//! All 64 bits of the second word of the key are compared, and the home depends on none of them. A look-up
//! compares the entries of the home, and those of the bucket behind only when a full bucket has sent the board
//! on, or one that looks like it: at 90 % fill it reads 2.0 buckets when it finds the node and 1.2 when it does
//! not. That is up to ten entries, each of which matches another board with a probability of 2⁻⁶⁴: less than
//! 6·10⁻¹⁰ false matches in 10⁹ look-ups, and most of those would be of hands that do not even compare.
//!
//! # Room
//!
//! The table starts small and [grows](Table::grow) in place when it gets crowded, up to its limit. From then on
//! a new entry takes the place of the one of its home that cost least; verdicts weigh more than numbers. An
//! entry takes 24 bytes, with its share of the headers 25.6, and 28.4 at 90 % fill.
//!
//! Windows of eight buckets lose few entries before the table grows at three quarters: one in 600 when boards
//! have one hand, one in 100 with two, one in 35 with four, always those that cost least. Windows of four
//! would lose one in 110, in 33 and in 14.
//!
//! # Speed
//!
//! From `benches/table.rs`, in nanoseconds each, on a shared server (AMD EPYC, 32 MiB of cache):
//!
//! | | 128 KiB, 77 % fill | 1 GiB, 90 % fill | prefetched |
//! |-|-|-|-|
//! | look-up that finds the node | 36 | 350 | 170 |
//! | look-up that finds nothing | 15 | 145 | 53 |
//! | update | 50 | 450 | |
//! | new entry | 48 | 390 | |
//!
//! Prefetching the children of a node when it is entered takes an eighth off the time of a search.

mod bucket;
mod entry;
mod grow;
mod hold;
mod memory;
mod share_out;
mod sync;
#[cfg(test)]
mod tests;

use super::plies::Plies;
use crate::board::{BoardKey, Hand};
use bucket::{Bucket, ENTRIES};
use entry::{Entry, NEVER_MET, Packed, Place};
pub(super) use hold::Hold;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicIsize, Ordering};

/// What the table knows of a node.
#[derive(Clone, Copy, Debug)]
pub enum Known {
    /// Mate within `plies`, proven for every hand that has at least `hand`.
    Mate {
        /// The length that is proven to be enough.
        plies: Plies,
        /// The least that is needed.
        hand: Hand,
    },
    /// No mate within `plies`, proven for every hand that has at most `hand`.
    NoMate {
        /// The length that is proven not to be enough.
        plies: Plies,
        /// The most that is of no use.
        hand: Hand,
    },
    /// Met before without a verdict for this budget.
    Open(Open),
    /// Never met without a verdict, or forgotten: a verdict for another budget alone says nothing of how hard it is.
    Nothing {
        /// What comparable hands say of its proof number; 0 when they say nothing.
        pn_at_least: u32,
        /// What comparable hands say of its disproof number; 0 when they say nothing.
        dn_at_least: u32,
    },
}

/// The state of a node without a verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Open {
    /// The proof number.
    pub pn: u32,
    /// The disproof number.
    pub dn: u32,
    /// Nodes spent below.
    pub work: u32,
    /// The smallest depth at which the node, or one that its numbers come from, was met.
    pub depth: u16,
    /// Whether the memory of cycles knows something of it.
    pub cyclic: bool,
}

/// How many buckets the hands of a board may stand in.
const WINDOW: usize = 8;
/// Buckets to begin with, unless the limit is above 4 GiB or very small: 128 KiB.
const FIRST_BUCKETS: usize = 1 << 10;
/// How many bits of its place an entry carries, beyond those that its bucket tells.
const REST_BITS: u32 = 17;
/// Of those bits, how many are left over in the largest table, so that its homes are about equally likely.
const SPREAD_BITS: u32 = 2;
/// One board in so many is counted, so that threads seldom meet at the counter.
const COUNTED: u64 = 16;

/// What is known of each node, shared by any number of threads.
pub struct Table {
    buckets: Vec<Bucket>,
    most_buckets: usize,
    /// Bits of the place that picked the home when the table was smallest.
    first_bits: u32,
    counter: Counter,
}

/// Entries of counted boards, in a cache line of its own.
#[derive(Default)]
#[repr(align(128))]
struct Counter(AtomicIsize);

/// Where a board belongs in the table of the present size, and how it is known there.
#[derive(Clone, Copy)]
struct Address {
    home: usize,
    rest: u32,
    check: u64,
}

impl Table {
    /// A table that grows to at most `bytes`, but has at least one bucket of 128 bytes.
    pub fn new(bytes: usize) -> Table {
        let mut buckets = memory::reserve(bytes / size_of::<Bucket>());
        let most_buckets = buckets.capacity().min(bytes / size_of::<Bucket>()).max(1);
        let first_bits = first_buckets(most_buckets).ilog2();
        memory::extend(&mut buckets, 1 << first_bits, NonZeroUsize::MIN);
        Table {
            buckets,
            most_buckets,
            first_bits,
            counter: Counter::default(),
        }
    }

    /// Forgets everything and is as small as in the beginning; the memory stays at hand.
    pub fn clear(&mut self) {
        self.buckets.clear();
        memory::extend(&mut self.buckets, 1 << self.first_bits, NonZeroUsize::MIN);
        self.counter = Counter::default();
    }

    /// The memory in use.
    pub fn bytes(&self) -> usize {
        size_of_val(self.buckets.as_slice())
    }

    /// Entries in use as a part of all, 0 to 1, from a sample of the table.
    pub fn fill(&self) -> f64 {
        const SAMPLE: usize = 1 << 10;
        let step = self.buckets.len().div_ceil(SAMPLE);
        let sample = self.buckets.iter().step_by(step);
        let slots = sample.len() * ENTRIES;
        sample.map(Bucket::count).sum::<usize>() as f64 / slots as f64
    }

    /// Entries in use as a part of all that there can be, 0 to 1, from a sample of the table.
    pub fn occupancy(&self) -> f64 {
        self.fill() * self.buckets.len() as f64 / self.most_buckets as f64
    }

    /// Whether three quarters of the entries are in use, about, and there is room to grow.
    pub fn is_crowded(&self) -> bool {
        // Threads that drop what others have not counted yet can make it negative for a moment.
        let counted = usize::try_from(self.counter.0.load(Ordering::Relaxed)).unwrap_or(0);
        self.buckets.len() < self.most_buckets
            && 4 * counted * COUNTED as usize >= 3 * ENTRIES * self.buckets.len()
    }

    /// Begins to bring a board's home from memory.
    #[inline]
    pub fn prefetch(&self, key: BoardKey) {
        memory::prefetch(&self.buckets[self.address(key).home]);
    }

    /// Looks for a verdict within `budget`, or for the state of exactly this node, met at `depth`.
    ///
    /// The numbers of an open node are raised to what comparable hands say, as far as those were met at this
    /// depth or nearer to the root.
    pub fn look_up(&self, key: BoardKey, hand: Hand, budget: Plies, depth: u16) -> Known {
        let address = self.address(key);
        let mut findings = Findings::new(hand, budget, depth);
        for bucket in self.window(address) {
            let Some(reading) = bucket.read(address.check) else {
                break;
            };
            reading.entries().for_each(|entry| findings.add(entry));
            if findings.verdict.is_some() || !reading.goes_on {
                break;
            }
        }
        findings.known()
    }

    /// Remembers the numbers of a node without a verdict. Its depth only ever falls and its cycles are never forgotten.
    pub fn store_open(&self, key: BoardKey, hand: Hand, open: Open) {
        self.store(
            key,
            hand,
            open.work,
            |_| true,
            |entry| {
                entry.pn = open.pn;
                entry.dn = open.dn;
                entry.depth = entry.depth.min(open.depth);
                entry.cyclic |= open.cyclic;
            },
        );
    }

    /// Remembers that every hand from `hand` on mates within `plies`, and drops what this makes superfluous.
    pub fn store_mate(&self, key: BoardKey, hand: Hand, plies: Plies, work: u32) {
        self.store(
            key,
            hand,
            work,
            |old| {
                old.hand == hand
                    || !old.hand.dominates(hand)
                    || old.is_no_mate()
                    || old.mate_within < plies
            },
            |entry| entry.mate_within = entry.mate_within.min(plies),
        );
    }

    /// Remembers that every hand up to `hand` has no mate within `plies`, and drops what this makes superfluous.
    pub fn store_no_mate(&self, key: BoardKey, hand: Hand, plies: Plies, work: u32) {
        self.store(
            key,
            hand,
            work,
            |old| {
                old.hand == hand || !hand.dominates(old.hand) || old.is_mate() || old.no_mate_within > plies
                    // Its numbers still tell something about longer mates.
                    || plies != Plies::UNLIMITED
            },
            |entry| entry.no_mate_within = entry.no_mate_within.max(plies),
        );
    }

    /// Drops what is not to be kept of a board, and updates the entry of one hand, made if there is none.
    fn store(
        &self,
        key: BoardKey,
        hand: Hand,
        work: u32,
        keep: impl Fn(&Entry) -> bool,
        update: impl Fn(&mut Entry),
    ) {
        let address = self.address(key);
        let update = |entry: &mut Entry| {
            update(entry);
            entry.work = entry.work.max(work);
        };
        let mut stored = false;
        for (displacement, bucket) in self.window(address).iter().enumerate() {
            let Some(mut writer) = bucket.lock() else {
                return;
            };
            self.count(
                address.check,
                -(writer.retain(address.check, &keep) as isize),
            );
            if !stored && let Some(at) = writer.position(address.check, hand) {
                let (check, packed) = writer.get(at);
                let mut entry = packed.unpack();
                update(&mut entry);
                writer.set(at, check, entry.pack().at(packed.place()));
                stored = true;
            }
            if !writer.goes_on(address.check) {
                if !stored && !writer.is_full() {
                    let mut entry = Entry::new(hand, work);
                    update(&mut entry);
                    let packed = entry.pack().at(address.behind(displacement));
                    writer.push(address.check, packed);
                    self.count(address.check, 1);
                    stored = true;
                }
                break;
            }
        }
        if !stored {
            let mut entry = Entry::new(hand, work);
            update(&mut entry);
            self.insert(address, entry.pack());
        }
    }

    /// Puts a new entry into the first bucket of its window that has room, or in place of another one.
    fn insert(&self, address: Address, packed: Packed) {
        let window = self.window(address);
        let with_room = window.iter().position(|bucket| bucket.count() < ENTRIES);
        let displacement = with_room.unwrap_or_else(|| self.least_worth(address));
        for bucket in &window[..displacement] {
            let Some(mut writer) = bucket.lock() else {
                return;
            };
            writer.send_on(address.check);
        }
        let Some(mut writer) = window[displacement].lock() else {
            return;
        };
        let packed = packed.at(address.behind(displacement));
        if !writer.is_full() {
            writer.push(address.check, packed);
        } else if let Some((at, _)) = writer.least_worth() {
            let (victim, _) = writer.get(at);
            self.count(victim, -1);
            writer.set(at, address.check, packed);
        }
        self.count(address.check, 1);
    }

    /// Which bucket of a full window a new entry displaces another one from.
    ///
    /// That is the home, unless the board itself takes most of it: then its hands would only displace each
    /// other, and the least of the whole window has to go.
    fn least_worth(&self, address: Address) -> usize {
        let window = self.window(address);
        let own = window[0].read(address.check);
        if own.is_none_or(|own| own.entries().len() <= ENTRIES / 2) {
            return 0;
        }
        let worth = |bucket: &Bucket| bucket.lock().and_then(|writer| writer.least_worth());
        (0..window.len())
            .min_by_key(|&at| worth(&window[at]).map_or(u64::MAX, |(_, worth)| worth))
            .unwrap_or(0)
    }

    fn address(&self, key: BoardKey) -> Address {
        let place = key.place >> (u64::BITS - REST_BITS - self.first_bits);
        self.address_at(place, key.check)
    }

    /// The address of a board from those bits of its place that count.
    fn address_at(&self, place: u64, check: u64) -> Address {
        let bits = self.first_bits + REST_BITS;
        Address {
            home: ((u128::from(place) * self.buckets.len() as u128) >> bits) as usize,
            rest: (place & ((1 << REST_BITS) - 1)) as u32,
            check,
        }
    }

    /// The buckets where a board can stand.
    fn window(&self, address: Address) -> &[Bucket] {
        let end = self.buckets.len().min(address.home + WINDOW);
        &self.buckets[address.home..end]
    }

    fn count(&self, check: u64, more: isize) {
        if more != 0 && check.is_multiple_of(COUNTED) {
            self.counter.0.fetch_add(more, Ordering::Relaxed);
        }
    }
}

impl Address {
    /// The place so many buckets behind the home.
    fn behind(self, displacement: usize) -> Place {
        Place {
            displacement,
            rest: self.rest,
        }
    }
}

/// How many buckets a table begins with, a power of two: few, but enough that the bits an entry carries take it
/// to the largest size.
fn first_buckets(most: usize) -> usize {
    let needed = most.next_power_of_two() >> (REST_BITS - SPREAD_BITS);
    FIRST_BUCKETS.max(needed).min(1 << most.ilog2())
}

/// What the entries of a board say of one of its hands.
struct Findings {
    hand: Hand,
    budget: Plies,
    depth: u16,
    verdict: Option<Known>,
    exact: Option<Open>,
    /// From richer hands.
    pn: Bounds,
    /// From poorer hands.
    dn: Bounds,
}

impl Findings {
    fn new(hand: Hand, budget: Plies, depth: u16) -> Findings {
        Findings {
            hand,
            budget,
            depth,
            verdict: None,
            exact: None,
            pn: Bounds::default(),
            dn: Bounds::default(),
        }
    }

    #[inline]
    fn add(&mut self, entry: Entry) {
        if self.verdict.is_some() {
            return;
        }
        let (richer, poorer) = (
            entry.hand.dominates(self.hand),
            self.hand.dominates(entry.hand),
        );
        let Entry {
            hand,
            mate_within,
            no_mate_within,
            ..
        } = entry;
        if poorer && entry.mates(self.budget) {
            self.verdict = Some(Known::Mate {
                plies: mate_within,
                hand,
            });
        } else if richer && entry.mates_not(self.budget) {
            self.verdict = Some(Known::NoMate {
                plies: no_mate_within,
                hand,
            });
        } else if richer && poorer && entry.depth != NEVER_MET {
            self.add_exact(entry.open());
        } else if entry.is_open(self.budget) {
            if richer {
                self.pn.add(entry.pn, entry.depth, self.depth);
            }
            if poorer {
                self.dn.add(entry.dn, entry.depth, self.depth);
            }
        }
    }

    /// Threads that store a node at the same time can leave two entries of it.
    fn add_exact(&mut self, open: Open) {
        let first = self.exact.get_or_insert(open);
        first.depth = first.depth.min(open.depth);
        first.cyclic |= open.cyclic;
    }

    fn known(self) -> Known {
        match (self.verdict, self.exact) {
            (Some(verdict), _) => verdict,
            (None, Some(open)) => Known::Open(Open {
                pn: open.pn.max(self.pn.near.number),
                dn: open.dn.max(self.dn.near.number),
                depth: open
                    .depth
                    .min(self.pn.near.depth_above(open.pn))
                    .min(self.dn.near.depth_above(open.dn)),
                ..open
            }),
            (None, None) => Known::Nothing {
                pn_at_least: self.pn.any,
                dn_at_least: self.dn.any,
            },
        }
    }
}

/// Lower bounds for a number of a node.
#[derive(Default)]
struct Bounds {
    /// From entries of whatever depth.
    any: u32,
    /// From entries met at the node's depth or nearer to the root.
    near: Bound,
}

#[derive(Default)]
struct Bound {
    number: u32,
    depth: u16,
}

impl Bounds {
    fn add(&mut self, number: u32, depth: u16, asked: u16) {
        self.any = self.any.max(number);
        if depth <= asked && number > self.near.number {
            self.near = Bound { number, depth };
        }
    }
}

impl Bound {
    /// The depth that comes with the bound if it lifts `number`.
    fn depth_above(&self, number: u32) -> u16 {
        if self.number > number {
            self.depth
        } else {
            NEVER_MET
        }
    }
}
