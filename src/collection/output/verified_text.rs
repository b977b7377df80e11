//! What verifying has found, for people: a diagram, the line and the findings; of several problems a row and the findings.

use super::MoveNames;
use super::text::{heading, numbered, plies};
use crate::board::Position;
use crate::collection::answered::reason_word;
use crate::collection::human::{self, columns, duration, nodes, padded_right, printable};
use crate::collection::{Verification, Verified};
use crate::notation::diagram;
use crate::search::Bounds;
use crate::tsume::verify::{Flaw, FlawKind, Hint, LineOrigin, Open, Report, Severity, Verdict};

/// The least width of the column of ids.
const ID_WIDTH: usize = 16;

/// One verified problem in full.
pub fn verified_in_full(verified: &Verified, names: MoveNames) -> String {
    let mut text = heading(&verified.record);
    match &verified.verification {
        Err(error) => text += &format!("Unsound: {error}.\n"),
        Ok(verification) => {
            let Verification {
                problem,
                report,
                time,
                ..
            } = verification;
            let start = problem.position();
            text += &diagram::text(start);
            text.push('\n');
            text += &line(start, report, names);
            text += &format!("{}.\n", verdict_in_words(report));
            text += &remarks(start, report, names);
            text += &format!("{}, {}\n", nodes(report.nodes), duration(*time));
        }
    }
    text
}

/// One of several verified problems: a row, and a line for each finding.
pub fn verified_row(verified: &Verified, names: MoveNames) -> String {
    let mark = match verified.verdict() {
        Verdict::Sound => " ",
        Verdict::SoundWithBlemishes => "~",
        Verdict::Undecided => "?",
        Verdict::Unsound => "!",
    };
    let id = printable(&verified.record.id);
    let id = padded_right(&id, ID_WIDTH.max(columns(&id)));
    match &verified.verification {
        Err(error) => format!("{mark} {id}  unsound: {error}\n"),
        Ok(verification) => {
            let report = &verification.report;
            let row = format!(
                "{mark} {id}  {:20}  {:>4}  {:>9}\n",
                report.verdict().words(),
                report.plies,
                duration(verification.time)
            );
            row + &remarks(verification.problem.position(), report, names)
        }
    }
}

/// Whose line it is, and the line.
fn line(start: &Position, report: &Report, names: MoveNames) -> String {
    let whose = match report.origin {
        LineOrigin::Stated => "The stated line",
        LineOrigin::Solver => "No line is stated; the solver's",
        LineOrigin::None => return String::new(),
    };
    let moves = numbered(&names.line(start, &report.line));
    format!("{whose}, {}:\n{moves}", plies(report.plies))
}

/// The verdict as a sentence begins.
pub(super) fn verdict_in_words(report: &Report) -> String {
    let mut letters = report.verdict().words().chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// A line for each flaw and each open question.
fn remarks(start: &Position, report: &Report, names: MoveNames) -> String {
    let flaws = report
        .flaws
        .iter()
        .map(|found| flaw(start, report, found, names));
    let flaws: String = flaws.collect();
    if report.verdict() == Verdict::Unsound {
        return flaws + &left_open(report);
    }
    let open = report
        .open
        .iter()
        .map(|asked| open(start, report, asked, names));
    flaws + &open.collect::<String>()
}

fn flaw(start: &Position, report: &Report, flaw: &Flaw, names: MoveNames) -> String {
    let severity = match flaw.severity {
        Severity::Note => "note",
        Severity::Blemish => "blemish",
        Severity::Fatal => "FATAL",
    };
    let position = report.position_at(start, flaw.ply);
    let moves = names.line(&position, &flaw.moves).join(" ");
    let space = if moves.is_empty() { "" } else { " " };
    let hint = flaw
        .hint
        .map(|hint| hint_in_words(&position, flaw, hint, names));
    format!(
        "  {severity:7}  {}  {}{space}{moves}\n{}",
        at(flaw.ply),
        flaw_in_words(flaw),
        hint.map(|hint| format!("           hint: {hint}\n"))
            .unwrap_or_default()
    )
}

/// What would mend a flaw of this position.
pub(super) fn hint_in_words(
    position: &Position,
    flaw: &Flaw,
    hint: Hint,
    names: MoveNames,
) -> String {
    match hint {
        Hint::Refute { .. } => {
            let shown = names.line(position, &flaw.moves[..3]);
            format!("{} would refute it but for {}", shown[1], shown[2])
        }
        Hint::Close { reply } => {
            let shown = names.line(position, &[reply]);
            format!(
                "{} is the only reply that lasts longer than the line",
                shown[0]
            )
        }
    }
}

/// What a flaw is, without its moves: `余詰 (cook, 9 plies, leaves P)`.
pub(super) fn flaw_in_words(flaw: &Flaw) -> String {
    let mut parts = vec![flaw.kind.word().to_string()];
    parts.extend(flaw.plies.map(length));
    let left = flaw.left_over.filter(|left| !left.is_empty());
    parts.extend(left.map(|left| format!("leaves {}", human::hand(left))));
    parts.extend(flaw.detail.as_deref().map(printable));
    format!("{} ({})", flaw.kind.term(), parts.join(", "))
}

fn at(ply: u32) -> String {
    match ply {
        0 => "diagram".to_string(),
        _ => format!("ply {ply:3}"),
    }
}

fn length(bounds: Bounds) -> String {
    match bounds {
        Bounds {
            lower,
            upper: Some(upper),
        } if lower == upper => plies(upper),
        Bounds {
            upper: Some(upper), ..
        } => format!("at most {}", plies(upper)),
        Bounds { lower, .. } => format!("at least {}", plies(lower)),
    }
}

fn open(start: &Position, report: &Report, open: &Open, names: MoveNames) -> String {
    let position = report.position_at(start, open.ply);
    let moves = open.moves.iter();
    let moves = moves.flat_map(|&mv| names.line(&position, &[mv]));
    let moves = moves.collect::<Vec<_>>().join(" ");
    let space = if moves.is_empty() { "" } else { " " };
    format!(
        "  open     {}  {}{space}{moves}\n",
        at(open.ply),
        open_in_words(open)
    )
}

/// Where something is open about a problem that is unsound anyway.
fn left_open(report: &Report) -> String {
    let mut plies: Vec<u32> = report.open.iter().map(|open| open.ply).collect();
    plies.dedup();
    if plies.is_empty() {
        return String::new();
    }
    let plies: Vec<String> = plies.iter().map(ToString::to_string).collect();
    format!("  open     more at ply {}\n", plies.join(", "))
}

/// What is open, without its moves: `余詰 (cook, no other mate in ≤ 31 plies or 5,000,000 nodes: time)`.
pub(super) fn open_in_words(open: &Open) -> String {
    let spent = nodes(open.nodes);
    let what = match (open.mates, open.kind, open.excluded) {
        (true, ..) => format!("mates, perhaps by way of the line alone, in {spent}"),
        (_, FlawKind::Cook, 0) => format!("no other mate in {spent}"),
        (_, FlawKind::Cook, excluded) => {
            format!("no other mate in ≤ {} or {spent}", plies(excluded))
        }
        _ => format!("not decided in {spent}"),
    };
    let (term, word) = (open.kind.term(), open.kind.word());
    format!("{term} ({word}, {what}: {})", reason_word(open.reason))
}
