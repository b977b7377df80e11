//! The shortest mate against the longest defence, and a line of exactly that length.
//!
//! A proof bounds the length from above. Then a mate is looked for in two plies less, on the same table, until
//! there is none: the proofs and disproofs of before are of use wherever their lengths say enough.
//!
//! The line is walked down afterwards. At each reply it has to be known that no mate is shorter, which the
//! disproof of the root tells of at least one reply; so as a rule the way down costs next to nothing. The walk
//! goes on to look for a line that leaves the attacker nothing in hand (駒余り), as long as there is one to try.

use super::dfpn::Search;
use super::goal::Futile;
use super::node::Value;
use super::plies::Plies;
use super::step::{Interposed, Step};
use super::table::Known;
use super::team;
use crate::board::{BoardKey, Hand, Move, Position, attacks};
use std::collections::HashSet;
use std::num::NonZeroUsize;

/// How far the length of a mate is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Length {
    pub(super) at_least: Plies,
    pub(super) at_most: Plies,
}

impl Length {
    /// That of a mate proven within `plies`.
    pub(super) fn within(plies: Plies) -> Length {
        let one = Plies::ZERO.plus_one();
        Length {
            at_least: one,
            at_most: plies,
        }
    }

    pub(super) fn is_exact(self) -> bool {
        self.at_least == self.at_most
    }
}

/// A line of exactly the shortest length.
pub(super) struct ExactLine {
    pub(super) moves: Vec<Move>,
    /// Whether the attacker has pieces left after each line of this length; `None` when not all were walked down.
    pub(super) always_leaves: Option<bool>,
}

/// Nodes allowed for walking down a line, beyond those that the search took.
const NODES_FOR_A_LINE: u64 = 1_000_000;
/// Nodes allowed for looking for a line that leaves less, beyond a tenth of those that the search took.
const NODES_FOR_A_CLEANER_LINE: u64 = 1_000;
/// Nodes allowed for finding out whether a move that is usually quoted would do as well.
const NODES_FOR_A_QUOTE: u64 = 2_000;

impl Search<'_> {
    /// Looks for ever shorter mates than the one proven within `plies`, until there is none or the watch ends it.
    pub(super) fn shorten(&mut self, plies: Plies, threads: NonZeroUsize) -> Length {
        let mut length = Length::within(plies);
        while let Some(shorter) = two_less(length.at_most) {
            match team::prove(self, shorter, threads).value {
                Value::Mate { plies, .. } => length.at_most = plies,
                Value::NoMate { .. } => break,
                Value::Open { .. } => return length,
            }
        }
        length.at_least = length.at_most;
        length
    }

    /// A line from the position in hand, which is mate in exactly `plies`; `None` when the watch ends the search for it
    /// or no such line can be played.
    pub(super) fn exact_line(&mut self, plies: Plies) -> Option<ExactLine> {
        self.watch.extend(self.watch.nodes() + NODES_FOR_A_LINE);
        Walk::down_from(self, plies)
    }

    /// Like [`Search::prove`], but gives up after so many nodes.
    pub(super) fn prove_for(&mut self, budget: Plies, nodes: u64) -> Value {
        let whole = self.watch.clone();
        self.watch.extend(nodes);
        let value = self.prove(budget).value;
        let spent = self.watch.nodes() - whole.nodes();
        let deepest = self.watch.deepest();
        self.watch = whole;
        self.watch.add(spent);
        self.watch.deepen(deepest);
        value
    }

    pub(super) fn after<T>(
        &mut self,
        step: Step,
        mv: Move,
        find_out: impl FnOnce(&mut Self) -> T,
    ) -> T {
        step.make(&mut self.position, mv);
        let found = find_out(self);
        step.unmake(&mut self.position, mv);
        found
    }

    /// Whether a check of the position in hand mates within `plies`, itself included, as far as so many nodes tell.
    fn mates(&mut self, check: Move, plies: Plies, nodes: Option<u64>) -> Option<bool> {
        let budget = plies.minus_one()?;
        let known = match self.known_after(check, budget) {
            Known::Mate { .. } => return Some(true),
            Known::NoMate { .. } => return Some(false),
            _ => self.after(Step::Ply, check, |search| match nodes {
                Some(nodes) => search.prove_for(budget, nodes),
                None => search.prove(budget).value,
            }),
        };
        is_mate(known)
    }

    /// Whether a reply to a check that mates within `plies` more is a futile interposition.
    pub(super) fn is_futile(&mut self, reply: Move, plies: Plies) -> Option<bool> {
        if self.futile == Futile::Count {
            return Some(false);
        }
        let Some(interposed) = Interposed::by(&self.position, reply) else {
            return Some(false);
        };
        self.after(Step::Ply, reply, |search| {
            for (check, step, left) in search.ways_to_show_futile(interposed, plies) {
                if is_mate(search.after(step, check, |search| search.prove(left).value))? {
                    return Some(true);
                }
            }
            Some(false)
        })
    }

    /// The checks that may show that the reply before, with `plies` left, was futile: how, and within how many plies the
    /// position after each then has to be mate.
    pub(super) fn ways_to_show_futile(
        &self,
        interposed: Interposed,
        plies: Plies,
    ) -> Vec<(Move, Step, Plies)> {
        let checks = self.position.checks().into_iter();
        checks
            .filter_map(|check| {
                let step = interposed.futile_by(&self.position, check)?;
                Some((check, step, step.budget(plies)?))
            })
            .collect()
    }

    /// How the checking piece clears a futile reply away so that the mate still takes all of `plies`.
    fn clearing(&mut self, reply: Move, plies: Plies) -> Option<Option<(Step, Move)>> {
        let Some(interposed) = Interposed::by(&self.position, reply) else {
            return Some(None);
        };
        self.after(Step::Ply, reply, |search| {
            for check in search.position.checks() {
                if let Some(step @ Step::Clears(_)) = interposed.futile_by(&search.position, check)
                    && search.after(step, check, |search| search.is_mated_in(plies))?
                {
                    return Some(Some((step, check)));
                }
            }
            Some(None)
        })
    }

    /// Whether the defender to move is mated within `plies` and not sooner.
    fn is_mated_in(&mut self, plies: Plies) -> Option<bool> {
        if !is_mate(self.prove(plies).value)? {
            return Some(false);
        }
        match two_less(plies) {
            Some(sooner) => Some(!is_mate(self.prove(sooner).value)?),
            None => Some(true),
        }
    }

    /// Whether there is a mate within `plies`, the reply itself included.
    fn is_mated_after(&mut self, reply: Move, plies: Plies) -> Option<bool> {
        let left = plies.minus_one()?;
        is_mate(self.after(Step::Ply, reply, |search| search.prove(left).value))
    }

    /// Whether a reply to a check that mates within `plies` more holds out that long, if it is mated within them.
    fn holds_out(&mut self, reply: Move, plies: Plies) -> Option<bool> {
        let Some(shorter) = plies.minus_one().and_then(two_less) else {
            return Some(true);
        };
        match self.known_after(reply, shorter) {
            Known::Mate { .. } => Some(false),
            Known::NoMate { .. } => Some(true),
            _ => {
                let value = self.after(Step::Ply, reply, |search| search.prove(shorter).value);
                is_mate(value).map(|mates| !mates)
            }
        }
    }
}

/// Whether a value is that of a mate; `None` when it is open.
pub(super) fn is_mate(value: Value) -> Option<bool> {
    match value {
        Value::Mate { .. } => Some(true),
        Value::NoMate { .. } => Some(false),
        Value::Open { .. } => None,
    }
}

fn two_less(plies: Plies) -> Option<Plies> {
    plies.minus_one().and_then(Plies::minus_one)
}

/// A walk over the lines in which both sides do their best, as far as the length goes.
struct Walk<'s, 'a> {
    /// Where it began.
    root: Position,
    search: &'s mut Search<'a>,
    /// The attacker's turns from the root to the one in hand.
    turns: Vec<Turn>,
    /// Positions with the attacker to move that have been walked through.
    seen: HashSet<(BoardKey, Hand)>,
    best: Option<(u32, Vec<Move>)>,
    /// Whether futile replies are cleared away where there is no other way to go on.
    may_clear: bool,
}

/// A turn of the attacker.
struct Turn {
    /// The length of the mate from here.
    plies: Plies,
    /// The reply that led here.
    via: Option<Move>,
    /// The check in hand, and what was cleared away after it (see [`Walk::clear`]); all made.
    made: Vec<(Step, Move)>,
    /// Replies to it that have not been looked at.
    replies: Vec<Move>,
    /// Those that were found futile.
    futile: Vec<Move>,
    /// Those of them after which there is no mate as quick as the length says.
    slow: Vec<Move>,
    /// Whether any reply that counts was followed.
    is_followed: bool,
    /// Checks not tried; `None` before the first has been chosen.
    checks: Option<Vec<Move>>,
}

impl Turn {
    fn new(plies: Plies, via: Option<Move>) -> Turn {
        Turn {
            plies,
            via,
            made: Vec::new(),
            replies: Vec::new(),
            futile: Vec::new(),
            slow: Vec::new(),
            is_followed: false,
            checks: None,
        }
    }
}

impl<'s, 'a> Walk<'s, 'a> {
    fn down_from(search: &'s mut Search<'a>, plies: Plies) -> Option<ExactLine> {
        let mut walk = Walk {
            root: search.position.clone(),
            search,
            turns: vec![Turn::new(plies, None)],
            seen: HashSet::new(),
            best: None,
            may_clear: false,
        };
        let mut is_complete = walk.go().is_some();
        walk.go_back();
        if walk.best.is_none() && is_complete {
            walk.may_clear = true;
            walk.seen.clear();
            walk.turns.push(Turn::new(plies, None));
            is_complete = walk.go().is_some();
            walk.go_back();
        }
        let (left, moves) = walk.best?;
        let is_known = (is_complete || left == 0) && !walk.may_clear;
        let always_leaves = is_known.then_some(left > 0);
        Some(ExactLine {
            moves,
            always_leaves,
        })
    }

    /// Walks until a line leaves nothing or all have been walked; `None` when the watch ends the walk.
    fn go(&mut self) -> Option<()> {
        while let Some(turn) = self.turns.last_mut() {
            if !turn.made.is_empty() {
                self.go_on_with_a_reply()?;
            } else if !self.go_on_with_a_check()? {
                self.leave_turn();
            }
            if matches!(self.best, Some((0, _))) {
                return Some(());
            }
        }
        Some(())
    }

    fn turn(&mut self) -> &mut Turn {
        self.turns
            .last_mut()
            .expect("a walk has a turn in hand until it ends")
    }

    /// Makes the next check; whether there was one.
    fn go_on_with_a_check(&mut self) -> Option<bool> {
        let plies = self.turn().plies;
        let check = match self.turn().checks.as_mut().map(Vec::pop) {
            None => {
                let first = self.first_check(plies)?;
                let mut others = self.search.checks_to_try();
                others.retain(|&check| check != first);
                self.turn().checks = Some(others);
                first
            }
            Some(Some(check)) if self.search.mates(check, plies, None)? => check,
            Some(Some(_)) => return Some(true),
            Some(None) => return Some(false),
        };
        self.search.position.make(check);
        let replies = match plies.minus_one() {
            Some(Plies::ZERO) | None => Vec::new(),
            Some(left) => self.replies(left),
        };
        let turn = self.turn();
        turn.made.push((Step::Ply, check));
        turn.is_followed = false;
        turn.replies = replies;
        turn.futile.clear();
        turn.slow.clear();
        if plies == Plies::ZERO.plus_one() {
            self.arrive();
        }
        Some(true)
    }

    /// The replies to the check in hand, those last that are known to hold out for `left` plies.
    fn replies(&mut self, left: Plies) -> Vec<Move> {
        let mut replies = self.search.position.legal_moves();
        let shorter = left.minus_one().and_then(two_less);
        replies.sort_by_key(|&reply| {
            shorter.is_none_or(|shorter| {
                matches!(
                    self.search.known_after(reply, shorter),
                    Known::NoMate { .. }
                )
            })
        });
        replies
    }

    /// Makes the next reply that holds out, or takes the check back.
    fn go_on_with_a_reply(&mut self) -> Option<()> {
        let left = self.turn().plies.minus_one()?;
        let next = self.turn().replies.pop();
        let Some(reply) = next.or_else(|| self.futile_reply()) else {
            if !self.clear(left)? {
                self.take_back_check();
            }
            return Some(());
        };
        if !self.search.holds_out(reply, left)? {
            return Some(());
        }
        if next.is_some() && self.search.is_futile(reply, left)? {
            self.turn().futile.push(reply);
            return Some(());
        }
        if next.is_none() && !self.search.is_mated_after(reply, left)? {
            self.turn().slow.push(reply);
            return Some(());
        }
        self.turn().is_followed = true;
        self.search.position.make(reply);
        let here = (
            self.search.position.board_key(),
            self.search.attacker_hand(),
        );
        match left.minus_one() {
            Some(plies) if self.seen.insert(here) => self.turns.push(Turn::new(plies, Some(reply))),
            _ => self.search.position.unmake(reply),
        }
        Some(())
    }

    /// A futile reply, where none that counts holds out as long as the length says: the length is then that of a
    /// position from which an interposed piece was taken away.
    fn futile_reply(&mut self) -> Option<Move> {
        let turn = self.turn();
        if turn.is_followed {
            None
        } else {
            turn.futile.pop()
        }
    }

    /// Plays a futile reply and the capture that shows it, where no reply can be followed at all; whether there was one.
    ///
    /// The line becomes longer than the length then: these two moves do not count.
    fn clear(&mut self, left: Plies) -> Option<bool> {
        while self.may_clear
            && !self.turn().is_followed
            && let Some(reply) = self.turn().slow.pop()
        {
            let Some((step, capture)) = self.search.clearing(reply, left)? else {
                continue;
            };
            for (step, mv) in [(Step::Ply, reply), (step, capture)] {
                step.make(&mut self.search.position, mv);
                self.turn().made.push((step, mv));
            }
            self.turn().replies = self.replies(left);
            self.turn().slow.clear();
            return Some(true);
        }
        Some(false)
    }

    fn take_back_check(&mut self) {
        while let Some((step, mv)) = self.turn().made.pop() {
            step.unmake(&mut self.search.position, mv);
        }
    }

    fn leave_turn(&mut self) {
        self.take_back_check();
        if let Some(Turn {
            via: Some(reply), ..
        }) = self.turns.pop()
        {
            self.search.position.unmake(reply);
        }
    }

    fn go_back(&mut self) {
        while !self.turns.is_empty() {
            self.leave_turn();
        }
    }

    /// The check in hand mates: keeps the line if it leaves the least so far and can be played.
    fn arrive(&mut self) {
        let left = self.search.attacker_hand().total();
        if self.best.as_ref().is_some_and(|&(best, _)| left >= best) {
            return;
        }
        let line = self.turns.iter().flat_map(|turn| {
            let made = turn.made.iter().map(|&(_, mv)| mv);
            turn.via.into_iter().chain(made)
        });
        let line: Vec<Move> = line.collect();
        // What was cleared away is the attacker's on the board: the defender cannot drop it again.
        if self.may_clear && !can_be_played(&self.root, &line) {
            return;
        }
        if self.best.is_none() {
            let spent = self.search.watch.nodes();
            let more = spent / 10 + NODES_FOR_A_CLEANER_LINE;
            self.search.watch.extend(more);
        }
        self.best = Some((left, line));
    }

    /// The check that a line is quoted with, among those that are known to mate within `plies`.
    fn first_check(&mut self, plies: Plies) -> Option<Move> {
        let left = plies.minus_one()?;
        let checks = self.search.checks_to_try();
        let mut mating = Vec::new();
        for &check in &checks {
            if let Known::Mate { .. } = self.search.known_after(check, left) {
                mating.push(check);
            } else if left == Plies::ZERO && self.search.mates(check, plies, None)? {
                mating.push(check);
            }
        }
        if mating.is_empty() {
            let ending = self.search.prove(plies);
            mating.extend(
                ending
                    .decider
                    .filter(|_| is_mate(ending.value) == Some(true)),
            );
        }
        let position = &self.search.position;
        let chosen = mating
            .into_iter()
            .min_by_key(|&check| rank(position, check))?;
        for other in quoted_instead(position, chosen, &checks) {
            if self.search.mates(other, plies, Some(NODES_FOR_A_QUOTE)) == Some(true) {
                return Some(other);
            }
        }
        Some(chosen)
    }
}

fn can_be_played(root: &Position, line: &[Move]) -> bool {
    let mut position = root.clone();
    line.iter().all(|&mv| {
        let is_legal = position.legal_moves().contains(&mv);
        if is_legal {
            position.make(mv);
        }
        is_legal
    })
}

/// An order of checks that mate equally soon: pieces from the hand first, promotions, then the nearest to the king.
fn rank(position: &Position, check: Move) -> (bool, bool, u8, u32) {
    (
        !check.is_drop(),
        !check.is_promotion(),
        distance(position, check),
        check.bits(),
    )
}

/// How far from the king a check comes.
fn distance(position: &Position, check: Move) -> u8 {
    position
        .king(position.side_to_move().opponent())
        .map_or(0, |king| {
            let (to, from) = (check.to(), king);
            to.file()
                .abs_diff(from.file())
                .max(to.rank().abs_diff(from.rank()))
        })
}

/// Checks that would be quoted instead of `check` if they mate as well: the same drop from nearer by, and the
/// same move with promotion.
fn quoted_instead(position: &Position, check: Move, checks: &[Move]) -> Vec<Move> {
    let Some(king) = position.king(position.side_to_move().opponent()) else {
        return Vec::new();
    };
    let nearer = attacks::between(king, check.to());
    let mut instead: Vec<Move> = checks
        .iter()
        .copied()
        .filter(|other| match check.from() {
            None => other.dropped() == check.dropped() && nearer.contains(other.to()),
            Some(from) => {
                !check.is_promotion()
                    && other.is_promotion()
                    && other.from() == Some(from)
                    && other.to() == check.to()
            }
        })
        .collect();
    instead.sort_by_key(|&other| distance(position, other));
    instead
}
