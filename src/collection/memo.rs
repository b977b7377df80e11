//! Answers of this run, so that no position is searched twice, nor any of its images.

use crate::board::PositionCode;
use crate::search::{Answer, NoKingToMate, Outcome};
use dashmap::{DashMap, Entry};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// What a search for a position came to.
pub(super) type Searched = Result<Arc<Answer>, NoKingToMate>;

/// The latest answers by [canonical](crate::board::Position::canonical) position, in a bounded number of bytes.
/// Safe to share between threads.
///
/// Nobody waits in it: who asks for a position that is being searched leaves a `W`, which the one who searches is
/// given in the end.
pub(super) struct Memo<W> {
    cells: DashMap<PositionCode, Cell<W>>,
    remembered: Mutex<Remembered>,
    capacity: usize,
}

enum Cell<W> {
    /// Somebody searches the position, and these wait for the answer.
    InSearch(Vec<W>),
    Known(Searched),
}

/// The cells that are known, oldest first, each with its size in bytes.
#[derive(Default)]
struct Remembered {
    cells: VecDeque<(PositionCode, usize)>,
    bytes: usize,
}

/// What becomes of a question.
pub(super) enum Asked<'memo, W> {
    /// The answer was found before. Who asks is given back.
    Known(Searched, W),
    /// Nobody has asked before: who asks has to search.
    ToSearch(Search<'memo, W>, W),
    /// Somebody searches already, and has been left who asks.
    Left,
}

/// A position that is to be searched by who holds this. If he drops it, those that wait are dropped with it, and the
/// position is as good as never asked for.
pub(super) struct Search<'memo, W> {
    memo: &'memo Memo<W>,
    code: PositionCode,
    has_ended: bool,
}

impl<W> Memo<W> {
    /// Keeps answers that take about `capacity` bytes, and at least the latest; the oldest are forgotten first.
    pub(super) fn new(capacity: usize) -> Memo<W> {
        Memo {
            cells: DashMap::new(),
            remembered: Mutex::default(),
            capacity,
        }
    }

    /// Asks for the position with this code on behalf of `who`.
    pub(super) fn ask(&self, code: PositionCode, who: W) -> Asked<'_, W> {
        match self.cells.entry(code) {
            Entry::Vacant(cell) => {
                cell.insert(Cell::InSearch(Vec::new()));
                let search = Search {
                    memo: self,
                    code,
                    has_ended: false,
                };
                Asked::ToSearch(search, who)
            }
            Entry::Occupied(mut cell) => match cell.get_mut() {
                Cell::Known(found) => Asked::Known(found.clone(), who),
                Cell::InSearch(waiting) => {
                    waiting.push(who);
                    Asked::Left
                }
            },
        }
    }

    /// Counts a cell that is known, and forgets the oldest ones as far as room is short.
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

impl<W> Search<'_, W> {
    /// Remembers what was found; returns those that wait for it.
    pub(super) fn end(mut self, found: Searched) -> Vec<W> {
        self.has_ended = true;
        let size = size(&found);
        let before = self.memo.cells.insert(self.code, Cell::Known(found));
        self.memo.remember(self.code, size);
        match before {
            Some(Cell::InSearch(waiting)) => waiting,
            Some(Cell::Known(_)) | None => Vec::new(),
        }
    }
}

impl<W> Drop for Search<'_, W> {
    fn drop(&mut self) {
        if !self.has_ended {
            self.memo.cells.remove(&self.code);
        }
    }
}

/// Bytes that a known cell takes, about: the code twice, a share of the tables that are never quite full, and
/// the answer.
fn size(found: &Searched) -> usize {
    const CELL: usize = 4 * size_of::<PositionCode>() + size_of::<Searched>();
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

    /// A position for each square that a king can stand on and each number of pawns in hand.
    fn codes() -> impl Iterator<Item = PositionCode> {
        let kings = Square::all().flat_map(|king| (0..=18).map(move |pawns| (king, pawns)));
        kings.map(|(king, pawns)| {
            let mut pieces = PositionBuilder::new();
            pieces.set(king, Some(Piece::new(Color::White, PieceKind::King)));
            pieces.hold(Color::Black, HandKind::Pawn, pawns);
            pieces.build().unwrap().canonical().0
        })
    }

    fn to_search<W>(memo: &Memo<W>, code: PositionCode, who: W) -> Search<'_, W> {
        match memo.ask(code, who) {
            Asked::ToSearch(search, _) => search,
            Asked::Known(..) | Asked::Left => panic!("somebody has asked before"),
        }
    }

    const FOUND: Searched = Err(NoKingToMate);

    #[test]
    fn who_asks_for_what_is_in_search_is_left_with_who_searches() {
        let memo = Memo::new(1 << 20);
        let code = codes().next().unwrap();
        let search = to_search(&memo, code, "first");
        for who in ["second", "third"] {
            assert!(matches!(memo.ask(code, who), Asked::Left));
        }
        assert_eq!(search.end(FOUND), ["second", "third"]);
        assert!(matches!(
            memo.ask(code, "fourth"),
            Asked::Known(Err(_), "fourth")
        ));
    }

    #[test]
    fn a_search_that_is_given_up_lets_go_of_those_that_wait() {
        let memo = Memo::new(1 << 20);
        let code = codes().next().unwrap();
        let waiting = Arc::new(());
        let search = to_search(&memo, code, waiting.clone());
        assert!(matches!(memo.ask(code, waiting.clone()), Asked::Left));
        drop(search);
        assert_eq!(Arc::strong_count(&waiting), 1);
        to_search(&memo, code, waiting).end(FOUND);
    }

    #[test]
    fn any_position_can_make_room_for_any_other() {
        let memo = Memo::new(1);
        for code in codes() {
            // A position and its mirror image have one code, and the first may still be remembered.
            if let Asked::ToSearch(search, ()) = memo.ask(code, ()) {
                search.end(FOUND);
            }
        }
        assert_eq!(memo.cells.len(), 1);
    }
}
