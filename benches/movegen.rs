//! Move generation beside that of the crate rsshogi, in one run: compare ratios, not times.
//!
//! rsshogi has no generator of legal checks that include every non-promotion and answer a check on one's own
//! king, so its tsume perft filters its legal moves by whether they give check. Both sides count the moves of
//! the last ply without making them; rsshogi lists them to do so, the crate's own perft need not,
//! and `listed` shows what it costs when it does.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rsshogi::board::{self, Move32List, generate_legal_all_move32};
use std::hint::black_box;
use std::time::Duration;
use tsume::board::{
    Move, Position,
    perft::{perft, tsume_perft},
};

/// Name, SFEN, depth.
type Tree = (&'static str, &'static str, u32);

const LEGAL: [Tree; 3] = [
    (
        "initial position, 4 plies",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        4,
    ),
    (
        "middle game, 3 plies",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        3,
    ),
    (
        "593 moves, 2 plies",
        "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
        2,
    ),
];

const TSUME: [Tree; 5] = [
    (
        "Zuko 1, 5 plies",
        "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1",
        5,
    ),
    (
        "Zuko 21, 4 plies",
        "3l+R4/1l1g5/2k1n4/1p+p2s3/4+r+B3/1G1s+p4/9/2N2+p3/9 b BGS2NPgs2l13p 1",
        4,
    ),
    (
        "Microcosmos, 9 plies",
        "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1",
        9,
    ),
    (
        "four sliders, 5 plies",
        "9/9/3pp4/+r2k1p3/2L1+p4/2+R6/B8/B8/9 b 4g4s4n3l14p 1",
        5,
    ),
    (
        "two kings, 5 plies",
        "l3+Rpknl/9/4G1pg1/pP+B2Ssp1/1npnP4/4KP2P/P2P4L/2GS4G/LR7 b SN6Pbp 151",
        5,
    ),
];

fn ours(sfen: &str) -> Position {
    sfen.parse().expect("an SFEN of this file")
}

fn theirs(sfen: &str) -> board::Position {
    let mut position = board::position_from_sfen(sfen).expect("an SFEN of this file");
    position.init_stack();
    position
}

/// Whose moves are to be listed.
#[derive(Clone, Copy)]
enum Wanted {
    /// The attacker's checks, answered by all legal moves.
    Checks,
    /// The defender's legal moves, answered by checks.
    Evasions,
}

impl Wanted {
    fn next(self) -> Wanted {
        match self {
            Wanted::Checks => Wanted::Evasions,
            Wanted::Evasions => Wanted::Checks,
        }
    }
}

/// Tsume perft as a search would walk: moves are listed, also those of the last ply, made and taken back.
fn listed(position: &mut Position, depth: u32, wanted: Wanted, lists: &mut Vec<Vec<Move>>) -> u64 {
    let mut moves = lists.pop().unwrap_or_default();
    moves.clear();
    match wanted {
        Wanted::Checks => position.for_each_check(|mv| moves.push(mv)),
        Wanted::Evasions => position.for_each_legal_move(|mv| moves.push(mv)),
    }
    let mut leaves = 0;
    if depth == 1 {
        leaves = moves.len() as u64;
    } else {
        for &mv in &moves {
            position.make(mv);
            leaves += listed(position, depth - 1, wanted.next(), lists);
            position.unmake(mv);
        }
    }
    lists.push(moves);
    leaves
}

fn filtered(position: &mut board::Position, depth: u32, wanted: Wanted) -> u64 {
    let mut moves = Move32List::new();
    generate_legal_all_move32(position, &mut moves);
    let mut leaves = 0;
    for &mv in moves.iter() {
        if matches!(wanted, Wanted::Checks) && !position.gives_check_move32(mv) {
            continue;
        }
        if depth == 1 {
            leaves += 1;
        } else {
            position.apply_move32(mv);
            leaves += filtered(position, depth - 1, wanted.next());
            position.undo_move32(mv).expect("the move just made");
        }
    }
    leaves
}

fn legal_moves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("legal perft");
    for (name, sfen, depth) in LEGAL {
        let (ours, theirs) = (ours(sfen), theirs(sfen));
        let rsshogi = || board::perft::perft(&theirs, depth as u8).expect("a depth of at least 1");
        let leaves = perft(&ours, depth);
        assert_eq!(leaves, rsshogi().nodes, "{name}");
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(BenchmarkId::new("tsume", name), |bencher| {
            bencher.iter(|| perft(black_box(&ours), depth));
        });
        group.bench_function(BenchmarkId::new("rsshogi", name), |bencher| {
            bencher.iter(rsshogi);
        });
    }
    group.finish();
}

fn checks_and_evasions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tsume perft");
    for (name, sfen, depth) in TSUME {
        let (mut ours, mut theirs) = (ours(sfen), theirs(sfen));
        let leaves = tsume_perft(&ours, depth);
        let mut lists = Vec::new();
        assert_eq!(
            leaves,
            listed(&mut ours, depth, Wanted::Checks, &mut lists),
            "{name}"
        );
        assert_eq!(
            leaves,
            filtered(&mut theirs, depth, Wanted::Checks),
            "{name}"
        );
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(BenchmarkId::new("tsume", name), |bencher| {
            bencher.iter(|| tsume_perft(black_box(&ours), depth));
        });
        group.bench_function(BenchmarkId::new("listed", name), |bencher| {
            bencher.iter(|| listed(&mut ours, depth, Wanted::Checks, &mut lists));
        });
        group.bench_function(BenchmarkId::new("rsshogi", name), |bencher| {
            bencher.iter(|| filtered(&mut theirs, depth, Wanted::Checks));
        });
    }
    group.finish();
}

/// What one node costs, on all positions within four plies of the problems.
fn nodes(criterion: &mut Criterion) {
    let (mut attacker, mut defender) = (Vec::new(), Vec::new());
    for (_, sfen, _) in TSUME {
        collect(ours(sfen), 4, Wanted::Checks, &mut attacker, &mut defender);
    }
    let mut group = criterion.benchmark_group("a node");
    group.throughput(Throughput::Elements(attacker.len() as u64));
    group.bench_function("checks", |bencher| {
        bencher.iter(|| attacker.iter().map(Position::count_checks).sum::<u64>());
    });
    group.throughput(Throughput::Elements(defender.len() as u64));
    group.bench_function("evasions", |bencher| {
        bencher.iter(|| {
            defender
                .iter()
                .map(Position::count_legal_moves)
                .sum::<u64>()
        });
    });
    group.bench_function("is there an evasion", |bencher| {
        bencher.iter(|| {
            defender
                .iter()
                .filter(|position| position.has_legal_move())
                .count()
        });
    });

    let mut moves: Vec<(Position, Move)> = Vec::new();
    for position in &attacker {
        moves.extend(
            position
                .checks()
                .into_iter()
                .map(|mv| (position.clone(), mv)),
        );
    }
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("make and unmake", |bencher| {
        bencher.iter(|| {
            for (position, mv) in &mut moves {
                position.make(*mv);
                black_box(position.key());
                position.unmake(*mv);
            }
        });
    });
    group.bench_function("clone and make", |bencher| {
        bencher.iter(|| {
            for (position, mv) in &moves {
                black_box(position.after(*mv).key());
            }
        });
    });
    group.finish();
}

fn collect(
    position: Position,
    depth: u32,
    wanted: Wanted,
    attacker: &mut Vec<Position>,
    defender: &mut Vec<Position>,
) {
    let (moves, seen) = match wanted {
        Wanted::Checks => (position.checks(), &mut *attacker),
        Wanted::Evasions => (position.legal_moves(), &mut *defender),
    };
    seen.push(position.clone());
    if depth > 0 {
        for mv in moves {
            collect(
                position.after(mv),
                depth - 1,
                wanted.next(),
                attacker,
                defender,
            );
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(30)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2));
    targets = legal_moves, checks_and_evasions, nodes
}
criterion_main!(benches);
