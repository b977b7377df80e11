//! Moves, packed into one word, and moves as a player writes them.

use super::{HandKind, PieceKind, Square};
use std::fmt;

/// A move of a given position: it knows the piece moved and the piece captured.
///
/// Whether a move belongs to a position is not checked here; moves come from the generators or from
/// [`Position::legality`](super::Position::legality).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

const FROM_SHIFT: u32 = 7;
const KIND_SHIFT: u32 = 14;
const CAPTURED_SHIFT: u32 = 18;
const PROMOTE: u32 = 1 << 22;
/// In the place of an origin square: the piece comes from the hand.
const DROPPED: u32 = 127;
/// In the place of a captured kind: nothing is captured.
const NOTHING: u32 = 15;

impl Move {
    /// A move of the piece `kind` from `from` to `to`.
    #[inline]
    pub const fn board(
        from: Square,
        to: Square,
        kind: PieceKind,
        captured: Option<PieceKind>,
        promotion: Promotion,
    ) -> Move {
        let captured = match captured {
            Some(kind) => kind as u32,
            None => NOTHING,
        };
        let promote = match promotion {
            Promotion::Yes => PROMOTE,
            Promotion::No => 0,
        };
        Move(
            to.index() as u32
                | (from.index() as u32) << FROM_SHIFT
                | (kind as u32) << KIND_SHIFT
                | captured << CAPTURED_SHIFT
                | promote,
        )
    }

    /// A drop of `kind` on `to`.
    #[inline]
    pub const fn drop(kind: HandKind, to: Square) -> Move {
        Move(
            to.index() as u32
                | DROPPED << FROM_SHIFT
                | (kind as u32) << KIND_SHIFT
                | NOTHING << CAPTURED_SHIFT,
        )
    }

    /// Where the piece goes.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index_unchecked((self.0 & 127) as u8)
    }

    /// Where the piece comes from; `None` for drops.
    #[inline]
    pub const fn from(self) -> Option<Square> {
        match self.0 >> FROM_SHIFT & 127 {
            DROPPED => None,
            from => Some(Square::from_index_unchecked(from as u8)),
        }
    }

    /// Whether the piece comes from the hand.
    #[inline]
    pub const fn is_drop(self) -> bool {
        self.0 >> FROM_SHIFT & 127 == DROPPED
    }

    /// The kind of the piece before it moves.
    #[inline]
    pub const fn kind(self) -> PieceKind {
        PieceKind::ALL[(self.0 >> KIND_SHIFT & 15) as usize]
    }

    /// The kind of the piece after the move.
    #[inline]
    pub const fn kind_after(self) -> PieceKind {
        // A promoted kind is its unpromoted one plus 8.
        PieceKind::ALL[((self.0 >> KIND_SHIFT & 15) | (self.0 & PROMOTE) >> 19) as usize]
    }

    /// The kind dropped; `None` for moves on the board.
    #[inline]
    pub const fn dropped(self) -> Option<HandKind> {
        if self.is_drop() {
            self.kind().in_hand()
        } else {
            None
        }
    }

    /// The kind captured, as it stood on the board.
    #[inline]
    pub const fn captured(self) -> Option<PieceKind> {
        match self.0 >> CAPTURED_SHIFT & 15 {
            NOTHING => None,
            kind => Some(PieceKind::ALL[kind as usize]),
        }
    }

    /// Whether the piece promotes.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0 & PROMOTE != 0
    }

    /// The move without what only its position knows.
    pub const fn intent(self) -> Intent {
        match self.from() {
            Some(from) => Intent::Board {
                from,
                to: self.to(),
                promotion: if self.is_promotion() {
                    Promotion::Yes
                } else {
                    Promotion::No
                },
            },
            None => Intent::Drop {
                kind: self.kind(),
                to: self.to(),
            },
        }
    }

    /// A word that differs between any two moves of a position.
    pub const fn bits(self) -> u32 {
        self.0
    }
}

/// USI notation, such as `7g7f`, `2b8h+` or `G*5b`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.intent(), f)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Whether a piece turns over as it moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Promotion {
    /// 成.
    Yes,
    /// 不成, or no question of it.
    No,
}

/// A move as somebody wrote it, which may or may not be possible in a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Intent {
    /// A piece moves on the board.
    Board {
        /// Its square before.
        from: Square,
        /// Its square after.
        to: Square,
        /// Whether it turns over.
        promotion: Promotion,
    },
    /// A piece comes from the hand.
    Drop {
        /// What is dropped; a promoted kind can be written but never played.
        kind: PieceKind,
        /// Where.
        to: Square,
    },
}

impl Intent {
    /// Where the piece goes.
    pub const fn to(self) -> Square {
        match self {
            Intent::Board { to, .. } | Intent::Drop { to, .. } => to,
        }
    }
}

/// USI notation.
impl fmt::Display for Intent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Intent::Board {
                from,
                to,
                promotion,
            } => {
                let plus = if promotion == Promotion::Yes { "+" } else { "" };
                write!(f, "{from}{to}{plus}")
            }
            Intent::Drop { kind, to } => {
                let plus = if kind.is_promoted() { "+" } else { "" };
                write!(f, "{plus}{}*{to}", kind.unpromoted().letter())
            }
        }
    }
}

impl PieceKind {
    /// The capital letter of the unpromoted kind in SFEN and USI.
    pub const fn letter(self) -> char {
        match self.unpromoted() {
            PieceKind::Pawn => 'P',
            PieceKind::Lance => 'L',
            PieceKind::Knight => 'N',
            PieceKind::Silver => 'S',
            PieceKind::Gold => 'G',
            PieceKind::Bishop => 'B',
            PieceKind::Rook => 'R',
            _ => 'K',
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_remembers_its_parts() {
        let (from, to) = (Square::new(2, 2).unwrap(), Square::new(8, 8).unwrap());
        let mv = Move::board(
            from,
            to,
            PieceKind::Bishop,
            Some(PieceKind::ProPawn),
            Promotion::Yes,
        );
        assert_eq!(mv.from(), Some(from));
        assert_eq!(mv.to(), to);
        assert_eq!(mv.kind(), PieceKind::Bishop);
        assert_eq!(mv.kind_after(), PieceKind::Horse);
        assert_eq!(mv.captured(), Some(PieceKind::ProPawn));
        assert_eq!(mv.to_string(), "2b8h+");
    }

    #[test]
    fn a_drop_has_no_origin() {
        let mv = Move::drop(HandKind::Gold, Square::new(5, 2).unwrap());
        assert_eq!(
            (mv.from(), mv.captured(), mv.is_promotion()),
            (None, None, false)
        );
        assert_eq!(
            (mv.dropped(), mv.kind_after()),
            (Some(HandKind::Gold), PieceKind::Gold)
        );
        assert_eq!(mv.to_string(), "G*5b");
    }
}
