//! Where everything in a picture has its place, in the units of the picture: pixels at its natural size.

use crate::board::{Color, Square};

/// A point, from the upper left corner to the right and down.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Point {
    pub x: f64,
    pub y: f64,
}

/// An upright rectangle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Rectangle {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

/// A square of the board is a little higher than wide, as it is on real boards.
pub(super) const SQUARE_WIDTH: f64 = 40.0;
pub(super) const SQUARE_HEIGHT: f64 = 43.0;

/// The white margin around everything.
const MARGIN: f64 = 12.0;
/// The room for a hand beside the board.
const HAND_WIDTH: f64 = 34.0;
/// The room for the numbers of the files above the board, and for those of the ranks beside it.
const NUMBERS: f64 = 22.0;

/// The width of a picture.
pub(super) const WIDTH: f64 = 2.0 * (MARGIN + HAND_WIDTH + NUMBERS) + 9.0 * SQUARE_WIDTH;

/// The places in a picture, which has its caption above the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    caption_height: f64,
}

impl Layout {
    /// The layout below a caption of this height.
    pub fn below(caption_height: f64) -> Layout {
        Layout { caption_height }
    }

    /// The height of the picture.
    pub fn height(self) -> f64 {
        let board = self.board();
        board.top + board.height + MARGIN
    }

    /// The room for the caption, the whole width between the margins.
    pub fn caption(self) -> Rectangle {
        Rectangle {
            left: MARGIN,
            top: MARGIN,
            width: WIDTH - 2.0 * MARGIN,
            height: self.caption_height,
        }
    }

    /// The nine by nine squares.
    pub fn board(self) -> Rectangle {
        Rectangle {
            left: MARGIN + HAND_WIDTH + NUMBERS,
            top: MARGIN + self.caption_height + NUMBERS,
            width: 9.0 * SQUARE_WIDTH,
            height: 9.0 * SQUARE_HEIGHT,
        }
    }

    /// A square of the board, Black's side below.
    pub fn square(self, square: Square) -> Rectangle {
        let board = self.board();
        Rectangle {
            left: board.left + f64::from(9 - square.file()) * SQUARE_WIDTH,
            top: board.top + f64::from(square.rank() - 1) * SQUARE_HEIGHT,
            width: SQUARE_WIDTH,
            height: SQUARE_HEIGHT,
        }
    }

    /// The middle of a file's number above the board.
    pub fn file_number(self, file: u8) -> Point {
        let board = self.board();
        Point {
            x: board.left + (f64::from(9 - file) + 0.5) * SQUARE_WIDTH,
            y: board.top - NUMBERS / 2.0,
        }
    }

    /// The middle of a rank's number at the right of the board.
    pub fn rank_number(self, rank: u8) -> Point {
        let board = self.board();
        Point {
            x: board.left + board.width + NUMBERS / 2.0,
            y: board.top + (f64::from(rank) - 0.5) * SQUARE_HEIGHT,
        }
    }

    /// The column for a hand: Black's at the right, White's at the left.
    pub fn hand(self, owner: Color) -> Rectangle {
        let board = self.board();
        let left = match owner {
            Color::Black => board.left + board.width + NUMBERS,
            Color::White => MARGIN,
        };
        Rectangle {
            left,
            top: board.top,
            width: HAND_WIDTH,
            height: board.height,
        }
    }
}

impl Rectangle {
    /// Its middle.
    pub fn middle(self) -> Point {
        Point {
            x: self.left + self.width / 2.0,
            y: self.top + self.height / 2.0,
        }
    }
}
