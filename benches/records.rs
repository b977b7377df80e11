//! Reading a record of 1,525 plies, the length of the longest problem known, in each format.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use tsume::board::Position;
use tsume::notation::encoding::Encoding;
use tsume::notation::kifu::{Kifu, KifuBuilder};
use tsume::notation::{csa, jkf, kif};

const PLIES: usize = 1525;

/// A game of moves chosen by a fixed rule, captures, drops and promotions among them.
fn game() -> Kifu {
    let mut choice: usize = 1;
    let mut builder = KifuBuilder::new(Position::initial().to_builder());
    for _ in 0..PLIES {
        let position = builder.position().expect("the start is a position");
        // Mate would end the game too soon.
        let moves = position.legal_moves().into_iter();
        let moves: Vec<_> = moves
            .filter(|&mv| position.after(mv).has_legal_move())
            .collect();
        choice = choice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let mv = moves[(choice >> 33) % moves.len()];
        builder.play(mv.intent()).expect("a legal move");
        builder.time(Duration::from_secs(7));
    }
    builder.finish()
}

fn reading(criterion: &mut Criterion) {
    let game = game();
    let texts = [
        ("KIF", kif::write(&game), kif::read as fn(&str) -> _),
        ("KI2", kif::write_ki2(&game), kif::read),
        ("CSA", csa::write(&game, Encoding::Utf8), csa::read),
        ("JKF", jkf::write(&game), jkf::read),
    ];
    let mut group = criterion.benchmark_group("reading 1,525 plies");
    for (name, written, read) in texts {
        let text = written.expect("the start is a position").text;
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| read(black_box(&text)).expect("a record"));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2));
    targets = reading
}
criterion_main!(benches);
