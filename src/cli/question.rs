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
    /// What to do about futile interpositions (無駄合): leave them out or count them as replies
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Interpositions::Exclude)]
    futile: Interpositions,
}

#[derive(Clone, Copy, ValueEnum)]
enum Interpositions {
    /// They are not played and not counted
    Exclude,
    /// Every legal interposition counts
    Count,
}

impl Question {
    /// What to ask of the search. The shortest mate is what is asked for unless any will do.
    pub fn goal(&self) -> Goal {
        match (self.any, self.futile) {
            (true, _) => Goal::Any,
            (false, Interpositions::Exclude) => Goal::Shortest(Futile::Exclude),
            (false, Interpositions::Count) => Goal::Shortest(Futile::Count),
        }
    }
}
