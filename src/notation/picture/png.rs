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
    /// The picture as PNG. Characters of the caption that have no outline here
    /// ([`Caption::without_outline`](super::Caption::without_outline)) are drawn as 〓.
    ///
    /// # Errors
    /// When there is no memory for so many pixels.
    pub fn png(&self, width: PixelWidth) -> Result<Vec<u8>, PngError> {
        let tree = Tree::from_str(&self.document(Lettering::OutlinesOnly), &Options::default())?;
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
