//! Proof hands (証明駒) and disproof hands (反証駒).
//!
//! A mate proven with one hand is a mate with any hand that has more, and often with less: the proof hand is
//! the least that the proof still needs. A disproof hand is the most that a disproof still stands. Both are
//! carried up from the leaves (Nagai, 2002), so that one search settles many nodes.
//!
//! All hands here are the attacker's; the defender has every piece of the problem that is neither on the
//! board nor in the attacker's hand. So what both hold together depends on the board alone, and it is the
//! most that any disproof hand needs to speak of. Whether a pawn drop mates does too, since nothing but a
//! capture or a flight can answer it: 打ち歩詰め needs no case of its own.

use crate::board::{Bitboard, Color, Hand, HandKind, Move, PieceKind, Position, Replies, attacks};

/// The proof hand before the attacker's move `mv` that leads to a node with proof hand `after`.
pub(super) fn proof_before(mv: Move, after: Hand) -> Hand {
    match (mv.dropped(), mv.captured().and_then(PieceKind::in_hand)) {
        (Some(dropped), _) => after.add(dropped),
        (None, Some(captured)) if after.has(captured) => after.remove(captured),
        _ => after,
    }
}

/// The proof hand of a position with the defender to move, all of whose moves lead to mates with the proof
/// hands united in `replies`.
///
/// Where the defender could interpose a kind of which he has none, because the attacker holds all of it, the
/// attacker has to keep it all: with less, the defender would have a reply that was never looked at.
pub(super) fn proof_against_all(position: &Position, replies: Hand) -> Hand {
    let defender = position.side_to_move();
    let Some(king) = position.king(defender) else {
        return replies;
    };
    let checkers = position.checkers(defender);
    let gap = match checkers.first() {
        Some(checker) if !checkers.is_many() => attacks::between(king, checker),
        _ => Bitboard::EMPTY,
    };
    if gap.is_empty() {
        return replies;
    }
    let attacker_hand = position.hand(defender.opponent());
    attacker_hand
        .kinds()
        .filter(|&kind| {
            !position.hand(defender).has(kind) && can_drop(position, defender, kind, gap)
        })
        .fold(replies, |hand, kind| {
            hand.with(kind, attacker_hand.count(kind))
        })
}

/// The disproof hand of a position with the attacker to move, before it is narrowed by the moves he has.
///
/// He may hold anything of the kinds he already holds. Of a kind that he lacks he must not get any if
/// dropping it could check.
pub(super) fn disproof_without_moves(position: &Position) -> Hand {
    let attacker = position.side_to_move();
    let held = position.hand(attacker);
    HandKind::ALL
        .into_iter()
        .filter(|&kind| !held.has(kind) && could_check(position, attacker, kind))
        .fold(both_hands(position), |hand, kind| hand.with(kind, 0))
}

/// The disproof hand before the attacker's move `mv`, as far as this move goes, when the node it leads to
/// has the disproof hand `after`.
pub(super) fn disproof_before(position: &Position, mv: Move, after: Hand) -> Hand {
    let before = match (mv.dropped(), mv.captured().and_then(PieceKind::in_hand)) {
        (Some(dropped), _) if after.count(dropped) < both_hands(position).count(dropped) => {
            after.add(dropped)
        }
        (None, Some(captured)) if after.has(captured) => after.remove(captured),
        _ => after,
    };
    before.intersection(both_hands(position))
}

/// The disproof hand of a position with the defender to move, one of whose moves leads to a node with
/// disproof hand `after`. When that move drops a piece, the node after it has one piece less in both
/// hands together, so that its disproof hand already leaves one for the defender to drop.
pub(super) fn disproof_by_reply(position: &Position, after: Hand) -> Hand {
    after.intersection(both_hands(position))
}

/// The disproof hand of a position with the defender to move and `replies`, at least one, as far as mate at once goes.
///
/// He keeps his flights and captures whatever is in hand; what he interposes he has to hold.
pub(super) fn disproof_by_any_reply(position: &Position, replies: Replies) -> Hand {
    if replies.flights + replies.captures > 0 {
        both_hands(position)
    } else {
        position.hand(position.side_to_move().opponent())
    }
}

fn both_hands(position: &Position) -> Hand {
    position
        .hand(Color::Black)
        .plus(position.hand(Color::White))
}

/// Whether `color` may drop `kind` on any of `squares`, as far as two pawns and dead pieces go.
fn can_drop(position: &Position, color: Color, kind: HandKind, squares: Bitboard) -> bool {
    let mut allowed = squares & !Bitboard::farthest_ranks(color, kind.piece_kind().dead_ranks());
    if kind == HandKind::Pawn {
        allowed &= !position.pieces(color, PieceKind::Pawn).fill_files();
    }
    !allowed.is_empty()
}

/// Whether a drop of `kind` could check the opponent's king; drop-pawn mate counts as a check.
fn could_check(position: &Position, attacker: Color, kind: HandKind) -> bool {
    position.king(attacker.opponent()).is_some_and(|king| {
        let from = attacks::attacks(
            attacker.opponent(),
            kind.piece_kind(),
            king,
            position.occupied(),
        );
        can_drop(position, attacker, kind, from & !position.occupied())
    })
}

/// Whether the drop `mv` checks the opponent's king.
pub(super) fn drop_checks(position: &Position, mv: Move) -> bool {
    let mover = position.side_to_move();
    position.king(mover.opponent()).is_some_and(|king| {
        attacks::attacks(mover, mv.kind(), mv.to(), position.occupied()).contains(king)
    })
}
