//! Writing KIF, and what KI2 shares with it.

use super::clock;
use crate::board::{Color, Intent, Move, Position, PositionError, Promotion, Square};
use crate::notation::diagram;
use crate::notation::japanese::{FILE_DIGITS, RANK_KANJI, piece_name};
use crate::notation::kifu::{Clocks, End, Handicap, Kifu, Line, Loss, Note, Ply, Track, Written};
use std::time::Duration;

/// Writes a record in KIF.
///
/// ```
/// use tsume::notation::kif;
/// let kifu = kif::read("手合割：平手\n▲７六歩 △３四歩\n▲２二角成\nまで3手で中断\n")?;
/// let written = kif::write(&kifu)?;
/// assert_eq!(written.text.lines().nth(4), Some("   3 ２二角成(88)"));
/// assert!(written.losses.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the start is no position.
pub fn write(kifu: &Kifu) -> Result<Written, PositionError> {
    let mut writer = Writer {
        text: preamble(kifu)?,
        losses: header_losses(kifu),
        track: Track::new(kifu.start())?,
        branches: branches(kifu),
        movers: [1, 2].map(|number| kifu.mover(number)),
    };
    writer.text += "手数----指手---------消費時間--\n";
    let clocks = Clocks::before_lines(kifu);
    for (index, (line, clocks)) in kifu.lines().iter().zip(clocks).enumerate() {
        if index > 0 {
            writer.text += &format!("\n変化：{}手\n", line.first);
        }
        writer.line(index, line, clocks);
    }
    if kifu.has_fractions_of_seconds() {
        writer.losses.push(Loss::FractionsOfSeconds);
    }
    Ok(Written {
        text: writer.text,
        losses: writer.losses,
    })
}

struct Writer {
    text: String,
    losses: Vec<Loss>,
    track: Track,
    branches: Vec<(usize, usize)>,
    /// Who plays the moves of odd numbers, and of even ones.
    movers: [Color; 2],
}

impl Writer {
    fn line(&mut self, index: usize, line: &Line, mut clocks: Clocks) {
        self.track.back_to(line.first - 1);
        self.text += &notes(&line.notes);
        let mut number = line.first;
        for ply in &line.moves {
            self.numbered_move(number, ply, self.mark(index, number), &mut clocks);
            number += 1;
        }
        if let Some(end) = &line.end {
            self.end(number, end, self.mark(index, number), &mut clocks);
        }
    }

    /// The mark of a move that has variations.
    fn mark(&self, line: usize, number: usize) -> &'static str {
        match self.branches.binary_search(&(line, number)) {
            Ok(_) => "+",
            Err(_) => "",
        }
    }

    fn numbered_move(&mut self, number: usize, ply: &Ply, mark: &str, clocks: &mut Clocks) {
        let mover = self.movers[(number + 1) % 2];
        let name = name(self.track.position(), ply.played, self.track.previous_to());
        let time = time(ply.time, mover, clocks);
        self.text += &format!("{number:4} {name}{time}{mark}\n{}", notes(&ply.notes));
        // An illegal move is the last of its line.
        let _ = self.track.play(ply.played);
    }

    fn end(&mut self, number: usize, end: &End, mark: &str, clocks: &mut Clocks) {
        let mover = self.movers[(number + 1) % 2];
        let time = time(end.time, mover, clocks);
        let word = end.ending.word();
        self.text += &format!("{number:4} {word}{time}{mark}\n{}", notes(&end.notes));
    }
}

/// Line and number of each move that has variations, sorted.
fn branches(kifu: &Kifu) -> Vec<(usize, usize)> {
    let lines = kifu.lines().iter().zip(kifu.parents());
    let mut branches: Vec<_> = lines
        .filter_map(|(line, parent)| Some((parent?, line.first)))
        .collect();
    branches.sort_unstable();
    branches
}

/// Headers and the start.
pub(super) fn preamble(kifu: &Kifu) -> Result<String, PositionError> {
    let mut text = String::new();
    for header in kifu.headers() {
        if is_writable(&header.key, &header.value) {
            text += &format!("{}：{}\n", header.key, header.value);
        }
    }
    let start = kifu.start().build()?;
    match Handicap::of(kifu.start()) {
        Some(handicap) => text += &format!("手合割：{}\n", handicap.name()),
        None => {
            text += &diagram::text(&start);
            if start.ply() != 1 {
                text += &format!("手数＝{}　まで\n", start.ply().wrapping_sub(1));
            }
        }
    }
    Ok(text)
}

/// Headers that would be read as something else.
pub(super) fn header_losses(kifu: &Kifu) -> Vec<Loss> {
    let headers = kifu.headers().iter();
    let lost = headers.filter(|header| !is_writable(&header.key, &header.value));
    let mut losses: Vec<Loss> = lost
        .map(|header| Loss::Header(header.key.clone()))
        .collect();
    if kifu.start().build().is_ok_and(|start| start.ply() == 0) {
        losses.push(Loss::MoveNumber);
    }
    losses
}

fn is_writable(key: &str, value: &str) -> bool {
    let line = format!("{key}：{value}");
    super::line::part(&line) == super::RecordPart::Header(key)
        && super::line::header(&line) == Some((key, value))
        && super::line::hand_owner(key).is_none()
        && !["手合割", "手合", "手番"].contains(&key)
}

/// Comments and bookmarks, a line each.
pub(super) fn notes(notes: &[Note]) -> String {
    let line = |note: &Note| match note {
        Note::Comment(text) => format!("*{text}\n"),
        Note::Bookmark(name) => format!("&{name}\n"),
    };
    notes.iter().map(line).collect()
}

fn time(time: Option<Duration>, mover: Color, clocks: &mut Clocks) -> String {
    time.map_or_else(String::new, |time| {
        let used = clocks.add(mover, time);
        format!("   {}", clock::write(time, used))
    })
}

/// A move with its origin: `７六歩(77)`, `同　銀成(43)`, `５二金打`.
fn name(position: &Position, played: Intent, previous_to: Option<Square>) -> String {
    let target = |to: Square| match previous_to == Some(to) {
        true => "同　".to_string(),
        false => {
            let file = FILE_DIGITS[usize::from(to.file()) - 1];
            let rank = RANK_KANJI[usize::from(to.rank()) - 1];
            format!("{file}{rank}")
        }
    };
    match played {
        Intent::Drop { kind, to } => format!("{}{}打", target(to), piece_name(kind)),
        Intent::Board {
            from,
            to,
            promotion,
        } => {
            let piece = position
                .piece_at(from)
                .map_or("", |piece| piece_name(piece.kind()));
            let ending = if promotion == Promotion::Yes {
                "成"
            } else {
                ""
            };
            format!(
                "{}{piece}{ending}({}{})",
                target(to),
                from.file(),
                from.rank()
            )
        }
    }
}

/// The move that a recorded move is on the board, as if it were legal; `None` when there is no such piece.
pub(super) fn as_move(position: &Position, played: Intent) -> Option<Move> {
    match played {
        Intent::Board {
            from,
            to,
            promotion,
        } => {
            let kind = position.piece_at(from)?.kind();
            let captured = position.piece_at(to).map(|piece| piece.kind());
            Some(Move::board(from, to, kind, captured, promotion))
        }
        Intent::Drop { kind, to } => {
            Some(Move::drop(kind.in_hand()?, to)).filter(|_| !kind.is_promoted())
        }
    }
}
