//! 打ち歩詰め (uchifuzume): a pawn may not be dropped to give mate.

use crate::board::{PieceKind, Position, Square, attacks};

impl Position {
    /// Whether a pawn dropped by the side to move on `to`, the square before the opponent's king, would be mate.
    ///
    /// Only a capture of the pawn or a king's move can answer: nothing fits between, and a drop never
    /// opens a line for a second check.
    pub(in crate::board) fn is_drop_pawn_mate(&self, to: Square, king: Square) -> bool {
        let us = self.side_to_move();
        let them = us.opponent();
        let occupied = self.occupied().with(to);

        let capturers = self.attackers(to, them, occupied) & !self.pieces(them, PieceKind::King);
        if !capturers.is_empty() {
            // The pawn can end a pin only along its own file, where the piece it frees could take it anyway.
            let pinned = self.blockers(king, us);
            if capturers
                .into_iter()
                .any(|from| !pinned.contains(from) || attacks::line(king, from).contains(to))
            {
                return false;
            }
        }

        let without_king = occupied.without(king);
        let flights = attacks::king(king) & !self.occupied_by(them);
        flights
            .into_iter()
            .all(|flight| self.is_attacked(flight, us, without_king))
    }
}
