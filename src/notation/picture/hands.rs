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
const LETTER: f64 = 0.66;
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
    let mut items = letters(&heading(position, owner, players));
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

fn heading(position: &Position, owner: Color, players: Players) -> String {
    let to_move = position.side_to_move() == owner;
    let name = match (players, owner) {
        (Players::AttackerAndDefender, _) if to_move => "攻方",
        (Players::AttackerAndDefender, _) => "玉方",
        (Players::BlackAndWhite, Color::Black) => "先手",
        (Players::BlackAndWhite, Color::White) => "後手",
    };
    format!("{name}持駒")
}

/// Whether a defender holds every piece that is neither on the board nor in the attacker's hand, which is so
/// common that books do not list them.
fn is_all_the_rest(position: &Position, owner: Color, players: Players) -> bool {
    let pieces = position.to_builder();
    players == Players::AttackerAndDefender
        && position.side_to_move() != owner
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
