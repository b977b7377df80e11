//! Whether a problem is sound, by plain recursion: slow, and without anything of what composes them.

use super::brute_force::checks;
use super::futile::{Definition, Rule};
use super::siege::{Siege, Verdict};
use tsume::board::{HandKind, Move, Position, Square};

/// What is wrong with `problem` as a problem of `plies` plies with this solution; `None` when nothing is.
///
/// The last move of the attacker may be one of several, and so may the last reply.
pub fn flaw(problem: &Position, line: &[Move], plies: u32) -> Option<String> {
    let mut definition = Definition::new(Rule::SelfEvident);
    if line.len() != plies as usize || definition.mate_in(problem, plies) != Some(plies) {
        return Some(format!("no mate in exactly {plies}"));
    }
    let mut position = problem.clone();
    for (ply, &mv) in line.iter().enumerate() {
        let left = plies - ply as u32;
        if left == 1 {
            return bad_end(&mut definition, &position, mv);
        }
        let flaw = match ply % 2 {
            0 => bad_check(&mut definition, &position, mv, left),
            _ => bad_reply(&mut definition, &position, mv, left),
        };
        if flaw.is_some() {
            return flaw;
        }
        position.make(mv);
    }
    None
}

fn bad_check(
    definition: &mut Definition,
    position: &Position,
    check: Move,
    left: u32,
) -> Option<String> {
    if definition.mating_moves(position, left) != [check] {
        return Some(format!("{check} is not the only mate in {left}"));
    }
    let others = checks(position).into_iter().filter(|&other| other != check);
    let mut cooks = others.filter(|&other| is_cook(definition, &position.after(other), left));
    cooks
        .next()
        .map(|cook| format!("{cook} instead of {check}"))
}

/// Whether every reply is mated, as far as a siege of moderate length or two plies more can tell.
fn is_cook(definition: &mut Definition, checked: &Position, left: u32) -> bool {
    const MOST: usize = 4_000;
    let verdicts = checked
        .legal_moves()
        .into_iter()
        .map(|reply| Siege::decide(&checked.after(reply), MOST));
    let verdicts: Vec<_> = verdicts.collect();
    if verdicts.contains(&Some(Verdict::NoMate)) {
        return false;
    }
    verdicts
        .iter()
        .all(|&verdict| verdict == Some(Verdict::Mate))
        || definition.is_answered_within(checked, left + 1)
}

fn bad_reply(
    definition: &mut Definition,
    position: &Position,
    reply: Move,
    left: u32,
) -> Option<String> {
    let longest = definition.longest_defences(position, left);
    if !longest.contains(&reply) || left > 2 && longest.len() > 1 {
        return Some(format!(
            "{longest:?} hold out for {left}, not {reply} alone"
        ));
    }
    let after_last = |reply: &Move| {
        let after = position.after(*reply);
        let mates = definition.mating_moves(&after, 1);
        mates.iter().any(|&mate| leaves(&after, mate))
    };
    (left == 2 && longest.iter().any(after_last)).then(|| "left over".to_string())
}

fn bad_end(definition: &mut Definition, position: &Position, mate: Move) -> Option<String> {
    let mates = definition.mating_moves(position, 1);
    (!mates.contains(&mate) || leaves(position, mate)).then(|| format!("{mates:?}, not {mate}"))
}

fn leaves(position: &Position, mv: Move) -> bool {
    !position.hand_after(mv).is_empty()
}

/// The position with each piece but the king given to the defender in turn.
pub fn without_each(position: &Position) -> Vec<Position> {
    let attacker = position.side_to_move();
    let mut less = Vec::new();
    for square in Square::all() {
        let piece = position.piece_at(square);
        if let Some(kind) = piece.and_then(|piece| piece.kind().in_hand()) {
            let mut builder = position.to_builder();
            builder.set(square, None);
            builder.hold(
                attacker.opponent(),
                kind,
                builder.held(attacker.opponent(), kind) + 1,
            );
            less.push(builder.build());
        }
    }
    for kind in HandKind::ALL {
        if position.hand(attacker).has(kind) {
            let mut builder = position.to_builder();
            builder.hold(attacker, kind, builder.held(attacker, kind) - 1);
            builder.hold(
                attacker.opponent(),
                kind,
                builder.held(attacker.opponent(), kind) + 1,
            );
            less.push(builder.build());
        }
    }
    less.into_iter().flatten().collect()
}

/// Whether any line makes this a sound problem of `plies` plies.
pub fn is_sound(problem: &Position, plies: u32) -> bool {
    let mut definition = Definition::new(Rule::SelfEvident);
    if definition.mate_in(problem, plies) != Some(plies) {
        return false;
    }
    let mut lines = vec![Vec::new()];
    for ply in 0..plies {
        let left = plies - ply;
        let longer = lines.iter().flat_map(|line: &Vec<Move>| {
            let mut position = problem.clone();
            line.iter().for_each(|&mv| position.make(mv));
            let moves = match ply % 2 {
                0 => definition.mating_moves(&position, left),
                _ => definition.longest_defences(&position, left),
            };
            let longer = moves
                .into_iter()
                .map(|mv| [line.as_slice(), &[mv]].concat());
            longer.collect::<Vec<_>>()
        });
        lines = longer.collect();
    }
    lines
        .iter()
        .any(|line| flaw(problem, line, plies).is_none())
}
