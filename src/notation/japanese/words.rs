//! The words and characters of Japanese notation.

use crate::board::{Color, PieceKind, Square};

/// The ranks from White's side.
pub(in crate::notation) const RANK_KANJI: [char; 9] =
    ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The files from Black's right.
pub(in crate::notation) const FILE_DIGITS: [char; 9] =
    ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// The mark before a player's moves: ▲ or △.
pub const fn mark(color: Color) -> char {
    match color {
        Color::Black => '▲',
        Color::White => '△',
    }
}

/// Whose mark this is, in any of the shapes in use.
pub(in crate::notation) fn color_of_mark(mark: char) -> Option<Color> {
    match mark {
        '▲' | '▼' | '☗' | '⛊' => Some(Color::Black),
        '△' | '▽' | '☖' | '⛉' => Some(Color::White),
        _ => None,
    }
}

/// What a piece is called in the name of a move.
pub const fn piece_name(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "歩",
        PieceKind::Lance => "香",
        PieceKind::Knight => "桂",
        PieceKind::Silver => "銀",
        PieceKind::Bishop => "角",
        PieceKind::Rook => "飛",
        PieceKind::Gold => "金",
        PieceKind::King => "玉",
        PieceKind::ProPawn => "と",
        PieceKind::ProLance => "成香",
        PieceKind::ProKnight => "成桂",
        PieceKind::ProSilver => "成銀",
        PieceKind::Horse => "馬",
        PieceKind::Dragon => "竜",
    }
}

/// The kind that one character stands for, in any spelling in use.
pub(in crate::notation) fn kind_of_char(c: char) -> Option<PieceKind> {
    match c {
        '王' => Some(PieceKind::King),
        '龍' => Some(PieceKind::Dragon),
        '杏' => Some(PieceKind::ProLance),
        '圭' => Some(PieceKind::ProKnight),
        '全' => Some(PieceKind::ProSilver),
        _ => PieceKind::ALL
            .into_iter()
            .find(|&kind| piece_name(kind).chars().eq([c])),
    }
}

/// The character of a rank.
pub(super) fn rank_kanji(square: Square) -> char {
    RANK_KANJI[usize::from(square.rank()) - 1]
}

/// The character of a file.
pub(super) fn file_digit(square: Square) -> char {
    FILE_DIGITS[usize::from(square.file()) - 1]
}

/// 1-9 in digits of either width.
pub(super) fn file_of_char(c: char) -> Option<u8> {
    let base = if c.is_ascii_digit() { '0' } else { '０' };
    let file = u32::from(c).checked_sub(u32::from(base))?;
    u8::try_from(file)
        .ok()
        .filter(|file| (1..=9).contains(file))
}

/// 1-9 in kanji or in digits of either width.
pub(super) fn rank_of_char(c: char) -> Option<u8> {
    let in_kanji = || (1..).zip(RANK_KANJI).find(|&(_, kanji)| kanji == c);
    file_of_char(c).or_else(|| in_kanji().map(|(rank, _)| rank))
}
