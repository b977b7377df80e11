#![no_main]

use libfuzzer_sys::fuzz_target;
use tsume::collection::{Place, Record};

fuzz_target!(|line: &str| {
    let place = Place {
        source: "fuzz".into(),
        line: 1,
        column: 1,
    };
    let _ = Record::from_json(line, &place);
    let _ = Record::from_sfen(line, &place, "fuzz".to_string());
});
