//! The positions on the way from the root to the node in hand.
//!
//! A position that comes back is the attacker's failure: either he gives perpetual check, or he could have
//! mated without the detour. The same holds when it comes back with less in his hand: whatever he can do
//! with less he can do with more, so the earlier position needs no way through the later one.

use super::MAX_DEPTH;
use crate::board::{BoardKey, Hand, scatter};

/// Slots of the index: a power of two, at least twice the depth.
const SLOTS: usize = 4 * MAX_DEPTH;

/// The ancestors of the node in hand, in order from the root.
#[derive(Clone)]
pub(super) struct Path {
    ancestors: Vec<Ancestor>,
    /// Open addressing with linear probing by board key; a slot holds depth + 1, or 0 when free. The last
    /// one in is the first one out, so taking it out never breaks a run.
    index: Vec<u16>,
}

#[derive(Clone)]
struct Ancestor {
    board_key: BoardKey,
    hand: Hand,
    slot: usize,
    /// The combined keys of this ancestor and all before it.
    combined: u64,
}

impl Path {
    pub(super) fn new() -> Path {
        Path {
            ancestors: Vec::with_capacity(MAX_DEPTH),
            index: vec![0; SLOTS],
        }
    }

    /// How many ancestors the node in hand has.
    pub(super) fn depth(&self) -> usize {
        self.ancestors.len()
    }

    /// Makes the node in hand an ancestor of the next.
    pub(super) fn push(&mut self, board_key: BoardKey, hand: Hand) {
        let mut slot = Self::home(board_key);
        while self.index[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        self.index[slot] = self.ancestors.len() as u16 + 1;
        let combined = self.combined(self.ancestors.len())
            ^ scatter(board_key.check ^ scatter(u64::from(hand.bits())));
        self.ancestors.push(Ancestor {
            board_key,
            hand,
            slot,
            combined,
        });
    }

    /// Goes back to the last ancestor.
    pub(super) fn pop(&mut self) {
        if let Some(last) = self.ancestors.pop() {
            self.index[last.slot] = 0;
        }
    }

    /// The depth of the nearest ancestor with the same board and at least as much in the attacker's hand.
    pub(super) fn find(&self, board_key: BoardKey, hand: Hand) -> Option<u16> {
        let mut slot = Self::home(board_key);
        let mut nearest = None;
        while self.index[slot] != 0 {
            let depth = self.index[slot] - 1;
            let ancestor = &self.ancestors[usize::from(depth)];
            if ancestor.board_key == board_key && ancestor.hand.dominates(hand) {
                nearest = nearest.max(Some(depth));
            }
            slot = (slot + 1) % SLOTS;
        }
        nearest
    }

    /// A key of the last `length` ancestors as a set; `None` when there are fewer.
    pub(super) fn segment(&self, length: u16) -> Option<u64> {
        let depth = self.depth();
        let start = depth.checked_sub(usize::from(length))?;
        Some(self.combined(depth) ^ self.combined(start))
    }

    /// The combined keys of the first `count` ancestors.
    fn combined(&self, count: usize) -> u64 {
        match count {
            0 => 0,
            count => self.ancestors[count - 1].combined,
        }
    }

    fn home(board_key: BoardKey) -> usize {
        board_key.place as usize % SLOTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::HandKind;

    fn key(n: u64) -> BoardKey {
        BoardKey { place: n, check: n }
    }

    #[test]
    fn a_poorer_hand_repeats_and_a_richer_one_does_not() {
        let one = Hand::EMPTY.with(HandKind::Pawn, 1);
        let two = Hand::EMPTY.with(HandKind::Pawn, 2);
        let mut path = Path::new();
        path.push(key(7), one);
        path.push(key(7 + SLOTS as u64), two);
        assert_eq!(path.find(key(7), one), Some(0));
        assert_eq!(path.find(key(7), Hand::EMPTY), Some(0));
        assert_eq!(path.find(key(7), two), None);
        path.push(key(7), two);
        assert_eq!(path.find(key(7), one), Some(2));
        path.pop();
        assert_eq!(path.find(key(7), one), Some(0));
    }

    #[test]
    fn a_segment_is_known_by_its_positions_not_by_what_came_before() {
        let mut path = Path::new();
        for n in [1, 2, 3] {
            path.push(key(n), Hand::EMPTY);
        }
        let two_and_three = path.segment(2);
        let mut other = Path::new();
        for n in [9, 8, 3, 2] {
            other.push(key(n), Hand::EMPTY);
        }
        assert_eq!(other.segment(2), two_and_three);
        assert_ne!(other.segment(3), path.segment(3));
        assert_eq!(path.segment(4), None);
    }
}
