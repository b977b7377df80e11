//! The rules of shogi: squares, pieces, hands, positions, moves and what is legal.

pub mod attacks;
mod bitboard;
mod hand;
mod keys;
mod movegen;
mod moves;
mod piece;
mod position;
mod square;

pub use bitboard::Bitboard;
pub use hand::Hand;
pub use movegen::MoveSink;
pub(crate) use keys::scatter;
pub use moves::{Intent, Move, Promotion};
pub use piece::{Color, HandKind, Piece, PieceKind};
pub use position::{Position, PositionBuilder, PositionError};
pub use square::Square;
