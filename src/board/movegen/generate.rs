//! The one generator of legal moves.

use super::{Filter, MoveSink};
use crate::board::{Bitboard, Color, HandKind, PieceKind, Position, Promotion, Square, attacks};
use std::ops::ControlFlow;

const MOVING_KINDS: [PieceKind; 13] = [
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Gold,
    PieceKind::ProPawn,
    PieceKind::ProLance,
    PieceKind::ProKnight,
    PieceKind::ProSilver,
    PieceKind::Horse,
    PieceKind::Dragon,
];

/// Hands every legal move of `position` that `filter` wants to `sink`: king moves, then moves on the
/// board by kind, then drops.
#[inline]
pub(super) fn generate<F: Filter, S: MoveSink>(
    position: &Position,
    filter: &F,
    sink: &mut S,
) -> ControlFlow<()> {
    let us = position.side_to_move();
    let occupied = position.occupied();
    let own = position.occupied_by(us);

    // What a move other than the king's must do about a check: capture the checker or step in between.
    let mut answers = Bitboard::ALL;
    let mut pinned = Bitboard::EMPTY;
    if let Some(king) = position.king(us) {
        king_moves(position, king, filter, sink)?;
        let checkers = position.attackers(king, us.opponent(), occupied);
        if checkers.is_many() {
            return ControlFlow::Continue(());
        }
        if let Some(checker) = checkers.first() {
            answers = attacks::between(king, checker).with(checker);
        }
        pinned = position.blockers(king, us.opponent()) & own;
    }

    let targets = answers & !own;
    for kind in MOVING_KINDS {
        for from in position.pieces(us, kind) {
            let mut reach = attacks::attacks(us, kind, from, occupied) & targets;
            if pinned.contains(from)
                && let Some(king) = position.king(us)
            {
                reach &= attacks::line(king, from);
            }
            if !reach.is_empty() {
                board_moves(us, from, kind, reach, filter, sink)?;
            }
        }
    }
    if position.hand(us).is_empty() {
        return ControlFlow::Continue(());
    }
    drops(position, answers & !occupied, filter, sink)
}

#[inline]
fn king_moves<F: Filter, S: MoveSink>(
    position: &Position,
    king: Square,
    filter: &F,
    sink: &mut S,
) -> ControlFlow<()> {
    let us = position.side_to_move();
    let reach = attacks::king(king) & !position.occupied_by(us);
    // Its own shadow gives the king no shelter from a slider.
    let without_king = position.occupied().without(king);
    let safe = filter
        .board(king, PieceKind::King, reach)
        .filter(|&to| !position.is_attacked(to, us.opponent(), without_king))
        .collect::<Bitboard>();
    if safe.is_empty() {
        return ControlFlow::Continue(());
    }
    sink.board(king, PieceKind::King, safe, Promotion::No)
}

#[inline]
fn board_moves<F: Filter, S: MoveSink>(
    us: Color,
    from: Square,
    kind: PieceKind,
    reach: Bitboard,
    filter: &F,
    sink: &mut S,
) -> ControlFlow<()> {
    if let Some(promoted) = kind.promoted() {
        let zone = us.promotion_zone();
        let turning = if zone.contains(from) {
            reach
        } else {
            reach & zone
        };
        if !turning.is_empty() {
            let turning = filter.board(from, promoted, turning);
            if !turning.is_empty() {
                sink.board(from, kind, turning, Promotion::Yes)?;
            }
        }
    }
    let staying = filter.board(from, kind, reach & !dead_squares(us, kind));
    if !staying.is_empty() {
        sink.board(from, kind, staying, Promotion::No)?;
    }
    ControlFlow::Continue(())
}

#[inline]
fn drops<F: Filter, S: MoveSink>(
    position: &Position,
    empty: Bitboard,
    filter: &F,
    sink: &mut S,
) -> ControlFlow<()> {
    let us = position.side_to_move();
    for kind in position.hand(us).kinds() {
        let mut targets = filter.drops(kind, empty & !dead_squares(us, kind.piece_kind()));
        if kind == HandKind::Pawn {
            targets &= !position.pieces(us, PieceKind::Pawn).fill_files();
            targets = without_drop_pawn_mate(position, targets);
        }
        if !targets.is_empty() {
            sink.drops(kind, targets)?;
        }
    }
    ControlFlow::Continue(())
}

#[inline]
fn without_drop_pawn_mate(position: &Position, targets: Bitboard) -> Bitboard {
    let them = position.side_to_move().opponent();
    let Some(king) = position.king(them) else {
        return targets;
    };
    let check = attacks::pawn(them, king) & targets;
    match check.first() {
        Some(to) if position.is_drop_pawn_mate(to, king) => targets.without(to),
        _ => targets,
    }
}

/// Where a piece of this kind would never move again.
#[inline]
const fn dead_squares(color: Color, kind: PieceKind) -> Bitboard {
    Bitboard::farthest_ranks(color, kind.dead_ranks())
}
