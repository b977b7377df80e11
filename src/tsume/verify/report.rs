//! What there is to say about a problem in the end.

use super::examiner::Examiner;
use super::flaw::{Flaw, FlawKind, Severity};
use crate::board::{Move, Position};
use crate::search::Reason;

/// Everything found out about a problem.
#[derive(Clone, Debug)]
pub struct Report {
    /// The line that was verified, as far as it can be played.
    pub line: Vec<Move>,
    /// Whose it is.
    pub origin: LineOrigin,
    /// Its length without futile interpositions.
    pub plies: u32,
    /// What was found, in the order of plies, the most severe first at each.
    pub flaws: Vec<Flaw>,
    /// What was not found out.
    pub open: Vec<Open>,
    /// Why the examination ended before everything was asked, if it did.
    pub ended: Option<Reason>,
    /// Positions entered.
    pub nodes: u64,
}

/// Where a line comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineOrigin {
    /// The problem came with it.
    Stated,
    /// The solver found it, since none was stated.
    Solver,
    /// There is none.
    None,
}

/// Whether a problem is sound.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// Nothing is wrong with it.
    Sound,
    /// It is, but for things that many tolerate.
    SoundWithBlemishes,
    /// Something fatal may be wrong with it: the search ended too early to tell.
    Undecided,
    /// Something fatal is wrong with it.
    Unsound,
}

/// A question that was not answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Open {
    /// The flaw that there may be.
    pub kind: FlawKind,
    /// How much it would matter.
    pub severity: Severity,
    /// Which move of the line it is about, counted from 1.
    pub ply: u32,
    /// The moves that were not decided, instead of that of the line.
    pub moves: Vec<Move>,
    /// Whether it is known that they mate, and only whether something excuses them is not.
    pub mates: bool,
    /// Within how many plies none of them mates; 0 where nothing is excluded.
    pub excluded: u32,
    /// How many nodes were spent on each at least.
    pub nodes: u64,
    /// Why the search ended.
    pub reason: Reason,
}

impl Verdict {
    /// From the best to the worst.
    pub const ALL: [Verdict; 4] = [
        Verdict::Sound,
        Verdict::SoundWithBlemishes,
        Verdict::Undecided,
        Verdict::Unsound,
    ];

    /// The words for it, which programs may rely on.
    pub fn words(self) -> &'static str {
        match self {
            Verdict::Sound => "sound",
            Verdict::SoundWithBlemishes => "sound with blemishes",
            Verdict::Undecided => "undecided",
            Verdict::Unsound => "unsound",
        }
    }
}

impl Report {
    /// Nothing yet.
    pub(super) fn new() -> Report {
        Report {
            line: Vec::new(),
            origin: LineOrigin::None,
            plies: 0,
            flaws: Vec::new(),
            open: Vec::new(),
            ended: None,
            nodes: 0,
        }
    }

    /// What is open about the whole problem, and would be fatal.
    pub(super) fn leave_open(&mut self, kind: FlawKind, examiner: &Examiner) {
        self.open.push(Open {
            kind,
            severity: Severity::Fatal,
            ply: 1,
            moves: Vec::new(),
            mates: false,
            excluded: 0,
            nodes: examiner.nodes(),
            reason: examiner.ended().unwrap_or(Reason::Nodes),
        });
    }

    /// What it all comes to. What is open counts where it could be fatal: an undecided blemish leaves a problem
    /// sound.
    pub fn verdict(&self) -> Verdict {
        let worst = self.flaws.iter().map(|flaw| flaw.severity).max();
        let is_open = self
            .open
            .iter()
            .any(|open| open.severity == Severity::Fatal);
        match worst {
            Some(Severity::Fatal) => Verdict::Unsound,
            _ if is_open => Verdict::Undecided,
            Some(Severity::Blemish) => Verdict::SoundWithBlemishes,
            _ => Verdict::Sound,
        }
    }

    /// Whether the problem is known to be sound, perhaps with blemishes.
    pub fn is_sound(&self) -> bool {
        matches!(self.verdict(), Verdict::Sound | Verdict::SoundWithBlemishes)
    }

    /// The first fatal flaw, which decides the verdict.
    pub fn worst(&self) -> Option<&Flaw> {
        let fatal = |flaw: &&Flaw| flaw.severity == Severity::Fatal;
        self.flaws.iter().find(fatal)
    }

    /// The position in which the moves of a flaw, or of an open question, at this ply begin.
    pub fn position_at(&self, start: &Position, ply: u32) -> Position {
        let before = (ply as usize).saturating_sub(1).min(self.line.len());
        let line = self.line[..before].iter();
        line.fold(start.clone(), |position, &mv| position.after(mv))
    }
}
