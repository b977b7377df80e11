//! Positions in one line: SFEN, Shogi Forsyth-Edwards Notation, as defined by the USI protocol.
//!
//! Read are the four fields `board side hands ply` with any white space between them; the ply may be
//! missing, `sfen` or `position sfen` may stand in front, `startpos` may stand for all fields, and
//! `moves …` may follow. Written are the four fields, hands in the order R B G S N L P, Black's first.

use super::cursor::{Cursor, SyntaxError};
use super::usi;
use crate::board::{
    Color, Hand, HandKind, Intent, Piece, PieceKind, Position, PositionBuilder, PositionError,
    Square,
};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// What an SFEN line says, before anybody asks whether it is a position.
#[derive(Clone, Debug)]
pub struct Sfen {
    /// The pieces exactly as written.
    pub builder: PositionBuilder,
    /// The moves after `moves`; none when the word is missing.
    pub moves: Vec<Intent>,
}

/// Why a text is not the SFEN of a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SfenError {
    /// It is not written as SFEN.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// Its pieces do not make a position.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// Reads a position, and moves if there are any, without building the position.
///
/// ```
/// use tsume::notation::sfen;
/// let line = sfen::parse("position startpos moves 7g7f 3c3d").unwrap();
/// assert_eq!(line.moves.len(), 2);
/// assert_eq!(line.builder.build().unwrap(), tsume::board::Position::initial());
/// ```
///
/// # Errors
/// Where the text stops being SFEN.
pub fn parse(text: &str) -> Result<Sfen, SyntaxError> {
    let mut cursor = Cursor::new(text);
    let builder = position(&mut cursor)?;
    let mut moves = Vec::new();
    if cursor.take_word("moves") {
        while !cursor.is_at_end() {
            moves.push(usi::read(&mut cursor)?);
            if !cursor.skip_space() && !cursor.is_at_end() {
                return Err(cursor.error("white space after a move"));
            }
        }
    }
    if cursor.is_at_end() {
        Ok(Sfen { builder, moves })
    } else {
        Err(cursor.error_at_word("\"moves\" or the end"))
    }
}

/// Exactly the pieces that are written, and no moves after them.
impl FromStr for Position {
    type Err = SfenError;

    fn from_str(text: &str) -> Result<Position, SfenError> {
        let mut cursor = Cursor::new(text);
        let builder = position(&mut cursor)?;
        if cursor.is_at_end() {
            Ok(builder.build()?)
        } else {
            Err(cursor.error_at_word("the end of the position").into())
        }
    }
}

/// Everything before `moves`, with the white space around it.
pub(crate) fn position(cursor: &mut Cursor) -> Result<PositionBuilder, SyntaxError> {
    cursor.skip_space();
    let prefixed = cursor.take_word("position");
    if cursor.take_word("startpos") {
        return Ok(Position::initial().to_builder());
    }
    if !cursor.take_word("sfen") && prefixed {
        return Err(cursor.error_at_word("\"sfen\" or \"startpos\" after \"position\""));
    }
    let mut builder = PositionBuilder::new();
    board(cursor, &mut builder)?;
    gap(cursor, "white space and the side to move, b or w")?;
    builder.side_to_move(side(cursor)?);
    gap(
        cursor,
        "white space and the hands, \"-\" when both are empty",
    )?;
    hands(cursor, &mut builder)?;
    if !cursor.skip_space() && !cursor.is_at_end() {
        return Err(cursor.error("a piece in hand or white space"));
    }
    if !cursor.is_at_end() && cursor.word() != "moves" {
        builder.ply(ply(cursor)?);
    }
    Ok(builder)
}

/// The white space between two fields, both of which there must be.
fn gap(cursor: &mut Cursor, expected: &'static str) -> Result<(), SyntaxError> {
    if cursor.skip_space() && !cursor.is_at_end() {
        Ok(())
    } else {
        Err(cursor.error(expected))
    }
}

fn board(cursor: &mut Cursor, builder: &mut PositionBuilder) -> Result<(), SyntaxError> {
    for rank in 1..=9 {
        if rank > 1 && !cursor.take_char('/') {
            return Err(cursor.error("'/' between two ranks, of which there are nine"));
        }
        board_rank(cursor, rank, builder)?;
    }
    Ok(())
}

/// One rank, from file 9 to file 1.
fn board_rank(
    cursor: &mut Cursor,
    rank: u8,
    builder: &mut PositionBuilder,
) -> Result<(), SyntaxError> {
    let mut filled = 0;
    let mut after_digit = false;
    while filled < 9 {
        match cursor.peek() {
            Some(c @ '1'..='9') => {
                let empty = c as u8 - b'0';
                if after_digit {
                    return Err(cursor.error("a piece or '/' after a number of empty squares"));
                }
                if filled + empty > 9 {
                    return Err(cursor.error_reading(
                        format!("{empty} empty squares after {filled} squares"),
                        "nine squares on a rank",
                    ));
                }
                cursor.next();
                filled += empty;
                after_digit = true;
            }
            Some('/') | None => {
                let end = cursor.error("").read;
                return Err(cursor.error_reading(
                    format!("{end} after {filled} squares"),
                    "nine squares on a rank",
                ));
            }
            _ => {
                let piece = piece(cursor)?;
                let square = Square::new(9 - filled, rank).expect("fewer than nine are filled");
                builder.set(square, Some(piece));
                filled += 1;
                after_digit = false;
            }
        }
    }
    Ok(())
}

pub(crate) fn piece(cursor: &mut Cursor) -> Result<Piece, SyntaxError> {
    if cursor.take_char('+') {
        let promoted = |c| {
            let piece = piece_of_letter(c)?;
            Some(Piece::new(piece.color(), piece.kind().promoted()?))
        };
        return cursor
            .take(promoted)
            .ok_or_else(|| cursor.error("P, L, N, S, B or R of either case after '+'"));
    }
    cursor
        .take(piece_of_letter)
        .ok_or_else(|| cursor.error("a piece letter, '+' or a number of empty squares 1-9"))
}

/// Capitals are Black's.
fn piece_of_letter(letter: char) -> Option<Piece> {
    let kind = PieceKind::from_letter(letter.to_ascii_uppercase())?;
    let color = if letter.is_ascii_uppercase() {
        Color::Black
    } else {
        Color::White
    };
    Some(Piece::new(color, kind))
}

fn side(cursor: &mut Cursor) -> Result<Color, SyntaxError> {
    cursor
        .take(|c| match c {
            'b' => Some(Color::Black),
            'w' => Some(Color::White),
            _ => None,
        })
        .ok_or_else(|| cursor.error("the side to move, b or w"))
}

/// Both hands, Black's first; none has more of a kind than a set of pieces.
pub(crate) fn both_hands(cursor: &mut Cursor) -> Result<[Hand; 2], SyntaxError> {
    let mut builder = PositionBuilder::new();
    let start = cursor.clone();
    hands(cursor, &mut builder)?;
    let is_too_much = |color| {
        let mut kinds = HandKind::ALL.into_iter();
        kinds.any(|kind| builder.held(color, kind) > u32::from(kind.supply()))
    };
    if Color::ALL.into_iter().any(is_too_much) {
        return Err(start.error_at_word("no more of a kind than a set has"));
    }
    Ok(Color::ALL.map(|color| {
        HandKind::ALL.into_iter().fold(Hand::EMPTY, |hand, kind| {
            hand.with(kind, builder.held(color, kind) as u8)
        })
    }))
}

fn hands(cursor: &mut Cursor, builder: &mut PositionBuilder) -> Result<(), SyntaxError> {
    if cursor.take_char('-') {
        return Ok(());
    }
    loop {
        let count = hand_count(cursor)?;
        let start = cursor.clone();
        let held = |c| {
            let piece = piece_of_letter(c)?;
            Some((piece.color(), piece.kind().in_hand()?))
        };
        let (color, kind) = cursor
            .take(held)
            .ok_or_else(|| cursor.error("P, L, N, S, G, B or R of either case in hand"))?;
        if builder.held(color, kind) > 0 {
            return Err(start.error("each kind once in a hand"));
        }
        builder.hold(color, kind, count);
        if cursor.is_at_end() || cursor.peek().is_some_and(char::is_whitespace) {
            return Ok(());
        }
    }
}

/// The number before a piece in hand: 1 when there is none.
fn hand_count(cursor: &mut Cursor) -> Result<u32, SyntaxError> {
    let start = cursor.clone();
    if !cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
        return Ok(1);
    }
    match cursor.number() {
        Some(count @ 1..=18) if start.peek() != Some('0') => Ok(count),
        _ => Err(start.error_at_word("a count of 1-18, without leading zeros")),
    }
}

/// The number of the move to come, and the white space after it.
fn ply(cursor: &mut Cursor) -> Result<u32, SyntaxError> {
    let start = cursor.clone();
    match cursor.number() {
        Some(ply) if cursor.skip_space() || cursor.is_at_end() => Ok(ply),
        _ => Err(start.error_at_word("a ply number that fits in 32 bits")),
    }
}

/// SFEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_builder(), f)
    }
}

/// SFEN, whether or not the pieces make a position.
impl fmt::Display for PositionBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in 1..=9 {
            if rank > 1 {
                f.write_str("/")?;
            }
            write_rank(self, rank, f)?;
        }
        f.write_str(match self.mover() {
            Color::Black => " b ",
            Color::White => " w ",
        })?;
        write_hands(self, f)?;
        write!(f, " {}", self.move_number())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Position {
    /// The position in SFEN, the same as its [`Display`](fmt::Display).
    ///
    /// ```
    /// let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    /// assert_eq!(tsume::board::Position::initial().to_sfen(), sfen);
    /// ```
    pub fn to_sfen(&self) -> String {
        self.to_string()
    }
}

fn write_rank(pieces: &PositionBuilder, rank: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut empty = 0;
    for file in (1..=9).rev() {
        let square = Square::new(file, rank).expect("file and rank are within 1-9");
        match pieces.get(square) {
            None => empty += 1,
            Some(piece) => {
                write_empty(empty, f)?;
                empty = 0;
                write_piece(piece, f)?;
            }
        }
    }
    write_empty(empty, f)
}

fn write_empty(count: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if count > 0 {
        write!(f, "{count}")
    } else {
        Ok(())
    }
}

fn write_piece(piece: Piece, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if piece.kind().is_promoted() {
        f.write_str("+")?;
    }
    write!(f, "{}", letter_of_piece(piece))
}

fn letter_of_piece(piece: Piece) -> char {
    match piece.color() {
        Color::Black => piece.kind().letter(),
        Color::White => piece.kind().letter().to_ascii_lowercase(),
    }
}

fn write_hands(pieces: &PositionBuilder, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut are_empty = true;
    for color in Color::ALL {
        for kind in HandKind::AS_WRITTEN {
            let letter = letter_of_piece(Piece::new(color, kind.piece_kind()));
            match pieces.held(color, kind) {
                0 => continue,
                1 => write!(f, "{letter}")?,
                count => write!(f, "{count}{letter}")?,
            }
            are_empty = false;
        }
    }
    if are_empty { f.write_str("-") } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::testing::damaged;
    use proptest::prelude::*;

    const PROBLEM: &str = "4k4/9/4P4/9/9/9/9/9/9 b R2Gr2b2g4s4n4l17p 1";

    #[test]
    fn positions_are_written_as_they_were_read() {
        for sfen in [
            PROBLEM,
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "9/9/9/9/9/9/9/9/9 w - 7",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
            "+p+l+n+s+b+r3/9/9/9/9/8k/9/9/+P+L+N+S+B+R3 b G2g16p 4294967295",
        ] {
            assert_eq!(sfen.parse::<Position>().unwrap().to_sfen(), sfen);
        }
    }

    #[test]
    fn spelling_is_forgiven_where_the_meaning_is_plain() {
        let position: Position = PROBLEM.parse().unwrap();
        for sfen in [
            "  4k4/9/4P4/9/9/9/9/9/9\tb   R2Gr2b2g4s4n4l17p\t",
            "sfen 4k4/9/4P4/9/9/9/9/9/9 b R2Gr2b2g4s4n4l17p 1\r\n",
            "position  sfen 4k4/9/4P4/9/9/9/9/9/9 b 17p4l4n4s2g2br2G1R",
        ] {
            assert_eq!(sfen.parse::<Position>().unwrap(), position, "{sfen}");
        }
        let startpos = "position startpos".parse::<Position>().unwrap();
        assert_eq!(startpos, Position::initial());
    }

    #[test]
    fn moves_may_follow() {
        let moves = |text: &str| {
            let intents = parse(text).unwrap().moves;
            intents.iter().map(Intent::to_string).collect::<Vec<_>>()
        };
        assert_eq!(
            moves(&format!("{PROBLEM} moves G*5b  5a4a ")),
            ["G*5b", "5a4a"]
        );
        assert_eq!(moves("position startpos moves 7g7f"), ["7g7f"]);
        assert_eq!(moves("4k4/9/9/9/9/9/9/9/9 b - moves +P*5e"), ["+P*5e"]);
        assert!(moves("startpos moves").is_empty());
        assert!(moves("startpos").is_empty());
    }

    #[test]
    fn errors_say_where_and_what() {
        let error = |text: &str| match parse(text) {
            Err(error) => error.to_string(),
            Ok(_) => panic!("{text} is read"),
        };
        insta::assert_snapshot!(error(""), @"column 1: read the end after 0 squares, expected nine squares on a rank");
        insta::assert_snapshot!(error("4k4"), @"column 4: read the end, expected '/' between two ranks, of which there are nine");
        insta::assert_snapshot!(error("4k4/9/9/9/9/9/9/9"), @"column 18: read the end, expected '/' between two ranks, of which there are nine");
        insta::assert_snapshot!(error("4k3/9/9/9/9/9/9/9/9 b - 1"), @"column 4: read '/' after 8 squares, expected nine squares on a rank");
        insta::assert_snapshot!(error("4k5/9/9/9/9/9/9/9/9 b - 1"), @"column 3: read 5 empty squares after 5 squares, expected nine squares on a rank");
        insta::assert_snapshot!(error("4k4p/9/9/9/9/9/9/9/9 b - 1"), @"column 4: read 'p', expected '/' between two ranks, of which there are nine");
        insta::assert_snapshot!(error("22k4/9/9/9/9/9/9/9/9 b - 1"), @"column 2: read '2', expected a piece or '/' after a number of empty squares");
        insta::assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9/9 b - 1"), @"column 20: read '/', expected white space and the side to move, b or w");
        insta::assert_snapshot!(error("4k4/9/09/9/9/9/9/9/9 b - 1"), @"column 7: read '0', expected a piece letter, '+' or a number of empty squares 1-9");
        insta::assert_snapshot!(error("4k+g3/9/9/9/9/9/9/9/9 b - 1"), @"column 4: read 'g', expected P, L, N, S, B or R of either case after '+'");
        insta::assert_snapshot!(error("4+K4/9/9/9/9/9/9/9/9 b - 1"), @"column 3: read 'K', expected P, L, N, S, B or R of either case after '+'");
        insta::assert_snapshot!(error("4x4/9/9/9/9/9/9/9/9 b - 1"), @"column 2: read 'x', expected a piece letter, '+' or a number of empty squares 1-9");
        insta::assert_snapshot!(error("4玉4/9/9/9/9/9/9/9/9 b - 1"), @"column 2: read '玉', expected a piece letter, '+' or a number of empty squares 1-9");
        insta::assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9"), @"column 20: read the end, expected white space and the side to move, b or w");
        insta::assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 B - 1"), @"column 21: read 'B', expected the side to move, b or w");
        insta::assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b"), @r#"column 22: read the end, expected white space and the hands, "-" when both are empty"#);
        insta::assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 bw - 1"), @r#"column 22: read 'w', expected white space and the hands, "-" when both are empty"#);
        insta::assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b 1"), @"column 24: read the end, expected P, L, N, S, G, B or R of either case in hand");
        insta::assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b 0P 1"), @r#"column 23: read "0P", expected a count of 1-18, without leading zeros"#);
        insta::assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b 02P 1"), @r#"column 23: read "02P", expected a count of 1-18, without leading zeros"#);
        insta::assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b 99999999999P 1"), @r#"column 23: read "99999999999P", expected a count of 1-18, without leading zeros"#);
        insta::assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b 2PGP 1"), @"column 26: read 'P', expected each kind once in a hand");
        insta::assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b K 1"), @"column 23: read 'K', expected P, L, N, S, G, B or R of either case in hand");
        insta::assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b -P 1"), @"column 24: read 'P', expected a piece in hand or white space");
        insta::assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b - 99999999999"), @r#"column 25: read "99999999999", expected a ply number that fits in 32 bits"#);
        insta::assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b - 1x"), @r#"column 25: read "1x", expected a ply number that fits in 32 bits"#);
        insta::assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b - -1"), @r#"column 25: read "-1", expected a ply number that fits in 32 bits"#);
        insta::assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b - 1 7g7f"), @r#"column 27: read "7g7f", expected "moves" or the end"#);
        insta::assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b - 1 moves 7g7f,"), @"column 37: read ',', expected white space after a move");
        insta::assert_snapshot!(error("position 4k4/9/9/9/9/9/9/9/9 b - 1"), @r#"column 10: read "4k4/9/9/9/9/9/9/9/9", expected "sfen" or "startpos" after "position""#);
    }

    #[test]
    fn a_position_is_exactly_what_is_written() {
        let error = |text: &str| text.parse::<Position>().unwrap_err().to_string();
        insta::assert_snapshot!(error("startpos moves 7g7f"), @r#"column 10: read "moves", expected the end of the position"#);
        insta::assert_snapshot!(error("4k4/4G4/9/9/9/9/9/9/9 b - 1"), @"White is in check though it is not White's move");
        insta::assert_snapshot!(error("4k4/9/9/9/9/9/9/9/9 b 5G 1"), @"5 pieces of the kind G where a set has 4");
        insta::assert_snapshot!(error("4k4/9/P8/P8/9/9/9/9/9 b - 1"), @"Black has two pawns on file 9");
        insta::assert_snapshot!(error("4k3P/9/9/9/9/9/9/9/9 b - 1"), @"dead piece: the Pawn on 1a can never move");
    }

    proptest! {
        #[test]
        fn nothing_makes_the_reader_panic(text in any::<String>()) {
            let _ = parse(&text);
        }

        #[test]
        fn what_is_read_is_written_and_read_again(text in damaged(&[
            PROBLEM,
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "position sfen 9/9/9/9/9/9/9/9/8+R w 2Gn10p 18 moves 5a5b P*5e 2b8h+",
            "startpos moves 7g7f",
        ])) {
            if let Ok(position) = text.parse::<Position>() {
                prop_assert_eq!(position.to_sfen().parse::<Position>(), Ok(position));
            }
            if let Ok(Sfen { builder, .. }) = parse(&text) {
                let _ = builder.build();
            }
        }
    }
}
