#![no_main]

use libfuzzer_sys::fuzz_target;
use tsume::notation::csa;

fuzz_target!(|text: &str| {
    let Ok(kifu) = csa::read(text) else {
        return;
    };
    tsume_fuzz::write_in_every_format(&kifu);
});
