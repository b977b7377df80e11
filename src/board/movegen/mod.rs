//! Legal moves, legal checks and evasions, each generated directly.
//!
//! One generator ([`generate`]) walks the pieces and hands whole sets of target squares to a
//! [`MoveSink`]; what the moves are wanted for (all of them, or only checks) is a [`Filter`] on those
//! sets. So counting moves never lists them, and a check is never found by trying a move.
//!
//! What makes it quick, and what each of these was worth when it was measured alone:
//!
//! * checks are looked for only among pieces that stand near enough to the king ([`candidates`]) or open
//!   a line: 25 % of tsume perft;
//! * a check is answered from the squares to be reached, by asking who attacks them: 10 %, up to 33 % where the
//!   defender has many pieces;
//! * flights lose the squares that steppers attack for all steppers at once: 5 %;
//! * the colour is a constant in each of two copies of the generator: 5 %;
//! * pawns with a free square before them are found all at once: 20 % of legal perft from the initial position.
//!
//! `benches/movegen.rs` runs beside the crate rsshogi. For one processor (AMD Zen 5), in millions of leaves a second and
//! as a multiple of rsshogi's in the same run:
//!
//! | | portable build | `target-cpu=native` |
//! |---|---|---|
//! | legal perft, initial position | 233, 1.6× | 271, 1.4× |
//! | legal perft, middle game | 1100, 2.1× | 1330, 2.1× |
//! | legal perft, 593 moves | 2520, 3.0× | 3000, 2.8× |
//! | tsume perft, Zuko 1 | 71, 6.7× | 76, 6.5× |
//! | tsume perft, Microcosmos | 35, 4.6× | 38, 4.5× |
//! | tsume perft, four sliders | 47, 3.7× | 52, 3.5× |
//! | tsume perft, two kings | 58, 6.8× | 64, 6.5× |
//!
//! A node of tsume perft costs about 75 ns for its checks, 45 ns for its evasions, 25 ns to know whether there is an
//! evasion, and 12 ns to make and take back a move (cloning and making: 22 ns).

mod candidates;
mod defence;
mod drop_pawn;
mod filter;
mod generate;
mod replies;

use super::{Bitboard, HandKind, Move, PieceKind, Position, Promotion, Square};
pub use defence::{Answers, Defence};
use filter::{All, Checks, Filter};
use generate::generate;
pub use replies::Replies;
use std::ops::ControlFlow;

/// Receives moves in bundles that differ in the target square alone.
///
/// Returning [`ControlFlow::Break`] ends the generation.
pub trait MoveSink {
    /// Moves of the piece `kind` on `from` to each of `targets`, which is never empty.
    fn board(
        &mut self,
        from: Square,
        kind: PieceKind,
        targets: Bitboard,
        promotion: Promotion,
    ) -> ControlFlow<()>;
    /// Drops of `kind` on each of `targets`, which is never empty.
    fn drops(&mut self, kind: HandKind, targets: Bitboard) -> ControlFlow<()>;
}

/// Calls a function with each move.
struct Each<'a, F> {
    position: &'a Position,
    call: F,
}

impl<F: FnMut(Move)> MoveSink for Each<'_, F> {
    #[inline]
    fn board(
        &mut self,
        from: Square,
        kind: PieceKind,
        targets: Bitboard,
        promotion: Promotion,
    ) -> ControlFlow<()> {
        for to in targets {
            let captured = self.position.piece_at(to).map(|piece| piece.kind());
            (self.call)(Move::board(from, to, kind, captured, promotion));
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn drops(&mut self, kind: HandKind, targets: Bitboard) -> ControlFlow<()> {
        for to in targets {
            (self.call)(Move::drop(kind, to));
        }
        ControlFlow::Continue(())
    }
}

/// Counts moves.
struct Count(u64);

impl MoveSink for Count {
    #[inline]
    fn board(
        &mut self,
        _: Square,
        _: PieceKind,
        targets: Bitboard,
        _: Promotion,
    ) -> ControlFlow<()> {
        self.0 += u64::from(targets.len());
        ControlFlow::Continue(())
    }

    #[inline]
    fn drops(&mut self, _: HandKind, targets: Bitboard) -> ControlFlow<()> {
        self.0 += u64::from(targets.len());
        ControlFlow::Continue(())
    }
}

/// Stops at the first move.
struct Any;

impl MoveSink for Any {
    #[inline]
    fn board(&mut self, _: Square, _: PieceKind, _: Bitboard, _: Promotion) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    #[inline]
    fn drops(&mut self, _: HandKind, _: Bitboard) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

impl Position {
    /// Calls `call` with every legal move, in an order that depends on the position alone.
    /// When the side to move is in check these are its evasions.
    pub fn for_each_legal_move(&self, call: impl FnMut(Move)) {
        let position = self;
        let _ = generate(self, &All, &mut Each { position, call });
    }

    /// Calls `call` with every legal move that gives check, every non-promotion included; there are none
    /// without an opposing king. When the side to move is in check itself, these moves also answer it.
    pub fn for_each_check(&self, call: impl FnMut(Move)) {
        let position = self;
        self.generate_checks(&mut Each { position, call });
    }

    #[inline]
    fn generate_checks(&self, sink: &mut impl MoveSink) {
        if let Some(king) = self.king(self.side_to_move().opponent()) {
            let _ = generate(self, &Checks::new(self, king), sink);
        }
    }

    /// All legal moves: see [`Position::for_each_legal_move`].
    ///
    /// ```
    /// assert_eq!(tsume::board::Position::initial().legal_moves().len(), 30);
    /// ```
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.for_each_legal_move(|mv| moves.push(mv));
        moves
    }

    /// All legal checks: see [`Position::for_each_check`].
    pub fn checks(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.for_each_check(|mv| moves.push(mv));
        moves
    }

    /// How many legal moves there are.
    pub fn count_legal_moves(&self) -> u64 {
        let mut count = Count(0);
        let _ = generate(self, &All, &mut count);
        count.0
    }

    /// How many legal checks there are.
    pub fn count_checks(&self) -> u64 {
        let mut count = Count(0);
        self.generate_checks(&mut count);
        count.0
    }

    /// Whether there is any legal move.
    pub fn has_legal_move(&self) -> bool {
        generate(self, &All, &mut Any).is_break()
    }

    /// Whether the side to move is in check and has no move: 詰み.
    pub fn is_mate(&self) -> bool {
        self.is_in_check(self.side_to_move()) && !self.has_legal_move()
    }
}
