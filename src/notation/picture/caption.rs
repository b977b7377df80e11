//! What is written above the board: the title, and below it the author and the length.

use super::Lettering;
use super::canvas::{Canvas, Facing};
use super::layout::{Point, Rectangle};
use super::outlines::{Weight, outline};
#[cfg(feature = "png")]
use super::system_font;

const TITLE_SIZE: f64 = 22.0;
const BYLINE_SIZE: f64 = 15.0;
/// The height of a line, as a part of the size of its letters.
const LINE_HEIGHT: f64 = 1.5;
/// Letters are made smaller to fit into the width, but no smaller than can be read; then the text is cut.
const SMALLEST: f64 = 9.0;
/// What Japanese printers set where they have no type for a character.
#[cfg(feature = "png")]
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

    /// The characters of it for which neither the program nor this computer has an outline.
    #[cfg(feature = "png")]
    pub fn without_outline(&self) -> Vec<char> {
        let lines = self.lines().map(|(text, _)| text);
        let undrawn = lines
            .filter(|text| !text.chars().all(has_outline) && system_font::glyphs(text).is_none());
        let all = undrawn.flat_map(|text| text.chars().collect::<Vec<_>>());
        let mut characters: Vec<char> = all.filter(|&c| !has_outline(c)).collect();
        characters.sort_unstable();
        characters.dedup();
        characters
    }

    /// The author and the length, as far as they are known; nothing when neither is.
    pub fn byline(&self) -> String {
        let length = self.plies.map(|plies| format!("（{plies}手詰）"));
        let known = [present(self.author.as_ref()), length];
        known.into_iter().flatten().collect()
    }

    /// The lines and the sizes of their letters.
    fn lines(&self) -> impl Iterator<Item = (String, f64)> {
        let title = present(self.title.as_ref()).map(|title| (title, TITLE_SIZE));
        let byline = present(Some(&self.byline())).map(|byline| (byline, BYLINE_SIZE));
        title.into_iter().chain(byline)
    }
}

/// A text unless it is blank.
fn present(text: Option<&String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty()).cloned()
}

fn draw_line(canvas: &mut Canvas, text: &str, at: Point, size: f64, lettering: Lettering) {
    if text.chars().all(has_outline) {
        draw_outlines(canvas, text, at, size);
        return;
    }
    match lettering {
        Lettering::ViewersFonts => canvas.text(text, at, size),
        #[cfg(feature = "png")]
        Lettering::Outlines => match system_font::glyphs(text) {
            Some(glyphs) => draw_glyphs(canvas, &glyphs, at, size),
            None => {
                let drawn = |c| if has_outline(c) { c } else { GETA };
                draw_outlines(
                    canvas,
                    &text.chars().map(drawn).collect::<String>(),
                    at,
                    size,
                );
            }
        },
    }
}

fn draw_outlines(canvas: &mut Canvas, text: &str, middle: Point, size: f64) {
    let places = spread(text.chars().map(advance), middle, size);
    for (c, at) in text.chars().zip(places) {
        canvas.character((Weight::Regular, c), at, size, Facing::Up);
    }
}

#[cfg(feature = "png")]
fn draw_glyphs(canvas: &mut Canvas, glyphs: &[system_font::Glyph], middle: Point, size: f64) {
    let places = spread(glyphs.iter().map(|glyph| glyph.advance), middle, size);
    for (glyph, at) in glyphs.iter().zip(places) {
        canvas.outline(&glyph.path, at, size);
    }
}

/// The middles of characters with these advances, in ems, that stand side by side about a point.
fn spread(advances: impl Iterator<Item = f64>, middle: Point, size: f64) -> Vec<Point> {
    let advances: Vec<f64> = advances.map(|advance| advance * size).collect();
    let mut right = middle.x - advances.iter().sum::<f64>() / 2.0;
    let place = |advance: f64| {
        right += advance;
        Point {
            x: right - advance / 2.0,
            y: middle.y,
        }
    };
    advances.into_iter().map(place).collect()
}

fn has_outline(c: char) -> bool {
    outline(Weight::Regular, c).is_some()
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

    #[cfg(feature = "png")]
    #[test]
    fn characters_without_outline_are_named_once() {
        let caption = Caption {
            // For private use: no font has them.
            title: Some("\u{10fffd}\u{10fffd}の詰".to_string()),
            author: Some("\u{10fffc}".to_string()),
            plies: Some(5),
        };
        assert_eq!(caption.without_outline(), ['\u{10fffc}', '\u{10fffd}']);
    }

    #[test]
    fn characters_stand_side_by_side_about_the_middle() {
        let places = spread(
            [1.0, 0.5, 0.5].into_iter(),
            Point { x: 100.0, y: 7.0 },
            20.0,
        );
        assert_eq!(
            places.iter().map(|at| at.x).collect::<Vec<_>>(),
            [90.0, 105.0, 115.0]
        );
        assert!(places.iter().all(|at| at.y == 7.0));
    }
}
