//! Writing JKF.

use super::schema::{Clock, Entry, Initial, Occupant, Pieces, Place, Played, Record, Times};
use crate::board::{Color, HandKind, Intent, PositionBuilder, PositionError, Promotion, Square};
use crate::notation::csa::name_of_kind;
use crate::notation::japanese::{Distinction, Motion, Qualifier, Side, distinction};
use crate::notation::kifu::{
    Clocks, End, Ending, Handicap, Kifu, Line, Loss, Note, Ply, Track, Written,
};
use crate::notation::naming::could_promote;
use serde_json::{Map, Value};
use std::time::Duration;

/// Writes a record in JKF, on one line.
///
/// ```
/// use tsume::notation::{jkf, kif};
/// let kifu = kif::read("手合割：平手\n   1 ７六歩(77)\n")?;
/// assert_eq!(
///     jkf::write(&kifu)?.text,
///     r#"{"header":{},"initial":{"preset":"HIRATE"},"moves":[{},{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}}]}"#.to_string() + "\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the start is no position.
pub fn write(kifu: &Kifu) -> Result<Written, PositionError> {
    let mut losses = Vec::new();
    let record = Record {
        header: header(kifu, &mut losses),
        initial: Some(initial(kifu.start())),
        moves: moves(kifu, &mut losses)?,
    };
    losses.extend(
        kifu.has_fractions_of_seconds()
            .then_some(Loss::FractionsOfSeconds),
    );
    losses.extend((kifu.start().move_number() != 1).then_some(Loss::MoveNumber));
    // A variation is a list of moves.
    let mut variations = kifu.lines()[1..].iter();
    let has_notes = variations.any(|line| !line.notes.is_empty());
    losses.extend(has_notes.then_some(Loss::VariationNotes));
    let text = serde_json::to_string(&record).expect("texts and numbers are always JSON");
    Ok(Written {
        text: text + "\n",
        losses,
    })
}

fn header(kifu: &Kifu, losses: &mut Vec<Loss>) -> Map<String, Value> {
    let mut fields = Map::new();
    for header in kifu.headers() {
        if fields.contains_key(&header.key) {
            losses.push(Loss::Header(header.key.clone()));
        } else {
            fields.insert(header.key.clone(), Value::String(header.value.clone()));
        }
    }
    fields
}

fn initial(start: &PositionBuilder) -> Initial {
    let preset = Handicap::of(start).and_then(Handicap::jkf_name);
    Initial {
        preset: preset.unwrap_or("OTHER").to_string(),
        data: preset.is_none().then(|| pieces(start)),
    }
}

fn pieces(start: &PositionBuilder) -> Pieces {
    let occupant = |file, rank| {
        let piece = Square::new(file, rank).and_then(|square| start.get(square));
        Occupant {
            color: piece.map(|piece| piece.color() as u8),
            kind: piece.map(|piece| name_of_kind(piece.kind()).to_string()),
        }
    };
    let file = |file| (1..=9).map(|rank| occupant(file, rank)).collect();
    let hand = |color| {
        let kinds = HandKind::ALL.into_iter();
        kinds
            .map(|kind| {
                let name = name_of_kind(kind.piece_kind()).to_string();
                (name, start.held(color, kind))
            })
            .collect()
    };
    Pieces {
        color: start.mover() as u8,
        board: (1..=9).map(file).collect(),
        hands: Color::ALL.map(hand).into(),
    }
}

/// The main line with the variations inside it.
fn moves(kifu: &Kifu, losses: &mut Vec<Loss>) -> Result<Vec<Entry>, PositionError> {
    let mut track = Track::new(kifu.start())?;
    let clocks = Clocks::before_lines(kifu);
    let lines = kifu.lines().iter().zip(clocks);
    let mut entries: Vec<Vec<Entry>> = lines
        .map(|(line, clocks)| {
            let side = kifu.mover(line.first + line.moves.len());
            write_line(&mut track, line, side, clocks, losses)
        })
        .collect();
    let parents = kifu.parents();
    // From the last line on, each is complete when it is hung on the one that it leaves.
    for index in (1..entries.len()).rev() {
        let fork = entries.pop().unwrap_or_default();
        // What is left of a variation when its ending has no word is nothing.
        let Some(parent) = parents[index].filter(|_| !fork.is_empty()) else {
            continue;
        };
        let place = kifu.lines()[index].first - kifu.lines()[parent].first;
        match entries[parent].get_mut(place) {
            // Those that stand first in the record come last here.
            Some(entry) => entry.forks.get_or_insert_default().insert(0, fork),
            None if losses.contains(&Loss::Variations) => {}
            None => losses.push(Loss::Variations),
        }
    }
    let start = Entry {
        comments: comments(kifu.notes()),
        ..Entry::default()
    };
    let mut all = vec![start];
    all.extend(entries.pop().unwrap_or_default());
    Ok(all)
}

/// The entries of a line; `side` is whose turn it is at its end.
fn write_line(
    track: &mut Track,
    line: &Line,
    side: Color,
    mut clocks: Clocks,
    losses: &mut Vec<Loss>,
) -> Vec<Entry> {
    track.back_to(line.first - 1);
    let mut entries = Vec::with_capacity(line.moves.len() + 1);
    for ply in &line.moves {
        entries.push(write_move(track, ply, &mut clocks));
        // An illegal move is the last of its line.
        let _ = track.play(ply.played);
    }
    if let Some(end) = &line.end {
        match end.ending.csa_word() {
            Some(word) => entries.push(write_end(side, end, word, &mut clocks)),
            None => {
                losses.push(Loss::Ending(end.ending));
                losses.extend((!end.notes.is_empty()).then_some(Loss::Comments));
            }
        }
    }
    entries
}

fn write_move(track: &Track, ply: &Ply, clocks: &mut Clocks) -> Entry {
    let position = track.position();
    let mover = position.side_to_move();
    let mut written = Played {
        color: Some(mover as u8),
        from: None,
        to: Some(place(ply.played.to())),
        piece: String::new(),
        same: (track.previous_to() == Some(ply.played.to())).then_some(true),
        promote: None,
        capture: None,
        relative: None,
    };
    match ply.played {
        Intent::Drop { kind, .. } => {
            written.piece = name_of_kind(kind).to_string();
            // It need not be said of a legal drop that no other piece could make.
            written.relative = Some("H".to_string());
        }
        Intent::Board {
            from, promotion, ..
        } => {
            let kind = position.piece_at(from).map(|piece| piece.kind());
            written.from = Some(place(from));
            written.piece = kind.map_or("", name_of_kind).to_string();
            written.promote = (promotion == Promotion::Yes).then_some(true);
        }
    }
    if let Ok(mv) = position.legality(ply.played) {
        written.relative = relative(distinction(position, mv));
        written.capture = mv.captured().map(|kind| name_of_kind(kind).to_string());
        written.promote = could_promote(position, mv).then_some(mv.is_promotion());
    }
    Entry {
        comments: comments(&ply.notes),
        played: Some(written),
        time: times(ply.time, mover, clocks),
        ..Entry::default()
    }
}

fn write_end(side: Color, end: &End, word: &str, clocks: &mut Clocks) -> Entry {
    let special = match (end.ending, side) {
        (Ending::IllegalMoveBefore, Color::Black) => format!("-{word}"),
        (Ending::IllegalMoveBefore, Color::White) => format!("+{word}"),
        _ => word.to_string(),
    };
    Entry {
        comments: comments(&end.notes),
        special: Some(special),
        time: times(end.time, side, clocks),
        ..Entry::default()
    }
}

/// The letters for what a name must say.
fn relative(distinction: Distinction) -> Option<String> {
    let Qualifier { side, motion } = match distinction {
        Distinction::Drop => return Some("H".to_string()),
        Distinction::Origin(qualifier) => qualifier,
    };
    let side = side.map(|side| match side {
        Side::Left => 'L',
        Side::Straight => 'C',
        Side::Right => 'R',
    });
    let motion = motion.map(|motion| match motion {
        Motion::Forward => 'U',
        Motion::Sideways => 'M',
        Motion::Backward => 'D',
    });
    let letters: String = [side, motion].into_iter().flatten().collect();
    (!letters.is_empty()).then_some(letters)
}

fn place(square: Square) -> Place {
    Place {
        x: square.file(),
        y: square.rank(),
    }
}

fn times(time: Option<Duration>, mover: Color, clocks: &mut Clocks) -> Option<Times> {
    let time = time?;
    Some(Times {
        now: clock(time),
        total: Some(clock(clocks.add(mover, time))),
    })
}

fn clock(time: Duration) -> Clock {
    let seconds = time.as_secs();
    Clock {
        h: Some(u32::try_from(seconds / 3600).unwrap_or(u32::MAX)),
        m: (seconds / 60 % 60) as u32,
        s: (seconds % 60) as u32,
    }
}

fn comments(notes: &[Note]) -> Option<Vec<String>> {
    let lines = notes.iter().map(|note| match note {
        Note::Comment(text) => text.clone(),
        Note::Bookmark(name) => format!("&{name}"),
    });
    (!notes.is_empty()).then(|| lines.collect())
}
