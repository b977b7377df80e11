//! Whether a problem is sound, and if not, where and why.
//!
//! A problem is a diagram and a line (作意). It is sound when the line mates against the longest defence, leaves nothing, and
//! no other move of the attacker mates anywhere along it. That is examined in this order:
//!
//! * `position`: whether all pieces are there;
//! * `line`: the line can be played, each move of the attacker is a check, and it ends in mate;
//! * `defence`: after each of its checks every reply is mated in time, and no other one is as good as the one played;
//! * `cook`: no other check mates in place of the attacker's moves, of whatever length, unless it is excused: `dual` for choices
//!   that change nothing, `detour` for ways that lead back into the line, `symmetry` for mirror images;
//! * `left_over`: who is left with what where two lines are of the same length;
//! * `disputed`: interpositions on whose futility composers disagree;
//! * `pieces` and `variations`, on request: what could be done without, and cooks beside the line;
//! * `demonstration` and `hint`: the moves that show a flaw, and what would mend it.
//!
//! Every statement is proven by the search, in which futile interpositions do not count (see [`crate::tsume::futile`]). What
//! could not be proven within the limits is reported as open, and where it could be fatal the verdict is undecided. `examiner`
//! asks the search, all about one problem on shared tables: each question first with few nodes, then with more, so that what is
//! easy is found first.

mod cook;
mod defence;
mod demonstration;
mod detour;
mod disputed;
mod dual;
mod examiner;
mod flaw;
mod hint;
mod left_over;
mod line;
mod pieces;
mod position;
mod report;
mod symmetry;
mod variations;

pub use flaw::{Flaw, FlawKind, Severity};
pub use hint::Hint;
pub use report::{LineOrigin, Open, Report, Verdict};

use crate::board::{Intent, Position};
use crate::search::{Bounds, Bypass, Futile, Limits, Outcome, Reason, Solver};
use crate::tsume::Problem;
use cook::Choice;
use defence::Defence;
use examiner::{Examiner, Inquiry};
use line::Line;
use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;

/// Nodes for each question in the first round, and how many times more in each round after it.
const FIRST_ROUND: u64 = 300;
const NEXT_ROUND: u64 = 8;
/// The most nodes for a question once the problem is known to be unsound, when it is to be looked into thoroughly.
const NODES_FOR_THE_REST: u64 = 64_000;
/// The most nodes to find out whether there is a mate at all where the line is none.
const NODES_FOR_THE_WHOLE: u64 = 1_000_000;
/// The most nodes for a question about useless pieces and variations.
const NODES_FOR_MORE: u64 = 8_000;
/// The most nodes for a question about a small flaw, beyond the round in which all grave ones were answered.
const NODES_FOR_BLEMISHES: u64 = 100_000;

/// The most nodes for each step to the length that a mate would have to have of which it was not found out whether there is one.
const NODES_FOR_A_BOUND: u64 = 100_000;

/// What to look into, and how long.
#[derive(Clone, Default, Debug)]
pub struct Options {
    /// For the whole problem. With several threads, as many moves of the line are looked into at once.
    pub limits: Limits,
    /// Whether to go on where a problem is known to be unsound, and to look for cooks in the variations (変化) too.
    pub thorough: bool,
    /// Whether to look for pieces that could be done without.
    pub pieces: bool,
    /// The length that is stated, to be held against that of the line.
    pub stated_plies: Option<u32>,
    /// Who is told which move is looked into.
    pub watcher: Option<Watcher>,
}

/// Somebody who is told which move of the line is being looked into, counted from 1.
#[derive(Clone)]
pub struct Watcher(Arc<dyn Fn(u32) + Send + Sync>);

impl Watcher {
    /// Calls `tell` with the ply, from any thread.
    pub fn new(tell: impl Fn(u32) + Send + Sync + 'static) -> Watcher {
        Watcher(Arc::new(tell))
    }
}

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watcher").finish_non_exhaustive()
    }
}

/// Verifies a problem with the line that is stated, or with the one that the solver finds.
///
/// ```
/// use tsume::notation::{sfen, usi};
/// use tsume::tsume::verify::{FlawKind, Options, Verdict, verify};
/// use tsume::{DefenderHand, Problem, Solver};
///
/// // A gold at the king's head. With a silver as well, that would be left over.
/// let pieces = sfen::parse("4k4/9/4P4/9/9/9/9/9/9 b G")?.builder;
/// let line = [usi::parse("G*5b")?];
/// let mut solver = Solver::new(1 << 20);
/// let problem = Problem::new(&pieces, DefenderHand::TheRest)?;
/// let report = verify(&mut solver, &problem, Some(&line), &Options::default());
/// assert_eq!(report.verdict(), Verdict::Sound);
///
/// let pieces = sfen::parse("4k4/9/4P4/9/9/9/9/9/9 b GS")?.builder;
/// let problem = Problem::new(&pieces, DefenderHand::TheRest)?;
/// let report = verify(&mut solver, &problem, Some(&line), &Options::default());
/// assert_eq!(report.worst().map(|flaw| flaw.kind), Some(FlawKind::LeftOver));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(
    solver: &mut Solver,
    problem: &Problem,
    stated: Option<&[Intent]>,
    options: &Options,
) -> Report {
    let (mut report, line, limits) = examine(solver, problem, stated, options);
    if let Some(line) = line
        && options.pieces
        && problem.hands_are_given()
        && report.is_sound()
    {
        let useless = pieces::useless_when_gone(solver, &limits, &line, &report);
        report.flaws.extend(useless);
    }
    report
        .flaws
        .sort_by_key(|flaw| (flaw.ply, Reverse(flaw.severity)));
    report.open.sort_by_key(|open| open.ply);
    report
}

/// The report, the line if it mates, and the limits that are left.
fn examine(
    solver: &mut Solver,
    problem: &Problem,
    stated: Option<&[Intent]>,
    options: &Options,
) -> (Report, Option<Line>, Limits) {
    let session = solver
        .session(problem.position(), Futile::Exclude)
        .expect("a problem has a king to mate");
    let inquiry = Inquiry::new(&session, &options.limits, options.watcher.as_ref());
    let examiner = inquiry.examiner();
    let mut report = Report::new();
    report.flaws.extend(position::examine(problem.position()));
    let line = line_to_verify(&examiner, problem.position(), stated, &mut report);
    if let Some(line) = &line {
        let most = Most {
            nodes: u64::MAX,
            when_unsound: if options.thorough {
                NODES_FOR_THE_REST
            } else {
                FIRST_ROUND
            },
        };
        examine_line(&examiner, line, most, &mut report);
        report
            .flaws
            .extend(wrong_length(line, options.stated_plies));
        look_further(&examiner, line, options, &mut report);
    }
    report.ended = match report.open.is_empty() {
        true => examiner.cut_short(),
        false => examiner.cut_short().or(examiner.ended()),
    };
    report.nodes = examiner.nodes();
    (report, line, examiner.limits_left())
}

/// What goes beyond the verdict: useless pieces, variations, the moves that show what is wrong, and what would mend it.
fn look_further(examiner: &Examiner, line: &Line, options: &Options, report: &mut Report) {
    if is_shortest_against_the_longest(report) {
        report
            .flaws
            .extend(disputed::interpositions(examiner, line));
    }
    if options.pieces && report.is_sound() {
        let useless = pieces::useless(examiner, line, report);
        report.flaws.extend(useless);
    }
    for flaw in &mut report.flaws {
        demonstration::complete(examiner, line, flaw);
    }
    let open: Vec<u32> = report.open.iter().map(|open| open.ply).collect();
    hint::add_all(examiner, line, &mut report.flaws, |ply| open.contains(&ply));
    if options.thorough {
        let equal = |flaw: &Flaw| {
            let is_equal = flaw.kind == FlawKind::EqualDefence;
            is_equal.then(|| (flaw.ply as usize - 1, flaw.moves[0]))
        };
        let equal: Vec<_> = report.flaws.iter().filter_map(equal).collect();
        report
            .flaws
            .extend(variations::cooks(examiner, line, &equal));
    }
}

/// Whether the line mates as soon as can be against the defence that lasts longest, as far as that is known.
fn is_shortest_against_the_longest(report: &Report) -> bool {
    use FlawKind::{LongerDefence, NoMate, NotLongest, ShorterMate};
    let breaks = |kind| [LongerDefence, NoMate, NotLongest, ShorterMate].contains(&kind);
    !report.flaws.iter().any(|flaw| breaks(flaw.kind))
        && !report.open.iter().any(|open| breaks(open.kind))
}

/// What is to be said of a stated length. That futile interpositions count in it is no mistake.
fn wrong_length(line: &Line, stated: Option<u32>) -> Option<Flaw> {
    let is_right = |&stated: &u32| stated == line.plies() || stated as usize == line.moves.len();
    stated
        .filter(|stated| !is_right(stated))
        .map(|stated| Flaw {
            detail: Some(format!("{stated} stated")),
            plies: Some(Bounds {
                lower: line.plies(),
                upper: Some(line.plies()),
            }),
            ..Flaw::new(
                FlawKind::WrongLength,
                Severity::Blemish,
                line.moves.len() as u32,
            )
        })
}

/// The line, when it can be played and mates; else what is wrong is reported.
fn line_to_verify(
    examiner: &Examiner,
    start: &Position,
    stated: Option<&[Intent]>,
    report: &mut Report,
) -> Option<Line> {
    let Some(moves) = stated else {
        let found = solvers_line(examiner, start, report)?;
        report.origin = LineOrigin::Solver;
        return line_that_mates(examiner, Line::play(start, &found).0);
    };
    report.origin = LineOrigin::Stated;
    let (line, flaw) = Line::play(start, moves);
    report.line.clone_from(&line.moves);
    if let Some(flaw) = flaw {
        report.flaws.push(flaw);
        check_that_there_is_a_mate(examiner, start, report);
        return None;
    }
    report.plies = line.plies();
    match ends_in_mate(examiner, &line) {
        Some(true) => {
            let counted = line_that_mates(examiner, line);
            if counted.is_none() {
                report.leave_open(FlawKind::FutileInterposition, examiner);
            }
            counted
        }
        Some(false) => {
            let flaw = Flaw::new(FlawKind::UnfinishedLine, Severity::Fatal, report.plies);
            report.flaws.push(flaw);
            check_that_there_is_a_mate(examiner, start, report);
            None
        }
        None => {
            report.leave_open(FlawKind::UnfinishedLine, examiner);
            None
        }
    }
}

/// The line with its futile interpositions not counted; `None` when it does not end in mate, or that was not found out.
fn line_that_mates(examiner: &Examiner, mut line: Line) -> Option<Line> {
    if !ends_in_mate(examiner, &line)? {
        return None;
    }
    line.count(|line, index, left| {
        let (position, reply) = (&line.positions[index], line.moves[index]);
        // Where the check mates no sooner anyway, a futile reply costs nothing.
        Some(
            examiner.is_futile(position, reply, left, u64::MAX)?
                && examiner.mates(position, left, u64::MAX)?,
        )
    })?;
    Some(line)
}

/// The main line of the solver, when there is a mate and its length is known.
fn solvers_line(examiner: &Examiner, start: &Position, report: &mut Report) -> Option<Vec<Intent>> {
    match examiner
        .shortest(start, u64::MAX)
        .map(|answer| answer.outcome)
    {
        Some(Outcome::Mate { line, bounds, .. }) if bounds.upper == Some(bounds.lower) => {
            report.line.clone_from(&line);
            Some(line.into_iter().map(|mv| mv.intent()).collect())
        }
        Some(Outcome::NoMate { .. }) => {
            let flaw = Flaw::new(FlawKind::NoMate, Severity::Fatal, 1);
            report.flaws.push(flaw);
            None
        }
        Some(Outcome::Mate { .. } | Outcome::Unknown { .. }) | None => {
            report.leave_open(FlawKind::NoMate, examiner);
            None
        }
    }
}

/// Reports it when there is no mate at all.
fn check_that_there_is_a_mate(examiner: &Examiner, start: &Position, report: &mut Report) {
    match examiner.mates_ever(start, u64::MAX) {
        Some(true) => {}
        Some(false) => {
            let flaw = Flaw::new(FlawKind::NoMate, Severity::Fatal, 1);
            report.flaws.push(flaw);
        }
        None => report.leave_open(FlawKind::NoMate, examiner),
    }
}

/// Whether a line ends in mate, or before replies that are all futile.
fn ends_in_mate(examiner: &Examiner, line: &Line) -> Option<bool> {
    if line.moves.len().is_multiple_of(2) {
        Some(false)
    } else if line.end().is_mate() {
        Some(true)
    } else {
        examiner.mates(line.end(), 0, u64::MAX)
    }
}

/// The most nodes for each question.
#[derive(Clone, Copy)]
struct Most {
    nodes: u64,
    /// Once the problem is known to be unsound.
    when_unsound: u64,
}

/// Examines a line that can be played and mates.
fn examine_line(examiner: &Examiner, line: &Line, most: Most, report: &mut Report) {
    report.plies = line.plies();
    for ply in line.futile_plies() {
        let flaw = Flaw::new(FlawKind::FutileInterposition, Severity::Blemish, ply);
        report.flaws.push(flaw);
    }
    let beside = examiner.beside(line);
    Examination::of(line, &beside).make(examiner, most, report);
    judge_left_over(examiner, line, report);
}

/// All nodes of a line, under examination.
struct Examination<'l> {
    start: &'l Position,
    defences: Vec<Defence<'l>>,
    choices: Vec<Choice<'l>>,
}

impl<'l> Examination<'l> {
    /// From the end of the line to its beginning: what comes later is easier, and helps.
    fn of(line: &'l Line, beside: &'l Bypass<'l>) -> Examination<'l> {
        let indices = || (0..line.moves.len()).rev();
        Examination {
            start: &line.positions[0],
            defences: indices()
                .filter(|index| index % 2 == 1)
                .map(|index| Defence::new(line, index))
                .collect(),
            choices: indices()
                .filter(|index| index % 2 == 0)
                .map(|index| Choice::new(line, beside, index))
                .collect(),
        }
    }

    /// Goes on, with more nodes in each round, until everything is found out that is worth it.
    fn make(mut self, examiner: &Examiner, most: Most, report: &mut Report) {
        let mut nodes = FIRST_ROUND;
        loop {
            self.round(examiner, nodes, most);
            let enough = if self.is_unsound() && self.is_secured() {
                most.when_unsound
            } else if self.is_unsound() || self.is_grave_settled() {
                most.nodes.min(NODES_FOR_BLEMISHES)
            } else {
                most.nodes
            };
            if self.is_settled() || nodes >= enough || examiner.ended().is_some() {
                break;
            }
            nodes = nodes.saturating_mul(NEXT_ROUND);
        }
        let reason = examiner.cut_short().unwrap_or(Reason::Nodes);
        examiner.come_to_the_last();
        if examiner.cut_short().is_some() && !self.is_unsound() {
            self.exclude(examiner);
        }
        // Which defence breaks the line is worth knowing, whenever it was found to be broken.
        examiner.each(&mut self.defences, |defence| {
            if defence.is_broken() {
                defence.go_on(examiner, FIRST_ROUND * NEXT_ROUND);
            }
        });
        let is_broken = self.defences.iter().any(Defence::is_broken);
        let nodes = most.nodes.min(NODES_FOR_THE_WHOLE);
        if is_broken && examiner.mates_ever(self.start, nodes) == Some(false) {
            let flaw = Flaw::new(FlawKind::NoMate, Severity::Fatal, 1);
            report.flaws.push(flaw);
        }
        for (flaws, open) in self
            .defences
            .into_iter()
            .map(|defence| defence.finish(reason))
            .chain(self.choices.into_iter().map(|choice| choice.finish(reason)))
        {
            report.flaws.extend(flaws);
            report.open.extend(open);
        }
    }

    fn round(&mut self, examiner: &Examiner, nodes: u64, most: Most) {
        let is_decided = self.is_unsound() && nodes > most.when_unsound;
        let (defences, choices) = (&mut self.defences, &mut self.choices);
        examiner.each(defences, |defence| defence.secure(examiner, nodes));
        if is_decided {
            return;
        }
        examiner.each(choices, |choice| {
            if choice.is_grave() {
                choice.go_on(examiner, nodes);
            }
        });
        if nodes > NODES_FOR_BLEMISHES {
            return;
        }
        examiner.each(choices, |choice| {
            if !choice.is_grave() {
                choice.go_on(examiner, nodes);
            }
        });
        examiner.each(defences, |defence| defence.go_on(examiner, nodes));
    }

    /// Says of what is open, and would be fatal, how long a mate would have to be.
    fn exclude(&mut self, examiner: &Examiner) {
        let can_go_on = |choice: &Choice| choice.is_grave() && choice.can_be_excluded();
        while self.choices.iter().any(can_go_on) && examiner.ended().is_none() {
            examiner.each(&mut self.choices, |choice| {
                if choice.is_grave() {
                    choice.exclude(examiner, NODES_FOR_A_BOUND);
                }
            });
        }
    }

    fn is_unsound(&self) -> bool {
        self.defences.iter().any(Defence::is_broken) || self.choices.iter().any(Choice::is_broken)
    }

    /// Whether it is known of each check of the line whether it mates in time.
    fn is_secured(&self) -> bool {
        self.defences.iter().all(Defence::is_safe)
    }

    fn is_grave_settled(&self) -> bool {
        let is_settled = |choice: &Choice| !choice.is_grave() || choice.is_settled();
        self.is_secured() && self.choices.iter().all(is_settled)
    }

    fn is_settled(&self) -> bool {
        self.defences.iter().all(Defence::is_settled) && self.choices.iter().all(Choice::is_settled)
    }
}

/// Judges what the attacker has left at the end of the line.
fn judge_left_over(examiner: &Examiner, line: &Line, report: &mut Report) {
    let attacker = line.positions[0].side_to_move();
    let left = line.end().hand(attacker);
    if left.is_empty() {
        return;
    }
    let flaw = |severity, detail: &str| Flaw {
        left_over: Some(left),
        detail: Some(detail.to_string()),
        ..Flaw::new(FlawKind::LeftOver, severity, line.moves.len() as u32)
    };
    let start = &line.positions[0];
    let nodes = match report.verdict() {
        Verdict::Unsound => NODES_FOR_MORE,
        _ => NODES_FOR_BLEMISHES,
    };
    match left_over::can_be_kept(examiner, start, line.plies(), nodes) {
        Some(true) => report.flaws.push(flaw(
            Severity::Fatal,
            "whatever the defender does, the attacker can keep something",
        )),
        Some(false) => report.flaws.push(flaw(
            Severity::Blemish,
            "the defender can hold out as long and leave nothing",
        )),
        None => {
            report.flaws.push(flaw(
                Severity::Blemish,
                "whether the defender can leave nothing was not found out",
            ));
            report.leave_open(FlawKind::LeftOver, examiner);
        }
    }
}
