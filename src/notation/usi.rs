//! Moves as the USI protocol writes them: `7g7f`, `2b8h+`, `G*5b`.
//!
//! Writing is the [`Display`](std::fmt::Display) of [`Move`](crate::board::Move) and [`Intent`].

use super::cursor::{Cursor, SyntaxError};
use crate::board::{Intent, PieceKind, Promotion, Square};

/// Reads one move, without white space around it.
///
/// Drops of promoted pieces (`+P*5e`) are read although nobody may play them, so that
/// [`Position::legality`](crate::board::Position::legality) can say so.
///
/// ```
/// use tsume::notation::usi;
/// assert_eq!(usi::parse("2b8h+").unwrap().to_string(), "2b8h+");
/// let error = usi::parse("2b8j").unwrap_err();
/// assert_eq!(error.to_string(), "column 4: read 'j', expected a rank a-i");
/// ```
///
/// # Errors
/// Where the text stops being a move.
pub fn parse(text: &str) -> Result<Intent, SyntaxError> {
    let mut cursor = Cursor::new(text);
    let intent = read(&mut cursor)?;
    if cursor.is_at_end() {
        Ok(intent)
    } else {
        Err(cursor.error("the end of the move"))
    }
}

/// Reads the move at the cursor.
pub(crate) fn read(cursor: &mut Cursor) -> Result<Intent, SyntaxError> {
    match cursor.peek() {
        Some('1'..='9') => board_move(cursor),
        Some('+' | 'A'..='Z') => drop(cursor),
        _ => Err(cursor.error_at_word("a move such as 7g7f, 2b8h+ or G*5b")),
    }
}

fn board_move(cursor: &mut Cursor) -> Result<Intent, SyntaxError> {
    let from = square(cursor)?;
    let to = square(cursor)?;
    let promotion = if cursor.take_char('+') {
        Promotion::Yes
    } else {
        Promotion::No
    };
    Ok(Intent::Board {
        from,
        to,
        promotion,
    })
}

fn drop(cursor: &mut Cursor) -> Result<Intent, SyntaxError> {
    let promoted = cursor.take_char('+');
    let kind = if promoted {
        let promotable = |c| PieceKind::from_letter(c)?.promoted();
        cursor
            .take(promotable)
            .ok_or_else(|| cursor.error("P, L, N, S, B or R after '+'"))?
    } else {
        let holdable = |c| PieceKind::from_letter(c).filter(|kind| kind.in_hand().is_some());
        cursor
            .take(holdable)
            .ok_or_else(|| cursor.error("one of P, L, N, S, G, B, R"))?
    };
    if !cursor.take_char('*') {
        return Err(cursor.error("'*' after the piece dropped"));
    }
    let to = square(cursor)?;
    Ok(Intent::Drop { kind, to })
}

pub(crate) fn square(cursor: &mut Cursor) -> Result<Square, SyntaxError> {
    let file = cursor
        .take(file_of_char)
        .ok_or_else(|| cursor.error("a file 1-9"))?;
    let rank = cursor
        .take(rank_of_letter)
        .ok_or_else(|| cursor.error("a rank a-i"))?;
    Ok(Square::new(file, rank).expect("file and rank are within 1-9"))
}

/// 1-9.
pub(super) fn file_of_char(c: char) -> Option<u8> {
    let digit = u8::try_from(c.to_digit(10)?).ok();
    digit.filter(|&file| file >= 1)
}

/// 1-9 for a-i.
pub(super) fn rank_of_letter(c: char) -> Option<u8> {
    (1..)
        .zip('a'..='i')
        .find(|&(_, letter)| letter == c)
        .map(|(rank, _)| rank)
}

impl PieceKind {
    /// The unpromoted kind of a capital letter of SFEN and USI.
    pub(super) fn from_letter(letter: char) -> Option<PieceKind> {
        PieceKind::ALL[..8]
            .iter()
            .copied()
            .find(|kind| kind.letter() == letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::testing::damaged;
    use proptest::prelude::*;

    #[test]
    fn moves_are_read_as_they_are_written() {
        for text in ["7g7f", "2b8h+", "1a9i", "G*5b", "P*1i", "+P*5e", "+R*9a"] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn errors_say_where_and_what() {
        let error = |text| parse(text).unwrap_err().to_string();
        insta::assert_snapshot!(error(""), @"column 1: read the end, expected a move such as 7g7f, 2b8h+ or G*5b");
        insta::assert_snapshot!(error("resign"), @r#"column 1: read "resign", expected a move such as 7g7f, 2b8h+ or G*5b"#);
        insta::assert_snapshot!(error("7g"), @"column 3: read the end, expected a file 1-9");
        insta::assert_snapshot!(error("7j7f"), @"column 2: read 'j', expected a rank a-i");
        insta::assert_snapshot!(error("7g7f++"), @"column 6: read '+', expected the end of the move");
        insta::assert_snapshot!(error("7g7f "), @"column 5: read white space, expected the end of the move");
        insta::assert_snapshot!(error("K*5e"), @"column 1: read 'K', expected one of P, L, N, S, G, B, R");
        insta::assert_snapshot!(error("+G*5e"), @"column 2: read 'G', expected P, L, N, S, B or R after '+'");
        insta::assert_snapshot!(error("G5b"), @"column 2: read '5', expected '*' after the piece dropped");
        insta::assert_snapshot!(error("G*０b"), @"column 3: read '０', expected a file 1-9");
    }

    proptest! {
        #[test]
        fn what_is_read_is_written_back(text in damaged(&["7g7f", "2b8h+", "G*5b", "+P*5e"])) {
            if let Ok(intent) = parse(&text) {
                prop_assert_eq!(intent.to_string(), text);
            }
        }

        #[test]
        fn nothing_makes_the_reader_panic(text in any::<String>()) {
            let _ = parse(&text);
        }
    }
}
