//! What a format cannot hold.

use super::{Ending, Kifu, Note};
use std::fmt;
use std::time::Duration;

/// A record as text, and what of it the format could not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The text, ending with a line break.
    pub text: String,
    /// What is not in it.
    pub losses: Vec<Loss>,
}

/// Something that a record has and a format has no room for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Loss {
    /// All headers.
    Headers,
    /// One header, whose key the format has twice, or has a meaning for.
    Header(String),
    /// Comments.
    Comments,
    /// Bookmarks.
    Bookmarks,
    /// How long moves took.
    Times,
    /// Fractions of seconds.
    FractionsOfSeconds,
    /// Variations.
    Variations,
    /// Remarks before the first move of a variation.
    VariationNotes,
    /// How the game ended.
    Ending(Ending),
    /// That the first move is not number 1.
    MoveNumber,
    /// The illegal move at the end, for which there is no name.
    IllegalMove(usize),
    /// Characters that the encoding lacks.
    Characters,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Headers => f.write_str("headers"),
            Loss::Header(key) => write!(f, "the header {key}"),
            Loss::Comments => f.write_str("comments"),
            Loss::Bookmarks => f.write_str("bookmarks"),
            Loss::Times => f.write_str("times"),
            Loss::FractionsOfSeconds => f.write_str("fractions of seconds"),
            Loss::Variations => f.write_str("variations"),
            Loss::VariationNotes => f.write_str("comments before variations"),
            Loss::Ending(ending) => write!(f, "the ending {}", ending.word()),
            Loss::MoveNumber => f.write_str("the number of the first move"),
            Loss::IllegalMove(ply) => write!(f, "the illegal move {ply}"),
            Loss::Characters => f.write_str("some characters"),
        }
    }
}

impl Kifu {
    /// What a format loses that has only the start and the moves of the main line.
    pub fn beside_moves(&self) -> Vec<Loss> {
        let losses = [
            (self.has_comments(), Loss::Comments),
            (self.has_bookmarks(), Loss::Bookmarks),
            (self.has_times(), Loss::Times),
            (self.lines.len() > 1, Loss::Variations),
        ];
        let found = losses.into_iter().filter(|(is_there, _)| *is_there);
        found.map(|(_, loss)| loss).collect()
    }

    /// Everything that has notes, in the order in which it stands.
    fn all_notes(&self) -> impl Iterator<Item = &Note> {
        self.lines.iter().flat_map(|line| {
            let moves = line.moves.iter().flat_map(|ply| &ply.notes);
            let end = line.end.iter().flat_map(|end| &end.notes);
            line.notes.iter().chain(moves).chain(end)
        })
    }

    fn all_times(&self) -> impl Iterator<Item = Duration> {
        self.lines.iter().flat_map(|line| {
            let moves = line.moves.iter().filter_map(|ply| ply.time);
            moves.chain(line.end.iter().filter_map(|end| end.time))
        })
    }

    fn has_comments(&self) -> bool {
        self.all_notes()
            .any(|note| matches!(note, Note::Comment(_)))
    }

    pub(in crate::notation) fn has_bookmarks(&self) -> bool {
        self.all_notes()
            .any(|note| matches!(note, Note::Bookmark(_)))
    }

    pub(in crate::notation) fn has_times(&self) -> bool {
        self.all_times().next().is_some()
    }

    pub(in crate::notation) fn has_fractions_of_seconds(&self) -> bool {
        self.all_times().any(|time| time.subsec_nanos() > 0)
    }
}
