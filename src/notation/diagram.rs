//! Positions drawn in text, as KIF files hold them (BOD).

use super::japanese::{FILE_DIGITS, RANK_KANJI, piece_name};
use crate::board::{Color, HandKind, Piece, PieceKind, Position, Square};

/// The position, line by line: White's hand, the board, Black's hand, and `後手番` when White is to move.
/// White's pieces have a `v` before them, and each piece is one character.
///
/// ```
/// let position = tsume::board::Position::initial();
/// let drawn = tsume::notation::diagram::text(&position);
/// assert_eq!(drawn.lines().nth(4), Some("| ・v飛 ・ ・ ・ ・ ・v角 ・|二"));
/// ```
pub fn text(position: &Position) -> String {
    let files = FILE_DIGITS.map(|digit| format!(" {digit}"));
    let header = files.into_iter().rev().collect::<String>();
    let frame = format!("+{}+", "-".repeat(27));
    let mut lines = vec![
        hand(position, Color::White),
        format!(" {header}"),
        frame.clone(),
    ];
    lines.extend((1..=9).map(|rank| board_rank(position, rank)));
    lines.extend([frame, hand(position, Color::Black)]);
    if position.side_to_move() == Color::White {
        lines.push("後手番".to_string());
    }
    lines.join("\n") + "\n"
}

fn board_rank(position: &Position, rank: u8) -> String {
    let files = (1..=9).rev();
    let squares = files.filter_map(|file| Square::new(file, rank));
    let drawn = squares.map(|square| drawn_square(position.piece_at(square)));
    let kanji = RANK_KANJI[usize::from(rank) - 1];
    format!("|{}|{kanji}", drawn.collect::<String>())
}

fn drawn_square(piece: Option<Piece>) -> String {
    match piece {
        None => " ・".to_string(),
        Some(piece) => {
            let owner = match piece.color() {
                Color::Black => ' ',
                Color::White => 'v',
            };
            format!("{owner}{}", one_character(piece.kind()))
        }
    }
}

/// What a piece is called where there is room for one character.
pub(super) fn one_character(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::ProLance => "杏",
        PieceKind::ProKnight => "圭",
        PieceKind::ProSilver => "全",
        PieceKind::Dragon => "龍",
        _ => piece_name(kind),
    }
}

fn hand(position: &Position, color: Color) -> String {
    let owner = match color {
        Color::Black => "先手",
        Color::White => "後手",
    };
    let hand = position.hand(color);
    let held = HandKind::AS_WRITTEN
        .into_iter()
        .filter(|&kind| hand.has(kind));
    let named = held.map(|kind| {
        format!(
            "{}{}",
            piece_name(kind.piece_kind()),
            count(hand.count(kind))
        )
    });
    let pieces = if hand.is_empty() {
        "なし".to_string()
    } else {
        named.collect::<Vec<_>>().join("　")
    };
    format!("{owner}の持駒：{pieces}")
}

/// A number up to 18 in kanji; nothing for 1.
pub(super) fn count(number: u8) -> String {
    let (tens, units) = (number / 10, usize::from(number % 10));
    let ten = if tens > 0 { "十" } else { "" };
    let unit = match units.checked_sub(1) {
        Some(index) if number > 1 => RANK_KANJI[index].to_string(),
        _ => String::new(),
    };
    format!("{ten}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(sfen: &str) -> String {
        text(&sfen.parse().unwrap())
    }

    #[test]
    fn the_start_of_a_game() {
        insta::assert_snapshot!(draw("startpos"), @r#"
        後手の持駒：なし
          ９ ８ ７ ６ ５ ４ ３ ２ １
        +---------------------------+
        |v香v桂v銀v金v玉v金v銀v桂v香|一
        | ・v飛 ・ ・ ・ ・ ・v角 ・|二
        |v歩v歩v歩v歩v歩v歩v歩v歩v歩|三
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|四
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|五
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|六
        | 歩 歩 歩 歩 歩 歩 歩 歩 歩|七
        | ・ 角 ・ ・ ・ ・ ・ 飛 ・|八
        | 香 桂 銀 金 玉 金 銀 桂 香|九
        +---------------------------+
        先手の持駒：なし
        "#);
    }

    #[test]
    fn a_problem_with_full_hands() {
        insta::assert_snapshot!(draw("9/9/9/4k4/9/9/9/9/9 b 2R10P2b4g4s4n4l8p 1"), @r#"
        後手の持駒：角二　金四　銀四　桂四　香四　歩八
          ９ ８ ７ ６ ５ ４ ３ ２ １
        +---------------------------+
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|一
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|二
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|三
        | ・ ・ ・ ・v玉 ・ ・ ・ ・|四
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|五
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|六
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|七
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|八
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|九
        +---------------------------+
        先手の持駒：飛二　歩十
        "#);
    }

    #[test]
    fn promoted_pieces_and_white_to_move() {
        let sfen = "+P+L+N+S+B+R1k1/+p+l+n+s+b+r3/9/9/9/9/9/9/4K4 w G12p 9";
        insta::assert_snapshot!(draw(sfen), @r#"
        後手の持駒：歩十二
          ９ ８ ７ ６ ５ ４ ３ ２ １
        +---------------------------+
        | と 杏 圭 全 馬 龍 ・v玉 ・|一
        |vとv杏v圭v全v馬v龍 ・ ・ ・|二
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|三
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|四
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|五
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|六
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|七
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|八
        | ・ ・ ・ ・ 玉 ・ ・ ・ ・|九
        +---------------------------+
        先手の持駒：金
        後手番
        "#);
    }

    #[test]
    fn counts_are_kanji() {
        let counts = (1..=18).map(count).collect::<Vec<_>>().join(" ");
        insta::assert_snapshot!(counts, @" 二 三 四 五 六 七 八 九 十 十一 十二 十三 十四 十五 十六 十七 十八");
    }
}
