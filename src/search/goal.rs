//! What a search is to find out.

/// Whether futile interpositions (無駄合) count as replies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Futile {
    /// They are not played and not counted, as is usual in tsume: rule SE, see [`crate::tsume::futile`].
    #[default]
    Exclude,
    /// Every legal interposition counts.
    Count,
}

/// What is asked about a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// Whether there is a mate; the first one found will do.
    Any,
    /// How long the shortest mate takes against the longest defence.
    Shortest(Futile),
}

impl Default for Goal {
    fn default() -> Goal {
        Goal::Shortest(Futile::default())
    }
}
