//! Random positions for property tests.

use super::{Color, HandKind, Piece, PieceKind, Position, PositionBuilder, Square};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Positions reached by random play from the start of a game, from scattered pieces or from a crowd around a
/// king: with no king, one or two, either side to move, and more pieces of a kind side by side than games
/// bring about.
pub(crate) fn positions() -> impl Strategy<Value = Position> {
    prop_oneof![
        played(Just(Position::initial()), 60),
        played(scattered(), 60),
        crowded(),
    ]
}

fn played(
    starts: impl Strategy<Value = Position>,
    plies: usize,
) -> impl Strategy<Value = Position> {
    (starts, vec(any::<u16>(), 0..plies)).prop_map(|(start, choices)| {
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

/// Pieces thrown anywhere on the board.
fn scattered() -> impl Strategy<Value = Position> {
    let kings = Color::ALL.map(|color| {
        let king = Piece::new(color, PieceKind::King);
        vec((Just(king), squares()), 0..=1)
    });
    (kings, vec((pieces(), squares()), 0..36)).prop_flat_map(|([black, white], others)| {
        let pieces = [black, white, others].concat();
        with_hands(Just(pieces))
    })
}

/// Pieces thrown around a king: checks, pins and drop-pawn mates abound.
pub(crate) fn crowded() -> impl Strategy<Value = Position> {
    let near = |king: Square| {
        let close = Square::all().filter(move |square| {
            square.file().abs_diff(king.file()) <= 2 && square.rank().abs_diff(king.rank()) <= 2
        });
        vec((pieces(), select(close.collect::<Vec<_>>())), 3..14).prop_map(move |mut pieces| {
            pieces.insert(0, (Piece::new(Color::White, PieceKind::King), king));
            pieces
        })
    };
    let positions = with_hands(squares().prop_flat_map(near));
    (positions, any::<bool>()).prop_map(
        |(position, flip)| {
            if flip { position.flipped() } else { position }
        },
    )
}

/// Puts down what makes a position, and deals out the rest or a part of it.
fn with_hands(
    pieces: impl Strategy<Value = Vec<(Piece, Square)>>,
) -> impl Strategy<Value = Position> {
    let hands = vec((colors(), select(&HandKind::ALL[..]), 0u32..4), 0..6);
    let pawns = 0u32..2;
    (pieces, colors(), hands, pawns, vec(colors(), 0..=1)).prop_map(
        |(pieces, side, hands, pawns, heir)| {
            let mut builder = PositionBuilder::new();
            builder.side_to_move(side);
            for (piece, square) in pieces {
                put_if_possible(&mut builder, piece, square);
            }
            for (color, kind, count) in hands.into_iter().chain([(side, HandKind::Pawn, pawns)]) {
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
