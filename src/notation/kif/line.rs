//! Telling the lines of KIF and KI2 apart.

use crate::board::Color;
use crate::notation::japanese::color_of_mark;

/// What a line of a KIF or KI2 file is part of; records that stand one behind the other are told apart by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordPart<'a> {
    /// Nothing, or `#` and a remark of the program.
    Nothing,
    /// `key：value`.
    Header(&'a str),
    /// A rank of a board.
    BoardRank,
    /// The frame of a board, its files, whose turn it is, or which move was the last.
    BoardEdge,
    /// `*` and a comment, or `&` and the name of a bookmark.
    Note,
    /// `手数----指手---------消費時間--`, which stands before the moves of KIF.
    MovesHead,
    /// A move with its number, or the end of a game.
    Move,
    /// Moves with their marks.
    BookMoves,
    /// `変化：12手`.
    Variation,
    /// `まで96手で後手の勝ち`.
    Summary,
    /// None of these.
    Unknown,
}

/// What a line is part of.
pub fn part(line: &str) -> RecordPart<'_> {
    let text = line.trim();
    let Some(first) = text.chars().next() else {
        return RecordPart::Nothing;
    };
    match first {
        '#' => RecordPart::Nothing,
        '*' | '&' => RecordPart::Note,
        '|' => RecordPart::BoardRank,
        '+' if text.starts_with("+-") => RecordPart::BoardEdge,
        _ if is_files(text) || side_to_move(text).is_some() => RecordPart::BoardEdge,
        _ if text.starts_with("手数-") => RecordPart::MovesHead,
        _ if text.starts_with("手数＝") || text.starts_with("手数=") => RecordPart::BoardEdge,
        _ if text.starts_with("変化：") || text.starts_with("変化:") => RecordPart::Variation,
        _ if text.starts_with("まで") => RecordPart::Summary,
        _ if color_of_mark(first).is_some() => RecordPart::BookMoves,
        '0'..='9' if is_move(text) => RecordPart::Move,
        _ => header(text).map_or(RecordPart::Unknown, |(key, _)| RecordPart::Header(key)),
    }
}

/// Key and value of a header.
pub(super) fn header(text: &str) -> Option<(&str, &str)> {
    let (key, value) = text.split_once('：').or_else(|| text.split_once(':'))?;
    let key = key.trim();
    (!key.is_empty()).then_some((key, value.trim()))
}

/// Whose turn a line such as `後手番` says it is.
pub(super) fn side_to_move(text: &str) -> Option<Color> {
    match text.trim() {
        "先手番" | "下手番" => Some(Color::Black),
        "後手番" | "上手番" => Some(Color::White),
        _ => None,
    }
}

/// Whose hand a header is: `先手の持駒`, `玉方の持ち駒`, and the like.
pub(super) fn hand_owner(key: &str) -> Option<Color> {
    let owner = key
        .strip_suffix("持駒")
        .or_else(|| key.strip_suffix("持ち駒"))?;
    match owner.strip_suffix('の').unwrap_or(owner) {
        "先手" | "下手" | "攻方" | "攻め方" => Some(Color::Black),
        "後手" | "上手" | "玉方" | "受方" | "受け方" => Some(Color::White),
        _ => None,
    }
}

/// `  ９ ８ ７ ６ ５ ４ ３ ２ １`.
fn is_files(text: &str) -> bool {
    let mut files = 0;
    text.chars().all(|c| {
        files += usize::from(!c.is_whitespace());
        c.is_whitespace() || c.is_ascii_digit() || ('１'..='９').contains(&c)
    }) && files == 9
}

/// A number with white space or a move behind it, and not with a colon.
fn is_move(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    !rest.is_empty() && !rest.trim_start().starts_with(['：', ':'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart() {
        let cases = [
            ("", RecordPart::Nothing),
            ("# ---- Kifu for Windows ----", RecordPart::Nothing),
            ("手合割：平手　　", RecordPart::Header("手合割")),
            ("開始日時：2000/01/01 10:00", RecordPart::Header("開始日時")),
            ("作者: x", RecordPart::Header("作者")),
            ("手数：17手", RecordPart::Header("手数")),
            ("  ９ ８ ７ ６ ５ ４ ３ ２ １", RecordPart::BoardEdge),
            ("+---------------------------+", RecordPart::BoardEdge),
            ("| ・|一", RecordPart::BoardRank),
            ("後手番", RecordPart::BoardEdge),
            ("手数＝3  ▲２七金  まで", RecordPart::BoardEdge),
            ("手数----指手---------消費時間--", RecordPart::MovesHead),
            ("   1 ７六歩(77)   ( 0:16/00:00:16)", RecordPart::Move),
            ("1 ７六歩(77)", RecordPart::Move),
            ("▲７六歩    △３四歩", RecordPart::BookMoves),
            ("*好手", RecordPart::Note),
            ("&しおり", RecordPart::Note),
            ("変化：12手", RecordPart::Variation),
            ("まで3手で詰み", RecordPart::Summary),
            ("好手である。", RecordPart::Unknown),
        ];
        for (line, expected) in cases {
            assert_eq!(part(line), expected, "{line}");
        }
    }

    #[test]
    fn both_sides_have_several_names() {
        assert_eq!(hand_owner("攻方の持駒"), Some(Color::Black));
        assert_eq!(hand_owner("玉方持駒"), Some(Color::White));
        assert_eq!(hand_owner("上手の持ち駒"), Some(Color::White));
        assert_eq!(hand_owner("作者"), None);
        assert_eq!(side_to_move("後手番　"), Some(Color::White));
    }
}
