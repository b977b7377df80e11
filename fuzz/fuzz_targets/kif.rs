#![no_main]

use libfuzzer_sys::fuzz_target;
use tsume::notation::kif;

fuzz_target!(|text: &str| {
    let Ok(kifu) = kif::read(text) else {
        return;
    };
    tsume_fuzz::write_in_every_format(&kifu);
});
