//! Cooks in the variations (変化余詰): other moves of the attacker after a defence that is not that of the line.
//!
//! There they are no fault, for the attacker need not be told how to mate a worse defence in one way alone. After a defence that is as
//! good as that of the line (変同) they count for a blemish.

use super::cook::Choice;
use super::examiner::Examiner;
use super::flaw::{Flaw, FlawKind, Severity};
use super::line::Line;
use super::{NODES_FOR_MORE, line_that_mates};
use crate::board::Move;
use crate::search::{Outcome, Reason};

/// The cooks in the variations of a line, as far as so many nodes for each question tell. `equal` are the defences that are as good
/// as those of the line: the index of the move and the move.
pub(super) fn cooks(examiner: &Examiner, line: &Line, equal: &[(usize, Move)]) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    for index in (1..line.moves.len()).step_by(2) {
        let mut replies = line.positions[index].legal_moves();
        replies.retain(|&reply| reply != line.moves[index]);
        for reply in replies {
            let severity = match equal.contains(&(index, reply)) {
                true => Severity::Blemish,
                false => Severity::Note,
            };
            if let Some(variation) = variation(examiner, line, index, reply) {
                flaws.extend(cooks_of(examiner, &variation, index, severity));
            }
        }
    }
    flaws
}

/// The solver's line after a reply that is not futile.
fn variation(examiner: &Examiner, line: &Line, index: usize, reply: Move) -> Option<Line> {
    let (position, left) = (&line.positions[index], line.left[index]);
    if examiner.is_futile(position, reply, left, NODES_FOR_MORE)? {
        return None;
    }
    let answer = examiner.shortest(&position.after(reply), NODES_FOR_MORE)?;
    let Outcome::Mate { line: moves, .. } = answer.outcome else {
        return None;
    };
    let before = line.moves[..index].iter().copied();
    let all = before.chain([reply]).chain(moves);
    let all: Vec<_> = all.map(|mv| mv.intent()).collect();
    let (played, _) = Line::play(&line.positions[0], &all);
    line_that_mates(examiner, played)
}

/// The cooks of a variation behind its first move, which is at `index`.
fn cooks_of(examiner: &Examiner, variation: &Line, index: usize, severity: Severity) -> Vec<Flaw> {
    let beside = examiner.beside(variation);
    let later = (index + 1..variation.moves.len()).step_by(2);
    let cooks = later.flat_map(|later| {
        let mut choice = Choice::new(variation, &beside, later);
        choice.go_on(examiner, NODES_FOR_MORE);
        let (flaws, _) = choice.finish(Reason::Nodes);
        let cooks = flaws
            .into_iter()
            .filter(|flaw| flaw.severity == Severity::Fatal);
        cooks.map(move |flaw| (later, flaw))
    });
    let shown = cooks.map(|(later, flaw)| {
        let mut moves = variation.moves[index..later].to_vec();
        moves.extend(flaw.moves);
        Flaw {
            moves,
            ..Flaw::new(FlawKind::VariationCook, severity, index as u32 + 1)
        }
    });
    shown.collect()
}
