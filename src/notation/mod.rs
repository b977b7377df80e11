//! Text to board and back: positions, moves and diagrams as people and programs write them.

mod cursor;
pub mod japanese;
mod naming;
pub mod sfen;
pub mod usi;

pub use cursor::SyntaxError;
pub use naming::NameError;
