//! Answers of this run, so that no position is searched twice, nor any of its images.

use super::answered::Effort;
use crate::board::{Position, PositionCode, Symmetry};
use crate::search::{Answer, NoKingToMate, Outcome};
use dashmap::DashMap;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

type Found = Result<Arc<Answer>, NoKingToMate>;

/// The latest answers by position, in a bounded number of bytes. Safe to share between threads.
///
/// What is searched is always the [canonical](Position::canonical) image of a position. So an answer depends
/// on the position alone, not on which of its images happened to come first.
pub(super) struct Memo {
    /// A cell is empty while its position is being searched.
    cells: DashMap<PositionCode, Arc<OnceLock<Found>>>,
    remembered: Mutex<Remembered>,
    capacity: usize,
}

/// The cells that are filled, oldest first, each with its size in bytes.
#[derive(Default)]
struct Remembered {
    cells: VecDeque<(PositionCode, usize)>,
    bytes: usize,
}

impl Memo {
    /// Keeps answers that take about `capacity` bytes, and at least the latest; the oldest are forgotten first.
    pub(super) fn new(capacity: usize) -> Memo {
        Memo {
            cells: DashMap::new(),
            remembered: Mutex::default(),
            capacity,
        }
    }

    /// The answer for `position`, searched for by `search` unless it is known. While another thread searches
    /// for the same position this one waits, so `search` must not depend on work that waits for this thread.
    pub(super) fn answer(
        &self,
        position: &Position,
        search: impl FnOnce(&Position) -> Result<Answer, NoKingToMate>,
    ) -> Result<(Arc<Answer>, Effort), NoKingToMate> {
        let (code, symmetry) = position.canonical();
        let cell = self.cells.entry(code).or_default().value().clone();
        let mut effort = Effort::Repeated;
        let found = cell.get_or_init(|| {
            effort = Effort::Searched;
            search(&position.image(symmetry)).map(Arc::new)
        });
        if effort == Effort::Searched {
            self.remember(code, size(found));
        }
        found
            .clone()
            .map(|answer| (image(answer, symmetry), effort))
    }

    /// Counts a cell that was filled, and forgets the oldest ones as far as room is short.
    fn remember(&self, code: PositionCode, size: usize) {
        let mut remembered = self
            .remembered
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        remembered.cells.push_back((code, size));
        remembered.bytes += size;
        while remembered.bytes > self.capacity && remembered.cells.len() > 1 {
            if let Some((oldest, size)) = remembered.cells.pop_front() {
                self.cells.remove(&oldest);
                remembered.bytes -= size;
            }
        }
    }
}

fn image(answer: Arc<Answer>, symmetry: Symmetry) -> Arc<Answer> {
    if symmetry.is_identity() {
        answer
    } else {
        Arc::new(answer.image(symmetry))
    }
}

/// Bytes that a filled cell takes, about: the code twice, a share of the tables that are never quite full, and
/// the answer.
fn size(found: &Found) -> usize {
    const CELL: usize = 4 * size_of::<PositionCode>() + size_of::<OnceLock<Found>>();
    let moves = match found.as_ref().map(|answer| &answer.outcome) {
        Ok(Outcome::Mate { line, grey, .. }) => {
            let grey = grey.as_deref().map_or(0, size_of_val);
            size_of_val(line.as_slice()) + grey
        }
        Ok(Outcome::NoMate { refutation, .. }) => size_of_val(refutation.as_slice()),
        Ok(Outcome::Unknown { .. }) | Err(_) => 0,
    };
    CELL + size_of::<Answer>() + moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, HandKind, Piece, PieceKind, PositionBuilder, Square};
    use crate::search::{Goal, Solver};
    use std::cell::RefCell;

    const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p";
    const NO_MATE: &str = "4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p";
    /// The king stands at the side, so that every image looks different.
    const ASIDE: &str = "6k2/9/6P2/9/9/9/9/9/9 b G2r2b3g4s4n4l17p";

    /// A memo and what was searched through it.
    struct Diary {
        memo: Memo,
        searched: RefCell<Vec<String>>,
    }

    impl Diary {
        fn new(capacity: usize) -> Diary {
            Diary {
                memo: Memo::new(capacity),
                searched: RefCell::default(),
            }
        }

        fn ask(&self, position: &Position) -> (Arc<Answer>, Effort) {
            let search = |canonical: &Position| {
                self.searched.borrow_mut().push(canonical.to_sfen());
                Solver::new(1 << 20).solve(canonical, Goal::Any, &Default::default())
            };
            self.memo.answer(position, search).unwrap()
        }
    }

    fn position(sfen: &str) -> Position {
        sfen.parse().unwrap()
    }

    #[test]
    fn a_position_is_searched_once_until_it_is_forgotten() {
        let diary = Diary::new(1);
        let effort = |sfen: &str| diary.ask(&position(sfen)).1;
        assert_eq!(effort(&format!("{MATE} 1")), Effort::Searched);
        assert_eq!(effort(&format!("{MATE} 77")), Effort::Repeated);
        assert_eq!(effort(NO_MATE), Effort::Searched);
        assert_eq!(effort(MATE), Effort::Searched);
        assert_eq!(diary.searched.borrow().len(), 3);
    }

    #[test]
    fn images_share_a_search_and_have_moves_of_their_own() {
        let problem = position(ASIDE);
        let images = [
            problem.clone(),
            problem.mirrored(),
            problem.flipped(),
            problem.mirrored().flipped(),
        ];
        let first_move = |answer: &Answer| match &answer.outcome {
            Outcome::Mate { line, .. } => line[0].to_string(),
            other => panic!("{other:?}"),
        };
        let diary = Diary::new(1 << 20);
        let moves = images
            .each_ref()
            .map(|image| first_move(&diary.ask(image).0));
        assert_eq!(moves, ["G*3b", "G*7b", "G*7h", "G*3h"]);
        assert_eq!(diary.searched.borrow().len(), 1);
        // Whichever comes first, the same one is searched.
        for image in &images {
            let other = Diary::new(1 << 20);
            other.ask(image);
            assert_eq!(*other.searched.borrow(), *diary.searched.borrow());
        }
    }

    #[test]
    fn any_position_can_make_room_for_any_other() {
        let memo = Memo::new(1);
        for king in Square::all() {
            for pawns in 0..=18 {
                let mut pieces = PositionBuilder::new();
                pieces.set(king, Some(Piece::new(Color::White, PieceKind::King)));
                pieces.hold(Color::Black, HandKind::Pawn, pawns);
                let position = pieces.build().unwrap();
                assert!(memo.answer(&position, |_| Err(NoKingToMate)).is_err());
            }
        }
        assert_eq!(memo.cells.len(), 1);
    }
}
