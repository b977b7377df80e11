//! The diagram: whether all pieces of a set are there.
//!
//! What no position may have — two pawns on a file, pieces that can never move, a side in check that is not to move, no king to
//! mate — makes no [`Problem`](crate::tsume::Problem) in the first place.

use super::flaw::{Flaw, FlawKind, Severity};
use crate::board::{HandKind, Position};
use crate::notation::japanese::piece_name;

/// What is to be said of the pieces.
pub(super) fn examine(start: &Position) -> Option<Flaw> {
    let pieces = start.to_builder();
    let missing = HandKind::ALL.into_iter().filter_map(|kind| {
        let count = pieces.missing(kind);
        (count > 0).then(|| format!("{count} {}", piece_name(kind.piece_kind())))
    });
    let missing: Vec<String> = missing.collect();
    (!missing.is_empty()).then(|| Flaw {
        detail: Some(format!("nobody has {}", missing.join(", "))),
        ..Flaw::new(FlawKind::PiecesMissing, Severity::Note, 0)
    })
}
