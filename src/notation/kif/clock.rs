//! Times as KIF has them: `( 0:16/00:00:16)`, what the move took and what the player has used in all.

use crate::notation::SyntaxError;
use crate::notation::cursor::Cursor;
use std::time::Duration;

/// Reads a time at the cursor, if there is one. The sum is passed over: it follows from the others.
pub(super) fn read(cursor: &mut Cursor) -> Result<Option<Duration>, SyntaxError> {
    const EXPECTED: &str = "a time such as ( 0:16/00:00:16)";
    if !cursor.take_char('(') {
        return Ok(None);
    }
    cursor.skip_space();
    let mut seconds: u64 = 0;
    for _ in 0..3 {
        let number = cursor.number().ok_or_else(|| cursor.error(EXPECTED))?;
        seconds = seconds * 60 + u64::from(number);
        if !cursor.take_char(':') {
            break;
        }
    }
    if cursor.take_char('/') {
        while cursor
            .take(|c| (c.is_ascii_digit() || " :.".contains(c)).then_some(()))
            .is_some()
        {}
    }
    if cursor.take_char(')') {
        Ok(Some(Duration::from_secs(seconds)))
    } else {
        Err(cursor.error(EXPECTED))
    }
}

/// The time of a move and the sum for its player.
pub(super) fn write(time: Duration, used: Duration) -> String {
    let (minutes, seconds) = (time.as_secs() / 60, time.as_secs() % 60);
    let used = used.as_secs();
    format!(
        "({minutes:2}:{seconds:02}/{:02}:{:02}:{:02})",
        used / 3600,
        used / 60 % 60,
        used % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_every_shape() {
        let read = |text| {
            read(&mut Cursor::new(text))
                .unwrap()
                .map(|time| time.as_secs())
        };
        assert_eq!(read("( 0:16/00:00:16)"), Some(16));
        assert_eq!(read("(65:03/ 1:05:03)"), Some(3903));
        assert_eq!(read("(1:02:03/1:02:03)"), Some(3723));
        assert_eq!(read("(0:07)"), Some(7));
        assert_eq!(read("+"), None);
    }

    #[test]
    fn times_that_are_none_are_refused() {
        let error = |text| super::read(&mut Cursor::new(text)).unwrap_err().to_string();
        insta::assert_snapshot!(error("( x"), @"column 3: read 'x', expected a time such as ( 0:16/00:00:16)");
        insta::assert_snapshot!(error("(0:16/0:16"), @"column 11: read the end, expected a time such as ( 0:16/00:00:16)");
    }

    #[test]
    fn written_times_have_the_usual_shape() {
        let seconds = Duration::from_secs;
        assert_eq!(write(seconds(16), seconds(16)), "( 0:16/00:00:16)");
        assert_eq!(write(seconds(3903), seconds(36_061)), "(65:03/10:01:01)");
    }
}
