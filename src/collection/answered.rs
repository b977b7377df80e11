//! An answered record: what came in, what was found out, and both together as JSON.

use super::{Record, Verdict, human};
use crate::board::Move;
use crate::search::{Answer, Bounds, Outcome, Reason};
use crate::tsume::{InvalidProblem, Problem};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// A record and what was found out about it.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The record as it was read.
    pub record: Record,
    /// What was found out; an error when the pieces make no problem.
    pub finding: Result<Finding, InvalidProblem>,
}

/// A problem and its answer.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The problem that was searched, the defender's hand completed.
    pub problem: Problem,
    /// The answer, shared by all records with the same position.
    pub answer: Arc<Answer>,
    /// Whether it was searched for this record or before.
    pub effort: Effort,
}

/// Where an answer comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// It was searched for.
    Searched,
    /// The same position had been searched before in this run.
    Repeated,
}

/// What there is to worry about in an answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Concern {
    /// It is as stated, or a mate where nothing is stated.
    None,
    /// It is not decided.
    Undecided,
    /// It is no mate though none was stated, or no problem at all.
    NotMate,
    /// It contradicts what is stated.
    Differs,
}

/// The fields of an answer, and what the same names mean in a problem.
const RESULT_FIELDS: [&str; 11] = [
    "result",
    "plies",
    "bounds",
    "line",
    "left_over",
    "refutation",
    "reason",
    "error",
    "nodes",
    "time_ms",
    "table_bytes",
];
const STATED_FIELDS: [(&str, &str); 3] = [
    ("result", "stated_result"),
    ("plies", "stated_plies"),
    ("line", "stated_line"),
];

impl Answered {
    /// How the answer stands to what is stated.
    ///
    /// A mate that was found is a bound: it contradicts a stated length when it is shorter. A longer one
    /// does not, for there may be a shorter mate still, and interpositions that composers do not count.
    pub fn concern(&self) -> Concern {
        let stated = self.record.stated;
        let Ok(finding) = &self.finding else {
            return Concern::NotMate;
        };
        match &finding.answer.outcome {
            Outcome::Unknown { .. } => Concern::Undecided,
            Outcome::Mate { .. } if stated.verdict == Some(Verdict::NoMate) => Concern::Differs,
            Outcome::Mate { bounds, .. } => match (bounds.upper, stated.plies) {
                (Some(found), Some(stated)) if found < stated => Concern::Differs,
                _ => Concern::None,
            },
            Outcome::NoMate { .. } => match stated.verdict {
                Some(Verdict::NoMate) => Concern::None,
                Some(Verdict::Mate) => Concern::Differs,
                None => Concern::NotMate,
            },
        }
    }

    /// The word for the result: `mate`, `nomate`, `unknown` or `invalid`.
    pub fn result(&self) -> &'static str {
        match &self.finding {
            Err(_) => "invalid",
            Ok(finding) => match finding.answer.outcome {
                Outcome::Mate { .. } => "mate",
                Outcome::NoMate { .. } => "nomate",
                Outcome::Unknown { .. } => "unknown",
            },
        }
    }

    /// The answer record: the fields of the record, what they state renamed, and the fields of the answer.
    pub fn to_json(&self) -> Map<String, Value> {
        let mut fields = self.stated_fields();
        fields.insert("result".to_string(), json!(self.result()));
        match &self.finding {
            Ok(finding) => finding.add_fields(&mut fields),
            Err(error) => {
                fields.insert("error".to_string(), json!(error.to_string()));
            }
        }
        fields
    }

    /// The fields of the record without those that an answer has; what they state gets other names.
    fn stated_fields(&self) -> Map<String, Value> {
        let fields = &self.record.fields;
        let mut kept = Map::new();
        for (name, value) in fields {
            let renamed = STATED_FIELDS.iter().find(|(field, _)| field == name);
            let replaced = STATED_FIELDS
                .iter()
                .any(|(field, stated)| stated == name && fields.contains_key(*field));
            if let Some((_, stated)) = renamed {
                kept.insert(stated.to_string(), value.clone());
            } else if !replaced && !RESULT_FIELDS.contains(&name.as_str()) {
                kept.insert(name.clone(), value.clone());
            }
        }
        kept
    }
}

impl Finding {
    /// What the attacker holds at the end of the line in SFEN letters, such as `RG2P`; `None` without a line.
    pub fn left_over(&self) -> Option<String> {
        match &self.answer.outcome {
            Outcome::Mate { line, .. } => Some(human::hand(self.problem.left_over(line))),
            _ => None,
        }
    }

    fn add_fields(&self, fields: &mut Map<String, Value>) {
        let mut add = |name: &str, value: Value| fields.insert(name.to_string(), value);
        match &self.answer.outcome {
            Outcome::Mate { line, bounds, .. } => {
                add("plies", json!(length(line, *bounds)));
                add("bounds", bounds_to_json(*bounds));
                add("line", line_to_json(line));
                add("left_over", json!(self.left_over()));
            }
            Outcome::NoMate { refutation } => {
                add("refutation", refutation_to_json(refutation));
            }
            Outcome::Unknown { reason, bounds } => {
                add("reason", json!(reason_word(*reason)));
                add("bounds", bounds_to_json(*bounds));
            }
        }
        add("nodes", json!(self.answer.nodes));
        add("time_ms", json!(milliseconds(self.answer.time)));
        add("table_bytes", json!(self.answer.table_bytes));
    }
}

/// The proven length in plies: no defence lasts longer. The line itself may be shorter.
pub(super) fn length(line: &[Move], bounds: Bounds) -> u32 {
    bounds.upper.unwrap_or(line.len() as u32)
}

/// The word for why a search ended without a proof.
pub fn reason_word(reason: Reason) -> &'static str {
    match reason {
        Reason::Time => "time",
        Reason::Nodes => "nodes",
        Reason::Depth => "depth",
        Reason::Stopped => "stopped",
    }
}

/// Whole milliseconds.
pub(super) fn milliseconds(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn bounds_to_json(bounds: Bounds) -> Value {
    json!([bounds.lower, bounds.upper])
}

fn line_to_json(line: &[Move]) -> Value {
    line.iter().map(ToString::to_string).collect()
}

/// Each check and its answer; null where the answer is not known.
fn refutation_to_json(refutation: &[(Move, Option<Move>)]) -> Value {
    let answers = refutation.iter().map(|(check, answer)| {
        let answer = answer.map(|answer| answer.to_string());
        (check.to_string(), json!(answer))
    });
    Value::Object(answers.collect())
}
