//! What makes the search quick and no verdict depends on, so that tests and benches can leave it out.

/// A way to search fewer nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Technique {
    /// The moves of a new node are counted before it is entered (`leaf`); without it, mates are found only
    /// when there is no reply to look at.
    FirstLook,
    /// A refusal to promote waits for the promotion to fail.
    ChainsOfRefusals,
    /// Drops on one square, and those on unguarded squares, wait for each other.
    ChainsOfDrops,
    /// The numbers of richer and poorer hands bound those of a node not met before.
    DominanceBounds,
    /// δ is the largest of the children's and one unit for each other; without it, their sum.
    WeakNumbers,
    /// A child is searched until it is worse than the next by a quarter; without it, by one.
    WideThresholds,
    /// Thresholds wait for something new where numbers may stem from the node that asks for them.
    Leash,
    /// Disproofs by repetition are remembered with what they repeat.
    CycleMemory,
}

impl Technique {
    /// All of them, in the order of the table in the module docs of `search`.
    pub const ALL: [Technique; 8] = [
        Technique::FirstLook,
        Technique::ChainsOfRefusals,
        Technique::ChainsOfDrops,
        Technique::DominanceBounds,
        Technique::WeakNumbers,
        Technique::WideThresholds,
        Technique::Leash,
        Technique::CycleMemory,
    ];

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The techniques that a search uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Techniques(u8);

impl Techniques {
    /// Every one.
    pub const ALL: Techniques = Techniques(u8::MAX);
    /// None of them: plain df-pn, with the table and its dominance of hands.
    pub const NONE: Techniques = Techniques(0);

    /// These, but not `technique`.
    pub const fn without(self, technique: Technique) -> Techniques {
        Techniques(self.0 & !technique.bit())
    }

    /// Whether `technique` is among them.
    #[inline]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 & technique.bit() != 0
    }
}
