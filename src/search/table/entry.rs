//! One hand of one board, and how it is packed into two words.

use super::super::numbers::LARGEST;
use super::super::plies::Plies;
use super::Open;
use crate::board::Hand;

/// What is known of one hand of one board. It may hold both verdicts: mate from some length on, none below another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) hand: Hand,
    /// Never 0, never above [`LARGEST`]; exact up to 2¹⁸, above that rounded up by less than 2⁻¹⁷ of itself,
    /// so that a number that reached a threshold never comes back below it.
    pub(super) pn: u32,
    /// Like `pn`.
    pub(super) dn: u32,
    /// Nodes spent below, at least 1; exact up to 4, above that rounded down to a power of two or one and a
    /// half times that.
    pub(super) work: u32,
    /// Mate within this many plies or more; unlimited when no mate is known. A length that does not fit is forgotten.
    pub(super) mate_within: Plies,
    /// No mate within this many plies or fewer. A finite length that does not fit is cut down to what does.
    pub(super) no_mate_within: Plies,
    /// The smallest depth at which the node was met without a verdict, or [`NEVER_MET`].
    pub(super) depth: u16,
    /// Whether the memory of cycles knows something of it.
    pub(super) cyclic: bool,
}

/// An entry as it stands in a bucket, and where that is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Packed(pub(super) [u64; 2]);

/// Where an entry stands, seen from where its board belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// How many buckets behind its home, less than 8.
    pub(super) displacement: usize,
    /// The bits of the board's place below those that every table uses, to find its home in a larger table:
    /// less than 2¹⁷.
    pub(super) rest: u32,
}

/// The depth of a node that only ever had a verdict; deeper than any path.
pub(super) const NEVER_MET: u16 = DEPTH.most() as u16;

/// A run of bits in the packed entry.
#[derive(Clone, Copy)]
struct Field {
    shift: u32,
    width: u32,
}

impl Field {
    const fn first(width: u32) -> Field {
        Field { shift: 0, width }
    }

    /// The field that begins where this one ends.
    const fn then(self, width: u32) -> Field {
        Field {
            shift: self.shift + self.width,
            width,
        }
    }

    const fn most(self) -> u32 {
        (1 << self.width) - 1
    }

    fn get(self, packed: u128) -> u32 {
        (packed >> self.shift) as u32 & self.most()
    }

    fn put(self, value: u32) -> u128 {
        debug_assert!(value <= self.most());
        u128::from(value) << self.shift
    }
}

const HAND: Field = Field::first(Hand::PACKED_BITS);
const REST: Field = HAND.then(super::REST_BITS);
const DISPLACEMENT: Field = REST.then(3);
const DEPTH: Field = DISPLACEMENT.then(12);
const CYCLIC: Field = DEPTH.then(1);
const WORK: Field = CYCLIC.then(6);
const MATE: Field = WORK.then(13);
const NO_MATE: Field = MATE.then(13);
const PN: Field = NO_MATE.then(21);
const DN: Field = PN.then(21);

const _: () = assert!(DN.shift + DN.width == 2 * u64::BITS);

/// Digits kept after the leading one, for numbers and for work.
const NUMBER_DIGITS: u32 = 17;
const WORK_DIGITS: u32 = 1;

impl Entry {
    /// An entry that says nothing yet.
    pub(super) fn new(hand: Hand, work: u32) -> Entry {
        Entry {
            hand,
            pn: 1,
            dn: 1,
            work: work.max(1),
            mate_within: Plies::UNLIMITED,
            no_mate_within: Plies::ZERO,
            depth: NEVER_MET,
            cyclic: false,
        }
    }

    pub(super) fn is_mate(&self) -> bool {
        self.mate_within != Plies::UNLIMITED
    }

    pub(super) fn is_no_mate(&self) -> bool {
        self.no_mate_within != Plies::ZERO
    }

    /// Whether it is proven within `budget`.
    pub(super) fn mates(&self, budget: Plies) -> bool {
        self.is_mate() && self.mate_within <= budget
    }

    /// Whether it is disproven within `budget`.
    pub(super) fn mates_not(&self, budget: Plies) -> bool {
        self.is_no_mate() && self.no_mate_within >= budget
    }

    /// Whether it is neither proven nor disproven within `budget`, and its numbers come from a search.
    pub(super) fn is_open(&self, budget: Plies) -> bool {
        self.depth != NEVER_MET && !self.mates(budget) && !self.mates_not(budget)
    }

    pub(super) fn open(&self) -> Open {
        Open {
            pn: self.pn,
            dn: self.dn,
            work: self.work,
            depth: self.depth,
            cyclic: self.cyclic,
        }
    }

    /// What the entry is worth when room is needed: verdicts stay longer than numbers of the same cost.
    pub(super) fn worth(&self) -> u64 {
        let verdict = if self.is_mate() || self.is_no_mate() {
            16
        } else {
            1
        };
        u64::from(self.work) * verdict
    }

    /// As it would stand in its home if the rest of its board's place were 0.
    pub(super) fn pack(&self) -> Packed {
        Packed::of(
            HAND.put(self.hand.pack())
                | DEPTH.put(u32::from(self.depth.min(NEVER_MET)))
                | CYCLIC.put(u32::from(self.cyclic))
                | WORK.put(round_down(self.work, WORK_DIGITS))
                | MATE.put(pack_mate(self.mate_within))
                | NO_MATE.put(pack_no_mate(self.no_mate_within))
                | PN.put(pack_number(self.pn))
                | DN.put(pack_number(self.dn)),
        )
    }
}

impl Packed {
    fn of(bits: u128) -> Packed {
        Packed([bits as u64, (bits >> 64) as u64])
    }

    fn bits(self) -> u128 {
        let [low, high] = self.0;
        u128::from(low) | u128::from(high) << 64
    }

    pub(super) fn hand(self) -> Hand {
        Hand::unpack(HAND.get(self.bits()))
    }

    pub(super) fn place(self) -> Place {
        Place {
            displacement: DISPLACEMENT.get(self.bits()) as usize,
            rest: REST.get(self.bits()),
        }
    }

    /// The same entry in another place.
    pub(super) fn at(self, place: Place) -> Packed {
        const NOWHERE: u128 = !((DISPLACEMENT.most() as u128) << DISPLACEMENT.shift
            | (REST.most() as u128) << REST.shift);
        let displacement = DISPLACEMENT.put(place.displacement as u32);
        Packed::of(self.bits() & NOWHERE | displacement | REST.put(place.rest))
    }

    /// Makes something of any two words; it is nonsense when they were never packed together.
    pub(super) fn unpack(self) -> Entry {
        let bits = self.bits();
        Entry {
            hand: self.hand(),
            pn: unpack_rounded(PN.get(bits), NUMBER_DIGITS),
            dn: unpack_rounded(DN.get(bits), NUMBER_DIGITS),
            work: unpack_rounded(WORK.get(bits), WORK_DIGITS),
            mate_within: unpack_plies(MATE.get(bits)),
            no_mate_within: unpack_plies(NO_MATE.get(bits)),
            depth: DEPTH.get(bits) as u16,
            cyclic: CYCLIC.get(bits) != 0,
        }
    }
}

/// Stands for an unlimited number of plies.
const UNLIMITED: u32 = MATE.most();

const _: () = assert!(MATE.width == NO_MATE.width && UNLIMITED > super::super::MAX_DEPTH as u32);

fn pack_mate(plies: Plies) -> u32 {
    plies.get().min(UNLIMITED)
}

fn pack_no_mate(plies: Plies) -> u32 {
    if plies == Plies::UNLIMITED {
        UNLIMITED
    } else {
        plies.get().min(UNLIMITED - 1)
    }
}

fn unpack_plies(packed: u32) -> Plies {
    if packed == UNLIMITED {
        Plies::UNLIMITED
    } else {
        Plies::new(packed as usize)
    }
}

/// Packs a number of a node without a verdict; the packed form is in the same order.
fn pack_number(number: u32) -> u32 {
    let number = number.clamp(1, LARGEST);
    let lost = lost_digits(number, NUMBER_DIGITS);
    // The largest number is a power of two and stays itself.
    round_down(number + (1 << lost) - 1, NUMBER_DIGITS)
}

/// A floating-point form with `digits` binary digits after the leading one. Values below 2 ^ (digits + 1) are
/// themselves; the order of values is kept.
fn round_down(value: u32, digits: u32) -> u32 {
    let lost = lost_digits(value, digits);
    (lost << digits) + (value >> lost)
}

fn lost_digits(value: u32, digits: u32) -> u32 {
    (u32::BITS - value.leading_zeros()).saturating_sub(digits + 1)
}

fn unpack_rounded(packed: u32, digits: u32) -> u32 {
    let exponent = packed >> digits;
    if exponent == 0 {
        return packed;
    }
    let fraction = packed & ((1 << digits) - 1);
    (1 << digits | fraction) << (exponent - 1)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::tests::hands;
    use super::*;
    use proptest::prelude::*;

    /// Numbers of every size.
    pub(in super::super) fn numbers() -> impl Strategy<Value = u32> {
        (0u32..=30, any::<u32>()).prop_map(|(bits, n)| (n & ((2 << bits) - 1)).clamp(1, LARGEST))
    }

    fn plies() -> impl Strategy<Value = Plies> {
        prop_oneof![0usize..8191, Just(usize::MAX)].prop_map(Plies::new)
    }

    fn rounded(number: u32) -> u32 {
        unpack_rounded(pack_number(number), NUMBER_DIGITS)
    }

    proptest! {
        #[test]
        fn packing_keeps_all_but_rounding(
            hand in hands(),
            (pn, dn, work) in (1..1u32 << 18, 1..1u32 << 18, 1..4u32),
            (mate_within, no_mate_within) in (plies(), plies()),
            depth in 0..=NEVER_MET,
            cyclic in any::<bool>(),
            places in any::<[(u8, u32); 2]>(),
        ) {
            let entry = Entry {
                hand, pn, dn, work, mate_within, no_mate_within, depth, cyclic,
            };
            let [first, second] = places.map(|(displacement, rest)| Place {
                displacement: usize::from(displacement % 8),
                rest: rest % (1 << 17),
            });
            let packed = entry.pack().at(first).at(second);
            prop_assert_eq!((packed.unpack(), packed.hand()), (entry, hand));
            prop_assert_eq!(packed.place(), second);
        }

        #[test]
        fn any_words_unpack(words in any::<[u64; 2]>()) {
            Packed(words).unpack();
        }

        #[test]
        fn numbers_are_rounded_up_a_little_and_never_to_a_verdict(a in numbers(), b in numbers()) {
            prop_assert!(rounded(a) >= a);
            prop_assert!(rounded(a) - a <= a >> NUMBER_DIGITS);
            prop_assert!((1..=LARGEST).contains(&rounded(a)));
            prop_assert_eq!(a <= b, a <= b && rounded(a) <= rounded(b));
            prop_assert_eq!(rounded(rounded(a)), rounded(a));
        }

        #[test]
        fn work_is_rounded_down_by_less_than_a_third(work in any::<u32>()) {
            let rounded = unpack_rounded(round_down(work, WORK_DIGITS), WORK_DIGITS);
            prop_assert!(rounded <= work);
            prop_assert!(u64::from(work - rounded) * 3 <= u64::from(work));
        }

        #[test]
        fn lengths_that_do_not_fit_never_promise_more(plies in any::<u16>().prop_map(|n| Plies::new(n.into()))) {
            prop_assert!(unpack_plies(pack_mate(plies)) >= plies);
            prop_assert!(unpack_plies(pack_no_mate(plies)) <= plies);
        }
    }

    #[test]
    fn numbers_that_no_undecided_node_has_become_ones_that_it_can_have() {
        assert_eq!(rounded(0), 1);
        assert_eq!(rounded(u32::MAX), LARGEST);
        assert_eq!(rounded(LARGEST), LARGEST);
        assert_eq!(rounded(LARGEST - 1), LARGEST);
    }
}
