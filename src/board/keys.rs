//! Random numbers that name positions (Zobrist, 1970).

use super::{Color, Hand, HandKind, Piece, Square};
use std::ops::{BitXor, BitXorAssign};

/// The name of a board and its side to move: two independent random words.
///
/// Boards with the same key are taken for the same. Over 128 bits that is as good as certain: among a
/// million million boards, two share a key with a probability of one in 10¹⁴.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct BoardKey {
    /// The word that says where in a table to look.
    pub place: u64,
    /// The word to compare there.
    pub check: u64,
}

impl BoardKey {
    /// The key of a number below 2³², which has to be nobody else's.
    pub(crate) const fn random(n: u64) -> BoardKey {
        BoardKey {
            place: scatter(scatter(n)),
            check: scatter(scatter(n | 1 << 32)),
        }
    }
}

impl BitXor for BoardKey {
    type Output = BoardKey;

    #[inline]
    fn bitxor(self, other: BoardKey) -> BoardKey {
        BoardKey {
            place: self.place ^ other.place,
            check: self.check ^ other.check,
        }
    }
}

impl BitXorAssign for BoardKey {
    #[inline]
    fn bitxor_assign(&mut self, other: BoardKey) {
        *self = *self ^ other;
    }
}

/// One step of SplitMix64 (Steele, Lea and Flood, 2014): a bijection that scatters its input.
pub(crate) const fn scatter(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

static PIECES: [[[BoardKey; Square::COUNT]; 16]; 2] = {
    let mut table = [[[BoardKey { place: 0, check: 0 }; Square::COUNT]; 16]; 2];
    let mut n = 0;
    while n < 2 * 16 * Square::COUNT {
        table[n / (16 * Square::COUNT)][n / Square::COUNT % 16][n % Square::COUNT] =
            BoardKey::random(n as u64);
        n += 1;
    }
    table
};

/// Changes a board key when the side to move changes.
pub(super) const SIDE: BoardKey = BoardKey::random(1 << 20);

/// What a piece on a square contributes to a board key.
#[inline]
pub(super) fn piece(piece: Piece, square: Square) -> BoardKey {
    PIECES[piece.color() as usize][piece.kind().index()][square.index()]
}

/// What one more piece of a kind out of play contributes to a board key when `others` of it are already.
pub(super) fn out_of_play(kind: HandKind, others: u8) -> BoardKey {
    BoardKey::random(1 << 21 | (kind as u64) << 8 | u64::from(others))
}

/// The key of a pair of hands, to be combined with a word of a board key.
#[inline]
pub(super) fn hands(black: Hand, white: Hand) -> u64 {
    scatter(u64::from(black.bits()) << 32 | u64::from(white.bits()))
}

const _: () = assert!(Color::White as usize == 1);
