//! The hands in a picture: columns beside the board, read downwards.

use super::Players;
use super::canvas::{Canvas, Facing};
use super::layout::{Layout, Point, Rectangle};
use super::outlines::Weight;
use crate::board::{Color, HandKind, Position};
use crate::notation::diagram::{count, one_character};

/// The size of a piece in hand when there is room enough.
const PIECE_SIZE: f64 = 27.0;
/// How large the other characters are beside the pieces.
const LETTER: f64 = 0.7;
/// The gaps, as parts of a piece: below the heading, and between kinds of pieces.
const GAP_BELOW_HEADING: f64 = 0.35;
const GAP_BETWEEN_KINDS: f64 = 0.15;

/// What stands below one another in a column.
enum Item {
    Piece(char),
    Letter(char),
    /// Empty room, as a part of a piece.
    Gap(f64),
}

impl Item {
    /// The height, as a part of a piece.
    fn height(&self) -> f64 {
        match self {
            Item::Piece(_) => 1.0,
            Item::Letter(_) => LETTER,
            Item::Gap(height) => *height,
        }
    }
}

/// Draws the hands of both players.
pub(super) fn draw(canvas: &mut Canvas, layout: Layout, position: &Position, players: Players) {
    for owner in Color::ALL {
        let items = column(position, owner, players);
        draw_column(canvas, &items, layout.hand(owner));
    }
}

/// A hand and whose it is.
fn column(position: &Position, owner: Color, players: Players) -> Vec<Item> {
    let mut items = letters(&heading(owner, players));
    items.push(Item::Gap(GAP_BELOW_HEADING));
    let hand = position.hand(owner);
    if hand.is_empty() {
        items.extend(letters("なし"));
    } else if is_all_the_rest(position, owner, players) {
        items.extend(letters("残り全部"));
    } else {
        for kind in HandKind::AS_WRITTEN
            .into_iter()
            .filter(|&kind| hand.has(kind))
        {
            let piece = one_character(kind.piece_kind()).chars().map(Item::Piece);
            items.extend(piece);
            items.extend(letters(&count(hand.count(kind))));
            items.push(Item::Gap(GAP_BETWEEN_KINDS));
        }
    }
    items
}

fn letters(text: &str) -> Vec<Item> {
    text.chars().map(Item::Letter).collect()
}

fn heading(owner: Color, players: Players) -> String {
    let name = match (players, owner) {
        (Players::AttackerAndDefender { attacker }, _) if attacker == owner => "攻方",
        (Players::AttackerAndDefender { .. }, _) => "玉方",
        (Players::BlackAndWhite, Color::Black) => "先手",
        (Players::BlackAndWhite, Color::White) => "後手",
    };
    format!("{name}持駒")
}

/// Whether a defender holds every piece that is neither on the board nor in the attacker's hand, which is so
/// common that books do not list them.
fn is_all_the_rest(position: &Position, owner: Color, players: Players) -> bool {
    let pieces = position.to_builder();
    let is_defender =
        matches!(players, Players::AttackerAndDefender { attacker } if attacker != owner);
    is_defender
        && HandKind::ALL
            .into_iter()
            .all(|kind| pieces.missing(kind) == 0)
}

/// Draws a column from the top of its room, smaller where the room is short.
fn draw_column(canvas: &mut Canvas, items: &[Item], room: Rectangle) {
    let height: f64 = items.iter().map(Item::height).sum();
    let unit = PIECE_SIZE.min(room.height / height);
    let x = room.middle().x;
    let mut top = room.top;
    for item in items {
        let at = Point {
            x,
            y: top + item.height() * unit / 2.0,
        };
        match item {
            Item::Piece(c) => canvas.character((Weight::Bold, *c), at, unit, Facing::Up),
            Item::Letter(c) => {
                canvas.character((Weight::Regular, *c), at, unit * LETTER, Facing::Up);
            }
            Item::Gap(_) => {}
        }
        top += item.height() * unit;
    }
}

#[cfg(test)]
mod tests {
    use super::super::outlines::outline;
    use super::*;

    /// What stands in a column, a space for each gap.
    fn text(sfen: &str, owner: Color, players: Players) -> String {
        let column = column(&sfen.parse().unwrap(), owner, players);
        let characters = column.iter().map(|item| match item {
            Item::Piece(c) | Item::Letter(c) => *c,
            Item::Gap(_) => ' ',
        });
        characters.collect::<String>().trim_end().to_string()
    }

    const BLACK_ATTACKS: Players = Players::AttackerAndDefender {
        attacker: Color::Black,
    };

    #[test]
    fn a_hand_is_read_downwards() {
        let sfen = "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1";
        assert_eq!(
            text(sfen, Color::Black, BLACK_ATTACKS),
            "攻方持駒 飛二 角二 金四 銀四 桂四 香四 歩十八"
        );
        assert_eq!(text(sfen, Color::White, BLACK_ATTACKS), "玉方持駒 なし");
    }

    #[test]
    fn a_defender_who_holds_the_rest_has_no_list() {
        let all = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
        assert_eq!(text(all, Color::White, BLACK_ATTACKS), "玉方持駒 残り全部");
        assert_eq!(
            text(all, Color::White, Players::BlackAndWhite)
                .chars()
                .next(),
            Some('後')
        );
        let short = "4k4/9/4P4/9/9/9/9/9/9 b G2r 1";
        assert_eq!(text(short, Color::White, BLACK_ATTACKS), "玉方持駒 飛二");
    }

    #[test]
    fn the_attacker_remains_the_attacker_at_the_end() {
        let mated = "4k4/4G4/4P4/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 2";
        assert_eq!(text(mated, Color::Black, BLACK_ATTACKS), "攻方持駒 なし");
        assert_eq!(
            text(mated, Color::White, BLACK_ATTACKS),
            "玉方持駒 残り全部"
        );
    }

    #[test]
    fn every_character_has_an_outline() {
        let sfen = "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1".parse().unwrap();
        let white_attacks = Players::AttackerAndDefender {
            attacker: Color::White,
        };
        for players in [Players::BlackAndWhite, BLACK_ATTACKS, white_attacks] {
            for item in Color::ALL
                .into_iter()
                .flat_map(|owner| column(&sfen, owner, players))
            {
                let (weight, c) = match item {
                    Item::Piece(c) => (Weight::Bold, c),
                    Item::Letter(c) => (Weight::Regular, c),
                    Item::Gap(_) => continue,
                };
                assert!(outline(weight, c).is_some(), "{c}");
            }
        }
    }
}
