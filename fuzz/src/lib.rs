//! What the fuzz targets share. Run one with `cargo fuzz run sfen`; on a stable compiler with
//! `RUSTC_BOOTSTRAP=1` before it.

use tsume::board::{Position, PositionError};
use tsume::notation::encoding::Encoding;
use tsume::notation::kifu::{Kifu, RecordError, Written};
use tsume::notation::{csa, jkf, kif};

const POSITIONS: [&str; 5] = [
    "startpos",
    "4k4/9/4P4/9/9/9/9/9/9 b R2G2S2N2L2Pr2b2g2s2n2l15p 1",
    "4k4/9/2S1G1S2/3+P+P+P3/2N1N4/+B3+B4/4R4/3+R5/4K4 b GSNLP 1",
    "4k4/3+r5/4r4/+b3+b4/2n1n4/3+p+p+p3/2s1g1s2/9/4K4 w gsnlp 1",
    "3lkl3/9/3G1G3/9/9/9/9/9/9 b P 1",
];

/// One of a few positions where names need all their words.
pub fn position(choice: u8) -> Position {
    POSITIONS[usize::from(choice) % POSITIONS.len()]
        .parse()
        .expect("the positions are valid")
}

/// Writes a record in every format, and reads it again where nothing is lost.
pub fn write_in_every_format(kifu: &Kifu) {
    let again = |written: Result<Written, _>, read: fn(&str) -> Result<Kifu, RecordError>| {
        let Ok::<Written, PositionError>(written) = written else {
            return;
        };
        let again = read(&written.text);
        assert!(again.is_ok(), "{again:?}\n{}", written.text);
        if written.losses.is_empty() {
            let moves = again.map(|kifu| kifu.main_line().moves.len());
            assert_eq!(moves, Ok(kifu.main_line().moves.len()), "{}", written.text);
        }
    };
    again(kif::write(kifu), kif::read);
    again(kif::write_ki2(kifu), kif::read);
    again(csa::write(kifu, Encoding::Utf8), csa::read);
    again(jkf::write(kifu), jkf::read);
}
