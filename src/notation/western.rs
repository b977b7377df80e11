//! Moves as Western books name them (George Hodges' notation): `P-76`, `Rx24`, `S-21=`, `N65-53+`, `P*23`.
//!
//! A promoted piece is the letter of its front with `+` before it. `+` after the move promotes, `=` says that
//! a piece that could promote did not. The origin stands only when several pieces of the kind move to the target.

use super::cursor::{Cursor, SyntaxError};
use super::naming::{NameError, could_promote, rivals, the_legal_one};
use super::usi::{file_of_char, rank_of_letter};
use crate::board::{Intent, Move, PieceKind, Position, Promotion, Square};

/// The name of a legal move of `position`.
///
/// ```
/// use tsume::board::Position;
/// use tsume::notation::{usi, western};
/// let position: Position = "4k4/9/4S4/9/2N1N4/9/9/9/9 b P 1".parse().unwrap();
/// let name = |mv| western::write(&position, position.legality(usi::parse(mv).unwrap()).unwrap());
/// assert_eq!(name("5c5b"), "S-52=");
/// assert_eq!(name("7e6c+"), "N75-63+");
/// assert_eq!(name("P*1e"), "P*15");
/// ```
pub fn write(position: &Position, mv: Move) -> String {
    let kind = mv.kind();
    let piece = format!("{}{}", plus(kind.is_promoted()), kind.letter());
    let to = square_digits(mv.to());
    let Some(from) = mv.from() else {
        return format!("{piece}*{to}");
    };
    let origin = if rivals(position, kind, mv.to()).is_many() {
        square_digits(from)
    } else {
        String::new()
    };
    let manner = if mv.captured().is_some() { 'x' } else { '-' };
    let ending = if !mv.is_promotion() && could_promote(position, mv) {
        "="
    } else {
        plus(mv.is_promotion())
    };
    format!("{piece}{origin}{manner}{to}{ending}")
}

const fn plus(promoted: bool) -> &'static str {
    if promoted { "+" } else { "" }
}

fn square_digits(square: Square) -> String {
    format!("{}{}", square.file(), square.rank())
}

/// The legal move of `position` that `text` names.
///
/// Ranks may be letters as in USI, and the origin may stand where it need not. Where nothing is said of
/// promotion there is none.
///
/// ```
/// use tsume::board::Position;
/// use tsume::notation::western;
/// let position: Position = "4k4/9/4S4/9/2N1N4/9/9/9/9 b P 1".parse().unwrap();
/// assert_eq!(western::read(&position, "N7e-6c+").unwrap().to_string(), "7e6c+");
/// let error = western::read(&position, "N-63+").unwrap_err();
/// assert_eq!(error.to_string(), "ambiguous: could be 5e6c+ or 7e6c+");
/// ```
///
/// # Errors
/// Where the text is no name, or why what it names cannot be played.
pub fn read(position: &Position, text: &str) -> Result<Move, NameError> {
    let name = Name::parse(position, text)?;
    if name.manner == Manner::Drop {
        let drop = Intent::Drop {
            kind: name.kind,
            to: name.to,
        };
        return Ok(position.legality(drop)?);
    }
    the_legal_one(position, name.board_moves(position))
}

/// What a name says.
struct Name {
    kind: PieceKind,
    origin: Option<Square>,
    manner: Manner,
    to: Square,
    promotion: Promotion,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    Step,
    Capture,
    Drop,
}

impl Name {
    fn parse(position: &Position, text: &str) -> Result<Name, SyntaxError> {
        let mut cursor = Cursor::new(text);
        let kind = piece(&mut cursor)?;
        let origin = match cursor.peek() {
            Some(c) if c.is_ascii_digit() => Some(square(&mut cursor)?),
            _ => None,
        };
        let before_manner = cursor.clone();
        let manner = match origin {
            None => cursor.take(manner_of_char),
            Some(_) => cursor.take(|c| manner_of_char(c).filter(|&manner| manner != Manner::Drop)),
        };
        let manner = manner.ok_or_else(|| cursor.error(manners(origin)))?;
        let to = square(&mut cursor)?;
        match (manner, position.piece_at(to)) {
            (Manner::Step, Some(_)) => {
                return Err(before_manner.error("'x', as a piece stands on the target"));
            }
            (Manner::Capture, None) => {
                return Err(before_manner.error("'-', as no piece stands on the target"));
            }
            _ => {}
        }
        let promotion = match manner {
            Manner::Drop => Promotion::No,
            Manner::Step | Manner::Capture => promotion(&mut cursor),
        };
        if !cursor.is_at_end() {
            return Err(cursor.error("the end of the move"));
        }
        Ok(Name {
            kind,
            origin,
            manner,
            to,
            promotion,
        })
    }

    /// The moves on the board that it could mean, legal or not.
    fn board_moves(&self, position: &Position) -> impl Iterator<Item = Intent> {
        position
            .pieces(position.side_to_move(), self.kind)
            .filter(|&from| self.origin.is_none_or(|origin| origin == from))
            .map(|from| Intent::Board {
                from,
                to: self.to,
                promotion: self.promotion,
            })
    }
}

fn piece(cursor: &mut Cursor) -> Result<PieceKind, SyntaxError> {
    if cursor.take_char('+') {
        let promoted = |c| PieceKind::from_letter(c)?.promoted();
        return cursor
            .take(promoted)
            .ok_or_else(|| cursor.error("P, L, N, S, B or R after '+'"));
    }
    cursor
        .take(PieceKind::from_letter)
        .ok_or_else(|| cursor.error("a piece P, L, N, S, G, B, R, K or '+'"))
}

fn manner_of_char(c: char) -> Option<Manner> {
    match c {
        '-' => Some(Manner::Step),
        'x' => Some(Manner::Capture),
        '*' => Some(Manner::Drop),
        _ => None,
    }
}

/// What may follow the piece, or the piece and its origin.
fn manners(origin: Option<Square>) -> &'static str {
    match origin {
        None => "'-', 'x', '*' or the square of origin",
        Some(_) => "'-' or 'x'",
    }
}

fn square(cursor: &mut Cursor) -> Result<Square, SyntaxError> {
    let file = cursor
        .take(file_of_char)
        .ok_or_else(|| cursor.error("a file 1-9"))?;
    let rank = cursor
        .take(|c| file_of_char(c).or_else(|| rank_of_letter(c)))
        .ok_or_else(|| cursor.error("a rank 1-9 or a-i"))?;
    Ok(Square::new(file, rank).expect("file and rank are within 1-9"))
}

fn promotion(cursor: &mut Cursor) -> Promotion {
    if cursor.take_char('+') {
        return Promotion::Yes;
    }
    cursor.take_char('=');
    Promotion::No
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::positions;
    use crate::notation::testing::damaged;
    use crate::notation::usi;
    use proptest::prelude::*;
    use std::collections::HashSet;

    #[test]
    fn each_kind_of_move_has_its_form() {
        let names = |sfen: &str, moves: &str| {
            let position: Position = sfen.parse().unwrap();
            let legal = |mv| position.legality(usi::parse(mv).unwrap()).unwrap();
            let names = moves.split(' ').map(|mv| write(&position, legal(mv)));
            names.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names("startpos", "7g7f 5i5h 4i5h"), "P-76 K-58 G49-58");
        assert_eq!(
            names("9/9/7p1/7+R1/8R/9/9/9/9 b P 1", "2d2c P*1b"),
            "+Rx23 P*12"
        );
        assert_eq!(
            names("9/9/9/3S1S3/9/9/9/9/9 b - 1", "6d5c+ 4d5c"),
            "S64-53+ S44-53="
        );
        assert_eq!(
            names("9/9/9/9/9/4s4/4P4/9/9 w - 1", "5f5g+ 5f5g"),
            "Sx57+ Sx57="
        );
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let position: Position = "4k4/9/9/3G1G3/3p5/9/4P4/9/9 b P 1".parse().unwrap();
        let error = |text| read(&position, text).unwrap_err().to_string();
        insta::assert_snapshot!(error(""), @"column 1: read the end, expected a piece P, L, N, S, G, B, R, K or '+'");
        insta::assert_snapshot!(error("p-56"), @"column 1: read 'p', expected a piece P, L, N, S, G, B, R, K or '+'");
        insta::assert_snapshot!(error("+G-53"), @"column 2: read 'G', expected P, L, N, S, B or R after '+'");
        insta::assert_snapshot!(error("P56"), @"column 4: read the end, expected '-' or 'x'");
        insta::assert_snapshot!(error("P57*56"), @"column 4: read '*', expected '-' or 'x'");
        insta::assert_snapshot!(error("P.56"), @"column 2: read '.', expected '-', 'x', '*' or the square of origin");
        insta::assert_snapshot!(error("P-06"), @"column 3: read '0', expected a file 1-9");
        insta::assert_snapshot!(error("P-5j"), @"column 4: read 'j', expected a rank 1-9 or a-i");
        insta::assert_snapshot!(error("P-56!"), @"column 5: read '!', expected the end of the move");
        insta::assert_snapshot!(error("P*15+"), @"column 5: read '+', expected the end of the move");
        insta::assert_snapshot!(error("G-65"), @"column 2: read '-', expected 'x', as a piece stands on the target");
        insta::assert_snapshot!(error("Gx53"), @"column 2: read 'x', expected '-', as no piece stands on the target");
        insta::assert_snapshot!(error("G-53"), @"ambiguous: could be 4d5c or 6d5c");
        insta::assert_snapshot!(error("G44-53+"), @"illegal: the piece does not move so");
        insta::assert_snapshot!(error("P*55"), @"illegal: two pawns on a file");
        insta::assert_snapshot!(error("S-55"), @"illegal: there is no such piece to move");
    }

    proptest! {
        #[test]
        fn reading_takes_back_writing(position in positions()) {
            let mut names = HashSet::new();
            for mv in position.legal_moves() {
                let name = write(&position, mv);
                prop_assert_eq!(read(&position, &name), Ok(mv), "{}", name);
                prop_assert!(names.insert(name), "{} is not the only one of its name", mv);
            }
        }

        #[test]
        fn nothing_makes_the_reader_panic(position in positions(), text in any::<String>()) {
            let _ = read(&position, &text);
        }

        #[test]
        fn a_damaged_name_is_of_a_legal_move_or_of_none(
            position in positions(),
            text in damaged(&["P-76", "+Rx24", "S-21+", "S-21=", "N65-53+", "P*23", "+P5a-6b"]),
        ) {
            match read(&position, &text) {
                Ok(mv) => prop_assert_eq!(position.legality(mv.intent()), Ok(mv)),
                Err(NameError::Ambiguous(moves)) => prop_assert!(moves.len() > 1),
                Err(_) => {}
            }
        }
    }
}
