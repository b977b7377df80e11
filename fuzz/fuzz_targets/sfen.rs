#![no_main]

use libfuzzer_sys::fuzz_target;
use tsume::board::Position;
use tsume::notation::sfen;

fuzz_target!(|text: &str| {
    if let Ok(line) = sfen::parse(text) {
        let _ = line.builder.build();
    }
    if let Ok(position) = text.parse::<Position>() {
        assert_eq!(position.to_sfen().parse::<Position>(), Ok(position));
    }
});
