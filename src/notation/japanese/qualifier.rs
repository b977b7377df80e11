//! Which of several pieces moves: 左 直 右 and 上 寄 引, all as the player who moves sees them.

use crate::board::{Bitboard, Color, PieceKind, Square};
use std::cmp::Ordering;

/// Where the piece comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::notation) enum Side {
    /// 左.
    Left,
    /// 直: from right behind the target.
    Straight,
    /// 右.
    Right,
}

/// How the piece moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::notation) enum Motion {
    /// 上; 行 for far-reaching pieces is read as well.
    Forward,
    /// 寄.
    Sideways,
    /// 引.
    Backward,
}

/// What a name says about the origin.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(in crate::notation) struct Qualifier {
    pub(in crate::notation) side: Option<Side>,
    pub(in crate::notation) motion: Option<Motion>,
}

/// All pieces of a kind that may move to a square.
pub(super) struct Rivals {
    pub(super) color: Color,
    pub(super) kind: PieceKind,
    pub(super) to: Square,
    pub(super) origins: Bitboard,
}

impl Rivals {
    /// The shortest qualifier that only the piece on `from` fits: none when it has no rival, then the
    /// motion, the side, or both.
    pub(super) fn qualifier(&self, from: Square) -> Qualifier {
        let side = self.side(from);
        let motion = Some(self.motion(from));
        let by_motion = Qualifier { side: None, motion };
        let by_side = Qualifier { side, motion: None };
        let by_both = Qualifier { side, motion };
        [Qualifier::default(), by_motion, by_side]
            .into_iter()
            .find(|qualifier| self.is_alone(from, qualifier))
            .unwrap_or(by_both)
    }

    fn is_alone(&self, from: Square, qualifier: &Qualifier) -> bool {
        let mut others = self.origins.without(from).into_iter();
        others.all(|other| !self.fits(other, qualifier))
    }

    /// Whether what the qualifier says is true of the piece on `from`. Of a far-reaching piece without a
    /// rival every side is.
    pub(super) fn fits(&self, from: Square, qualifier: &Qualifier) -> bool {
        let motion_fits = qualifier
            .motion
            .is_none_or(|motion| motion == self.motion(from));
        let side_fits = qualifier.side.is_none_or(|side| match self.side(from) {
            Some(own) => side == own,
            None => self.reaches_far(),
        });
        motion_fits && side_fits
    }

    fn motion(&self, from: Square) -> Motion {
        let (before, after) = (
            self.color.relative_rank(from),
            self.color.relative_rank(self.to),
        );
        match after.cmp(&before) {
            Ordering::Less => Motion::Forward,
            Ordering::Equal => Motion::Sideways,
            Ordering::Greater => Motion::Backward,
        }
    }

    /// Pieces that step are left or right of the target; of those that reach far, which are never more
    /// than two, one is left or right of the other, and 直 is not said.
    fn side(&self, from: Square) -> Option<Side> {
        if self.reaches_far() {
            let other = self.origins.without(from).first()?;
            return self.side_seen_from(other, from);
        }
        let straight = (self.motion(from) == Motion::Forward).then_some(Side::Straight);
        self.side_seen_from(self.to, from).or(straight)
    }

    fn side_seen_from(&self, center: Square, square: Square) -> Option<Side> {
        match self.rightness(square).cmp(&self.rightness(center)) {
            Ordering::Less => Some(Side::Left),
            Ordering::Equal => None,
            Ordering::Greater => Some(Side::Right),
        }
    }

    fn reaches_far(&self) -> bool {
        matches!(
            self.kind,
            PieceKind::Bishop | PieceKind::Rook | PieceKind::Horse | PieceKind::Dragon
        )
    }

    /// How far to the player's right a square lies.
    fn rightness(&self, square: Square) -> u8 {
        match self.color {
            Color::Black => 9 - square.file(),
            Color::White => square.file(),
        }
    }
}
