//! Two independent implementations of the rules of shogi, behind one face.
//!
//! Both are asked for legal moves alone. A check is then what the word says: a legal move after which
//! the other side is in check.

use rsshogi::board::{self, Move32List, generate_legal_all_move32};
use rsshogi::types::Move32;
use shogi_core::PartialPosition;
use shogi_legality_lite::{
    all_legal_moves_partial, drop_candidates, is_in_check_partial_lite, is_legal_partial_lite,
};
use tsume::board::{Color, HandKind, PieceKind, Position, Square};

/// Somebody else who knows the rules.
pub trait Referee: Clone {
    /// A move in the words of this referee.
    type Move: Copy;
    /// Sets up a position.
    fn new(position: &Position) -> Self;
    /// Every legal move.
    fn legal_moves(&self) -> Vec<Self::Move>;
    /// The position after a move.
    fn after(&self, mv: Self::Move) -> Self;
    /// Whether the side to move is in check.
    fn is_in_check(&self) -> bool;

    /// Whether a legal move gives check.
    fn gives_check(&self, mv: Self::Move) -> bool {
        self.after(mv).is_in_check()
    }
}

/// The crate rsshogi: tables and bitboards, made for engines.
#[derive(Clone)]
pub struct RsShogi(board::Position);

impl Referee for RsShogi {
    type Move = Move32;

    fn new(position: &Position) -> Self {
        let mut theirs =
            board::position_from_sfen(&position.to_sfen()).expect("rsshogi reads any SFEN");
        theirs.init_stack();
        RsShogi(theirs)
    }

    fn legal_moves(&self) -> Vec<Move32> {
        let mut moves = Move32List::new();
        generate_legal_all_move32(&self.0, &mut moves);
        moves.iter().copied().collect()
    }

    fn after(&self, mv: Move32) -> Self {
        let mut next = self.clone();
        next.0.apply_move32(mv);
        next
    }

    fn is_in_check(&self) -> bool {
        self.0.is_in_check()
    }
}

/// The crate shogi_legality_lite: no tables, every move tried on a copy of the position.
///
/// Some of its answers are known to be wrong, and are not asked for:
///
/// * `is_legal_partial` takes every pawn drop for mate when the opponent has no king;
/// * `is_legal_partial_lite` and `all_legal_moves_partial` take a pawn drop that *stalemates* for mate
///   (`9/9/9/9/9/9/7+n1/9/8K w 2sl2p 1`, where P*2h is legal);
/// * `all_checks_partial` lists drops that leave one's own king in check.
#[derive(Clone)]
pub struct LegalityLite(pub PartialPosition);

impl Referee for LegalityLite {
    type Move = shogi_core::Move;

    fn new(position: &Position) -> Self {
        let mut theirs = PartialPosition::empty();
        theirs.side_to_move_set(their_color(position.side_to_move()));
        for square in Square::all() {
            if let Some(piece) = position.piece_at(square) {
                theirs.piece_set(
                    shogi_core::Square::new(square.file(), square.rank()).expect("on the board"),
                    Some(shogi_core::Piece::new(
                        their_kind(piece.kind()),
                        their_color(piece.color()),
                    )),
                );
            }
        }
        for color in Color::ALL {
            let hand = theirs.hand_of_a_player_mut(their_color(color));
            for kind in HandKind::ALL {
                for _ in 0..position.hand(color).count(kind) {
                    *hand = hand
                        .added(their_kind(kind.piece_kind()))
                        .expect("a kind that can be held");
                }
            }
        }
        LegalityLite(theirs)
    }

    fn legal_moves(&self) -> Vec<shogi_core::Move> {
        let mut moves = self.moves_but_pawn_drops();
        moves.extend(self.pawn_drops().filter(|&mv| !self.is_drop_pawn_mate(mv)));
        moves
    }

    fn after(&self, mv: shogi_core::Move) -> Self {
        let mut next = self.clone();
        next.0.make_move(mv).expect("a legal move can be made");
        next
    }

    fn is_in_check(&self) -> bool {
        is_in_check_partial_lite(&self.0)
    }
}

impl LegalityLite {
    fn moves_but_pawn_drops(&self) -> Vec<shogi_core::Move> {
        let mut board = self.0.clone();
        let hand = board.hand_of_a_player_mut(self.0.side_to_move());
        while let Some(fewer) = hand.removed(shogi_core::PieceKind::Pawn) {
            *hand = fewer;
        }
        all_legal_moves_partial(&board)
    }

    /// Pawn drops that are legal or drop-pawn mates: a gold, which cannot be mated, stands in for the opponent's king.
    pub fn pawn_drops(&self) -> impl Iterator<Item = shogi_core::Move> {
        let us = self.0.side_to_move();
        let (pawn, king, gold) = (
            shogi_core::Piece::new(shogi_core::PieceKind::Pawn, us),
            shogi_core::Piece::new(shogi_core::PieceKind::King, us.flip()),
            shogi_core::Piece::new(shogi_core::PieceKind::Gold, us.flip()),
        );
        // A king is never forgotten once it has been set, so the board is laid out anew.
        let mut board = PartialPosition::empty();
        board.side_to_move_set(us);
        *board.hand_of_a_player_mut(us) = self.0.hand_of_a_player(us);
        for square in self.0.occupied_bitboard() {
            let piece = self.0.piece_at(square);
            board.piece_set(
                square,
                if piece == Some(king) {
                    Some(gold)
                } else {
                    piece
                },
            );
        }
        drop_candidates(&board, pawn).map(move |to| shogi_core::Move::Drop { piece: pawn, to })
    }

    /// No drop answers a check from the next square, so the opponent's hand is left out: without it the
    /// answer comes a hundred times faster.
    fn is_drop_pawn_mate(&self, drop: shogi_core::Move) -> bool {
        let mut board = self.0.clone();
        *board.hand_of_a_player_mut(self.0.side_to_move().flip()) = shogi_core::Hand::new();
        self.gives_check(drop) && !is_legal_partial_lite(&board, drop)
    }
}

fn their_color(color: Color) -> shogi_core::Color {
    match color {
        Color::Black => shogi_core::Color::Black,
        Color::White => shogi_core::Color::White,
    }
}

fn their_kind(kind: PieceKind) -> shogi_core::PieceKind {
    match kind {
        PieceKind::Pawn => shogi_core::PieceKind::Pawn,
        PieceKind::Lance => shogi_core::PieceKind::Lance,
        PieceKind::Knight => shogi_core::PieceKind::Knight,
        PieceKind::Silver => shogi_core::PieceKind::Silver,
        PieceKind::Bishop => shogi_core::PieceKind::Bishop,
        PieceKind::Rook => shogi_core::PieceKind::Rook,
        PieceKind::Gold => shogi_core::PieceKind::Gold,
        PieceKind::King => shogi_core::PieceKind::King,
        PieceKind::ProPawn => shogi_core::PieceKind::ProPawn,
        PieceKind::ProLance => shogi_core::PieceKind::ProLance,
        PieceKind::ProKnight => shogi_core::PieceKind::ProKnight,
        PieceKind::ProSilver => shogi_core::PieceKind::ProSilver,
        PieceKind::Horse => shogi_core::PieceKind::ProBishop,
        PieceKind::Dragon => shogi_core::PieceKind::ProRook,
    }
}
