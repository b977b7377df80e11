//! Pieces in hand, packed into one word.

use super::HandKind;

/// How many pieces of each kind a player holds.
///
/// Each kind has its own field of a 32-bit word with one spare bit above it, so that comparing all
/// kinds at once is one subtraction: a field that is too small borrows its spare bit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hand(u32);

/// Lowest bit of each kind's field, in [`HandKind`] order. Widths: pawns 5, lances, knights, silvers, golds 3, bishops, rooks 2.
const SHIFT: [u32; HandKind::COUNT] = [0, 6, 10, 14, 22, 25, 18];
const WIDTH: [u32; HandKind::COUNT] = [5, 3, 3, 3, 2, 2, 3];
/// The spare bit above each field.
const SPARE: u32 = 1 << 5 | 1 << 9 | 1 << 13 | 1 << 17 | 1 << 21 | 1 << 24 | 1 << 27;

/// Lowest bit of each kind's field when no bits are spared.
const PACKED_SHIFT: [u32; HandKind::COUNT] = [0, 5, 8, 11, 17, 19, 14];

/// As many ones as a kind's field has bits.
const fn mask(kind: usize) -> u32 {
    (1 << WIDTH[kind]) - 1
}

impl Hand {
    /// How many bits [`Hand::pack`] needs.
    pub(crate) const PACKED_BITS: u32 = 21;

    /// No pieces.
    pub const EMPTY: Hand = Hand(0);

    /// How many of `kind`.
    pub const fn count(self, kind: HandKind) -> u8 {
        (self.0 >> SHIFT[kind.index()] & mask(kind.index())) as u8
    }

    /// Whether there is at least one of `kind`.
    pub const fn has(self, kind: HandKind) -> bool {
        self.count(kind) > 0
    }

    /// This hand with exactly `count` of `kind`.
    ///
    /// # Panics
    /// When `count` is more than a set of pieces holds.
    pub const fn with(self, kind: HandKind, count: u8) -> Hand {
        assert!(count <= kind.supply());
        let field = mask(kind.index()) << SHIFT[kind.index()];
        Hand(self.0 & !field | (count as u32) << SHIFT[kind.index()])
    }

    /// This hand with one more of `kind`.
    #[inline]
    pub const fn add(self, kind: HandKind) -> Hand {
        debug_assert!(self.count(kind) < kind.supply());
        Hand(self.0 + (1 << SHIFT[kind.index()]))
    }

    /// This hand with one less of `kind`, of which there must be one.
    #[inline]
    pub const fn remove(self, kind: HandKind) -> Hand {
        debug_assert!(self.has(kind));
        Hand(self.0 - (1 << SHIFT[kind.index()]))
    }

    /// Whether this hand has at least as many of every kind as `other` (優越関係).
    ///
    /// ```
    /// use tsume::board::{Hand, HandKind};
    /// let rich = Hand::EMPTY.with(HandKind::Pawn, 2).with(HandKind::Gold, 1);
    /// assert!(rich.dominates(rich.remove(HandKind::Pawn)));
    /// assert!(!rich.dominates(Hand::EMPTY.with(HandKind::Rook, 1)));
    /// ```
    #[inline]
    pub const fn dominates(self, other: Hand) -> bool {
        (self.0 | SPARE).wrapping_sub(other.0) & SPARE == SPARE
    }

    /// For each kind the larger of the two counts.
    pub fn union(self, other: Hand) -> Hand {
        self.combine(other, u8::max)
    }

    /// For each kind the smaller of the two counts.
    pub fn intersection(self, other: Hand) -> Hand {
        self.combine(other, u8::min)
    }

    fn combine(self, other: Hand, choose: fn(u8, u8) -> u8) -> Hand {
        HandKind::ALL.into_iter().fold(Hand::EMPTY, |hand, kind| {
            hand.with(kind, choose(self.count(kind), other.count(kind)))
        })
    }

    /// Both hands together.
    ///
    /// # Panics
    /// In debug builds, when a kind exceeds what a set of pieces holds.
    pub const fn plus(self, other: Hand) -> Hand {
        debug_assert!((self.0 + other.0) & SPARE == 0);
        Hand(self.0 + other.0)
    }

    /// Whether nothing is held.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many pieces in all.
    pub fn total(self) -> u32 {
        HandKind::ALL
            .into_iter()
            .map(|kind| u32::from(self.count(kind)))
            .sum()
    }

    /// The kinds held, in [`HandKind`] order.
    pub fn kinds(self) -> impl Iterator<Item = HandKind> {
        HandKind::ALL
            .into_iter()
            .filter(move |&kind| self.has(kind))
    }

    /// The counts alone, without spare bits: [`Hand::PACKED_BITS`] bits.
    #[inline]
    pub(crate) const fn pack(self) -> u32 {
        let mut packed = 0;
        let mut kind = 0;
        while kind < HandKind::COUNT {
            packed |= (self.0 >> SHIFT[kind] & mask(kind)) << PACKED_SHIFT[kind];
            kind += 1;
        }
        packed
    }

    /// The hand whose counts these are.
    #[inline]
    pub(crate) const fn unpack(packed: u32) -> Hand {
        let mut hand = 0;
        let mut kind = 0;
        while kind < HandKind::COUNT {
            hand |= (packed >> PACKED_SHIFT[kind] & mask(kind)) << SHIFT[kind];
            kind += 1;
        }
        Hand(hand)
    }

    /// The packed word: equal hands have equal words, and no hand uses bits 28..32.
    pub const fn bits(self) -> u32 {
        self.0
    }
}

impl std::fmt::Debug for Hand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map()
            .entries(self.kinds().map(|kind| (kind, self.count(kind))))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn hands() -> impl Strategy<Value = Hand> {
        (
            0u8..=18,
            0u8..=4,
            0u8..=4,
            0u8..=4,
            0u8..=2,
            0u8..=2,
            0u8..=4,
        )
            .prop_map(|(p, l, n, s, b, r, g)| {
                HandKind::ALL
                    .into_iter()
                    .zip([p, l, n, s, b, r, g])
                    .fold(Hand::EMPTY, |hand, (kind, count)| hand.with(kind, count))
            })
    }

    proptest! {
        #[test]
        fn dominance_is_component_wise(a in hands(), b in hands()) {
            let plain = HandKind::ALL.into_iter().all(|kind| a.count(kind) >= b.count(kind));
            prop_assert_eq!(a.dominates(b), plain);
            prop_assert!(a.union(b).dominates(a) && a.union(b).dominates(b));
            prop_assert!(a.dominates(a.intersection(b)) && b.dominates(a.intersection(b)));
        }

        #[test]
        fn packing_keeps_every_count(a in hands()) {
            prop_assert!(a.pack() < 1 << Hand::PACKED_BITS);
            prop_assert_eq!(Hand::unpack(a.pack()), a);
        }

        #[test]
        fn adding_and_removing_touch_one_kind(a in hands()) {
            for kind in a.kinds() {
                let less = a.remove(kind);
                prop_assert_eq!(less.add(kind), a);
                prop_assert_eq!(less.total() + 1, a.total());
                prop_assert_eq!(less.count(kind) + 1, a.count(kind));
            }
        }
    }
}
