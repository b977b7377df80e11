//! A board on which the moves of a record are played and taken back.

use super::Handicap;
use crate::board::{
    Color, Illegality, Intent, Move, Position, PositionBuilder, PositionError, Square,
};

/// A position and the moves that led to it.
#[derive(Clone)]
pub(in crate::notation) struct Track {
    position: Position,
    moves: Vec<Move>,
}

impl Track {
    /// The start of a record.
    pub(in crate::notation) fn new(start: &PositionBuilder) -> Result<Track, PositionError> {
        Ok(Track {
            position: completed(start)?,
            moves: Vec::new(),
        })
    }

    pub(in crate::notation) fn position(&self) -> &Position {
        &self.position
    }

    /// Where the last move went.
    pub(in crate::notation) fn previous_to(&self) -> Option<Square> {
        self.moves.last().map(|mv| mv.to())
    }

    /// Plays a move if it is legal.
    pub(in crate::notation) fn play(&mut self, intent: Intent) -> Result<Move, Illegality> {
        let mv = self.position.legality(intent)?;
        self.position.make(mv);
        self.moves.push(mv);
        Ok(mv)
    }

    /// Takes moves back until only `count` are left.
    pub(in crate::notation) fn back_to(&mut self, count: usize) {
        while self.moves.len() > count {
            if let Some(mv) = self.moves.pop() {
                self.position.unmake(mv);
            }
        }
    }
}

/// The position that moves are played from. In problems the defender holds what stands nowhere, as their moves
/// take for granted; in a game that began as games do, or where both kings stand and the defender's hand is
/// given, the hands are what they are.
fn completed(start: &PositionBuilder) -> Result<Position, PositionError> {
    let given = start.build()?;
    let defender = given.side_to_move().opponent();
    let has_both_kings = Color::ALL
        .into_iter()
        .all(|color| given.king(color).is_some());
    let is_complete = has_both_kings && !given.hand(defender).is_empty();
    if is_complete || Handicap::of(start).is_some() {
        return Ok(given);
    }
    start.clone().hold_the_rest(defender).build()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{sfen, usi};

    fn track(sfen: &str) -> Track {
        Track::new(&sfen::parse(sfen).unwrap().builder).unwrap()
    }

    #[test]
    fn moves_are_taken_back_one_by_one() {
        let mut track = track("startpos");
        for mv in ["7g7f", "3c3d", "8h2b+"] {
            track.play(usi::parse(mv).unwrap()).unwrap();
        }
        track.back_to(1);
        assert_eq!(track.position().hand(Color::Black).total(), 0);
        assert_eq!(track.previous_to(), Square::new(7, 6));
        track.back_to(0);
        assert_eq!(track.position(), &Position::initial());
    }

    #[test]
    fn the_defender_of_a_problem_holds_the_rest() {
        let held = |sfen| track(sfen).position().hand(Color::White).total();
        assert_eq!(held("4k4/9/4P4/9/9/9/9/9/9 b G 1"), 36);
        assert_eq!(held("4k4/9/4P4/9/9/9/9/9/4K4 b G 1"), 36);
        assert_eq!(held("4k4/9/4P4/9/9/9/9/9/4K4 b Gp 1"), 1);
        let two_pieces = Handicap::Two.start().build().unwrap().to_sfen();
        assert_eq!(held(&two_pieces), 0);
    }
}
