//! Disputed interpositions along a line, by plain recursion over the definitions.
//!
//! What each dispute is about, the docs of `tsume::search::Dispute` say.

use super::brute_force::checks;
use super::futile::{Definition, captures_by_others, taken_by_others, taken_off};
use std::collections::HashSet;
use tsume::board::{Move, Position, Square};
use tsume::search::Dispute;

/// A mark: the ply, the check, where the interposition stands and where it comes from, and the dispute.
pub type Mark = (u32, String, Square, Option<Square>, Dispute);

/// All marks along a line whose length is that of the definition.
pub fn marks(root: &Position, line: &[Move], definition: &mut Definition) -> HashSet<Mark> {
    let mut marks = restored(root, line);
    let mut position = root.clone();
    for (played, &mv) in line.iter().enumerate() {
        let (ply, left) = (played as u32 + 2, (line.len() - played) as u32);
        let mut mark = |check: Move, reply: Move, dispute| {
            marks.insert((ply, check.to_string(), reply.to(), reply.from(), dispute));
        };
        if played % 2 == 0 && left > 1 {
            for check in checks(&position) {
                let checked = position.after(check);
                for reply in checked.legal_moves() {
                    let is_in_line = (check, reply) == (mv, line[played + 1]);
                    let is_disputed = is_futile_at_once(&checked, reply, Captors::Any)
                        && !is_futile_at_once(&checked, reply, Captors::Direct);
                    if is_disputed && (is_in_line || is_mate_at_once(&checked, Captors::Any)) {
                        mark(check, reply, Dispute::Discovered);
                    }
                }
            }
        }
        position = position.after(mv);
        if played % 2 == 0 {
            for reply in position.legal_moves() {
                if left == 1 && !is_futile_at_once(&position, reply, Captors::Alone) {
                    mark(mv, reply, help(&position, reply));
                }
                if left > 1 && is_broadly_futile(&position, reply, left - 1, definition) {
                    mark(mv, reply, Dispute::Broad);
                }
            }
        }
    }
    marks
}

fn is_broadly_futile(
    position: &Position,
    reply: Move,
    plies: u32,
    definition: &mut Definition,
) -> bool {
    let before = position.legal_moves();
    definition.is_futile(position, reply, plies)
        && !definition.mates_within(&position.after(reply), plies - 1)
        && !taken_off(position, reply).into_iter().any(|without| {
            let mut replies = without.legal_moves().into_iter();
            definition.is_answered_within(&without, plies)
                && (definition.is_answered_within(&without, 0)
                    || replies.all(|reply| {
                        before.contains(&reply) || definition.is_futile(&without, reply, plies)
                    }))
        })
}

/// Who may take an interposed piece, apart from X, to show that it was futile for no plies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Captors {
    /// Whoever needs no third piece that took no part before.
    Alone,
    /// Whoever checks himself.
    Direct,
    /// Whoever checks.
    Any,
}

fn is_mate_at_once(position: &Position, captors: Captors) -> bool {
    let mut replies = position.legal_moves().into_iter();
    replies.all(|reply| is_futile_at_once(position, reply, captors))
}

fn is_futile_at_once(position: &Position, reply: Move, captors: Captors) -> bool {
    let by_others = match captors {
        Captors::Any => captures_by_others(position, reply),
        _ => taken_by_others(position, reply),
    };
    taken_off(position, reply)
        .into_iter()
        .any(|without| is_mate_at_once(&without, captors))
        || by_others.into_iter().any(|taken| {
            is_mate_at_once(&taken, captors)
                && (captors != Captors::Alone || !has_new_helper(position, &taken, reply.to()))
        })
}

fn has_new_helper(before: &Position, taken: &Position, square: Square) -> bool {
    let attacker = before.side_to_move().opponent();
    let checker = before.checkers(before.side_to_move()).first();
    let without = |position: &Position, helper: Square| {
        let mut builder = position.to_builder();
        builder.set(helper, None).build().ok()
    };
    Square::all()
        .filter(|&helper| {
            let piece = taken.piece_at(helper);
            piece.is_some_and(|piece| piece.color() == attacker)
                && helper != square
                && Some(helper) != checker
        })
        .any(|helper| {
            let mates_without = without(taken, helper)
                .is_some_and(|taken| is_mate_at_once(&taken, Captors::Direct));
            let is_idle = without(before, helper).is_none_or(|before| {
                let mut replies = before.legal_moves().into_iter();
                replies.all(|reply| is_interposition(&before, reply))
            });
            !mates_without && is_idle
        })
}

/// Whether a reply to a check steps on the line of the checking piece.
fn is_interposition(position: &Position, reply: Move) -> bool {
    let defender = position.side_to_move();
    let (Some(king), Some(checker)) =
        (position.king(defender), position.checkers(defender).first())
    else {
        return false;
    };
    let steps_between = tsume::board::attacks::between(king, checker).contains(reply.to());
    reply.from() != Some(king) && steps_between
}

/// Whether the third piece helps by checking too.
fn help(position: &Position, reply: Move) -> Dispute {
    let defender = position.side_to_move();
    let mut mates = taken_by_others(position, reply);
    mates.retain(|taken| is_mate_at_once(taken, Captors::Direct));
    match mates.iter().all(|taken| taken.checkers(defender).len() > 1) {
        true => Dispute::DoubleCheck,
        false => Dispute::NewHelper,
    }
}

/// The interpositions of the line that are taken at once, between two positions with equal boards, the attacker
/// holding more at the second.
fn restored(root: &Position, line: &[Move]) -> HashSet<Mark> {
    let attacker = root.side_to_move();
    let mut turns = vec![root.clone()];
    for two in line.chunks_exact(2) {
        let last = turns.last().expect("the root");
        turns.push(last.after(two[0]).after(two[1]));
    }
    let men = |position: &Position| {
        Square::all()
            .map(|at| position.piece_at(at))
            .collect::<Vec<_>>()
    };
    let mut marks = HashSet::new();
    for (second, later) in turns.iter().enumerate() {
        for (first, earlier) in turns[..second].iter().enumerate() {
            let (held, holds) = (earlier.hand(attacker), later.hand(attacker));
            if men(earlier) != men(later) || held == holds || !holds.dominates(held) {
                continue;
            }
            for turn in first..second {
                let (check, reply) = (line[2 * turn], line[2 * turn + 1]);
                let checked = turns[turn].after(check);
                if is_interposition(&checked, reply) && line[2 * turn + 2].to() == reply.to() {
                    let ply = 2 * turn as u32 + 2;
                    let dispute = Dispute::Restored;
                    marks.insert((ply, check.to_string(), reply.to(), reply.from(), dispute));
                }
            }
        }
    }
    marks
}
