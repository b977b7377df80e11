//! Which pieces stand where one move of theirs could give check.
//!
//! Most pieces on a board are far from the opponent's king; a look at a table spares looking at their moves.

use crate::board::{Bitboard, Color, PieceKind, Position, Square, attacks};

/// For each kind that steps, and for the lance, the squares from which it could check a king with one
/// move, promotion included, were the board empty.
struct Reach {
    pawn: Bitboard,
    lance: Bitboard,
    knight: Bitboard,
    silver: Bitboard,
    gold: Bitboard,
}

/// By the king's owner and square.
static REACH: [[Reach; Square::COUNT]; 2] = [reach_of(Color::Black), reach_of(Color::White)];

/// The pieces of `us` that could give check directly to the opponent's king on `king` with one move, and
/// perhaps some that cannot.
#[inline]
pub(super) fn candidates(us: Color, position: &Position, king: Square) -> Bitboard {
    let reach = &REACH[us.opponent() as usize][king.index()];
    let candidates = position.of_kind(PieceKind::Pawn) & reach.pawn
        | position.of_kind(PieceKind::Lance) & reach.lance
        | position.of_kind(PieceKind::Knight) & reach.knight
        | position.of_kind(PieceKind::Silver) & reach.silver
        | position.golds() & reach.gold
        | position.diagonal_sliders()
        | position.straight_sliders();
    candidates & position.occupied_by(us)
}

const fn reach_of(owner: Color) -> [Reach; Square::COUNT] {
    let mut table = [const {
        Reach {
            pawn: Bitboard::EMPTY,
            lance: Bitboard::EMPTY,
            knight: Bitboard::EMPTY,
            silver: Bitboard::EMPTY,
            gold: Bitboard::EMPTY,
        }
    }; Square::COUNT];
    let mut n = 0;
    while n < Square::COUNT {
        let king = Square::from_index_unchecked(n as u8);
        table[n] = Reach {
            pawn: origins(PieceKind::Pawn, owner, king),
            lance: origins(PieceKind::Lance, owner, king),
            knight: origins(PieceKind::Knight, owner, king),
            silver: origins(PieceKind::Silver, owner, king),
            gold: origins(PieceKind::Gold, owner, king),
        };
        n += 1;
    }
    table
}

/// Where `kind` must stand to check the king of `owner` on `king` with one move.
const fn origins(kind: PieceKind, owner: Color, king: Square) -> Bitboard {
    let staying = moves_backwards(kind, owner, moves(kind, owner, king));
    if kind.promoted().is_none() {
        return staying;
    }
    let zone = owner.opponent().promotion_zone().bits();
    let gold = attacks::gold(owner, king);
    let within = moves_backwards(kind, owner, Bitboard::from_bits(gold.bits() & zone));
    let leaving = moves_backwards(kind, owner, gold).bits() & zone;
    Bitboard::from_bits(staying.bits() | within.bits() | leaving)
}

/// Where `kind` comes from when it moves to one of `targets`: a piece moves backwards as the other colour's moves forwards.
const fn moves_backwards(kind: PieceKind, owner: Color, mut targets: Bitboard) -> Bitboard {
    let mut origins = 0;
    while let Some(to) = targets.first() {
        origins |= moves(kind, owner, to).bits();
        targets = targets.without(to);
    }
    Bitboard::from_bits(origins)
}

const fn moves(kind: PieceKind, color: Color, from: Square) -> Bitboard {
    match kind {
        PieceKind::Pawn => attacks::pawn(color, from),
        PieceKind::Lance => attacks::ahead(color, from),
        PieceKind::Knight => attacks::knight(color, from),
        PieceKind::Silver => attacks::silver(color, from),
        _ => attacks::gold(color, from),
    }
}
