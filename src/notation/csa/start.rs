//! The lines that begin with `P`: the pieces at the start.

use super::names::{kind_of_name, name_of_kind};
use crate::board::{Color, HandKind, Piece, PieceKind, PositionBuilder, Square};
use crate::notation::SyntaxError;
use crate::notation::cursor::Cursor;
use crate::notation::kifu::Handicap;

const PIECE: &str = "a piece such as FU or RY";

/// Reads a line that begins with `P`.
pub(super) fn read(line: &str, pieces: &mut PositionBuilder) -> Result<(), SyntaxError> {
    let mut cursor = Cursor::new(line);
    cursor.next();
    match cursor.next() {
        Some('I') => game(&mut cursor, pieces),
        Some(rank @ '1'..='9') => board_rank(&mut cursor, rank as u8 - b'0', pieces),
        Some('+') => put_pieces(&mut cursor, Color::Black, pieces),
        Some('-') => put_pieces(&mut cursor, Color::White, pieces),
        _ => Err(Cursor::new(line).error_at_word("PI, P1-P9, P+ or P-")),
    }
}

/// `PI82HI22KA`: all pieces but these.
fn game(cursor: &mut Cursor, pieces: &mut PositionBuilder) -> Result<(), SyntaxError> {
    *pieces = Handicap::Even.start();
    cursor.skip_space();
    while !cursor.is_at_end() {
        let at_square = cursor.clone();
        let square = square(cursor)?;
        let kind = kind(cursor)?;
        let taken = square.filter(|&square| {
            let piece = pieces.get(square);
            piece.is_some_and(|piece| piece.kind() == kind)
        });
        let taken = taken.ok_or_else(|| at_square.error_at_word("a piece that stands there"))?;
        pieces.set(taken, None);
        cursor.skip_space();
    }
    Ok(())
}

/// `P1-KY-KE-GI-KI-OU-KI-GI-KE-KY`, or ` * ` for no piece.
fn board_rank(
    cursor: &mut Cursor,
    rank: u8,
    pieces: &mut PositionBuilder,
) -> Result<(), SyntaxError> {
    for file in (1..=9).rev() {
        cursor.skip_space();
        let piece = if cursor.take_char('*') {
            None
        } else {
            let color =
                color(cursor).ok_or_else(|| cursor.error("+, - or * on each of nine squares"))?;
            Some(Piece::new(color, kind(cursor)?))
        };
        if let Some(square) = Square::new(file, rank) {
            pieces.set(square, piece);
        }
    }
    expect_end(cursor)
}

/// `P+00KI55FU`, and `P-00AL` for everything that stands nowhere yet.
fn put_pieces(
    cursor: &mut Cursor,
    color: Color,
    pieces: &mut PositionBuilder,
) -> Result<(), SyntaxError> {
    cursor.skip_space();
    while !cursor.is_at_end() {
        let at_square = cursor.clone();
        let square = square(cursor)?;
        if square.is_none() && cursor.take_text("AL") {
            pieces.hold_the_rest(color);
            cursor.skip_space();
            continue;
        }
        let kind = kind(cursor)?;
        match square {
            Some(square) if pieces.get(square).is_some() => {
                return Err(at_square.error_at_word("one piece on a square"));
            }
            Some(square) => {
                pieces.set(square, Some(Piece::new(color, kind)));
            }
            None => {
                let held = kind.in_hand().filter(|_| !kind.is_promoted());
                let held =
                    held.ok_or_else(|| at_square.error_at_word("a piece that can be held"))?;
                pieces.hold(color, held, pieces.held(color, held).saturating_add(1));
            }
        }
        cursor.skip_space();
    }
    Ok(())
}

/// `+` or `-`.
pub(super) fn color(cursor: &mut Cursor) -> Option<Color> {
    cursor.take(|c| match c {
        '+' => Some(Color::Black),
        '-' => Some(Color::White),
        _ => None,
    })
}

/// Two digits; `None` for 00, the hand.
pub(super) fn square(cursor: &mut Cursor) -> Result<Option<Square>, SyntaxError> {
    let start = cursor.clone();
    let digit = |c: char| u8::try_from(c.to_digit(10)?).ok();
    let (file, rank) = (cursor.take(digit), cursor.take(digit));
    match (file, rank) {
        (Some(0), Some(0)) => Some(None),
        (Some(file), Some(rank)) => Square::new(file, rank).map(Some),
        _ => None,
    }
    .ok_or_else(|| start.error_at_word("a square 11-99, or 00"))
}

/// Two letters.
pub(super) fn kind(cursor: &mut Cursor) -> Result<PieceKind, SyntaxError> {
    let start = cursor.clone();
    let name: String = [cursor.next(), cursor.next()]
        .into_iter()
        .flatten()
        .collect();
    kind_of_name(&name).ok_or_else(|| start.error_at_word(PIECE))
}

pub(super) fn expect_end(cursor: &mut Cursor) -> Result<(), SyntaxError> {
    cursor.skip_space();
    if cursor.is_at_end() {
        Ok(())
    } else {
        Err(cursor.error_at_word("the end of the line"))
    }
}

/// The lines for these pieces, and whose move it is.
pub(super) fn write(pieces: &PositionBuilder) -> String {
    let mut text = match Handicap::of(pieces) {
        Some(Handicap::Even) => "PI\n".to_string(),
        _ => board(pieces) + &hands(pieces),
    };
    text += match pieces.mover() {
        Color::Black => "+\n",
        Color::White => "-\n",
    };
    text
}

fn board(pieces: &PositionBuilder) -> String {
    let written = |piece: Option<Piece>| match piece {
        None => " * ".to_string(),
        Some(piece) => format!("{}{}", sign(piece.color()), name_of_kind(piece.kind())),
    };
    let rank = |rank: u8| {
        let squares = (1..=9).rev().filter_map(|file| Square::new(file, rank));
        let squares: String = squares.map(|square| written(pieces.get(square))).collect();
        format!("P{rank}{squares}\n")
    };
    (1..=9).map(rank).collect()
}

fn hands(pieces: &PositionBuilder) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        let held = HandKind::AS_WRITTEN.into_iter().map(|kind| {
            let one = format!("00{}", name_of_kind(kind.piece_kind()));
            one.repeat(pieces.held(color, kind) as usize)
        });
        let held: String = held.collect();
        if !held.is_empty() {
            text += &format!("P{}{held}\n", sign(color));
        }
    }
    text
}

pub(super) fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}
