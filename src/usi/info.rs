//! `info` lines.

use crate::board::Move;
use crate::search::Progress;
use std::fmt;

/// How far the search has come and what it has in hand.
pub(super) struct Thinking<'a>(pub(super) &'a Progress);

/// A mate that was found.
pub(super) struct Found<'a> {
    pub(super) progress: &'a Progress,
    /// Which of several, from 1; `None` when only one is asked for.
    pub(super) number: Option<usize>,
    pub(super) line: &'a [Move],
}

/// Moves with a space before each.
pub(super) struct Moves<'a>(pub(super) &'a [Move]);

impl fmt::Display for Thinking<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Thinking(progress) = *self;
        write!(f, "info")?;
        write_effort(progress, progress.line.len(), f)?;
        write_line(&progress.line, f)
    }
}

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "info")?;
        if let Some(number) = self.number {
            write!(f, " multipv {number}")?;
        }
        let plies = self.line.len();
        write_effort(self.progress, plies, f)?;
        // Who mates makes the last move; a defender to move is the one who is mated, and has an even line.
        let sign = if plies.is_multiple_of(2) { "-" } else { "" };
        write!(f, " score mate {sign}{plies}")?;
        write_line(self.line, f)
    }
}

impl fmt::Display for Moves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

/// What the search has spent; `depth` is the length of the line that goes with it.
fn write_effort(progress: &Progress, depth: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let milliseconds = progress.time.as_millis();
    let per_second = progress.nodes as f64 / progress.time.as_secs_f64().max(1e-3);
    write!(
        f,
        " depth {depth} seldepth {} time {milliseconds} nodes {} nps {} hashfull {}",
        progress.deepest.max(depth),
        progress.nodes,
        per_second as u64,
        progress.used_per_mille,
    )
}

fn write_line(line: &[Move], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if line.is_empty() {
        return Ok(());
    }
    write!(f, " pv{}", Moves(line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use std::time::Duration;

    fn progress(line: Vec<Move>) -> Progress {
        Progress {
            nodes: 3000,
            time: Duration::from_millis(1500),
            deepest: 7,
            used_per_mille: 12,
            line,
        }
    }

    fn checks() -> Vec<Move> {
        let position: Position = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse().unwrap();
        position.checks().into_iter().take(2).collect()
    }

    #[test]
    fn lines_tell_what_is_known() {
        insta::assert_snapshot!(Thinking(&progress(Vec::new())), @"info depth 0 seldepth 7 time 1500 nodes 3000 nps 2000 hashfull 12");
        insta::assert_snapshot!(Thinking(&progress(checks())), @"info depth 2 seldepth 7 time 1500 nodes 3000 nps 2000 hashfull 12 pv 5c5b+ 5c5b");
        let found = |number, line| {
            let progress = &progress(Vec::new());
            Found {
                progress,
                number,
                line,
            }
            .to_string()
        };
        let line = checks();
        insta::assert_snapshot!(found(None, &line[..1]), @"info depth 1 seldepth 7 time 1500 nodes 3000 nps 2000 hashfull 12 score mate 1 pv 5c5b+");
        insta::assert_snapshot!(found(Some(2), &line), @"info multipv 2 depth 2 seldepth 7 time 1500 nodes 3000 nps 2000 hashfull 12 score mate -2 pv 5c5b+ 5c5b");
    }
}
