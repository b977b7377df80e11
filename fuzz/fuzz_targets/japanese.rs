#![no_main]

use libfuzzer_sys::fuzz_target;
use tsume::board::Square;
use tsume::notation::japanese;
use tsume_fuzz::position;

fuzz_target!(|input: (u8, u8, &str)| {
    let (choice, previous, text) = input;
    let position = position(choice);
    let previous_to = Square::from_index(usize::from(previous));
    if let Ok(mv) = japanese::read(&position, text, previous_to) {
        assert!(position.legal_moves().contains(&mv));
        let name = japanese::write(&position, mv, previous_to);
        assert_eq!(japanese::read(&position, &name, previous_to), Ok(mv));
    }
});
