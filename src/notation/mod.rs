//! Text to board and back: positions, moves, diagrams and game records as people and programs write them.

pub mod csa;
mod cursor;
pub mod diagram;
pub mod encoding;
pub mod japanese;
pub mod jkf;
pub mod kif;
pub mod kifu;
mod naming;
pub mod picture;
pub mod sfen;
pub mod sfen_line;
#[cfg(test)]
mod testing;
pub mod usi;
pub mod western;

pub(crate) use cursor::Cursor;
pub use cursor::SyntaxError;
pub use naming::NameError;
