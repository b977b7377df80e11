//! The rules of composition: what a tsume problem is.

pub mod futile;
mod problem;
pub mod verify;

pub use problem::{DefenderHand, InvalidProblem, Problem};
