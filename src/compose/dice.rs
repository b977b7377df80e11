//! Chance that can be repeated: the same numbers on every machine.

/// Steele, Lea and Flood's generator of 64-bit numbers, SplitMix64 (2014).
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice that depend on all these numbers; those of other numbers have nothing to do with them.
    pub fn new(numbers: &[u64]) -> Dice {
        numbers.iter().fold(Dice(0), |mut dice, &number| {
            dice.0 = dice.next() ^ number;
            Dice(dice.next())
        })
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        // The upper half of the product is as even as anybody can tell for numbers as small as these.
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }

    /// Whether something happens that does so `chance` times of a hundred.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    /// One of several things; `None` when there are none.
    pub fn pick<T: Copy>(&mut self, among: &[T]) -> Option<T> {
        (!among.is_empty()).then(|| among[self.below(among.len())])
    }

    /// Brings things into any order.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for unsettled in (2..=things.len()).rev() {
            things.swap(unsettled - 1, self.below(unsettled));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_dice_fall_the_same_way() {
        let throws = |seed, batch| {
            let mut dice = Dice::new(&[seed, batch]);
            [(); 8].map(|()| dice.below(1000))
        };
        assert_eq!(throws(1, 2), throws(1, 2));
        assert_ne!(throws(1, 2), throws(1, 3));
        assert_ne!(throws(1, 2), throws(2, 2));
        // What collections are made with may not change unnoticed.
        assert_eq!(throws(1, 0), [975, 812, 35, 916, 610, 718, 609, 962]);
    }

    #[test]
    fn every_side_comes_up() {
        let mut dice = Dice::new(&[7]);
        let mut counts = [0; 6];
        for _ in 0..6000 {
            counts[dice.below(6)] += 1;
        }
        assert!(
            counts.iter().all(|count| (800..1200).contains(count)),
            "{counts:?}"
        );
        let mut things: Vec<_> = (0..20).collect();
        dice.shuffle(&mut things);
        assert!(!things.is_sorted());
        things.sort();
        assert!(things.into_iter().eq(0..20));
        assert_eq!(dice.pick::<u8>(&[]), None);
    }
}
