//! The rules of shogi: squares, pieces, hands, positions, moves and what is legal.

mod attackers;
pub mod attacks;
mod bitboard;
mod canonical;
mod free_capture;
mod hand;
mod impasse;
mod keys;
mod legality;
mod movegen;
mod moves;
pub mod perft;
mod piece;
mod position;
mod repetition;
mod square;
mod symmetry;
#[cfg(test)]
pub(crate) mod testing;

pub use bitboard::Bitboard;
pub use canonical::{PositionCode, Symmetry};
pub use free_capture::Fate;
pub use hand::Hand;
pub use impasse::{Declaration, ImpasseCount};
pub use keys::BoardKey;
pub(crate) use keys::scatter;
pub use legality::Illegality;
pub use movegen::{Answers, Defence, MoveSink, Replies};
pub use moves::{Intent, Move, Promotion};
pub use piece::{Color, HandKind, Piece, PieceKind};
pub use position::{Position, PositionBuilder, PositionError};
pub use repetition::{Game, Repetition};
pub use square::Square;
