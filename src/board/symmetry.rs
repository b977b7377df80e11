//! The two symmetries of the rules: left and right, and the two players.

use super::{Color, HandKind, Move, Piece, Position, PositionBuilder, Promotion, Square};

impl Position {
    /// The position with left and right exchanged.
    pub fn mirrored(&self) -> Position {
        self.transformed(Square::mirrored, |color| color)
    }

    /// The same position for the other player: the board turned by 180°, colours, hands and the side to
    /// move exchanged.
    ///
    /// ```
    /// use tsume::board::Position;
    /// let problem: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r 1".parse().unwrap();
    /// assert_eq!(problem.flipped().to_sfen(), "9/9/9/9/9/9/4p4/9/4K4 w 2Rg 1");
    /// ```
    pub fn flipped(&self) -> Position {
        self.transformed(Square::flipped, Color::opponent)
    }

    fn transformed(&self, place: fn(Square) -> Square, owner: fn(Color) -> Color) -> Position {
        let mut builder = PositionBuilder::new();
        builder.side_to_move(owner(self.side_to_move()));
        builder.ply(self.ply());
        for square in Square::all() {
            let piece = self.piece_at(square);
            let piece = piece.map(|piece| Piece::new(owner(piece.color()), piece.kind()));
            builder.set(place(square), piece);
        }
        for color in Color::ALL {
            for kind in HandKind::ALL {
                let count = self.hand(color).count(kind);
                builder.hold(owner(color), kind, u32::from(count));
            }
        }
        builder
            .build()
            .expect("what a position may not have, its image may not have either")
    }
}

impl Move {
    /// The same move in the [mirrored](Position::mirrored) position.
    pub fn mirrored(self) -> Move {
        self.transformed(Square::mirrored)
    }

    /// The same move in the [flipped](Position::flipped) position.
    pub fn flipped(self) -> Move {
        self.transformed(Square::flipped)
    }

    fn transformed(self, place: fn(Square) -> Square) -> Move {
        let to = place(self.to());
        match (self.from(), self.dropped()) {
            (Some(from), _) => {
                let promotion = if self.is_promotion() {
                    Promotion::Yes
                } else {
                    Promotion::No
                };
                Move::board(place(from), to, self.kind(), self.captured(), promotion)
            }
            (None, Some(kind)) => Move::drop(kind, to),
            (None, None) => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::positions;
    use proptest::prelude::*;

    fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
        let mut moves = moves.into_iter().collect::<Vec<_>>();
        moves.sort();
        moves
    }

    proptest! {
        #[test]
        fn both_are_their_own_inverse(position in positions()) {
            prop_assert_eq!(&position.mirrored().mirrored(), &position);
            prop_assert_eq!(&position.flipped().flipped(), &position);
        }

        #[test]
        fn legal_moves_and_checks_correspond(position in positions()) {
            let mirrored = position.mirrored();
            let flipped = position.flipped();
            for (here, in_mirror, over_there) in [
                (position.legal_moves(), mirrored.legal_moves(), flipped.legal_moves()),
                (position.checks(), mirrored.checks(), flipped.checks()),
            ] {
                let here = || here.iter().copied();
                prop_assert_eq!(sorted(here().map(Move::mirrored)), sorted(in_mirror));
                prop_assert_eq!(sorted(here().map(Move::flipped)), sorted(over_there));
            }
        }
    }
}
