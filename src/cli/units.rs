//! Quantities with units, as they are written on the command line.

use std::num::NonZeroUsize;
use std::time::Duration;

/// A time such as `500ms`, `30s`, `1.5m` or `2h`.
pub fn time(text: &str) -> Result<Duration, String> {
    let expected = || format!("read {text:?}, expected a time such as 500ms, 30s, 2m or 1h");
    let (number, unit) = split(text).ok_or_else(expected)?;
    let seconds = match unit {
        "ms" => number / 1e3,
        "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(expected()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| expected())
}

/// A number of nodes such as `5000`, `100M` or `2.5G`.
pub fn count(text: &str) -> Result<u64, String> {
    let expected = || format!("read {text:?}, expected a number such as 5000, 300k, 100M or 2G");
    let (number, unit) = split(text).ok_or_else(expected)?;
    let factor = match unit {
        "" => 1.0,
        "k" | "K" => 1e3,
        "M" => 1e6,
        "G" => 1e9,
        _ => return Err(expected()),
    };
    whole(number * factor).ok_or_else(expected)
}

/// A number of jobs, at most as many as the threads of a very large machine.
pub fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    const MOST: usize = 1024;
    match text.parse::<NonZeroUsize>() {
        Ok(jobs) if jobs.get() <= MOST => Ok(jobs),
        _ => Err(format!("read {text:?}, expected a number from 1 to {MOST}")),
    }
}

/// A number of bytes such as `512MiB`, `2GiB` or `500MB`; a bare `K`, `M` or `G` is binary.
pub fn bytes(text: &str) -> Result<usize, String> {
    let expected =
        || format!("read {text:?}, expected a size such as 64KiB, 512MiB, 2GiB or 500MB");
    let (number, unit) = split(text).ok_or_else(expected)?;
    let factor = match unit {
        "" | "B" => 1.0,
        "kB" | "KB" => 1e3,
        "MB" => 1e6,
        "GB" => 1e9,
        "k" | "K" | "KiB" => f64::from(1 << 10),
        "M" | "MiB" => f64::from(1 << 20),
        "G" | "GiB" => f64::from(1 << 30),
        _ => return Err(expected()),
    };
    let bytes = whole(number * factor).ok_or_else(expected)?;
    usize::try_from(bytes).map_err(|_| expected())
}

/// The number at the beginning and the unit after it. The number is not negative and has few enough digits
/// to be exact.
fn split(text: &str) -> Option<(f64, &str)> {
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let (number, unit) = text.split_at(text.find(|c| !is_number(c)).unwrap_or(text.len()));
    let number = number.parse().ok()?;
    Some((number, unit.trim_start()))
}

/// The nearest whole number, when it fits into 53 bits.
fn whole(number: f64) -> Option<u64> {
    (number < 9e15).then_some(number.round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let read = ["500ms", "30s", "2m", "1h", "1.5s", "0s", "90 s"]
            .map(|text| time(text).unwrap().as_millis());
        assert_eq!(read, [500, 30_000, 120_000, 3_600_000, 1_500, 0, 90_000]);
        for wrong in [
            "",
            "30",
            "s",
            "-1s",
            "1d",
            "1..5s",
            "99999999999999999999999h",
            "３s",
        ] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn counts() {
        let read = ["0", "5000", "300k", "100M", "2.5G"].map(|text| count(text).unwrap());
        assert_eq!(read, [0, 5_000, 300_000, 100_000_000, 2_500_000_000]);
        for wrong in ["", "M", "-5", "5Q", "1e9", "99999999999999999999"] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_of_jobs() {
        let read = ["1", "1024"].map(|text| jobs(text).unwrap().get());
        assert_eq!(read, [1, 1024]);
        for wrong in ["", "0", "-1", "1025", "2k", "99999999999999999999"] {
            assert!(jobs(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes() {
        let read = ["65536", "64KiB", "512M", "2GiB", "500MB"].map(|text| bytes(text).unwrap());
        assert_eq!(read, [65_536, 65_536, 512 << 20, 2 << 30, 500_000_000]);
        for wrong in ["", "2 gigs", "GiB", "-1M", "99999999999G"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }
}
