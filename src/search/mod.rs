//! Proves that a position is mate, or that it is not.
//!
//! The search is a depth-first proof-number search (`dfpn`) over a bounded table (`table`):
//!
//! * `node` holds the arithmetic: how the numbers of a node follow from its children;
//! * `children` makes the moves of a node and lets look-alikes wait for each other;
//! * `leaf` takes a first look at nodes never searched;
//! * `hands` works out how little a proof needs in hand and how much a disproof allows;
//! * `path` finds repetitions, and `cycles` keeps the disproofs that hold only on certain paths;
//! * `team` has several threads search together, which share their `knowledge` and keep apart by `in_flight`;
//! * `line` turns verdicts back into moves.
//!
//! Everything is exact about three things. A verdict is believed only under a full 64-bit key of the board
//! and the hand itself. A disproof that leans on a repetition is a fact only where that repetition is
//! (the graph-history problem). And what was cut short by a limit is unknown, never a verdict.

mod bare;
mod children;
mod cycles;
mod dfpn;
mod hands;
mod in_flight;
mod knowledge;
mod leaf;
mod limits;
mod line;
mod node;
mod numbers;
mod outcome;
mod path;
mod plies;
mod step;
mod table;
mod team;
mod techniques;

/// Parts of the search on their own, for benches and tests alone: they may change at any time.
#[doc(hidden)]
pub mod internals {
    pub use super::bare::{BareAnswer, BareVerdict, bare_search};
    pub use super::plies::Plies;
    pub use super::table::{Known, Open, Table};
    pub use super::techniques::{Technique, Techniques};
}

pub use limits::Limits;
pub use outcome::{Answer, Bounds, NoKingToMate, Outcome, Reason};

use crate::board::Position;
use dfpn::Search;
use knowledge::Knowledge;
use limits::Watch;
use node::Value;
use plies::Plies;
use std::num::NonZeroUsize;

/// Lines longer than this many plies are not followed; the longest tsume known has 1,525.
const MAX_DEPTH: usize = 4096;

/// Solves one problem at a time within a bounded amount of memory.
///
/// ```
/// use tsume::board::Position;
/// use tsume::search::{Limits, Outcome, Solver};
///
/// let problem: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
/// let answer = Solver::new(64 << 20).solve(&problem, &Limits::default())?;
/// match answer.outcome {
///     Outcome::Mate { line, .. } => assert_eq!(line[0].to_string(), "G*5b"),
///     other => panic!("{other:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    table_bytes: usize,
}

impl Solver {
    /// A solver whose tables together take at most `table_bytes` bytes (but at least some ten thousand).
    /// They grow as a problem needs them.
    pub fn new(table_bytes: usize) -> Solver {
        Solver { table_bytes }
    }

    /// Searches for a mate by the side to move.
    ///
    /// # Errors
    /// When the other side has no king.
    pub fn solve(&mut self, position: &Position, limits: &Limits) -> Result<Answer, NoKingToMate> {
        position
            .king(position.side_to_move().opponent())
            .ok_or(NoKingToMate)?;
        let knowledge = Knowledge::new(self.table_bytes, limits.threads);
        let mut search = Search::new(position, &knowledge, Watch::start(limits));
        let outcome = solve(&mut search, limits.threads);
        let (nodes, time) = (search.watch.nodes(), search.watch.elapsed());
        Ok(Answer {
            outcome,
            nodes,
            time,
            table_bytes: knowledge.bytes(),
        })
    }
}

fn solve(search: &mut Search, threads: NonZeroUsize) -> Outcome {
    search.watch.look();
    let mut ending = team::prove(search, Plies::UNLIMITED, threads);
    let mut lower = SHORTEST_BUT_ONE;
    if std::env::var("ANY").is_err() {
        if std::env::var("EX").is_ok() { search.futile = step::Futile::Exclude; }
        while let Value::Mate { plies, .. } = ending.value {
            if plies.get() <= 1 {
                break;
            }
            let tighter = team::prove(search, Plies::new(plies.get() as usize - 2), threads);
            if std::env::var("V").is_ok() { eprintln!("  {} nodes {} -> {:?}", plies.get(), search.watch.nodes(), tighter.value); }
            match tighter.value {
                Value::Mate { .. } => ending = tighter,
                Value::NoMate { .. } => {
                    lower = plies.get();
                    break;
                }
                Value::Open { .. } => break,
            }
        }
    }
    match ending.value {
        Value::Mate { plies, .. } => {
            let upper = Some(plies.get());
            match search.mating_line(plies) {
                Some(line) => {
                    let lower = if line.len() == 1 { 1 } else { lower };
                    Outcome::Mate {
                        line,
                        bounds: Bounds { lower, upper },
                    }
                }
                None => Outcome::Unknown {
                    reason: search.watch.ended().unwrap_or(Reason::Depth),
                    bounds: Bounds {
                        lower: SHORTEST_BUT_ONE,
                        upper,
                    },
                },
            }
        }
        Value::NoMate { .. } if search.knowledge.is_cut_by_depth() => unknown(Reason::Depth),
        Value::NoMate { .. } => Outcome::NoMate {
            refutation: search.refutations(),
        },
        Value::Open { .. } => unknown(search.watch.ended().unwrap_or(Reason::Stopped)),
    }
}

/// A mate in one is found the moment the root is entered, so that what is left takes three plies at least.
const SHORTEST_BUT_ONE: u32 = 3;

fn unknown(reason: Reason) -> Outcome {
    Outcome::Unknown {
        reason,
        bounds: Bounds {
            lower: SHORTEST_BUT_ONE,
            upper: None,
        },
    }
}
