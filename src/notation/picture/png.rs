//! Pictures as PNG, drawn from their SVG.

use super::{Lettering, Picture};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

/// The width of a PNG in pixels, within [`PixelWidth::RANGE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PixelWidth(u16);

/// Why a picture could not be drawn.
#[derive(Debug, Error)]
pub enum PngError {
    /// The SVG was not understood.
    #[error("the picture cannot be drawn: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// There is no memory for so many pixels.
    #[error("no room for a picture of {width} × {height} pixels")]
    Size {
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
    },
    /// The pixels could not be written as PNG.
    #[error("the picture cannot be written as PNG: {0}")]
    Encoding(String),
}

impl PixelWidth {
    /// From what shows anything to what fits into memory.
    pub const RANGE: std::ops::RangeInclusive<u16> = 50..=8000;

    /// A width in pixels; `None` outside the range.
    pub fn new(pixels: u16) -> Option<PixelWidth> {
        Self::RANGE.contains(&pixels).then_some(PixelWidth(pixels))
    }
}

/// Enough for a screen, and for a column of a printed page.
impl Default for PixelWidth {
    fn default() -> Self {
        PixelWidth(1000)
    }
}

impl Picture {
    /// The picture as PNG. Characters of the caption for which neither the program nor this computer has an outline
    /// ([`Caption::without_outline`](super::Caption::without_outline)) are drawn as 〓.
    ///
    /// # Errors
    /// When there is no memory for so many pixels.
    pub fn png(&self, width: PixelWidth) -> Result<Vec<u8>, PngError> {
        let tree = Tree::from_str(&self.document(Lettering::Outlines), &Options::default())?;
        let scale = f32::from(width.0) / tree.size().width();
        let scaled = tree.size().to_int_size().scale_to_width(u32::from(width.0));
        let (width, height) = scaled.map_or((u32::from(width.0), 0), |size| {
            (size.width(), size.height())
        });
        let mut pixels = Pixmap::new(width, height).ok_or(PngError::Size { width, height })?;
        resvg::render(
            &tree,
            Transform::from_scale(scale, scale),
            &mut pixels.as_mut(),
        );
        pixels
            .encode_png()
            .map_err(|error| PngError::Encoding(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::notation::picture::Caption;

    fn pixels(picture: &Picture, width: u16) -> Pixmap {
        let png = picture.png(PixelWidth::new(width).unwrap()).unwrap();
        Pixmap::decode_png(&png).unwrap()
    }

    fn blackness(pixels: &Pixmap) -> usize {
        pixels
            .pixels()
            .iter()
            .filter(|pixel| pixel.red() < 128)
            .count()
    }

    #[test]
    fn a_picture_has_the_width_that_was_asked_for() {
        let picture = Picture::new(Position::initial());
        for width in [50, 496, 2000] {
            let pixels = pixels(&picture, width);
            assert_eq!(pixels.width(), u32::from(width));
            // The board takes most of the height.
            assert!(pixels.height() * 10 > pixels.width() * 8);
            assert!(pixels.height() < pixels.width());
        }
        assert!(PixelWidth::new(49).is_none() && PixelWidth::new(8001).is_none());
    }

    #[test]
    fn pieces_are_black_on_white() {
        let empty = "9/9/9/9/9/9/9/9/9 b - 1".parse().unwrap();
        let empty = pixels(&Picture::new(empty), 992);
        let full = pixels(&Picture::new(Position::initial()), 992);
        // Each of the 40 pieces has some hundred black pixels of its own.
        assert!(blackness(&full) > blackness(&empty) + 40 * 500);
        let corner = full.pixel(0, 0).unwrap();
        assert_eq!([corner.red(), corner.alpha()], [255, 255]);
    }

    #[test]
    fn characters_without_outline_leave_a_mark() {
        let picture = |title: &str| Picture {
            caption: Caption {
                title: Some(title.to_string()),
                ..Caption::default()
            },
            ..Picture::new(Position::initial())
        };
        let [unknown, geta, blank] =
            ["\u{10fffd}", "〓", "　　"].map(|title| pixels(&picture(title), 496));
        assert_eq!(unknown.data(), geta.data());
        assert!(blank.height() < geta.height());
    }
}
