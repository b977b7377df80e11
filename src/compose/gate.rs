//! The gate: what a candidate has to be to pass for a sound problem, cheap questions first.
//!
//! The attacker's moves along the main line (作意) are the only ones that mate, at whatever length, but for the
//! last. The defender's replies are the only ones that hold out longest, but for the last. Whichever last reply is
//! chosen and whatever move mates then, nothing is left over.

use super::flaw::Flaw;
use super::judge::Judge;
use crate::board::{Move, Position};

/// How strict the gate is about the last move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum LastMove {
    /// Several moves may mate at the end (最終手余詰), as composers allow; not in problems of one ply.
    #[default]
    MayBeDual,
    /// The last move has to be the only one.
    IsUnique,
}

/// The main line of `problem` if it is a sound problem of exactly `plies` plies.
pub(super) fn main_line(
    judge: &Judge<'_>,
    problem: &Position,
    plies: u32,
    last: LastMove,
) -> Result<Vec<Move>, Flaw> {
    if !judge.mates_within(problem, plies)? {
        return Err(Flaw::NoMate);
    }
    if plies > 2 && judge.mates_within(problem, plies - 2)? {
        return Err(Flaw::Shorter);
    }
    let mut position = problem.clone();
    let mut line = Vec::new();
    for left in (3..=plies).rev().step_by(2) {
        let check = only_check(judge, &position, left)?;
        position.make(check);
        line.push(check);
        let replies = longest_replies(judge, &position, left - 1)?;
        let reply = if left == 3 {
            last_reply(judge, &position, &replies, last)?
        } else {
            only(&replies).ok_or(Flaw::SecondDefence)?
        };
        position.make(reply);
        line.push(reply);
    }
    let last = if plies == 1 { LastMove::IsUnique } else { last };
    line.push(last_move(judge, &position, last)?);
    Ok(line)
}

/// The one check that mates, within `left` plies.
pub(super) fn only_check(judge: &Judge<'_>, position: &Position, left: u32) -> Result<Move, Flaw> {
    let mut checks = position.checks();
    let mut key = None;
    for (index, &check) in checks.iter().enumerate() {
        if judge.mates_within(&position.after(check), left - 1)? {
            key = Some(index);
            break;
        }
    }
    let key = checks.remove(key.ok_or(Flaw::NoMate)?);
    if judge.any_mates(position, &checks)? {
        return Err(Flaw::Cook);
    }
    Ok(key)
}

/// The replies that hold out longest against a check that mates in exactly `left` plies more, futile ones left out.
pub(super) fn longest_replies(
    judge: &Judge<'_>,
    position: &Position,
    left: u32,
) -> Result<Vec<Move>, Flaw> {
    let mut longest = Vec::new();
    for reply in position.legal_moves() {
        let holds_out = left < 3 || !judge.mates_within(&position.after(reply), left - 3)?;
        if holds_out && !judge.is_futile(position, reply, left)? {
            longest.push(reply);
        }
    }
    Ok(longest)
}

/// The last reply that is quoted, when after each of `replies` every mate leaves nothing.
fn last_reply(
    judge: &Judge<'_>,
    position: &Position,
    replies: &[Move],
    last: LastMove,
) -> Result<Move, Flaw> {
    let mut quoted = None;
    for &reply in replies {
        let after = position.after(reply);
        let mates = mating_moves(judge, &after)?;
        if mates.iter().any(|&mate| leaves(&after, mate)) {
            return Err(Flaw::LeftOver);
        }
        // The fewest ways to go on, captures first.
        let order = (mates.len(), reply.captured().is_none(), reply.bits());
        if quoted.is_none_or(|(best, _)| order < best) {
            quoted = Some((order, reply));
        }
    }
    if last == LastMove::IsUnique && replies.len() > 1 {
        return Err(Flaw::SecondDefence);
    }
    quoted.map(|(_, reply)| reply).ok_or(Flaw::SecondDefence)
}

/// The quoted one of the moves that mate at once, none of which leaves anything.
fn last_move(judge: &Judge<'_>, position: &Position, last: LastMove) -> Result<Move, Flaw> {
    let mates = mating_moves(judge, position)?;
    if mates.iter().any(|&mate| leaves(position, mate)) {
        return Err(Flaw::LeftOver);
    }
    let quoted = mates.iter().copied().min_by_key(|&mate| {
        // From the hand, then with promotion.
        (!mate.is_drop(), !mate.is_promotion(), mate.bits())
    });
    let quoted = quoted.ok_or(Flaw::NoMate)?;
    if last == LastMove::IsUnique {
        let mut others = position.checks();
        others.retain(|&check| check != quoted);
        if judge.any_mates(position, &others)? {
            return Err(Flaw::Cook);
        }
    }
    Ok(quoted)
}

/// The checks that mate at once, futile interpositions left out.
fn mating_moves(judge: &Judge<'_>, position: &Position) -> Result<Vec<Move>, Flaw> {
    let mut mates = Vec::new();
    for check in position.checks() {
        if judge.mates_within(&position.after(check), 0)? {
            mates.push(check);
        }
    }
    Ok(mates)
}

/// Whether the attacker has something in hand after a move of his.
fn leaves(position: &Position, mv: Move) -> bool {
    !position.hand_after(mv).is_empty()
}

fn only(moves: &[Move]) -> Option<Move> {
    match moves {
        &[mv] => Some(mv),
        _ => None,
    }
}
