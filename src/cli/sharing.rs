//! The argument that shares a collection out among machines.

use clap::Args;
use tsume::collection::Shard;

/// Which part of the problems.
#[derive(Args)]
pub struct Sharing {
    /// Solve the I-th of every N problems only, such as 1/4: for N machines, each with a number of its own
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
}

impl Sharing {
    /// The part that is to be solved; the whole by default.
    pub fn shard(&self) -> Shard {
        self.shard.unwrap_or_default()
    }
}
