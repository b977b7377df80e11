//! The board of a picture: the squares, their numbers, the pieces.

use super::canvas::{Canvas, Facing};
use super::layout::{Layout, Point, Rectangle, SQUARE_HEIGHT, SQUARE_WIDTH};
use super::outlines::Weight;
use crate::board::{Color, Piece, Position, Square};
use crate::notation::diagram::one_character;
use crate::notation::japanese::{FILE_DIGITS, RANK_KANJI};

/// Light enough for the piece on it, dark enough to be printed.
const LAST_MOVE: &str = "#d4d4d4";
const PIECE_SIZE: f64 = 36.0;
const NUMBER_SIZE: f64 = 16.0;
/// The lines of the board and of its frame.
const LINE: f64 = 0.8;
const FRAME: f64 = 2.0;
/// The lines between the squares that carry the four dots of a board.
const DOTTED_LINES: [u8; 2] = [3, 6];

/// Marks the square that the last move led to; the board is drawn upon it.
pub(super) fn mark(canvas: &mut Canvas, layout: Layout, last: Option<Square>) {
    if let Some(square) = last {
        canvas.fill(layout.square(square), LAST_MOVE);
    }
}

/// Draws the board with nothing on it.
pub(super) fn draw(canvas: &mut Canvas, layout: Layout) {
    draw_lines(canvas, layout.board());
    draw_numbers(canvas, layout);
}

/// Draws what stands on the board.
pub(super) fn draw_pieces(canvas: &mut Canvas, layout: Layout, position: &Position) {
    for square in Square::all() {
        if let Some(piece) = position.piece_at(square) {
            draw_piece(canvas, piece, layout.square(square).middle());
        }
    }
}

fn draw_lines(canvas: &mut Canvas, board: Rectangle) {
    let across = |line| f64::from(line) * SQUARE_WIDTH + board.left;
    let down = |line| f64::from(line) * SQUARE_HEIGHT + board.top;
    let point = |x, y| Point { x, y };
    let (right, bottom) = (across(9), down(9));
    let upright = (1..9).map(|line| (point(across(line), board.top), point(across(line), bottom)));
    let level = (1..9).map(|line| (point(board.left, down(line)), point(right, down(line))));
    canvas.lines(&upright.chain(level).collect::<Vec<_>>(), LINE);
    for line in DOTTED_LINES {
        for other_line in DOTTED_LINES {
            canvas.dot(point(across(line), down(other_line)), 2.0);
        }
    }
    canvas.frame(board, FRAME);
}

fn draw_numbers(canvas: &mut Canvas, layout: Layout) {
    let mut number = |c, at| canvas.character((Weight::Regular, c), at, NUMBER_SIZE, Facing::Up);
    for (file, digit) in (1..).zip(FILE_DIGITS) {
        number(digit, layout.file_number(file));
    }
    for (rank, kanji) in (1..).zip(RANK_KANJI) {
        number(kanji, layout.rank_number(rank));
    }
}

fn draw_piece(canvas: &mut Canvas, piece: Piece, at: Point) {
    let facing = match piece.color() {
        Color::Black => Facing::Up,
        Color::White => Facing::Down,
    };
    for c in one_character(piece.kind()).chars() {
        canvas.character((Weight::Bold, c), at, PIECE_SIZE, facing);
    }
}
