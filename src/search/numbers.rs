//! The arithmetic of proof and disproof numbers.

/// One leaf's worth. It is more than 1 so that there is something smaller than a leaf to add.
pub(super) const UNIT: u32 = 2;

/// The number of a verdict: no proof, or no disproof, exists. Only a verdict has it.
pub(super) const INFINITE: u32 = u32::MAX;

/// The most that a node without a verdict can have.
pub(super) const LARGEST: u32 = 1 << 30;

/// Adds up without ever reaching the number of a verdict.
pub(super) fn bounded(number: u32) -> u32 {
    number.min(LARGEST)
}
