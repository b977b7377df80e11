//! Moves taken back: what a position may have been one ply before (逆算).
//!
//! Whoever is not to move has just moved one of his pieces, dropped it, or taken something with it. Everything that
//! leads to the position by a legal move is found; who moved is not in check then, unless he got out of it.

use crate::board::{
    Bitboard, Color, HandKind, Move, Piece, PieceKind, Position, PositionBuilder, Promotion,
    Square, attacks,
};

/// A position and the move that leads from there to the one asked about.
#[derive(Clone, Debug)]
pub(super) struct Before {
    pub(super) position: Position,
    pub(super) mv: Move,
}

/// Every position that a legal move of the player not to move turns into `position`.
pub(super) fn before(position: &Position) -> Vec<Before> {
    let mover = position.side_to_move().opponent();
    let mut found = Vec::new();
    for to in position.occupied_by(mover) {
        if let Some(piece) = position.piece_at(to) {
            let unmoves = Unmoves {
                position,
                to,
                piece,
            };
            unmoves.collect(&mut found);
        }
    }
    found
}

/// The ways in which one piece may have come to its square.
struct Unmoves<'p> {
    position: &'p Position,
    to: Square,
    piece: Piece,
}

impl Unmoves<'_> {
    fn collect(&self, found: &mut Vec<Before>) {
        self.undrop(found);
        let captured = self.captured();
        for (kind, promotion) in self.kinds_before() {
            for from in self.origins(kind) {
                for &captured in &captured {
                    let mv = Move::board(from, self.to, kind, captured, promotion);
                    self.take_back(mv, found);
                }
            }
        }
    }

    fn undrop(&self, found: &mut Vec<Before>) {
        let kind = self.piece.kind();
        if let Some(held) = kind.in_hand().filter(|_| !kind.is_promoted()) {
            self.take_back(Move::drop(held, self.to), found);
        }
    }

    /// What the piece may have been before it moved.
    fn kinds_before(&self) -> Vec<(PieceKind, Promotion)> {
        let kind = self.piece.kind();
        let mut before = vec![(kind, Promotion::No)];
        if kind.is_promoted() {
            before.push((kind.unpromoted(), Promotion::Yes));
        }
        before
    }

    /// The empty squares from which such a piece reaches this one.
    fn origins(&self, kind: PieceKind) -> Bitboard {
        let occupied = self.position.occupied();
        // Seen from where it goes, a piece comes from where one of the other colour would go.
        attacks::attacks(self.piece.color().opponent(), kind, self.to, occupied)
            & (Bitboard::ALL & !occupied)
    }

    /// Nothing, or what the mover holds and may have taken, on either side of the piece.
    fn captured(&self) -> Vec<Option<PieceKind>> {
        let held = self.position.hand(self.piece.color()).kinds();
        let kinds = held.flat_map(|kind| {
            let kind = kind.piece_kind();
            [Some(kind), kind.promoted()]
        });
        [None]
            .into_iter()
            .chain(kinds.flatten().map(Some))
            .collect()
    }

    fn take_back(&self, mv: Move, found: &mut Vec<Before>) {
        let mover = self.piece.color();
        let mut builder = self.position.to_builder();
        builder.side_to_move(mover).ply(1);
        builder.set(self.to, None);
        match mv.from() {
            None => give(&mut builder, mover, mv.kind(), 1),
            Some(from) => {
                builder.set(from, Some(Piece::new(mover, mv.kind())));
                if let Some(kind) = mv.captured() {
                    builder.set(self.to, Some(Piece::new(mover.opponent(), kind)));
                    give(&mut builder, mover, kind, -1);
                }
            }
        }
        let Ok(position) = builder.build() else {
            return;
        };
        if position.legality(mv.intent()) == Ok(mv) {
            found.push(Before { position, mv });
        }
    }
}

/// Puts so many pieces of a kind more into a hand.
fn give(builder: &mut PositionBuilder, color: Color, kind: PieceKind, count: i32) {
    if let Some(kind) = kind.in_hand() {
        let held: HandKind = kind;
        builder.hold(
            color,
            held,
            builder.held(color, held).saturating_add_signed(count),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::positions;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_move_can_be_taken_back(position in positions(), choice in any::<prop::sample::Index>()) {
            let moves = position.legal_moves();
            prop_assume!(!moves.is_empty());
            let mv = moves[choice.index(moves.len())];
            let after = position.after(mv);
            let found = before(&after);
            let is_found = found.iter().any(|before| before.mv == mv && before.position == position);
            prop_assert!(is_found, "{} {}", position, mv);
        }

        #[test]
        fn what_is_taken_back_leads_here_again(position in positions()) {
            for before in before(&position) {
                prop_assert_eq!(&before.position.after(before.mv), &position);
            }
        }
    }
}
