//! Colours and kinds of pieces.

use super::{Bitboard, Square};
use std::num::NonZeroU8;

/// The two players. Black (先手) moves first in a game and towards rank 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    /// 先手, ▲; plays up the board, towards rank 1.
    Black = 0,
    /// 後手, △; plays down the board, towards rank 9.
    White = 1,
}

impl Color {
    /// Black, White.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// The other player.
    pub const fn opponent(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// The three ranks on which this player's pieces promote.
    pub const fn promotion_zone(self) -> Bitboard {
        Bitboard::farthest_ranks(self, 3)
    }

    /// The rank of `square` counted from the far end: 1 is the last rank this player can reach.
    pub const fn relative_rank(self, square: Square) -> u8 {
        match self {
            Color::Black => square.rank(),
            Color::White => 10 - square.rank(),
        }
    }
}

/// What a piece is. A promoted kind is its unpromoted one plus 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum PieceKind {
    Pawn = 0,
    Lance = 1,
    Knight = 2,
    Silver = 3,
    Bishop = 4,
    Rook = 5,
    Gold = 6,
    King = 7,
    ProPawn = 8,
    ProLance = 9,
    ProKnight = 10,
    ProSilver = 11,
    Horse = 12,
    Dragon = 13,
}

impl PieceKind {
    /// How many kinds there are.
    pub const COUNT: usize = 14;

    /// All kinds in index order.
    pub const ALL: [PieceKind; Self::COUNT] = [
        PieceKind::Pawn,
        PieceKind::Lance,
        PieceKind::Knight,
        PieceKind::Silver,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Gold,
        PieceKind::King,
        PieceKind::ProPawn,
        PieceKind::ProLance,
        PieceKind::ProKnight,
        PieceKind::ProSilver,
        PieceKind::Horse,
        PieceKind::Dragon,
    ];

    /// 0..14.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind after promotion; `None` for golds, kings and what is promoted already.
    pub const fn promoted(self) -> Option<PieceKind> {
        if self.index() < PieceKind::Gold.index() {
            Some(Self::ALL[self.index() + 8])
        } else {
            None
        }
    }

    /// Whether this is the promoted side of a piece.
    pub const fn is_promoted(self) -> bool {
        self.index() >= 8
    }

    /// The kind with its promotion taken back; itself when unpromoted.
    pub const fn unpromoted(self) -> PieceKind {
        Self::ALL[self.index() & 7]
    }

    /// The kind this piece is in the hand of its captor; `None` for kings.
    pub const fn in_hand(self) -> Option<HandKind> {
        match self.unpromoted() {
            PieceKind::King => None,
            kind => Some(HandKind::ALL[kind.index()]),
        }
    }

    /// How many ranks at the far end leave this kind without a move: 0, 1 or 2.
    pub const fn dead_ranks(self) -> u8 {
        match self {
            PieceKind::Pawn | PieceKind::Lance => 1,
            PieceKind::Knight => 2,
            _ => 0,
        }
    }

    /// How many of this kind, promoted ones included, a set of 40 pieces holds.
    pub const fn supply(self) -> u8 {
        match self.unpromoted() {
            PieceKind::Pawn => 18,
            PieceKind::Bishop | PieceKind::Rook | PieceKind::King => 2,
            _ => 4,
        }
    }
}

/// The kinds that can be held in hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum HandKind {
    Pawn = 0,
    Lance = 1,
    Knight = 2,
    Silver = 3,
    Bishop = 4,
    Rook = 5,
    Gold = 6,
}

impl HandKind {
    /// How many kinds there are.
    pub const COUNT: usize = 7;

    /// All kinds in index order.
    pub const ALL: [HandKind; Self::COUNT] = [
        HandKind::Pawn,
        HandKind::Lance,
        HandKind::Knight,
        HandKind::Silver,
        HandKind::Bishop,
        HandKind::Rook,
        HandKind::Gold,
    ];

    /// All kinds in the order in which a hand is written, in SFEN and in diagrams alike.
    pub const AS_WRITTEN: [HandKind; Self::COUNT] = [
        HandKind::Rook,
        HandKind::Bishop,
        HandKind::Gold,
        HandKind::Silver,
        HandKind::Knight,
        HandKind::Lance,
        HandKind::Pawn,
    ];

    /// 0..7, the same as the piece kind's.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The piece it becomes when dropped.
    pub const fn piece_kind(self) -> PieceKind {
        PieceKind::ALL[self.index()]
    }

    /// How many of this kind a set of 40 pieces holds.
    pub const fn supply(self) -> u8 {
        self.piece_kind().supply()
    }
}

/// A piece on the board: its owner and its kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// A piece of this owner and kind.
    pub const fn new(color: Color, kind: PieceKind) -> Piece {
        match NonZeroU8::new(((color as u8) << 4 | kind as u8) + 1) {
            Some(code) => Piece(code),
            None => unreachable!(),
        }
    }

    /// Its owner.
    pub const fn color(self) -> Color {
        if (self.0.get() - 1) & 16 == 0 {
            Color::Black
        } else {
            Color::White
        }
    }

    /// Its kind.
    pub const fn kind(self) -> PieceKind {
        PieceKind::ALL[((self.0.get() - 1) & 15) as usize]
    }
}

impl std::fmt::Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?}", self.color(), self.kind())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_remembers_what_it_was_made_of() {
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let piece = Piece::new(color, kind);
                assert_eq!((piece.color(), piece.kind()), (color, kind));
            }
        }
        assert_eq!(size_of::<Option<Piece>>(), 1);
    }

    #[test]
    fn promotion_and_back() {
        for kind in PieceKind::ALL {
            if let Some(promoted) = kind.promoted() {
                assert!(promoted.is_promoted());
                assert_eq!(promoted.unpromoted(), kind);
                assert_eq!(promoted.in_hand(), kind.in_hand());
            }
        }
        assert_eq!(PieceKind::Bishop.promoted(), Some(PieceKind::Horse));
        assert_eq!(PieceKind::Rook.promoted(), Some(PieceKind::Dragon));
        assert_eq!(PieceKind::Gold.promoted(), None);
        assert_eq!(PieceKind::King.in_hand(), None);
    }
}
