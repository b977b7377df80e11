//! The names that CSA and JKF have for pieces and headers.

use crate::board::PieceKind;

const KINDS: [(PieceKind, &str); PieceKind::COUNT] = [
    (PieceKind::Pawn, "FU"),
    (PieceKind::Lance, "KY"),
    (PieceKind::Knight, "KE"),
    (PieceKind::Silver, "GI"),
    (PieceKind::Gold, "KI"),
    (PieceKind::Bishop, "KA"),
    (PieceKind::Rook, "HI"),
    (PieceKind::King, "OU"),
    (PieceKind::ProPawn, "TO"),
    (PieceKind::ProLance, "NY"),
    (PieceKind::ProKnight, "NK"),
    (PieceKind::ProSilver, "NG"),
    (PieceKind::Horse, "UM"),
    (PieceKind::Dragon, "RY"),
];

/// The two letters of a kind.
pub(in crate::notation) fn name_of_kind(kind: PieceKind) -> &'static str {
    let entry = KINDS.iter().find(|entry| entry.0 == kind);
    entry.map_or("", |entry| entry.1)
}

/// The kind of two letters.
pub(in crate::notation) fn kind_of_name(name: &str) -> Option<PieceKind> {
    let entry = KINDS.iter().find(|entry| entry.1 == name)?;
    Some(entry.0)
}

/// Header of KIF, what stands before its value in CSA.
const HEADERS: [(&str, &str); 7] = [
    ("棋戦", "$EVENT:"),
    ("場所", "$SITE:"),
    ("開始日時", "$START_TIME:"),
    ("終了日時", "$END_TIME:"),
    ("持ち時間", "$TIME_LIMIT:"),
    ("戦型", "$OPENING:"),
    ("備考", "$NOTE:"),
];

/// What stands before the value of a header in CSA. Headers that CSA does not know keep their names.
pub(super) fn prefix_of_header(key: &str) -> String {
    let known = HEADERS.iter().find(|entry| entry.0 == key);
    known.map_or_else(|| format!("${key}:"), |entry| entry.1.to_string())
}

/// Key and value of a line that begins with `$`.
pub(super) fn header(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.strip_prefix('$')?.split_once(':')?;
    let known = HEADERS
        .iter()
        .find(|entry| entry.1[1..].strip_suffix(':') == Some(key));
    Some((known.map_or(key, |entry| entry.0), value))
}
