//! From a position of the protocol to what there is to prove about it.

use crate::board::{Hand, Illegality, Position, PositionError};
use crate::notation::kifu::Handicap;
use crate::notation::sfen::Sfen;
use crate::tsume::{DefenderHand, InvalidProblem, Problem};
use thiserror::Error;

/// A position as the protocol gives it.
#[derive(Clone, Debug)]
pub(super) struct Reached {
    position: Position,
    /// Whether it stands in a game that began as games do, where both hands are what they are.
    is_of_game: bool,
}

/// What is to be proven.
#[derive(Clone, Debug)]
pub(super) enum Task {
    /// That the side to move mates the other.
    Attack(Position),
    /// That the side to move, in check, is mated whatever it replies.
    Defence(Position),
}

/// Why a position cannot be searched.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum NoTask {
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("move {number}, {played}: {reason}")]
    Move {
        number: usize,
        played: String,
        reason: Illegality,
    },
    #[error(
        "there is no king to mate: the side not to move has none, and the side to move is not in check"
    )]
    NoKing,
    #[error("the side to move is mated already")]
    Mated,
}

impl From<InvalidProblem> for NoTask {
    fn from(invalid: InvalidProblem) -> NoTask {
        match invalid {
            InvalidProblem::Position(error) => NoTask::Position(error),
            InvalidProblem::NoKing(_) => NoTask::NoKing,
        }
    }
}

/// The position after the moves of `sfen`.
///
/// # Errors
/// That it is no position, or that a move is illegal.
pub(super) fn reached(sfen: &Sfen) -> Result<Reached, NoTask> {
    let mut position = sfen.builder.build()?;
    for (played, &intent) in sfen.moves.iter().enumerate() {
        let mv = position.legality(intent).map_err(|reason| NoTask::Move {
            number: played + 1,
            played: intent.to_string(),
            reason,
        })?;
        position.make(mv);
    }
    Ok(Reached {
        position,
        is_of_game: Handicap::of(&sfen.builder).is_some(),
    })
}

impl Reached {
    /// The start of a game.
    pub(super) fn initial() -> Reached {
        Reached {
            position: Position::initial(),
            is_of_game: true,
        }
    }
}

impl Task {
    /// What there is to prove of a position, and which pieces were added to a defender's hand that was given short.
    ///
    /// The side to move attacks if the other has a king. If not, it defends, provided it is in check: so a
    /// problem can be asked about after each move of its solution.
    ///
    /// # Errors
    /// That there is nothing to prove.
    pub(super) fn of(
        Reached {
            position,
            is_of_game,
        }: &Reached,
        otherwise: DefenderHand,
    ) -> Result<(Task, Option<Hand>), NoTask> {
        let defender_hand = match is_of_game {
            true => DefenderHand::AsGiven,
            false => otherwise,
        };
        let mover = position.side_to_move();
        if position.king(mover.opponent()).is_none() && position.is_in_check(mover) {
            return Ok((Task::defence(position, defender_hand)?, None));
        }
        let problem = Problem::new(&position.to_builder(), defender_hand)?;
        let added = problem.added_to_given_hand();
        Ok((Task::Attack(problem.position().clone()), added))
    }

    fn defence(position: &Position, defender_hand: DefenderHand) -> Result<Task, NoTask> {
        let mut pieces = position.to_builder();
        if defender_hand == DefenderHand::TheRest {
            pieces.hold_the_rest(position.side_to_move());
        }
        let position = pieces.build()?;
        if position.has_legal_move() {
            Ok(Task::Defence(position))
        } else {
            Err(NoTask::Mated)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::notation::sfen;

    fn task(line: &str) -> Result<Task, NoTask> {
        let position = reached(&sfen::parse(line).unwrap())?;
        Task::of(&position, DefenderHand::TheRest).map(|(task, _)| task)
    }

    #[test]
    fn the_side_that_checks_or_is_to_check_attacks() {
        match task("4k4/9/4P4/9/9/9/9/9/9 b RS 1") {
            Ok(Task::Attack(position)) => assert_eq!(
                position.to_sfen(),
                "4k4/9/4P4/9/9/9/9/9/9 b RSr2b4g3s4n4l17p 1"
            ),
            other => panic!("{other:?}"),
        }
        match task("4k4/9/4P4/9/9/9/9/9/9 b RS 1 moves R*5b") {
            Ok(Task::Defence(position)) => assert_eq!(
                position.to_sfen(),
                "4k4/4R4/4P4/9/9/9/9/9/9 w Sr2b4g3s4n4l17p 2"
            ),
            other => panic!("{other:?}"),
        }
        let both_kings = "4k4/9/4P4/9/9/9/9/9/4K4 b RS 1 moves R*5b";
        assert!(matches!(task(both_kings), Ok(Task::Attack(_))));
    }

    #[test]
    fn what_was_given_as_a_handicap_is_in_nobodys_hand() {
        let start = Handicap::of_name("二枚落ち").unwrap().start();
        match task(&format!("{start} moves 5a6b")) {
            Ok(Task::Attack(position)) => assert!(position.hand(Color::White).is_empty()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_cannot_be_is_refused_with_the_reason() {
        let error = |line| task(line).unwrap_err().to_string();
        insta::assert_snapshot!(error("4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b"), @"the side to move is mated already");
        insta::assert_snapshot!(error("4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5h"), @"there is no king to mate: the side not to move has none, and the side to move is not in check");
        insta::assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 w - 1"), @"there is no king to mate: the side not to move has none, and the side to move is not in check");
        insta::assert_snapshot!(error("4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b 5a4a"), @"move 2, 5a4a: the king would be in check");
        insta::assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b 5G 1"), @"5 pieces of the kind G where a set has 4");
    }
}
