//! A bucket: two neighbouring cache lines that many threads read and write together.
//!
//! A header guards five entries by a sequence lock. A reader looks at the header, copies what it needs and
//! looks again; when a writer was at work in between, the header has changed and the reader starts over. So
//! readers write nothing and never wait long, and no mixture of two states is ever believed.
//!
//! All words are atomics, so that a race is no more than an old or a new value. The order comes from this
//! (Boehm, "Can seqlocks get along with programming language memory models?", 2012):
//!
//! * A writer sets the lock bit (acquire), issues a release fence, writes the entries (relaxed) and stores the
//!   header with the next sequence number (release).
//! * A reader loads the header (acquire), then the entries (relaxed), issues an acquire fence and loads the
//!   header again (relaxed).
//!
//! What a reader sees of a finished write comes whole, since its first look at the header synchronises with
//! the store that finished it. If it sees any word of a later one, the fences synchronise, and its second look
//! shows the lock bit or a later sequence number. Sequence numbers return after 2³⁶ writes to one bucket, which
//! no reader is slow enough to sit through.

use super::entry::{Entry, Packed};
use super::sync::{AtomicU64, Ordering, fence, relax};
use crate::board::Hand;

/// Entries in a bucket. They fill it from the front.
pub(super) const ENTRIES: usize = 5;

/// How often a reader or writer tries a bucket that others write.
const TRIES: usize = 64;

#[repr(C, align(128))]
pub(super) struct Bucket {
    header: AtomicU64,
    slots: [Slot; ENTRIES],
}

#[cfg(not(loom))]
const _: () = assert!(size_of::<Bucket>() == 128);

/// The check word of a board and a packed entry.
struct Slot {
    check: AtomicU64,
    packed: [AtomicU64; 2],
}

impl Slot {
    fn empty() -> Slot {
        Slot {
            check: AtomicU64::new(0),
            packed: [AtomicU64::new(0), AtomicU64::new(0)],
        }
    }

    fn check(&self) -> u64 {
        self.check.load(Ordering::Relaxed)
    }

    fn packed(&self) -> Packed {
        Packed([
            self.packed[0].load(Ordering::Relaxed),
            self.packed[1].load(Ordering::Relaxed),
        ])
    }

    fn set(&self, check: u64, packed: Packed) {
        let Packed([low, high]) = packed;
        self.check.store(check, Ordering::Relaxed);
        self.packed[0].store(low, Ordering::Relaxed);
        self.packed[1].store(high, Ordering::Relaxed);
    }
}

/// From the lowest bit: the lock (1), the number of entries (3), the passed boards (24), the sequence number (36).
#[derive(Clone, Copy, PartialEq, Eq)]
struct Header(u64);

impl Header {
    const LOCKED: u64 = 1;
    const COUNT_SHIFT: u32 = 1;
    const COUNT: u64 = 0b111 << Header::COUNT_SHIFT;
    const PASSED_SHIFT: u32 = 4;
    const PASSED_BITS: u64 = 24;
    const SEQUENCE_ONE: u64 = 1 << 28;

    fn is_locked(self) -> bool {
        self.0 & Header::LOCKED != 0
    }

    fn count(self) -> usize {
        ((self.0 & Header::COUNT) >> Header::COUNT_SHIFT) as usize
    }

    fn with_count(self, count: usize) -> Header {
        Header(self.0 & !Header::COUNT | (count as u64) << Header::COUNT_SHIFT)
    }

    /// The bit of a board in the set of those that went past a full bucket. Others may share it.
    fn passed_bit(check: u64) -> u64 {
        // The high bits, since the low ones pick what is counted.
        let bit = ((check >> 32) * Header::PASSED_BITS) >> 32;
        1 << (bit + u64::from(Header::PASSED_SHIFT))
    }

    fn may_have_passed(self, check: u64) -> bool {
        self.0 & Header::passed_bit(check) != 0
    }
}

/// What came of reading a bucket.
pub(super) struct Reading {
    packed: [Packed; ENTRIES],
    count: usize,
    /// Whether entries of the same board may stand in the next bucket.
    pub(super) goes_on: bool,
}

impl Reading {
    /// The entries of the board.
    #[inline]
    pub(super) fn entries(&self) -> impl ExactSizeIterator<Item = Entry> {
        let packed = &self.packed[..self.count];
        packed.iter().map(|packed| packed.unpack())
    }
}

impl Bucket {
    pub(super) fn empty() -> Bucket {
        Bucket {
            header: AtomicU64::new(0),
            slots: std::array::from_fn(|_| Slot::empty()),
        }
    }

    /// The entries of a board; `None` when writers left no time to read them.
    #[inline]
    pub(super) fn read(&self, check: u64) -> Option<Reading> {
        for _ in 0..TRIES {
            let before = Header(self.header.load(Ordering::Acquire));
            if before.is_locked() {
                relax();
                continue;
            }
            let mut reading = Reading {
                packed: [Packed([0; 2]); ENTRIES],
                count: 0,
                goes_on: before.may_have_passed(check),
            };
            for slot in &self.slots[..before.count().min(ENTRIES)] {
                if slot.check() == check {
                    reading.packed[reading.count] = slot.packed();
                    reading.count += 1;
                }
            }
            fence(Ordering::Acquire);
            if self.header.load(Ordering::Relaxed) == before.0 {
                return Some(reading);
            }
        }
        None
    }

    /// How many entries there are, or were a moment ago.
    pub(super) fn count(&self) -> usize {
        Header(self.header.load(Ordering::Relaxed)).count()
    }

    /// Keeps other writers out; `None` when one would not go.
    pub(super) fn lock(&self) -> Option<Writer<'_>> {
        for _ in 0..TRIES {
            let header = Header(self.header.load(Ordering::Relaxed));
            let locked = header.0 | Header::LOCKED;
            let free = !header.is_locked();
            if free
                && self
                    .header
                    .compare_exchange(header.0, locked, Ordering::Acquire, Ordering::Relaxed)
                    .is_ok()
            {
                fence(Ordering::Release);
                return Some(Writer {
                    bucket: self,
                    header,
                    written: false,
                });
            }
            relax();
        }
        None
    }
}

/// The only one to write to a bucket, until dropped.
pub(super) struct Writer<'a> {
    bucket: &'a Bucket,
    header: Header,
    /// Whether readers could have seen anything but what was before.
    written: bool,
}

impl Writer<'_> {
    pub(super) fn is_full(&self) -> bool {
        self.header.count() == ENTRIES
    }

    /// Whether entries of the board may stand in the next bucket.
    pub(super) fn goes_on(&self, check: u64) -> bool {
        self.header.may_have_passed(check)
    }

    /// Sends those who look for the board on to the next bucket too.
    pub(super) fn send_on(&mut self, check: u64) {
        self.written |= !self.goes_on(check);
        self.header.0 |= Header::passed_bit(check);
    }

    /// All entries with the check words of their boards.
    pub(super) fn entries(&self) -> impl Iterator<Item = (u64, Packed)> {
        self.slots().map(|slot| (slot.check(), slot.packed()))
    }

    fn slots(&self) -> impl Iterator<Item = &Slot> {
        self.bucket.slots[..self.header.count()].iter()
    }

    /// Where the entry of exactly this hand stands.
    pub(super) fn position(&self, check: u64, hand: Hand) -> Option<usize> {
        self.slots()
            .position(|slot| slot.check() == check && slot.packed().hand() == hand)
    }

    /// Where the entry of the least worth stands, and its worth.
    pub(super) fn least_worth(&self) -> Option<(usize, u64)> {
        self.slots()
            .map(|slot| slot.packed().unpack().worth())
            .enumerate()
            .min_by_key(|&(_, worth)| worth)
    }

    pub(super) fn get(&self, at: usize) -> (u64, Packed) {
        let slot = &self.bucket.slots[at];
        (slot.check(), slot.packed())
    }

    pub(super) fn set(&mut self, at: usize, check: u64, packed: Packed) {
        self.written = true;
        self.bucket.slots[at].set(check, packed);
    }

    /// Adds an entry to a bucket that is not full.
    pub(super) fn push(&mut self, check: u64, packed: Packed) {
        let count = self.header.count();
        self.set(count, check, packed);
        self.header = self.header.with_count(count + 1);
    }

    /// Drops the entries of a board that are not to be kept, and says how many that were.
    pub(super) fn retain(&mut self, check: u64, keep: impl Fn(&Entry) -> bool) -> usize {
        let mut dropped = 0;
        let mut at = 0;
        while at < self.header.count() {
            let slot = &self.bucket.slots[at];
            if slot.check() != check || keep(&slot.packed().unpack()) {
                at += 1;
                continue;
            }
            let last = self.header.count() - 1;
            if at < last {
                let (check, packed) = self.get(last);
                self.set(at, check, packed);
            }
            self.header = self.header.with_count(last);
            self.written = true;
            dropped += 1;
        }
        dropped
    }

    /// Empties the bucket, as if nothing had ever been there.
    pub(super) fn clear(&mut self) {
        self.written = true;
        self.header.0 &= !(Header::SEQUENCE_ONE - 1);
    }
}

impl Drop for Writer<'_> {
    fn drop(&mut self) {
        let next = if self.written {
            self.header.0.wrapping_add(Header::SEQUENCE_ONE)
        } else {
            self.header.0
        };
        self.bucket.header.store(next, Ordering::Release);
    }
}

/// Every order of events in which few threads meet: `RUSTFLAGS="--cfg loom" cargo test --lib loom`.
#[cfg(all(test, loom))]
mod loom_tests {
    use super::*;
    use loom::sync::Arc;
    use loom::thread;

    /// Entries whose parts tell their number, so that a mixture shows.
    fn entry(n: u32) -> Entry {
        Entry {
            pn: n,
            dn: n,
            depth: n as u16,
            ..Entry::new(Hand::EMPTY, 1)
        }
    }

    fn write(bucket: &Bucket, n: u32) {
        if let Some(mut writer) = bucket.lock() {
            match writer.position(7, Hand::EMPTY) {
                Some(at) => writer.set(at, 7, entry(n).pack()),
                None => writer.push(7, entry(n).pack()),
            }
        }
    }

    fn read(bucket: &Bucket) -> Option<Vec<Entry>> {
        Some(bucket.read(7)?.entries().collect())
    }

    // Loom finds the orders of two events only from one in which writing comes first.
    #[test]
    fn loom_readers_see_whole_entries() {
        loom::model(|| {
            let bucket = Arc::new(Bucket::empty());
            write(&bucket, 1);
            let reader = thread::spawn({
                let bucket = Arc::clone(&bucket);
                move || read(&bucket)
            });
            write(&bucket, 2);
            if let Some(seen) = reader.join().unwrap() {
                assert!(seen == [entry(1)] || seen == [entry(2)], "{seen:?}");
            }
            assert_eq!(read(&bucket), Some(vec![entry(2)]));
        });
    }

    #[test]
    fn loom_readers_do_not_miss_a_second_write() {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(2);
        model.check(|| {
            let bucket = Arc::new(Bucket::empty());
            write(&bucket, 1);
            let reader = thread::spawn({
                let bucket = Arc::clone(&bucket);
                move || read(&bucket)
            });
            write(&bucket, 2);
            write(&bucket, 3);
            if let Some(seen) = reader.join().unwrap() {
                assert!((1..=3).any(|n| seen == [entry(n)]), "{seen:?}");
            }
        });
    }

    #[test]
    fn loom_writers_take_turns() {
        loom::model(|| {
            let bucket = Arc::new(Bucket::empty());
            let writer = thread::spawn({
                let bucket = Arc::clone(&bucket);
                move || write(&bucket, 1)
            });
            write(&bucket, 2);
            writer.join().unwrap();
            let seen = read(&bucket).expect("nobody writes any more");
            assert!(seen == [entry(1)] || seen == [entry(2)], "{seen:?}");
        });
    }
}
