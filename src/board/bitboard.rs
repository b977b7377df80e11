//! Sets of squares.

use super::{Color, Square};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares: bit `n` stands for the square with index `n`, so a file is nine neighbouring bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(u128);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 81 squares.
    pub const ALL: Bitboard = Bitboard((1 << 81) - 1);

    /// The lowest bit of each file.
    const RANK_1: u128 = {
        let mut bits = 0;
        let mut file = 0;
        while file < 9 {
            bits |= 1 << (file * 9);
            file += 1;
        }
        bits
    };
    const RANK_9: u128 = Self::RANK_1 << 8;

    /// The set whose bit pattern this is; bits from 81 on must be zero.
    pub(crate) const fn from_bits(bits: u128) -> Bitboard {
        debug_assert!(bits & !Self::ALL.0 == 0);
        Bitboard(bits)
    }

    /// The bit pattern.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Just this square.
    #[inline]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// A whole rank, 1..=9.
    pub const fn rank(rank: u8) -> Bitboard {
        Bitboard(Self::RANK_1 << (rank - 1))
    }

    /// A whole file, 1..=9.
    pub const fn file(file: u8) -> Bitboard {
        Bitboard(0x1ff << ((file - 1) * 9))
    }

    /// The last `count` ranks at the far end of the board for `color`.
    pub const fn farthest_ranks(color: Color, count: u8) -> Bitboard {
        let mut bits = 0;
        let mut n = 1;
        while n <= count {
            bits |= match color {
                Color::Black => Self::rank(n).0,
                Color::White => Self::rank(10 - n).0,
            };
            n += 1;
        }
        Bitboard(bits)
    }

    /// Every file that has at least one square of the set, as whole files.
    #[inline]
    pub const fn fill_files(self) -> Bitboard {
        const LOW: u128 = Bitboard::ALL.0 & !Bitboard::RANK_9;
        // In each file: any of the low eight bits carries into the ninth.
        let ninth = (((self.0 & LOW) + LOW) | self.0) & Self::RANK_9;
        Bitboard(ninth | (ninth - (ninth >> 8)))
    }

    /// The set moved one square towards rank 1; what stands on rank 1 leaves the board.
    #[inline]
    pub const fn shift_up(self) -> Bitboard {
        Bitboard((self.0 & !Self::RANK_1) >> 1)
    }

    /// The set moved one square towards rank 9; what stands on rank 9 leaves the board.
    #[inline]
    pub const fn shift_down(self) -> Bitboard {
        Bitboard((self.0 & !Self::RANK_9) << 1)
    }

    /// The set moved one square forwards as `color` sees it.
    #[inline]
    pub const fn shift_forward(self, color: Color) -> Bitboard {
        match color {
            Color::Black => self.shift_up(),
            Color::White => self.shift_down(),
        }
    }

    /// The squares to the left and to the right of those of the set.
    #[inline]
    pub const fn neighbours_sideways(self) -> Bitboard {
        Bitboard((self.0 << 9 | self.0 >> 9) & Self::ALL.0)
    }

    /// The set moved one file to the left and one to the right; what leaves the board is gone.
    #[inline]
    pub const fn sideways(self) -> (Bitboard, Bitboard) {
        (Bitboard(self.0 << 9 & Self::ALL.0), Bitboard(self.0 >> 9))
    }

    /// Whether `square` is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the two sets share a square.
    #[inline]
    pub const fn intersects(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// How many squares.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has two squares or more.
    #[inline]
    pub const fn is_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The square with the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_index_unchecked(self.0.trailing_zeros() as u8))
        }
    }

    /// The set and `square`.
    #[inline]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | Self::of(square).0)
    }

    /// The set without `square`.
    #[inline]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !Self::of(square).0)
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

/// The squares of the board that are not in the set.
impl Not for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0 & Self::ALL.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Bitboard) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Bitboard) {
        self.0 ^= other.0;
    }
}

/// The squares in index order.
impl Iterator for Bitboard {
    type Item = Square;
    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (
            self.0.count_ones() as usize,
            Some(self.0.count_ones() as usize),
        )
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

impl std::fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sets() -> impl Strategy<Value = Bitboard> {
        (any::<u128>(), any::<u128>()).prop_map(|(a, b)| Bitboard(a & b & Bitboard::ALL.0))
    }

    proptest! {
        #[test]
        fn filling_files_takes_each_file_that_is_touched(set in sets()) {
            let plain = Square::all().filter(|s| Square::all().any(|t| set.contains(t) && t.file() == s.file())).collect();
            prop_assert_eq!(set.fill_files(), plain);
        }

        #[test]
        fn shifting_moves_each_square_one_rank(set in sets()) {
            let up = set.filter_map(|s| Square::new(s.file(), s.rank() - 1)).collect();
            let down = set.filter_map(|s| Square::new(s.file(), s.rank() + 1)).collect();
            prop_assert_eq!(set.shift_up(), up);
            prop_assert_eq!(set.shift_down(), down);
        }

        #[test]
        fn iteration_and_collection_are_inverse(set in sets()) {
            prop_assert_eq!(set.collect::<Bitboard>(), set);
            prop_assert_eq!(set.count() as u32, set.len());
            prop_assert_eq!(set.is_many(), set.len() > 1);
            prop_assert_eq!((!set) ^ set, Bitboard::ALL);
        }
    }
}
