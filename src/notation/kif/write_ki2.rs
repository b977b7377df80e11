//! Writing KI2.

use super::summary;
use super::write::{as_move, header_losses, notes, preamble};
use crate::board::{Color, Intent, Position, PositionError, Square};
use crate::notation::cursor::Cursor;
use crate::notation::japanese;
use crate::notation::kifu::{Ending, Handicap, Kifu, Line, Loss, Track, Written};

/// How many moves stand on a line where no comment ends it.
const MOVES_ON_A_LINE: usize = 6;

/// The columns of a move, in full-width characters.
const WIDTH: usize = 7;

/// Writes a record in KI2, with the moves named as in books. KI2 has no times, and no names for moves that no
/// piece could make.
///
/// ```
/// use tsume::notation::kif;
/// let kifu = kif::read("手合割：平手\n   1 ７六歩(77)\n   2 投了\n")?;
/// assert_eq!(kif::write_ki2(&kifu)?.text, "手合割：平手\n\n▲７六歩\nまで1手で先手の勝ち\n");
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
        names: players(kifu),
    };
    for (index, line) in kifu.lines().iter().enumerate() {
        if index > 0 {
            writer.text += &format!("\n変化：{}手\n", line.first);
        }
        writer.text += &notes(&line.notes);
        if index == 0 {
            writer.text.push('\n');
        }
        writer.line(line, kifu.mover(line.first + line.moves.len()));
    }
    if kifu.has_times() {
        writer.losses.push(Loss::Times);
    }
    Ok(Written {
        text: writer.text,
        losses: writer.losses,
    })
}

/// Black's and White's names.
fn players(kifu: &Kifu) -> [&'static str; 2] {
    match Handicap::of(kifu.start()) {
        None | Some(Handicap::Even) => ["先手", "後手"],
        Some(_) => ["下手", "上手"],
    }
}

struct Writer {
    text: String,
    losses: Vec<Loss>,
    track: Track,
    names: [&'static str; 2],
}

impl Writer {
    /// Writes a line; `side` is whose turn it is at its end.
    fn line(&mut self, line: &Line, side: Color) {
        self.track.back_to(line.first - 1);
        let mut on_line = 0;
        for (number, ply) in (line.first..).zip(&line.moves) {
            let Some(name) = name(&self.track, ply.played) else {
                self.losses.push(Loss::IllegalMove(number));
                return self.end_before_illegal_move(number, on_line);
            };
            let ends_line = on_line + 1 == MOVES_ON_A_LINE || !ply.notes.is_empty();
            on_line = if ends_line { 0 } else { on_line + 1 };
            let gap = match ends_line {
                true => "\n".to_string(),
                false => "　".repeat(WIDTH.saturating_sub(name.chars().count()).max(1)),
            };
            self.text += &format!("{name}{gap}{}", notes(&ply.notes));
            // An illegal move is the last of its line.
            let _ = self.track.play(ply.played);
        }
        self.end_moves(on_line);
        if let Some(end) = &line.end {
            let count = line.first - 1 + line.moves.len();
            self.text += &summary::write(end.ending, count, side, self.names);
            self.text += &format!("\n{}", notes(&end.notes));
        }
    }

    /// Ends the moves of a line, of which so many stand where the text ends.
    fn end_moves(&mut self, on_line: usize) {
        if on_line > 0 {
            self.text.truncate(self.text.trim_end().len());
            self.text += "\n";
        }
    }

    /// Says of a move that has no name that whose turn it was broke the rules.
    fn end_before_illegal_move(&mut self, number: usize, on_line: usize) {
        self.end_moves(on_line);
        let side = self.track.position().side_to_move();
        self.text += &summary::write(Ending::IllegalMove, number - 1, side, self.names);
        self.text.push('\n');
    }
}

/// The marked name of a move; `None` when it would not be understood, as some illegal moves would not.
fn name(track: &Track, played: Intent) -> Option<String> {
    let position = track.position();
    let mv = as_move(position, played)?;
    let mark = japanese::mark(position.side_to_move());
    let mut name = format!(
        "{mark}{}",
        japanese::write(position, mv, track.previous_to())
    );
    if !means(&name, position, track.previous_to(), played) && mv.is_drop() {
        // Nobody holds the piece: it must be said that it is dropped.
        name += "打";
    }
    means(&name, position, track.previous_to(), played).then_some(name)
}

fn means(name: &str, position: &Position, previous_to: Option<Square>, played: Intent) -> bool {
    let read = japanese::read_recorded(&mut Cursor::new(name), position, previous_to);
    read == Ok(played)
}
