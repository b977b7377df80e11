//! What is wanted of the problems.

use super::flaw::Flaw;
use super::gate::LastMove;
use super::problem::Composed;
use super::theme::{Theme, Traits};
use crate::board::{Bitboard, Color, Hand, PieceKind, Position};

/// What problems are to be composed.
#[derive(Clone, Debug)]
pub struct Wish {
    /// Their length, which is odd.
    pub plies: u32,
    /// How strict to be about the last move.
    pub last: LastMove,
    /// The most pieces there may be on the board and in the attacker's hand, kings not counted.
    pub pieces: u32,
    /// Where the king may stand at the start.
    pub king_area: Bitboard,
    /// The most that the attacker may hold at the start; anything if `None`.
    pub hand: Option<Hand>,
    /// Each of these is to be in it.
    pub themes: Vec<Theme>,
}

impl Wish {
    /// Any problem of `plies` plies with up to 20 pieces.
    pub fn new(plies: u32) -> Wish {
        Wish {
            plies,
            last: LastMove::default(),
            pieces: 20,
            king_area: Bitboard::ALL,
            hand: None,
            themes: Vec::new(),
        }
    }

    /// How promising a problem is: what there is to admire, and above all what it is to show.
    pub(super) fn points(&self, problem: &Composed) -> i32 {
        let traits = Traits::of(problem);
        let themes = self.themes.iter().map(|theme| theme.nearness(&traits));
        traits.points() + themes.sum::<i32>()
    }

    /// Whether all of the wanted themes are shown.
    pub(super) fn shows_all(&self, traits: &Traits) -> bool {
        self.themes_shown_by(traits) == self.themes.len()
    }

    /// How many of the wanted themes are shown.
    pub(super) fn themes_shown_by(&self, traits: &Traits) -> usize {
        let shown = self.themes.iter().filter(|theme| theme.is_shown_by(traits));
        shown.count()
    }

    /// Whether a problem is as wanted, but for its length.
    pub(super) fn admits(&self, problem: &Composed) -> Result<(), Flaw> {
        let position = &problem.position;
        let king = position.king(Color::White);
        let is_at_home = king.is_some_and(|king| {
            self.king_area.contains(king) || self.king_area.contains(king.mirrored())
        });
        let hand = position.hand(Color::Black);
        let may_be_held = self.hand.is_none_or(|most| most.dominates(hand));
        let traits = Traits::of(problem);
        if is_at_home && may_be_held && traits.pieces <= self.pieces && self.shows_all(&traits) {
            Ok(())
        } else {
            Err(Flaw::Unwanted)
        }
    }
}

/// The pieces on the board and in the attacker's hand, kings not counted.
pub(super) fn pieces(position: &Position) -> u32 {
    let kings = Color::ALL.map(|color| position.pieces(color, PieceKind::King).len());
    position.occupied().len() - kings[0] - kings[1] + position.hand(Color::Black).total()
}
