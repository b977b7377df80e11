//! An answered record: what came in, what was found out, and both together as JSON.

use super::certificate::Certificate;
use super::{Record, Stated, Verdict, human};
use crate::board::Move;
use crate::search::{Answer, Bounds, Futile, Goal, Grey, Outcome, Reason};
use crate::tsume::{InvalidProblem, Problem, Reply, Turn};
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
    /// All replies along the line, if they were wanted and there is one.
    pub replies: Option<Vec<Turn>>,
    /// What became of its certificate.
    pub certificate: Certificate,
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
pub(super) const RESULT_FIELDS: [&str; 22] = [
    "result",
    "plies",
    "bounds",
    "line",
    "longer_line",
    "left_over",
    "always_leaves",
    "futile",
    "grey",
    "tree",
    "refutation",
    "reason",
    "error",
    "certificate",
    "nodes",
    "time_ms",
    "table_bytes",
    "program",
    "verdict",
    "line_from",
    "findings",
    "open",
];
const STATED_FIELDS: [(&str, &str); 3] = [
    ("result", "stated_result"),
    ("plies", "stated_plies"),
    ("line", "stated_line"),
];

/// What an answer says, without the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Told {
    Mate(Bounds, Goal),
    NoMate,
    Unknown,
    Invalid,
    /// Whether the problem is sound, which gives this concern.
    Soundness(Concern),
}

impl Concern {
    /// How what is told stands to what is stated.
    pub(super) fn of(stated: Stated, told: Told) -> Concern {
        match told {
            Told::Soundness(concern) => concern,
            Told::Invalid => Concern::NotMate,
            Told::Unknown => Concern::Undecided,
            Told::Mate(..) if stated.verdict == Some(Verdict::NoMate) => Concern::Differs,
            Told::Mate(bounds, goal) => Concern::of_length(stated.plies, bounds, goal),
            Told::NoMate => match stated.verdict {
                Some(Verdict::NoMate) => Concern::None,
                Some(Verdict::Mate) => Concern::Differs,
                None => Concern::NotMate,
            },
        }
    }

    /// How the length of a mate stands to the stated one.
    ///
    /// Stated lengths are those of composers, who do not count futile interpositions. So a shorter mate always
    /// contradicts them, and a longer one does when none of it is futile.
    fn of_length(stated: Option<u32>, bounds: Bounds, goal: Goal) -> Concern {
        let is_shorter = |stated| bounds.upper.is_some_and(|upper| upper < stated);
        let is_longer = |stated| goal == Goal::Shortest(Futile::Exclude) && bounds.lower > stated;
        let is_open = goal != Goal::Any && bounds.upper != Some(bounds.lower);
        match stated {
            Some(stated) if is_shorter(stated) || is_longer(stated) => Concern::Differs,
            _ if is_open => Concern::Undecided,
            _ => Concern::None,
        }
    }
}

impl Told {
    /// What an answer record says; `None` when it is none, or the answer of a search that was stopped.
    pub(super) fn from_json(answer: &Map<String, Value>) -> Option<Told> {
        match answer.get("result")?.as_str()? {
            "mate" => {
                let bounds = bounds_from_json(answer.get("bounds")?)?;
                let goal = answer
                    .get("futile")
                    .map_or(Some(Goal::Any), goal_from_json)?;
                Some(Told::Mate(bounds, goal))
            }
            "nomate" => Some(Told::NoMate),
            "unknown" if answer.get("reason")? == reason_word(Reason::Stopped) => None,
            "unknown" => Some(Told::Unknown),
            "invalid" => Some(Told::Invalid),
            _ => None,
        }
    }
}

impl Answered {
    /// How the answer stands to what is stated.
    pub fn concern(&self) -> Concern {
        Concern::of(self.record.stated, self.told())
    }

    fn told(&self) -> Told {
        let Ok(Finding { answer, .. }) = &self.finding else {
            return Told::Invalid;
        };
        match &answer.outcome {
            Outcome::Mate { bounds, .. } => Told::Mate(*bounds, answer.goal),
            Outcome::NoMate { .. } => Told::NoMate,
            Outcome::Unknown { .. } => Told::Unknown,
        }
    }

    /// Whether the search was stopped before it came to an end or a limit.
    pub fn is_stopped(&self) -> bool {
        let stopped = |finding: &Finding| {
            matches!(
                finding.answer.outcome,
                Outcome::Unknown {
                    reason: Reason::Stopped,
                    ..
                }
            )
        };
        self.finding.as_ref().is_ok_and(stopped)
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
        let mut fields = stated_fields(&self.record);
        fields.insert("result".to_string(), json!(self.result()));
        match &self.finding {
            Ok(finding) => finding.add_fields(&mut fields),
            Err(error) => {
                fields.insert("error".to_string(), json!(error.to_string()));
            }
        }
        fields
    }
}

/// The fields of the record without those that an answer has; what they state gets other names.
pub(super) fn stated_fields(record: &Record) -> Map<String, Value> {
    let fields = &record.fields;
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

/// What the [stated fields](stated_fields) of the record were, from its answer record.
pub(super) fn without_answer(mut answer: Map<String, Value>) -> Map<String, Value> {
    answer.retain(|name, _| !RESULT_FIELDS.contains(&name.as_str()));
    answer
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
            Outcome::Mate {
                line,
                bounds,
                always_leaves,
                grey,
            } => {
                add("plies", json!(length(line, *bounds)));
                add("bounds", bounds_to_json(*bounds));
                add("line", line_to_json(line));
                if is_longer_line(line, *bounds) {
                    add("longer_line", json!(true));
                }
                add("left_over", json!(self.left_over()));
                if let Some(always_leaves) = always_leaves {
                    add("always_leaves", json!(always_leaves));
                }
                if let Goal::Shortest(futile) = self.answer.goal {
                    add("futile", json!(futile_word(futile)));
                    if futile == Futile::Exclude {
                        add("grey", json!(grey.as_deref().map(grey_to_json)));
                    }
                }
            }
            Outcome::NoMate { refutation } => {
                add("refutation", refutation_to_json(refutation));
            }
            Outcome::Unknown { reason, bounds } => {
                add("reason", json!(reason_word(*reason)));
                add("bounds", bounds_to_json(*bounds));
            }
        }
        if let Some(turns) = &self.replies {
            add("tree", turns.iter().map(turn_to_json).collect());
        }
        let certificate = match &self.certificate {
            Certificate::None => None,
            Certificate::Written(path) => Some(json!(path.display().to_string())),
            Certificate::Failed(_) => Some(Value::Null),
        };
        if let Some(certificate) = certificate {
            add("certificate", certificate);
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

/// Whether a line has more plies than the mate takes: it plays futile interpositions, which do not count.
pub(super) fn is_longer_line(line: &[Move], bounds: Bounds) -> bool {
    bounds
        .upper
        .is_some_and(|upper| line.len() > upper as usize)
}

fn grey_to_json(grey: &[Grey]) -> Value {
    let marks = grey.iter().map(|grey| {
        json!({
            "ply": grey.ply,
            "check": grey.check.to_string(),
            "move": grey.interposition.to_string(),
            "dispute": grey.dispute.to_string(),
            "counts": grey.dispute.counts(),
        })
    });
    marks.collect()
}

fn turn_to_json(turn: &Turn) -> Value {
    json!({
        "ply": turn.ply,
        "check": turn.check.to_string(),
        "replies": turn.replies.iter().map(reply_to_json).collect::<Value>(),
    })
}

fn reply_to_json(reply: &Reply) -> Value {
    json!({
        "move": reply.mv.to_string(),
        "main": reply.is_main,
        "bounds": bounds_to_json(reply.plies),
        "futile": reply.is_futile,
        "left_over": reply.left_over.map(human::hand),
        "line": line_to_json(&reply.line),
    })
}

fn goal_from_json(futile: &Value) -> Option<Goal> {
    [Futile::Exclude, Futile::Count]
        .into_iter()
        .find(|&known| futile == futile_word(known))
        .map(Goal::Shortest)
}

fn futile_word(futile: Futile) -> &'static str {
    match futile {
        Futile::Exclude => "exclude",
        Futile::Count => "count",
    }
}

/// The word for why a search ended without a proof.
pub(super) fn reason_word(reason: Reason) -> &'static str {
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

fn bounds_from_json(bounds: &Value) -> Option<Bounds> {
    let plies = |index: usize| u32::try_from(bounds.get(index)?.as_u64()?).ok();
    Some(Bounds {
        lower: plies(0)?,
        upper: plies(1),
    })
}

pub(super) fn line_to_json(line: &[Move]) -> Value {
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
