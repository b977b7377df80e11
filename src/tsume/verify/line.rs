//! The line itself (作意): whether it can be played, and whether it mates.

use super::flaw::{Flaw, FlawKind, Severity};
use crate::board::{Intent, Move, Position};

/// A line that has been played on the board.
pub(super) struct Line {
    pub(super) moves: Vec<Move>,
    /// Before the first move, and after each.
    pub(super) positions: Vec<Position>,
    /// How many plies are left before each move and after the last one, futile interpositions not counted.
    pub(super) left: Vec<u32>,
}

impl Line {
    /// Plays `moves` from `start` as far as they can be, and tells what is wrong with the next one.
    pub(super) fn play(start: &Position, moves: &[Intent]) -> (Line, Option<Flaw>) {
        let mut line = Line {
            moves: Vec::with_capacity(moves.len()),
            positions: vec![start.clone()],
            left: Vec::new(),
        };
        let mut flaw = None;
        for &intent in moves {
            match line.next(intent) {
                Ok((mv, after)) => {
                    line.moves.push(mv);
                    line.positions.push(after);
                }
                Err((kind, detail)) => {
                    flaw = Some(Flaw {
                        detail: Some(detail),
                        ..Flaw::new(kind, Severity::Fatal, line.moves.len() as u32 + 1)
                    });
                    break;
                }
            }
        }
        (line.counted(), flaw)
    }

    /// The next move and where it leads, or why it cannot be.
    fn next(&self, intent: Intent) -> Result<(Move, Position), (FlawKind, String)> {
        let position = self.end();
        let illegal = |reason| (FlawKind::IllegalMove, format!("{intent}: {reason}"));
        let mv = position.legality(intent).map_err(illegal)?;
        let after = position.after(mv);
        let is_attackers = self.moves.len().is_multiple_of(2);
        if is_attackers && !after.is_in_check(after.side_to_move()) {
            return Err((FlawKind::NoCheck, format!("{intent} gives no check")));
        }
        Ok((mv, after))
    }

    /// With every ply counted.
    fn counted(mut self) -> Line {
        self.left = (0..=self.moves.len() as u32).rev().collect();
        self
    }

    /// Counts the plies again without the futile replies, and the attacker's next moves, that `is_futile` tells by
    /// their index and the plies left behind them. `None` when it cannot tell.
    pub(super) fn count(
        &mut self,
        mut is_futile: impl FnMut(&Line, usize, u32) -> Option<bool>,
    ) -> Option<()> {
        for index in (0..self.moves.len()).rev() {
            self.left[index] = self.left[index + 1] + 1;
            if index % 2 == 1 && index + 2 < self.left.len() {
                let behind = self.left[index + 2];
                if is_futile(self, index, behind)? {
                    self.left[index] = behind;
                }
            }
        }
        Some(())
    }

    /// Which moves of the line, from 1, are futile interpositions.
    pub(super) fn futile_plies(&self) -> impl Iterator<Item = u32> {
        let pairs = self.left.windows(2).zip(1..);
        pairs
            .filter(|(pair, _)| pair[0] + 1 == pair[1])
            .map(|(_, ply)| ply)
    }

    /// The position at the end.
    pub(super) fn end(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// Its length in plies that count.
    pub(super) fn plies(&self) -> u32 {
        self.left[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::usi;

    fn play(sfen: &str, moves: &str) -> Result<usize, (usize, Flaw)> {
        let moves: Vec<Intent> = moves.split(' ').map(|mv| usi::parse(mv).unwrap()).collect();
        let (line, flaw) = Line::play(&sfen.parse().unwrap(), &moves);
        match flaw {
            None => Ok(line.moves.len()),
            Some(flaw) => Err((line.moves.len(), flaw)),
        }
    }

    #[test]
    fn the_first_move_that_cannot_be_is_named() {
        let sfen = "4k4/9/4P4/9/9/9/9/9/9 b RG2b3g4s4n4l17pr 1";
        assert_eq!(play(sfen, "G*5b"), Ok(1));
        let failed = |moves, plies, kind, detail: &str| {
            let (played, flaw) = play(sfen, moves).unwrap_err();
            assert_eq!(
                (played, flaw.kind, flaw.ply),
                (plies, kind, plies as u32 + 1)
            );
            assert_eq!(flaw.detail.as_deref(), Some(detail));
        };
        let illegal = FlawKind::IllegalMove;
        failed("S*5b", 0, illegal, "S*5b: there is no such piece to move");
        failed("R*3a 5a4a", 1, illegal, "5a4a: the king would be in check");
        failed("G*5d", 0, FlawKind::NoCheck, "G*5d gives no check");
        failed(
            "R*3a 5a6b 3a3b+ 6b7a R*2b",
            4,
            FlawKind::IllegalMove,
            "R*2b: there is no such piece to move",
        );
    }

    #[test]
    fn futile_replies_and_what_takes_them_do_not_count() {
        let sfen = "4k4/9/4P4/9/9/9/9/9/9 b RG2b3g4s4n4l17pr 1"
            .parse()
            .unwrap();
        let moves = ["R*3a", "P*4a", "3a4a+"].map(|mv| usi::parse(mv).unwrap());
        let (mut line, _) = Line::play(&sfen, &moves);
        assert_eq!(line.left, [3, 2, 1, 0]);
        assert_eq!(
            line.count(|_, index, left| Some((index, left) == (1, 0))),
            Some(())
        );
        assert!(line.futile_plies().eq([2]));
        assert_eq!(
            (line.left.as_slice(), line.plies()),
            ([1, 0, 1, 0].as_slice(), 1)
        );
        assert_eq!(line.count(|_, _, _| None), None);
    }
}
