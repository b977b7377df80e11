//! From the positions of [`board`](crate::board) to the checker's plain ones.

use super::mailbox::{Action, Mailbox, Squares};
use super::pieces::{Counts, Kind, Man, Side};
use crate::board::{self, Color, Hand, HandKind, Intent, Piece, PieceKind, Position, Promotion};

/// A position in plain terms.
pub(super) fn mailbox_of(position: &Position) -> Mailbox {
    Mailbox {
        squares: squares_of(position),
        hands: Color::ALL.map(|color| counts_of(position.hand(color))),
        side: side_of(position.side_to_move()),
    }
}

pub(super) fn squares_of(position: &Position) -> Squares {
    // Both number the squares file by file.
    std::array::from_fn(|index| {
        let square = board::Square::from_index(index)?;
        position.piece_at(square).map(man_of)
    })
}

pub(super) fn man_of(piece: Piece) -> Man {
    Man {
        side: side_of(piece.color()),
        kind: kind_of(piece.kind()),
        promoted: piece.kind().is_promoted(),
    }
}

/// `None` when a promoted piece is dropped.
pub(super) fn action_of(intent: Intent) -> Option<Action> {
    Some(match intent {
        Intent::Board {
            from,
            to,
            promotion,
        } => Action::Move {
            from: from.index() as u8,
            to: to.index() as u8,
            promotes: promotion == Promotion::Yes,
        },
        Intent::Drop { kind, .. } if kind.is_promoted() => return None,
        Intent::Drop { kind, to } => Action::Drop {
            kind: kind_of(kind),
            to: to.index() as u8,
        },
    })
}

pub(super) fn counts_of(hand: Hand) -> Counts {
    let mut counts = [0; 7];
    for kind in HandKind::ALL {
        counts[kind_of(kind.piece_kind()) as usize] = hand.count(kind);
    }
    counts
}

fn side_of(color: Color) -> Side {
    match color {
        Color::Black => Side::Black,
        Color::White => Side::White,
    }
}

fn kind_of(kind: PieceKind) -> Kind {
    match kind.unpromoted() {
        PieceKind::Lance => Kind::Lance,
        PieceKind::Knight => Kind::Knight,
        PieceKind::Silver => Kind::Silver,
        PieceKind::Bishop => Kind::Bishop,
        PieceKind::Rook => Kind::Rook,
        PieceKind::Gold => Kind::Gold,
        PieceKind::King => Kind::King,
        _ => Kind::Pawn,
    }
}
