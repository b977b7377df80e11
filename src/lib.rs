//! Solver, checker and workbench for tsume-shogi.

pub mod board;
pub mod collection;
pub mod notation;
pub mod search;
pub mod tsume;
