//! All replies along a line: what else the defender can play, how long that lasts, and what is left over.

use super::Problem;
use crate::board::{Hand, Move, Position};
use crate::search::{Bounds, Foreign, Limits, Outcome, Session};
use std::time::{Duration, Instant};

/// The replies at one turn of the defender.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Which ply of the line the replies are, counted from 1; always even.
    pub ply: u32,
    /// The check that they answer.
    pub check: Move,
    /// That of the line first, then those that last longest; futile ones last.
    pub replies: Vec<Reply>,
}

/// One reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// What the defender plays.
    pub mv: Move,
    /// Bounds of the length of the whole, from the first move of the line, if he does.
    pub plies: Bounds,
    /// A line after it, of the proven length when that is exact; empty when no mate was proven within the limits.
    pub line: Vec<Move>,
    /// What the attacker holds at the end of that line, if there is one.
    pub left_over: Option<Hand>,
    /// Whether it is the reply of the line.
    pub is_main: bool,
    /// Whether it is a futile interposition and does not count; `None` when that was not found out.
    pub is_futile: Option<bool>,
}

/// The replies at each turn of the defender along a line that is mate, of this length, up to the ply `depth`.
///
/// The limits hold for all of them together; what they leave open is given in bounds.
///
/// # Errors
/// When the session is about other pieces than the problem.
pub fn replies(
    session: &Session,
    problem: &Problem,
    line: &[Move],
    length: Bounds,
    depth: u32,
    limits: &Limits,
) -> Result<Vec<Turn>, Foreign> {
    let mut asking = Asking {
        session,
        problem,
        limits,
        deadline: limits.time.map(|time| Instant::now() + time),
        nodes: limits.nodes,
    };
    let is_exact = length.upper == Some(length.lower) && length.lower == line.len() as u32;
    let mut position = problem.position().clone();
    let mut turns = Vec::new();
    for (played, two) in line.chunks_exact(2).enumerate() {
        let ply = 2 * played as u32 + 2;
        if ply > depth {
            break;
        }
        position.make(two[0]);
        let left = is_exact.then(|| length.lower + 1 - ply);
        let mut replies = Vec::new();
        for mv in position.legal_moves() {
            replies.push(asking.reply(&position, mv, ply, left, mv == two[1])?);
        }
        replies.sort_by_key(|reply| {
            let length = reply.plies.upper.unwrap_or(u32::MAX);
            (
                !reply.is_main,
                reply.is_futile == Some(true),
                u32::MAX - length,
            )
        });
        turns.push(Turn {
            ply,
            check: two[0],
            replies,
        });
        position.make(two[1]);
    }
    Ok(turns)
}

/// Questions about replies, as long as the limits allow.
struct Asking<'a> {
    session: &'a Session<'a>,
    problem: &'a Problem,
    limits: &'a Limits,
    deadline: Option<Instant>,
    nodes: Option<u64>,
}

impl Asking<'_> {
    /// One reply to a check after which the mate takes `left` plies more, if that is known.
    fn reply(
        &mut self,
        position: &Position,
        mv: Move,
        ply: u32,
        left: Option<u32>,
        is_main: bool,
    ) -> Result<Reply, Foreign> {
        let replied = position.after(mv);
        let answer = self.session.shortest(&replied, &self.limits_left())?;
        self.spend(answer.nodes);
        let is_futile = match left {
            Some(left) => {
                let limits = self.limits_left();
                let (is_futile, nodes) = self.session.is_futile(position, mv, left, &limits)?;
                self.spend(nodes);
                is_futile
            }
            None => None,
        };
        let whole = |bounds: Bounds| Bounds {
            lower: bounds.lower + ply,
            upper: bounds.upper.map(|upper| upper + ply),
        };
        let (plies, line) = match answer.outcome {
            Outcome::Mate { line, bounds, .. } => (whole(bounds), line),
            Outcome::Unknown { bounds, .. } => (whole(bounds), Vec::new()),
            // After a check that mates there is none.
            Outcome::NoMate { .. } => (
                Bounds {
                    lower: ply,
                    upper: None,
                },
                Vec::new(),
            ),
        };
        let attacker = self.problem.attacker();
        let end = line
            .iter()
            .fold(replied, |position, &mv| position.after(mv));
        Ok(Reply {
            mv,
            plies,
            left_over: (!line.is_empty()).then(|| end.hand(attacker)),
            line,
            is_main,
            is_futile,
        })
    }

    fn spend(&mut self, nodes: u64) {
        self.nodes = self.nodes.map(|left| left.saturating_sub(nodes));
    }

    fn limits_left(&self) -> Limits {
        let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
        Limits {
            time: self
                .deadline
                .map(|deadline| left(deadline).max(Duration::from_millis(1))),
            nodes: self.nodes,
            ..self.limits.clone()
        }
    }
}
