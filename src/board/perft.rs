//! Counting the leaves of move trees, the classical test of a move generator.

use super::Position;

/// How many different sequences of `depth` legal moves start here.
///
/// ```
/// use tsume::board::{Position, perft::perft};
/// assert_eq!(perft(&Position::initial(), 3), 25_470);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => {
            let mut leaves = 0;
            position.for_each_legal_move(|mv| leaves += perft(&position.after(mv), depth - 1));
            leaves
        }
    }
}

/// How many different sequences of `depth` moves start here in which the side to move always gives
/// check and the other side answers with any legal move.
pub fn tsume_perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_checks(),
        _ => {
            let mut leaves = 0;
            position.for_each_check(|mv| leaves += evasions(&position.after(mv), depth - 1));
            leaves
        }
    }
}

/// The defender's half of [`tsume_perft`].
fn evasions(position: &Position, depth: u32) -> u64 {
    if depth == 1 {
        return position.count_legal_moves();
    }
    let mut leaves = 0;
    position.for_each_legal_move(|mv| leaves += tsume_perft(&position.after(mv), depth - 1));
    leaves
}
