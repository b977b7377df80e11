//! Answers of this run, so that no position is searched twice.

use crate::board::Position;
use crate::search::{Answer, NoKingToMate};
use dashmap::DashMap;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::answered::Effort;

type Found = Result<Arc<Answer>, NoKingToMate>;

/// The latest answers by position. Safe to share between threads.
pub(super) struct Memo {
    /// A cell is empty while its position is being searched.
    cells: DashMap<String, Arc<OnceLock<Found>>>,
    /// The keys of the cells, oldest first.
    order: Mutex<VecDeque<String>>,
    capacity: usize,
}

impl Memo {
    /// Keeps at most `capacity` answers; the oldest are forgotten first.
    pub(super) fn new(capacity: usize) -> Memo {
        Memo {
            cells: DashMap::new(),
            order: Mutex::new(VecDeque::new()),
            capacity,
        }
    }

    /// The answer for `position`, searched for by `search` unless it is known. While another thread searches
    /// for the same position this one waits, so `search` must not depend on work that waits for this thread.
    pub(super) fn answer(
        &self,
        position: &Position,
        search: impl FnOnce() -> Result<Answer, NoKingToMate>,
    ) -> Result<(Arc<Answer>, Effort), NoKingToMate> {
        let cell = self.cell(key(position));
        let mut effort = Effort::Repeated;
        let found = cell.get_or_init(|| {
            effort = Effort::Searched;
            search().map(Arc::new)
        });
        found.clone().map(|answer| (answer, effort))
    }

    fn cell(&self, key: String) -> Arc<OnceLock<Found>> {
        if let Some(cell) = self.cells.get(&key) {
            return cell.clone();
        }
        let mut order = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        // Nothing of the map may stay locked while the oldest is removed, which may be a neighbour.
        let entry = self.cells.entry(key.clone());
        let new = || {
            order.push_back(key);
            Arc::default()
        };
        let cell = entry.or_insert_with(new).value().clone();
        while order.len() > self.capacity {
            if let Some(oldest) = order.pop_front() {
                self.cells.remove(&oldest);
            }
        }
        cell
    }
}

/// The SFEN of a position without its ply number.
fn key(position: &Position) -> String {
    let sfen = position.to_sfen();
    match sfen.rsplit_once(' ') {
        Some((key, _ply)) => key.to_string(),
        None => sfen,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, HandKind, Piece, PieceKind, PositionBuilder, Square};
    use crate::search::{Outcome, Solver};
    use std::cell::Cell;

    const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p";
    const NO_MATE: &str = "4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p";

    #[test]
    fn a_position_is_searched_once_until_it_is_forgotten() {
        let memo = Memo::new(1);
        let searches = Cell::new(0);
        let ask = |sfen: &str| {
            let position: Position = sfen.parse().unwrap();
            let search = || {
                searches.set(searches.get() + 1);
                Solver::new(1 << 20).solve(&position, &Default::default())
            };
            let (answer, effort) = memo.answer(&position, search).unwrap();
            (matches!(answer.outcome, Outcome::Mate { .. }), effort)
        };
        assert_eq!(ask(&format!("{MATE} 1")), (true, Effort::Searched));
        assert_eq!(ask(&format!("{MATE} 77")), (true, Effort::Repeated));
        assert_eq!(ask(NO_MATE), (false, Effort::Searched));
        assert_eq!(ask(MATE), (true, Effort::Searched));
        assert_eq!(searches.get(), 3);
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
                assert!(memo.answer(&position, || Err(NoKingToMate)).is_err());
            }
        }
        assert_eq!(memo.cells.len(), 1);
    }
}
