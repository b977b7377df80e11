//! A position: the board, both hands and the side to move.

use super::{
    Bitboard, BoardKey, Color, Hand, HandKind, Move, Piece, PieceKind, Promotion, Square, keys,
};
use thiserror::Error;

/// A position that can stand in a game or a problem, with no king, one or two.
///
/// It always holds that no pawn or lance stands on its last rank and no knight on its last two, that no
/// player has two pawns on a file or more than one king, that no kind exceeds the 40 pieces of a set,
/// and that the side to move cannot capture the opponent's king.
///
/// Equality is of board, hands and side to move: the ply number does not count.
#[derive(Clone)]
pub struct Position {
    squares: [Option<Piece>; Square::COUNT],
    kinds: [Bitboard; PieceKind::COUNT],
    colors: [Bitboard; 2],
    pub(super) hands: [Hand; 2],
    kings: [Option<Square>; 2],
    pub(super) side: Color,
    ply: u32,
    pub(super) board_key: BoardKey,
    /// Pieces that free captures have taken from both sides; the board key tells them apart.
    pub(super) out_of_play: Hand,
}

/// Why pieces do not make a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// More pieces of a kind than a set has.
    #[error("{count} pieces of the kind {letter} where a set has {supply}", letter = .kind.letter(), supply = .kind.supply())]
    TooMany {
        /// The kind, unpromoted.
        kind: PieceKind,
        /// How many of it, promoted ones and hands included.
        count: u32,
    },
    /// One player has more than one king.
    #[error("{0:?} has more than one king")]
    TwoKings(Color),
    /// 行き所のない駒.
    #[error("dead piece: the {kind:?} on {square} can never move")]
    DeadPiece {
        /// What stands there.
        kind: PieceKind,
        /// Where.
        square: Square,
    },
    /// 二歩.
    #[error("{color:?} has two pawns on file {file}")]
    TwoPawns {
        /// Whose pawns.
        color: Color,
        /// 1..=9.
        file: u8,
    },
    /// The side to move could take the king.
    #[error("{0:?} is in check though it is not {0:?}'s move")]
    OpponentInCheck(Color),
}

/// Pieces put on a board one by one; [`PositionBuilder::build`] checks that they make a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionBuilder {
    squares: [Option<Piece>; Square::COUNT],
    hands: [[u32; HandKind::COUNT]; 2],
    side: Color,
    ply: u32,
}

impl Default for PositionBuilder {
    fn default() -> Self {
        PositionBuilder {
            squares: [None; Square::COUNT],
            hands: [[0; HandKind::COUNT]; 2],
            side: Color::Black,
            ply: 1,
        }
    }
}

impl PositionBuilder {
    /// An empty board, empty hands, Black to move, ply 1.
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts a piece on a square, or clears it.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) -> &mut Self {
        self.squares[square.index()] = piece;
        self
    }

    /// What has been put on a square.
    pub fn get(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// Sets how many pieces of a kind a player holds.
    pub fn hold(&mut self, color: Color, kind: HandKind, count: u32) -> &mut Self {
        self.hands[color as usize][kind.index()] = count;
        self
    }

    /// How many pieces of a kind a player holds.
    pub fn held(&self, color: Color, kind: HandKind) -> u32 {
        self.hands[color as usize][kind.index()]
    }

    /// How many pieces of a kind the set of 40 still has, when all on the board and in hands are counted.
    /// Negative when there are too many.
    pub fn missing(&self, kind: HandKind) -> i64 {
        i64::from(kind.supply()) - i64::from(self.count(kind.piece_kind()))
    }

    /// Gives `color` every piece that is neither on the board nor in a hand.
    pub fn hold_the_rest(&mut self, color: Color) -> &mut Self {
        for kind in HandKind::ALL {
            self.hands[color as usize][kind.index()] +=
                u32::try_from(self.missing(kind)).unwrap_or(0);
        }
        self
    }

    /// Sets who moves.
    pub fn side_to_move(&mut self, color: Color) -> &mut Self {
        self.side = color;
        self
    }

    /// Who has been set to move.
    pub fn mover(&self) -> Color {
        self.side
    }

    /// The number that the move to come has been given.
    pub fn move_number(&self) -> u32 {
        self.ply
    }

    /// Sets the number of the move to come; 1 at the start of a game.
    pub fn ply(&mut self, ply: u32) -> &mut Self {
        self.ply = ply;
        self
    }

    fn count(&self, kind: PieceKind) -> u32 {
        let on_board = self
            .squares
            .iter()
            .flatten()
            .filter(|piece| piece.kind().unpromoted() == kind)
            .count() as u32;
        let in_hands = kind.in_hand().map_or(0, |kind| {
            Color::ALL.into_iter().fold(0u32, |sum, color| {
                sum.saturating_add(self.held(color, kind))
            })
        });
        on_board.saturating_add(in_hands)
    }

    /// The position.
    ///
    /// # Errors
    /// The first thing found that no position may have.
    pub fn build(&self) -> Result<Position, PositionError> {
        self.check_supply()?;
        let mut position = Position {
            squares: [None; Square::COUNT],
            kinds: [Bitboard::EMPTY; PieceKind::COUNT],
            colors: [Bitboard::EMPTY; 2],
            hands: [Hand::EMPTY; 2],
            kings: [None; 2],
            side: self.side,
            ply: self.ply,
            board_key: if self.side == Color::White {
                keys::SIDE
            } else {
                BoardKey::default()
            },
            out_of_play: Hand::EMPTY,
        };
        for square in Square::all() {
            if let Some(piece) = self.get(square) {
                if piece.color().relative_rank(square) <= piece.kind().dead_ranks() {
                    return Err(PositionError::DeadPiece {
                        kind: piece.kind(),
                        square,
                    });
                }
                if piece.kind() == PieceKind::King
                    && position.kings[piece.color() as usize].is_some()
                {
                    return Err(PositionError::TwoKings(piece.color()));
                }
                position.put(square, piece);
            }
        }
        for color in Color::ALL {
            for kind in HandKind::ALL {
                let hand = &mut position.hands[color as usize];
                *hand = hand.with(kind, self.held(color, kind) as u8);
            }
            let pawns = position.pieces(color, PieceKind::Pawn);
            for file in 1..=9 {
                if (pawns & Bitboard::file(file)).is_many() {
                    return Err(PositionError::TwoPawns { color, file });
                }
            }
        }
        if position.is_in_check(self.side.opponent()) {
            return Err(PositionError::OpponentInCheck(self.side.opponent()));
        }
        Ok(position)
    }

    fn check_supply(&self) -> Result<(), PositionError> {
        for kind in PieceKind::ALL
            .into_iter()
            .filter(|kind| !kind.is_promoted())
        {
            let count = self.count(kind);
            if count > u32::from(kind.supply()) {
                return Err(PositionError::TooMany { kind, count });
            }
        }
        Ok(())
    }
}

impl Position {
    /// The first position of a game without handicap (平手).
    pub fn initial() -> Position {
        const BACK_RANK: [PieceKind; 9] = [
            PieceKind::Lance,
            PieceKind::Knight,
            PieceKind::Silver,
            PieceKind::Gold,
            PieceKind::King,
            PieceKind::Gold,
            PieceKind::Silver,
            PieceKind::Knight,
            PieceKind::Lance,
        ];
        let mut builder = PositionBuilder::new();
        for square in Square::all().filter(|square| square.rank() >= 7) {
            let kind = match (square.rank(), square.file()) {
                (7, _) => PieceKind::Pawn,
                (8, 2) => PieceKind::Rook,
                (8, 8) => PieceKind::Bishop,
                (8, _) => continue,
                (_, file) => BACK_RANK[usize::from(file) - 1],
            };
            builder.set(square, Some(Piece::new(Color::Black, kind)));
            builder.set(square.flipped(), Some(Piece::new(Color::White, kind)));
        }
        builder
            .build()
            .expect("the initial position keeps every rule")
    }

    /// What stands on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// The pieces of one kind and owner.
    #[inline]
    pub fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()] & self.colors[color as usize]
    }

    /// The pieces of one kind, of both colours.
    #[inline]
    pub(super) fn of_kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// All pieces of one owner.
    #[inline]
    pub fn occupied_by(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The pieces a player holds.
    #[inline]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color as usize]
    }

    /// Where a player's king stands, if he has one.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.kings[color as usize]
    }

    /// Who moves.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// The number of the move to come, as SFEN gives it.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// A key of the board, the side to move and what is out of play, without hands.
    #[inline]
    pub fn board_key(&self) -> BoardKey {
        self.board_key
    }

    /// A key of the whole position, hands included.
    #[inline]
    pub fn key(&self) -> u64 {
        self.board_key.place ^ keys::hands(self.hands[0], self.hands[1])
    }

    /// Copies the pieces back onto a builder, to change some of them.
    pub fn to_builder(&self) -> PositionBuilder {
        let mut builder = PositionBuilder {
            squares: self.squares,
            side: self.side,
            ply: self.ply,
            ..Default::default()
        };
        for color in Color::ALL {
            for kind in HandKind::ALL {
                builder.hold(color, kind, u32::from(self.hand(color).count(kind)));
            }
        }
        builder
    }

    /// Plays a move that is legal here. Other moves leave a position without the promises of the type.
    pub fn make(&mut self, mv: Move) {
        let us = self.side;
        let to = mv.to();
        match mv.from() {
            Some(from) => {
                if let Some(captured) = mv.captured() {
                    self.take(to, Piece::new(us.opponent(), captured));
                    match captured.in_hand() {
                        Some(kind) => self.hands[us as usize] = self.hands[us as usize].add(kind),
                        None => debug_assert!(false, "a king is never captured"),
                    }
                }
                self.take(from, Piece::new(us, mv.kind()));
            }
            None => {
                if let Some(kind) = mv.dropped() {
                    self.hands[us as usize] = self.hands[us as usize].remove(kind);
                }
            }
        }
        self.put(to, Piece::new(us, mv.kind_after()));
        self.pass();
        self.ply = self.ply.saturating_add(1);
    }

    /// Takes back the move just made.
    pub fn unmake(&mut self, mv: Move) {
        self.ply -= 1;
        self.pass();
        let us = self.side;
        let to = mv.to();
        self.take(to, Piece::new(us, mv.kind_after()));
        match mv.from() {
            Some(from) => {
                self.put(from, Piece::new(us, mv.kind()));
                if let Some(captured) = mv.captured() {
                    self.put(to, Piece::new(us.opponent(), captured));
                    if let Some(kind) = captured.in_hand() {
                        self.hands[us as usize] = self.hands[us as usize].remove(kind);
                    }
                }
            }
            None => {
                if let Some(kind) = mv.dropped() {
                    self.hands[us as usize] = self.hands[us as usize].add(kind);
                }
            }
        }
    }

    /// The board key after a legal move, without making it.
    #[inline]
    pub fn board_key_after(&self, mv: Move) -> BoardKey {
        let us = self.side;
        let mut key =
            self.board_key ^ keys::SIDE ^ keys::piece(Piece::new(us, mv.kind_after()), mv.to());
        if let Some(from) = mv.from() {
            key ^= keys::piece(Piece::new(us, mv.kind()), from);
        }
        if let Some(captured) = mv.captured() {
            key ^= keys::piece(Piece::new(us.opponent(), captured), mv.to());
        }
        key
    }

    /// The mover's hand after a legal move, without making it.
    #[inline]
    pub fn hand_after(&self, mv: Move) -> Hand {
        let hand = self.hand(self.side);
        match (mv.dropped(), mv.captured().and_then(PieceKind::in_hand)) {
            (Some(dropped), _) => hand.remove(dropped),
            (None, Some(captured)) => hand.add(captured),
            (None, None) => hand,
        }
    }

    /// The move of the piece on `from`, with what it is and what it captures filled in; `None` when `from` is empty.
    pub fn board_move(&self, from: Square, to: Square, promotion: Promotion) -> Option<Move> {
        let kind = self.piece_at(from)?.kind();
        Some(Move::board(
            from,
            to,
            kind,
            self.piece_at(to).map(Piece::kind),
            promotion,
        ))
    }

    #[inline]
    fn put(&mut self, square: Square, piece: Piece) {
        self.squares[square.index()] = Some(piece);
        self.kinds[piece.kind().index()] |= Bitboard::of(square);
        self.colors[piece.color() as usize] |= Bitboard::of(square);
        self.board_key ^= keys::piece(piece, square);
        if piece.kind() == PieceKind::King {
            self.kings[piece.color() as usize] = Some(square);
        }
    }

    #[inline]
    fn take(&mut self, square: Square, piece: Piece) {
        self.squares[square.index()] = None;
        self.kinds[piece.kind().index()] ^= Bitboard::of(square);
        self.colors[piece.color() as usize] ^= Bitboard::of(square);
        self.board_key ^= keys::piece(piece, square);
    }

    #[inline]
    fn pass(&mut self) {
        self.side = self.side.opponent();
        self.board_key ^= keys::SIDE;
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.squares == other.squares && self.hands == other.hands && self.side == other.side
    }
}

impl Eq for Position {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_builder_names_what_is_wrong() {
        let square = |file, rank| Square::new(file, rank).unwrap();
        let black = |kind| Some(Piece::new(Color::Black, kind));
        let mut dead = PositionBuilder::new();
        dead.set(square(3, 2), black(PieceKind::Knight));
        assert_eq!(
            dead.build().err(),
            Some(PositionError::DeadPiece {
                kind: PieceKind::Knight,
                square: square(3, 2)
            })
        );
        let mut nifu = PositionBuilder::new();
        nifu.set(square(3, 2), black(PieceKind::Pawn))
            .set(square(3, 9), black(PieceKind::Pawn));
        assert_eq!(
            nifu.build().err(),
            Some(PositionError::TwoPawns {
                color: Color::Black,
                file: 3
            })
        );
        let mut check = PositionBuilder::new();
        check.set(
            square(5, 1),
            Some(Piece::new(Color::White, PieceKind::King)),
        );
        check.set(square(5, 9), black(PieceKind::Lance));
        assert_eq!(
            check.build().err(),
            Some(PositionError::OpponentInCheck(Color::White))
        );
        let mut golds = PositionBuilder::new();
        golds
            .hold(Color::White, HandKind::Gold, u32::MAX)
            .hold(Color::Black, HandKind::Gold, 1);
        assert!(matches!(
            golds.build(),
            Err(PositionError::TooMany {
                kind: PieceKind::Gold,
                ..
            })
        ));
    }

    #[test]
    fn the_rest_of_the_set_goes_to_one_hand() {
        let mut builder = PositionBuilder::new();
        builder.hold_the_rest(Color::White);
        let position = builder.build().unwrap();
        assert_eq!(position.hand(Color::White).total(), 38);
        assert_eq!(position.hand(Color::Black).total(), 0);
    }
}
