//! Random numbers that name positions (Zobrist, 1970).

use super::{Color, Hand, Piece, Square};

/// One step of SplitMix64 (Steele, Lea and Flood, 2014): a bijection that scatters its input.
pub(crate) const fn scatter(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

static PIECES: [[[u64; Square::COUNT]; 16]; 2] = {
    let mut table = [[[0; Square::COUNT]; 16]; 2];
    let mut n = 0;
    while n < 2 * 16 * Square::COUNT {
        table[n / (16 * Square::COUNT)][n / Square::COUNT % 16][n % Square::COUNT] =
            scatter(scatter(n as u64));
        n += 1;
    }
    table
};

/// Changes a board key when the side to move changes.
pub(super) const SIDE: u64 = scatter(scatter(1 << 20));

/// What a piece on a square contributes to a board key.
#[inline]
pub(super) fn piece(piece: Piece, square: Square) -> u64 {
    PIECES[piece.color() as usize][piece.kind().index()][square.index()]
}

/// The key of a pair of hands, to be combined with a board key.
#[inline]
pub(super) fn hands(black: Hand, white: Hand) -> u64 {
    scatter(u64::from(black.bits()) << 32 | u64::from(white.bits()))
}

const _: () = assert!(Color::White as usize == 1);
