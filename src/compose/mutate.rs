//! Composition by small changes: pieces moved, added, taken away or exchanged, as long as what comes out is sound and no
//! duller than before.

use super::problem::Composed;
use super::studio::Studio;
use super::trim::replaced;
use crate::board::{Color, HandKind, Piece, PieceKind, Position, Square};

/// How many changes are tried on one problem.
const CHANGES: usize = 60;

impl Studio<'_> {
    /// Problems on the way uphill from one of the seeds, or from what [`Studio::retro`] comes upon where there are none,
    /// the best first.
    pub(super) fn mutate(&mut self) -> Vec<Composed> {
        let wanted = self.wish.plies;
        let start = match self.any_seed(|seed| seed.plies() == wanted) {
            Some(seed) => seed,
            None => match self.retro().into_iter().next() {
                Some(problem) => problem,
                None => return Vec::new(),
            },
        };
        let mut path = vec![start];
        for _ in 0..CHANGES {
            let Some(best) = path.last() else { break };
            let points = self.wish.points(best);
            let Some(changed) = self.changed(&best.position.clone()) else {
                continue;
            };
            if let Some(problem) = self.examine(changed, self.wish.plies)
                && self.wish.points(&problem) >= points
            {
                path.push(problem);
            }
        }
        // The start is somebody's problem already.
        path.remove(0);
        path.reverse();
        path
    }

    /// The position with one change; `None` when chance has proposed something that cannot be.
    fn changed(&mut self, position: &Position) -> Option<Position> {
        let king = position.king(Color::White)?;
        let mut others: Vec<Square> = position
            .occupied()
            .filter(|&square| square != king)
            .collect();
        self.dice.shuffle(&mut others);
        let (&square, target) = (others.first()?, self.near(king));
        let piece = position.piece_at(square)?;
        let is_free = position.piece_at(target).is_none();
        match self.dice.below(10) {
            0..4 if is_free => replaced(&replaced(position, square, None)?, target, Some(piece)),
            4..6 if is_free => {
                let color = self.dice.pick(&Color::ALL)?;
                replaced(position, target, Some(self.any_piece(color)?))
            }
            6..8 => replaced(position, square, Some(self.any_piece(piece.color())?)),
            8 => replaced(position, square, None),
            9 => self.with_another_hand(position),
            _ => None,
        }
    }

    fn any_piece(&mut self, color: Color) -> Option<Piece> {
        let kind = self.dice.pick(&PieceKind::ALL)?;
        (kind != PieceKind::King).then(|| Piece::new(color, kind))
    }

    fn near(&mut self, king: Square) -> Square {
        let mut coordinate = |center: u8| (center + 6).saturating_sub(3 + self.dice.below(7) as u8);
        let (file, rank) = (coordinate(king.file()), coordinate(king.rank()));
        Square::new(file.clamp(1, 9), rank.clamp(1, 9)).unwrap_or(king)
    }

    /// One piece more in the attacker's hand, or another one.
    fn with_another_hand(&mut self, position: &Position) -> Option<Position> {
        let attacker = Color::Black;
        let mut builder = position.to_builder();
        let held: Vec<HandKind> = position.hand(attacker).kinds().collect();
        if let Some(kind) = self.dice.pick(&held).filter(|_| self.dice.percent(70)) {
            builder.hold(attacker, kind, builder.held(attacker, kind) - 1);
        }
        let kind = self.dice.pick(&HandKind::ALL)?;
        builder.hold(attacker, kind, builder.held(attacker, kind) + 1);
        let changed = builder.side_to_move(attacker);
        for kind in HandKind::ALL {
            changed.hold(Color::White, kind, 0);
        }
        changed.hold_the_rest(Color::White).build().ok()
    }
}
