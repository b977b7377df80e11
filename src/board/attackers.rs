//! Who attacks a square, and what stands in the way.
//!
//! A square is attacked by a piece when the same piece of the other colour would attack back from it; so
//! attackers are found by looking outwards from the square. Sliders need a free line besides: the few that
//! stand on a line of the square, its snipers, are tried one by one, which costs less than
//! drawing the rays of the square.

use super::{Bitboard, Color, PieceKind, Position, Square, attacks};

impl Position {
    /// The pieces of `by` that attack `square` when `occupied` stand in the way of sliders.
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        self.snipers(square, by)
            .filter(|&sniper| !attacks::between(square, sniper).intersects(occupied))
            .fold(self.step_attackers(square, by), Bitboard::with)
    }

    /// Whether any piece of `by` attacks `square` when `occupied` stand in the way of sliders.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        !self.attackers(square, by, occupied).is_empty()
    }

    /// The pieces of either colour that alone stand between `square` and a slider of `by`.
    pub fn blockers(&self, square: Square, by: Color) -> Bitboard {
        self.screens(square, by)
            .filter(|(_, screen)| !screen.is_many())
            .fold(Bitboard::EMPTY, |blockers, (_, screen)| blockers | screen)
    }

    /// The attackers of `square` and the blockers before it, for little more than the price of one.
    pub(super) fn attackers_and_blockers(&self, square: Square, by: Color) -> (Bitboard, Bitboard) {
        let mut attackers = self.step_attackers(square, by);
        let mut blockers = Bitboard::EMPTY;
        for (sniper, screen) in self.screens(square, by) {
            if screen.is_empty() {
                attackers = attackers.with(sniper);
            } else if !screen.is_many() {
                blockers |= screen;
            }
        }
        (attackers, blockers)
    }

    /// The opponent's pieces that give check to `color`; empty without a king.
    pub fn checkers(&self, color: Color) -> Bitboard {
        match self.king(color) {
            Some(king) => self.attackers(king, color.opponent(), self.occupied()),
            None => Bitboard::EMPTY,
        }
    }

    /// Whether `color`'s king is attacked.
    pub fn is_in_check(&self, color: Color) -> bool {
        !self.checkers(color).is_empty()
    }

    /// Those of `flights` that `by` does not attack when `occupied` stand in the way of sliders.
    ///
    /// A king that flees must not be among `occupied`: its own shadow is no shelter.
    pub(super) fn safe_flights(
        &self,
        flights: Bitboard,
        by: Color,
        occupied: Bitboard,
    ) -> Bitboard {
        let mut safe = flights & !self.step_attacks(by);
        for flight in safe {
            let attacks_it = |sniper| !attacks::between(flight, sniper).intersects(occupied);
            if self.snipers(flight, by).any(attacks_it) {
                safe = safe.without(flight);
            }
        }
        safe
    }

    /// The attackers that need no free line.
    #[inline]
    fn step_attackers(&self, square: Square, by: Color) -> Bitboard {
        let back = by.opponent();
        let attackers = attacks::pawn(back, square) & self.of_kind(PieceKind::Pawn)
            | attacks::knight(back, square) & self.of_kind(PieceKind::Knight)
            | attacks::silver(back, square) & self.of_kind(PieceKind::Silver)
            | attacks::gold(back, square) & self.golds()
            | attacks::king(square) & self.royals();
        attackers & self.occupied_by(by)
    }

    /// Everything that the pieces of `by` attack without needing a free line, found for all pieces at once.
    #[inline]
    fn step_attacks(&self, by: Color) -> Bitboard {
        let own = self.occupied_by(by);
        let pawns = self.of_kind(PieceKind::Pawn) & own;
        let knights = self.of_kind(PieceKind::Knight) & own;
        let silvers = self.of_kind(PieceKind::Silver) & own;
        let golds = self.golds() & own;
        let royals = self.royals() & own;
        let forward = |set: Bitboard| set.shift_forward(by);
        let backward = |set: Bitboard| set.shift_forward(by.opponent());
        let beside = golds
            | royals
            | forward(golds | royals | silvers)
            | backward(royals | silvers)
            | forward(forward(knights));
        forward(pawns | silvers | golds | royals)
            | backward(golds | royals)
            | beside.neighbours_sideways()
    }

    /// What the pieces of `by` attack without needing a free line, and what two or more of them do.
    pub(super) fn step_attacks_counted(&self, by: Color) -> (Bitboard, Bitboard) {
        let own = self.occupied_by(by);
        let pawns = self.of_kind(PieceKind::Pawn) & own;
        let knights = self.of_kind(PieceKind::Knight) & own;
        let silvers = self.of_kind(PieceKind::Silver) & own;
        let golds = self.golds() & own;
        let royals = self.royals() & own;
        let forward = |set: Bitboard| set.shift_forward(by);
        let backward = |set: Bitboard| set.shift_forward(by.opponent());
        let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let mut add = |attacked: Bitboard| {
            twice |= once & attacked;
            once |= attacked;
        };
        add(forward(pawns | silvers | golds | royals));
        add(backward(golds | royals));
        // Each square of one of these sets stands for one piece, and so do its neighbours.
        for beside in [
            golds | royals,
            forward(golds | royals | silvers),
            backward(royals | silvers),
            forward(forward(knights)),
        ] {
            let (left, right) = beside.sideways();
            add(left);
            add(right);
        }
        (once, twice)
    }

    /// Each sniper with what stands between it and `square`.
    #[inline]
    fn screens(&self, square: Square, by: Color) -> impl Iterator<Item = (Square, Bitboard)> {
        let occupied = self.occupied();
        self.snipers(square, by)
            .map(move |sniper| (sniper, attacks::between(square, sniper) & occupied))
    }

    /// The pieces of `by` that could attack `square` if nothing stood in between: its sliders on the lines of the square.
    #[inline]
    fn snipers(&self, square: Square, by: Color) -> Bitboard {
        let sliders = self.diagonal_sliders() & attacks::diagonals(square)
            | self.straight_sliders() & attacks::cross(square)
            | self.of_kind(PieceKind::Lance) & attacks::ahead(by.opponent(), square);
        sliders & self.occupied_by(by)
    }

    /// Everything that moves like a gold, of both colours.
    #[inline]
    pub(super) fn golds(&self) -> Bitboard {
        self.of_kind(PieceKind::Gold)
            | self.of_kind(PieceKind::ProPawn)
            | self.of_kind(PieceKind::ProLance)
            | self.of_kind(PieceKind::ProKnight)
            | self.of_kind(PieceKind::ProSilver)
    }

    /// Everything that steps like a king, of both colours.
    #[inline]
    fn royals(&self) -> Bitboard {
        self.of_kind(PieceKind::King)
            | self.of_kind(PieceKind::Horse)
            | self.of_kind(PieceKind::Dragon)
    }

    /// Bishops and horses of both colours.
    #[inline]
    pub(super) fn diagonal_sliders(&self) -> Bitboard {
        self.of_kind(PieceKind::Bishop) | self.of_kind(PieceKind::Horse)
    }

    /// Rooks and dragons of both colours.
    #[inline]
    pub(super) fn straight_sliders(&self) -> Bitboard {
        self.of_kind(PieceKind::Rook) | self.of_kind(PieceKind::Dragon)
    }
}
