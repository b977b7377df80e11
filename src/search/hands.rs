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

use crate::board::{Bitboard, Color, Hand, HandKind, Move, PieceKind, Position, attacks};

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
        .fold(both(position), |hand, kind| hand.with(kind, 0))
}

/// The disproof hand before the attacker's move `mv`, as far as this move goes, when the node it leads to
/// has the disproof hand `after`.
pub(super) fn disproof_before(position: &Position, mv: Move, after: Hand) -> Hand {
    let before = match (mv.dropped(), mv.captured().and_then(PieceKind::in_hand)) {
        (Some(dropped), _) if after.count(dropped) < both(position).count(dropped) => {
            after.add(dropped)
        }
        (None, Some(captured)) if after.has(captured) => after.remove(captured),
        _ => after,
    };
    before.intersection(both(position))
}

/// The disproof hand of a position with the defender to move, one of whose moves leads to a node with
/// disproof hand `after`. When that move drops a piece, the node after it has one piece less in both
/// hands together, so that its disproof hand already leaves one for the defender to drop.
pub(super) fn disproof_by_reply(position: &Position, after: Hand) -> Hand {
    after.intersection(both(position))
}

/// What both hold together after `mv`: the disproof hand, as far as mate at once goes, of a position with the
/// defender to move and in check, who can flee or capture, whatever is in hand.
pub(super) fn both_after(position: &Position, mv: Move) -> Hand {
    let both = both(position);
    match (mv.dropped(), mv.captured().and_then(PieceKind::in_hand)) {
        (Some(dropped), _) => both.remove(dropped),
        (None, Some(captured)) => both.add(captured),
        (None, None) => both,
    }
}

/// What both hold together.
pub(super) fn both(position: &Position) -> Hand {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::crowded;
    use proptest::prelude::*;

    /// Whether the attacker, to move, mates within so many plies.
    fn mates(position: &Position, plies: u32) -> bool {
        plies > 0
            && position
                .checks()
                .into_iter()
                .any(|check| is_mated(&position.after(check), plies - 1))
    }

    /// Whether the defender, in check and to move, is mated within so many plies.
    fn is_mated(position: &Position, plies: u32) -> bool {
        position
            .legal_moves()
            .into_iter()
            .all(|reply| plies > 0 && mates(&position.after(reply), plies - 1))
    }

    /// The proof hand by the rules, with the attacker to move; `None` when he does not mate within so many plies.
    fn proof(position: &Position, plies: u32) -> Option<Hand> {
        let plies = plies.checked_sub(1)?;
        position.checks().into_iter().find_map(|check| {
            let after = proof_of_mated(&position.after(check), plies)?;
            Some(proof_before(check, after))
        })
    }

    fn proof_of_mated(position: &Position, plies: u32) -> Option<Hand> {
        let mut replies = Hand::EMPTY;
        for reply in position.legal_moves() {
            replies = replies.union(proof(&position.after(reply), plies.checked_sub(1)?)?);
        }
        Some(proof_against_all(position, replies))
    }

    /// The disproof hand by the rules, with the attacker to move; `None` when he mates within so many plies.
    fn disproof(position: &Position, plies: u32) -> Option<Hand> {
        let Some(plies) = plies.checked_sub(1) else {
            return Some(position.hand(position.side_to_move()));
        };
        let mut hand = disproof_without_moves(position);
        for check in position.checks() {
            let after = disproof_of_answered(&position.after(check), plies)?;
            hand = hand.intersection(disproof_before(position, check, after));
        }
        Some(hand)
    }

    fn disproof_of_answered(position: &Position, plies: u32) -> Option<Hand> {
        let attacker = position.side_to_move().opponent();
        let replies = position.legal_moves();
        let Some(plies) = plies.checked_sub(1) else {
            return (!replies.is_empty()).then(|| position.hand(attacker));
        };
        let after = replies
            .into_iter()
            .find_map(|reply| disproof(&position.after(reply), plies))?;
        Some(disproof_by_reply(position, after))
    }

    /// The position with another hand for the attacker; the defender has the rest of both.
    fn with_hand(position: &Position, attacker: Color, hand: Hand) -> Position {
        let both = both(position);
        let mut builder = position.to_builder();
        for kind in HandKind::ALL {
            let rest = both.count(kind) - hand.count(kind);
            builder.hold(attacker, kind, hand.count(kind).into());
            builder.hold(attacker.opponent(), kind, rest.into());
        }
        builder.build().unwrap()
    }

    /// Any hand from `least` to `most`: the ends are likely.
    fn between(least: Hand, most: Hand, choices: [u8; HandKind::COUNT]) -> Hand {
        HandKind::ALL
            .into_iter()
            .zip(choices)
            .fold(Hand::EMPTY, |hand, (kind, choice)| {
                let (least, most) = (least.count(kind), most.count(kind));
                let count = match choice % 4 {
                    0 | 1 => least,
                    2 => most,
                    _ => least + choice / 4 % (most - least + 1),
                };
                hand.with(kind, count)
            })
    }

    /// A king under attack by pieces close to him, and the attacker: to move, or with a check just given.
    fn attacked() -> impl Strategy<Value = (Position, Color)> {
        crowded().prop_filter_map("a king", |position| {
            let defender = Color::ALL
                .into_iter()
                .find(|&color| position.king(color).is_some())?;
            let attacker = defender.opponent();
            let mover = if position.is_in_check(defender) {
                defender
            } else {
                attacker
            };
            let position = position.to_builder().side_to_move(mover).build().ok()?;
            Some((position, attacker))
        })
    }

    fn choices() -> impl Strategy<Value = [u8; HandKind::COUNT]> {
        any::<[u8; HandKind::COUNT]>()
    }

    /// Holds the proof hand of a position against brute force.
    fn check_proof(position: &Position, attacker: Color, plies: u32, choices: [u8; 7]) {
        let attacks = position.side_to_move() == attacker;
        let proof = if attacks { proof } else { proof_of_mated };
        let truth = if attacks { mates } else { is_mated };
        if let Some(least) = proof(position, plies) {
            let hand = position.hand(attacker);
            assert!(hand.dominates(least), "{position}: {least:?}");
            for enough in [least, between(least, both(position), choices)] {
                let other = with_hand(position, attacker, enough);
                assert!(
                    truth(&other, plies),
                    "{position} needs {least:?}, but {other} is no mate"
                );
            }
        }
    }

    /// Holds the disproof hand of a position against brute force.
    fn check_disproof(position: &Position, attacker: Color, plies: u32, choices: [u8; 7]) {
        let attacks = position.side_to_move() == attacker;
        let disproof = if attacks {
            disproof
        } else {
            disproof_of_answered
        };
        let truth = if attacks { mates } else { is_mated };
        if let Some(most) = disproof(position, plies) {
            let hand = position.hand(attacker);
            assert!(most.dominates(hand), "{position}: {most:?}");
            for little in [most, between(Hand::EMPTY, most, choices)] {
                let other = with_hand(position, attacker, little);
                assert!(
                    !truth(&other, plies),
                    "{position} stands {most:?}, but {other} is mate"
                );
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        /// Nothing but captures, interpositions that the attacker has to make impossible, and drops.
        #[test]
        fn proof_hands_of_short_mates_prove(
            (position, attacker) in attacked(), choices in choices(), plies in 0u32..2,
        ) {
            check_proof(&position, attacker, plies, choices);
        }

        /// Checks that are missing, checks that a richer hand would have, pawn drops that mate.
        #[test]
        fn disproof_hands_where_a_check_would_have_to_mate_disprove(
            (position, attacker) in attacked(), choices in choices(), plies in 0u32..2,
        ) {
            check_disproof(&position, attacker, plies, choices);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        /// Hands united over replies, captures by the defender, interpositions captured.
        #[test]
        fn proof_hands_of_longer_mates_prove(
            (position, attacker) in attacked(), choices in choices(), plies in 2u32..4,
        ) {
            check_proof(&position, attacker, plies, choices);
        }

        /// Replies that refute, interpositions that the defender must still have in hand.
        #[test]
        fn disproof_hands_where_a_reply_refutes_disprove(
            (position, attacker) in attacked(), choices in choices(), plies in 2u32..4,
        ) {
            check_disproof(&position, attacker, plies, choices);
        }
    }
}
