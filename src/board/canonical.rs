//! One position for all that the symmetries of the rules make out of it.
//!
//! Left and right exchanged, or the players, it is the same problem. Of these up to four images the one with
//! Black to move whose code is the smaller stands for all.

use super::{Color, Hand, Move, Piece, Position, Square};

/// A position without its ply number in 64 bytes: equal codes are equal positions with the same side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PositionCode([u64; WORDS]);

/// The board in seven words, the hands in one.
const WORDS: usize = 8;
/// Enough for nothing and 28 kinds of pieces of both colours.
const BITS_PER_SQUARE: usize = 5;
const SQUARES_PER_WORD: usize = 12;

const _: () = assert!(SQUARES_PER_WORD * (WORDS - 1) >= Square::COUNT);

/// A symmetry of the rules. Each is its own inverse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    exchanges_sides: bool,
    exchanges_players: bool,
}

impl Symmetry {
    /// Whether it leaves everything as it is.
    pub fn is_identity(self) -> bool {
        !self.exchanges_sides && !self.exchanges_players
    }

    fn square(self, square: Square) -> Square {
        let square = if self.exchanges_sides {
            square.mirrored()
        } else {
            square
        };
        if self.exchanges_players {
            square.flipped()
        } else {
            square
        }
    }

    fn color(self, color: Color) -> Color {
        if self.exchanges_players {
            color.opponent()
        } else {
            color
        }
    }
}

impl Position {
    /// The code of the image that stands for all images of this position, and how to get there.
    ///
    /// ```
    /// use tsume::board::Position;
    /// let position: Position = "6k2/9/6P2/9/9/9/9/9/9 b G".parse().unwrap();
    /// let (code, _) = position.canonical();
    /// assert_eq!(position.mirrored().canonical().0, code);
    /// assert_eq!(position.flipped().canonical().0, code);
    /// ```
    pub fn canonical(&self) -> (PositionCode, Symmetry) {
        let exchanges_players = self.side_to_move() == Color::White;
        let images = [false, true].map(|exchanges_sides| {
            let symmetry = Symmetry {
                exchanges_sides,
                exchanges_players,
            };
            (self.code_of_image(symmetry), symmetry)
        });
        let [plain, mirrored] = images;
        if plain.0 <= mirrored.0 {
            plain
        } else {
            mirrored
        }
    }

    /// The position that a symmetry makes of this one.
    pub fn image(&self, symmetry: Symmetry) -> Position {
        match (symmetry.exchanges_sides, symmetry.exchanges_players) {
            (false, false) => self.clone(),
            (true, false) => self.mirrored(),
            (false, true) => self.flipped(),
            (true, true) => self.mirrored().flipped(),
        }
    }

    fn code_of_image(&self, symmetry: Symmetry) -> PositionCode {
        let mut words = [0; WORDS];
        for square in self.occupied() {
            if let Some(piece) = self.piece_at(square) {
                let at = symmetry.square(square).index();
                let shift = at % SQUARES_PER_WORD * BITS_PER_SQUARE;
                words[at / SQUARES_PER_WORD] |= code(piece, symmetry) << shift;
            }
        }
        let held = |color: Color| -> Hand { self.hand(symmetry.color(color)) };
        let [black, white] = Color::ALL.map(held).map(|hand| u64::from(hand.bits()));
        words[WORDS - 1] = black << 32 | white;
        PositionCode(words)
    }
}

/// 1 to 28.
fn code(piece: Piece, symmetry: Symmetry) -> u64 {
    let color = symmetry.color(piece.color()) as u64;
    1 + 2 * piece.kind().index() as u64 + color
}

impl Move {
    /// The same move in the image of the position.
    pub fn image(self, symmetry: Symmetry) -> Move {
        let mv = if symmetry.exchanges_sides {
            self.mirrored()
        } else {
            self
        };
        if symmetry.exchanges_players {
            mv.flipped()
        } else {
            mv
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::positions;
    use proptest::prelude::*;

    /// The SFEN without the ply number.
    fn text(position: &Position) -> String {
        let sfen = position.to_sfen();
        sfen.rsplit_once(' ').unwrap().0.to_string()
    }

    #[test]
    fn codes_tell_positions_apart() {
        let code = |sfen: &str| sfen.parse::<Position>().unwrap().canonical().0;
        let position = code("4k4/9/4P4/9/9/9/9/9/9 b G 1");
        assert_eq!(code("4k4/9/4P4/9/9/9/9/9/9 b G 9"), position);
        for other in [
            "4k4/9/4P4/9/9/9/9/9/9 b g 1",
            "4k4/9/4P4/9/9/9/9/9/9 b GP 1",
            "4k4/9/4p4/9/9/9/9/9/9 b G 1",
            "4k4/9/9/4P4/9/9/9/9/9 b G 1",
            "4k4/9/4+P4/9/9/9/9/9/9 b G 1",
            // The other side to move is another problem.
            "4k4/9/4P4/9/9/9/9/9/9 w G 1",
        ] {
            assert_ne!(code(other), position, "{other}");
        }
    }

    proptest! {
        #[test]
        fn all_images_have_one_code_and_one_representative(position in positions()) {
            let (code, symmetry) = position.canonical();
            let representative = position.image(symmetry);
            prop_assert_eq!(representative.side_to_move(), Color::Black);
            prop_assert_eq!(&representative.image(symmetry), &position);
            for image in [position.mirrored(), position.flipped(), position.mirrored().flipped()] {
                let (its_code, its_symmetry) = image.canonical();
                prop_assert_eq!(its_code, code);
                prop_assert_eq!(text(&image.image(its_symmetry)), text(&representative));
            }
        }

        #[test]
        fn moves_go_along(position in positions()) {
            let (_, symmetry) = position.canonical();
            let sorted = |moves: Vec<Move>| {
                let mut moves = moves;
                moves.sort();
                moves
            };
            let here = position.legal_moves().into_iter().map(|mv| mv.image(symmetry)).collect();
            let there = position.image(symmetry).legal_moves().into_iter().collect();
            prop_assert_eq!(sorted(here), sorted(there));
        }
    }
}
