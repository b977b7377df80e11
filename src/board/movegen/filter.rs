//! Which moves are wanted.

use super::candidates::candidates;
use crate::board::{Bitboard, Color, HandKind, Piece, PieceKind, Position, Square, attacks};

/// Narrows sets of target squares to the moves that are wanted.
pub(super) trait Filter {
    /// The pieces, the king left out, that have a wanted move, and perhaps some that have none.
    fn movers(&self, position: &Position) -> Bitboard;
    /// Of `targets`, those where the piece from `from`, standing there as `kind`, is wanted.
    fn board(&self, from: Square, kind: PieceKind, targets: Bitboard) -> Bitboard;
    /// Of `targets`, those where a drop is wanted.
    fn drops(&self, kind: HandKind, targets: Bitboard) -> Bitboard;
}

/// Every legal move.
pub(super) struct All;

impl Filter for All {
    #[inline]
    fn movers(&self, position: &Position) -> Bitboard {
        let us = position.side_to_move();
        position.occupied_by(us) & !position.pieces(us, PieceKind::King)
    }

    #[inline]
    fn board(&self, _: Square, _: PieceKind, targets: Bitboard) -> Bitboard {
        targets
    }

    #[inline]
    fn drops(&self, _: HandKind, targets: Bitboard) -> Bitboard {
        targets
    }
}

/// Only moves that check the opponent's king, directly or by opening a line.
pub(super) struct Checks {
    us: Color,
    king: Square,
    /// For each kind, the squares from which it checks.
    ///
    /// They are exact although the moving piece itself still counts as a blocker here: were its origin
    /// the only thing between a slider's target and the king, the slider on it would be giving check already.
    from: [Bitboard; PieceKind::COUNT],
    /// Pieces that alone hide an own slider from the king.
    screens: Bitboard,
}

impl Checks {
    /// Checks to the opponent's king, which stands on `king`.
    // Always inlined, to be built where it stays: a copy of it costs a tenth of the whole generation.
    #[inline(always)]
    pub(super) fn new(position: &Position, king: Square) -> Checks {
        let us = position.side_to_move();
        let them = us.opponent();
        Checks {
            us,
            king,
            from: check_squares(king, them, position.occupied()),
            screens: position.blockers(king, us) & position.occupied_by(us),
        }
    }
}

impl Filter for Checks {
    #[inline]
    fn movers(&self, position: &Position) -> Bitboard {
        let checkers = candidates(self.us, position, self.king) | self.screens;
        checkers & !position.pieces(self.us, PieceKind::King)
    }

    #[inline]
    fn board(&self, from: Square, kind: PieceKind, targets: Bitboard) -> Bitboard {
        let direct = targets & self.from[kind.index()];
        if self.screens.contains(from) {
            // Anything but staying on the line opens it.
            direct | targets & !attacks::line(self.king, from)
        } else {
            direct
        }
    }

    #[inline]
    fn drops(&self, kind: HandKind, targets: Bitboard) -> Bitboard {
        targets & self.from[kind.piece_kind().index()]
    }
}

/// For each kind, the squares from which it would attack a king of `owner` on `king`.
#[inline(always)]
fn check_squares(king: Square, owner: Color, occupied: Bitboard) -> [Bitboard; PieceKind::COUNT] {
    let gold = attacks::gold(owner, king);
    let near = attacks::king(king);
    let bishop = attacks::bishop(king, occupied);
    let rook = attacks::rook(king, occupied);
    let mut from = [gold; PieceKind::COUNT];
    from[PieceKind::Pawn.index()] = attacks::pawn(owner, king);
    from[PieceKind::Lance.index()] = rook & attacks::ahead(owner, king);
    from[PieceKind::Knight.index()] = attacks::knight(owner, king);
    from[PieceKind::Silver.index()] = attacks::silver(owner, king);
    from[PieceKind::Bishop.index()] = bishop;
    from[PieceKind::Rook.index()] = rook;
    from[PieceKind::King.index()] = Bitboard::EMPTY;
    from[PieceKind::Horse.index()] = bishop | near;
    from[PieceKind::Dragon.index()] = rook | near;
    from
}

impl Position {
    /// Whether `kind` dropped by the side to move could check on some empty square. Two pawns on a file
    /// and drop-pawn mate are heeded for nothing: this errs towards yes.
    pub fn could_check_by_drop(&self, kind: HandKind) -> bool {
        let them = self.side_to_move().opponent();
        self.king(them).is_some_and(|king| {
            let piece = Piece::new(them, kind.piece_kind());
            attacks::attacks(them, piece.kind(), king, self.occupied()).intersects(!self.occupied())
        })
    }
}
