//! Claims about positions, in a table as small as exactness allows: 52 bytes each.

use super::Horizon;
use super::mailbox::{Action, Mailbox, Squares};
use super::pieces::{Counts, Kind, Man, SQUARES, Side, contains};

/// A board, exactly: 81 bits that say where men stand, and five bits for each of the at most 40 men in turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PackedBoard([u8; 36]);

const MEN_BEGIN: usize = SQUARES as usize;

impl PackedBoard {
    fn new(squares: &Squares) -> PackedBoard {
        let mut packed = [0; 36];
        let mut end = MEN_BEGIN;
        for (square, man) in squares.iter().enumerate() {
            if let Some(man) = man {
                set_bit(&mut packed, square);
                let code = man_code(*man);
                for bit in 0..5 {
                    if code >> bit & 1 == 1 {
                        set_bit(&mut packed, end + bit);
                    }
                }
                end += 5;
            }
        }
        PackedBoard(packed)
    }

    fn squares(&self) -> Squares {
        let mut begin = MEN_BEGIN;
        std::array::from_fn(|square| {
            self.bit(square).then(|| {
                let code =
                    (0..5).fold(0, |code, bit| code | u8::from(self.bit(begin + bit)) << bit);
                begin += 5;
                man_of_code(code)
            })
        })
    }

    fn bit(&self, index: usize) -> bool {
        self.0[index / 8] >> (index % 8) & 1 == 1
    }
}

fn set_bit(bits: &mut [u8], index: usize) {
    bits[index / 8] |= 1 << (index % 8);
}

fn man_code(man: Man) -> u8 {
    man.kind as u8 | u8::from(man.promoted) << 3 | (man.side as u8) << 4
}

fn man_of_code(code: u8) -> Man {
    Man {
        side: if code & 16 == 0 {
            Side::Black
        } else {
            Side::White
        },
        kind: Kind::ALL[usize::from(code & 7)],
        promoted: code & 8 != 0,
    }
}

/// How many bits each kind's count takes.
const WIDTHS: [u32; 7] = [5, 3, 3, 3, 3, 2, 2];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PackedHand(u32);

impl PackedHand {
    fn new(counts: &Counts) -> PackedHand {
        let fields = counts.iter().zip(WIDTHS);
        PackedHand(fields.fold(0, |packed, (&count, width)| {
            packed << width | u32::from(count)
        }))
    }

    fn counts(self) -> Counts {
        let mut rest = self.0;
        let mut counts = [0; 7];
        for (count, width) in counts.iter_mut().zip(WIDTHS).rev() {
            *count = (rest & ((1 << width) - 1)) as u8;
            rest >>= width;
        }
        counts
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PackedAction(u16);

const TARGETS: u16 = SQUARES as u16;
const PROMOTIONS: u16 = TARGETS * TARGETS;
const DROPS: u16 = 2 * PROMOTIONS;

impl PackedAction {
    fn new(action: Action) -> PackedAction {
        PackedAction(match action {
            Action::Move { from, to, promotes } => {
                let moved = u16::from(from) * TARGETS + u16::from(to);
                moved + if promotes { PROMOTIONS } else { 0 }
            }
            Action::Drop { kind, to } => DROPS + kind as u16 * TARGETS + u16::from(to),
        })
    }

    fn action(self) -> Action {
        let to = (self.0 % TARGETS) as u8;
        if self.0 >= DROPS {
            let kind = Kind::HELD[usize::from((self.0 - DROPS) / TARGETS)];
            Action::Drop { kind, to }
        } else {
            Action::Move {
                from: (self.0 % PROMOTIONS / TARGETS) as u8,
                to,
                promotes: self.0 >= PROMOTIONS,
            }
        }
    }
}

/// What is claimed of a position in which the attacker is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum PackedVerdict {
    Mate { plies: u16, action: PackedAction },
    NoMate(Horizon),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PackedClaim {
    board: PackedBoard,
    attacker: PackedHand,
    defender: PackedHand,
    verdict: PackedVerdict,
}

const _: () = assert!(size_of::<PackedClaim>() <= 52);

impl PackedClaim {
    fn new(claim: &Claim) -> PackedClaim {
        let position = &claim.position;
        PackedClaim {
            board: PackedBoard::new(&position.squares),
            attacker: PackedHand::new(position.hand(position.side)),
            defender: PackedHand::new(position.hand(position.side.other())),
            verdict: match claim.verdict {
                Verdict::Mate { plies, action } => PackedVerdict::Mate {
                    plies,
                    action: PackedAction::new(action),
                },
                Verdict::NoMate(horizon) => PackedVerdict::NoMate(horizon),
            },
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
    /// Takes in claims from a source that may turn out to be unreadable.
    pub fn collect<E>(
        attacker: Side,
        claims: impl Iterator<Item = Result<Claim, E>>,
    ) -> Result<Claims, E> {
        let packed = claims.map(|claim| Ok(PackedClaim::new(&claim?)));
        let mut packed: Vec<PackedClaim> = packed.collect::<Result<_, E>>()?;
        packed.sort_unstable();
        Ok(Claims { attacker, packed })
    }

    pub fn len(&self) -> usize {
        self.packed.len()
    }

    pub fn get(&self, index: usize) -> Claim {
        let packed = &self.packed[index];
        let hands = [packed.attacker.counts(), packed.defender.counts()];
        Claim {
            position: Mailbox {
                squares: packed.board.squares(),
                hands: match self.attacker {
                    Side::Black => hands,
                    Side::White => [hands[1], hands[0]],
                },
                side: self.attacker,
            },
            verdict: match packed.verdict {
                PackedVerdict::Mate { plies, action } => Verdict::Mate {
                    plies,
                    action: action.action(),
                },
                PackedVerdict::NoMate(horizon) => Verdict::NoMate(horizon),
            },
        }
    }

    /// Whether some claim says that the attacker, to move, mates within `plies`: he has at least what that
    /// claim gives him, and the defender at most.
    pub fn say_mate_within(&self, position: &Mailbox, plies: u16) -> bool {
        let attacker = position.hand(position.side);
        let defender = position.hand(position.side.other());
        self.of_board(position).iter().any(|claim| {
            matches!(claim.verdict, PackedVerdict::Mate { plies: claimed, .. } if claimed <= plies)
                && contains(attacker, &claim.attacker.counts())
                && contains(&claim.defender.counts(), defender)
        })
    }

    /// Whether some claim says that the attacker, to move, does not mate so soon: he has at most what that
    /// claim gives him, and the defender at least.
    pub fn say_no_mate(&self, position: &Mailbox, horizon: Horizon) -> bool {
        let attacker = position.hand(position.side);
        let defender = position.hand(position.side.other());
        self.of_board(position).iter().any(|claim| {
            matches!(claim.verdict, PackedVerdict::NoMate(claimed) if claimed >= horizon)
                && contains(&claim.attacker.counts(), attacker)
                && contains(defender, &claim.defender.counts())
        })
    }

    fn of_board(&self, position: &Mailbox) -> &[PackedClaim] {
        let board = PackedBoard::new(&position.squares);
        let begin = self.packed.partition_point(|claim| claim.board < board);
        let rest = &self.packed[begin..];
        &rest[..rest.partition_point(|claim| claim.board == board)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::writer::mailbox_of;
    use super::*;
    use crate::board::testing::positions;
    use proptest::prelude::*;

    fn collected(claim: &Claim) -> Claims {
        let claims = [Ok::<_, ()>(claim.clone())];
        Claims::collect(claim.position.side, claims.into_iter()).expect("it was read")
    }

    #[test]
    fn actions_are_packed_without_loss() {
        for to in [0, 8, 40, 80] {
            for kind in Kind::HELD {
                let action = Action::Drop { kind, to };
                assert_eq!(PackedAction::new(action).action(), action);
            }
            for (from, promotes) in [(0, false), (79, true), (80, true), (80, false)] {
                let action = Action::Move { from, to, promotes };
                assert_eq!(PackedAction::new(action).action(), action);
            }
        }
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
