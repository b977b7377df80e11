//! What all ways to name a move by its piece and target share: which pieces a name could mean.

use super::SyntaxError;
use crate::board::{Bitboard, Illegality, Intent, Move, PieceKind, Position, Promotion, Square};
use thiserror::Error;

/// Why a text does not name a move of the position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NameError {
    /// It is not written as the notation demands.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The move it names is illegal.
    #[error("illegal: {0}")]
    Illegal(#[from] Illegality),
    /// It names several legal moves.
    #[error("ambiguous: could be {}", .0.iter().map(Move::to_string).collect::<Vec<_>>().join(" or "))]
    Ambiguous(Vec<Move>),
}

/// The squares of all pieces of this kind that may legally move to `to`, promoting or not.
pub(super) fn rivals(position: &Position, kind: PieceKind, to: Square) -> Bitboard {
    let us = position.side_to_move();
    position
        .pieces(us, kind)
        .filter(|&from| {
            [Promotion::Yes, Promotion::No]
                .into_iter()
                .any(|promotion| {
                    let intent = Intent::Board {
                        from,
                        to,
                        promotion,
                    };
                    position.legality(intent).is_ok()
                })
        })
        .collect()
}

/// Whether the move ends or begins where the piece may promote.
pub(super) fn could_promote(position: &Position, mv: Move) -> bool {
    let zone = position.side_to_move().promotion_zone();
    let touches_zone = |from| zone.contains(from) || zone.contains(mv.to());
    mv.kind().promoted().is_some() && mv.from().is_some_and(touches_zone)
}

/// The one legal move of those that a name could mean.
///
/// # Errors
/// Where none is legal, the reason of the one that comes closest to it.
pub(super) fn the_legal_one(
    position: &Position,
    intents: impl IntoIterator<Item = Intent>,
) -> Result<Move, NameError> {
    let mut legal = Vec::new();
    let mut closest = None;
    for intent in intents {
        match position.legality(intent) {
            Ok(mv) => legal.push(mv),
            Err(reason) => closest = closest.max(Some(reason)),
        }
    }
    match legal[..] {
        [] => Err(closest.unwrap_or(Illegality::NothingThere).into()),
        [mv] => Ok(mv),
        _ => Err(NameError::Ambiguous(legal)),
    }
}
