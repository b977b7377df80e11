//! One search for any mate, for tests and benches: with any set of techniques, and nothing after the verdict.

use super::dfpn::Search;
use super::knowledge::Knowledge;
use super::limits::Watch;
use super::node::Value;
use super::plies::Plies;
use super::techniques::Techniques;
use super::{Limits, NoKingToMate};
use crate::board::Position;
use std::time::Duration;

/// What a bare search found and what it cost.
#[derive(Clone, Copy, Debug)]
pub struct BareAnswer {
    /// Mate or no mate.
    pub verdict: BareVerdict,
    /// Positions entered.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
    /// Bytes that the tables took in the end.
    pub table_bytes: usize,
    /// The part of the table's entries in use, 0 to 1.
    pub fill: f64,
}

/// A verdict without its proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BareVerdict {
    /// Mate.
    Mate,
    /// No mate.
    NoMate,
    /// Not decided within the limits.
    Unknown,
}

/// Searches for a mate by the side to move, of whatever length, with tables of at most `table_bytes` bytes.
///
/// # Errors
/// When the other side has no king.
pub fn bare_search(
    position: &Position,
    table_bytes: usize,
    limits: &Limits,
    techniques: Techniques,
) -> Result<BareAnswer, NoKingToMate> {
    position
        .king(position.side_to_move().opponent())
        .ok_or(NoKingToMate)?;
    let mut knowledge = Knowledge::new(table_bytes);
    knowledge.clear(limits.threads);
    let mut search = Search::new(position, &knowledge, Watch::start(limits));
    search.techniques = techniques;
    let verdict = match search.prove(Plies::UNLIMITED).value {
        Value::Mate { .. } => BareVerdict::Mate,
        Value::NoMate { .. } if !knowledge.is_cut_by_depth() => BareVerdict::NoMate,
        Value::NoMate { .. } | Value::Open { .. } => BareVerdict::Unknown,
    };
    let (nodes, time) = (search.watch.nodes(), search.watch.elapsed());
    Ok(BareAnswer {
        verdict,
        nodes,
        time,
        table_bytes: knowledge.bytes(),
        fill: knowledge.fill(),
    })
}
