//! Why candidates are rejected, and how many die of what.

use std::fmt;
use std::ops::{Index, IndexMut};

/// Why a candidate is no problem to be proud of, in the order in which it is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// It cannot stand on a board, or its attacker is in check.
    Impossible,
    /// There is no mate within the wanted length (不詰).
    NoMate,
    /// There is a shorter mate (早詰).
    Shorter,
    /// Another move of the attacker mates as well (余詰).
    Cook,
    /// Another reply holds out as long (変同), before the last one.
    SecondDefence,
    /// The attacker has something left in hand after a longest defence (駒余り).
    LeftOver,
    /// It could not be decided within the nodes allowed.
    Undecided,
    /// Something else can stand there instead, or nothing at all (不要駒).
    Superfluous,
    /// The verifier finds something fatal that the gate does not.
    Disputed,
    /// It is not what was asked for: too many pieces, the king elsewhere, another theme.
    Unwanted,
    /// It is known already, or too much like one that is.
    Known,
}

impl Flaw {
    /// How many there are.
    pub const COUNT: usize = 11;

    /// All of them in order.
    pub const ALL: [Flaw; Self::COUNT] = [
        Flaw::Impossible,
        Flaw::NoMate,
        Flaw::Shorter,
        Flaw::Cook,
        Flaw::SecondDefence,
        Flaw::LeftOver,
        Flaw::Undecided,
        Flaw::Superfluous,
        Flaw::Disputed,
        Flaw::Unwanted,
        Flaw::Known,
    ];

    /// A word or two.
    pub const fn name(self) -> &'static str {
        match self {
            Flaw::Impossible => "impossible",
            Flaw::NoMate => "no mate",
            Flaw::Shorter => "shorter mate",
            Flaw::Cook => "cook",
            Flaw::SecondDefence => "second defence",
            Flaw::LeftOver => "left over",
            Flaw::Undecided => "undecided",
            Flaw::Superfluous => "superfluous piece",
            Flaw::Disputed => "disputed",
            Flaw::Unwanted => "not as wanted",
            Flaw::Known => "known",
        }
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How many candidates there were and what became of them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Candidates that were sound.
    pub sound: u64,
    flaws: [u64; Flaw::COUNT],
}

impl Tally {
    /// All candidates.
    pub fn candidates(&self) -> u64 {
        self.sound + self.flaws.iter().sum::<u64>()
    }

    /// Counts a candidate and hands its judgement on.
    pub(super) fn count<T>(&mut self, judged: Result<T, Flaw>) -> Option<T> {
        match judged {
            Ok(sound) => {
                self.sound += 1;
                Some(sound)
            }
            Err(flaw) => {
                self[flaw] += 1;
                None
            }
        }
    }

    /// Adds what others have counted.
    pub fn add(&mut self, other: &Tally) {
        self.sound += other.sound;
        for flaw in Flaw::ALL {
            self[flaw] += other[flaw];
        }
    }
}

impl Index<Flaw> for Tally {
    type Output = u64;

    fn index(&self, flaw: Flaw) -> &u64 {
        &self.flaws[flaw as usize]
    }
}

impl IndexMut<Flaw> for Tally {
    fn index_mut(&mut self, flaw: Flaw) -> &mut u64 {
        &mut self.flaws[flaw as usize]
    }
}
