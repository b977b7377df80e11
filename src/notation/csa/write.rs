//! Writing CSA.

use super::names::{name_of_kind, prefix_of_header};
use super::start::{self, sign};
use crate::board::{Color, Intent, Position, PositionError, Promotion, Square};
use crate::notation::encoding::Encoding;
use crate::notation::kifu::{End, Ending, Kifu, Line, Loss, Note, Track, Written};
use std::time::Duration;

/// Writes a record in CSA: in version 2.2, or in 3.0 when it needs what only that has. CSA has no variations and
/// no bookmarks; of an illegal move that it has no words for, it tells that whose turn it was broke the rules. `encoding` is what the file will say of itself.
///
/// ```
/// use tsume::notation::{csa, encoding::Encoding, kif};
/// let kifu = kif::read("先手：A\n手合割：平手\n   1 ７六歩(77)   ( 0:12/00:00:12)\n   2 投了\n")?;
/// let written = csa::write(&kifu, Encoding::Utf8)?;
/// assert_eq!(written.text, "'CSA encoding=UTF-8\nV2.2\nN+A\nPI\n+\n+7776FU\nT12\n%TORYO\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the start is no position.
pub fn write(kifu: &Kifu, encoding: Encoding) -> Result<Written, PositionError> {
    let mut track = Track::new(kifu.start())?;
    let line = kifu.main_line();
    let encoding = match encoding {
        Encoding::Utf8 => "UTF-8",
        Encoding::ShiftJis => "SHIFT_JIS",
    };
    let mut text = format!("'CSA encoding={encoding}\n{}\n", version(kifu));
    let mut losses = Vec::new();
    for header in kifu.headers() {
        match prefix(&header.key) {
            Some(prefix) => text += &format!("{prefix}{}\n", header.value),
            None => losses.push(Loss::Header(header.key.clone())),
        }
    }
    text += &start::write(kifu.start());
    text += &notes(kifu.notes());
    let unwritten = moves(line, &mut track, &mut text);
    let illegal = End {
        ending: Ending::IllegalMove,
        time: None,
        notes: Vec::new(),
    };
    let (end, side) = match unwritten {
        Some(_) => (Some(&illegal), track.position().side_to_move()),
        None => (line.end.as_ref(), kifu.mover(line.moves.len() + 1)),
    };
    losses.extend(unwritten.map(Loss::IllegalMove));
    if let Some(end) = end {
        match ending(end.ending, side) {
            Some(ending) => text += &(ending + &time(end.time)),
            None => losses.push(Loss::Ending(end.ending)),
        }
        text += &notes(&end.notes);
    }
    losses.extend(kifu.has_bookmarks().then_some(Loss::Bookmarks));
    losses.extend((kifu.lines().len() > 1).then_some(Loss::Variations));
    losses.extend((kifu.start().move_number() != 1).then_some(Loss::MoveNumber));
    Ok(Written { text, losses })
}

fn version(kifu: &Kifu) -> &'static str {
    let ending = kifu.main_line().end.as_ref().map(|end| end.ending);
    if kifu.has_fractions_of_seconds() || ending == Some(Ending::MaxMoves) {
        "V3.0"
    } else {
        "V2.2"
    }
}

/// What stands before the value of a header; `None` for a key that would not be read again.
fn prefix(key: &str) -> Option<String> {
    match key {
        "先手" | "下手" => Some("N+".to_string()),
        "後手" | "上手" => Some("N-".to_string()),
        _ if key.contains(':') => None,
        _ => Some(prefix_of_header(key)),
    }
}

/// Writes the moves of a line, up to an illegal one that cannot be written: the number of that.
fn moves(line: &Line, track: &mut Track, text: &mut String) -> Option<usize> {
    for (number, ply) in (1..).zip(&line.moves) {
        let Some(played) = played(track.position(), ply.played) else {
            return Some(number);
        };
        *text += &(played + &time(ply.time) + &notes(&ply.notes));
        // An illegal move is the last of its line.
        let _ = track.play(ply.played);
    }
    None
}

/// A move; `None` for one that turns over a piece that has no other side.
fn played(position: &Position, played: Intent) -> Option<String> {
    let sign = sign(position.side_to_move());
    let digits = |square: Square| format!("{}{}", square.file(), square.rank());
    let (from, to, kind) = match played {
        Intent::Drop { kind, to } => ("00".to_string(), to, kind),
        Intent::Board {
            from,
            to,
            promotion,
        } => {
            let before = position.piece_at(from)?.kind();
            let after = match promotion {
                Promotion::Yes => before.promoted()?,
                Promotion::No => before,
            };
            (digits(from), to, after)
        }
    };
    Some(format!(
        "{sign}{from}{}{}\n",
        digits(to),
        name_of_kind(kind)
    ))
}

/// An ending when it is the turn of `side`; `None` for one that has no word.
fn ending(ending: Ending, side: Color) -> Option<String> {
    let word = ending.csa_word()?;
    Some(match ending {
        Ending::IllegalMoveBefore => format!("%{}{word}\n", sign(side.opponent())),
        _ => format!("%{word}\n"),
    })
}

/// In seconds, to the millisecond.
fn time(time: Option<Duration>) -> String {
    time.map_or_else(String::new, |time| match time.subsec_millis() {
        0 => format!("T{}\n", time.as_secs()),
        fraction => format!("T{}.{fraction:03}\n", time.as_secs()),
    })
}

fn notes(notes: &[Note]) -> String {
    let line = |note: &Note| match note {
        Note::Comment(text) => format!("'*{text}\n"),
        Note::Bookmark(_) => String::new(),
    };
    notes.iter().map(line).collect()
}
