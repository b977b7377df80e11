//! Outlines of characters that are not kept with the program, from a font of the computer that it runs on.

use fontdb::{Database, FaceInfo, Style};
use std::fmt::Write;
use std::sync::LazyLock;
use ttf_parser::{Face, OutlineBuilder};

/// The families that go well with the outlines kept here, the best first.
const PREFERRED: [&str; 6] = [
    "Noto Serif CJK JP",
    "Noto Serif JP",
    "Hiragino Mincho ProN",
    "Yu Mincho",
    "MS Mincho",
    "IPAMincho",
];
/// The middle of a Japanese character above the line that letters stand on, in thousandths of an em.
const MIDDLE: f32 = 380.0;

/// A character of a font.
pub(super) struct Glyph {
    /// How far the next character is, in ems.
    pub advance: f64,
    /// As [`Outline::path`](super::outlines::Outline).
    pub path: String,
}

static FONTS: LazyLock<Database> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_system_fonts();
    fonts
});

/// The characters of a text, all from one font, the one that suits best of those that have them all.
pub(super) fn glyphs(text: &str) -> Option<Vec<Glyph>> {
    glyphs_of(&FONTS, text)
}

fn glyphs_of(fonts: &Database, text: &str) -> Option<Vec<Glyph>> {
    let mut faces: Vec<&FaceInfo> = fonts.faces().collect();
    faces.sort_by_key(|face| unsuitability(face));
    faces.into_iter().find_map(|face| {
        fonts.with_face_data(face.id, |data, index| {
            let face = Face::parse(data, index).ok()?;
            text.chars().map(|c| glyph(&face, c)).collect()
        })?
    })
}

/// Zero for the best family in its regular style.
fn unsuitability(face: &FaceInfo) -> (bool, usize, u16) {
    let is_of = |family: &&str| face.families.iter().any(|(name, _)| name == family);
    let family = PREFERRED.iter().position(is_of);
    let off_weight = face.weight.0.abs_diff(fontdb::Weight::NORMAL.0);
    (
        face.style != Style::Normal,
        family.unwrap_or(PREFERRED.len()),
        off_weight,
    )
}

fn glyph(face: &Face<'_>, c: char) -> Option<Glyph> {
    let id = face.glyph_index(c)?;
    let scale = 1000.0 / f32::from(face.units_per_em());
    let advance = f32::from(face.glyph_hor_advance(id)?) * scale;
    let mut path = Path {
        scale,
        half_advance: advance / 2.0,
        commands: String::new(),
    };
    let has_outline = face.outline_glyph(id, &mut path).is_some();
    // A glyph without an outline may be a picture or nothing at all; only spaces are meant to be nothing.
    (has_outline || c.is_whitespace()).then(|| Glyph {
        advance: f64::from(advance) / 1000.0,
        path: path.commands,
    })
}

/// Writes an outline as a path about the middle of its character.
struct Path {
    scale: f32,
    half_advance: f32,
    commands: String,
}

impl Path {
    fn command(&mut self, letter: char, points: &[(f32, f32)]) {
        self.commands.push(letter);
        for &(x, y) in points {
            let x = (x * self.scale - self.half_advance).round();
            let y = (MIDDLE - y * self.scale).round();
            // Writing to a string cannot fail.
            let _ = write!(self.commands, "{x} {y} ");
        }
    }
}

impl OutlineBuilder for Path {
    fn move_to(&mut self, x: f32, y: f32) {
        self.command('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.command('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.command('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.command('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.command('Z', &[]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_fonts_there_are_no_glyphs() {
        assert!(glyphs_of(&Database::new(), "鱶").is_none());
    }

    #[test]
    fn outlines_are_scaled_about_the_middle_and_turned_downwards() {
        let mut path = Path {
            scale: 0.5,
            half_advance: 500.0,
            commands: String::new(),
        };
        path.move_to(0.0, 760.0);
        path.line_to(1000.0, 760.0);
        path.quad_to(1000.0, 0.0, 2000.0, 0.0);
        path.curve_to(0.0, 0.0, 2.0, 2.0, 4.0, 4.0);
        path.close();
        assert_eq!(
            path.commands,
            "M-500 0 L0 0 Q0 380 500 380 C-500 380 -499 379 -498 378 Z"
        );
    }
}
