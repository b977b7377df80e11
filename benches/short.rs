//! Problems of a few plies, where setting up a search costs as much as searching.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;
use tsume::collection::{Record, Records, Source};
use tsume::search::Limits;
use tsume::search::internals::{BareVerdict, Techniques, bare_search};
use tsume::{DefenderHand, Position, Problem};

/// The problems of the tutorial, with their stated lengths; `None` for those without a mate.
fn tutorial() -> Vec<(Option<u32>, Position)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems/tutorial.jsonl");
    let sources = Source::of_path(&path).expect("the tutorial comes with the program");
    let position = |record: &Record| {
        let problem = Problem::new(&record.pieces, DefenderHand::TheRest);
        problem.expect("a sound problem").position().clone()
    };
    Records::new(sources)
        .map(|record| record.expect("a sound record"))
        .map(|record| (record.stated.plies, position(&record)))
        .collect()
}

fn search_all(problems: &[Position], table_bytes: usize) {
    for problem in problems {
        let answer = bare_search(problem, table_bytes, &Limits::default(), Techniques::ALL)
            .expect("a king to mate");
        assert_ne!(black_box(answer).verdict, BareVerdict::Unknown);
    }
}

/// A large limit of memory must cost short problems nothing.
fn short(criterion: &mut Criterion) {
    let tutorial = tutorial();
    let of_length = |wanted: fn(Option<u32>) -> bool| -> Vec<Position> {
        let problems = tutorial.iter().filter(|(plies, _)| wanted(*plies));
        problems.map(|(_, position)| position.clone()).collect()
    };
    let sets = [
        ("1 ply", of_length(|plies| plies == Some(1))),
        (
            "3 to 9 plies",
            of_length(|plies| matches!(plies, Some(3..10))),
        ),
        ("no mate", of_length(|plies| plies.is_none())),
    ];
    let mut group = criterion.benchmark_group("short problems");
    for (name, problems) in &sets {
        group.throughput(Throughput::Elements(problems.len() as u64));
        for (limit, bytes) in [("1 MiB", 1 << 20), ("2 GiB", 2 << 30)] {
            group.bench_function(BenchmarkId::new(*name, limit), |bencher| {
                bencher.iter(|| search_all(problems, bytes));
            });
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2));
    targets = short
}
criterion_main!(benches);
