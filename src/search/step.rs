//! How a node leads to its children, and what that costs in plies.
//!
//! With every interposition counted there is one way: a move, which takes a ply. Where futile interpositions
//! (無駄合) do not count, a reply that interposes leads to a node of a kind of its own, where the attacker may answer
//! it in two ways. He plays on, and reply and check have taken two plies. Or he shows that the reply was futile,
//! and no ply has passed: the checking piece takes it for nothing ([`Fate`]), and what remains is mate within the
//! plies that there were; or another piece takes it with check, and that is mate at once. All plies at such a node,
//! which is called an *interposition*, are counted as at the check before it.
//!
//! Why that is exactly the rule, the docs of [`crate::tsume::futile`] say.

use super::plies::Plies;
use crate::board::{BoardKey, Color, Fate, Move, Position, Square, attacks};

/// How a move leads from a node to its child.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// A move like any other.
    Ply,
    /// A reply, to a check from afar, that may be futile.
    Interposes(Interposed),
    /// A check after such a reply, which counts with it.
    Answers,
    /// The checking piece takes what was interposed, for nothing.
    Clears(Fate),
    /// Another piece takes it with check, which has to be mate at once.
    Ends,
}

/// What was interposed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Interposed {
    square: Square,
    fate: Fate,
}

impl Interposed {
    /// What `reply` puts between the king of the side to move and the piece that checks it; `None` when it does
    /// something else about the check.
    pub(super) fn by(position: &Position, reply: Move) -> Option<Interposed> {
        let defender = position.side_to_move();
        let king = position.king(defender)?;
        if reply.from() == Some(king) || reply.captured().is_some() {
            return None;
        }
        let checker = position.checkers(defender).first()?;
        attacks::between(king, checker)
            .contains(reply.to())
            .then(|| Interposed {
                square: reply.to(),
                fate: if reply.is_drop() {
                    Fate::Returned
                } else {
                    Fate::OutOfPlay
                },
            })
    }

    /// What distinguishes the board key of the interposition from that of the position.
    pub(super) fn key(self) -> BoardKey {
        let fate = match self.fate {
            Fate::Returned => 0,
            Fate::OutOfPlay => 1,
        };
        BoardKey::random(1 << 22 | fate << 8 | self.square.index() as u64)
    }

    /// Whether a move takes what was interposed.
    pub(super) fn is_taken_by(self, mv: Move) -> bool {
        mv.to() == self.square
    }

    /// How `check`, in the position after the reply, shows that it was futile, if it may.
    pub(super) fn futile_by(self, position: &Position, check: Move) -> Option<Step> {
        let from = check.from()?;
        if !self.is_taken_by(check) {
            return None;
        }
        let attacker = position.side_to_move();
        let king = position.king(attacker.opponent())?;
        if self.is_checker(position, king, from) {
            return Some(Step::Clears(self.fate));
        }
        checks_directly(position, attacker, king, check).then_some(Step::Ends)
    }

    /// Whether the piece on `from` is the one that gave the check: the first behind the square, seen from the king.
    fn is_checker(self, position: &Position, king: Square, from: Square) -> bool {
        let line = attacks::between(king, from);
        line.contains(self.square) && (line & position.occupied()).without(self.square).is_empty()
    }
}

/// Whether the piece that moves gives check itself.
fn checks_directly(position: &Position, attacker: Color, king: Square, check: Move) -> bool {
    let occupied = match check.from() {
        Some(from) => position.occupied().without(from),
        None => position.occupied(),
    };
    attacks::attacks(
        attacker,
        check.kind_after(),
        check.to(),
        occupied.with(check.to()),
    )
    .contains(king)
}

impl Step {
    /// The plies left at the child when `budget` are left at the node; `None` when that is less than none.
    pub(super) fn budget(self, budget: Plies) -> Option<Plies> {
        match self {
            Step::Ply => budget.minus_one(),
            Step::Interposes(_) | Step::Clears(_) => Some(budget),
            Step::Answers => budget.minus_one().and_then(Plies::minus_one),
            Step::Ends => Some(Plies::ZERO),
        }
    }

    /// The length of a mate through the child.
    pub(super) fn mate(self, child: Plies) -> Plies {
        match self {
            Step::Ply => child.plus_one(),
            Step::Interposes(_) | Step::Clears(_) => child,
            Step::Answers => child.plus_one().plus_one(),
            Step::Ends => Plies::ZERO,
        }
    }

    /// Within how many plies there is no mate through a child that has none within `child`.
    pub(super) fn no_mate(self, child: Plies) -> Plies {
        match self {
            Step::Ends => Plies::UNLIMITED,
            _ => self.mate(child),
        }
    }

    /// Plays the move.
    pub(super) fn make(self, position: &mut Position, mv: Move) {
        match self {
            Step::Clears(fate) => position.make_free_capture(mv, fate),
            _ => position.make(mv),
        }
    }

    /// Takes the move back.
    pub(super) fn unmake(self, position: &mut Position, mv: Move) {
        match self {
            Step::Clears(fate) => position.unmake_free_capture(mv, fate),
            _ => position.unmake(mv),
        }
    }
}
