//! First guesses for nodes never searched: how hard a proof or a disproof looks (df-pn+: Nagai and Imai, 1999).

use super::numbers::UNIT;
use crate::board::{Color, Move, PieceKind, Position, Square};

/// Proof and disproof numbers to begin with, both at least one unit.
#[derive(Clone, Copy)]
pub(super) struct Estimate {
    pub(super) pn: u32,
    pub(super) dn: u32,
}

/// A guess for the node after the attacker's move `mv` from `position`.
///
/// A check on a well-guarded square is hard to bring home; a check that is outnumbered is easily met.
pub(super) fn after_check(position: &Position, mv: Move) -> Estimate {
    let attacker = position.side_to_move();
    let balance = Balance::on(position, mv, attacker);
    let mut estimate = Estimate { pn: UNIT, dn: UNIT };
    if balance.against >= 2 {
        estimate.pn += UNIT;
    }
    let takes_a_general =
        matches!(mv.captured().map(PieceKind::unpromoted), Some(PieceKind::Gold | PieceKind::Silver));
    if balance.with > balance.against || takes_a_general {
        estimate.dn += UNIT;
    } else {
        estimate.pn += UNIT;
    }
    estimate
}

/// A guess for the node after the defender's move `mv` from `position`.
///
/// A capture is the best of defences and a king's move a fair one; an interposition is worth as much
/// as the square is guarded.
pub(super) fn after_evasion(position: &Position, mv: Move) -> Estimate {
    let defender = position.side_to_move();
    if mv.captured().is_some() {
        return Estimate { pn: 2 * UNIT, dn: UNIT };
    }
    if mv.kind() == PieceKind::King {
        return Estimate { pn: UNIT, dn: UNIT };
    }
    let balance = Balance::on(position, mv, defender);
    if balance.with > balance.against {
        Estimate { pn: 2 * UNIT, dn: UNIT }
    } else {
        Estimate { pn: UNIT, dn: 2 * UNIT }
    }
}

/// How many pieces fight for the target of a move: those of the mover, a drop included, and those against him.
struct Balance {
    with: u32,
    against: u32,
}

impl Balance {
    fn on(position: &Position, mv: Move, mover: Color) -> Balance {
        let attackers = |color| position.attackers(mv.to(), color, position.occupied()).len();
        Balance { with: attackers(mover) + u32::from(mv.is_drop()), against: attackers(mover.opponent()) }
    }
}

/// A last tie-break between moves that the numbers do not tell apart; lower is tried first.
///
/// Strong pieces near the king come first, and a promotion before its refusal.
pub(super) fn order(mv: Move, king: Option<Square>) -> i16 {
    const VALUE: [i16; PieceKind::COUNT] = [10, 20, 20, 30, 50, 50, 50, 80, 50, 50, 50, 50, 80, 80];
    let distance = king.map_or(0, |king| {
        i16::from(king.file().abs_diff(mv.to().file()).max(king.rank().abs_diff(mv.to().rank())))
    });
    10 * distance - VALUE[mv.kind_after().index()]
}
