//! Text to board and back: positions, moves and diagrams as people and programs write them.

mod cursor;
pub mod diagram;
pub mod japanese;
mod naming;
pub mod sfen;
#[cfg(test)]
mod testing;
pub mod usi;
pub mod western;

pub use cursor::SyntaxError;
pub use naming::NameError;

use crate::board::HandKind;

/// The order in which a hand is written, in SFEN and in diagrams alike.
const HAND_ORDER: [HandKind; HandKind::COUNT] = [
    HandKind::Rook,
    HandKind::Bishop,
    HandKind::Gold,
    HandKind::Silver,
    HandKind::Knight,
    HandKind::Lance,
    HandKind::Pawn,
];
