//! Handing out a proof: the claims that together prove a verdict, for somebody who trusts no table.
//!
//! A mate is claimed position by position: the attacker's move, and how many plies are enough. Every reply then
//! leads to a position that is claimed too, or is futile and leads there without the interposed piece. That there
//! is no mate is claimed for a set of positions that the defender never has to leave: whatever the check, one of
//! his replies leads back into the set. Both start from what the table knows; what it has forgotten is searched again.

use super::MAX_DEPTH;
use super::dfpn::Search;
use super::goal::Futile;
use super::node::Value;
use super::outcome::{Outcome, Reason};
use super::plies::Plies;
use super::step::{Interposed, Step};
use super::table::Known;
use crate::board::{BoardKey, Hand, Move, Position};
use std::collections::HashMap;

/// Somebody who takes down the claims of a proof.
pub trait Claims {
    /// Why a claim could not be taken down.
    type Error;

    /// The attacker, to move, mates within `plies`, beginning with `mv`.
    ///
    /// # Errors
    /// When it cannot be taken down.
    fn mate(&mut self, position: &Position, plies: u32, mv: Move) -> Result<(), Self::Error>;

    /// The attacker, to move, does not mate within `plies`, or ever when there is no bound.
    ///
    /// # Errors
    /// When it cannot be taken down.
    fn no_mate(&mut self, position: &Position, plies: Option<u32>) -> Result<(), Self::Error>;
}

/// Why a proof was not handed out in full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Incomplete<E> {
    /// A claim could not be taken down.
    Refused(E),
    /// The search for what the table had forgotten ended.
    Ended(Reason),
}

/// Nodes allowed for finding again what the table has forgotten, beyond twice those of the search.
const NODES_FOR_A_PROOF: u64 = 1_000_000;

/// Claims every position that the verdict about the position in hand rests on.
pub(super) fn hand_out<C: Claims>(
    search: &mut Search,
    outcome: &Outcome,
    claims: &mut C,
) -> Result<(), Incomplete<C::Error>> {
    let spent = search.watch.nodes();
    search.watch.extend(2 * spent + NODES_FOR_A_PROOF);
    let mut proof = Proof {
        search,
        claims,
        mates: HashMap::new(),
        cleared: HashMap::new(),
        no_mates: HashMap::new(),
        waiting: Vec::new(),
    };
    match outcome {
        Outcome::Mate { bounds, .. } => {
            if let Some(upper) = bounds.upper {
                proof.claim_mates(Plies::new(upper as usize))?;
            }
            if bounds.lower > 2 && proof.search.refused.is_empty() {
                proof.claim_no_mate(Plies::new(bounds.lower as usize - 2))?;
            }
        }
        Outcome::NoMate { .. } if proof.search.refused.is_empty() => {
            proof.claim_no_mate(Plies::UNLIMITED)?;
        }
        Outcome::NoMate { .. } | Outcome::Unknown { .. } => {}
    }
    Ok(())
}

/// A proof that is being handed out.
struct Proof<'p, 'a, C> {
    search: &'p mut Search<'a>,
    claims: &'p mut C,
    /// The lengths claimed.
    mates: HashMap<(BoardKey, Hand), Plies>,
    /// Positions without an interposed piece whose replies are claimed, and for how many plies.
    cleared: HashMap<(BoardKey, Hand), Plies>,
    /// The hands claimed for a board, and within how many plies each is no mate.
    no_mates: HashMap<BoardKey, Vec<(Hand, Plies)>>,
    /// Positions still to be claimed mate.
    waiting: Vec<(Position, Plies)>,
}

impl Search<'_> {
    /// Within how many plies the position after a reply is mate, if the table knows it of that position or of one
    /// a check away.
    fn known_mate_after(&mut self, reply: Move, budget: Plies) -> Option<Plies> {
        if let Known::Mate { plies, .. } = self.known_after(reply, budget) {
            return Some(plies);
        }
        let left = budget.minus_one()?;
        self.after(Step::Ply, reply, |search| {
            let known = search.position.checks().into_iter().filter_map(|check| {
                match search.known_after(check, left) {
                    Known::Mate { plies, .. } => Some(plies.plus_one()),
                    _ => None,
                }
            });
            known.min()
        })
    }
}

impl<C: Claims> Proof<'_, '_, C> {
    fn ended(&self) -> Incomplete<C::Error> {
        Incomplete::Ended(self.search.watch.ended().unwrap_or(Reason::Depth))
    }

    fn here(&self) -> (BoardKey, Hand) {
        (
            self.search.position.board_key(),
            self.search.attacker_hand(),
        )
    }

    /// Claims the position in hand mate within `plies`, and all that follows from it.
    fn claim_mates(&mut self, plies: Plies) -> Result<(), Incomplete<C::Error>> {
        let root = self.search.position.clone();
        self.waiting.push((root.clone(), plies));
        while let Some((position, plies)) = self.waiting.pop() {
            self.search.position = position;
            self.claim_mate(plies)?;
        }
        self.search.position = root;
        Ok(())
    }

    fn claim_mate(&mut self, plies: Plies) -> Result<(), Incomplete<C::Error>> {
        let here = self.here();
        if self
            .mates
            .get(&here)
            .is_some_and(|&claimed| claimed <= plies)
        {
            return Ok(());
        }
        let (check, left) = self
            .search
            .quickest_check(plies)
            .ok_or_else(|| self.ended())?;
        let plies = left.plus_one();
        self.mates.insert(here, plies);
        self.claims
            .mate(&self.search.position, plies.get(), check)
            .map_err(Incomplete::Refused)?;
        self.within(Step::Ply, check, |proof| proof.answer_replies(left))
    }

    /// Sees to it that every reply of the position in hand, which is mated within `plies`, is answered by a claim.
    fn answer_replies(&mut self, plies: Plies) -> Result<(), Incomplete<C::Error>> {
        for reply in self.search.position.legal_moves() {
            let left = plies.minus_one();
            let known = left.and_then(|left| self.search.known_mate_after(reply, left));
            let mated = match known {
                Some(plies) => Some(plies),
                None if self.clear_away(reply, plies)? => continue,
                None => left.and_then(|left| self.search.mated_after(reply, left)),
            };
            let mated = mated.ok_or_else(|| self.ended())?;
            self.waiting
                .push((self.search.position.after(reply), mated));
        }
        Ok(())
    }

    /// Answers a reply, if it is futile, by taking away what was interposed; whether it was.
    fn clear_away(&mut self, reply: Move, plies: Plies) -> Result<bool, Incomplete<C::Error>> {
        let Some(interposed) = self.interposed(reply) else {
            return Ok(false);
        };
        self.within(Step::Ply, reply, |proof| {
            let mut ways = proof.search.ways_to_show_futile(interposed, plies);
            // One that the proof goes by costs nothing; to find that another is none can take longer than the proof.
            ways.sort_by_cached_key(|&(check, step, left)| {
                let known = proof.within(step, check, |proof| proof.search.known_here(left));
                !matches!(known, Known::Mate { .. })
            });
            for (check, step, left) in ways {
                if proof.within(step, check, |proof| proof.answer_cleared(left))? {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }

    /// Answers the replies in a position without the interposed piece, if it is mated within `plies`; whether it is.
    fn answer_cleared(&mut self, plies: Plies) -> Result<bool, Incomplete<C::Error>> {
        let here = self.here();
        if self
            .cleared
            .get(&here)
            .is_some_and(|&cleared| cleared <= plies)
        {
            return Ok(true);
        }
        match self.search.prove(plies).value {
            Value::Mate { plies, .. } => {
                self.cleared.insert(here, plies);
                self.answer_replies(plies).map(|()| true)
            }
            Value::NoMate { .. } => Ok(false),
            Value::Open { .. } => Err(self.ended()),
        }
    }

    /// Claims that the position in hand is no mate within `plies`, an odd number or unlimited, and all that follows.
    fn claim_no_mate(&mut self, plies: Plies) -> Result<(), Incomplete<C::Error>> {
        let (board, hand) = self.here();
        if self.is_claimed_no_mate(board, hand, plies) {
            return Ok(());
        }
        if self.search.path.depth() + 2 >= MAX_DEPTH {
            return Err(Incomplete::Ended(Reason::Depth));
        }
        self.no_mates.entry(board).or_default().push((hand, plies));
        let bound = (plies != Plies::UNLIMITED).then(|| plies.get());
        self.claims
            .no_mate(&self.search.position, bound)
            .map_err(Incomplete::Refused)?;
        let Some(left) = plies.minus_one() else {
            return Ok(());
        };
        self.search.path.push(board, hand);
        for check in self.search.checks_to_try() {
            self.within(Step::Ply, check, |proof| proof.refute(left))?;
        }
        self.search.path.pop();
        Ok(())
    }

    /// Sees to it that some reply of the position in hand, which is not mated within `plies`, leads to a claim.
    fn refute(&mut self, plies: Plies) -> Result<(), Incomplete<C::Error>> {
        // Within no plies there is nothing to claim: that not all replies are futile shows by itself.
        let Some(left) = plies.minus_one() else {
            return Ok(());
        };
        let reply = self.refutation(plies, left)?;
        let (board, hand) = self.here();
        let interposed = self.interposed(reply).filter(|_| plies != Plies::UNLIMITED);
        self.search.path.push(board, hand);
        self.within(Step::Ply, reply, |proof| {
            proof.claim_no_mate(left)?;
            let Some(interposed) = interposed else {
                return Ok(());
            };
            for check in proof.search.position.checks() {
                let step = interposed.futile_by(&proof.search.position, check);
                if let Some(step @ Step::Clears(_)) = step {
                    proof.within(step, check, |proof| proof.refute(plies))?;
                }
            }
            Ok(())
        })?;
        self.search.path.pop();
        Ok(())
    }

    /// A reply that refutes, claimed already if possible.
    fn refutation(&mut self, plies: Plies, left: Plies) -> Result<Move, Incomplete<C::Error>> {
        let hand = self.search.attacker_hand();
        let mut known = None;
        for reply in self.search.position.legal_moves() {
            if plies != Plies::UNLIMITED && self.interposed(reply).is_some() {
                continue;
            }
            let board = self.search.position.board_key_after(reply);
            if self.is_claimed_no_mate(board, hand, left) {
                return Ok(reply);
            }
            if known.is_none()
                && matches!(self.search.known_after(reply, left), Known::NoMate { .. })
            {
                known = Some(reply);
            }
        }
        if let Some(reply) = known {
            return Ok(reply);
        }
        let ending = self.search.prove(plies);
        match (ending.value, ending.decider) {
            (Value::NoMate { .. }, Some(reply)) => Ok(reply),
            _ => Err(self.ended()),
        }
    }

    fn is_claimed_no_mate(&self, board: BoardKey, hand: Hand, plies: Plies) -> bool {
        self.no_mates.get(&board).is_some_and(|claimed| {
            claimed
                .iter()
                .any(|&(most, within)| most.dominates(hand) && within >= plies)
        })
    }

    /// What a reply interposes, where that may be futile.
    fn interposed(&self, reply: Move) -> Option<Interposed> {
        match self.search.futile {
            Futile::Exclude => Interposed::by(&self.search.position, reply),
            Futile::Count => None,
        }
    }

    /// Does something in the position after a move.
    fn within<T>(&mut self, step: Step, mv: Move, act: impl FnOnce(&mut Self) -> T) -> T {
        step.make(&mut self.search.position, mv);
        let done = act(self);
        step.unmake(&mut self.search.position, mv);
        done
    }
}
