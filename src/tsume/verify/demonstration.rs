//! The moves that show a flaw, from its first move to mate.

use super::examiner::Examiner;
use super::flaw::{Flaw, FlawKind, Severity};
use super::line::Line;
use crate::board::{Move, Position};
use crate::search::Outcome;

/// Nodes for each question about the moves that follow.
const NODES: u64 = 300;

/// Plays on from the moves of a flaw, the best on both sides as far as a few nodes tell, to where it is mate.
pub(super) fn complete(examiner: &Examiner, line: &Line, flaw: &mut Flaw) {
    let Some(index) = (flaw.ply as usize).checked_sub(1) else {
        return;
    };
    let is_plain = flaw.kind == FlawKind::LastMoveDual && flaw.severity < Severity::Fatal;
    let is_told = matches!(
        flaw.kind,
        FlawKind::NoMate | FlawKind::DisputedInterposition
    );
    if flaw.moves.is_empty() || is_told || is_plain {
        return;
    }
    let attacker = line.positions[0].side_to_move();
    let mut position = line.positions[index].clone();
    for &mv in &flaw.moves {
        position.make(mv);
    }
    let plies = flaw.plies.map(|plies| plies.upper.unwrap_or(plies.lower));
    let left = plies.and_then(|plies| plies.checked_sub(flaw.moves.len() as u32));
    if position.side_to_move() != attacker
        && let Some(plies) = left
        && let Some(reply) = long_reply(examiner, &position, plies)
    {
        flaw.moves.push(reply);
        position.make(reply);
    }
    if position.side_to_move() == attacker
        && let Some(answer) = examiner.shortest(&position, NODES)
        && let Outcome::Mate { line, .. } = answer.outcome
    {
        for &mv in &line {
            position.make(mv);
        }
        flaw.moves.extend(line);
    }
    if position.is_mate() || left == Some(0) {
        flaw.left_over = Some(position.hand(attacker));
    }
}

/// A reply that holds out for `plies`, if a few nodes show one.
fn long_reply(examiner: &Examiner, position: &Position, plies: u32) -> Option<Move> {
    if plies == 0 {
        return None;
    }
    let holds_out = |&reply: &Move| {
        let after = position.after(reply);
        let is_mated_sooner = |sooner| examiner.mates(&after, sooner, NODES) != Some(false);
        !plies.checked_sub(3).is_some_and(is_mated_sooner)
            && examiner.is_futile(position, reply, plies, NODES) == Some(false)
    };
    position.legal_moves().into_iter().find(holds_out)
}
