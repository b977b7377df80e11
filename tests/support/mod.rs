//! What the integration tests share.

// Each test program compiles all of this and uses a part of it.
#![allow(dead_code)]

pub mod brute_force;
pub mod certificates;
pub mod futile;
pub mod graph;
pub mod grey;
pub mod judges;
pub mod lines;
pub mod random_positions;
pub mod siege;
pub mod soundness;
pub mod verifier;
