//! The table of all replies along a line, for people.

use super::MoveNames;
use crate::board::Move;
use crate::collection::Finding;
use crate::collection::human::{columns, hand, padded_right};
use crate::search::{Bounds, Outcome};
use crate::tsume::{Reply, Turn};

/// The width that names of replies keep within, in columns.
const WIDTH: usize = 60;

/// For each check of the line all replies, those of equal effect together: the length of the whole, what is left over,
/// the names. Nothing when the replies were not looked into.
pub(super) fn table_of_replies(finding: &Finding, names: MoveNames) -> String {
    let (Some(turns), Outcome::Mate { line, .. }) = (&finding.replies, &finding.answer.outcome)
    else {
        return String::new();
    };
    let position = finding.problem.position();
    let mut text = String::new();
    for turn in turns {
        let played = &line[..turn.ply as usize - 1];
        let check = names.line(position, played).pop().unwrap_or_default();
        text += &format!("Replies to {} {check}:\n", turn.ply - 1);
        for (effect, replies) in by_effect(turn) {
            let name = |mv: &Move| {
                let line: Vec<Move> = played.iter().chain([mv]).copied().collect();
                names.line(position, &line).pop().unwrap_or_default()
            };
            let replies: Vec<String> = replies.iter().map(name).collect();
            text += &rows(&effect, &replies);
        }
    }
    text
}

/// The replies by their effect in words, in the order of the first of each.
fn by_effect(turn: &Turn) -> Vec<(String, Vec<Move>)> {
    let mut effects: Vec<(String, Vec<Move>)> = Vec::new();
    for reply in &turn.replies {
        let effect = effect(reply);
        match effects.iter_mut().find(|(told, _)| *told == effect) {
            Some((_, replies)) => replies.push(reply.mv),
            None => effects.push((effect, vec![reply.mv])),
        }
    }
    effects
}

fn effect(reply: &Reply) -> String {
    let mark = if reply.is_main { "*" } else { "" };
    // What is left over after a reply that does not count is of no interest.
    let note = match reply.is_futile {
        Some(true) => "futile".to_string(),
        _ => reply.left_over.map(hand).unwrap_or_default(),
    };
    format!("{mark:1} {:>6}  {note:8}", plies(reply.plies))
}

/// A length: `21` when it is exact, `<=21` or `?` otherwise.
fn plies(bounds: Bounds) -> String {
    match bounds.upper {
        Some(upper) if upper == bounds.lower => upper.to_string(),
        Some(upper) => format!("<={upper}"),
        None => "?".to_string(),
    }
}

/// An effect and the names of the replies that have it, in as many rows as they need.
fn rows(effect: &str, replies: &[String]) -> String {
    let mut rows = vec![String::new()];
    for name in replies {
        let row = rows.last_mut().expect("there is a row");
        if !row.is_empty() && columns(row) + 1 + columns(name) > WIDTH {
            rows.push(format!("{name} "));
        } else {
            *row += &format!("{name} ");
        }
    }
    let indent = padded_right("", columns(effect));
    let rows = rows.iter().enumerate().map(|(index, row)| {
        let effect = if index == 0 { effect } else { &indent };
        format!("{} {}\n", effect, row.trim_end())
    });
    rows.collect()
}
