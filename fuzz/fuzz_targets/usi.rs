#![no_main]

use libfuzzer_sys::fuzz_target;
use tsume::notation::usi;
use tsume_fuzz::position;

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    if let Ok(intent) = usi::parse(text) {
        assert_eq!(intent.to_string(), text);
        let position = position(choice);
        if let Ok(mv) = position.legality(intent) {
            assert!(position.legal_moves().contains(&mv));
        }
    }
});
