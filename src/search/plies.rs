//! Lengths in plies.

/// A number of plies (half-moves), or no bound at all.
///
/// Besides lengths of mates it serves as a search budget: "is it mate within so many plies".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Plies(u16);

impl Plies {
    /// None at all.
    pub const ZERO: Plies = Plies(0);
    /// More than any length: the budget of a search for mates of whatever length.
    pub const UNLIMITED: Plies = Plies(u16::MAX);

    /// This many plies; lengths that do not fit count as unlimited.
    pub fn new(plies: usize) -> Plies {
        Plies(u16::try_from(plies).unwrap_or(u16::MAX))
    }

    /// One ply more; unlimited stays so.
    pub fn plus_one(self) -> Plies {
        Plies(self.0.saturating_add(1))
    }

    /// One ply less; `None` when there is none left. Unlimited stays so.
    pub fn minus_one(self) -> Option<Plies> {
        if self == Plies::UNLIMITED {
            Some(self)
        } else {
            self.0.checked_sub(1).map(Plies)
        }
    }

    /// The number; unlimited is 65,535.
    pub fn get(self) -> u32 {
        u32::from(self.0)
    }
}
