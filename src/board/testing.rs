//! Random positions for property tests.

use super::{Color, HandKind, Piece, PieceKind, Position, PositionBuilder, Square};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Positions reached by random play, half of them from scattered pieces: with no king, one or two, either
/// side to move, and more pieces of a kind side by side than games bring about.
pub(crate) fn positions() -> impl Strategy<Value = Position> {
    let starts = prop_oneof![Just(Position::initial()), scattered()];
    (starts, vec(any::<u16>(), 0..60)).prop_map(|(start, choices)| {
        choices.into_iter().fold(start, |position, choice| {
            random_move(position, usize::from(choice))
        })
    })
}

fn random_move(mut position: Position, choice: usize) -> Position {
    let moves = position.legal_moves();
    if !moves.is_empty() {
        position.make(moves[choice % moves.len()]);
    }
    position
}

/// Pieces thrown on the board.
fn scattered() -> impl Strategy<Value = Position> {
    let kings = Color::ALL.map(|color| {
        let king = Piece::new(color, PieceKind::King);
        vec((Just(king), squares()), 0..=1)
    });
    let others = vec((pieces(), squares()), 0..36);
    let hands = vec((colors(), select(&HandKind::ALL[..]), 0u32..4), 0..6);
    (colors(), kings, others, hands, vec(colors(), 0..=1)).prop_map(
        |(side, [black_king, white_king], others, hands, heir)| {
            let mut builder = PositionBuilder::new();
            builder.side_to_move(side);
            for (piece, square) in black_king.into_iter().chain(white_king).chain(others) {
                put_if_possible(&mut builder, piece, square);
            }
            for (color, kind, count) in hands {
                let missing = u32::try_from(builder.missing(kind)).unwrap();
                let count = builder.held(color, kind) + count.min(missing);
                builder.hold(color, kind, count);
            }
            for color in heir {
                builder.hold_the_rest(color);
            }
            builder.build().unwrap()
        },
    )
}

fn put_if_possible(builder: &mut PositionBuilder, piece: Piece, square: Square) {
    if builder.get(square).is_none() {
        builder.set(square, Some(piece));
        if builder.build().is_err() {
            builder.set(square, None);
        }
    }
}

fn colors() -> impl Strategy<Value = Color> {
    select(&Color::ALL[..])
}

fn squares() -> impl Strategy<Value = Square> {
    (0..Square::COUNT).prop_map(|index| Square::from_index(index).unwrap())
}

fn pieces() -> impl Strategy<Value = Piece> {
    let kinds = select(&PieceKind::ALL[..])
        .prop_filter("one king at most", |kind| *kind != PieceKind::King);
    (colors(), kinds).prop_map(|(color, kind)| Piece::new(color, kind))
}
