//! Text to board and back: positions, moves and diagrams as people and programs write them.

mod cursor;
pub mod diagram;
pub mod japanese;
mod naming;
pub mod picture;
pub mod sfen;
#[cfg(test)]
mod testing;
pub mod usi;
pub mod western;

pub(crate) use cursor::Cursor;
pub use cursor::SyntaxError;
pub use naming::NameError;
