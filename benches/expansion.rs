//! What it costs to look at a node for the first time: its moves, and what each of them leads to.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use tsume::board::{Defence, Move, Position};

/// Zuko 1 and 21, Microcosmos, a board full of sliders, and a game position with two kings.
const PROBLEMS: [&str; 5] = [
    "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1",
    "3l+R4/1l1g5/2k1n4/1p+p2s3/4+r+B3/1G1s+p4/9/2N2+p3/9 b BGS2NPgs2l13p 1",
    "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1",
    "9/9/3pp4/+r2k1p3/2L1+p4/2+R6/B8/B8/9 b 4g4s4n3l14p 1",
    "l3+Rpknl/9/4G1pg1/pP+B2Ssp1/1npnP4/4KP2P/P2P4L/2GS4G/LR7 b SN6Pbp 151",
];

/// Positions within four plies of the problems, by who is to move.
#[derive(Default)]
struct Nodes {
    attacker: Vec<Position>,
    defender: Vec<Position>,
}

impl Nodes {
    fn of_problems() -> Nodes {
        let mut nodes = Nodes::default();
        for sfen in PROBLEMS {
            let root = sfen.parse().expect("an SFEN of this file");
            nodes.add_attacker(root, 2);
        }
        nodes
    }

    fn add_attacker(&mut self, position: Position, moves_left: u32) {
        self.attacker.push(position.clone());
        for check in position.checks() {
            let checked = position.after(check);
            self.defender.push(checked.clone());
            if moves_left > 0 {
                for reply in checked.legal_moves() {
                    self.add_attacker(checked.after(reply), moves_left - 1);
                }
            }
        }
    }
}

/// The least number of replies to any check, each counted on the board after playing it.
fn played(position: &mut Position, checks: &mut Vec<Move>) -> u32 {
    list_checks(position, checks);
    let mut least = u32::MAX;
    for &check in checks.iter() {
        position.make(check);
        let replies = position.count_replies();
        position.unmake(check);
        least = least.min(replies.flights + replies.captures);
    }
    least
}

/// The same, counted without playing the checks.
fn foreseen(position: &Position, checks: &mut Vec<Move>) -> u32 {
    list_checks(position, checks);
    let Some(defence) = Defence::new(position) else {
        return u32::MAX;
    };
    let replies = checks.iter().map(|&check| {
        let replies = defence.against(position, check).count();
        replies.flights + replies.captures
    });
    replies.min().unwrap_or(u32::MAX)
}

/// The same, no further than needed to know the least.
fn bounded(position: &Position, checks: &mut Vec<Move>) -> u32 {
    list_checks(position, checks);
    let Some(defence) = Defence::new(position) else {
        return u32::MAX;
    };
    checks.iter().fold(u32::MAX, |least, &check| {
        let answers = defence.against(position, check);
        let flights = answers.flights();
        if flights >= least {
            least
        } else {
            least.min(flights + answers.captures())
        }
    })
}

fn list_checks(position: &Position, checks: &mut Vec<Move>) {
    checks.clear();
    position.for_each_check(|check| checks.push(check));
}

fn expansion(criterion: &mut Criterion) {
    let Nodes {
        mut attacker,
        defender,
    } = Nodes::of_problems();
    let mut checks = Vec::new();
    for position in &mut attacker {
        let truth = played(position, &mut checks);
        assert_eq!(foreseen(position, &mut checks), truth, "{position}");
        assert_eq!(bounded(position, &mut checks), truth, "{position}");
    }

    let mut group = criterion.benchmark_group("attacker's node");
    group.throughput(Throughput::Elements(attacker.len() as u64));
    group.bench_function("checks and their keys", |bencher| {
        bencher.iter(|| {
            for position in &attacker {
                position.for_each_check(|check| {
                    black_box((position.board_key_after(check), position.hand_after(check)));
                });
            }
        });
    });
    group.bench_function("replies to each check, played", |bencher| {
        bencher.iter(|| {
            for position in &mut attacker {
                black_box(played(position, &mut checks));
            }
        });
    });
    group.bench_function("replies to each check, foreseen", |bencher| {
        bencher.iter(|| {
            for position in &attacker {
                black_box(foreseen(position, &mut checks));
            }
        });
    });
    group.bench_function("fewest replies to a check", |bencher| {
        bencher.iter(|| {
            for position in &attacker {
                black_box(bounded(position, &mut checks));
            }
        });
    });
    group.finish();

    let mut group = criterion.benchmark_group("defender's node");
    group.throughput(Throughput::Elements(defender.len() as u64));
    group.bench_function("replies and their keys", |bencher| {
        bencher.iter(|| {
            for position in &defender {
                position.for_each_legal_move(|reply| {
                    black_box(position.board_key_after(reply));
                });
            }
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2));
    targets = expansion
}
criterion_main!(benches);
