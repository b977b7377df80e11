//! A problem: a position whose side to move is to mate the other.

use crate::board::{Color, Hand, HandKind, Move, Position, PositionBuilder, PositionError};
use crate::search::NoKingToMate;
use thiserror::Error;

/// A position in which the side to move, the attacker (攻方), is to mate the other side, the defender (玉方).
///
/// The defender's king is on the board; the attacker's may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    position: Position,
    added: Hand,
    hand_was_given: bool,
    defender_hand: DefenderHand,
}

/// Who holds the pieces of the 40 that stand nowhere.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum DefenderHand {
    /// The defender, as the convention of composed problems has it.
    #[default]
    TheRest,
    /// Nobody: both hands are what they are said to be.
    AsGiven,
}

/// Why pieces do not make a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum InvalidProblem {
    /// They do not even make a position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The defender has no king.
    #[error(transparent)]
    NoKing(#[from] NoKingToMate),
}

impl Problem {
    /// The problem of these pieces; the side to move attacks.
    ///
    /// ```
    /// use tsume::{board::Color, notation::sfen, tsume::{DefenderHand, Problem}};
    /// let sfen = sfen::parse("4k4/9/4P4/9/9/9/9/9/9 b G 1").unwrap();
    /// let problem = Problem::new(&sfen.builder, DefenderHand::TheRest).unwrap();
    /// assert_eq!(problem.attacker(), Color::Black);
    /// assert_eq!(problem.position().to_sfen(), "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    /// ```
    ///
    /// # Errors
    /// What no position may have, or that there is no king to mate.
    pub fn new(
        pieces: &PositionBuilder,
        defender_hand: DefenderHand,
    ) -> Result<Problem, InvalidProblem> {
        let given = pieces.build()?;
        let defender = given.side_to_move().opponent();
        if given.king(defender).is_none() {
            return Err(NoKingToMate.into());
        }
        let added = match defender_hand {
            DefenderHand::TheRest => missing_pieces(pieces),
            DefenderHand::AsGiven => Hand::EMPTY,
        };
        let mut completed = pieces.clone();
        for kind in added.kinds() {
            let count = pieces.held(defender, kind) + u32::from(added.count(kind));
            completed.hold(defender, kind, count);
        }
        Ok(Problem {
            position: completed.build()?,
            added,
            hand_was_given: !given.hand(defender).is_empty(),
            defender_hand,
        })
    }

    /// The position, its attacker to move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// 攻方, who is to mate.
    pub fn attacker(&self) -> Color {
        self.position.side_to_move()
    }

    /// 玉方, whose king is to be mated.
    pub fn defender(&self) -> Color {
        self.attacker().opponent()
    }

    /// Whether both hands are taken as they are given, so that nobody holds what stands nowhere.
    pub fn hands_are_given(&self) -> bool {
        self.defender_hand == DefenderHand::AsGiven
    }

    /// What was added to a defender's hand that was given, but given short: perhaps a mistake of who wrote it.
    pub fn added_to_given_hand(&self) -> Option<Hand> {
        (self.hand_was_given && !self.added.is_empty()).then_some(self.added)
    }

    /// What the attacker holds after `line` (駒余り when it is the main line), a line of legal moves from here.
    pub fn left_over(&self, line: &[Move]) -> Hand {
        let mut position = self.position.clone();
        for &mv in line {
            position.make(mv);
        }
        position.hand(self.attacker())
    }
}

/// The pieces of the 40 that are neither on the board nor in a hand.
fn missing_pieces(pieces: &PositionBuilder) -> Hand {
    HandKind::ALL.into_iter().fold(Hand::EMPTY, |hand, kind| {
        hand.with(kind, u8::try_from(pieces.missing(kind)).unwrap_or(0))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;

    fn problem(text: &str, defender_hand: DefenderHand) -> Result<Problem, InvalidProblem> {
        Problem::new(&sfen::parse(text).unwrap().builder, defender_hand)
    }

    #[test]
    fn pieces_listed_nowhere_are_the_defenders() {
        let black_attacks = problem("4k4/9/4P4/9/9/9/9/9/9 b G 1", DefenderHand::TheRest).unwrap();
        assert_eq!(
            black_attacks.position().to_sfen(),
            "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
        );
        assert_eq!(black_attacks.added_to_given_hand(), None);
        let white_attacks = problem("9/9/9/9/9/9/4p4/9/4K4 w g 1", DefenderHand::TheRest).unwrap();
        assert_eq!(white_attacks.attacker(), Color::White);
        assert_eq!(
            white_attacks.position().to_sfen(),
            "9/9/9/9/9/9/4p4/9/4K4 w 2R2B3G4S4N4L17Pg 1"
        );
    }

    #[test]
    fn a_given_hand_that_is_short_is_completed_and_told() {
        let short = problem("4k4/9/4P4/9/9/9/9/9/9 b G2r 1", DefenderHand::TheRest).unwrap();
        let added = short.added_to_given_hand().unwrap();
        assert_eq!(
            (added.count(HandKind::Pawn), added.count(HandKind::Rook)),
            (17, 0)
        );
        assert_eq!(short.position().hand(Color::White).count(HandKind::Rook), 2);
    }

    #[test]
    fn hands_are_taken_literally_on_request() {
        let sfen = "4k4/9/4P4/9/9/9/9/9/9 b G2r 1";
        let literal = problem(sfen, DefenderHand::AsGiven).unwrap();
        assert_eq!(literal.position().to_sfen(), sfen);
        assert_eq!(literal.added_to_given_hand(), None);
    }

    #[test]
    fn what_cannot_be_is_refused_with_the_reason() {
        let error = |sfen| {
            problem(sfen, DefenderHand::TheRest)
                .unwrap_err()
                .to_string()
        };
        insta::assert_snapshot!(error("9/9/9/9/9/9/9/9/4K4 b G 1"), @"there is no king to mate: the side not to move has none");
        insta::assert_snapshot!(error("4k4/4G4/9/9/9/9/9/9/9 b - 1"), @"White is in check though it is not White's move");
        insta::assert_snapshot!(error("4k4/9/4P4/4P4/9/9/9/9/9 b G 1"), @"Black has two pawns on file 5");
        insta::assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b 3R 1"), @"3 pieces of the kind R where a set has 2");
    }

    #[test]
    fn left_over_pieces_are_the_attackers_at_the_end() {
        let problem = problem("4k4/9/4P4/9/9/9/9/9/9 b 2G 1", DefenderHand::TheRest).unwrap();
        let mate = problem
            .position()
            .checks()
            .into_iter()
            .find(|mv| mv.to_string() == "G*5b")
            .unwrap();
        assert_eq!(
            problem.left_over(&[mate]),
            Hand::EMPTY.with(HandKind::Gold, 1)
        );
    }
}
