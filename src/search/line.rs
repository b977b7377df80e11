//! From verdicts back to moves: a line of a proven mate, the refutations of a disproven one.

use super::dfpn::Search;
use super::node::Value;
use super::plies::Plies;
use super::table::Known;
use crate::board::Move;

/// Nodes allowed for finding again what the table has forgotten.
const NODES_FOR_A_LINE: u64 = 1_000_000;
const NODES_FOR_A_REFUTATION: u64 = 100_000;

impl Search<'_> {
    /// A line from the position in hand, which is mate within `plies`; `None` when the watch ends the search for it.
    ///
    /// The plies left fall with every move, so that the line ends however the table has changed since the proof.
    pub(super) fn mating_line(&mut self, plies: Plies) -> Option<Vec<Move>> {
        // At worst everything has to be found once more.
        self.watch.extend(self.watch.nodes() + NODES_FOR_A_LINE);
        let mut line = Vec::new();
        let mut left = plies;
        while let Some((check, after_check)) = self.quickest_check(left) {
            self.position.make(check);
            line.push(check);
            if !self.position.has_legal_move() {
                self.take_back(&line);
                return Some(line);
            }
            let Some((reply, after_reply)) = self.longest_reply(after_check) else {
                break;
            };
            self.position.make(reply);
            line.push(reply);
            left = after_reply;
        }
        self.take_back(&line);
        None
    }

    fn take_back(&mut self, line: &[Move]) {
        for &mv in line.iter().rev() {
            self.position.unmake(mv);
        }
    }

    /// The check after which the mate is proven to take the fewest plies, and how many.
    pub(super) fn quickest_check(&mut self, left: Plies) -> Option<(Move, Plies)> {
        let budget = left.minus_one()?;
        let mut quickest: Option<(Move, Plies)> = None;
        for mv in self.checks_to_try() {
            if self.mates_at_once(mv) {
                return Some((mv, Plies::ZERO));
            }
            if let Known::Mate { plies, .. } = self.known_after(mv, budget)
                && quickest.is_none_or(|(_, best)| plies < best)
            {
                quickest = Some((mv, plies));
            }
        }
        if quickest.is_some() {
            return quickest;
        }
        let ending = self.prove(left);
        match (ending.value, ending.decider) {
            (Value::Mate { plies, .. }, Some(mv)) => Some((mv, plies.minus_one()?)),
            _ => None,
        }
    }

    fn mates_at_once(&mut self, mv: Move) -> bool {
        self.position.make(mv);
        let mates = !self.position.has_legal_move();
        self.position.unmake(mv);
        mates
    }

    /// The reply after which the proven mate takes the most plies, and how many.
    fn longest_reply(&mut self, left: Plies) -> Option<(Move, Plies)> {
        let budget = left.minus_one()?;
        let mut longest: Option<(Move, Plies)> = None;
        for mv in self.position.legal_moves() {
            let plies = self.mated_after(mv, budget)?;
            if longest.is_none_or(|(_, best)| plies > best) {
                longest = Some((mv, plies));
            }
        }
        longest
    }

    /// Within how many plies the position after a reply is mate, if it is within `budget`.
    pub(super) fn mated_after(&mut self, reply: Move, budget: Plies) -> Option<Plies> {
        if let Known::Mate { plies, .. } = self.known_after(reply, budget) {
            return Some(plies);
        }
        self.position.make(reply);
        let ending = self.prove(budget);
        self.position.unmake(reply);
        match ending.value {
            Value::Mate { plies, .. } => Some(plies),
            _ => None,
        }
    }

    /// Each check of the position in hand, which is no mate, and a reply that refutes it.
    pub(super) fn refutations(&mut self) -> Vec<(Move, Option<Move>)> {
        let checks = self.checks_to_try();
        self.path
            .push(self.position.board_key(), self.attacker_hand());
        let refutations = checks
            .into_iter()
            .map(|check| (check, self.refutation(check)))
            .collect();
        self.path.pop();
        refutations
    }

    fn refutation(&mut self, check: Move) -> Option<Move> {
        self.watch.extend(NODES_FOR_A_REFUTATION);
        self.position.make(check);
        let ending = self.prove(Plies::UNLIMITED);
        self.position.unmake(check);
        match ending.value {
            Value::NoMate { .. } => ending.decider,
            _ => None,
        }
    }
}
