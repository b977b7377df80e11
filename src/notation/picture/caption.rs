//! What is written above the board: the title, and below it the author and the length.

use super::Lettering;
use super::canvas::{Canvas, Facing};
use super::layout::{Point, Rectangle};
use super::outlines::{Weight, outline};

const TITLE_SIZE: f64 = 22.0;
const BYLINE_SIZE: f64 = 15.0;
/// The height of a line, as a part of the size of its letters.
const LINE_HEIGHT: f64 = 1.5;
/// Letters are made smaller to fit into the width, but no smaller than can be read; then the text is cut.
const SMALLEST: f64 = 9.0;
/// What Japanese printers set where they have no type for a character.
const GETA: char = '〓';

/// What is known about a problem besides the position.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Caption {
    /// Its title, or whatever it is called.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// Its length in plies.
    pub plies: Option<u32>,
}

impl Caption {
    /// The height of what there is to be written.
    pub(super) fn height(&self) -> f64 {
        self.lines().map(|(_, size)| size * LINE_HEIGHT).sum()
    }

    /// Draws it into its room.
    pub(super) fn draw(&self, canvas: &mut Canvas, room: Rectangle, lettering: Lettering) {
        let mut top = room.top;
        for (text, size) in self.lines() {
            let height = size * LINE_HEIGHT;
            let at = Point {
                x: room.middle().x,
                y: top + height / 2.0,
            };
            let (text, size) = fitted(&text, size, room.width);
            draw_line(canvas, &text, at, size, lettering);
            top += height;
        }
    }

    /// The characters of it that have no outline here.
    pub fn without_outline(&self) -> Vec<char> {
        let all = self
            .lines()
            .flat_map(|(text, _)| text.chars().collect::<Vec<_>>());
        let mut characters: Vec<char> = all
            .filter(|&c| outline(Weight::Regular, c).is_none())
            .collect();
        characters.sort_unstable();
        characters.dedup();
        characters
    }

    /// The lines and the sizes of their letters.
    fn lines(&self) -> impl Iterator<Item = (String, f64)> {
        let present = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        let length = self.plies.map(|plies| format!("（{plies}手詰）"));
        let byline = [present(&self.author), length].into_iter().flatten();
        let byline = byline.collect::<Vec<_>>().concat();
        let title = present(&self.title).map(|title| (title, TITLE_SIZE));
        let byline = (!byline.is_empty()).then_some((byline, BYLINE_SIZE));
        title.into_iter().chain(byline)
    }
}

fn draw_line(canvas: &mut Canvas, text: &str, at: Point, size: f64, lettering: Lettering) {
    let has_outlines = text.chars().all(|c| outline(Weight::Regular, c).is_some());
    if has_outlines || lettering == Lettering::OutlinesOnly {
        draw_outlines(canvas, text, at, size);
    } else {
        canvas.text(text, at, size);
    }
}

fn draw_outlines(canvas: &mut Canvas, text: &str, at: Point, size: f64) {
    let drawn = |c| outline(Weight::Regular, c).map_or(GETA, |_| c);
    let characters: Vec<char> = text.chars().map(drawn).collect();
    let width: f64 = characters.iter().map(|&c| advance(c)).sum();
    let mut left = at.x - width * size / 2.0;
    for c in characters {
        let advance = advance(c) * size;
        let x = left + advance / 2.0;
        canvas.character((Weight::Regular, c), Point { x, y: at.y }, size, Facing::Up);
        left += advance;
    }
}

/// The text and the size of its letters with which it is no wider than `room`.
fn fitted(text: &str, size: f64, room: f64) -> (String, f64) {
    let width: f64 = text.chars().map(advance).sum();
    let fitting = size.min(room / width);
    if fitting >= SMALLEST {
        return (text.to_string(), fitting);
    }
    let mut left = room / SMALLEST - advance('…');
    let fits = |c: &char| {
        left -= advance(*c);
        left >= 0.0
    };
    (
        text.chars().take_while(fits).collect::<String>() + "…",
        SMALLEST,
    )
}

/// How far it is to the next character, in ems; what has no outline is taken for full-width.
fn advance(c: char) -> f64 {
    outline(Weight::Regular, c).map_or(1.0, |outline| f64::from(outline.advance) / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_texts_keep_their_size_and_long_ones_shrink() {
        assert_eq!(
            fitted("将棋図巧", 20.0, 400.0),
            ("将棋図巧".to_string(), 20.0)
        );
        assert_eq!(fitted(&"図".repeat(40), 20.0, 400.0).1, 10.0);
    }

    #[test]
    fn texts_of_any_length_are_cut_to_the_width() {
        let (text, size) = fitted(&"図".repeat(100_000), 20.0, 400.0);
        assert_eq!((text.chars().count(), size), (44, SMALLEST));
        assert!(text.ends_with('…'));
    }

    #[test]
    fn what_is_empty_takes_no_room() {
        let empty = Caption {
            title: Some("　 ".to_string()),
            ..Caption::default()
        };
        assert_eq!(empty.height(), 0.0);
        let untitled = Caption {
            plies: Some(3),
            ..empty
        };
        assert_eq!(untitled.height(), BYLINE_SIZE * LINE_HEIGHT);
    }

    #[test]
    fn characters_without_outline_are_named_once() {
        let caption = Caption {
            title: Some("鱶鱶の詰".to_string()),
            author: Some("鰯".to_string()),
            plies: Some(5),
        };
        assert_eq!(caption.without_outline(), ['鰯', '鱶']);
    }
}
