//! The rules of composition: what a tsume problem is.

pub mod futile;
mod problem;
mod replies;
pub mod verify;

pub use problem::{DefenderHand, InvalidProblem, Problem};
pub use replies::{Reply, Turn, replies};
