#![no_main]

use libfuzzer_sys::fuzz_target;
use tsume::proof;

fuzz_target!(|text: &[u8]| {
    if let Ok(proven) = proof::check(text) {
        assert!(!proven.statements.is_empty());
    }
});
