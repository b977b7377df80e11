//! Boards and hands as text (BOD).

use crate::board::{Color, HandKind, Piece, PositionBuilder, Square};
use crate::notation::SyntaxError;
use crate::notation::cursor::Cursor;
use crate::notation::japanese::{RANK_KANJI, kind_of_char};

/// Reads rank number `rank` (1-9), such as `|v香 ・ 金v玉 ・ ・ ・ ・ ・|一`.
pub(super) fn read_rank(
    text: &str,
    rank: u8,
    pieces: &mut PositionBuilder,
) -> Result<(), SyntaxError> {
    let mut cursor = Cursor::new(text);
    cursor.skip_space();
    cursor.take_char('|');
    for file in (1..=9).rev() {
        let piece = read_square(&mut cursor)?;
        let square = Square::new(file, rank);
        let square = square.ok_or_else(|| cursor.error("nine ranks"))?;
        pieces.set(square, piece);
    }
    if !cursor.take_char('|') {
        return Err(cursor.error("'|' after nine squares"));
    }
    let label = RANK_KANJI[usize::from(rank) - 1];
    if cursor
        .peek()
        .is_some_and(|c| RANK_KANJI.contains(&c) && c != label)
    {
        return Err(cursor.error("the ranks in their order"));
    }
    Ok(())
}

/// One square: whose piece, and which, or `・`.
fn read_square(cursor: &mut Cursor) -> Result<Option<Piece>, SyntaxError> {
    let color = cursor.take(|c| match c {
        ' ' | '^' => Some(Color::Black),
        'v' | 'V' | 'ｖ' => Some(Color::White),
        _ => None,
    });
    if cursor
        .take(|c| "・.*　".contains(c).then_some(()))
        .is_some()
    {
        return Ok(None);
    }
    let kind = if cursor.take_char('成') {
        let promoted = |c| kind_of_char(c)?.promoted();
        cursor.take(promoted)
    } else {
        cursor.take(kind_of_char)
    };
    let kind = kind.ok_or_else(|| cursor.error("a piece such as 歩, と or 龍, or ・"))?;
    Ok(Some(Piece::new(color.unwrap_or(Color::Black), kind)))
}

/// Reads the pieces that a player holds, such as `飛　金二　歩十八`, at the cursor. Pieces need no space between
/// them, and counts may be digits.
pub(super) fn read_hand(
    cursor: &mut Cursor,
    color: Color,
    pieces: &mut PositionBuilder,
) -> Result<(), SyntaxError> {
    cursor.skip_space();
    if cursor.take_text("なし") || cursor.take_text("無し") {
        cursor.skip_space();
    }
    while !cursor.is_at_end() {
        let held = |c| {
            kind_of_char(c)
                .filter(|kind| !kind.is_promoted())?
                .in_hand()
        };
        let kind: HandKind = cursor
            .take(held)
            .ok_or_else(|| cursor.error("飛, 角, 金, 銀, 桂, 香 or 歩 in hand"))?;
        let count = read_count(cursor)?;
        let sum = pieces.held(color, kind).saturating_add(count);
        pieces.hold(color, kind, sum);
        cursor.skip_space();
    }
    Ok(())
}

/// A number 1-18 in kanji or digits; 1 when there is none.
fn read_count(cursor: &mut Cursor) -> Result<u32, SyntaxError> {
    const MOST: u32 = 18;
    let start = cursor.clone();
    let mut count = None;
    while let Some(digit) = cursor.take(digit) {
        let before = count.unwrap_or(0);
        count = Some(match digit {
            Digit::Ten if before == 0 => 10,
            Digit::Ten => u32::MAX,
            Digit::Kanji(units) if before == 10 => before + units,
            Digit::Kanji(units) | Digit::Arabic(units) => {
                before.saturating_mul(10).saturating_add(units)
            }
        });
    }
    match count {
        None => Ok(1),
        Some(count @ 1..=MOST) => Ok(count),
        Some(_) => Err(start.error_at_word("a count of 1-18")),
    }
}

enum Digit {
    Ten,
    Kanji(u32),
    Arabic(u32),
}

fn digit(c: char) -> Option<Digit> {
    let of = |zero: char| {
        u32::from(c)
            .checked_sub(u32::from(zero))
            .filter(|&digit| digit < 10)
    };
    let kanji = (1..).zip(RANK_KANJI).find(|&(_, kanji)| kanji == c);
    if c == '十' {
        return Some(Digit::Ten);
    }
    let arabic = of('0').or_else(|| of('０')).map(Digit::Arabic);
    arabic.or_else(|| kanji.map(|(units, _)| Digit::Kanji(units)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PieceKind;

    fn hand(text: &str) -> Result<Vec<(HandKind, u32)>, String> {
        let mut pieces = PositionBuilder::new();
        let read = read_hand(&mut Cursor::new(text), Color::Black, &mut pieces);
        read.map_err(|error| error.to_string())?;
        let kinds = HandKind::ALL.into_iter();
        let held = kinds.map(|kind| (kind, pieces.held(Color::Black, kind)));
        Ok(held.filter(|&(_, count)| count > 0).collect())
    }

    #[test]
    fn hands_are_read_as_people_write_them() {
        use HandKind::{Gold, Pawn, Rook};
        let all = Ok(vec![(Pawn, 18), (Rook, 1), (Gold, 2)]);
        for text in [
            "飛　金二　歩十八　",
            "飛金二歩十八",
            "飛 金2 歩１８",
            " 飛1 金２　歩18",
        ] {
            assert_eq!(hand(text), all, "{text}");
        }
        assert_eq!(hand("歩十"), Ok(vec![(Pawn, 10)]));
        assert_eq!(hand("なし　"), Ok(vec![]));
        assert_eq!(hand(""), Ok(vec![]));
    }

    #[test]
    fn errors_in_hands_are_located() {
        insta::assert_snapshot!(hand("飛　と").unwrap_err(), @"column 3: read 'と', expected 飛, 角, 金, 銀, 桂, 香 or 歩 in hand");
        insta::assert_snapshot!(hand("歩十九").unwrap_err(), @r#"column 2: read "十九", expected a count of 1-18"#);
        insta::assert_snapshot!(hand("歩0").unwrap_err(), @r#"column 2: read "0", expected a count of 1-18"#);
    }

    #[test]
    fn ranks_are_read_in_every_spelling() {
        let mut pieces = PositionBuilder::new();
        read_rank("|v王 成銀v全 ・ ・ . * 龍v竜|三", 3, &mut pieces).unwrap();
        let at = |file| pieces.get(Square::new(file, 3).unwrap());
        let white = |kind| Some(Piece::new(Color::White, kind));
        let black = |kind| Some(Piece::new(Color::Black, kind));
        assert_eq!(at(9), white(PieceKind::King));
        assert_eq!(at(8), black(PieceKind::ProSilver));
        assert_eq!(at(7), white(PieceKind::ProSilver));
        assert_eq!(at(6), None);
        assert_eq!(at(2), black(PieceKind::Dragon));
        assert_eq!(at(1), white(PieceKind::Dragon));
        let mut error = |text, rank| read_rank(text, rank, &mut pieces).unwrap_err().to_string();
        insta::assert_snapshot!(error("| ・ ・|一", 1), @"column 6: read '|', expected a piece such as 歩, と or 龍, or ・");
        insta::assert_snapshot!(error("| ・ ・ ・ ・ ・ ・ ・ ・ ・|三", 1), @"column 21: read '三', expected the ranks in their order");
    }
}
