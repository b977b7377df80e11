//! What the players have used of their time.

use super::Kifu;
use crate::board::Color;
use std::time::Duration;

/// The clocks of both players.
#[derive(Clone, Copy, Default)]
pub(in crate::notation) struct Clocks {
    used: [Duration; 2],
}

impl Clocks {
    /// What a player has used when he uses `time` more.
    pub(in crate::notation) fn add(&mut self, color: Color, time: Duration) -> Duration {
        let used = &mut self.used[color as usize];
        *used = used.saturating_add(time);
        *used
    }

    /// The clocks before each line of a record.
    pub(in crate::notation) fn before_lines(kifu: &Kifu) -> Vec<Clocks> {
        // Before each move on the way to the line in hand: the clocks, and whose starts to run.
        let mut path = vec![(Clocks::default(), kifu.start().mover())];
        let mut clocks = Vec::with_capacity(kifu.lines().len());
        for line in kifu.lines() {
            path.truncate(line.first);
            let (mut now, mut mover) = path[path.len() - 1];
            clocks.push(now);
            for ply in &line.moves {
                now.add(mover, ply.time.unwrap_or_default());
                mover = mover.opponent();
                path.push((now, mover));
            }
        }
        clocks
    }
}
