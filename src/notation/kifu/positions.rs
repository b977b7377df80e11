//! The positions of a game, one after the other.

use super::{Kifu, Track};
use crate::board::{Position, PositionError};
use std::ops::Deref;
use std::sync::Arc;

/// The position before the first move, and each after a legal move of the main line.
pub struct Positions<K> {
    kifu: K,
    track: Track,
    /// How many moves have been played; `None` before the start has been told.
    played: Option<usize>,
}

impl Kifu {
    /// The position before the first move, and each after a legal move of the main line. Where a problem leaves
    /// pieces out, the defender holds them.
    ///
    /// # Errors
    /// When the start is no position.
    pub fn positions(&self) -> Result<Positions<&Kifu>, PositionError> {
        Positions::of(self)
    }

    /// Like [`Kifu::positions`], for who cannot borrow the record for so long.
    ///
    /// # Errors
    /// When the start is no position.
    pub fn shared_positions(self: &Arc<Kifu>) -> Result<Positions<Arc<Kifu>>, PositionError> {
        Positions::of(Arc::clone(self))
    }
}

impl<K: Deref<Target = Kifu>> Positions<K> {
    fn of(kifu: K) -> Result<Positions<K>, PositionError> {
        let track = Track::new(kifu.start())?;
        Ok(Positions {
            kifu,
            track,
            played: None,
        })
    }
}

impl<K: Deref<Target = Kifu>> Iterator for Positions<K> {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        self.played = match self.played {
            None => Some(0),
            Some(played) => {
                let ply = self.kifu.main_line().moves.get(played)?;
                self.track.play(ply.played).ok()?;
                Some(played + 1)
            }
        };
        Some(self.track.position().clone())
    }
}
