//! Interpositions on whose futility composers disagree, and on which a length or its line rests.
//!
//! The rule decides each of them (see [`crate::tsume::futile`]); here they are named, so that nobody takes for
//! settled what is not. What is looked at is the line, position by position:
//!
//! * After each of its checks but the last, a reply that does not count only because the checking piece X takes it and the
//!   rest is as short as before, while X on its new square leaves the defender replies that he did not have
//!   ([`Dispute::Broad`]). If such a reply, counted, would be mated as soon all the same, nothing rests on it.
//! * After the last check, a reply that does not count only because another piece takes it and mates with the help of
//!   a third that had no part in the mate before ([`Dispute::NewHelper`], [`Dispute::DoubleCheck`]).
//! * At each of the attacker's turns but the last, a check that would be mate at once if captures that open the line of a third
//!   piece also made futile ([`Dispute::Discovered`]): the line would be shorter by two plies or more.
//! * Interpositions of the line between two positions with the same men on the board, the attacker the richer for
//!   them ([`Dispute::Restored`]).
//!
//! So marks depend on the line and on nothing else. Few questions need the search, and they are asked on the tables that hold the
//! proof, with few nodes for each; where these do not suffice, that is said ([`Dispute::Open`]).

use super::dfpn::Search;
use super::plies::Plies;
use super::shortest::is_mate;
use super::step::{Interposed, Step};
use super::table::Known;
use crate::board::{BoardKey, Color, Hand, Move, Position, Square, Symmetry};
use std::collections::HashMap;
use std::fmt;

/// A disputed interposition that the length or the line of a mate rests on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Grey {
    /// Its place in the line, counted from 1; always even.
    pub ply: u32,
    /// The check that it answers: that of the line, or another one that the attacker has instead.
    pub check: Move,
    /// The interposition; where pieces of several kinds can be dropped on one square, one of them.
    pub interposition: Move,
    /// What is disputed.
    pub dispute: Dispute,
}

/// What is disputed about an interposition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Dispute {
    /// 広義: the checking piece takes it and the mate is as short as before, but not every variation is the same.
    Broad,
    /// XY(Z): another piece takes it and mates at once, with the help of a third that had no part in the mate before.
    NewHelper,
    /// 間接両王手: another piece takes it and checks, and that opens the line of a third, which the mate needs too.
    DoubleCheck,
    /// XYZ: another piece takes it, and that opens the line of a third, which mates at once.
    Discovered,
    /// 復元型: it is taken in a cycle that leaves the board as it was.
    Restored,
    /// It was not found out within a reasonable number of nodes whether it is disputed.
    Open,
}

impl Dispute {
    /// How the rule decides: whether the interposition counts. `None` when it was not found out.
    pub fn counts(self) -> Option<bool> {
        match self {
            Dispute::Broad | Dispute::NewHelper | Dispute::DoubleCheck => Some(false),
            Dispute::Discovered | Dispute::Restored => Some(true),
            Dispute::Open => None,
        }
    }

    /// How the rule decides, and what is to be said against that: `does not count (広義), though …`.
    pub fn explanation(self) -> &'static str {
        match self {
            Dispute::Broad => "does not count (広義), though its capture allows new replies",
            Dispute::NewHelper => "does not count (XY(Z)), though a third piece has to help",
            Dispute::DoubleCheck => {
                "does not count (間接両王手), though a third piece has to check"
            }
            Dispute::Discovered => "counts (XYZ), though its capture mates by discovered check",
            Dispute::Restored => "counts (復元型), though the board comes back as it was",
            Dispute::Open => "may be disputed, which could not be found out",
        }
    }
}

/// The word that programs are told: `broad`, `xy(z)`, `double check`, `xyz`, `restored` or `open`.
impl fmt::Display for Dispute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dispute::Broad => "broad",
            Dispute::NewHelper => "xy(z)",
            Dispute::DoubleCheck => "double check",
            Dispute::Discovered => "xyz",
            Dispute::Restored => "restored",
            Dispute::Open => "open",
        })
    }
}

/// As engines tell it: `P*2c at ply 2 after 9d6g is disputed and does not count (broad)`.
impl fmt::Display for Grey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Grey {
            ply,
            check,
            interposition,
            dispute,
        } = self;
        let decided = match dispute.counts() {
            Some(true) => "is disputed and counts",
            Some(false) => "is disputed and does not count",
            None => "may be disputed",
        };
        write!(
            f,
            "{interposition} at ply {ply} after {check} {decided} ({dispute})"
        )
    }
}

impl Grey {
    /// The same mark on the image of the line under a symmetry of the rules.
    pub fn image(self, symmetry: Symmetry) -> Grey {
        Grey {
            check: self.check.image(symmetry),
            interposition: self.interposition.image(symmetry),
            ..self
        }
    }
}

/// Where an interposition stands and where it comes from. Of which kind a dropped piece is seldom matters.
type Place = (Square, Option<Square>);

fn place(interposition: Move) -> Place {
    (interposition.to(), interposition.from())
}

/// Nodes allowed for each question.
const NODES_FOR_A_QUESTION: u64 = 2_000;

impl Search<'_> {
    /// The disputed interpositions along a shortest mate from the position in hand, in its order.
    pub(super) fn grey(&mut self, line: &[Move]) -> Vec<Grey> {
        let mut found = restored(&self.position, line);
        for (played, &mv) in line.iter().enumerate() {
            let left = line.len() - played;
            let ply = played as u32 + 2;
            if played % 2 == 0 && left > 1 {
                let checks = self.checks_to_try();
                found.extend(discovered(&self.position, checks, &line[played..], ply));
            }
            self.position.make(mv);
            if played % 2 == 0 {
                let disputed = match Plies::new(left - 1) {
                    Plies::ZERO => with_new_helpers(&mut self.position),
                    left => self.broadly_futile(left),
                };
                let disputed = disputed.into_iter().map(|(interposition, dispute)| Grey {
                    ply,
                    check: mv,
                    interposition,
                    dispute,
                });
                found.extend(disputed);
            }
        }
        for &mv in line.iter().rev() {
            self.position.unmake(mv);
        }
        found.sort_by_key(|grey| grey.ply);
        found
    }

    /// The replies to the check just given, mate within `plies` more, that are futile in the broad sense alone.
    fn broadly_futile(&mut self, plies: Plies) -> Vec<(Move, Dispute)> {
        let replies = self.position.legal_moves();
        let mut judged: HashMap<Place, Option<bool>> = HashMap::new();
        let mut found: Vec<(Move, Dispute)> = Vec::new();
        for &reply in &replies {
            let Some(interposed) = Interposed::by(&self.position, reply) else {
                continue;
            };
            let is_told = found.iter().any(|&(told, _)| place(told) == place(reply));
            if is_told || self.is_known_mated(reply, plies) {
                continue;
            }
            // Without the interposed piece, it does not matter of which kind it was.
            let is_evident = *judged
                .entry(place(reply))
                .or_insert_with(|| self.is_evidently_futile(reply, interposed, &replies, plies));
            if is_evident == Some(true) {
                continue;
            }
            match self.is_soon_mated(reply, plies) {
                Some(true) => {}
                Some(false) if is_evident == Some(false) => found.push((reply, Dispute::Broad)),
                _ => found.push((reply, Dispute::Open)),
            }
        }
        found
    }

    fn is_known_mated(&self, reply: Move, plies: Plies) -> bool {
        plies
            .minus_one()
            .is_some_and(|left| matches!(self.known_after(reply, left), Known::Mate { .. }))
    }

    /// Whether a reply that counts would be mated within `plies`, itself included.
    fn is_soon_mated(&mut self, reply: Move, plies: Plies) -> Option<bool> {
        let left = plies.minus_one()?;
        is_mate(self.after(Step::Ply, reply, |search| {
            search.prove_for(left, NODES_FOR_A_QUESTION)
        }))
    }

    /// Whether X can take what `reply` interposes so that it is mate at once, or that the mate within `plies` meets
    /// no reply that is not among `before`.
    fn is_evidently_futile(
        &mut self,
        reply: Move,
        interposed: Interposed,
        before: &[Move],
        plies: Plies,
    ) -> Option<bool> {
        self.after(Step::Ply, reply, |search| {
            let mut is_open = false;
            for capture in search.position.checks() {
                let step = interposed.futile_by(&search.position, capture);
                let Some(step @ Step::Clears(_)) = step else {
                    continue;
                };
                let is_evident = search.after(step, capture, |search| {
                    search.is_mated_as_before(before, plies)
                });
                match is_evident {
                    Some(true) => return Some(true),
                    Some(false) => {}
                    None => is_open = true,
                }
            }
            (!is_open).then_some(false)
        })
    }

    fn is_mated_as_before(&mut self, before: &[Move], plies: Plies) -> Option<bool> {
        if AtOnce::by(Rule::SelfEvident).is_mate(&mut self.position) {
            return Some(true);
        }
        for reply in self.position.legal_moves() {
            if !before.contains(&reply) && !self.is_futile(reply, plies)? {
                return Some(false);
            }
        }
        is_mate(self.prove_for(plies, NODES_FOR_A_QUESTION))
    }
}

/// The interpositions in a line after which the board comes back as it was, with more in the attacker's hand.
fn restored(root: &Position, line: &[Move]) -> Vec<Grey> {
    let attacker = root.side_to_move();
    let mut position = root.clone();
    let mut turns: HashMap<BoardKey, (usize, Hand)> = HashMap::new();
    let mut interpositions = Vec::new();
    for (played, &mv) in line.iter().enumerate() {
        if played % 2 == 0 {
            let (board, hand) = (position.board_key(), position.hand(attacker));
            let (began, held) = *turns.entry(board).or_insert((played, hand));
            if held != hand && hand.dominates(held) {
                interpositions.iter_mut().for_each(|(ply, _, is_in_cycle)| {
                    *is_in_cycle |= (began..played).contains(ply);
                });
            }
        } else if Interposed::by(&position, mv).is_some()
            && line.get(played + 1).map(|next| next.to()) == Some(mv.to())
        {
            let grey = Grey {
                ply: played as u32 + 1,
                check: line[played - 1],
                interposition: mv,
                dispute: Dispute::Restored,
            };
            interpositions.push((played, grey, false));
        }
        position.make(mv);
    }
    let in_cycles = interpositions.into_iter().filter(|&(.., is_in)| is_in);
    in_cycles.map(|(_, grey, _)| grey).collect()
}

/// What stands between some check and mate at once: interpositions that another piece takes so that a third one
/// gives check. That of the line, which begins with a check and a reply, is named even if other replies hold out too.
fn discovered(position: &Position, checks: Vec<Move>, line: &[Move], ply: u32) -> Vec<Grey> {
    let mut position = position.clone();
    let mut found = Vec::new();
    for check in checks {
        position.make(check);
        let is_mate = AtOnce::by(Rule::Wide).is_mate(&mut position);
        if is_mate || check == line[0] {
            let mut disputed = disputed_at_once(&mut position, Rule::Wide, Rule::SelfEvident);
            disputed.retain(|&interposition| is_mate || place(interposition) == place(line[1]));
            found.extend(disputed.into_iter().map(|interposition| Grey {
                ply,
                check,
                interposition,
                dispute: Dispute::Discovered,
            }));
        }
        position.unmake(check);
    }
    found
}

/// The replies to the last check that are futile only with the help of a piece that had no part in the mate.
fn with_new_helpers(position: &mut Position) -> Vec<(Move, Dispute)> {
    disputed_at_once(position, Rule::SelfEvident, Rule::Strict)
        .into_iter()
        .map(|reply| (reply, help(position, reply)))
        .collect()
}

/// How the third piece helps: whether it checks too, however the reply is taken.
fn help(position: &mut Position, reply: Move) -> Dispute {
    let defender = position.side_to_move();
    let mut is_by_check = true;
    if let Some(interposed) = Interposed::by(position, reply) {
        position.make(reply);
        for capture in position.checks() {
            if interposed.futile_by(position, capture) == Some(Step::Ends) {
                position.make(capture);
                is_by_check &= position.checkers(defender).len() > 1
                    || !AtOnce::by(Rule::SelfEvident).is_mate(position);
                position.unmake(capture);
            }
        }
        position.unmake(reply);
    }
    if is_by_check {
        Dispute::DoubleCheck
    } else {
        Dispute::NewHelper
    }
}

/// The replies that one rule calls futile for no plies and another does not, one for each place and origin.
fn disputed_at_once(position: &mut Position, by: Rule, not_by: Rule) -> Vec<Move> {
    let mut disputed: Vec<Move> = Vec::new();
    for reply in position.legal_moves() {
        if !disputed.iter().any(|&told| place(told) == place(reply))
            && AtOnce::by(by).is_futile(position, reply)
            && !AtOnce::by(not_by).is_futile(position, reply)
        {
            disputed.push(reply);
        }
    }
    disputed
}

/// Rules for what is mate at once, the stricter first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rule {
    /// Another piece than X may take if no third one newly takes part.
    Strict,
    /// Another piece than X may take if it checks itself: the rule that lengths are counted by.
    SelfEvident,
    /// Another piece than X may take if it checks at all.
    Wide,
}

impl Rule {
    /// How taking an interposed piece shows that it was futile, if it may.
    fn step(self, interposed: Interposed, position: &Position, capture: Move) -> Option<Step> {
        let step = interposed.futile_by(position, capture);
        match self {
            Rule::Wide if interposed.is_taken_by(capture) => Some(step.unwrap_or(Step::Ends)),
            _ => step,
        }
    }
}

/// What is mate at once by a rule: there is no reply but futile interpositions. No search, the board alone.
struct AtOnce {
    rule: Rule,
    known: HashMap<(BoardKey, Hand, Hand), bool>,
}

impl AtOnce {
    fn by(rule: Rule) -> AtOnce {
        AtOnce {
            rule,
            known: HashMap::new(),
        }
    }

    /// Whether the check just given mates at once.
    fn is_mate(&mut self, position: &mut Position) -> bool {
        let hands = Color::ALL.map(|color| position.hand(color));
        let here = (position.board_key(), hands[0], hands[1]);
        if let Some(&known) = self.known.get(&here) {
            return known;
        }
        let replies = position.legal_moves();
        let is_mate = replies
            .into_iter()
            .all(|reply| self.is_futile(position, reply));
        self.known.insert(here, is_mate);
        is_mate
    }

    /// Whether a reply is futile for no plies.
    fn is_futile(&mut self, position: &mut Position, reply: Move) -> bool {
        let Some(interposed) = Interposed::by(position, reply) else {
            return false;
        };
        let before = position.clone();
        position.make(reply);
        let captures = position.checks();
        let is_futile = captures.into_iter().any(|capture| {
            let Some(step) = self.rule.step(interposed, position, capture) else {
                return false;
            };
            step.make(position, capture);
            let is_shown = self.is_mate(position)
                && !(self.rule == Rule::Strict
                    && step == Step::Ends
                    && has_new_helper(&before, position, capture));
            step.unmake(position, capture);
            is_shown
        });
        position.unmake(reply);
        is_futile
    }
}

/// Whether some piece has a part in the mate by `capture` that had none in the mate `before` the interposition: the one
/// needs it and the other does not.
fn has_new_helper(before: &Position, taken: &Position, capture: Move) -> bool {
    let defender = before.side_to_move();
    let checker = before.checkers(defender).first();
    let helpers = taken
        .occupied_by(defender.opponent())
        .without(capture.to())
        .into_iter();
    helpers
        .filter(|&helper| Some(helper) != checker)
        .any(|helper| {
            let is_needed = match without(taken, helper) {
                Some(mut taken) => !AtOnce::by(Rule::SelfEvident).is_mate(&mut taken),
                // It covers its own king, and that it does not take part cannot be shown.
                None => true,
            };
            is_needed && without(before, helper).is_none_or(|before| is_only_interposed(&before))
        })
}

/// The position without the piece on a square, if that is one.
fn without(position: &Position, square: Square) -> Option<Position> {
    position.to_builder().set(square, None).build().ok()
}

/// Whether the only replies to the check are interpositions.
fn is_only_interposed(position: &Position) -> bool {
    let mut replies = position.legal_moves().into_iter();
    replies.all(|reply| Interposed::by(position, reply).is_some())
}
