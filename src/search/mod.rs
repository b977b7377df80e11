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
//! * `line` turns verdicts back into moves, `shortest` into the best ones, `claims` into proofs;
//! * `grey` names the interpositions of a line that are disputed;
//! * `refused` keeps first moves out of a search that looks for others;
//! * `progress` says how far a search has come;
//! * `techniques` names what saves nodes or time and can be left out, and `bare` searches without it, for
//!   tests and benches.
//!
//! Everything is exact about three things. A verdict is believed only under a full 64-bit key of the board
//! and the hand itself. A disproof that leans on a repetition is a fact only where that repetition is
//! (the graph-history problem). And what was cut short by a limit is unknown, never a verdict.
//!
//! # What each technique is worth
//!
//! `cargo bench --bench classics -- --ablation` searches the 200 classics with 200,000 nodes each, and again
//! without each technique. The ratios are without to with, over the problems that both decide; a ratio of nodes
//! under 1 means that those alone would be better off without. The last two columns are the problems that only
//! one of them decides, of 177 with everything.
//!
//! | without | nodes | time | only with | only without |
//! |---|---|---|---|---|
//! | first look | 4.60 | 2.09 | 61 | 0 |
//! | chains of refused promotions (defender) | 1.02 | 1.00 | 0 | 1 |
//! | chains of drops | 2.62 | 3.59 | 47 | 0 |
//! | dominance bounds | 1.07 | 1.06 | 3 | 0 |
//! | weak numbers: the whole sum instead | 0.95 | 0.90 | 6 | 4 |
//! | a quarter of the sum: weak numbers alone | 1.03 | 1.09 | 12 | 2 |
//! | thresholds wider by a quarter: by one | 1.17 | 1.00 | 5 | 1 |
//! | leash | 0.98 | 0.96 | 3 | 2 |
//! | memory of cycles | 1.03 | 1.05 | 2 | 0 |
//!
//! The leash is there for what it prevents: thresholds that send a search in circles.
//!
//! # What a node costs
//!
//! Two thirds of the time go into first looks, above all at the checks after each reply. Counting the replies to a
//! check without playing it, and no further than to know that another check has fewer, takes 21 % off the time of
//! a search (`board::Defence`; `benches/expansion.rs` has it on its own: 13 ms to 5.6 ms). No difference
//! showed: one long word instead of four numbers to compare children by, and a table of steps instead of a
//! choice between kinds.

mod bare;
mod children;
mod claims;
mod cycles;
mod dfpn;
mod goal;
mod grey;
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
mod progress;
mod refused;
mod shortest;
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

pub use claims::{Claims, Incomplete};
pub use goal::{Futile, Goal};
pub use grey::{Dispute, Grey};
pub use limits::Limits;
pub use outcome::{Answer, Bounds, NoKingToMate, Outcome, Reason};
pub use progress::{Progress, Reporter};

use crate::board::{Move, Position};
use dfpn::Search;
use knowledge::Knowledge;
use limits::Watch;
use node::Value;
use plies::Plies;
use refused::Refused;
use shortest::Length;
use std::num::NonZeroUsize;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::{self, ScopedJoinHandle};

/// Lines longer than this many plies are not followed; the longest tsume known has 1,525.
const MAX_DEPTH: usize = 4096;

/// Solves one problem at a time within a bounded amount of memory.
///
/// ```
/// use tsume::board::Position;
/// use tsume::search::{Goal, Limits, Outcome, Solver};
///
/// let problem: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
/// let answer = Solver::new(64 << 20).solve(&problem, Goal::default(), &Limits::default())?;
/// match answer.outcome {
///     Outcome::Mate { line, .. } => assert_eq!(line[0].to_string(), "G*5b"),
///     other => panic!("{other:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    knowledge: Knowledge,
    /// What the tables are about.
    solved: Option<(Position, Answer)>,
}

impl Solver {
    /// A solver whose tables together take at most `table_bytes` bytes (but at least some ten thousand).
    /// They grow as a problem needs them.
    pub fn new(table_bytes: usize) -> Solver {
        Solver {
            knowledge: Knowledge::new(table_bytes),
            solved: None,
        }
    }

    /// Searches for a mate by the side to move.
    ///
    /// # Errors
    /// When the other side has no king.
    pub fn solve(
        &mut self,
        position: &Position,
        goal: Goal,
        limits: &Limits,
    ) -> Result<Answer, NoKingToMate> {
        self.solve_without(position, &[], goal, limits)
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
        goal: Goal,
        limits: &Limits,
    ) -> Result<Answer, NoKingToMate> {
        position
            .king(position.side_to_move().opponent())
            .ok_or(NoKingToMate)?;
        // A short problem costs less than the memory of fresh tables would.
        self.solved = None;
        self.knowledge.clear(limits.threads);
        let mut search = Search::new(position, &self.knowledge, Watch::start(limits));
        search.refused = Refused::at(position, refused);
        let told = solve(&mut search, goal, limits.threads);
        search.report();
        let mut watch = search.watch.clone();
        drop(search);
        let outcome = match told {
            Ok(outcome) => outcome,
            Err(length) => {
                // With every interposition counted there is a line that can be played, in tables of its own.
                self.knowledge.clear(limits.threads);
                let mut search = Search::new(position, &self.knowledge, watch);
                search.refused = Refused::at(position, refused);
                let outcome = longer_mate(&mut search, length);
                watch = search.watch.clone();
                outcome
            }
        };
        let answer = Answer {
            goal,
            outcome,
            nodes: watch.nodes(),
            time: watch.elapsed(),
            table_bytes: self.knowledge.bytes(),
        };
        if refused.is_empty() {
            self.solved = Some((position.clone(), answer.clone()));
        }
        Ok(answer)
    }

    /// Hands out the proof of the last answer that no moves were refused for, as far as it is a verdict, claim by
    /// claim; nothing at all where there was no such answer.
    ///
    /// # Errors
    /// When somebody stops it, when a claim cannot be taken down, or when too much would have to be searched again.
    pub fn hand_out_proof<C: Claims + Send>(
        &mut self,
        stop: Option<Arc<AtomicBool>>,
        claims: &mut C,
    ) -> Result<(), Incomplete<C::Error>>
    where
        C::Error: Send,
    {
        /// Proofs go as deep as lines do, and each ply takes some of the stack.
        const STACK: usize = 256 << 20;
        let Some((position, answer)) = &self.solved else {
            return Ok(());
        };
        let knowledge = &self.knowledge;
        let limits = Limits {
            stop,
            ..Limits::default()
        };
        let hand_out = || {
            let mut watch = Watch::start(&limits);
            watch.add(answer.nodes);
            let mut search = Search::new(position, knowledge, watch);
            if let Goal::Shortest(futile) = answer.goal {
                search.futile = futile;
            }
            claims::hand_out(&mut search, &answer.outcome, claims)
        };
        thread::scope(|scope| {
            let worker = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, hand_out);
            match worker.map(ScopedJoinHandle::join) {
                Ok(Ok(result)) => result,
                Ok(Err(cause)) => panic::resume_unwind(cause),
                Err(_) => Err(Incomplete::Ended(Reason::Stopped)),
            }
        })
    }
}

/// # Errors
/// The length of a mate of which no line was found that can be played: futile interpositions, which are not
/// played, stand in the way.
fn solve(search: &mut Search, goal: Goal, threads: NonZeroUsize) -> Result<Outcome, Length> {
    search.watch.look();
    let ending = team::prove(search, Plies::UNLIMITED, threads);
    Ok(match ending.value {
        Value::Mate { plies, .. } => match goal {
            Goal::Any => some_mate(search, Length::within(plies)),
            Goal::Shortest(futile) => {
                search.futile = futile;
                return shortest_mate(search, plies, threads);
            }
        },
        Value::NoMate { .. } if search.knowledge.is_cut_by_depth() => unknown(Reason::Depth),
        Value::NoMate { .. } => Outcome::NoMate {
            refutation: search.refutations(),
        },
        Value::Open { .. } => unknown(search.watch.ended().unwrap_or(Reason::Stopped)),
    })
}

fn shortest_mate(
    search: &mut Search,
    proven: Plies,
    threads: NonZeroUsize,
) -> Result<Outcome, Length> {
    let length = search.shorten(proven, threads);
    if length.is_exact()
        && let Some(line) = search.exact_line(length.at_most)
    {
        let is_played_out = line.moves.len() as u32 == length.at_most.get();
        let is_asked = search.futile == Futile::Exclude && is_played_out;
        return Ok(Outcome::Mate {
            grey: is_asked.then(|| search.grey(&line.moves)),
            line: line.moves,
            bounds: length.into(),
            always_leaves: line.always_leaves,
        });
    }
    let outcome = some_mate(search, length);
    let has_ended = search.watch.ended().is_some();
    match outcome {
        Outcome::Unknown { .. } if !has_ended => Err(length),
        outcome => Ok(outcome),
    }
}

/// A mate of which one line is told, not the best on either side.
fn some_mate(search: &mut Search, length: Length) -> Outcome {
    match search.mating_line(length.at_most) {
        Some(line) => mate(line, length),
        None => Outcome::Unknown {
            reason: search.watch.ended().unwrap_or(Reason::Depth),
            bounds: length.into(),
        },
    }
}

/// A mate of this length, with some line, which may be longer.
fn longer_mate(search: &mut Search, length: Length) -> Outcome {
    // The first proof took no more than all that was spent.
    search.watch.extend(search.watch.nodes());
    let found = match search.prove(Plies::UNLIMITED).value {
        Value::Mate { plies, .. } => some_mate(search, Length::within(plies)),
        Value::NoMate { .. } | Value::Open { .. } => unknown(Reason::Nodes),
    };
    match found {
        Outcome::Mate { line, .. } => mate(line, length),
        _ => Outcome::Unknown {
            reason: search.watch.ended().unwrap_or(Reason::Depth),
            bounds: length.into(),
        },
    }
}

/// A mate with some line, of which no more is told.
fn mate(line: Vec<Move>, length: Length) -> Outcome {
    Outcome::Mate {
        line,
        bounds: length.into(),
        always_leaves: None,
        grey: None,
    }
}

impl From<Length> for Bounds {
    fn from(length: Length) -> Bounds {
        Bounds {
            lower: length.at_least.get(),
            upper: Some(length.at_most.get()),
        }
    }
}

fn unknown(reason: Reason) -> Outcome {
    Outcome::Unknown {
        reason,
        bounds: Bounds {
            lower: 1,
            upper: None,
        },
    }
}
