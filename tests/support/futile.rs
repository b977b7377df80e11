//! Lengths with futile interpositions (無駄合) left out, by plain recursion over the definition.
//!
//! Nothing is known here but [`Position::legal_moves`] and what attacks the king. An interposition
//! before the checking piece X is futile for a number of plies that remain when the attacker may take it
//! with check and lose nothing by it: see [`Rule`].

use super::brute_force::{Exact, checks};
use std::collections::HashMap;
use tsume::board::{Color, HandKind, Move, Position, Square, attacks};

/// Which interpositions are no replies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// None: every one counts.
    All,
    /// Those that X takes with check so that the position without the interposed piece is mate within
    /// as many plies as remain.
    Checker,
    /// Those too that another piece takes with a direct check that is mate at once.
    SelfEvident,
}

/// What the attacker prefers among mates of the same length.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Thrift {
    /// To have little left.
    Spends,
    /// To have much left.
    Saves,
}

/// A reply to a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reply {
    pub mv: Move,
    /// The length of the shortest mate after it; `None` when it is longer than what was asked for.
    pub plies: Option<u32>,
    /// Whether it is futile for as many plies as were asked for.
    pub is_futile: bool,
}

/// The definition under one rule; it remembers what it has found out.
pub struct Definition {
    rule: Rule,
    /// Attacker to move.
    shortest: HashMap<Exact, Length>,
    /// Defender to move.
    longest: HashMap<Exact, Length>,
    left_over: HashMap<(Exact, Thrift, Clearing), Option<u32>>,
}

/// Whether play may go on without an interposed piece where no reply that counts holds out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Clearing {
    Forbidden,
    Allowed,
}

/// What is known of a length: it is above one number and at most another.
#[derive(Clone, Copy, Default)]
struct Length {
    above: Option<u32>,
    at_most: Option<u32>,
}

impl Length {
    fn is_within(self, plies: u32) -> Option<bool> {
        if self.at_most.is_some_and(|most| most <= plies) {
            Some(true)
        } else if self.above.is_some_and(|least| plies <= least) {
            Some(false)
        } else {
            None
        }
    }

    fn learn(&mut self, plies: u32, is_within: bool) {
        if is_within {
            self.at_most = Some(plies);
        } else {
            self.above = Some(plies);
        }
    }
}

impl Definition {
    pub fn new(rule: Rule) -> Definition {
        Definition {
            rule,
            shortest: HashMap::new(),
            longest: HashMap::new(),
            left_over: HashMap::new(),
        }
    }

    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The length of the shortest mate, the attacker to move; `None` when there is none within `plies`.
    pub fn mate_in(&mut self, position: &Position, plies: u32) -> Option<u32> {
        (1..=plies)
            .step_by(2)
            .find(|&length| self.mates_within(position, length))
    }

    /// Whether the attacker, to move, mates within `plies`.
    pub fn mates_within(&mut self, position: &Position, plies: u32) -> bool {
        let known = self.shortest.get(&Exact(position.clone())).copied();
        if let Some(known) = known.and_then(|length| length.is_within(plies)) {
            return known;
        }
        let mates = checks(position)
            .into_iter()
            .any(|check| self.is_answered_within(&position.after(check), plies - 1));
        let length = self.shortest.entry(Exact(position.clone())).or_default();
        length.learn(plies, mates);
        mates
    }

    /// Whether every reply to the check that the defender is in is futile or is mated within `plies`,
    /// the reply itself included.
    pub fn is_answered_within(&mut self, position: &Position, plies: u32) -> bool {
        let known = self.longest.get(&Exact(position.clone())).copied();
        if let Some(known) = known.and_then(|length| length.is_within(plies)) {
            return known;
        }
        let is_answered = position.legal_moves().into_iter().all(|reply| {
            self.is_futile(position, reply, plies)
                || plies >= 2 && self.mates_within(&position.after(reply), plies - 1)
        });
        let length = self.longest.entry(Exact(position.clone())).or_default();
        length.learn(plies, is_answered);
        is_answered
    }

    /// Whether a reply is a futile interposition when `plies` remain.
    pub fn is_futile(&mut self, position: &Position, reply: Move, plies: u32) -> bool {
        if self.rule == Rule::All {
            return false;
        }
        taken_off(position, reply)
            .into_iter()
            .any(|without| self.is_answered_within(&without, plies))
            || self.rule == Rule::SelfEvident
                && taken_by_others(position, reply)
                    .into_iter()
                    .any(|taken| self.is_answered_within(&taken, 0))
    }

    /// The checks after which the defender is mated within `plies`, the check itself included.
    pub fn mating_moves(&mut self, position: &Position, plies: u32) -> Vec<Move> {
        let mut moves = checks(position);
        moves.retain(|&check| self.is_answered_within(&position.after(check), plies - 1));
        moves
    }

    /// All replies to a check that mates within `plies` more.
    pub fn replies(&mut self, position: &Position, plies: u32) -> Vec<Reply> {
        let replies = position.legal_moves().into_iter();
        replies
            .map(|mv| Reply {
                mv,
                plies: self.mate_in(&position.after(mv), plies + 1),
                is_futile: self.is_futile(position, mv, plies),
            })
            .collect()
    }

    /// The replies, to a check that mates within `plies` more, that count and hold out that long.
    pub fn longest_defences(&mut self, position: &Position, plies: u32) -> Vec<Move> {
        let mut replies = self.replies(position, plies);
        replies.retain(|reply| !reply.is_futile && reply.plies == Some(plies - 1));
        replies.into_iter().map(|reply| reply.mv).collect()
    }

    /// How many pieces the attacker, to move, has left in hand after a shortest mate of `plies`. He plays only moves
    /// that mate soonest, the defender only replies that hold out longest; among these the defender goes
    /// for little left and the attacker for what `thrift` says.
    ///
    /// Now and then no reply that counts holds out as long as the length says, for the length is that of a
    /// position from which an interposed piece was taken away. Then futile replies that hold out so long stand in,
    /// and where no line at all comes to its end that way, play goes on without the interposed piece.
    pub fn left_over(&mut self, position: &Position, plies: u32, thrift: Thrift) -> u32 {
        [Clearing::Forbidden, Clearing::Allowed]
            .into_iter()
            .find_map(|clearing| self.left_by(position, plies, thrift, clearing))
            .expect("the length comes from somewhere")
    }

    fn left_by(
        &mut self,
        position: &Position,
        plies: u32,
        thrift: Thrift,
        clearing: Clearing,
    ) -> Option<u32> {
        let key = (Exact(position.clone()), thrift, clearing);
        if let Some(&known) = self.left_over.get(&key) {
            return known;
        }
        let checks = self.mating_moves(position, plies).into_iter();
        let ends = checks.filter_map(|check| {
            self.left_after(&position.after(check), plies - 1, thrift, clearing)
        });
        let left = match thrift {
            Thrift::Spends => ends.min(),
            Thrift::Saves => ends.max(),
        };
        self.left_over.insert(key, left);
        left
    }

    fn left_after(
        &mut self,
        position: &Position,
        plies: u32,
        thrift: Thrift,
        clearing: Clearing,
    ) -> Option<u32> {
        if plies == 0 {
            let attacker = position.side_to_move().opponent();
            return Some(position.hand(attacker).total());
        }
        let replies = self.replies(position, plies);
        let mut longest: Vec<Reply> = replies
            .iter()
            .filter(|reply| reply.plies == Some(plies - 1))
            .copied()
            .collect();
        if longest.iter().any(|reply| !reply.is_futile) {
            longest.retain(|reply| !reply.is_futile);
        }
        let ends = longest.into_iter();
        let ends = ends.filter_map(|reply| {
            self.left_by(&position.after(reply.mv), plies - 1, thrift, clearing)
        });
        let left = ends.min();
        if left.is_some() || clearing == Clearing::Forbidden {
            return left;
        }
        let without = replies
            .iter()
            .flat_map(|reply| taken_off(position, reply.mv));
        let without: Vec<Position> = without.collect();
        let ends = without.into_iter().filter_map(|without| {
            let is_longest = self.is_answered_within(&without, plies)
                && !self.is_answered_within(&without, plies - 2);
            is_longest
                .then(|| self.left_after(&without, plies, thrift, clearing))
                .flatten()
        });
        ends.min()
    }
}

/// The positions without the interposed piece after each way in which the checking piece can take it with check.
pub fn taken_off(position: &Position, reply: Move) -> Vec<Position> {
    let Some(checker) = checker_behind(position, reply) else {
        return Vec::new();
    };
    let interposed = position.after(reply);
    let captures = captures(&interposed, reply.to()).into_iter();
    captures
        .filter(|capture| capture.from() == Some(checker))
        .map(|capture| without_the_interposed(&interposed.after(capture), capture, reply))
        .collect()
}

/// The positions after each way in which another piece can take what was interposed and check itself.
pub fn taken_by_others(position: &Position, reply: Move) -> Vec<Position> {
    let mut taken = captures_by_others(position, reply);
    taken.retain(|taken| is_direct_check(taken, reply.to()));
    taken
}

/// The positions after each way in which another piece can take what was interposed with check.
pub fn captures_by_others(position: &Position, reply: Move) -> Vec<Position> {
    let Some(checker) = checker_behind(position, reply) else {
        return Vec::new();
    };
    let interposed = position.after(reply);
    let captures = captures(&interposed, reply.to()).into_iter();
    captures
        .filter(|capture| capture.from() != Some(checker))
        .map(|capture| interposed.after(capture))
        .collect()
}

/// The captures on a square that give check.
fn captures(position: &Position, square: Square) -> Vec<Move> {
    let mut captures = checks(position);
    captures.retain(|capture| capture.to() == square);
    captures
}

/// Where the only checking piece stands, when it checks along a line into which the reply steps.
fn checker_behind(position: &Position, reply: Move) -> Option<Square> {
    let king = position.king(position.side_to_move())?;
    let mut checkers = position.checkers(position.side_to_move()).into_iter();
    let checker = checkers.next().filter(|_| checkers.next().is_none())?;
    attacks::between(checker, king)
        .contains(reply.to())
        .then_some(checker)
}

/// Whether the piece on `from` itself attacks the king of the side to move.
fn is_direct_check(position: &Position, from: Square) -> bool {
    position.checkers(position.side_to_move()).contains(from)
}

/// The position after X has taken the interposed piece, with that piece out of play: one that was dropped goes
/// back to the defender, one that moved is nobody's.
fn without_the_interposed(taken: &Position, capture: Move, reply: Move) -> Position {
    let kind = capture.captured().and_then(|kind| kind.in_hand());
    let kind = kind.expect("something that is no king was taken");
    let defender = taken.side_to_move();
    let mut builder = taken.to_builder();
    let mut give = |color: Color, kind: HandKind, count: i64| {
        let held = i64::from(builder.held(color, kind)) + count;
        builder.hold(
            color,
            kind,
            u32::try_from(held).expect("the piece was held"),
        );
    };
    give(defender.opponent(), kind, -1);
    if reply.is_drop() {
        give(defender, kind, 1);
    }
    builder.build().expect("only hands have changed")
}
