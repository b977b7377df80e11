//! Makes new problems: sound ones, of a wanted length, each unlike the others.
//!
//! A [`Run`] composes batch after batch, several at once. A batch begins with dice of its own (`dice`) and ends with the best
//! problem that it came upon, if it came upon any:
//!
//! * `kernel` scatters pieces until they happen to be mate in one;
//! * `unmove` takes moves back, `extend` puts two plies in front of a problem, and `retro` does so again and again;
//! * `mutate` changes a problem here and there, and `mine` digs problems out of games;
//! * `judge` asks the solver, never for more than a bounded number of nodes, and `gate` says what is sound;
//! * `trim` takes away what does not matter;
//! * `theme` counts what there is to admire, `tries` finds moves that almost mate, `grade` says how hard all that is;
//! * `second_opinion` has all that verified again;
//! * `likeness` tells what is like something known.
//!
//! What cannot be decided within the nodes allowed is rejected ([`Flaw`]).

mod batch;
mod dice;
mod extend;
mod flaw;
mod gate;
mod grade;
mod judge;
mod kernel;
mod likeness;
mod mine;
mod mutate;
mod problem;
mod retro;
mod run;
mod second_opinion;
mod studio;
mod theme;
mod tries;
mod trim;
mod unmove;
mod wish;

pub use batch::{Batch, Found, Method, examine};
pub use flaw::{Flaw, Tally};
pub use gate::LastMove;
pub use likeness::{Known, LineKey};
pub use problem::Composed;
pub use run::{Observer, Run};
pub use theme::{Theme, Traits};
pub use tries::Try;
pub use wish::Wish;
