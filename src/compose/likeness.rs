//! When two problems are one: the same position, or the same idea elsewhere on the board or with other ornament.

use super::problem::Composed;
use crate::board::{Color, Move, Position, PositionCode, Square};
use std::collections::HashSet;

/// What the solution looks like from the king: the same for a problem shifted or mirrored, and whatever stands about.
///
/// Of three plies, every move counts, with the piece that makes it. Longer solutions are alike already when the pieces go
/// to the same squares, and the last move is left out; of nine plies or more the first two as well, for one idea
/// with another introduction is no other idea.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LineKey(Vec<[i8; 7]>);

impl LineKey {
    /// That of a problem.
    pub fn of(problem: &Composed) -> LineKey {
        let mut position = match problem.position.side_to_move() {
            Color::Black => problem.position.clone(),
            Color::White => problem.position.flipped(),
        };
        let moves = problem
            .line
            .iter()
            .map(|mv| match problem.position.side_to_move() {
                Color::Black => *mv,
                Color::White => mv.flipped(),
            });
        let moves: Vec<Move> = moves.collect();
        let (introduction, idea) = parts(&moves);
        introduction.iter().for_each(|&mv| position.make(mv));
        // The king where the idea begins, wherever the introduction has called it from.
        let king = position.king(Color::White);
        let key = |side| {
            let view = View { king, side };
            LineKey(match idea.len() {
                4.. => view.squares(idea),
                _ => view.moves(idea),
            })
        };
        key(1).min(key(-1))
    }
}

/// The moves that introduce an idea, and the idea itself.
fn parts(line: &[Move]) -> (&[Move], &[Move]) {
    match line {
        [_, _, idea @ .., _] if idea.len() >= 6 => (&line[..2], idea),
        [idea @ .., _] if idea.len() >= 4 => (&[], idea),
        idea => (&[], idea),
    }
}

/// The board as it looks from a king, left and right exchanged when `side` is −1.
#[derive(Clone, Copy)]
struct View {
    king: Option<Square>,
    side: i8,
}

impl View {
    /// Moves with everything about them but what they capture.
    fn moves(self, moves: &[Move]) -> Vec<[i8; 7]> {
        let seen = moves.iter().map(|mv| {
            let [to_file, to_rank] = self.offset(mv.to());
            let [from_file, from_rank] = mv.from().map_or([0, 0], |from| self.offset(from));
            let (kind, after) = (mv.kind() as i8, mv.kind_after() as i8);
            let dropped = i8::from(mv.is_drop());
            [kind, after, dropped, to_file, to_rank, from_file, from_rank]
        });
        seen.collect()
    }

    /// Where moves go, and which are drops.
    fn squares(self, moves: &[Move]) -> Vec<[i8; 7]> {
        let seen = moves.iter().map(|mv| {
            let [file, rank] = self.offset(mv.to());
            [0, 0, i8::from(mv.is_drop()), file, rank, 0, 0]
        });
        seen.collect()
    }

    fn offset(self, square: Square) -> [i8; 2] {
        let (file, rank) = self.king.map_or((0, 0), |king| (king.file(), king.rank()));
        let files = square.file() as i8 - file as i8;
        let ranks = square.rank() as i8 - rank as i8;
        [self.side * files, ranks]
    }
}

/// Problems that no new one may be like.
#[derive(Clone, Default, Debug)]
pub struct Known {
    positions: HashSet<PositionCode>,
    lines: HashSet<LineKey>,
}

impl Known {
    /// Whether a problem is like any of these.
    pub fn is_like(&self, problem: &Composed) -> bool {
        self.positions.contains(&problem.position.canonical().0)
            || self.lines.contains(&LineKey::of(problem))
    }

    /// Adds a problem with its solution.
    pub fn add(&mut self, problem: &Composed) {
        self.positions.insert(problem.position.canonical().0);
        self.lines.insert(LineKey::of(problem));
    }
}

/// Positions of which no solution is known.
impl Extend<Position> for Known {
    fn extend<I: IntoIterator<Item = Position>>(&mut self, positions: I) {
        let codes = positions.into_iter().map(|position| position.canonical().0);
        self.positions.extend(codes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(sfen: &str, line: &str) -> Composed {
        let position: Position = sfen.parse().unwrap();
        let mut played = position.clone();
        let line = line.split_whitespace().map(|word| {
            let mv = played.legality(crate::notation::usi::parse(word).unwrap());
            played.make(mv.unwrap());
            mv.unwrap()
        });
        let line = line.collect();
        Composed { position, line }
    }

    #[test]
    fn a_problem_is_like_itself_shifted_mirrored_turned_and_otherwise_adorned() {
        let here = problem("3+Pgk3/9/5+P3/9/9/9/9/9/9 b - 1", "6a5a 4a5a G*5b");
        let shifted = problem("4+Pgk2/9/6+P2/9/9/9/9/9/9 b - 1", "5a4a 3a4a G*4b");
        let adorned = problem("4+Pgk2/9/6+P2/9/9/9/9/9/L8 b - 1", "5a4a 3a4a G*4b");
        let mirrored = problem("3kg+P3/9/3+P5/9/9/9/9/9/9 b - 1", "4a5a 6a5a G*5b");
        let flipped = Composed {
            position: here.position.flipped(),
            line: here.line.iter().map(|mv| mv.flipped()).collect(),
        };
        let mut known = Known::default();
        known.add(&here);
        for image in [&here, &shifted, &adorned, &mirrored, &flipped] {
            assert!(known.is_like(image), "{}", image.position);
        }
        let other = problem("3+Pgk3/9/5+P3/9/9/9/9/9/9 b G 1", "G*4b");
        assert!(!known.is_like(&other));
    }

    #[test]
    fn a_position_without_a_solution_is_known_too() {
        let here = problem("3+Pgk3/9/5+P3/9/9/9/9/9/9 b - 1", "6a5a 4a5a G*5b");
        let mut known = Known::default();
        known.extend([here.position.mirrored()]);
        assert!(known.is_like(&here));
    }

    #[test]
    fn other_introductions_and_last_moves_make_no_other_idea() {
        let stays = problem(
            "7+R1/6S+p1/6g+pk/5S3/6S1+P/8B/9/9/9 b rb3gs4n4l15p 1",
            "3b2c+ 2b2c P*1d 2c1d 1e1d 1c1d P*1e 1d1c 3e2d 3c2d 2a2d 1c2d G*1d",
        );
        let called = problem(
            "2R6/8k/6g+pN/5S3/6S1+P/8B/9/9/9 b Prb3g2s3n4l15p 1",
            "7a2a+ 1b1c P*1d 2c1d 1e1d 1c1d P*1e 1d1c 3e2d 3c2d 2a2d 1c2d G*1d",
        );
        assert_eq!(LineKey::of(&stays), LineKey::of(&called));
    }
}
