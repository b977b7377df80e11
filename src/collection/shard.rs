//! One of several equal parts of a collection, for as many machines.

use std::num::NonZeroU64;
use std::str::FromStr;
use thiserror::Error;

/// The `index`-th of every `count` problems.
///
/// Each part takes every `count`-th, so that all have about as many hard ones, and a stream of unknown length
/// can be parted as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Counted from 1.
    index: NonZeroU64,
    count: NonZeroU64,
}

impl Shard {
    /// The part as a whole.
    pub const WHOLE: Shard = Shard {
        index: NonZeroU64::MIN,
        count: NonZeroU64::MIN,
    };

    /// Those of `items` that are in this part.
    pub fn of<I: Iterator>(self, items: I) -> impl Iterator<Item = I::Item> {
        let count = self.count.get();
        let mut place = count - self.index.get();
        items.filter(move |_| {
            place = (place + 1) % count;
            place == 0
        })
    }

    /// How many of `total` items are in this part.
    pub fn share(self, total: u64) -> u64 {
        total.saturating_add(self.count.get() - self.index.get()) / self.count
    }

    /// How many items there have to be, at most, for this part to have `share` of them.
    pub fn enough(self, share: u64) -> u64 {
        share.saturating_mul(self.count.get())
    }
}

impl Default for Shard {
    fn default() -> Shard {
        Shard::WHOLE
    }
}

/// Why a text names no part.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("read {0:?}, expected i/n such as 1/4, the first of four parts")]
pub struct InvalidShard(String);

impl FromStr for Shard {
    type Err = InvalidShard;

    fn from_str(text: &str) -> Result<Shard, InvalidShard> {
        let invalid = || InvalidShard(text.to_string());
        let (index, count) = text.split_once('/').ok_or_else(invalid)?;
        let number = |text: &str| text.parse::<NonZeroU64>().map_err(|_| invalid());
        let (index, count) = (number(index)?, number(count)?);
        if index > count {
            return Err(invalid());
        }
        Ok(Shard { index, count })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_in_one_part() {
        for count in 1..=5 {
            let mut parts = Vec::new();
            for index in 1..=count {
                let shard: Shard = format!("{index}/{count}").parse().unwrap();
                let part: Vec<u64> = shard.of(0..12).collect();
                assert_eq!(part.len() as u64, shard.share(12));
                assert!(shard.share(shard.enough(7)) >= 7);
                assert!(part.iter().all(|item| item % count == index - 1));
                parts.extend(part);
            }
            parts.sort();
            assert!(parts.into_iter().eq(0..12));
        }
    }

    #[test]
    fn what_is_no_part_is_refused() {
        for text in ["", "1", "0/3", "4/3", "1/0", "-1/2", "1/2/3", "a/b"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
