//! How a certificate is written.
//!
//! It is text in ASCII, one line for each claim, so that it can be read from both ends of a pipe and packs well.
//! This one proves a mate in three, and that none is shorter:
//!
//! ```text
//! tsume certificate 1
//! sfen 9/8k/9/8P/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1
//! futile exclude
//! proves mate 3
//! proves no mate 1
//! claims
//! m3 - 2G G*1c
//! m1 1b.1ak1cG G G*1b
//! m1 1a.2ak G G*2b
//! n1 2a.1bk1c. 2G
//! end 4
//! ```
//!
//! * The first line names the version of the format.
//! * `sfen`: the problem. The side to move attacks. Pieces of the 40 that stand nowhere belong to nobody.
//! * `futile exclude` or `futile count`: whether futile interpositions are left out.
//! * `proves`, one to sixteen times: `mate N`, `no mate N` or `no mate ever`; N is a number of plies.
//! * `claims`, and then one claim on each line, in any order.
//! * `end` and the number of claims. Nothing follows.
//!
//! A claim has these fields, one space between them:
//!
//! 1. `mN`: the attacker, to move, mates within N plies; `nN`: he does not; `n*`: he never does. N is from 1 to 65,534.
//! 2. How the board differs from that of the claim before, the first from the problem's: a square and what now
//!    stands there, a piece in SFEN or `.` for nothing, and so on; `-` when nothing differs.
//! 3. The attacker's hand: pieces in upper case, their number before them when there are several; `-` for an empty one.
//! 4. With `m` only: his move, in USI.
//! 5. Left out when there are none: pieces *out of play*, written as a hand. These are interposed pieces that came from the board and were
//!    taken away to see whether their interposition was futile.
//!
//! All that remains of the problem's pieces is in the defender's hand. A line has at most 1,000 bytes. Claims
//! may be repeated, and may be more than a proof needs; each must hold.

/// The first line.
pub(super) const MAGIC: &str = "tsume certificate 1";
pub(super) const SFEN: &str = "sfen";
pub(super) const EXCLUDE: &str = "futile exclude";
pub(super) const COUNT: &str = "futile count";
pub(super) const PROVES: &str = "proves";
pub(super) const CLAIMS: &str = "claims";
pub(super) const END: &str = "end";
/// What stands for an empty field.
pub(super) const NOTHING: char = '-';
pub(super) const EVER: char = '*';
/// How many statements there may be.
pub(super) const MOST_STATEMENTS: usize = 16;
/// How many bytes a line may have, its end included.
pub(super) const LONGEST_LINE: usize = 1000;
/// The greatest number of plies.
pub(super) const MOST_PLIES: u16 = u16::MAX - 1;
