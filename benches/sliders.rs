//! Ways to cut off a slider's line: the one in use beside others that were tried.
//!
//! Each finds the squares reached by a bishop and by a rook from 4,096 squares of boards out of random
//! games, and all must agree. `pext` is tried when the processor compiled for has it:
//! `RUSTFLAGS="-C target-cpu=native" cargo bench --bench sliders`.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use tsume::board::{Bitboard, Position, Square, attacks};

/// The squares that a bishop and a rook reach.
type Reach = (u128, u128);

/// Squares, and the occupied squares of the board that a slider on them sees.
fn samples() -> Vec<(Square, Bitboard)> {
    let mut seed = 1u64;
    let mut random = |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % bound
    };
    let mut samples = Vec::new();
    let mut position = Position::initial();
    while samples.len() < 4096 {
        let moves = position.legal_moves();
        if moves.is_empty() || position.ply() > 200 {
            position = Position::initial();
            continue;
        }
        position.make(moves[random(moves.len())]);
        samples.push((square(random(Square::COUNT)), position.occupied()));
    }
    samples
}

fn square(index: usize) -> Square {
    Square::from_index(index).expect("an index of a square")
}

fn in_use(square: Square, occupied: Bitboard) -> Reach {
    let bishop = attacks::bishop(square, occupied);
    let rook = attacks::rook(square, occupied);
    (bishop.bits(), rook.bits())
}

/// Directions of growing square indices, as (files, ranks), first a bishop's two, then a rook's. Each makes a
/// line with its opposite.
const DIRECTIONS: [(i8, i8); 4] = [(1, 1), (1, -1), (1, 0), (0, 1)];

/// The squares from `from` to the edge, `from` left out.
fn walk(from: Square, (files, ranks): (i8, i8)) -> impl Iterator<Item = Square> {
    let step = move |from: &Square| {
        let file = from.file().checked_add_signed(files)?;
        let rank = from.rank().checked_add_signed(ranks)?;
        Square::new(file, rank)
    };
    std::iter::successors(step(&from), step)
}

fn both_ways((files, ranks): (i8, i8)) -> [(i8, i8); 2] {
    [(files, ranks), (-files, -ranks)]
}

/// For each square and line, the squares above and below on it.
struct Rays([[[u128; 2]; 4]; Square::COUNT]);

impl Rays {
    fn new() -> Rays {
        let ray = |from, step| walk(from, step).collect::<Bitboard>().bits();
        Rays(std::array::from_fn(|at| {
            DIRECTIONS.map(|step| both_ways(step).map(|step| ray(square(at), step)))
        }))
    }

    /// Each ray cut at its first blocker.
    fn ray_by_ray(&self, square: Square, occupied: Bitboard) -> Reach {
        self.cut(square, |above, below| {
            let ahead = above & occupied.bits();
            let behind = below & occupied.bits() | 1;
            above & (ahead ^ ahead.wrapping_sub(1))
                | below & u128::MAX << (127 - behind.leading_zeros())
        })
    }

    /// The nearest blocker below subtracted from the blockers above.
    fn obstruction_difference(&self, square: Square, occupied: Bitboard) -> Reach {
        self.cut(square, |above, below| {
            let ahead = above & occupied.bits();
            let behind = below & occupied.bits() | 1;
            let nearest = 1 << (127 - behind.leading_zeros());
            (above | below) & (ahead ^ ahead.wrapping_sub(nearest))
        })
    }

    #[inline]
    fn cut(&self, square: Square, cut: impl Fn(u128, u128) -> u128) -> Reach {
        let [falling, rising, rank, file] =
            self.0[square.index()].map(|[above, below]| cut(above, below));
        (falling | rising, rank | file)
    }
}

/// Tables of every reach, looked up by the blockers that matter, squeezed together with the instruction `pext`.
#[cfg(target_feature = "bmi2")]
mod pext {
    use super::*;
    use std::arch::x86_64::_pext_u64;

    /// 20,224 reaches of a bishop (316 KB) and 495,616 of a rook (7.6 MB).
    pub struct Tables {
        bishop: Table,
        rook: Table,
    }

    struct Table {
        /// For each square, the squares whose occupation matters, and where its part of `reaches` begins.
        squares: [(u128, usize); Square::COUNT],
        reaches: Vec<u128>,
    }

    impl Tables {
        pub fn new() -> Tables {
            Tables {
                bishop: Table::new(&DIRECTIONS[..2], |square, occupied| {
                    in_use(square, occupied).0
                }),
                rook: Table::new(&DIRECTIONS[2..], |square, occupied| {
                    in_use(square, occupied).1
                }),
            }
        }

        pub fn reach(&self, square: Square, occupied: Bitboard) -> Reach {
            let (bishop, rook) = (&self.bishop, &self.rook);
            (bishop.reach(square, occupied), rook.reach(square, occupied))
        }
    }

    impl Table {
        fn new(lines: &[(i8, i8)], reach: impl Fn(Square, Bitboard) -> u128) -> Table {
            let mut reaches = Vec::new();
            let squares = std::array::from_fn(|at| {
                let (from, start) = (square(at), reaches.len());
                let rays = lines.iter().flat_map(|&line| both_ways(line));
                let relevant: Bitboard = rays.flat_map(|ray| all_but_last(from, ray)).collect();
                reaches.resize(start + (1 << relevant.len()), 0);
                for blockers in subsets(relevant) {
                    let index = squeeze(blockers.bits(), relevant.bits());
                    reaches[start + index] = reach(from, blockers);
                }
                (relevant.bits(), start)
            });
            Table { squares, reaches }
        }

        #[inline]
        fn reach(&self, square: Square, occupied: Bitboard) -> u128 {
            let (relevant, start) = self.squares[square.index()];
            self.reaches[start + squeeze(occupied.bits(), relevant)]
        }
    }

    /// What stands on the last square of a ray hides nothing.
    fn all_but_last(from: Square, ray: (i8, i8)) -> impl Iterator<Item = Square> {
        let last = walk(from, ray).last();
        walk(from, ray).filter(move |&at| Some(at) != last)
    }

    fn subsets(set: Bitboard) -> impl Iterator<Item = Bitboard> {
        let squares: Vec<Square> = set.collect();
        (0..1usize << squares.len()).map(move |chosen| {
            let is_chosen = |&(n, _): &(usize, &Square)| chosen >> n & 1 != 0;
            let squares = squares.iter().enumerate().filter(is_chosen);
            squares.map(|(_, &square)| square).collect()
        })
    }

    #[inline]
    fn squeeze(bits: u128, mask: u128) -> usize {
        // SAFETY: this module exists only in builds for processors that have the instruction.
        let pext = |bits: u128, mask: u128| unsafe { _pext_u64(bits as u64, mask as u64) };
        let low = pext(bits, mask);
        let high = pext(bits >> 64, mask >> 64);
        (low | high << (mask as u64).count_ones()) as usize
    }
}

fn measure(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    reach: impl Fn(Square, Bitboard) -> Reach,
) {
    let samples = samples();
    for &(square, occupied) in &samples {
        assert_eq!(reach(square, occupied), in_use(square, occupied), "{name}");
    }
    group.throughput(Throughput::Elements(samples.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for &(square, occupied) in &samples {
                black_box(reach(square, occupied));
            }
        });
    });
}

fn sliders(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a bishop and a rook");
    let rays = Rays::new();
    measure(&mut group, "in use", in_use);
    measure(&mut group, "ray by ray", |square, occupied| {
        rays.ray_by_ray(square, occupied)
    });
    measure(&mut group, "obstruction difference", |square, occupied| {
        rays.obstruction_difference(square, occupied)
    });
    #[cfg(target_feature = "bmi2")]
    {
        let tables = pext::Tables::new();
        measure(&mut group, "pext tables", |square, occupied| {
            tables.reach(square, occupied)
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(30)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = sliders
}
criterion_main!(benches);
