//! A game as it is played: what repetition forbids and ends.

use super::{Color, Illegality, Intent, Move, Position};
use std::collections::HashMap;

/// A position and the moves played from it.
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    position: Position,
    played: Vec<Played>,
    /// After how many plies each position key occurred.
    occurrences: HashMap<u64, Vec<usize>>,
}

#[derive(Clone, Copy, Debug)]
struct Played {
    mv: Move,
    is_check: bool,
}

/// What the return of a position means: the same board, hands and side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// The position has occurred fewer than four times.
    None,
    /// It has occurred for the fourth time (千日手).
    FourFold,
    /// It has, and this player did nothing but check since the first of the four (連続王手の千日手): he loses.
    PerpetualCheck(Color),
}

/// How often a position occurs when repetition takes effect.
const LIMIT: usize = 4;

impl Game {
    /// A game about to start from this position.
    pub fn new(start: Position) -> Game {
        Game {
            position: start.clone(),
            played: Vec::new(),
            occurrences: HashMap::from([(start.key(), vec![0])]),
            start,
        }
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position after the last move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves played.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator {
        self.played.iter().map(|played| played.mv)
    }

    /// Plays a move. A game that repetition has ended goes on if somebody goes on.
    ///
    /// # Errors
    /// Why the move is illegal; the game stays as it was. The move by which the checking side would
    /// complete a perpetual check is [`Illegality::PerpetualCheck`].
    pub fn play(&mut self, intent: Intent) -> Result<Move, Illegality> {
        let mv = self.position.legality(intent)?;
        let us = self.position.side_to_move();
        self.push(mv);
        if self.repetition() == Repetition::PerpetualCheck(us) {
            self.pop();
            return Err(Illegality::PerpetualCheck);
        }
        Ok(mv)
    }

    /// What it means that the position has occurred before.
    ///
    /// Should both players have done nothing but check, the one who moved last counts as the one who did.
    pub fn repetition(&self) -> Repetition {
        let Some(first) = self.first_of_four() else {
            return Repetition::None;
        };
        let mover = self.position.side_to_move().opponent();
        [mover, mover.opponent()]
            .into_iter()
            .find(|&color| self.only_checked_since(first, color))
            .map_or(Repetition::FourFold, Repetition::PerpetualCheck)
    }

    fn push(&mut self, mv: Move) {
        self.position.make(mv);
        self.played.push(Played {
            mv,
            is_check: self.position.is_in_check(self.position.side_to_move()),
        });
        let plies = self.occurrences.entry(self.position.key()).or_default();
        plies.push(self.played.len());
    }

    fn pop(&mut self) {
        if let Some(plies) = self.occurrences.get_mut(&self.position.key()) {
            plies.pop();
        }
        if let Some(played) = self.played.pop() {
            self.position.unmake(played.mv);
        }
    }

    /// After how many plies the position stood for the first of its last four times.
    fn first_of_four(&self) -> Option<usize> {
        let plies = self.occurrences.get(&self.position.key())?;
        if plies.len() < LIMIT {
            return None;
        }
        // Equal keys all but prove equal positions; going back over the game does.
        let mut earlier = self.position.clone();
        let mut ply = self.played.len();
        let mut left = LIMIT;
        for &candidate in plies.iter().rev() {
            while ply > candidate {
                ply -= 1;
                earlier.unmake(self.played[ply].mv);
            }
            if earlier == self.position {
                left -= 1;
            }
            if left == 0 {
                return Some(candidate);
            }
        }
        None
    }

    fn only_checked_since(&self, ply: usize, color: Color) -> bool {
        // The last move is the opponent's of whoever is to move, the one before that his own, and so on.
        let skip = usize::from(color == self.position.side_to_move());
        self.played[ply..]
            .iter()
            .rev()
            .skip(skip)
            .step_by(2)
            .all(|played| played.is_check)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::usi;

    fn play(game: &mut Game, moves: &str) {
        for mv in moves.split_whitespace() {
            game.play(usi::parse(mv).unwrap()).unwrap();
        }
    }

    fn game(sfen: &str, moves: &str) -> Game {
        let mut game = Game::new(sfen.parse().unwrap());
        play(&mut game, moves);
        game
    }

    #[test]
    fn the_fourth_time_counts() {
        let around = "2h3h 8b7b 3h2h 7b8b ";
        let mut game = game("startpos", &around.repeat(2));
        assert_eq!(game.repetition(), Repetition::None);
        play(&mut game, around);
        assert_eq!(game.repetition(), Repetition::FourFold);
        assert_eq!(game.moves().len(), 12);
        play(&mut game, "7g7f");
        assert_eq!(game.repetition(), Repetition::None);
    }

    #[test]
    fn other_hands_make_another_position() {
        // White's pawn is taken on the way: the board comes back, the hands do not.
        let mut game = game("4k4/9/9/9/9/9/9/9/R3K4 b 2P2p 1", "P*9b P*9f 9i9f 5a6a");
        play(&mut game, "9f9i 6a5a P*8b P*9f 9i9f 5a6a 9f9i 6a5a");
        assert_eq!(game.repetition(), Repetition::None);
    }

    /// A dragon drives a lone king up and down the edge.
    const CHASE: &str = "6+R2/8k/9/9/9/9/9/9/9 b - 1";
    const CHECKS: &str = "3a3b 1b1a 3b3a 1a1b ";
    const QUIET: &str = "3a4a 1b1c 4a3a 1c1b ";

    #[test]
    fn the_checker_may_not_complete_a_perpetual_check() {
        let mut game = game(CHASE, &CHECKS.repeat(3));
        // The start has come back by the king's move, which is not to blame.
        assert_eq!(game.repetition(), Repetition::PerpetualCheck(Color::Black));
        let check = game.play(usi::parse("3a3b").unwrap());
        assert_eq!(check, Err(Illegality::PerpetualCheck));
        assert_eq!(game.moves().len(), 12);
        assert_eq!(game.position(), game.start());
        play(&mut game, "3a4a");
        assert_eq!(game.repetition(), Repetition::None);
    }

    #[test]
    fn either_player_can_be_the_checker() {
        let start: Position = CHASE.parse().unwrap();
        let mut game = Game::new(start.flipped());
        play(&mut game, &"7i7h 9h9i 7h7i 9i9h ".repeat(3));
        assert_eq!(game.repetition(), Repetition::PerpetualCheck(Color::White));
        let check = game.play(usi::parse("7i7h").unwrap());
        assert_eq!(check, Err(Illegality::PerpetualCheck));
    }

    #[test]
    fn one_quiet_move_makes_it_an_ordinary_repetition() {
        let mut game = game(CHASE, &format!("{QUIET}{CHECKS}{CHECKS}"));
        assert_eq!(game.repetition(), Repetition::FourFold);
        // Of five occurrences, the last four had only checks between them.
        play(&mut game, CHECKS);
        assert_eq!(game.repetition(), Repetition::PerpetualCheck(Color::Black));
    }
}
