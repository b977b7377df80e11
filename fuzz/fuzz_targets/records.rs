#![no_main]

use libfuzzer_sys::fuzz_target;
use tsume::collection::{Records, Source};
use tsume::tsume::DefenderHand;

// Any text as an input of unknown format.
fuzz_target!(|text: String| {
    for record in Records::new(vec![Source::Sfen(text)]).flatten() {
        if let Ok(kifu) = record.to_kifu() {
            tsume_fuzz::write_in_every_format(&kifu);
            let _ = kifu.judge();
        }
        let _ = tsume::Problem::new(&record.pieces, DefenderHand::TheRest);
    }
});
