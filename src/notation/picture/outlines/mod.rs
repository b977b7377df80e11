//! The outlines of characters, so that pictures look the same wherever they are seen.
//!
//! They are those of Noto Serif CJK JP, under the SIL Open Font License (`OFL.txt`); `extract.py` makes the tables.

use std::collections::HashMap;
use std::sync::LazyLock;

/// How heavy the strokes of a character are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Weight {
    /// For pieces on the board; there are only those.
    Bold,
    /// For everything else.
    Regular,
}

/// A character's outline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Outline {
    /// How far the next character is, in thousandths of an em.
    pub advance: u16,
    /// Its path in the syntax of SVG, in thousandths of an em from the middle of the character, y downwards.
    pub path: &'static str,
}

type Table = HashMap<char, Outline>;

static BOLD: LazyLock<Table> = LazyLock::new(|| table(include_str!("bold.tsv")));
static REGULAR: LazyLock<Table> = LazyLock::new(|| table(include_str!("regular.tsv")));

/// The outline of a character; `None` where there is none in this weight.
pub(super) fn outline(weight: Weight, character: char) -> Option<Outline> {
    let table = match weight {
        Weight::Bold => &BOLD,
        Weight::Regular => &REGULAR,
    };
    table.get(&character).copied()
}

fn table(text: &'static str) -> Table {
    text.lines().filter_map(entry).collect()
}

/// The entry of a line; comments have none.
fn entry(line: &'static str) -> Option<(char, Outline)> {
    let mut fields = line.split('\t');
    let character = fields.next()?.chars().next()?;
    let advance = fields.next()?.parse().ok()?;
    let path = fields.next()?;
    Some((character, Outline { advance, path }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_but_the_comments_is_an_outline() {
        for text in [include_str!("bold.tsv"), include_str!("regular.tsv")] {
            let comments = text
                .lines()
                .take_while(|line| line.starts_with("# "))
                .count();
            assert_eq!(comments, 2);
            assert_eq!(table(text).len(), text.lines().count() - comments);
        }
    }

    #[test]
    fn outlines_are_paths_of_characters() {
        for (&character, outline) in BOLD.iter().chain(REGULAR.iter()) {
            // Only W is wider than the em.
            assert!(outline.advance <= 1100, "{character}");
            let path = outline.path;
            assert!(path.is_empty() || path.starts_with('M'), "{character}");
            let drawing = |c: char| c.is_ascii_digit() || " -Mhvlcz".contains(c);
            assert!(path.chars().all(drawing), "{character}: {path}");
        }
    }

    #[test]
    fn characters_without_an_outline_are_none() {
        assert_eq!(outline(Weight::Bold, '攻'), None);
        assert_eq!(outline(Weight::Regular, '鱶'), None);
        assert_eq!(
            outline(Weight::Regular, 'A').map(|a| a.advance < 1000),
            Some(true)
        );
    }
}
