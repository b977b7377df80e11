#![no_main]

use libfuzzer_sys::fuzz_target;
use tsume::notation::western;
use tsume_fuzz::position;

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let position = position(choice);
    if let Ok(mv) = western::read(&position, text) {
        assert!(position.legal_moves().contains(&mv));
        let name = western::write(&position, mv);
        assert_eq!(western::read(&position, &name), Ok(mv));
    }
});
