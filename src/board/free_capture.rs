//! Captures that leave the captured piece to somebody else than the captor.
//!
//! The rules of shogi know none. Tsume does: whether an interposition is futile (無駄合) is judged on the board
//! where the checking piece has taken it and nobody has gained by that.

use super::{BoardKey, Hand, HandKind, Move, PieceKind, Position, keys};

/// Where a piece goes that is captured and not won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fate {
    /// Back into the hand of its owner, who had dropped it.
    Returned,
    /// Out of play: neither side has it any more.
    OutOfPlay,
}

impl Position {
    /// Plays a legal capture, but the captured piece meets its `fate`.
    pub fn make_free_capture(&mut self, mv: Move, fate: Fate) {
        let captor = self.side;
        self.make(mv);
        let Some(captured) = won(mv) else { return };
        self.hands[captor as usize] = self.hands[captor as usize].remove(captured);
        match fate {
            Fate::Returned => {
                let owner = self.side as usize;
                self.hands[owner] = self.hands[owner].add(captured);
            }
            Fate::OutOfPlay => {
                self.board_key ^= self.next_out_of_play(captured);
                self.out_of_play = self.out_of_play.add(captured);
            }
        }
    }

    /// Takes back the free capture just made.
    pub fn unmake_free_capture(&mut self, mv: Move, fate: Fate) {
        if let Some(captured) = won(mv) {
            match fate {
                Fate::Returned => {
                    let owner = self.side as usize;
                    self.hands[owner] = self.hands[owner].remove(captured);
                }
                Fate::OutOfPlay => {
                    self.out_of_play = self.out_of_play.remove(captured);
                    self.board_key ^= self.next_out_of_play(captured);
                }
            }
            let captor = self.side.opponent() as usize;
            self.hands[captor] = self.hands[captor].add(captured);
        }
        self.unmake(mv);
    }

    /// The board key after a free capture, without making it.
    pub fn board_key_after_free_capture(&self, mv: Move, fate: Fate) -> BoardKey {
        let key = self.board_key_after(mv);
        match (won(mv), fate) {
            (Some(captured), Fate::OutOfPlay) => key ^ self.next_out_of_play(captured),
            _ => key,
        }
    }

    /// The pieces that free captures have taken from both sides.
    pub fn out_of_play(&self) -> Hand {
        self.out_of_play
    }

    /// What the board key changes by when one more piece of a kind goes out of play.
    fn next_out_of_play(&self, kind: HandKind) -> BoardKey {
        keys::out_of_play(kind, self.out_of_play.count(kind))
    }
}

fn won(mv: Move) -> Option<HandKind> {
    mv.captured().and_then(PieceKind::in_hand)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    fn interposed() -> (Position, Move) {
        let position: Position = "4k4/4p4/9/4R4/9/9/9/9/9 b - 1".parse().unwrap();
        let mv = position
            .legal_moves()
            .into_iter()
            .find(|mv| mv.to_string() == "5d5b")
            .unwrap();
        (position, mv)
    }

    #[test]
    fn a_returned_piece_is_its_owners() {
        let (mut position, mv) = interposed();
        let before = position.clone();
        position.make_free_capture(mv, Fate::Returned);
        assert_eq!(position.to_sfen(), "4k4/4R4/9/9/9/9/9/9/9 w p 2");
        assert_eq!(
            position.board_key(),
            before.board_key_after_free_capture(mv, Fate::Returned)
        );
        position.unmake_free_capture(mv, Fate::Returned);
        assert_eq!(position, before);
        assert_eq!(position.board_key(), before.board_key());
    }

    #[test]
    fn a_piece_out_of_play_is_nobodys_and_the_board_key_knows() {
        let (mut position, mv) = interposed();
        let before = position.clone();
        position.make_free_capture(mv, Fate::OutOfPlay);
        assert_eq!(position.to_sfen(), "4k4/4R4/9/9/9/9/9/9/9 w - 2");
        let key = position.board_key();
        assert_eq!(
            key,
            before.board_key_after_free_capture(mv, Fate::OutOfPlay)
        );
        assert_ne!(key, before.board_key_after(mv));
        position.unmake_free_capture(mv, Fate::OutOfPlay);
        assert_eq!(position, before);
        assert_eq!(position.board_key(), before.board_key());
        assert_eq!(position.hand(Color::Black), before.hand(Color::Black));
    }
}
