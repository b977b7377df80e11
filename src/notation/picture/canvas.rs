//! An SVG document while it is being drawn.

use super::layout::{Point, Rectangle};
use super::outlines::{Outline, Weight, outline};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The fonts for characters that have no outline here.
const FONTS: &str = "'Noto Serif CJK JP','Noto Serif JP','Hiragino Mincho ProN','Yu Mincho',YuMincho,'MS Mincho',serif";

/// Which way a character's head points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Facing {
    Up,
    Down,
}

/// What has been drawn: elements, and the characters whose outlines they use.
#[derive(Default)]
pub(super) struct Canvas {
    elements: String,
    used: BTreeSet<(Weight, char)>,
}

impl Canvas {
    /// Draws a character whose em is `size` with its middle at a point; nothing where it has no outline.
    pub fn character(&mut self, (weight, c): (Weight, char), at: Point, size: f64, facing: Facing) {
        let Some(Outline { path, .. }) = outline(weight, c) else {
            return;
        };
        if path.is_empty() {
            return;
        }
        self.used.insert((weight, c));
        let scale = match facing {
            Facing::Up => size / 1000.0,
            // Turned by half a circle.
            Facing::Down => -size / 1000.0,
        };
        self.element(format_args!(
            "<use xlink:href=\"#{}\" transform=\"translate({} {}) scale({})\"/>",
            identifier(weight, c),
            number(at.x),
            number(at.y),
            number(scale),
        ));
    }

    /// Draws what the document that this is put into has defined under a name.
    pub fn shared(&mut self, name: &str) {
        self.element(format_args!("<use xlink:href=\"#{name}\"/>"));
    }

    /// Draws a character of a font as [`Canvas::character`] draws those kept here.
    #[cfg(feature = "png")]
    pub fn outline(&mut self, path: &str, at: Point, size: f64) {
        self.element(format_args!(
            "<path d=\"{path}\" transform=\"translate({} {}) scale({})\"/>",
            number(at.x),
            number(at.y),
            number(size / 1000.0),
        ));
    }

    /// Draws a text as letters of a font that the viewer chooses, its middle at a point.
    pub fn text(&mut self, text: &str, at: Point, size: f64) {
        // Letters stand on a line that is 0.38 em below their middle.
        let baseline = at.y + 0.38 * size;
        self.element(format_args!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-family=\"{FONTS}\" text-anchor=\"middle\">{}</text>",
            number(at.x),
            number(baseline),
            number(size),
            escaped(text),
        ));
    }

    /// Fills a rectangle with a colour.
    pub fn fill(&mut self, area: Rectangle, colour: &str) {
        self.element(format_args!(
            "<rect {} fill=\"{colour}\"/>",
            rectangle(area)
        ));
    }

    /// Draws the four sides of a rectangle.
    pub fn frame(&mut self, area: Rectangle, line_width: f64) {
        self.element(format_args!(
            "<rect {} fill=\"none\" stroke=\"#000\" stroke-width=\"{}\"/>",
            rectangle(area),
            number(line_width),
        ));
    }

    /// Draws straight lines from point to point.
    pub fn lines(&mut self, lines: &[(Point, Point)], line_width: f64) {
        let path = lines.iter().map(|(from, to)| {
            let [x, y] = [from.x, from.y].map(number);
            format!("M{x} {y}L{} {}", number(to.x), number(to.y))
        });
        self.element(format_args!(
            "<path d=\"{}\" stroke=\"#000\" stroke-width=\"{}\"/>",
            path.collect::<String>(),
            number(line_width),
        ));
    }

    /// Draws a dot.
    pub fn dot(&mut self, at: Point, radius: f64) {
        let [x, y, radius] = [at.x, at.y, radius].map(number);
        self.element(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"
        ));
    }

    /// What has been drawn, one element a line.
    pub fn elements(&self) -> &str {
        &self.elements
    }

    /// The definitions of the characters that have been drawn.
    pub fn definitions(&self) -> String {
        definitions(self.used.iter().copied())
    }

    fn element(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.elements, "{element}");
    }
}

/// The definitions that drawings of these characters refer to.
pub(super) fn definitions(characters: impl IntoIterator<Item = (Weight, char)>) -> String {
    let defined = characters.into_iter().filter_map(|(weight, c)| {
        let path = outline(weight, c)?.path;
        Some(format!(
            "<path id=\"{}\" d=\"{path}\"/>\n",
            identifier(weight, c)
        ))
    });
    format!("<defs>\n{}</defs>\n", defined.collect::<String>())
}

/// A text with nothing in it that XML or HTML would take for markup, or refuse.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {
                escaped.push(char::REPLACEMENT_CHARACTER);
            }
            c => escaped.push(c),
        }
    }
    escaped
}

/// The name of a character's outline in a document.
fn identifier(weight: Weight, c: char) -> String {
    let letter = match weight {
        Weight::Bold => 'b',
        Weight::Regular => 'r',
    };
    format!("{letter}{:x}", u32::from(c))
}

fn rectangle(area: Rectangle) -> String {
    let [x, y, width, height] = [area.left, area.top, area.width, area.height].map(number);
    format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")
}

/// A number with no more digits than can be seen.
pub(super) fn number(value: f64) -> String {
    let digits = format!("{value:.4}");
    let short = digits.trim_end_matches('0').trim_end_matches('.');
    short.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_what_xml_refuses_are_escaped() {
        assert_eq!(
            escaped("<a href=\"x\">'&\u{1b}\u{ffff}玉"),
            "&lt;a href=&quot;x&quot;&gt;&#39;&amp;\u{fffd}\u{fffd}玉"
        );
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [1.0, 20.0, 0.25, -0.036].map(number),
            ["1", "20", "0.25", "-0.036"]
        );
    }

    #[test]
    fn each_outline_is_defined_once() {
        let mut canvas = Canvas::default();
        let middle = Point { x: 0.0, y: 0.0 };
        for facing in [Facing::Up, Facing::Down] {
            canvas.character((Weight::Bold, '歩'), middle, 30.0, facing);
        }
        assert_eq!(canvas.elements().lines().count(), 2);
        assert_eq!(
            canvas.definitions().matches("<path id=\"b6b69\"").count(),
            1
        );
        canvas.character((Weight::Bold, '鱶'), middle, 30.0, Facing::Up);
        assert_eq!(canvas.elements().lines().count(), 2);
    }
}
