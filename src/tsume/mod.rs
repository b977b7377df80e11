//! The rules of composition: what a tsume problem is.

pub mod futile;
mod problem;

pub use problem::{DefenderHand, InvalidProblem, Problem};
