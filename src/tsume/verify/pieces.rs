//! Pieces without which all would be the same (不要駒).
//!
//! A piece is useless when the problem is as sound without it: the same line, the same length, no other flaw. It is given to
//! the defender, who by convention holds whatever stands nowhere.

use super::examiner::Examiner;
use super::flaw::{Flaw, FlawKind, Severity};
use super::line::Line;
use super::report::Report;
use super::{FIRST_ROUND, Most, NODES_FOR_MORE, examine_line, line_that_mates};
use crate::board::{HandKind, Position, Square};
use crate::notation::japanese::piece_name;

/// The useless pieces of a problem that has been examined and is sound.
pub(super) fn useless(examiner: &Examiner, line: &Line, report: &Report) -> Vec<Flaw> {
    let start = &line.positions[0];
    let without = on_board(start).chain(in_hand(start));
    let useless = without.filter(|(_, without)| is_as_sound(examiner, without, line, report));
    useless
        .map(|(name, _)| Flaw {
            detail: Some(name),
            ..Flaw::new(FlawKind::UselessPiece, Severity::Blemish, 0)
        })
        .collect()
}

/// The problem without each piece on the board but the kings, as far as that is a position.
fn on_board(start: &Position) -> impl Iterator<Item = (String, Position)> {
    let squares = start.occupied().into_iter();
    squares.filter_map(|square| Some((named(start, square)?, without_on(start, square)?)))
}

fn named(start: &Position, square: Square) -> Option<String> {
    let piece = start.piece_at(square)?;
    Some(format!(
        "{:?}'s {} on {square}",
        piece.color(),
        piece_name(piece.kind())
    ))
}

fn without_on(start: &Position, square: Square) -> Option<Position> {
    let kind = start.piece_at(square)?.kind().in_hand()?;
    let mut builder = start.to_builder();
    let defender = start.side_to_move().opponent();
    builder.set(square, None);
    builder.hold(defender, kind, builder.held(defender, kind) + 1);
    builder.build().ok()
}

/// The problem without one of each kind of piece in the attacker's hand.
fn in_hand(start: &Position) -> impl Iterator<Item = (String, Position)> {
    let kinds = start.hand(start.side_to_move()).kinds();
    kinds.filter_map(|kind| {
        let name = format!("{} in hand", piece_name(kind.piece_kind()));
        Some((name, without_in_hand(start, kind)?))
    })
}

fn without_in_hand(start: &Position, kind: HandKind) -> Option<Position> {
    let attacker = start.side_to_move();
    let defender = attacker.opponent();
    let mut builder = start.to_builder();
    builder.hold(attacker, kind, builder.held(attacker, kind) - 1);
    builder.hold(defender, kind, builder.held(defender, kind) + 1);
    builder.build().ok()
}

/// Whether a problem with the same line is as sound as the one reported.
fn is_as_sound(examiner: &Examiner, without: &Position, line: &Line, report: &Report) -> bool {
    let intents: Vec<_> = line.moves.iter().map(|mv| mv.intent()).collect();
    let (played, None) = Line::play(without, &intents) else {
        return false;
    };
    let Some(played) = line_that_mates(examiner, played) else {
        return false;
    };
    let mut other = Report::new();
    let most = Most {
        nodes: NODES_FOR_MORE,
        when_unsound: FIRST_ROUND,
    };
    examine_line(examiner, &played, most, &mut other);
    let is_new = |flaw: &Flaw| {
        let same = |old: &Flaw| (old.kind, old.ply) == (flaw.kind, flaw.ply);
        flaw.severity > Severity::Note && !report.flaws.iter().any(same)
    };
    other.plies == report.plies && other.open.is_empty() && !other.flaws.iter().any(is_new)
}
