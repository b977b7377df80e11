//! Tries (紛れ): first moves that almost mate.

use super::flaw::Flaw;
use super::judge::Judge;
use super::problem::Composed;
use crate::board::Move;

/// A wrong first check that all replies but one lose to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Try {
    /// The check.
    pub check: Move,
    /// The only reply that refutes it.
    pub refutation: Move,
    /// Positions entered to find out that there is no mate after it.
    pub nodes: u64,
}

/// The tries of a problem. What cannot be decided is none.
pub(super) fn tries(judge: &Judge<'_>, problem: &Composed) -> Vec<Try> {
    let mut tries = Vec::new();
    for check in problem.position.checks() {
        let is_key = problem.line.first() == Some(&check);
        if let Some(found) = refutation(judge, problem, check).ok().flatten()
            && !is_key
        {
            tries.push(found);
        }
    }
    tries
}

/// The only refutation of a check, if there is only one.
fn refutation(judge: &Judge<'_>, problem: &Composed, check: Move) -> Result<Option<Try>, Flaw> {
    let position = problem.position.after(check);
    let mut only = None;
    for refutation in position.legal_moves() {
        let before = judge.nodes();
        if judge.mates(&position.after(refutation))? {
            continue;
        }
        let found = Try {
            check,
            refutation,
            nodes: judge.nodes() - before,
        };
        if only.replace(found).is_some() {
            return Ok(None);
        }
    }
    Ok(only)
}
