//! Disproofs that hold only on certain paths.
//!
//! A node can be disproven because every way on comes back to an ancestor. That disproof needs just the
//! ancestors from the one it comes back to, as a set: whatever leads there, and in whatever order they were
//! passed, the repetitions repeat. So it is remembered with the length and the key of that segment of the
//! path (the graph-history problem: Kishimoto and Müller, 2004, keep the whole path instead).

use super::path::Path;
use super::plies::Plies;
use crate::board::{BoardKey, Hand, scatter};

/// A bounded memory of path-dependent disproofs; new ones push out old ones.
pub(super) struct Cycles {
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
/// Rows to begin with; their number doubles whenever half of the records are used.
const FIRST_ROWS: usize = 256;

impl Cycles {
    /// At most `bytes` of memory, at least one row.
    pub(super) fn new(bytes: usize) -> Cycles {
        let most = (bytes / (ROW * size_of::<Record>())).max(1) * ROW;
        Cycles {
            records: vec![FREE; most.min(FIRST_ROWS * ROW)],
            used: 0,
            most,
        }
    }

    /// Forgets everything and is as small as in the beginning.
    pub(super) fn clear(&mut self) {
        self.records.truncate(FIRST_ROWS * ROW);
        self.records.fill(FREE);
        self.used = 0;
    }

    pub(super) fn bytes(&self) -> usize {
        self.records.len() * size_of::<Record>()
    }

    /// Remembers that the node in hand, whose ancestors are `path`, is no mate within `budget` because of
    /// repetitions that reach back to the ancestor at depth `start`.
    pub(super) fn store(
        &mut self,
        board_key: BoardKey,
        hand: Hand,
        path: &Path,
        start: u16,
        budget: Plies,
    ) {
        let length = path.depth() as u16 - start;
        if let Some(segment) = path.segment(length) {
            self.insert(Record {
                board_key,
                segment,
                hand,
                length,
                budget,
            });
        }
        if self.used * 2 > self.records.len() && self.records.len() * 2 <= self.most {
            self.grow();
        }
    }

    fn insert(&mut self, record: Record) {
        let same = |old: &Record| {
            (old.board_key, old.hand, old.segment)
                == (record.board_key, record.hand, record.segment)
        };
        let first = self.row(record.board_key, record.hand);
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

    /// The depth of the ancestor that a known disproof of this node on this path reaches back to.
    pub(super) fn find(
        &self,
        board_key: BoardKey,
        hand: Hand,
        path: &Path,
        budget: Plies,
    ) -> Option<u16> {
        let row = self.row(board_key, hand);
        self.records[row..row + ROW]
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

    /// The index of the first record of a node's row.
    fn row(&self, board_key: BoardKey, hand: Hand) -> usize {
        let rows = (self.records.len() / ROW) as u128;
        let key = scatter(board_key.place ^ u64::from(hand.bits()));
        ((u128::from(key) * rows) >> 64) as usize * ROW
    }
}
