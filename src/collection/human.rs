//! Numbers, times, hands and texts for people to read.

use crate::board::{Hand, HandKind};
use std::time::Duration;

/// A number with its digits in groups of three: `10,723,544`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A number of nodes: `1 node`, `13,835 nodes`.
pub fn nodes(number: u64) -> String {
    match number {
        1 => "1 node".to_string(),
        _ => format!("{} nodes", grouped(number)),
    }
}

/// A time with as many digits as matter: `69 ms`, `15.59 s`, `2 m 05 s`, `1 h 00 m`.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0 => format!("{} ms", time.as_millis()),
        1..60 => format!("{:.2} s", time.as_secs_f64()),
        60..3600 => format!("{} m {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} m", seconds / 3600, seconds / 60 % 60),
    }
}

/// A text of unknown origin without the characters that could do something to a terminal.
pub fn printable(text: &str) -> String {
    let printable = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    text.chars().map(printable).collect()
}

/// A hand in the letters and the order of SFEN; nothing for an empty one.
pub fn hand(hand: Hand) -> String {
    let held = HandKind::AS_WRITTEN
        .into_iter()
        .filter(|&kind| hand.has(kind));
    let held = held.map(
        |kind| match (hand.count(kind), kind.piece_kind().letter()) {
            (1, letter) => letter.to_string(),
            (count, letter) => format!("{count}{letter}"),
        },
    );
    held.collect()
}

/// `text` and as many spaces as make it `width` columns wide; full-width characters take two columns.
pub(super) fn padded_right(text: &str, width: usize) -> String {
    let spaces = width.saturating_sub(columns(text));
    format!("{text}{:spaces$}", "")
}

/// How many columns of a terminal a text takes.
pub(super) fn columns(text: &str) -> usize {
    text.chars().map(columns_of).sum()
}

/// The wide and full-width characters of Unicode's East Asian Width, and the marks that take no room, in
/// ranges coarse enough to be read.
fn columns_of(c: char) -> usize {
    match u32::from(c) {
        0x0300..=0x036f | 0x200b..=0x200f | 0xfe00..=0xfe0f => 0,
        0x1100..=0x115f
        | 0x2e80..=0x303e
        | 0x3041..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff01..=0xff60
        | 0xffe0..=0xffe6
        | 0x1f300..=0x1faff
        | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        let shown = [0, 7, 999, 1_000, 10_723_544].map(grouped);
        assert_eq!(shown, ["0", "7", "999", "1,000", "10,723,544"]);
        assert_eq!([1, 1_000].map(nodes), ["1 node", "1,000 nodes"]);
    }

    #[test]
    fn times_have_the_digits_that_matter() {
        let shown = [0, 69, 999, 15_594, 59_990, 125_000, 3_600_000]
            .map(|ms| duration(Duration::from_millis(ms)));
        assert_eq!(
            shown,
            [
                "0 ms", "69 ms", "999 ms", "15.59 s", "59.99 s", "2 m 05 s", "1 h 00 m"
            ]
        );
    }

    #[test]
    fn full_width_characters_take_two_columns() {
        assert_eq!(columns("図巧 1"), 6);
        assert_eq!(padded_right("図巧", 6), "図巧  ");
        assert_eq!(padded_right("too long", 3), "too long");
    }

    #[test]
    fn nothing_reaches_the_terminal_but_characters() {
        assert_eq!(printable("a\u{1b}[2J玉\n"), "a\u{fffd}[2J玉\u{fffd}");
    }
}
