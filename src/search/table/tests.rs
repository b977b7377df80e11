use super::*;
use crate::board::{HandKind, scatter};
use proptest::prelude::*;
use std::collections::HashSet;

pub(super) fn hands() -> impl Strategy<Value = Hand> {
    (
        (0u8..=18, 0u8..=4, 0u8..=4, 0u8..=4),
        (0u8..=2, 0u8..=2, 0u8..=4),
    )
        .prop_map(|((p, l, n, s), (b, r, g))| {
            HandKind::ALL
                .into_iter()
                .zip([p, l, n, s, b, r, g])
                .fold(Hand::EMPTY, |hand, (kind, count)| hand.with(kind, count))
        })
}

fn pawns(count: u8) -> Hand {
    Hand::EMPTY.with(HandKind::Pawn, count)
}

fn key(n: u64) -> BoardKey {
    BoardKey {
        place: scatter(n),
        check: scatter(n | 1 << 63),
    }
}

fn open(pn: u32, work: u32) -> Open {
    Open {
        pn,
        dn: 1,
        work,
        depth: 3,
        cyclic: false,
    }
}

/// Stores with room made when it is short.
fn store_open(table: &mut Table, key: BoardKey, hand: Hand, open: Open) {
    table.store_open(key, hand, open);
    if table.is_crowded() {
        table.grow(NonZeroUsize::MIN);
    }
}

fn look_up(table: &Table, key: BoardKey, hand: Hand) -> Known {
    table.look_up(key, hand, Plies::UNLIMITED, 0)
}

#[test]
fn verdicts_hold_for_comparable_hands_and_budgets() {
    let table = Table::new(1 << 20);
    table.store_mate(key(42), pawns(2), Plies::new(5), 10);
    table.store_no_mate(key(42), pawns(1), Plies::UNLIMITED, 10);
    let look_up = |n, count, budget| table.look_up(key(n), pawns(count), budget, 0);
    assert!(matches!(
        look_up(42, 3, Plies::UNLIMITED),
        Known::Mate { .. }
    ));
    assert!(matches!(look_up(42, 3, Plies::new(5)), Known::Mate { .. }));
    assert!(matches!(
        look_up(42, 3, Plies::new(3)),
        Known::Nothing { .. }
    ));
    assert!(matches!(
        look_up(42, 0, Plies::UNLIMITED),
        Known::NoMate { .. }
    ));
    assert!(matches!(
        look_up(43, 3, Plies::UNLIMITED),
        Known::Nothing { .. }
    ));
}

#[test]
fn both_verdicts_and_the_numbers_of_a_hand_stand_together() {
    let table = Table::new(1 << 20);
    table.store_no_mate(key(1), pawns(1), Plies::new(6), 10);
    table.store_mate(key(1), pawns(1), Plies::new(11), 10);
    store_numbers(&table, 1, 4, 9);
    let within = |plies| table.look_up(key(1), pawns(1), Plies::new(plies), 0);
    assert!(matches!(within(6), Known::NoMate { .. }));
    assert!(matches!(
        within(7),
        Known::Open(Open {
            pn: 4,
            depth: 9,
            ..
        })
    ));
    assert!(matches!(within(11), Known::Mate { .. }));
}

/// Numbers of pawns in hand: `pn` and ten times as much to disprove.
fn store_numbers(table: &Table, count: u8, pn: u32, depth: u16) {
    let open = Open {
        pn,
        dn: 10 * pn,
        work: 1,
        depth,
        cyclic: false,
    };
    table.store_open(key(1), pawns(count), open);
}

#[test]
fn hands_without_a_verdict_bound_each_other() {
    let table = Table::new(1 << 20);
    store_numbers(&table, 5, 7, 20);
    store_numbers(&table, 3, 2, 20);
    store_numbers(&table, 1, 1, 20);
    // A richer hand is not mated before ours, a poorer one not saved after.
    assert!(matches!(
        look_up(&table, key(1), pawns(4)),
        Known::Nothing {
            pn_at_least: 7,
            dn_at_least: 20
        }
    ));
    assert!(matches!(
        look_up(&table, key(1), pawns(0)),
        Known::Nothing {
            pn_at_least: 7,
            dn_at_least: 0
        }
    ));
    let at_depth = |depth| match table.look_up(key(1), pawns(3), Plies::UNLIMITED, depth) {
        Known::Open(open) => (open.pn, open.dn, open.depth),
        other => panic!("{other:?}"),
    };
    assert_eq!(at_depth(19), (2, 20, 20));
    assert_eq!(at_depth(20), (7, 20, 20));
    store_numbers(&table, 3, 2, 30);
    store_numbers(&table, 5, 7, 10);
    assert_eq!(at_depth(15), (7, 20, 10));
}

#[test]
fn doubling_loses_nothing_and_a_smaller_step_next_to_nothing() {
    for threads in [1, 3] {
        grow_to_the_limit(NonZeroUsize::new(threads).unwrap());
    }
}

/// Fills a table and makes it grow, with a look at what it loses by that.
fn grow_to_the_limit(threads: NonZeroUsize) {
    // No power of two, so that the last step is a smaller one.
    let mut table = Table::new(11 << 20);
    let mut steps = 0;
    for n in 0..400_000 {
        // One board in a thousand has many hands.
        let hands = if n % 1_000 == 0 { 18 } else { 1 };
        for count in 1..=hands {
            table.store_open(key(n), pawns(count), open(n as u32 + 2, 1));
        }
        if !table.is_crowded() {
            continue;
        }
        let all = n as usize + 1 + 17 * (n as usize / 1_000 + 1);
        let (before, size) = (known_numbers(&table, n), table.bytes());
        table.grow(threads);
        steps += 1;
        let after = known_numbers(&table, n);
        assert!(before.len() * 100 > all * 99, "{} of {all}", before.len());
        assert!(after.iter().all(|node| before.contains(node)));
        let lost = before.len() - after.len();
        let doubled = table.bytes() == 2 * size;
        let allowed = if doubled { 0 } else { all / 5_000 };
        assert!(lost <= allowed, "{lost} of {all} lost");
    }
    assert_eq!(steps, 7);
    assert_eq!(table.bytes(), 11 << 20);
}

/// The boards and numbers of pawns in hand that the table knows, up to board `most`.
fn known_numbers(table: &Table, most: u64) -> HashSet<(u64, u8)> {
    let nodes = (0..=most).flat_map(|n| (1..=18).map(move |count| (n, count)));
    nodes
        .filter(|&(n, count)| match look_up(table, key(n), pawns(count)) {
            Known::Open(found) => {
                assert_eq!(found.pn, n as u32 + 2);
                true
            }
            _ => false,
        })
        .collect()
}

#[test]
fn a_table_grows_to_its_limit_and_not_beyond() {
    for limit in [64 << 10, 100_000, 1 << 20, 3 << 20] {
        let mut table = Table::new(limit);
        assert!(table.bytes() <= 128 << 10);
        for n in 0..100_000 {
            store_open(&mut table, key(n), pawns(1), open(1, 1));
        }
        assert_eq!(table.bytes(), limit / 128 * 128);
        assert!(table.fill() > 0.8, "{}", table.fill());
    }
}

#[test]
fn a_small_problem_pays_nothing_for_a_large_limit() {
    let small = Table::new(1 << 20);
    assert_eq!(Table::new(2 << 30).bytes(), small.bytes());
}

#[test]
fn a_full_table_keeps_what_cost_most() {
    let table = Table::new(1);
    for n in 1..=100 {
        table.store_open(key(n), pawns(0), open(1, n as u32));
    }
    assert!(matches!(
        look_up(&table, key(100), pawns(0)),
        Known::Open(_)
    ));
    assert!(matches!(
        look_up(&table, key(1), pawns(0)),
        Known::Nothing { .. }
    ));
    assert_eq!(table.bytes(), size_of::<Bucket>());
    assert_eq!(table.fill(), 1.0);
}

/// What is true of the nodes of a made-up game: a board needs some pieces to mate at all, and each piece more
/// makes it two plies quicker.
fn truth(n: u64, hand: Hand) -> Plies {
    let needed = Hand::EMPTY
        .with(HandKind::Pawn, (n % 3) as u8)
        .with(HandKind::Gold, (n / 3 % 3) as u8);
    if hand.dominates(needed) {
        Plies::new(2 * (12 - hand.total()) as usize + 1)
    } else {
        Plies::UNLIMITED
    }
}

/// Something to tell the table: a node of the game, what to store of it, and how large.
#[derive(Clone, Copy, Debug)]
struct Fact {
    n: u64,
    hand: Hand,
    what: What,
    size: u32,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Numbers,
    Mate,
    NoMate,
}

impl Fact {
    /// One of as many facts as there are words, about a given number of boards.
    fn from_word(word: u64, boards: u64) -> Fact {
        let hand = Hand::EMPTY
            .with(HandKind::Pawn, (word >> 8) as u8 % 5)
            .with(HandKind::Gold, (word >> 16) as u8 % 5);
        let what = match word >> 24 & 3 {
            0 => What::Mate,
            1 => What::NoMate,
            _ => What::Numbers,
        };
        Fact {
            n: (word >> 32) % boards,
            hand,
            what,
            size: (word & 0xff) as u32 + 1,
        }
    }

    fn length(&self) -> Plies {
        truth(self.n, self.hand)
    }

    /// The longest or shortest length that it tells of.
    fn told(&self) -> Option<Plies> {
        let length = self.length().get() as usize;
        match self.what {
            What::Numbers => None,
            What::Mate if self.length() == Plies::UNLIMITED => None,
            What::Mate => Some(Plies::new(length + self.size as usize / 64)),
            What::NoMate if self.length() == Plies::UNLIMITED => Some(Plies::UNLIMITED),
            What::NoMate => Some(Plies::new(
                length.saturating_sub(1 + self.size as usize / 64),
            )),
        }
    }

    fn open(&self) -> Open {
        Open {
            pn: self.size,
            dn: dn(self.n, self.hand, self.size),
            work: self.size,
            depth: 1 + self.size as u16 % 100,
            cyclic: false,
        }
    }

    fn store(&self, table: &Table) {
        match (self.what, self.told()) {
            (What::Mate, Some(plies)) => table.store_mate(key(self.n), self.hand, plies, self.size),
            (What::NoMate, Some(plies)) => {
                table.store_no_mate(key(self.n), self.hand, plies, self.size);
            }
            _ => table.store_open(key(self.n), self.hand, self.open()),
        }
    }
}

/// The disproof number that goes with a proof number in the game.
fn dn(n: u64, hand: Hand, pn: u32) -> u32 {
    let word = scatter(n ^ u64::from(hand.bits()) << 8 ^ u64::from(pn) << 36);
    (word >> 46) as u32 | 1
}

/// Asks at the root, where nothing was met nearer, so that all numbers are a node's own.
fn check_truth(table: &Table, n: u64, hand: Hand, budget: Plies) {
    match table.look_up(key(n), hand, budget, 0) {
        Known::Mate { plies, hand: least } => {
            assert!(plies <= budget && hand.dominates(least));
            assert!(truth(n, least) <= plies);
        }
        Known::NoMate { plies, hand: most } => {
            assert!(plies >= budget && most.dominates(hand));
            let length = truth(n, most);
            assert!(length > plies || length == Plies::UNLIMITED);
        }
        // Only a verdict was ever stored.
        Known::Open(Open {
            pn: 1,
            dn: 1,
            depth: NEVER_MET,
            ..
        }) => {}
        Known::Open(open) => {
            assert_eq!(open.dn, dn(n, hand, open.pn));
            assert!((1..=100).contains(&open.depth));
        }
        Known::Nothing { pn_at_least, .. } => assert!(pn_at_least <= 256),
    }
}

#[test]
fn threads_never_see_what_was_never_stored() {
    const BOARDS: u64 = 40;
    const ROUNDS: u64 = 100_000;
    // Full all the time, and always written to by others.
    let table = Table::new(7 * size_of::<Bucket>());
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let table = &table;
            scope.spawn(move || {
                for round in 0..ROUNDS {
                    let word = scatter(thread << 32 | round);
                    Fact::from_word(word, BOARDS).store(table);
                    let asked = Fact::from_word(scatter(word), BOARDS);
                    let budget = Plies::new(asked.size as usize / 8);
                    check_truth(table, asked.n, asked.hand, budget);
                }
            });
        }
    });
    assert_eq!(table.fill(), 1.0);
}

/// All facts, forgotten only as verdicts supersede numbers.
#[derive(Default)]
struct Model {
    facts: Vec<Fact>,
}

impl Model {
    fn knows_mate(&self, n: u64, hand: Hand, budget: Plies) -> bool {
        self.about(n).any(|fact| {
            matches!(fact.what, What::Mate)
                && fact.told().is_some_and(|plies| plies <= budget)
                && hand.dominates(fact.hand)
        })
    }

    fn knows_no_mate(&self, n: u64, hand: Hand, budget: Plies) -> bool {
        self.about(n).any(|fact| {
            matches!(fact.what, What::NoMate)
                && fact.told().is_some_and(|plies| plies >= budget)
                && fact.hand.dominates(hand)
        })
    }

    fn about(&self, n: u64) -> impl Iterator<Item = &Fact> {
        self.facts.iter().filter(move |fact| fact.n == n)
    }

    /// The numbers stored last of a node, if they are any different from those of a node never met.
    fn numbers(&self, n: u64, hand: Hand) -> Option<Open> {
        self.about(n)
            .filter(|fact| fact.hand == hand && fact.told().is_none())
            .map(Fact::open)
            .last()
    }

    /// Whether a verdict has come that makes the numbers of a node superfluous.
    fn is_superseded(&self, n: u64, hand: Hand) -> bool {
        self.about(n).any(|fact| match (fact.what, fact.told()) {
            (What::Mate, Some(_)) => hand.dominates(fact.hand),
            (What::NoMate, Some(plies)) => plies == Plies::UNLIMITED && fact.hand.dominates(hand),
            _ => false,
        })
    }
}

proptest! {
    #[test]
    fn with_room_enough_the_table_knows_all_that_was_stored(words in prop::collection::vec(any::<u64>(), 1..400)) {
        const BOARDS: u64 = 60;
        let table = Table::new(1 << 20);
        let mut model = Model::default();
        for word in words {
            let fact = Fact::from_word(word, BOARDS);
            fact.store(&table);
            model.facts.push(fact);
            let Fact { n, hand, size, .. } = Fact::from_word(scatter(word), BOARDS);
            for (n, hand) in [(n, hand), (fact.n, fact.hand)] {
                let budget = Plies::new(size as usize / 8);
                check_truth(&table, n, hand, budget);
                let known = table.look_up(key(n), hand, budget, 0);
                prop_assert_eq!(
                    matches!(known, Known::Mate { .. }),
                    model.knows_mate(n, hand, budget)
                );
                prop_assert_eq!(
                    matches!(known, Known::NoMate { .. }),
                    model.knows_no_mate(n, hand, budget)
                );
                if let Some(numbers) = model.numbers(n, hand)
                    && matches!(known, Known::Open(_) | Known::Nothing { .. })
                    && !model.is_superseded(n, hand)
                {
                    let Known::Open(open) = known else {
                        return Err(TestCaseError::fail(format!("lost: {n} {hand:?}")));
                    };
                    prop_assert_eq!((open.pn, open.dn), (numbers.pn, numbers.dn));
                }
            }
        }
    }
}

#[test]
fn a_cleared_table_is_as_new() {
    let mut table = Table::new(1 << 20);
    let first = table.bytes();
    for n in 0..20_000 {
        store_open(&mut table, key(n), pawns(1), open(3, 10));
    }
    assert!(table.bytes() > first);
    table.clear();
    assert_eq!((table.bytes(), table.fill()), (first, 0.0));
    assert!(!table.is_crowded());
    for n in 0..20_000 {
        assert!(matches!(
            look_up(&table, key(n), pawns(1)),
            Known::Nothing { .. }
        ));
    }
}
