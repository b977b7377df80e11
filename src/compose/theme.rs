//! What makes a problem interesting: counted along its main line, and named as a theme.

use super::problem::Composed;
use super::wish::pieces;
use crate::board::{Color, Illegality, Intent, Move, PieceKind, Position, attacks};
use std::fmt;
use std::str::FromStr;

/// What a problem shows. All but the pieces is counted along the main line.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Traits {
    /// Pieces on the board and in the attacker's hand, kings not counted.
    pub pieces: u32,
    /// Pieces in the attacker's hand.
    pub in_hand: u32,
    /// Whether all the attacker's pieces are of one kind (一色図式).
    pub is_of_one_kind: bool,
    /// Checks whose piece is taken at once (捨駒).
    pub sacrifices: u32,
    /// Checks that could have promoted and do not (不成).
    pub non_promotions: u32,
    /// Checks from afar: neither captures nor next to the king.
    pub distant_checks: u32,
    /// Checks by two pieces at once (両王手).
    pub double_checks: u32,
    /// Turns of the attacker at which a pawn's drop is mate, and so forbidden (打ち歩詰め).
    pub drop_pawn_mates: u32,
    /// Replies that put something between (合駒).
    pub interpositions: u32,
    /// Moves of the king.
    pub king_moves: u32,
    /// Checks that capture.
    pub captures: u32,
}

impl Traits {
    /// Those of a problem.
    pub fn of(problem: &Composed) -> Traits {
        let mut traits = Traits {
            pieces: pieces(&problem.position),
            in_hand: problem
                .position
                .hand(problem.position.side_to_move())
                .total(),
            is_of_one_kind: is_of_one_kind(&problem.position),
            ..Traits::default()
        };
        let turns: Vec<_> = problem.turns().collect();
        for (index, (position, mv)) in turns.iter().enumerate() {
            if index % 2 == 0 {
                let reply = turns.get(index + 1).map(|&(_, reply)| reply);
                traits.add_check(position, *mv, reply);
            } else {
                traits.add_reply(position, *mv);
            }
        }
        traits
    }

    /// Those of a single move, a check or a reply to one.
    pub(super) fn of_move(position: &Position, mv: Move) -> Traits {
        let mut traits = Traits::default();
        match position.is_in_check(position.side_to_move()) {
            true => traits.add_reply(position, mv),
            false => traits.add_check(position, mv, None),
        }
        traits
    }

    fn add_check(&mut self, position: &Position, check: Move, reply: Option<Move>) {
        let defender = position.side_to_move().opponent();
        let is_near = position
            .king(defender)
            .is_some_and(|king| attacks::king(king).contains(check.to()));
        let is_capture = check.captured().is_some();
        let is_taken = reply.is_some_and(|reply| reply.to() == check.to());
        let is_double = position.after(check).checkers(defender).is_many();
        self.sacrifices += u32::from(is_taken);
        self.captures += u32::from(is_capture);
        self.non_promotions += u32::from(could_promote(position, check));
        self.distant_checks += u32::from(!is_near && !is_capture);
        self.double_checks += u32::from(is_double);
        self.drop_pawn_mates += u32::from(is_drop_pawn_mate_ahead(position));
    }

    fn add_reply(&mut self, position: &Position, reply: Move) {
        let is_king_move = reply.kind() == PieceKind::King;
        self.king_moves += u32::from(is_king_move);
        self.interpositions += u32::from(!is_king_move && reply.captured().is_none());
        debug_assert!(position.is_in_check(position.side_to_move()));
    }

    /// How much there is to admire, in points.
    pub(super) fn points(&self) -> i32 {
        let sum = 12 * self.sacrifices
            + 15 * self.non_promotions.min(2)
            + 6 * self.distant_checks
            + 8 * self.double_checks
            + 10 * self.drop_pawn_mates.min(2)
            + 10 * self.interpositions
            + 3 * self.king_moves
            + 8 * self.in_hand.min(2)
            + 15 * u32::from(self.is_of_one_kind);
        sum as i32 - 6 * self.captures as i32 - 2 * self.pieces as i32
    }
}

/// Whether a check is by a piece that could have promoted and did not, where that weakens it.
fn could_promote(position: &Position, check: Move) -> bool {
    let Some(from) = check.from().filter(|_| !check.is_promotion()) else {
        return false;
    };
    let promoted = Intent::Board {
        from,
        to: check.to(),
        promotion: crate::board::Promotion::Yes,
    };
    position.legality(promoted).is_ok()
}

/// Whether the attacker to move holds a pawn whose drop would mate.
fn is_drop_pawn_mate_ahead(position: &Position) -> bool {
    let attacker = position.side_to_move();
    let ahead = position
        .king(attacker.opponent())
        .and_then(|king| attacks::pawn(attacker.opponent(), king).first());
    ahead.is_some_and(|to| {
        let drop = Intent::Drop {
            kind: PieceKind::Pawn,
            to,
        };
        position.legality(drop) == Err(Illegality::DropPawnMate)
    })
}

fn is_of_one_kind(position: &Position) -> bool {
    let attacker = Color::Black;
    let on_board = position.occupied_by(attacker);
    let on_board = on_board.filter_map(|square| position.piece_at(square)?.kind().in_hand());
    let mut kinds = on_board.chain(position.hand(attacker).kinds());
    let first = kinds.next();
    kinds.all(|kind| Some(kind) == first)
}

/// Something that a problem may be wanted to show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// 捨駒.
    Sacrifice,
    /// 不成.
    NonPromotion,
    /// 打ち歩詰め打開.
    DropPawnMate,
    /// 両王手.
    DoubleCheck,
    /// 合駒.
    Interposition,
    /// A check from afar, such as 遠打.
    DistantCheck,
    /// At most six pieces.
    FewPieces,
    /// 一色図式.
    OneKind,
    /// No check captures.
    NoCapture,
}

/// The most pieces that are few.
const FEW: u32 = 6;

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 9] = [
        Theme::Sacrifice,
        Theme::NonPromotion,
        Theme::DropPawnMate,
        Theme::DoubleCheck,
        Theme::Interposition,
        Theme::DistantCheck,
        Theme::FewPieces,
        Theme::OneKind,
        Theme::NoCapture,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Sacrifice => "sacrifice",
            Theme::NonPromotion => "non-promotion",
            Theme::DropPawnMate => "drop-pawn-mate",
            Theme::DoubleCheck => "double-check",
            Theme::Interposition => "interposition",
            Theme::DistantCheck => "distant-check",
            Theme::FewPieces => "few-pieces",
            Theme::OneKind => "one-kind",
            Theme::NoCapture => "no-capture",
        }
    }

    /// Whether a problem with these traits shows it.
    pub fn is_shown_by(self, traits: &Traits) -> bool {
        match self {
            Theme::Sacrifice => traits.sacrifices > 0,
            Theme::NonPromotion => traits.non_promotions > 0,
            Theme::DropPawnMate => traits.drop_pawn_mates > 0,
            Theme::DoubleCheck => traits.double_checks > 0,
            Theme::Interposition => traits.interpositions > 0,
            Theme::DistantCheck => traits.distant_checks > 0,
            Theme::FewPieces => traits.pieces <= FEW,
            Theme::OneKind => traits.is_of_one_kind,
            Theme::NoCapture => traits.captures == 0,
        }
    }
}

impl Theme {
    /// How near a problem with these traits comes to showing it, in points like [`Traits::points`].
    pub(super) fn nearness(self, traits: &Traits) -> i32 {
        const ALL_THE_DIFFERENCE: i32 = 40;
        match self {
            Theme::FewPieces => -ALL_THE_DIFFERENCE / 2 * traits.pieces.saturating_sub(FEW) as i32,
            Theme::NoCapture => -ALL_THE_DIFFERENCE * traits.captures as i32,
            _ => ALL_THE_DIFFERENCE * i32::from(self.is_shown_by(traits)),
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Theme {
    type Err = String;

    fn from_str(text: &str) -> Result<Theme, String> {
        let named = Theme::ALL.into_iter().find(|theme| theme.name() == text);
        named.ok_or_else(|| {
            let names = Theme::ALL.map(Theme::name).join(", ");
            format!("read {text:?}, expected one of {names}")
        })
    }
}
