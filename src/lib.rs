//! Solver, checker and workbench for tsume-shogi.

pub mod board;
pub mod notation;
pub mod search;
