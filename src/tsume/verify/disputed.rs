//! Interpositions on whose futility composers disagree, where the length or the line rests on it (see [`crate::tsume::futile`]).

use super::examiner::Examiner;
use super::flaw::{Flaw, FlawKind, Severity};
use super::line::Line;
use crate::search::Grey;

/// The disputed interpositions of a line that holds.
pub(super) fn interpositions(examiner: &Examiner, line: &Line) -> Vec<Flaw> {
    // What is disputed is counted along lines of which every ply counts.
    if line.futile_plies().next().is_some() {
        return Vec::new();
    }
    let disputed = examiner.disputed(&line.positions[0], &line.moves);
    disputed.into_iter().map(|grey| flaw(line, grey)).collect()
}

fn flaw(line: &Line, grey: Grey) -> Flaw {
    let index = grey.ply as usize - 1;
    let (ply, moves) = if grey.check != line.moves[index - 1] {
        (grey.ply - 1, vec![grey.check, grey.interposition])
    } else if line.moves.get(index) == Some(&grey.interposition) {
        (grey.ply, Vec::new())
    } else {
        (grey.ply, vec![grey.interposition])
    };
    Flaw {
        moves,
        detail: Some(grey.dispute.explanation().to_string()),
        ..Flaw::new(FlawKind::DisputedInterposition, Severity::Note, ply)
    }
}
