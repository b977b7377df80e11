//! The one generator of legal moves.

use super::{Filter, MoveSink};
use crate::board::{Bitboard, Color, HandKind, PieceKind, Position, Promotion, Square, attacks};
use std::ops::ControlFlow;

/// Hands every legal move of `position` that `filter` wants to `sink`.
#[inline]
pub(super) fn generate<F: Filter, S: MoveSink>(
    position: &Position,
    filter: &F,
    sink: &mut S,
) -> ControlFlow<()> {
    // One copy of the generator for each colour, in which the colour is a constant.
    match position.side_to_move() {
        Color::Black => Generator::new(Color::Black, position, filter, sink).all_moves(),
        Color::White => Generator::new(Color::White, position, filter, sink).all_moves(),
    }
}

struct Generator<'a, F, S> {
    us: Color,
    them: Color,
    position: &'a Position,
    filter: &'a F,
    sink: &'a mut S,
}

impl<'a, F: Filter, S: MoveSink> Generator<'a, F, S> {
    #[inline(always)]
    fn new(us: Color, position: &'a Position, filter: &'a F, sink: &'a mut S) -> Self {
        Generator {
            us,
            them: us.opponent(),
            position,
            filter,
            sink,
        }
    }

    /// King moves, then other moves on the board, then drops.
    #[inline(always)]
    fn all_moves(&mut self) -> ControlFlow<()> {
        let own = self.position.occupied_by(self.us);
        let mut free = self.filter.movers(self.position);
        if let Some(king) = self.position.king(self.us) {
            self.king_moves(king)?;
            let (checkers, blockers) = self.position.attackers_and_blockers(king, self.them);
            if checkers.is_many() {
                return ControlFlow::Continue(());
            }
            if let Some(checker) = checkers.first() {
                return self.answers(king, checker, !blockers);
            }
            for from in free & blockers {
                self.piece_moves(from, attacks::line(king, from) & !own)?;
            }
            free &= !blockers;
        }
        let pawns = free & self.position.of_kind(PieceKind::Pawn);
        for from in pawns & (!own).shift_forward(self.them) {
            let ahead = Bitboard::of(from).shift_forward(self.us);
            self.board_moves(from, PieceKind::Pawn, ahead)?;
        }
        for from in free & !pawns {
            self.piece_moves(from, !own)?;
        }
        self.drops(!self.position.occupied())
    }

    #[inline(always)]
    fn king_moves(&mut self, king: Square) -> ControlFlow<()> {
        let reach = attacks::king(king) & !self.position.occupied_by(self.us);
        let wanted = self.filter.board(king, PieceKind::King, reach);
        if wanted.is_empty() {
            return ControlFlow::Continue(());
        }
        // Its own shadow gives the king no shelter from a slider.
        let occupied = self.position.occupied().without(king);
        let safe = self.position.safe_flights(wanted, self.them, occupied);
        if safe.is_empty() {
            return ControlFlow::Continue(());
        }
        self.sink.board(king, PieceKind::King, safe, Promotion::No)
    }

    /// What `free` pieces other than the king do about a check: they capture the checker or step in between.
    /// A pinned piece does neither, for it would have to stay on another line.
    #[inline(always)]
    fn answers(&mut self, king: Square, checker: Square, free: Bitboard) -> ControlFlow<()> {
        let between = attacks::between(king, checker);
        for to in between.with(checker) {
            let attackers = self
                .position
                .attackers(to, self.us, self.position.occupied());
            for from in (attackers & free).without(king) {
                if let Some(piece) = self.position.piece_at(from) {
                    self.board_moves(from, piece.kind(), Bitboard::of(to))?;
                }
            }
        }
        if between.is_empty() {
            return ControlFlow::Continue(());
        }
        self.drops(between)
    }

    /// Moves of the piece on `from` to squares of `targets`.
    #[inline(always)]
    fn piece_moves(&mut self, from: Square, targets: Bitboard) -> ControlFlow<()> {
        let Some(piece) = self.position.piece_at(from) else {
            return ControlFlow::Continue(());
        };
        let occupied = self.position.occupied();
        let reach = attacks::attacks(self.us, piece.kind(), from, occupied) & targets;
        if reach.is_empty() {
            return ControlFlow::Continue(());
        }
        self.board_moves(from, piece.kind(), reach)
    }

    /// Moves of the piece `kind` on `from` to squares of `reach`, promoting and not.
    #[inline(always)]
    fn board_moves(&mut self, from: Square, kind: PieceKind, reach: Bitboard) -> ControlFlow<()> {
        if let Some(promoted) = kind.promoted() {
            let zone = self.us.promotion_zone();
            let turning = if zone.contains(from) {
                reach
            } else {
                reach & zone
            };
            if !turning.is_empty() {
                let turning = self.filter.board(from, promoted, turning);
                if !turning.is_empty() {
                    self.sink.board(from, kind, turning, Promotion::Yes)?;
                }
            }
        }
        let staying = reach & !dead_squares(self.us, kind);
        let staying = self.filter.board(from, kind, staying);
        if !staying.is_empty() {
            self.sink.board(from, kind, staying, Promotion::No)?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn drops(&mut self, empty: Bitboard) -> ControlFlow<()> {
        if self.position.hand(self.us).is_empty() {
            return ControlFlow::Continue(());
        }
        for kind in self.position.hand(self.us).kinds() {
            let alive = empty & !dead_squares(self.us, kind.piece_kind());
            let mut targets = self.filter.drops(kind, alive);
            if kind == HandKind::Pawn {
                targets &= !self.position.pieces(self.us, PieceKind::Pawn).fill_files();
                targets = self.without_drop_pawn_mate(targets);
            }
            if !targets.is_empty() {
                self.sink.drops(kind, targets)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn without_drop_pawn_mate(&self, targets: Bitboard) -> Bitboard {
        let Some(king) = self.position.king(self.them) else {
            return targets;
        };
        let check = attacks::pawn(self.them, king) & targets;
        match check.first() {
            Some(to) if self.position.is_drop_pawn_mate(to, king) => targets.without(to),
            _ => targets,
        }
    }
}

/// Where a piece of this kind would never move again.
#[inline]
pub(super) const fn dead_squares(color: Color, kind: PieceKind) -> Bitboard {
    Bitboard::farthest_ranks(color, kind.dead_ranks())
}
