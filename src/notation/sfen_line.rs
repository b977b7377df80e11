//! Records as one line of SFEN with their moves.

use super::kifu::{Handicap, Kifu, Loss, Written};

/// Writes a record as one line: a game that began as games do as the USI command `position … moves …`, any other
/// as a position and its solution. Beside the start and the moves, such a line has room for nothing, nor has that of a
/// game for an illegal move.
///
/// ```
/// use tsume::notation::{csa, sfen_line};
/// let game = csa::read("PI\n+\n+7776FU\n-3334FU\n")?;
/// assert_eq!(sfen_line::write(&game).text, "position startpos moves 7g7f 3c3d\n");
/// let problem = csa::read("P-51OU\nP+53FU\nP+00KI\n+\n+0052KI\n")?;
/// assert_eq!(sfen_line::write(&problem).text, "4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b\n");
/// # Ok::<(), tsume::notation::kifu::RecordError>(())
/// ```
pub fn write(kifu: &Kifu) -> Written {
    let start = match Handicap::of(kifu.start()) {
        None => kifu.start().to_string(),
        Some(Handicap::Even) => "position startpos".to_string(),
        Some(_) => format!("position sfen {}", kifu.start()),
    };
    let line = kifu.main_line();
    let count = match kifu.is_whole_game() {
        true => legal_moves(kifu),
        false => line.moves.len(),
    };
    let moves: String = kifu
        .moves()
        .take(count)
        .map(|mv| format!(" {mv}"))
        .collect();
    let moves = match moves.is_empty() {
        true => String::new(),
        false => format!(" moves{moves}"),
    };
    let mut losses = kifu.beside_moves();
    losses.extend((!kifu.headers().is_empty()).then_some(Loss::Headers));
    losses.extend((count < line.moves.len()).then_some(Loss::IllegalMove(count + 1)));
    losses.extend(line.end.iter().map(|end| Loss::Ending(end.ending)));
    Written {
        text: format!("{start}{moves}\n"),
        losses,
    }
}

/// How many moves of the main line are legal: all, or all but the last.
fn legal_moves(kifu: &Kifu) -> usize {
    kifu.positions()
        .map_or(0, |positions| positions.skip(1).count())
}
