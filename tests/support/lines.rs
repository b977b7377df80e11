//! What a solver's answer has to look like, whoever found it.

use tsume::board::{Move, Position};

/// Plays a line: its moves are legal, the attacker's are checks, and the last one mates.
///
/// # Panics
/// When it is not so, with the position and the line.
pub fn assert_mates(position: &Position, line: &[Move]) {
    assert_eq!(line.len() % 2, 1, "{position}: {line:?} ends with a reply");
    let mut board = position.clone();
    for (ply, &mv) in line.iter().enumerate() {
        let is_legal = board.legal_moves().contains(&mv);
        assert!(is_legal, "{position}: {line:?}: {mv} is illegal");
        board = board.after(mv);
        let checks = board.is_in_check(board.side_to_move());
        assert!(
            checks || ply % 2 == 1,
            "{position}: {line:?}: {mv} is no check"
        );
    }
    assert!(board.is_mate(), "{position}: {line:?} does not mate");
}
