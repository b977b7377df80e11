//! Solver, checker and workbench for tsume-shogi.

pub mod board;
pub mod search;
pub mod notation;
