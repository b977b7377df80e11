//! A verified record: what came in, what was found out, and both together as JSON.

use super::answered::{Told, line_to_json, milliseconds, reason_word, stated_fields};
use super::{Certificate, Concern, Record, human};
use crate::board::Hand;
use crate::search::{Bounds, Reason};
use crate::tsume::verify::{Flaw, FlawKind, Hint, LineOrigin, Open, Report, Severity, Verdict};
use crate::tsume::{InvalidProblem, Problem};
use serde_json::{Map, Value, json};
use std::iter::repeat;
use std::time::Duration;

/// Whose findings these are.
const PROGRAM: &str = concat!("tsume ", env!("CARGO_PKG_VERSION"));

/// A record and what was found out about the soundness of its problem.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The record as it was read.
    pub record: Record,
    /// What was found out; an error when the pieces make no problem.
    pub verification: Result<Verification, InvalidProblem>,
}

/// A problem and the report about it.
#[derive(Clone, Debug)]
pub struct Verification {
    /// The problem, the defender's hand completed.
    pub problem: Problem,
    /// What was found out.
    pub report: Report,
    /// Wall-clock time.
    pub time: Duration,
    /// What became of the certificates of other mates, for each flaw; empty when none were asked for.
    pub certificates: Vec<Certificate>,
}

impl Verified {
    /// The verdict; pieces that make no problem are unsound.
    pub fn verdict(&self) -> Verdict {
        match &self.verification {
            Ok(verification) => verification.report.verdict(),
            Err(_) => Verdict::Unsound,
        }
    }

    /// What there is to worry about.
    pub fn concern(&self) -> Concern {
        let flaws = self
            .verification
            .iter()
            .flat_map(|found| &found.report.flaws);
        concern(self.verdict(), flaws.map(|flaw| flaw.kind.word()))
    }

    /// Whether the examination was stopped before it came to an end or a limit.
    pub fn is_stopped(&self) -> bool {
        let ended = |verification: &Verification| verification.report.ended;
        self.verification
            .as_ref()
            .is_ok_and(|verification| ended(verification) == Some(Reason::Stopped))
    }

    /// The fields of the record, what they state renamed, and what was found out.
    pub fn to_json(&self) -> Map<String, Value> {
        let mut fields = stated_fields(&self.record);
        let mut add = |name: &str, value: Value| fields.insert(name.to_string(), value);
        add("program", json!(PROGRAM));
        add("verdict", json!(self.verdict().words()));
        match &self.verification {
            Err(error) => {
                let flaw = Flaw {
                    detail: Some(error.to_string()),
                    ..Flaw::new(FlawKind::IllegalDiagram, Severity::Fatal, 0)
                };
                add("findings", json!([flaw_to_json(&flaw, None)]));
            }
            Ok(Verification {
                problem,
                report,
                time,
                certificates,
            }) => {
                add("plies", json!(report.plies));
                add("line", line_to_json(&report.line));
                add("line_from", json!(origin_word(report.origin)));
                let left_over = problem.left_over(&report.line);
                add("left_over", json!(human::hand(left_over)));
                add("futile", json!("exclude"));
                let certificates = certificates.iter().map(Some).chain(repeat(None));
                let findings = report.flaws.iter().zip(certificates);
                let findings = findings.map(|(flaw, certificate)| flaw_to_json(flaw, certificate));
                add("findings", findings.collect());
                add("open", report.open.iter().map(open_to_json).collect());
                add("reason", json!(report.ended.map(reason_word)));
                add("nodes", json!(report.nodes));
                add("time_ms", json!(milliseconds(*time)));
            }
        }
        fields
    }
}

/// What a report record says; `None` when it is none, or that of an examination that was stopped.
pub(super) fn told(report: &Map<String, Value>) -> Option<Told> {
    let words = report.get("verdict")?.as_str()?;
    if report
        .get("reason")
        .is_some_and(|reason| reason == reason_word(Reason::Stopped))
    {
        return None;
    }
    let mut verdicts = Verdict::ALL.into_iter();
    let verdict = verdicts.find(|verdict| verdict.words() == words)?;
    let findings = report.get("findings")?.as_array()?;
    let flaws = findings
        .iter()
        .filter_map(|finding| finding.get("flaw")?.as_str());
    Some(Told::Soundness(concern(verdict, flaws)))
}

/// What there is to worry about in a problem of this verdict in which flaws of these names were found.
fn concern<'f>(verdict: Verdict, mut flaws: impl Iterator<Item = &'f str>) -> Concern {
    let is_as_stated = !flaws.any(|flaw| flaw == FlawKind::WrongLength.word());
    match verdict {
        Verdict::Sound | Verdict::SoundWithBlemishes if is_as_stated => Concern::None,
        Verdict::Undecided if is_as_stated => Concern::Undecided,
        _ => Concern::Differs,
    }
}

/// `stated`, `solver`, or nothing where there is no line.
fn origin_word(origin: LineOrigin) -> Option<&'static str> {
    match origin {
        LineOrigin::Stated => Some("stated"),
        LineOrigin::Solver => Some("solver"),
        LineOrigin::None => None,
    }
}

fn flaw_to_json(flaw: &Flaw, certificate: Option<&Certificate>) -> Value {
    let mut fields = Map::new();
    let mut add = |name: &str, value: Value| fields.insert(name.to_string(), value);
    add("flaw", json!(flaw.kind.word()));
    add("term", json!(flaw.kind.term()));
    add("severity", json!(flaw.severity.word()));
    add("ply", json!(flaw.ply));
    add("moves", line_to_json(&flaw.moves));
    let bounds = |Bounds { lower, upper }| json!([lower, upper]);
    add("bounds", flaw.plies.map_or(Value::Null, bounds));
    let hand = |hand: Hand| json!(human::hand(hand));
    add("left_over", flaw.left_over.map_or(Value::Null, hand));
    add("detail", json!(flaw.detail));
    add("hint", flaw.hint.map_or(Value::Null, hint_to_json));
    match certificate {
        None | Some(Certificate::None) => {}
        Some(Certificate::Written(path)) => {
            add("certificate", json!(path.display().to_string()));
        }
        Some(Certificate::Failed(_)) => {
            add("certificate", Value::Null);
        }
    }
    Value::Object(fields)
}

fn hint_to_json(hint: Hint) -> Value {
    match hint {
        Hint::Refute { reply, answer } => {
            json!({"reply": reply.to_string(), "but_for": answer.to_string()})
        }
        Hint::Close { reply } => json!({"close": reply.to_string()}),
    }
}

fn open_to_json(open: &Open) -> Value {
    json!({
        "flaw": open.kind.word(),
        "term": open.kind.term(),
        "severity": open.severity.word(),
        "ply": open.ply,
        "moves": line_to_json(&open.moves),
        "mates": open.mates,
        "excluded": open.excluded,
        "nodes": open.nodes,
        "reason": reason_word(open.reason),
    })
}
