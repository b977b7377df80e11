//! Reading JKF.

use super::schema::{Clock, Entry, Initial, Pieces, Place, Played, Record};
use crate::board::{Color, HandKind, Intent, Piece, PositionBuilder, Promotion, Square};
use crate::notation::SyntaxError;
use crate::notation::csa::kind_of_name;
use crate::notation::cursor::Cursor;
use crate::notation::japanese::{self, piece_name};
use crate::notation::kifu::{Ending, Handicap, Kifu, KifuBuilder, Note, PlayError, RecordError};
use serde_json::Value;
use std::time::Duration;

/// Reads one record in JKF, however its JSON is laid out.
///
/// ```
/// use tsume::notation::jkf;
/// let kifu = jkf::read(r#"{"header":{"先手":"A"},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}}]}"#)?;
/// assert_eq!(kifu.main_line().moves[0].played.to_string(), "7g7f");
/// # Ok::<(), tsume::notation::kifu::RecordError>(())
/// ```
///
/// # Errors
/// Where the text stops being such JSON, or which of its moves cannot be played.
pub fn read(text: &str) -> Result<Kifu, RecordError> {
    let record: Record = serde_json::from_str(text).map_err(|error| json_error(text, &error))?;
    let start = start(record.initial.as_ref()).map_err(|fault| fault.inside("initial"))?;
    let mut game = KifuBuilder::new(start);
    for (key, value) in &record.header {
        let added = match value {
            Value::String(text) => game.header(key, text),
            Value::Null => Ok(()),
            other => game.header(key, &other.to_string()),
        };
        added.map_err(|error| RecordError::at_line(1, error.to_string(), "no more headers"))?;
    }
    let is_start = |entry: &Entry| entry.played.is_none() && entry.special.is_none();
    let mut entries = &record.moves[..];
    let mut before = 0;
    if let [first, rest @ ..] = entries
        && is_start(first)
    {
        add_notes(&mut game, first);
        entries = rest;
        before = 1;
    }
    read_line(&mut game, entries, 1).map_err(|fault| fault.at_index(before).inside("moves"))?;
    Ok(game.finish())
}

/// Something that cannot be, and the way to it.
struct Fault {
    path: String,
    index: Option<usize>,
    read: String,
    expected: &'static str,
}

impl Fault {
    fn new(read: impl Into<String>, expected: &'static str) -> Fault {
        Fault {
            path: String::new(),
            index: None,
            read: read.into(),
            expected,
        }
    }

    fn at(self, index: usize) -> Fault {
        Fault {
            index: Some(index),
            ..self
        }
    }

    /// Says which entry of a list it is, when entries stand before those that were counted.
    fn at_index(self, before: usize) -> Fault {
        let index = self
            .index
            .map_or_else(String::new, |index| format!("[{}]", index + before));
        Fault {
            path: format!("{index}{}", self.path),
            index: None,
            ..self
        }
    }

    fn inside(self, field: &str) -> RecordError {
        let read = format!("{} in {field}{}", self.read, self.path);
        RecordError::at_line(1, read, self.expected)
    }
}

fn json_error(text: &str, error: &serde_json::Error) -> RecordError {
    let message = error.to_string();
    let reason = message
        .split(" at line ")
        .next()
        .unwrap_or(&message)
        .to_string();
    let before = text.lines().nth(error.line().saturating_sub(1));
    let bytes = before.and_then(|line| line.get(..error.column().saturating_sub(1)));
    RecordError {
        line: error.line().max(1),
        error: SyntaxError {
            column: bytes.map_or(1, |bytes| bytes.chars().count() + 1),
            read: reason,
            expected: "a record in JKF",
        },
    }
}

fn start(initial: Option<&Initial>) -> Result<PositionBuilder, Fault> {
    let Some(initial) = initial else {
        return Ok(Handicap::Even.start());
    };
    if let Some(pieces) = &initial.data {
        return read_pieces(pieces);
    }
    Handicap::of_jkf_name(&initial.preset)
        .map(Handicap::start)
        .ok_or_else(|| {
            Fault::new(
                format!("{:?}", initial.preset),
                "a preset such as HIRATE, or data",
            )
        })
}

fn read_pieces(data: &Pieces) -> Result<PositionBuilder, Fault> {
    let is_square = data.board.len() == 9 && data.board.iter().all(|file| file.len() == 9);
    if !is_square || data.hands.len() != 2 {
        return Err(Fault::new(
            "another shape",
            "nine files of nine squares, and two hands",
        ));
    }
    let mut pieces = PositionBuilder::new();
    pieces.side_to_move(color(data.color)?);
    for (file, squares) in (1..).zip(&data.board) {
        for (rank, occupant) in (1..).zip(squares) {
            let (Some(owner), Some(kind)) = (occupant.color, &occupant.kind) else {
                continue;
            };
            let kind = kind_of_name(kind).ok_or_else(|| unknown_piece(kind))?;
            if let Some(square) = Square::new(file, rank) {
                pieces.set(square, Some(Piece::new(color(owner)?, kind)));
            }
        }
    }
    for (owner, hand) in Color::ALL.into_iter().zip(&data.hands) {
        for (name, &count) in hand.iter().filter(|held| *held.1 > 0) {
            let kind = kind_of_name(name).filter(|kind| !kind.is_promoted());
            let held: HandKind = kind
                .and_then(|kind| kind.in_hand())
                .ok_or_else(|| unknown_piece(name))?;
            pieces.hold(owner, held, count);
        }
    }
    Ok(pieces)
}

fn unknown_piece(name: &str) -> Fault {
    Fault::new(format!("{name:?}"), "a piece such as FU or RY")
}

fn color(number: u8) -> Result<Color, Fault> {
    match number {
        0 => Ok(Color::Black),
        1 => Ok(Color::White),
        other => Err(Fault::new(
            format!("colour {other}"),
            "0 for Black or 1 for White",
        )),
    }
}

/// Reads a line whose first entry is move `first`, and then what leaves it, the last variations first. The JSON
/// reader limits how deep they are nested.
fn read_line(game: &mut KifuBuilder, entries: &[Entry], first: usize) -> Result<(), Fault> {
    for (index, entry) in entries.iter().enumerate() {
        read_entry(game, entry).map_err(|fault| fault.at(index))?;
    }
    for (index, entry) in entries.iter().enumerate().rev() {
        for (number, fork) in entry.forks.iter().flatten().enumerate() {
            let ply = first + index;
            let branched = game.branch(ply).map_err(not_played);
            let read = branched.and_then(|()| read_line(game, fork, ply));
            read.map_err(|fault| {
                let inner = fault.at_index(0);
                Fault {
                    path: format!(".forks[{number}]{}", inner.path),
                    ..inner
                }
                .at(index)
            })?;
        }
    }
    Ok(())
}

fn read_entry(game: &mut KifuBuilder, entry: &Entry) -> Result<(), Fault> {
    if let Some(played) = &entry.played {
        let intent = read_move(game, played)?;
        game.play(intent).map_err(not_played)?;
    } else if let Some(special) = &entry.special {
        let ending = read_ending(game, special)?;
        game.end(ending).map_err(not_played)?;
    }
    if let Some(time) = &entry.time {
        game.time(duration(&time.now));
    }
    add_notes(game, entry);
    Ok(())
}

fn not_played(error: PlayError) -> Fault {
    Fault::new(error.to_string(), "a move that can be played")
}

fn duration(clock: &Clock) -> Duration {
    let [hours, minutes, seconds] = [clock.h.unwrap_or(0), clock.m, clock.s].map(u64::from);
    Duration::from_secs(hours * 3600 + minutes * 60 + seconds)
}

/// Comments, a line each; bookmarks stand among them with their `&`.
fn add_notes(game: &mut KifuBuilder, entry: &Entry) {
    for line in entry
        .comments
        .iter()
        .flatten()
        .flat_map(|text| text.split('\n'))
    {
        game.note(match line.strip_prefix('&') {
            Some(name) => Note::Bookmark(name.to_string()),
            None => Note::Comment(line.to_string()),
        });
    }
}

fn read_ending(game: &KifuBuilder, special: &str) -> Result<Ending, Fault> {
    let own = match game.side_to_move() {
        Color::Black => "+ILLEGAL_ACTION",
        Color::White => "-ILLEGAL_ACTION",
    };
    let ending = match special {
        "+ILLEGAL_ACTION" | "-ILLEGAL_ACTION" if special == own => Some(Ending::IllegalMove),
        "+ILLEGAL_ACTION" | "-ILLEGAL_ACTION" => Some(Ending::IllegalMoveBefore),
        word => Ending::of_csa_word(word),
    };
    ending.ok_or_else(|| Fault::new(format!("{special:?}"), "how the game ended, such as TORYO"))
}

fn read_move(game: &KifuBuilder, played: &Played) -> Result<Intent, Fault> {
    let position = game.position().map_err(not_played)?;
    if let Some(number) = played.color
        && color(number)? != position.side_to_move()
    {
        return Err(Fault::new(
            format!("colour {number}"),
            "a move of whose turn it is",
        ));
    }
    let kind = kind_of_name(&played.piece).ok_or_else(|| unknown_piece(&played.piece))?;
    let to = match played.to {
        Some(place) => square(place)?,
        None => game
            .previous_to()
            .ok_or_else(|| Fault::new("no square to go to", "a field \"to\""))?,
    };
    let promotion = match played.promote {
        Some(true) => Promotion::Yes,
        _ => Promotion::No,
    };
    if let Some(from) = played.from {
        let from = square(from)?;
        let stands = position.piece_at(from).map(|piece| piece.kind());
        return match stands {
            Some(stands) if stands == kind => Ok(Intent::Board {
                from,
                to,
                promotion,
            }),
            // Records that have not been normalised name the piece as it is afterwards.
            Some(stands) if stands.promoted() == Some(kind) => Ok(Intent::Board {
                from,
                to,
                promotion: Promotion::Yes,
            }),
            _ => Err(Fault::new(
                format!("{} from {from}", played.piece),
                "a piece that stands there",
            )),
        };
    }
    let drop = Intent::Drop { kind, to };
    match played.relative.as_deref().unwrap_or("") {
        "H" => Ok(drop),
        "" if position.legality(drop).is_ok() => Ok(drop),
        relative => {
            // Records that come from KI2 say which piece moves, not from where.
            let name = book_name(to, kind, relative, played.promote);
            let read = japanese::read_recorded(&mut Cursor::new(&name), position, None);
            read.map_err(|error| Fault::new(format!("{name}: {error}"), "a legal move"))
        }
    }
}

/// The name of a move in Japanese notation.
fn book_name(
    to: Square,
    kind: crate::board::PieceKind,
    relative: &str,
    promote: Option<bool>,
) -> String {
    let words = relative.chars().map(|letter| match letter {
        'L' => "左",
        'C' => "直",
        'R' => "右",
        'U' => "上",
        'M' => "寄",
        'D' => "引",
        _ => "?",
    });
    let ending = match promote {
        Some(true) => "成",
        Some(false) => "不成",
        None => "",
    };
    let words: String = words.collect();
    format!(
        "{}{}{}{words}{ending}",
        to.file(),
        to.rank(),
        piece_name(kind)
    )
}

fn square(place: Place) -> Result<Square, Fault> {
    let square = Square::new(place.x, place.y);
    square.ok_or_else(|| {
        Fault::new(
            format!("x {} y {}", place.x, place.y),
            "a square with x and y of 1-9",
        )
    })
}
