//! A second opinion: what [`mod@verify`] says of a problem that has passed the gate.
//!
//! Both ask the same search, but they share nothing of what they ask it. Where they differ, the problem is rejected.

use super::flaw::Flaw;
use super::problem::Composed;
use crate::board::Move;
use crate::search::{Limits, Solver};
use crate::tsume::verify::{FlawKind, Options, Verdict, verify};
use crate::tsume::{DefenderHand, Problem};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Nodes for the opinion on one problem, for each of its plies.
const NODES: u64 = 100_000;

/// Whether the problem is sound, with blemishes at most, and every piece is of use.
pub(super) fn ask(
    solver: &mut Solver,
    composed: &Composed,
    stop: &Arc<AtomicBool>,
) -> Result<(), Flaw> {
    let pieces = composed.position.to_builder();
    let problem = Problem::new(&pieces, DefenderHand::TheRest).map_err(|_| Flaw::Impossible)?;
    let line: Vec<_> = composed.line.iter().copied().map(Move::intent).collect();
    let options = Options {
        limits: Limits {
            nodes: Some(NODES * u64::from(composed.plies())),
            stop: Some(stop.clone()),
            ..Limits::default()
        },
        pieces: true,
        ..Options::default()
    };
    let report = verify(solver, &problem, Some(&line), &options);
    let is_useless = |kind| kind == FlawKind::UselessPiece;
    match report.verdict() {
        Verdict::Unsound => Err(Flaw::Disputed),
        Verdict::Undecided => Err(Flaw::Undecided),
        _ if report.flaws.iter().any(|flaw| is_useless(flaw.kind)) => Err(Flaw::Superfluous),
        _ if report.open.iter().any(|open| is_useless(open.kind)) => Err(Flaw::Undecided),
        Verdict::Sound | Verdict::SoundWithBlemishes => Ok(()),
    }
}
