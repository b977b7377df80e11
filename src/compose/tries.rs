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
    /// Positions entered in empty tables to find out that there is no mate after it: how deep the try fails.
    pub nodes: u64,
}

impl Try {
    /// A try of a problem, as deep as a judge with empty tables finds it.
    pub(super) fn measured(
        judge: &Judge<'_>,
        problem: &Composed,
        [check, refutation]: [Move; 2],
    ) -> Result<Try, Flaw> {
        judge.mates(&problem.position.after(check).after(refutation))?;
        Ok(Try {
            check,
            refutation,
            nodes: judge.nodes(),
        })
    }
}

/// The wrong first checks of a problem that have only one refutation, with that. What cannot be decided is left out.
pub(super) fn tries(judge: &Judge<'_>, problem: &Composed) -> Vec<[Move; 2]> {
    let checks = problem.position.checks().into_iter();
    let wrong = checks.filter(|check| problem.line.first() != Some(check));
    wrong
        .filter_map(|check| Some([check, only_refutation(judge, problem, check).ok()??]))
        .collect()
}

/// The refutation of a check, if there is only one.
fn only_refutation(
    judge: &Judge<'_>,
    problem: &Composed,
    check: Move,
) -> Result<Option<Move>, Flaw> {
    let position = problem.position.after(check);
    let mut refutations = Vec::new();
    for reply in position.legal_moves() {
        if !judge.mates(&position.after(reply))? {
            refutations.push(reply);
        }
        if refutations.len() > 1 {
            return Ok(None);
        }
    }
    Ok(refutations.pop())
}
