//! Proves that a position is mate, or that it is not.
//!
//! The search is a depth-first proof-number search (`dfpn`) over a bounded table (`table`):
//!
//! * `node` holds the arithmetic: how the numbers of a node follow from its children;
//! * `children` makes the moves of a node and lets look-alikes wait for each other;
//! * `leaf` takes a first look at nodes never searched;
//! * `hands` works out how little a proof needs in hand and how much a disproof allows;
//! * `path` finds repetitions, and `cycles` keeps the disproofs that hold only on certain paths;
//! * `line` turns verdicts back into moves;
//! * `refused` keeps first moves out of a search that looks for others;
//! * `progress` says how far a search has come.
//!
//! Everything is exact about three things. A verdict is believed only under a full 64-bit key of the board
//! and the hand itself. A disproof that leans on a repetition is a fact only where that repetition is
//! (the graph-history problem). And what was cut short by a limit is unknown, never a verdict.

mod children;
mod cycles;
mod dfpn;
mod hands;
mod leaf;
mod limits;
mod line;
mod node;
mod numbers;
mod outcome;
mod path;
mod plies;
mod progress;
mod refused;
mod table;

/// The transposition table on its own, for its bench alone: it may change at any time.
#[doc(hidden)]
pub mod internals {
    pub use super::plies::Plies;
    pub use super::table::{Known, Open, Table};
}

pub use limits::Limits;
pub use outcome::{Answer, Bounds, NoKingToMate, Outcome, Reason};
pub use progress::{Progress, Reporter};

use crate::board::{Move, Position};
use cycles::Cycles;
use dfpn::Search;
use limits::Watch;
use node::Value;
use plies::Plies;
use refused::Refused;
use table::Table;

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
        self.solve_without(position, &[], limits)
    }

    /// Searches for a mate by the side to move that begins with none of the moves `refused`.
    ///
    /// A first move after which there is no mate but by way of the position itself is none that mates.
    ///
    /// # Errors
    /// When the other side has no king.
    pub fn solve_without(
        &mut self,
        position: &Position,
        refused: &[Move],
        limits: &Limits,
    ) -> Result<Answer, NoKingToMate> {
        position
            .king(position.side_to_move().opponent())
            .ok_or(NoKingToMate)?;
        let mut table = Table::new(self.table_bytes / 8 * 7);
        let mut cycles = Cycles::new(self.table_bytes / 8);
        let mut search = Search::new(position, &mut table, &mut cycles, Watch::start(limits));
        search.refused = Refused::at(position, refused);
        let outcome = solve(&mut search);
        search.report();
        let (nodes, time) = (search.watch.nodes(), search.watch.elapsed());
        Ok(Answer {
            outcome,
            nodes,
            time,
            table_bytes: table.bytes() + cycles.bytes(),
        })
    }
}

fn solve(search: &mut Search) -> Outcome {
    search.watch.look();
    let ending = search.prove(Plies::UNLIMITED);
    let ended = search.watch.ended();
    match ending.value {
        Value::Mate { plies, .. } => {
            let upper = Some(plies.get());
            match search.mating_line(plies) {
                Some(line) => {
                    let lower = if line.len() == 1 { 1 } else { SHORTEST_BUT_ONE };
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
        Value::NoMate { .. } if search.cut_by_depth => unknown(Reason::Depth),
        Value::NoMate { .. } => Outcome::NoMate {
            refutation: search.refutations(),
        },
        Value::Open { .. } => unknown(ended.unwrap_or(Reason::Stopped)),
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
