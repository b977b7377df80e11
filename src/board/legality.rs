//! Whether a move may be played, and if not, why.
//!
//! This is the rule book said plainly, move by move; the generator says the same set by set, and the
//! tests hold one against the other.

use super::{Bitboard, Color, Intent, Move, PieceKind, Position, Promotion, Square, attacks};
use thiserror::Error;

/// Why a move may not be played (反則). Where several reasons hold, the smallest, which stands first here, is given.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Error)]
pub enum Illegality {
    /// A promoted piece was dropped.
    #[error("a piece is dropped unpromoted")]
    DropPromoted,
    /// No piece stands on the square of origin, or none of the kind is in hand.
    #[error("there is no such piece to move")]
    NothingThere,
    /// The opponent's piece was moved (二手指し).
    #[error("the piece is the opponent's")]
    OutOfTurn,
    /// The piece does not reach the square, may not promote so, or finds an own piece there; a drop finds any piece.
    #[error("the piece does not move so")]
    NotHowItMoves,
    /// The piece could never move again (行き所のない駒).
    #[error("the piece could never move again")]
    DeadPiece,
    /// A pawn was dropped on a file that has one of the same side (二歩).
    #[error("two pawns on a file")]
    TwoPawns,
    /// The own king would stand in check (王手放置, 自殺手).
    #[error("the king would be in check")]
    KingInCheck,
    /// A dropped pawn would be mate (打ち歩詰め).
    #[error("a dropped pawn would be mate")]
    DropPawnMate,
    /// The position would occur for the fourth time by checks alone (連続王手の千日手). This only a
    /// [`Game`](super::Game) can know.
    #[error("the position would occur for the fourth time by perpetual check")]
    PerpetualCheck,
}

impl Position {
    /// The move that is meant, when it is legal.
    ///
    /// ```
    /// use tsume::board::{Illegality, Position};
    /// use tsume::notation::usi;
    /// let position = Position::initial();
    /// assert!(position.legality(usi::parse("7g7f").unwrap()).is_ok());
    /// let bishop = position.legality(usi::parse("8h2b+").unwrap());
    /// assert_eq!(bishop, Err(Illegality::NotHowItMoves));
    /// ```
    ///
    /// # Errors
    /// Why it is not; never [`Illegality::PerpetualCheck`], for which the game must be known.
    pub fn legality(&self, intent: Intent) -> Result<Move, Illegality> {
        match intent {
            Intent::Board {
                from,
                to,
                promotion,
            } => self.board_move_legality(from, to, promotion),
            Intent::Drop { kind, to } => self.drop_legality(kind, to),
        }
    }

    fn board_move_legality(
        &self,
        from: Square,
        to: Square,
        promotion: Promotion,
    ) -> Result<Move, Illegality> {
        let us = self.side_to_move();
        let piece = self.piece_at(from).ok_or(Illegality::NothingThere)?;
        if piece.color() != us {
            return Err(Illegality::OutOfTurn);
        }
        let reach = attacks::attacks(us, piece.kind(), from, self.occupied());
        let reaches = (reach & !self.occupied_by(us)).contains(to);
        if !reaches || promotion == Promotion::Yes && !may_promote(us, piece.kind(), from, to) {
            return Err(Illegality::NotHowItMoves);
        }
        if promotion == Promotion::No && is_dead(us, piece.kind(), to) {
            return Err(Illegality::DeadPiece);
        }
        let captured = self.piece_at(to).map(|piece| piece.kind());
        let mv = Move::board(from, to, piece.kind(), captured, promotion);
        self.leaves_king_safe(mv)?;
        Ok(mv)
    }

    fn drop_legality(&self, kind: PieceKind, to: Square) -> Result<Move, Illegality> {
        let us = self.side_to_move();
        if kind.is_promoted() {
            return Err(Illegality::DropPromoted);
        }
        let held = kind
            .in_hand()
            .filter(|&kind| self.hand(us).has(kind))
            .ok_or(Illegality::NothingThere)?;
        if self.piece_at(to).is_some() {
            return Err(Illegality::NotHowItMoves);
        }
        if is_dead(us, kind, to) {
            return Err(Illegality::DeadPiece);
        }
        let file = Bitboard::file(to.file());
        if kind == PieceKind::Pawn && self.pieces(us, kind).intersects(file) {
            return Err(Illegality::TwoPawns);
        }
        let mv = Move::drop(held, to);
        self.leaves_king_safe(mv)?;
        if kind == PieceKind::Pawn && self.after(mv).is_mate() {
            return Err(Illegality::DropPawnMate);
        }
        Ok(mv)
    }

    fn leaves_king_safe(&self, mv: Move) -> Result<(), Illegality> {
        if self.after(mv).is_in_check(self.side_to_move()) {
            Err(Illegality::KingInCheck)
        } else {
            Ok(())
        }
    }

    /// The position after a move that is legal here.
    pub fn after(&self, mv: Move) -> Position {
        let mut after = self.clone();
        after.make(mv);
        after
    }
}

fn may_promote(us: Color, kind: PieceKind, from: Square, to: Square) -> bool {
    let zone = us.promotion_zone();
    kind.promoted().is_some() && (zone.contains(from) || zone.contains(to))
}

fn is_dead(us: Color, kind: PieceKind, to: Square) -> bool {
    us.relative_rank(to) <= kind.dead_ranks()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::positions;
    use crate::notation::usi;
    use proptest::prelude::*;
    use std::collections::HashSet;

    fn legality(sfen: &str, mv: &str) -> Result<Move, Illegality> {
        let position: Position = sfen.parse().unwrap();
        position.legality(usi::parse(mv).unwrap())
    }

    #[test]
    fn each_reason_is_named() {
        let cases = [
            (
                "4k4/9/9/9/9/9/9/9/9 b P 1",
                "+P*5e",
                Illegality::DropPromoted,
            ),
            (
                "4k4/9/9/9/9/9/9/9/9 b P 1",
                "G*5e",
                Illegality::NothingThere,
            ),
            (
                "4k4/9/9/9/9/9/9/9/9 b p 1",
                "P*5e",
                Illegality::NothingThere,
            ),
            (
                "4k4/9/9/9/9/9/9/9/9 b P 1",
                "5e5d",
                Illegality::NothingThere,
            ),
            ("4k4/9/9/9/9/9/9/9/9 b P 1", "5a5b", Illegality::OutOfTurn),
            ("4k4/9/9/9/9/9/9/9/4L4 w - 1", "5i5h", Illegality::OutOfTurn),
            (
                "4k4/9/9/9/9/9/9/3G5/9 b - 1",
                "6h7i",
                Illegality::NotHowItMoves,
            ),
            (
                "4k4/9/9/9/9/9/9/3G5/9 b - 1",
                "6h6h",
                Illegality::NotHowItMoves,
            ),
            (
                "4k4/9/9/9/9/9/3P5/3G5/9 b - 1",
                "6h6g",
                Illegality::NotHowItMoves,
            ),
            (
                "4k4/9/9/9/9/9/3P5/3R5/9 b - 1",
                "6h6f",
                Illegality::NotHowItMoves,
            ),
            (
                "4k4/9/9/9/9/9/9/3R5/9 b - 1",
                "6h6d+",
                Illegality::NotHowItMoves,
            ),
            (
                "4k4/9/9/3G5/9/9/9/9/9 b - 1",
                "6d6c+",
                Illegality::NotHowItMoves,
            ),
            (
                "4k4/9/3+R5/9/9/9/9/9/9 b - 1",
                "6c7c+",
                Illegality::NotHowItMoves,
            ),
            (
                "4k4/9/9/9/4p4/9/9/9/9 b G 1",
                "G*5e",
                Illegality::NotHowItMoves,
            ),
            ("4k4/2P6/9/9/9/9/9/9/9 b - 1", "7b7a", Illegality::DeadPiece),
            ("9/9/2N6/9/9/9/9/9/4k4 b - 1", "7c6a", Illegality::DeadPiece),
            ("9/9/9/9/9/9/2n6/9/4K4 w - 1", "7g6i", Illegality::DeadPiece),
            ("4k4/9/9/9/9/9/9/9/9 b N 1", "N*1b", Illegality::DeadPiece),
            ("4k4/9/9/9/9/9/9/9/9 w l 1", "L*1i", Illegality::DeadPiece),
            ("4k4/9/9/9/9/9/8P/9/9 b P 1", "P*1e", Illegality::TwoPawns),
            (
                "k3r4/9/9/9/9/9/4G4/9/4K4 b - 1",
                "5g4g",
                Illegality::KingInCheck,
            ),
            (
                "k3r4/9/9/9/9/9/9/9/4K4 b - 1",
                "5i5h",
                Illegality::KingInCheck,
            ),
            (
                "k3r4/9/9/9/9/9/9/9/4K4 b P 1",
                "P*1b",
                Illegality::KingInCheck,
            ),
            (
                "k3r4/9/9/9/9/9/9/9/5K3 b - 1",
                "4i5i",
                Illegality::KingInCheck,
            ),
        ];
        for (sfen, mv, reason) in cases {
            assert_eq!(legality(sfen, mv), Err(reason), "{sfen} {mv}");
        }
    }

    #[test]
    fn a_dropped_pawn_may_check_but_not_mate() {
        let mated = "3lkl3/9/3G1G3/9/9/9/9/9/9 b P 1";
        assert_eq!(legality(mated, "P*5b"), Err(Illegality::DropPawnMate));
        let silver_takes = "3skl3/9/3G1G3/9/9/9/9/9/9 b P 1";
        assert!(legality(silver_takes, "P*5b").is_ok());
        let silver_is_pinned = "R2skl3/9/3G1G3/9/9/9/9/9/9 b P 1";
        assert_eq!(
            legality(silver_is_pinned, "P*5b"),
            Err(Illegality::DropPawnMate)
        );
        let king_flees = "4kl3/9/3G1G3/9/9/9/9/9/9 b P 1";
        assert!(legality(king_flees, "P*5b").is_ok());
        let no_check = "3lkl3/9/3G1G3/9/9/9/9/9/9 b P 1";
        assert!(legality(no_check, "P*5c").is_ok());
        // A pawn that moves may mate.
        let moved = "3lkl3/9/3GPG3/9/9/9/9/9/9 b - 1";
        assert!(legality(moved, "5c5b").is_ok());
        assert!(legality(moved, "5c5b+").is_ok());
    }

    #[test]
    fn the_first_of_several_reasons_is_given() {
        // No pawn in hand, the square is taken and the king stays in check.
        let sfen = "k3r4/9/9/9/4p4/9/9/9/4K4 b - 1";
        assert_eq!(legality(sfen, "+P*5e"), Err(Illegality::DropPromoted));
        assert_eq!(legality(sfen, "P*5e"), Err(Illegality::NothingThere));
        // The second pawn would mate, and it does not answer the check.
        let sfen = "3lkl3/9/3G1G3/9/9/9/r3K4/4P4/9 b P 1";
        assert_eq!(legality(sfen, "P*5b"), Err(Illegality::TwoPawns));
        let sfen = "3lkl3/9/3G1G3/9/9/9/r3K4/9/9 b P 1";
        assert_eq!(legality(sfen, "P*5b"), Err(Illegality::KingInCheck));
    }

    /// Everything that can be written in USI.
    fn all_intents() -> impl Iterator<Item = Intent> {
        let board = Square::all().flat_map(|from| {
            Square::all().flat_map(move |to| {
                [Promotion::Yes, Promotion::No].map(|promotion| Intent::Board {
                    from,
                    to,
                    promotion,
                })
            })
        });
        let drops = PieceKind::ALL
            .into_iter()
            .flat_map(|kind| Square::all().map(move |to| Intent::Drop { kind, to }));
        board.chain(drops)
    }

    proptest! {
        #[test]
        fn the_rule_book_and_the_generator_agree(position in positions()) {
            let generated = position.legal_moves();
            let allowed = all_intents().filter_map(|intent| position.legality(intent).ok());
            let allowed = allowed.collect::<HashSet<_>>();
            prop_assert_eq!(generated.len(), allowed.len());
            for mv in generated {
                prop_assert!(allowed.contains(&mv), "{} {}", position, mv);
                prop_assert_eq!(position.legality(mv.intent()), Ok(mv));
            }
        }
    }
}
