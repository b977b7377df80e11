//! How hard a problem is to solve.

use super::theme::Traits;

/// As [`super::Found::grade`] has it.
pub(super) fn grade(plies: u32, nodes: u64, tries: usize, traits: &Traits) -> u32 {
    let hidden = traits.non_promotions
        + traits.distant_checks
        + traits.interpositions
        + traits.drop_pawn_mates;
    let sum =
        plies + nodes.max(1).ilog2() + 2 * tries.min(4) as u32 + traits.sacrifices + 2 * hidden;
    (sum.saturating_sub(4) / 4).clamp(1, 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_to_see_is_harder_and_the_scale_ends() {
        let plain = Traits::default();
        let rich = Traits {
            sacrifices: 2,
            non_promotions: 1,
            ..plain
        };
        assert_eq!(grade(1, 1, 0, &plain), 1);
        assert!(grade(7, 300, 1, &rich) > grade(7, 300, 1, &plain));
        assert!(grade(9, 300, 1, &plain) > grade(3, 20, 0, &plain));
        assert_eq!(grade(99, u64::MAX, 100, &rich), 10);
    }
}
