//! Positions drawn as Japanese books print them: as SVG, and as PNG.
//!
//! The pieces are kanji, White's upside down, the numbers stand above and at the right, the hands beside the board,
//! and the square that the last move led to is grey. All characters of the board are outlines, not letters
//! of a font, so that the pictures look the same wherever they are seen.

mod board;
mod canvas;
mod caption;
mod hands;
mod layout;
mod outlines;
#[cfg(feature = "png")]
mod png;

pub use canvas::escaped;
pub use caption::Caption;
#[cfg(feature = "png")]
pub use png::{PixelWidth, PngError};

use crate::board::{Position, Square};
use canvas::{Canvas, number};
use layout::{Layout, Rectangle, WIDTH};
use outlines::Weight;

/// A picture of a position.
///
/// ```
/// use tsume::{board::Position, notation::picture::{Caption, Picture}};
/// let mut picture = Picture::new(Position::initial());
/// picture.caption.title = Some("平手".to_string());
/// assert!(picture.svg().starts_with("<svg xmlns="));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// What is drawn.
    pub position: Position,
    /// What the players are called.
    pub players: Players,
    /// What is written above the board.
    pub caption: Caption,
    /// Where the last move went, to be marked.
    pub last_move: Option<Square>,
}

/// What the players are called where their hands are named.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Players {
    /// 先手 and 後手, as in a game.
    #[default]
    BlackAndWhite,
    /// 攻方, who is to move, and 玉方, as in a problem.
    AttackerAndDefender,
}

/// How characters are drawn that have no outline here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lettering {
    /// As letters, in a font that the viewer has.
    ViewersFonts,
    /// Not at all: a 〓 takes their place.
    #[cfg_attr(not(feature = "png"), expect(dead_code))]
    OutlinesOnly,
}

impl Picture {
    /// A picture of a position of a game, without a caption.
    pub fn new(position: Position) -> Picture {
        Picture {
            position,
            players: Players::default(),
            caption: Caption::default(),
            last_move: None,
        }
    }

    /// The picture as an SVG document. It holds the position in SFEN as its description.
    pub fn svg(&self) -> String {
        self.document(Lettering::ViewersFonts)
    }

    /// The board and the hands as an `svg` element for an HTML page, without the caption. The page must
    /// hold [`shared_definitions`] once, before it.
    pub fn element(&self) -> String {
        let layout = Layout::below(0.0);
        let mut canvas = Canvas::default();
        self.draw_position(&mut canvas, layout);
        format!(
            "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n{}</svg>\n",
            number(WIDTH),
            number(layout.height()),
            self.position.to_sfen(),
            canvas.elements()
        )
    }

    fn document(&self, lettering: Lettering) -> String {
        let layout = Layout::below(self.caption.height());
        let mut canvas = Canvas::default();
        let [width, height] = [WIDTH, layout.height()];
        let paper = Rectangle {
            left: 0.0,
            top: 0.0,
            width,
            height,
        };
        canvas.fill(paper, "#fff");
        self.caption.draw(&mut canvas, layout.caption(), lettering);
        self.draw_position(&mut canvas, layout);
        let [width, height] = [width, height].map(number);
        let title = self.caption.title.iter();
        let title = title.map(|title| format!("<title>{}</title>\n", escaped(title)));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
             {title}<desc>{sfen}</desc>\n{definitions}{elements}</svg>\n",
            title = title.collect::<String>(),
            sfen = self.position.to_sfen(),
            definitions = canvas.definitions(),
            elements = canvas.elements(),
        )
    }

    fn draw_position(&self, canvas: &mut Canvas, layout: Layout) {
        hands::draw(canvas, layout, &self.position, self.players);
        board::draw(canvas, layout, &self.position, self.last_move);
    }
}

/// The outlines that every [`Picture::element`] of a page refers to: a hidden `svg` element.
pub fn shared_definitions() -> String {
    let of = |weight, text: &'static str| text.chars().map(move |c| (weight, c));
    let pieces = of(Weight::Bold, "玉飛角金銀桂香歩龍馬全圭杏と");
    let numbers = of(Weight::Regular, "１２３４５６７８９一二三四五六七八九十");
    let hands = of(Weight::Regular, "攻方玉先手後持駒残り全部なし");
    let definitions = canvas::definitions(pieces.chain(numbers).chain(hands));
    format!(
        "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\">\n{definitions}</svg>\n"
    )
}
