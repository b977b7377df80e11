//! A table that several threads use and that grows all the same.
//!
//! Each thread keeps a hold on the table from its first look until it lets go, and only while nobody has one
//! can the table grow. No signal is needed for that: a crowded table looks crowded to all, so everyone who
//! stores something lets go of it soon, and comes back when one of them has made it grow.

use super::Table;
use std::cell::OnceCell;
use std::num::NonZeroUsize;
use std::ops::Deref;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, TryLockError};
use std::thread;

/// One thread's hold on the table.
///
/// Whoever waits for another thread has to [let go](Hold::let_go) before: that thread may be waiting for the
/// table to grow.
pub(in super::super) struct Hold<'a> {
    table: &'a RwLock<Table>,
    held: OnceCell<RwLockReadGuard<'a, Table>>,
    threads: NonZeroUsize,
}

impl<'a> Hold<'a> {
    pub(in super::super) fn new(table: &'a RwLock<Table>) -> Hold<'a> {
        Hold {
            table,
            held: OnceCell::new(),
            threads: NonZeroUsize::MIN,
        }
    }

    /// From now on so many threads use the table, and as many may work at its growth.
    pub(in super::super) fn share(&mut self, threads: NonZeroUsize) {
        self.threads = threads;
    }

    /// Lets go of the table until it is used again.
    pub(in super::super) fn let_go(&mut self) {
        self.held.take();
    }

    /// Makes a crowded table grow, as soon as everybody has let go of it.
    #[inline]
    pub(in super::super) fn make_room(&mut self) {
        if self.is_crowded() {
            self.grow();
        }
    }

    /// The same for two tables that a thread uses at once: it waits for either without holding the other.
    pub(in super::super) fn make_room_beside(&mut self, other: &mut Hold) {
        if self.is_crowded() {
            other.let_go();
            self.grow();
        }
        if other.is_crowded() {
            self.let_go();
            other.grow();
        }
    }

    /// Waits for all to let go, but no longer than the table is crowded: as soon as somebody else has made it
    /// grow, they hold it again, and nothing would make them let go.
    #[cold]
    fn grow(&mut self) {
        self.let_go();
        while self.is_crowded() {
            self.let_go();
            // A thread that panics leaves nothing behind that could not be read: buckets are whole at any time.
            let table = match self.table.try_write() {
                Ok(table) => Some(table),
                Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
                Err(TryLockError::WouldBlock) => None,
            };
            match table {
                Some(mut table) if table.is_crowded() => table.grow(self.threads),
                _ => thread::yield_now(),
            }
        }
    }
}

impl Deref for Hold<'_> {
    type Target = Table;

    fn deref(&self) -> &Table {
        let take = || self.table.read().unwrap_or_else(PoisonError::into_inner);
        self.held.get_or_init(take)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Known, Open};
    use super::*;
    use crate::board::{BoardKey, Hand, scatter};
    use crate::search::plies::Plies;

    fn key(n: u64) -> BoardKey {
        BoardKey {
            place: scatter(n),
            check: scatter(!n),
        }
    }

    fn open(work: u32) -> Open {
        Open {
            pn: 3,
            dn: 5,
            work,
            depth: 1,
            cyclic: false,
        }
    }

    #[test]
    fn a_table_grows_under_the_hands_of_many() {
        const THREADS: u64 = 4;
        const EACH: u64 = 20_000;
        let table = RwLock::new(Table::new(16 << 20));
        let before = table.read().unwrap().bytes();
        thread::scope(|scope| {
            for thread in 0..THREADS {
                let table = &table;
                scope.spawn(move || {
                    let mut hold = Hold::new(table);
                    for n in thread * EACH..(thread + 1) * EACH {
                        hold.store_open(key(n), Hand::EMPTY, open(1));
                        hold.make_room();
                    }
                });
            }
        });
        let table = table.into_inner().unwrap();
        assert!(table.bytes() >= 16 * before && !table.is_crowded());
        let found = (0..THREADS * EACH).filter(|&n| {
            let known = table.look_up(key(n), Hand::EMPTY, Plies::UNLIMITED, 0);
            matches!(known, Known::Open(Open { pn: 3, dn: 5, .. }))
        });
        assert!(found.count() as u64 > THREADS * EACH / 100 * 99);
    }

    /// Whoever waited for one table with a hold on the other would wait for ever for somebody who does the opposite.
    #[test]
    fn two_tables_grow_under_the_hands_of_many() {
        const THREADS: u64 = 4;
        const EACH: u64 = 20_000;
        let tables = [16 << 20, 16 << 20].map(|bytes| RwLock::new(Table::new(bytes)));
        thread::scope(|scope| {
            for thread in 0..THREADS {
                let tables = &tables;
                scope.spawn(move || {
                    let [mut first, mut second] = tables.each_ref().map(Hold::new);
                    for n in thread * EACH..(thread + 1) * EACH {
                        first.store_open(key(n), Hand::EMPTY, open(1));
                        second.store_open(key(n), Hand::EMPTY, open(1));
                        first.make_room_beside(&mut second);
                    }
                });
            }
        });
        assert!(
            tables
                .iter()
                .all(|table| !table.read().unwrap().is_crowded())
        );
    }

    #[test]
    fn who_comes_late_does_not_wait_for_others_to_let_go() {
        let table = RwLock::new(Table::new(16 << 20));
        let other = Hold::new(&table);
        assert!(!other.is_crowded());
        Hold::new(&table).grow();
    }
}
