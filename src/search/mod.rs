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
//! * `solving` goes from a question to its answer;
//! * `line` turns verdicts back into moves, `shortest` into the best ones, `claims` into proofs;
//! * `grey` names the interpositions of a line that are disputed;
//! * `session` keeps tables for further questions about a problem;
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
//! one of them decides, of 176 with everything.
//!
//! | without | nodes | time | only with | only without |
//! |---|---|---|---|---|
//! | first look | 4.50 | 1.86 | 59 | 0 |
//! | chains of refused promotions (defender) | 1.02 | 1.00 | 0 | 0 |
//! | chains of drops | 2.49 | 3.10 | 46 | 0 |
//! | dominance bounds | 0.99 | 0.98 | 3 | 0 |
//! | weak numbers: the whole sum instead | 0.96 | 0.92 | 4 | 5 |
//! | a quarter of the sum: weak numbers alone | 1.03 | 1.01 | 6 | 2 |
//! | thresholds wider by a quarter: by one | 1.18 | 0.99 | 7 | 1 |
//! | leash | 1.00 | 0.96 | 0 | 0 |
//! | memory of cycles | 1.03 | 1.00 | 0 | 1 |
//!
//! The leash is there for what it prevents: thresholds that send a search in circles.
//!
//! # What a node costs
//!
//! Two thirds of the time go into first looks, above all at the checks after each reply. Counting the replies to a
//! check without playing it, and no further than to know that another check has fewer, takes 21 % off the time of
//! a search (`board::Defence`; `benches/expansion.rs` has it on its own: 13 ms to 5.6 ms). Counting the flights at a
//! glance where no line is opened, moving entries to a larger table as they are packed, and taking over from the parent
//! what is known of the work spent on a node takes another tenth off the instructions, of which a node takes 16,900
//! (`valgrind --tool=callgrind` over six classics, 40,000 nodes of each).
//! No difference showed: one long word instead of four numbers to compare children by, a table of steps instead of a
//! choice between kinds and one of bits instead of shifts, `target-cpu=native`, knowing which squares no
//! defender guards before asking who captures there, and keeping the moves of nodes entered lately: only one node in
//! six comes back soon enough to find them.
//!
//! Tried where lengths are bounded, and dropped: to leave a defender's node unlooked at as soon as its numbers are over the
//! threshold (24 % more nodes), and disproof numbers of a first look that grow with the plies left (5 % fewer nodes on the
//! 19 classics they were tuned on, 1 % on 18 others).

mod bare;
mod children;
mod claims;
mod conclude;
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
mod session;
mod shortest;
mod solving;
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
pub use session::{Bypass, Finding, Foreign, Question, Session, Verdict};

use crate::board::{Move, Position};
use dfpn::Search;
use knowledge::Knowledge;
use limits::Watch;
use refused::Refused;
use solving::Solving;
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
    solved: Option<Solved>,
}

/// What was asked last, and the answer.
struct Solved {
    position: Position,
    refused: Refused,
    answer: Answer,
}

/// How many threads the tables of a session are divided for.
const SHARING: NonZeroUsize = NonZeroUsize::new(4).unwrap();

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
        let mut solving = Solving::start(position, refused, goal, limits);
        let outcome = solving.solve(&self.knowledge).unwrap_or_else(|length| {
            self.knowledge.clear(limits.threads);
            solving.find_longer(&self.knowledge, length)
        });
        let answer = solving.answer(outcome, &self.knowledge);
        self.solved = Some(Solved {
            position: position.clone(),
            refused: Refused::at(position, refused),
            answer: answer.clone(),
        });
        Ok(answer)
    }

    /// Begins with questions about positions that have the pieces of this one, for the side to move in it.
    ///
    /// # Errors
    /// When nobody could mate in it.
    pub fn session(&mut self, problem: &Position, futile: Futile) -> Result<Session<'_>, Foreign> {
        self.solved = None;
        self.knowledge.clear(SHARING);
        Session::new(&self.knowledge, problem, futile)
    }

    /// Hands out the proof of the last answer, as far as it is a verdict, claim by claim; nothing at all where there
    /// was none. With moves refused only a mate is one, and how long it takes at most.
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
        let Some(solved) = &self.solved else {
            return Ok(());
        };
        let answer = &solved.answer;
        let knowledge = &self.knowledge;
        let limits = Limits {
            stop,
            ..Limits::default()
        };
        let hand_out = || {
            let mut watch = Watch::start(&limits);
            watch.add(answer.nodes);
            let mut search = Search::new(&solved.position, knowledge, watch);
            search.refused = solved.refused.clone();
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
