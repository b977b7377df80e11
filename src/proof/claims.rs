//! Claims about positions, in a table as small as plainness allows: 76 bytes each.

use super::Horizon;
use super::mailbox::{Action, Mailbox, Squares};
use super::pieces::{Counts, Kind, Man, Side, contains};

/// A board, exactly: three squares in each number, five bits for what stands on each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PackedBoard([u16; 27]);

impl PackedBoard {
    fn new(squares: &Squares) -> PackedBoard {
        PackedBoard(std::array::from_fn(|third| {
            let three = squares[3 * third..].iter().take(3);
            three.fold(0, |packed, &man| packed << 5 | code(man))
        }))
    }

    fn squares(&self) -> Squares {
        std::array::from_fn(|square| man_of_code(self.0[square / 3] >> (5 * (2 - square % 3)) & 31))
    }
}

/// An empty square is written as what cannot stand on one: a promoted king.
const EMPTY: u16 = Kind::King as u16 | 8;

fn code(man: Option<Man>) -> u16 {
    man.map_or(EMPTY, |man| {
        man.kind as u16 | u16::from(man.promoted) << 3 | (man.side as u16) << 4
    })
}

fn man_of_code(code: u16) -> Option<Man> {
    (code != EMPTY).then(|| Man {
        side: [Side::Black, Side::White][usize::from(code >> 4)],
        kind: Kind::ALL[usize::from(code & 7)],
        promoted: code & 8 != 0,
    })
}

/// What is claimed of a position in which the attacker is to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Verdict {
    /// He mates within so many plies, beginning with this.
    Mate { plies: u16, action: Action },
    /// He does not mate so soon.
    NoMate(Horizon),
}

/// One claim.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub position: Mailbox,
    pub verdict: Verdict,
}

/// A claim in little room; those about one board stand together in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PackedClaim {
    board: PackedBoard,
    hands: [Counts; 2],
    verdict: Verdict,
}

const _: () = assert!(size_of::<PackedClaim>() <= 76);

impl PackedClaim {
    /// A claim, packed.
    pub fn new(claim: &Claim) -> PackedClaim {
        PackedClaim {
            board: PackedBoard::new(&claim.position.squares),
            hands: claim.position.hands,
            verdict: claim.verdict,
        }
    }
}

/// All claims of a certificate.
pub(super) struct Claims {
    attacker: Side,
    /// Sorted.
    packed: Vec<PackedClaim>,
}

impl Claims {
    /// Those about a problem of this attacker, in any order.
    pub fn new(attacker: Side, mut packed: Vec<PackedClaim>) -> Claims {
        packed.sort_unstable();
        Claims { attacker, packed }
    }

    pub fn len(&self) -> usize {
        self.packed.len()
    }

    pub fn get(&self, index: usize) -> Claim {
        let packed = &self.packed[index];
        let position = Mailbox {
            squares: packed.board.squares(),
            hands: packed.hands,
            side: self.attacker,
        };
        let verdict = packed.verdict;
        Claim { position, verdict }
    }

    /// Whether some claim says that the attacker, to move, mates within `plies`: he has at least what that
    /// claim gives him, and the defender at most.
    pub fn say_mate_within(&self, position: &Mailbox, plies: u16) -> bool {
        self.of_board(position).any(|claim| {
            matches!(claim.verdict, Verdict::Mate { plies: claimed, .. } if claimed <= plies)
                && self.are_better(&position.hands, &claim.hands)
        })
    }

    /// Whether some claim says that the attacker, to move, does not mate so soon: he has at most what that
    /// claim gives him, and the defender at least.
    pub fn say_no_mate(&self, position: &Mailbox, horizon: Horizon) -> bool {
        self.of_board(position).any(|claim| {
            matches!(claim.verdict, Verdict::NoMate(claimed) if claimed >= horizon)
                && self.are_better(&claim.hands, &position.hands)
        })
    }

    /// Whether hands are as good as others for the attacker, or better.
    fn are_better(&self, hands: &[Counts; 2], others: &[Counts; 2]) -> bool {
        let [attacker, defender] = [self.attacker, self.attacker.other()].map(|side| side as usize);
        contains(&hands[attacker], &others[attacker])
            && contains(&others[defender], &hands[defender])
    }

    fn of_board(&self, position: &Mailbox) -> impl Iterator<Item = &PackedClaim> {
        let board = PackedBoard::new(&position.squares);
        let first = self.packed.partition_point(|claim| claim.board < board);
        let rest = self.packed[first..].iter();
        rest.take_while(move |claim| claim.board == board)
    }
}

#[cfg(test)]
mod tests {
    use super::super::plain::mailbox_of;
    use super::*;
    use crate::board::testing::positions;
    use proptest::prelude::*;

    fn collected(claim: &Claim) -> Claims {
        Claims::new(claim.position.side, vec![PackedClaim::new(claim)])
    }

    #[test]
    fn mates_hold_with_more_in_hand_and_no_mates_with_less() {
        let parse = |sfen: &str| mailbox_of(&sfen.parse().expect("a sound position"));
        let claimed = parse("4k4/9/4P4/9/9/9/9/9/9 b Gg 1");
        let richer = parse("4k4/9/4P4/9/9/9/9/9/9 b GSg 1");
        let poorer = parse("4k4/9/4P4/9/9/9/9/9/9 b g 1");
        let against_more = parse("4k4/9/4P4/9/9/9/9/9/9 b Ggs 1");
        let elsewhere = parse("3k5/9/4P4/9/9/9/9/9/9 b Gg 1");
        let drop = Action::Drop {
            kind: Kind::Gold,
            to: 37,
        };
        let mate = collected(&Claim {
            position: claimed.clone(),
            verdict: Verdict::Mate {
                plies: 3,
                action: drop,
            },
        });
        let holds = [&claimed, &richer, &poorer, &against_more, &elsewhere]
            .map(|position| mate.say_mate_within(position, 3));
        assert_eq!(holds, [true, true, false, false, false]);
        assert!(mate.say_mate_within(&claimed, 5) && !mate.say_mate_within(&claimed, 2));
        assert!(!mate.say_no_mate(&claimed, Horizon::Within(1)));
        let no_mate = collected(&Claim {
            position: claimed.clone(),
            verdict: Verdict::NoMate(Horizon::Within(3)),
        });
        let holds = [&claimed, &richer, &poorer, &against_more, &elsewhere]
            .map(|position| no_mate.say_no_mate(position, Horizon::Within(3)));
        assert_eq!(holds, [true, false, true, true, false]);
        assert!(no_mate.say_no_mate(&claimed, Horizon::Within(1)));
        assert!(!no_mate.say_no_mate(&claimed, Horizon::Ever));
    }

    proptest! {
        #[test]
        fn positions_are_packed_without_loss(position in positions()) {
            let position = mailbox_of(&position);
            let claim = Claim { position, verdict: Verdict::NoMate(Horizon::Ever) };
            prop_assert_eq!(collected(&claim).get(0).position, claim.position);
        }
    }
}
