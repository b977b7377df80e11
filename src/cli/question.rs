//! The arguments that say what is to be found out about a problem.

use clap::{Args, ValueEnum};
use tsume::search::{Futile, Goal};

/// What to find out.
#[derive(Args)]
pub struct Question {
    /// Find the shortest mate against the longest defence [default]
    #[arg(long, conflicts_with = "any")]
    shortest: bool,
    /// Print the first mate found, whose length is an upper bound; much quicker
    #[arg(long)]
    any: bool,
    /// Print all replies at each turn of the defender too, up to this ply of the line, or to its end
    ///
    /// Each with the length of the whole if it is played, what is left over, and whether it is futile. The limits
    /// hold for all replies of a problem together once more. Not written as CSV.
    #[arg(
        long,
        value_name = "DEPTH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = ALL,
        value_parser = clap::value_parser!(u32).range(2..),
        conflicts_with = "any"
    )]
    tree: Option<u32>,
    /// What to do about futile interpositions (無駄合): leave them out or count them as replies
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Interpositions::Exclude)]
    futile: Interpositions,
}

/// More plies than any line has.
const ALL: &str = "4294967295";

#[derive(Clone, Copy, ValueEnum)]
enum Interpositions {
    /// They are not played and not counted
    Exclude,
    /// Every legal interposition counts
    Count,
}

impl Question {
    /// Up to which ply the replies are wanted, if they are.
    pub fn replies_to(&self) -> Option<u32> {
        self.tree
    }

    /// What to ask of the search. The shortest mate is what is asked for unless any will do.
    pub fn goal(&self) -> Goal {
        match (self.any, self.futile) {
            (true, _) => Goal::Any,
            (false, Interpositions::Exclude) => Goal::Shortest(Futile::Exclude),
            (false, Interpositions::Count) => Goal::Shortest(Futile::Count),
        }
    }
}
