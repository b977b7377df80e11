//! Whether the claims of a certificate bear each other out, and what they come to.

use super::claims::{Claim, Claims, Verdict};
use super::error::{Flaw, Reason};
use super::mailbox::{Action, Mailbox};
use super::{Counting, Horizon, Statement};
use rayon::prelude::*;
use std::collections::HashMap;

/// Verifies each claim on its own, trusting all the others, and then that they say of the root what is stated.
///
/// # Errors
/// The first claim, in the order of the table, that the others do not bear out.
pub(super) fn verify(
    claims: &Claims,
    root: &Mailbox,
    counting: Counting,
    statements: &[Statement],
) -> Result<(), Flaw> {
    for &statement in statements {
        let is_said = match statement {
            Statement::MateWithin(plies) => claims.say_mate_within(root, plies),
            Statement::NoMate(horizon) => claims.say_no_mate(root, horizon),
        };
        if !is_said {
            return Err(Flaw::NothingSaysSo(statement));
        }
    }
    let unfounded = (0..claims.len()).into_par_iter().find_map_first(|index| {
        let claim = claims.get(index);
        let reason = Trial::new(claims, counting).unfounded(&claim)?;
        Some(Flaw::Unfounded {
            claim: match claim.verdict {
                Verdict::Mate { plies, .. } => Statement::MateWithin(plies),
                Verdict::NoMate(horizon) => Statement::NoMate(horizon),
            },
            sfen: claim.position.to_string(),
            reason,
        })
    });
    unfounded.map_or(Ok(()), Err)
}

/// The verification of one claim.
struct Trial<'a> {
    claims: &'a Claims,
    counting: Counting,
    /// Positions without an interposed piece, met again for each kind that can be interposed.
    answered: HashMap<(Mailbox, u16), bool>,
    escapes: HashMap<(Mailbox, u16), bool>,
}

impl Trial<'_> {
    fn new(claims: &Claims, counting: Counting) -> Trial<'_> {
        Trial {
            claims,
            counting,
            answered: HashMap::new(),
            escapes: HashMap::new(),
        }
    }

    fn unfounded(&mut self, claim: &Claim) -> Option<Reason> {
        match claim.verdict {
            Verdict::Mate { plies, action } => self.unfounded_mate(&claim.position, plies, action),
            Verdict::NoMate(horizon) => self.unfounded_escape(&claim.position, horizon),
        }
    }

    fn unfounded_mate(&mut self, position: &Mailbox, plies: u16, check: Action) -> Option<Reason> {
        if !position.allows(check) {
            return Some(Reason::Illegal(check.to_string()));
        }
        let checked = position.after(check);
        if !checked.is_in_check(checked.side) {
            return Some(Reason::NoCheck(check.to_string()));
        }
        let reply = self.unanswered_reply(&checked, plies.saturating_sub(1))?;
        Some(Reason::Unanswered {
            check: check.to_string(),
            reply: reply.to_string(),
        })
    }

    fn unfounded_escape(&mut self, position: &Mailbox, horizon: Horizon) -> Option<Reason> {
        let checks = position.checks().into_iter();
        let mut refuted = checks.map(|check| {
            let checked = position.after(check);
            let escapes = match horizon {
                Horizon::Within(plies) => self.escapes_for(&checked, plies.saturating_sub(1)),
                Horizon::Ever => self.escapes_for_ever(&checked),
            };
            (check, escapes)
        });
        let (check, _) = refuted.find(|&(_, escapes)| !escapes)?;
        Some(Reason::NoEscape(check.to_string()))
    }

    /// A reply, in check, that neither leads to a mate within what remains of `plies` nor is futile.
    fn unanswered_reply(&mut self, position: &Mailbox, plies: u16) -> Option<Action> {
        position.legal_actions().into_iter().find(|&reply| {
            let mated = plies > 0
                && self
                    .claims
                    .say_mate_within(&position.after(reply), plies - 1);
            !mated && !self.is_shown_futile(position, reply, plies)
        })
    }

    /// Whether the claims show every reply to be futile or mated within `plies`.
    fn is_answered(&mut self, position: Mailbox, plies: u16) -> bool {
        let key = (position, plies);
        if let Some(&known) = self.answered.get(&key) {
            return known;
        }
        let is_answered = self.unanswered_reply(&key.0, plies).is_none();
        self.answered.insert(key, is_answered);
        is_answered
    }

    /// Whether the claims show that some reply, not futile, holds out for more than `plies`.
    fn escapes_for(&mut self, position: &Mailbox, plies: u16) -> bool {
        position.legal_actions().into_iter().any(|reply| {
            let holds_out = plies < 2
                || self
                    .claims
                    .say_no_mate(&position.after(reply), Horizon::Within(plies - 1));
            holds_out && self.is_shown_to_count(position, reply, plies)
        })
    }

    fn escapes_remembered(&mut self, position: Mailbox, plies: u16) -> bool {
        let key = (position, plies);
        if let Some(&known) = self.escapes.get(&key) {
            return known;
        }
        let escapes = self.escapes_for(&key.0, plies);
        self.escapes.insert(key, escapes);
        escapes
    }

    /// Whether some reply leads to where the claims say that there is never a mate. Futility has no say in
    /// this: see the front page of [`proof`](super).
    fn escapes_for_ever(&self, position: &Mailbox) -> bool {
        position.legal_actions().into_iter().any(|reply| {
            self.claims
                .say_no_mate(&position.after(reply), Horizon::Ever)
        })
    }

    /// Whether the claims show that a reply is futile when `plies` remain.
    fn is_shown_futile(&mut self, position: &Mailbox, reply: Action, plies: u16) -> bool {
        self.counting == Counting::ExcludeFutile
            && captures(position, reply, plies)
                .into_iter()
                .any(|(after, left)| self.is_answered(after, left))
    }

    /// Whether the claims show that a reply is not futile when `plies` remain.
    fn is_shown_to_count(&mut self, position: &Mailbox, reply: Action, plies: u16) -> bool {
        self.counting == Counting::CountAll
            || captures(position, reply, plies)
                .into_iter()
                .all(|(after, left)| self.escapes_remembered(after, left))
    }
}

/// All captures with check of what a reply interposes; none when it is no interposition. Each may show it futile: when what
/// comes after it is answered within so many plies.
fn captures(position: &Mailbox, reply: Action, plies: u16) -> Vec<(Mailbox, u16)> {
    let Some(checker) = position.checker_shut_off_by(reply) else {
        return Vec::new();
    };
    let interposed = position.after(reply);
    let mut captures = Vec::new();
    for action in interposed.legal_actions() {
        let Action::Move { from, to, .. } = action else {
            continue;
        };
        let after = interposed.after(action);
        if to != reply.to() || !after.is_in_check(after.side) {
            continue;
        }
        if from == checker {
            captures.push((without_the_interposed(position, after), plies));
        } else if after.is_checked_from(to) {
            captures.push((after, 0));
        }
    }
    captures
}

/// The position after X took the interposed piece, with both hands as they were before it was interposed: one that was
/// dropped is back with the defender, one that moved is out of play.
fn without_the_interposed(before: &Mailbox, taken: Mailbox) -> Mailbox {
    Mailbox {
        hands: before.hands,
        ..taken
    }
}
