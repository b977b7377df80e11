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
#[cfg(feature = "png")]
mod system_font;

pub use canvas::escaped;
pub use caption::Caption;
#[cfg(feature = "png")]
pub use png::{PixelWidth, PngError};

use crate::board::{Color, Position, Square};
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
    /// 攻方 and 玉方, as in a problem.
    AttackerAndDefender {
        /// 攻方; at the end of a line it is no longer who is to move.
        attacker: Color,
    },
}

/// How characters are drawn that have no outline here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lettering {
    /// As letters, in a font that the viewer has.
    ViewersFonts,
    /// As outlines of a font that this computer has, or as 〓 where it has none.
    #[cfg(feature = "png")]
    Outlines,
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
        self.draw_position(&mut canvas, layout, |canvas| canvas.shared(EMPTY_BOARD));
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
        self.draw_position(&mut canvas, layout, |canvas| board::draw(canvas, layout));
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

    fn draw_position(
        &self,
        canvas: &mut Canvas,
        layout: Layout,
        draw_board: impl FnOnce(&mut Canvas),
    ) {
        hands::draw(canvas, layout, &self.position, self.players);
        board::mark(canvas, layout, self.last_move);
        draw_board(canvas);
        board::draw_pieces(canvas, layout, &self.position);
    }
}

/// The name of the board with nothing on it, which all pictures of a page share.
const EMPTY_BOARD: &str = "board";

/// The outlines and the empty board that every [`Picture::element`] of a page refers to: a hidden `svg` element.
pub fn shared_definitions() -> String {
    let of = |weight, text: &'static str| text.chars().map(move |c| (weight, c));
    let pieces = of(Weight::Bold, "玉飛角金銀桂香歩龍馬全圭杏と");
    let numbers = of(Weight::Regular, "１２３４５６７８９一二三四五六七八九十");
    let hands = of(Weight::Regular, "攻方玉先手後持駒残り全部なし");
    let definitions = canvas::definitions(pieces.chain(numbers).chain(hands));
    let mut board = Canvas::default();
    board::draw(&mut board, Layout::below(0.0));
    format!(
        "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\">\n\
         {definitions}<defs>\n<g id=\"{EMPTY_BOARD}\">\n{}</g>\n</defs>\n</svg>\n",
        board.elements()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Piece, PieceKind};

    fn problem(sfen: &str) -> Picture {
        let position: Position = sfen.parse().unwrap();
        Picture {
            players: Players::AttackerAndDefender {
                attacker: position.side_to_move(),
            },
            ..Picture::new(position)
        }
    }

    /// How often the outline of a piece is drawn, upright or upside down.
    fn drawn(svg: &str, character: char, scale: &str) -> usize {
        let name = format!("#b{:x}\"", u32::from(character));
        let uses = svg.lines().filter(|line| line.contains(&name));
        uses.filter(|line| line.contains(&format!("scale({scale})")))
            .count()
    }

    #[test]
    fn a_problem_in_full() {
        let mut picture = problem("7nk/9/7G1/9/9/9/9/9/9 b Gr2b2g4s3n4l18p 1");
        picture.caption = Caption {
            title: Some("図".to_string()),
            author: Some("A&鱶".to_string()),
            plies: Some(1),
        };
        picture.last_move = Square::new(2, 3);
        // The outlines themselves are the table's.
        let is_definition = |line: &&str| line.starts_with("<path id");
        let svg = picture.svg();
        let drawing: Vec<&str> = svg.lines().filter(|line| !is_definition(line)).collect();
        insta::assert_snapshot!(drawing.join("\n"));
    }

    #[test]
    fn every_kind_of_piece_of_both_players_is_on_the_board() {
        for kind in PieceKind::ALL {
            for (color, scale) in [(Color::Black, "0.036"), (Color::White, "-0.036")] {
                let mut pieces = Position::initial().to_builder();
                for square in Square::all() {
                    if pieces
                        .get(square)
                        .is_some_and(|piece| piece.kind() != PieceKind::King)
                    {
                        pieces.set(square, None);
                    }
                }
                let square = Square::new(2, 5).unwrap();
                if kind != PieceKind::King {
                    pieces.set(square, Some(Piece::new(color, kind)));
                }
                let svg = Picture::new(pieces.build().unwrap()).svg();
                let name = crate::notation::diagram::one_character(kind);
                assert_eq!(
                    drawn(&svg, name.chars().next().unwrap(), scale),
                    1,
                    "{kind:?}"
                );
            }
        }
    }

    #[test]
    fn everything_that_is_drawn_is_defined() {
        let mut picture = problem("4k4/9/9/9/9/9/9/9/4K4 w 2r2b4g4s4n4l18p 1");
        picture.caption.title = Some("題名 \"a\"".to_string());
        for document in [picture.svg(), shared_definitions() + &picture.element()] {
            let after = |marker: &str| -> Vec<String> {
                let parts = document.split(marker).skip(1);
                parts
                    .filter_map(|part| Some(part.split_once('"')?.0.to_string()))
                    .collect()
            };
            let defined = [after("<path id=\""), after("<g id=\"")].concat();
            let used = after("xlink:href=\"#");
            assert!(used.len() > 40);
            assert!(used.iter().all(|name| defined.contains(name)));
        }
    }

    #[test]
    fn what_a_title_holds_stays_text() {
        let mut picture = Picture::new(Position::initial());
        picture.caption.title = Some("</title><script>鱶\u{1b}".to_string());
        let svg = picture.svg();
        assert!(!svg.contains("<script") && !svg.contains('\u{1b}'));
        assert!(svg.contains("&lt;/title&gt;&lt;script&gt;鱶\u{fffd}</text>"));
    }
}
