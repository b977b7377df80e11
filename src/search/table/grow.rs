//! How a table grows: every entry moves to where its board belongs in the larger table.
//!
//! Homes keep their order and never move to the front. So the entries move from the back on, a stretch of buckets
//! after the other: those of a stretch go to homes from its end on, where nothing stands any more that has not
//! moved yet. Within a stretch, threads can empty the buckets side by side. What belongs within the stretch itself,
//! because it is near the front or stands far from its home, waits until all of it is empty.

use super::bucket::ENTRIES;
use super::entry::{Packed, Place};
use super::share_out::{PART, share_out};
use super::{REST_BITS, Table, memory};
use std::num::NonZeroUsize;
use std::ops::Range;

/// The last stretch has so many buckets at most: what waits in it all goes through one thread, but that is little.
const LEAST_STRETCH: usize = 1 << 10;

/// An entry taken out of its bucket.
struct Stray {
    /// Those bits of the board's place that count.
    place: u64,
    check: u64,
    packed: Packed,
}

impl Table {
    /// Enlarges the table, to twice its size or to its limit, by at most so many threads. Nothing is lost but what
    /// finds no room, of the least worth: nothing as a rule, one entry in ten thousand when the last step is a
    /// smaller one. (And what one thread brings to a bucket where another one falls asleep.)
    pub fn grow(&mut self, threads: NonZeroUsize) {
        let old = self.buckets.len();
        let doublings = old.ilog2() - self.first_bits;
        let new = (2 * old).min(self.most_buckets);
        if new == old {
            return;
        }
        memory::extend(&mut self.buckets, new, threads);
        self.counter = Default::default();
        let table = &*self;
        let mut waiting = Vec::new();
        let mut end = old;
        while end > 0 {
            // What has its home from here on will have it behind the stretch.
            let start = (end as u128 * old as u128).div_ceil(new as u128) as usize;
            let start = start.min(end.saturating_sub(LEAST_STRETCH));
            let parts = (start..end).step_by(PART);
            let part = |from: usize| table.move_behind(end, from..end.min(from + PART), doublings);
            waiting.extend(share_out(parts, threads, part).into_iter().flatten());
            waiting.retain(|stray| !table.put_back(start, stray));
            end = start;
        }
        debug_assert!(waiting.is_empty());
    }

    /// Moves the entries of `buckets` to their homes from `end` on. Those with a home before that wait.
    fn move_behind(&self, end: usize, buckets: Range<usize>, doublings: u32) -> Vec<Stray> {
        let strays = buckets.flat_map(|at| self.take_out(at, doublings));
        strays
            .flatten()
            .filter(|stray| !self.put_back(end, stray))
            .collect()
    }

    /// Empties a bucket of a table that grows, which had doubled so often before.
    fn take_out(&self, at: usize, doublings: u32) -> [Option<Stray>; ENTRIES] {
        let Some(mut writer) = self.buckets[at].lock() else {
            unreachable!("the entries of others go to buckets that are empty already")
        };
        let mut entries = writer.entries().map(|(check, packed)| {
            let Place { displacement, rest } = packed.place();
            let place = ((at - displacement) >> doublings) as u64;
            Stray {
                place: place << REST_BITS | u64::from(rest),
                check,
                packed,
            }
        });
        let strays = std::array::from_fn(|_| entries.next());
        drop(entries);
        writer.clear();
        strays
    }

    /// Inserts an entry whose home is from `first` on; whether it is.
    fn put_back(&self, first: usize, stray: &Stray) -> bool {
        let address = self.address_at(stray.place, stray.check);
        let may_be_put_back = address.home >= first;
        if may_be_put_back {
            self.insert(address, stray.packed);
        }
        may_be_put_back
    }
}
