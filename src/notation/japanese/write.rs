//! Naming a move.

use super::qualifier::{Motion, Qualifier, Rivals, Side};
use super::words::{file_digit, piece_name, rank_kanji};
use crate::board::{Move, Position, Square};
use crate::notation::naming::{could_promote, rivals};

/// The name of a legal move of `position`, without the player's [mark](super::mark); `previous_to` is where
/// the move before it went.
///
/// ```
/// use tsume::board::{Position, Square};
/// use tsume::notation::{japanese, usi};
/// let position: Position = "4k4/9/9/4G4/4G4/9/9/9/9 b G 1".parse().unwrap();
/// let name = |mv| japanese::write(&position, position.legality(usi::parse(mv).unwrap()).unwrap(), None);
/// assert_eq!(name("5d5c"), "５三金");
/// assert_eq!(name("5d4d"), "４四金寄");
/// assert_eq!(name("5e4d"), "４四金上");
/// assert_eq!(name("G*4d"), "４四金打");
/// ```
pub fn write(position: &Position, mv: Move, previous_to: Option<Square>) -> String {
    let to = mv.to();
    let target = if previous_to == Some(to) {
        "同　".to_string()
    } else {
        format!("{}{}", file_digit(to), rank_kanji(to))
    };
    let (qualifier, ending) = match distinction(position, mv) {
        Distinction::Drop => (Qualifier::default(), "打"),
        Distinction::Origin(qualifier) => (qualifier, promotion(position, mv)),
    };
    let side = qualifier.side.map_or("", Side::word);
    let motion = qualifier.motion.map_or("", Motion::word);
    format!("{target}{}{side}{motion}{ending}", piece_name(mv.kind()))
}

/// What a name must say so that no other piece could be meant.
pub(in crate::notation) enum Distinction {
    /// That the piece is dropped.
    Drop,
    /// Which of several pieces it is; nothing when there is but one, or the piece can only be dropped.
    Origin(Qualifier),
}

/// What the name of a move must say beside target and piece.
pub(in crate::notation) fn distinction(position: &Position, mv: Move) -> Distinction {
    let rivals = Rivals {
        color: position.side_to_move(),
        kind: mv.kind(),
        to: mv.to(),
        origins: rivals(position, mv.kind(), mv.to()),
    };
    match mv.from() {
        Some(from) => Distinction::Origin(rivals.qualifier(from)),
        None if rivals.origins.is_empty() => Distinction::Origin(Qualifier::default()),
        None => Distinction::Drop,
    }
}

fn promotion(position: &Position, mv: Move) -> &'static str {
    if mv.is_promotion() {
        "成"
    } else if could_promote(position, mv) {
        "不成"
    } else {
        ""
    }
}

impl Side {
    const fn word(self) -> &'static str {
        match self {
            Side::Left => "左",
            Side::Straight => "直",
            Side::Right => "右",
        }
    }
}

impl Motion {
    const fn word(self) -> &'static str {
        match self {
            Motion::Forward => "上",
            Motion::Sideways => "寄",
            Motion::Backward => "引",
        }
    }
}
