//! Symmetric diagrams (左右対称), where each solution has a mirror image.

use crate::board::Position;

/// Whether left and right are alike.
pub(super) fn is_symmetric(position: &Position) -> bool {
    position.mirrored() == *position
}
