//! Damaged texts for the tests of readers.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// One of `samples` after up to three edits: characters left out, doubled, moved or put in from anywhere.
pub(super) fn damaged(samples: &'static [&'static str]) -> impl Strategy<Value = String> {
    let alphabet = samples.concat().chars().collect::<Vec<_>>();
    let insertion = prop_oneof![4 => select(alphabet), 1 => any::<char>()];
    let edit = (
        any::<prop::sample::Index>(),
        0usize..3,
        vec(insertion, 0..3),
    );
    (select(samples), vec(edit, 0..4)).prop_map(|(sample, edits)| {
        let mut text = sample.chars().collect::<Vec<_>>();
        for (at, removed, inserted) in edits {
            let start = at.index(text.len() + 1);
            let end = (start + removed).min(text.len());
            text.splice(start..end, inserted);
        }
        text.into_iter().collect()
    })
}
