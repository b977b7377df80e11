//! Solver for tsume-shogi, Japanese chess mate problems: proves mate or no mate.
//!
//! ```
//! use tsume::notation::sfen;
//! use tsume::{DefenderHand, Goal, Limits, Outcome, Problem, Solver};
//!
//! // A gold in hand, a pawn that guards it, and all other pieces in the defender's hand.
//! let pieces = sfen::parse("4k4/9/4P4/9/9/9/9/9/9 b G")?.builder;
//! let problem = Problem::new(&pieces, DefenderHand::TheRest)?;
//! let mut solver = Solver::new(64 << 20);
//! let answer = solver.solve(problem.position(), Goal::default(), &Limits::default())?;
//! match answer.outcome {
//!     Outcome::Mate { line, .. } => assert_eq!(line[0].to_string(), "G*5b"),
//!     other => panic!("{other:?}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules stand in this order, and each uses only those before it:
//!
//! * [`board`]: the rules of shogi;
//! * [`notation`]: positions, moves and game records as text;
//! * [`search`]: proofs of mate and of no mate;
//! * [`proof`]: certificates of proofs, and a checker that trusts nobody;
//! * [`tsume`]: what a composed problem is;
//! * [`compose`]: new problems, made by the machine;
//! * [`collection`]: many problems, read, solved in parallel, and written;
//! * [`usi`]: an engine for graphical interfaces.

pub mod board;
pub mod collection;
pub mod compose;
pub mod notation;
pub mod proof;
pub mod search;
pub mod tsume;
pub mod usi;

pub use board::Position;
pub use search::{Answer, Futile, Goal, Limits, Outcome, Solver};
pub use tsume::{DefenderHand, Problem};
