#![no_main]

use libfuzzer_sys::fuzz_target;
use tsume::usi::{Command, Go};

fuzz_target!(|line: &str| {
    let command = Command::parse(line);
    // Somebody waits for the answer to such a line, however damaged the rest of it is.
    let mut words = line.split_whitespace();
    if words.next() == Some("go") && words.any(|word| word == "mate") {
        assert!(matches!(command, Ok(Command::Go(Go::Mate(_)))));
    }
});
