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
    /// What was found out about positions without an interposed piece.
    known: HashMap<(Mailbox, u16), bool>,
}

impl Trial<'_> {
    fn new(claims: &Claims, counting: Counting) -> Trial<'_> {
        Trial {
            claims,
            counting,
            known: HashMap::new(),
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
        let refuted = position.checks().find(|(_, checked)| match horizon {
            Horizon::Within(plies) => !self.escapes_for(checked, plies.saturating_sub(1)),
            Horizon::Ever => !self.escapes_for_ever(checked),
        });
        refuted.map(|(check, _)| Reason::NoEscape(check.to_string()))
    }

    /// A reply, in check, that neither leads to a mate within what remains of `plies` nor is futile.
    fn unanswered_reply(&mut self, position: &Mailbox, plies: u16) -> Option<Action> {
        let unanswered = position.legal_actions().find(|(reply, after)| {
            let mated = plies > 0 && self.claims.say_mate_within(after, plies - 1);
            !mated && !self.is_shown_futile(position, *reply, plies)
        });
        unanswered.map(|(reply, _)| reply)
    }

    /// Whether the claims show every reply to be futile or mated within `plies`.
    fn is_answered(&mut self, position: &Mailbox, plies: u16) -> bool {
        self.unanswered_reply(position, plies).is_none()
    }

    /// Whether the claims show that some reply, not futile, holds out for more than `plies`.
    fn escapes_for(&mut self, position: &Mailbox, plies: u16) -> bool {
        position.legal_actions().any(|(reply, after)| {
            let horizon = Horizon::Within(plies.saturating_sub(1));
            let holds_out = plies < 2 || self.claims.say_no_mate(&after, horizon);
            holds_out && self.is_shown_to_count(position, reply, plies)
        })
    }

    /// Whether some reply leads to where the claims say that there is never a mate. Futility has no say in
    /// this: see the front page of [`proof`](super).
    fn escapes_for_ever(&self, position: &Mailbox) -> bool {
        let mut replies = position.legal_actions();
        replies.any(|(_, after)| self.claims.say_no_mate(&after, Horizon::Ever))
    }

    /// Whether the claims show that a reply is futile when `plies` remain.
    fn is_shown_futile(&mut self, position: &Mailbox, reply: Action, plies: u16) -> bool {
        self.counting == Counting::ExcludeFutile
            && captures(position, reply, plies)
                .into_iter()
                .any(|after| self.once(Trial::is_answered, after))
    }

    /// Whether the claims show that a reply is not futile when `plies` remain.
    fn is_shown_to_count(&mut self, position: &Mailbox, reply: Action, plies: u16) -> bool {
        self.counting == Counting::CountAll
            || captures(position, reply, plies)
                .into_iter()
                .all(|after| self.once(Trial::escapes_for, after))
    }

    /// What the claims show of a position without an interposed piece, which is met again for each kind that can be
    /// interposed. One claim asks one question of such positions: a mate whether they are answered, no mate whether
    /// somebody escapes.
    fn once(
        &mut self,
        question: fn(&mut Self, &Mailbox, u16) -> bool,
        (position, plies): (Mailbox, u16),
    ) -> bool {
        let key = (position, plies);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let shown = question(self, &key.0, plies);
        self.known.insert(key, shown);
        shown
    }
}

/// All captures with check of what a reply interposes; none when it is no interposition. Each may show it futile: when what
/// comes after it is answered within so many plies.
fn captures(position: &Mailbox, reply: Action, plies: u16) -> Vec<(Mailbox, u16)> {
    let Some(checker) = position.checker_shut_off_by(reply) else {
        return Vec::new();
    };
    let interposed = position.after(reply);
    let captures = interposed.legal_among(|action| action.to() == reply.to());
    let shown = captures.filter_map(|(action, after)| match action {
        Action::Move { from, .. } if from == checker && after.is_in_check(after.side) => {
            Some((without_the_interposed(position, after), plies))
        }
        Action::Move { from, to, .. } if from != checker && after.is_checked_from(to) => {
            Some((after, 0))
        }
        _ => None,
    });
    shown.collect()
}

/// The position after X took the interposed piece, with both hands as they were before it was interposed: one that was
/// dropped is back with the defender, one that moved is out of play.
fn without_the_interposed(before: &Mailbox, taken: Mailbox) -> Mailbox {
    Mailbox {
        hands: before.hands,
        ..taken
    }
}
