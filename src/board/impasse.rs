//! Impasse (持将棋): when a king has entered the enemy's camp and can no longer be mated, points decide.

use super::{Color, Hand, HandKind, PieceKind, Position};

/// What counts when a player declares that his king is safe (入玉宣言).
///
/// A rook or bishop, promoted or not, is five points, any other piece but the king one; counted are those in
/// the enemy's camp, which are the three farthest ranks, and those in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImpasseCount {
    /// Whether the king stands in the enemy's camp.
    pub king_is_inside: bool,
    /// Whether the king is in check.
    pub is_in_check: bool,
    /// The player's pieces in the camp, the king not counted.
    pub pieces_inside: u32,
    /// The points.
    pub points: u32,
}

/// What a declaration comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Declaration {
    /// The declarer wins.
    Win,
    /// The game is drawn.
    Draw,
    /// The conditions do not hold, and the declarer loses.
    Loss,
}

impl ImpasseCount {
    /// The pieces that must be in the camp beside the king.
    const PIECES: u32 = 10;

    /// By the 24-point rule of the Japan Shogi Association: 31 points win, 24 draw.
    pub fn by_24_points(&self) -> Declaration {
        match self.points {
            31.. if self.is_safe() => Declaration::Win,
            24.. if self.is_safe() => Declaration::Draw,
            _ => Declaration::Loss,
        }
    }

    /// By the 27-point rule of computer and amateur games: Black wins with 28 points, White with 27.
    pub fn by_27_points(&self, declarer: Color) -> Declaration {
        let needed = match declarer {
            Color::Black => 28,
            Color::White => 27,
        };
        if self.is_safe() && self.points >= needed {
            Declaration::Win
        } else {
            Declaration::Loss
        }
    }

    fn is_safe(&self) -> bool {
        self.king_is_inside && !self.is_in_check && self.pieces_inside >= Self::PIECES
    }
}

impl Position {
    /// What `color` has to show for a declaration; `given` is what he gave as a handicap, which counts as if he
    /// held it.
    pub fn impasse_count(&self, color: Color, given: Hand) -> ImpasseCount {
        let camp = color.promotion_zone();
        let king = self.king(color);
        let inside = self.occupied_by(color) & camp & !self.pieces(color, PieceKind::King);
        let hands = [self.hand(color), given];
        let held = hands.into_iter().flat_map(|hand| {
            let kinds = HandKind::ALL.into_iter();
            kinds.map(move |kind| points(kind) * u32::from(hand.count(kind)))
        });
        let standing = inside.into_iter().filter_map(|square| {
            let kind = self.piece_at(square)?.kind().in_hand()?;
            Some(points(kind))
        });
        ImpasseCount {
            king_is_inside: king.is_some_and(|king| camp.contains(king)),
            is_in_check: self.is_in_check(color),
            pieces_inside: inside.into_iter().count() as u32,
            points: held.chain(standing).sum(),
        }
    }
}

fn points(kind: HandKind) -> u32 {
    match kind {
        HandKind::Rook | HandKind::Bishop => 5,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(sfen: &str, color: Color) -> ImpasseCount {
        let position: Position = sfen.parse().unwrap();
        position.impasse_count(color, Hand::EMPTY)
    }

    /// Black's king and ten pieces in the camp: a dragon, a horse and eight pawns; 5 + 5 + 8 there, and the hand.
    const INSIDE: &str = "K+R+B+P+P+P+P2/+P+P+P+P5/9/9/9/9/9/9/4k4 b";

    #[test]
    fn pieces_in_the_camp_and_in_hand_count() {
        let found = count(&format!("{INSIDE} RB2G 1"), Color::Black);
        assert_eq!((found.pieces_inside, found.points), (10, 10 + 8 + 12));
        assert!(found.king_is_inside && !found.is_in_check);
        assert_eq!(count(&format!("{INSIDE} RB2G 1"), Color::White).points, 0);
    }

    #[test]
    fn each_rule_has_its_thresholds() {
        let rules = |hand| {
            let found = count(&format!("{INSIDE} {hand} 1"), Color::Black);
            (
                found.points,
                found.by_24_points(),
                found.by_27_points(Color::Black),
                found.by_27_points(Color::White),
            )
        };
        use Declaration::{Draw, Loss, Win};
        assert_eq!(rules("5P"), (23, Loss, Loss, Loss));
        assert_eq!(rules("6P"), (24, Draw, Loss, Loss));
        assert_eq!(rules("9P"), (27, Draw, Loss, Win));
        assert_eq!(rules("G9P"), (28, Draw, Win, Win));
        assert_eq!(rules("3G9P"), (30, Draw, Win, Win));
        assert_eq!(rules("4G9P"), (31, Win, Win, Win));
    }

    #[test]
    fn the_king_must_be_inside_and_safe_with_ten_pieces() {
        let by_24_points = |sfen| count(sfen, Color::Black).by_24_points();
        assert_eq!(
            by_24_points("9/1+R+B+P+P+P+P2/+P+P+P+P5/K8/9/9/9/9/4k4 b RB4G4S 1"),
            Declaration::Loss
        );
        assert_eq!(
            by_24_points("K1+B+P+P+P+P2/+P+P+P+P5/9/9/9/9/9/9/4k4 b 2RB4G4S 1"),
            Declaration::Loss
        );
        assert_eq!(
            by_24_points("K+R+B+P+P+P+P2/1+P+P+P5/+P8/9/9/9/9/r8/4k4 b B4G4S 1"),
            Declaration::Win
        );
        assert_eq!(
            by_24_points("K+R+B+P+P+P+P2/1+P+P+P5/9/+P8/9/9/9/9/4k4 b B4G4S 1"),
            Declaration::Loss
        );
        assert_eq!(
            by_24_points("K+R+B+P+P+P+P2/1+P+P+P4+P/9/9/9/9/9/r8/4k4 b B4G4S 1"),
            Declaration::Loss
        );
    }

    #[test]
    fn white_counts_from_the_other_side_and_with_what_he_gave() {
        let position: Position = format!("{INSIDE} 9P 1").parse().unwrap();
        let flipped = position.flipped();
        let given = Hand::EMPTY.with(HandKind::Rook, 1);
        assert_eq!(flipped.impasse_count(Color::White, given).points, 32);
    }
}
