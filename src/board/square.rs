//! Squares of the 9×9 board.

use std::fmt;

/// A square. Index = (file − 1)·9 + (rank − 1), so that a file is nine neighbouring bits of a bitboard.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// How many squares the board has.
    pub const COUNT: usize = 81;

    /// The square on `file` (1 = right edge from Black's side) and `rank` (1 = White's back rank); `None` outside 1..=9.
    ///
    /// ```
    /// use tsume::board::Square;
    /// assert_eq!(Square::new(7, 6).unwrap().to_string(), "7f");
    /// assert_eq!(Square::new(0, 6), None);
    /// ```
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file >= 1 && file <= 9 && rank >= 1 && rank <= 9 {
            Some(Square((file - 1) * 9 + rank - 1))
        } else {
            None
        }
    }

    /// The square with this index; `None` from 81 on.
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < Self::COUNT {
            Some(Square(index as u8))
        } else {
            None
        }
    }

    /// For indices that are known to be in range: a bit of a bitboard, a field of a move.
    pub(crate) const fn from_index_unchecked(index: u8) -> Square {
        debug_assert!((index as usize) < Self::COUNT);
        Square(index)
    }

    /// 0..81.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 1..=9, counted from Black's right.
    pub const fn file(self) -> u8 {
        self.0 / 9 + 1
    }

    /// 1..=9, counted from White's side.
    pub const fn rank(self) -> u8 {
        self.0 % 9 + 1
    }

    /// The square seen from the other side of the board (rotation by 180°).
    pub const fn flipped(self) -> Square {
        Square(80 - self.0)
    }

    /// The square with left and right exchanged.
    pub const fn mirrored(self) -> Square {
        Square((9 - self.file()) * 9 + self.rank() - 1)
    }

    /// All 81 squares in index order.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Square)
    }
}

/// USI coordinates, such as `7f`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), (b'a' + self.rank() - 1) as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_are_their_own_inverse() {
        for square in Square::all() {
            assert_eq!(square.flipped().flipped(), square);
            assert_eq!(square.mirrored().mirrored(), square);
            assert_eq!(square.mirrored().rank(), square.rank());
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
        }
    }
}
