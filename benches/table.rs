//! The transposition table: one that fits a cache, and one of a gigabyte.
//!
//! `cargo bench --bench table -- cache` leaves out the large one, which takes half a minute to fill.

use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use criterion::{measurement::Measurement, measurement::WallTime};
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::time::Duration;
use tsume::board::{BoardKey, Hand, HandKind};
use tsume::search::internals::{Known, Open, Plies, Table};

/// Look-ups in one go, about as many as a node has children.
const BATCH: usize = 32;
/// How many entries of a kind to look at in turn, so many that the processor's caches do not hold them.
const NODES: usize = 1 << 20;

/// Boards of which one in four has three hands.
#[derive(Clone, Copy)]
struct Node {
    key: BoardKey,
    hand: Hand,
}

impl Node {
    fn new(n: u64) -> Node {
        let board = n / 6 * 4 + (n % 6).min(3);
        let pawns = 1 + (n % 6).saturating_sub(3) as u8;
        Node {
            key: BoardKey {
                place: random(board),
                check: random(board | 1 << 63),
            },
            hand: Hand::EMPTY.with(HandKind::Pawn, pawns),
        }
    }

    fn look_up(self, table: &Table) -> Known {
        table.look_up(self.key, self.hand, Plies::UNLIMITED, 0)
    }

    fn store(self, table: &Table, pn: u32) {
        let open = Open {
            pn,
            dn: 1,
            work: 1,
            depth: 1,
            cyclic: false,
        };
        table.store_open(self.key, self.hand, open);
    }
}

/// One step of SplitMix64.
fn random(n: u64) -> u64 {
    let mut z = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A table grown to its limit and filled until so many of its entries are in use, and how many nodes that took.
fn filled(bytes: usize, fill: f64) -> (Table, u64) {
    let mut table = Table::new(bytes);
    let mut nodes = 0;
    while table.bytes() < bytes || table.fill() < fill {
        for _ in 0..1000 {
            Node::new(nodes).store(&table, 7);
            nodes += 1;
        }
        while table.is_crowded() {
            table.grow(NonZeroUsize::MIN);
        }
    }
    (table, nodes)
}

/// Runs something over the nodes, a batch at a time, for ever in turn.
fn over_batches<M: Measurement>(
    group: &mut BenchmarkGroup<'_, M>,
    name: &str,
    nodes: &[Node],
    mut run: impl FnMut(&[Node]),
) {
    let mut batches = nodes.chunks_exact(BATCH).cycle();
    group.bench_function(name, |bencher| {
        bencher.iter(|| run(batches.next().expect("there are nodes")));
    });
}

fn look_up_all(table: &Table, nodes: &[Node]) {
    for node in nodes {
        black_box(node.look_up(table));
    }
}

fn prefetch_all(table: &Table, nodes: &[Node]) {
    for node in nodes {
        table.prefetch(node.key);
    }
}

fn bench_table(group: &mut BenchmarkGroup<'_, WallTime>, bytes: usize, fill: f64) {
    let (table, stored) = filled(bytes, fill);
    println!(
        "{} bytes, fill {:.3}, {:.1} bytes for each entry in use, {stored} stored",
        table.bytes(),
        table.fill(),
        128.0 / 5.0 / table.fill()
    );
    let some = |n: usize| Node::new(random(n as u64) % stored);
    let hits: Vec<Node> = (0..NODES)
        .map(some)
        .filter(|node| matches!(node.look_up(&table), Known::Open(_)))
        .collect();
    let misses: Vec<Node> = (0..NODES as u64)
        .map(|n| Node::new(stored + 6 * n))
        .collect();

    group.throughput(Throughput::Elements(BATCH as u64));
    for (name, nodes) in [("hit", &hits), ("miss", &misses)] {
        over_batches(group, name, nodes, |batch| look_up_all(&table, batch));
        let prefetched = format!("{name}, prefetched");
        over_batches(group, &prefetched, nodes, |batch| {
            prefetch_all(&table, batch);
            look_up_all(&table, batch);
        });
    }
    over_batches(group, "update", &hits, |batch| {
        for node in batch {
            node.store(&table, 8);
        }
    });
    let mut next = stored + 6 * NODES as u64;
    group.bench_function("new entry", |bencher| {
        bencher.iter(|| {
            for _ in 0..BATCH {
                Node::new(next).store(&table, 8);
                next += 1;
            }
        });
    });
}

fn tables(criterion: &mut Criterion) {
    for (name, bytes, fill) in [("cache", 128 << 10, 0.7), ("1 GiB", 1 << 30, 0.9)] {
        let mut group = criterion.benchmark_group(name);
        group
            .warm_up_time(Duration::from_millis(300))
            .measurement_time(Duration::from_secs(1))
            .sample_size(20);
        bench_table(&mut group, bytes, fill);
        group.finish();
    }
}

criterion_group!(benches, tables);
criterion_main!(benches);
