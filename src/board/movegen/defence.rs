//! What could be done about each check of a position, before any of them is played.
//!
//! The checks of a position come to the same king among the same pieces. What they have in common is worked
//! out once: which squares around the king are attacked by one piece or by more, and how far the sliders
//! about him see. A check then changes little, and its replies are counted from the easiest on: flights,
//! captures, interpositions. Who wants no more than a bound may stop early.

use super::Replies;
use super::generate::dead_squares;
use crate::board::{Bitboard, Color, HandKind, Move, Piece, PieceKind, Position, Square, attacks};

/// The defence against the checks of a position.
#[derive(Clone)]
pub struct Defence {
    attacker: Color,
    defender: Color,
    king: Square,
    king_alone: Bitboard,
    /// The squares around the king.
    near: Bitboard,
    /// Those that some piece of the attacker attacks without needing a free line.
    stepped_on: Bitboard,
    /// Those that two or more do.
    stepped_on_twice: Bitboard,
    sliders: Sliders,
    /// What the sliders attack.
    slid_on: Bitboard,
    /// The squares to which the king could flee before the check.
    open: Bitboard,
}

/// The attacker's sliders that see something of the king's surroundings, or would on an empty board.
#[derive(Clone)]
struct Sliders {
    all: [Slider; Sliders::MOST],
    count: usize,
}

#[derive(Clone, Copy)]
struct Slider {
    square: Square,
    kind: PieceKind,
    /// What it attacks when the king is no obstacle, first blockers included.
    reach: Bitboard,
    /// What lies between it and the king, if its lines lead to him.
    screen: Option<Bitboard>,
}

impl Sliders {
    /// All bishops, rooks and lances of a set.
    const MOST: usize = 8;

    fn iter(&self) -> impl Iterator<Item = &Slider> {
        self.all[..self.count].iter()
    }

    fn push(&mut self, slider: Slider) {
        self.all[self.count] = slider;
        self.count += 1;
    }
}

impl Defence {
    /// The defence of the side not to move; `None` when it has no king.
    pub fn new(position: &Position) -> Option<Defence> {
        let attacker = position.side_to_move();
        let defender = attacker.opponent();
        let king = position.king(defender)?;
        let near = attacks::king(king);
        let (stepped_on, stepped_on_twice) = position.step_attacks_counted(attacker);
        let sliders = sliders(position, attacker, king);
        let slid_on = sliders
            .iter()
            .fold(Bitboard::EMPTY, |slid_on, slider| slid_on | slider.reach);
        Some(Defence {
            attacker,
            defender,
            king,
            king_alone: Bitboard::of(king),
            near,
            stepped_on,
            stepped_on_twice,
            sliders,
            slid_on,
            open: near & !position.occupied_by(defender) & !stepped_on & !slid_on,
        })
    }

    /// How many moves the king has at least after `check`, seen at a glance.
    ///
    /// Where no line is opened, a square that nothing attacked before is attacked by nothing but the piece that moved.
    #[inline]
    pub fn flights_at_least(&self, check: Move) -> u32 {
        let opens_line = check.from().is_some_and(|from| self.slid_on.contains(from));
        if opens_line || self.open.is_empty() {
            return 0;
        }
        let (kind, to) = (check.kind_after(), check.to());
        let reach = attacks::steps(self.attacker, kind, to) | lines(self.attacker, kind, to);
        (self.open & !reach).len()
    }

    /// The defence against `check`, a legal check of `position`, which is the one that this was made for.
    #[inline]
    pub fn against<'a>(&'a self, position: &'a Position, check: Move) -> Answers<'a> {
        let (from, to) = (check.from(), check.to());
        let left = from.map_or(Bitboard::EMPTY, Bitboard::of);
        let changed = left.with(to);
        let occupied = position.occupied() & !left & !self.king_alone | Bitboard::of(to);
        let own_reach = attacks::attacks(self.attacker, check.kind_after(), to, occupied);
        let mut attacked = own_reach | self.stepped_on_by_others(position, from);
        let mut checkers = Bitboard::EMPTY;
        if own_reach.intersects(self.king_alone) {
            checkers = Bitboard::of(to);
        }
        for slider in self.sliders.iter() {
            if Some(slider.square) == from {
                continue;
            }
            let mut reach = slider.reach;
            if reach.intersects(changed) {
                reach = attacks::attacks(self.attacker, slider.kind, slider.square, occupied);
                if reach.intersects(self.king_alone) {
                    checkers = checkers.with(slider.square);
                }
            }
            attacked |= reach;
        }
        let defenders = position.occupied_by(self.defender).without(to);
        Answers {
            defence: self,
            position,
            check,
            occupied: occupied | self.king_alone,
            defenders,
            checkers,
            flights: self.near & !defenders & !attacked,
        }
    }

    /// Squares attacked by steps of other pieces than the one from `mover`.
    #[inline]
    fn stepped_on_by_others(&self, position: &Position, mover: Option<Square>) -> Bitboard {
        let steps = mover.and_then(|from| {
            let kind = position.piece_at(from)?.kind();
            Some(attacks::steps(self.attacker, kind, from))
        });
        match steps {
            Some(steps) => self.stepped_on & !steps | self.stepped_on_twice,
            None => self.stepped_on,
        }
    }
}

/// The replies to one check.
pub struct Answers<'a> {
    defence: &'a Defence,
    /// Before the check.
    position: &'a Position,
    check: Move,
    /// All pieces after the check.
    occupied: Bitboard,
    /// The defender's after the check, his king among them.
    defenders: Bitboard,
    checkers: Bitboard,
    flights: Bitboard,
}

impl Answers<'_> {
    /// How many moves the king has.
    #[inline]
    pub fn flights(&self) -> u32 {
        self.flights.len()
    }

    /// How many captures other pieces have; with and without promotion count apart.
    #[inline]
    pub fn captures(&self) -> u32 {
        let Some(checker) = self.only_checker() else {
            return 0;
        };
        let capturers = self.movers_to(checker);
        if capturers.is_empty() {
            return 0;
        }
        self.ways(capturers & !self.pinned(), checker)
    }

    /// Whether a piece can step or be dropped in between.
    #[inline]
    pub fn interposes(&self) -> bool {
        let Some(checker) = self.only_checker() else {
            return false;
        };
        let between = attacks::between(self.defence.king, checker);
        !between.is_empty() && (self.is_drop_possible(between) || self.is_step_possible(between))
    }

    /// All of them, counted.
    pub fn count(&self) -> Replies {
        Replies {
            flights: self.flights(),
            captures: self.captures(),
            interposes: self.interposes(),
        }
    }

    /// The piece that gives check, unless two do and only the king can answer.
    #[inline]
    fn only_checker(&self) -> Option<Square> {
        if self.checkers.is_many() {
            None
        } else {
            self.checkers.first()
        }
    }

    /// The defender's pieces, his king left out, that go to `square` in one move, pinned ones among them.
    #[inline]
    fn movers_to(&self, square: Square) -> Bitboard {
        let Defence { defender, king, .. } = *self.defence;
        let attackers = self.position.attackers(square, defender, self.occupied);
        // What the check has captured is no longer one of the defenders.
        (attackers & self.defenders).without(king)
    }

    /// In how many ways, promoting and not, the pieces on `from` go to `to`.
    #[inline]
    fn ways(&self, from: Bitboard, to: Square) -> u32 {
        let defender = self.defence.defender;
        let zone = defender.promotion_zone();
        let promoting = match zone.contains(to) {
            true => from,
            false => from & zone,
        };
        let both_ways = promoting.filter(|&from| self.has_a_choice(from, to));
        from.len() + both_ways.count() as u32
    }

    /// Whether the defender's piece on `from`, which may promote on its way to `to` if it can, may also go there as it is.
    #[inline]
    fn has_a_choice(&self, from: Square, to: Square) -> bool {
        let kind = self.position.piece_at(from).map(Piece::kind);
        kind.is_some_and(|kind| {
            let is_dead = dead_squares(self.defence.defender, kind).contains(to);
            kind.promoted().is_some() && !is_dead
        })
    }

    /// The defender's pieces that alone stand between his king and a slider after the check.
    fn pinned(&self) -> Bitboard {
        let Defence { attacker, king, .. } = *self.defence;
        let gone = self.check.from();
        let (to, kind) = (self.check.to(), self.check.kind_after());
        let moved = lines(attacker, kind, to)
            .contains(king)
            .then(|| attacks::between(king, to));
        self.defence
            .sliders
            .iter()
            .filter(|slider| Some(slider.square) != gone)
            .filter_map(|slider| slider.screen)
            .chain(moved)
            .map(|screen| screen & self.occupied)
            .filter(|screen| !screen.is_many())
            .fold(Bitboard::EMPTY, |pinned, screen| pinned | screen)
            & self.defenders
    }

    fn is_step_possible(&self, between: Bitboard) -> bool {
        let free = !self.pinned();
        between
            .into_iter()
            .any(|to| self.movers_to(to).intersects(free))
    }

    #[inline]
    fn is_drop_possible(&self, between: Bitboard) -> bool {
        let defender = self.defence.defender;
        let hand = self.position.hand(defender);
        hand.kinds().any(|kind| {
            let alive = between & !dead_squares(defender, kind.piece_kind());
            match kind {
                HandKind::Pawn => !self.pawn_drops(alive).is_empty(),
                _ => !alive.is_empty(),
            }
        })
    }

    /// Of `squares`, those where the defender may drop a pawn.
    fn pawn_drops(&self, squares: Bitboard) -> Bitboard {
        let (position, attacker) = (self.position, self.defence.attacker);
        let pawns = position.of_kind(PieceKind::Pawn) & self.defenders;
        let squares = squares & !pawns.fill_files();
        let before_king = |square: &Square| match (self.check.kind(), position.king(attacker)) {
            (PieceKind::King, _) => attacks::pawn(attacker, self.check.to()).contains(*square),
            (_, Some(king)) => attacks::pawn(attacker, king).contains(*square),
            (_, None) => false,
        };
        match squares.into_iter().find(before_king) {
            Some(square) if is_drop_pawn_mate(&position.after(self.check), square) => {
                squares.without(square)
            }
            _ => squares,
        }
    }
}

/// Whether a pawn dropped on `square`, before the opponent's king, would be mate.
fn is_drop_pawn_mate(position: &Position, square: Square) -> bool {
    position
        .king(position.side_to_move().opponent())
        .is_some_and(|king| position.is_drop_pawn_mate(square, king))
}

fn sliders(position: &Position, attacker: Color, king: Square) -> Sliders {
    let seen = attacks::king(king).with(king);
    let occupied = position.occupied().without(king);
    let nowhere = Slider {
        square: king,
        kind: PieceKind::Lance,
        reach: Bitboard::EMPTY,
        screen: None,
    };
    let mut sliders = Sliders {
        all: [nowhere; Sliders::MOST],
        count: 0,
    };
    let candidates = position.diagonal_sliders()
        | position.straight_sliders()
        | position.of_kind(PieceKind::Lance);
    for square in candidates & position.occupied_by(attacker) {
        let Some(piece) = position.piece_at(square) else {
            continue;
        };
        let kind = piece.kind().unpromoted();
        let lines = lines(attacker, kind, square);
        if lines.intersects(seen) {
            sliders.push(Slider {
                square,
                kind,
                reach: attacks::attacks(attacker, kind, square, occupied),
                screen: lines.contains(king).then(|| attacks::between(king, square)),
            });
        }
    }
    sliders
}

/// What a slider would attack on an empty board, steps left out; nothing for other pieces.
#[inline]
fn lines(color: Color, kind: PieceKind, square: Square) -> Bitboard {
    match kind {
        PieceKind::Lance => attacks::ahead(color, square),
        PieceKind::Bishop | PieceKind::Horse => attacks::diagonals(square),
        PieceKind::Rook | PieceKind::Dragon => attacks::cross(square),
        _ => Bitboard::EMPTY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::positions;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        /// The attacker's own king, pins, double checks, captures of guards: whatever the check, the replies
        /// are those counted after playing it.
        #[test]
        fn replies_are_those_counted_on_the_board(position in positions()) {
            let Some(defence) = Defence::new(&position) else {
                return Ok(());
            };
            for check in position.checks() {
                let answers = defence.against(&position, check);
                prop_assert!(defence.flights_at_least(check) <= answers.flights());
                prop_assert_eq!(
                    answers.count(),
                    position.after(check).count_replies(),
                    "{} {}", position, check
                );
            }
        }
    }
}
