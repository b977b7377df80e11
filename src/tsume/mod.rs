//! The rules of composition: what a tsume problem is.

mod problem;

pub use problem::{DefenderHand, InvalidProblem, Problem};
