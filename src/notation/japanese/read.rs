//! Finding the move that a name means.

use super::qualifier::{Motion, Qualifier, Rivals, Side};
use super::words::{color_of_mark, file_of_char, kind_of_char, rank_of_char};
use crate::board::{Color, Illegality, Intent, Move, PieceKind, Position, Promotion, Square};
use crate::notation::cursor::{Cursor, SyntaxError};
use crate::notation::naming::{NameError, rivals, the_legal_one};

/// The legal move of `position` that `text` names; `previous_to` is where the move before it went.
///
/// The player's mark may stand in front. A name may say more than it must, and less as long as only one
/// legal move fits it; where nothing is said of promotion there is none.
///
/// ```
/// use tsume::board::Position;
/// use tsume::notation::japanese;
/// let position: Position = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse().unwrap();
/// assert_eq!(japanese::read(&position, "▲5二金打", None).unwrap().to_string(), "G*5b");
/// assert_eq!(japanese::read(&position, "５二歩成", None).unwrap().to_string(), "5c5b+");
/// let error = japanese::read(&position, "６二銀", None).unwrap_err();
/// assert_eq!(error.to_string(), "illegal: there is no such piece to move");
/// ```
///
/// # Errors
/// Where the text is no name, or why what it names cannot be played.
pub fn read(
    position: &Position,
    text: &str,
    previous_to: Option<Square>,
) -> Result<Move, NameError> {
    let name = Name::parse(text, position.side_to_move(), previous_to)?;
    let drop = Intent::Drop {
        kind: name.kind,
        to: name.to,
    };
    if name.ending == Some(Ending::Drop) {
        return Ok(position.legality(drop)?);
    }
    match the_legal_one(position, name.board_moves(position)) {
        Err(NameError::Illegal(reason)) if name.may_be_a_drop() => {
            let closest = |dropped: Illegality| dropped.max(reason);
            Ok(position.legality(drop).map_err(closest)?)
        }
        result => result,
    }
}

/// What a name says.
struct Name {
    to: Square,
    kind: PieceKind,
    qualifier: Qualifier,
    ending: Option<Ending>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Promotion,
    NoPromotion,
    Drop,
}

impl Name {
    fn parse(text: &str, side: Color, previous_to: Option<Square>) -> Result<Name, SyntaxError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_space();
        player(&mut cursor, side)?;
        let to = target(&mut cursor, previous_to)?;
        let kind = piece(&mut cursor)?;
        let qualifier = Qualifier {
            side: cursor.take(side_of_char),
            motion: cursor.take(motion_of_char),
        };
        let ending = ending(&mut cursor)?;
        cursor.skip_space();
        if !cursor.is_at_end() {
            return Err(cursor.error("the end of the move"));
        }
        Ok(Name {
            to,
            kind,
            qualifier,
            ending,
        })
    }

    /// The moves on the board that it could mean, legal or not.
    fn board_moves(&self, position: &Position) -> impl Iterator<Item = Intent> {
        let rivals = Rivals {
            color: position.side_to_move(),
            kind: self.kind,
            to: self.to,
            origins: rivals(position, self.kind, self.to),
        };
        let promotion = if self.ending == Some(Ending::Promotion) {
            Promotion::Yes
        } else {
            Promotion::No
        };
        position
            .pieces(rivals.color, self.kind)
            .filter(move |&from| rivals.fits(from, &self.qualifier))
            .map(move |from| Intent::Board {
                from,
                to: self.to,
                promotion,
            })
    }

    fn may_be_a_drop(&self) -> bool {
        self.ending.is_none() && self.qualifier == Qualifier::default()
    }
}

/// The mark of the side to move, or nothing.
fn player(cursor: &mut Cursor, side: Color) -> Result<(), SyntaxError> {
    if cursor.peek().and_then(color_of_mark) == Some(side.opponent()) {
        return Err(cursor.error(match side {
            Color::Black => "a move of Black",
            Color::White => "a move of White",
        }));
    }
    cursor.take(color_of_mark);
    cursor.skip_space();
    Ok(())
}

fn target(cursor: &mut Cursor, previous_to: Option<Square>) -> Result<Square, SyntaxError> {
    if cursor.peek() == Some('同') {
        let to = previous_to.ok_or_else(|| cursor.error("a square, as there is no move before"))?;
        cursor.next();
        cursor.skip_space();
        return Ok(to);
    }
    let file = cursor
        .take(file_of_char)
        .ok_or_else(|| cursor.error("a file １-９ or 同"))?;
    let rank = cursor
        .take(rank_of_char)
        .ok_or_else(|| cursor.error("a rank 一-九"))?;
    Ok(Square::new(file, rank).expect("file and rank are within 1-9"))
}

fn piece(cursor: &mut Cursor) -> Result<PieceKind, SyntaxError> {
    if cursor.take_char('成') {
        let promoted = |c| kind_of_char(c)?.promoted();
        return cursor
            .take(promoted)
            .ok_or_else(|| cursor.error("香, 桂 or 銀 after 成"));
    }
    cursor
        .take(kind_of_char)
        .ok_or_else(|| cursor.error("a piece such as 歩, 成桂 or 竜"))
}

fn side_of_char(c: char) -> Option<Side> {
    match c {
        '左' => Some(Side::Left),
        '直' => Some(Side::Straight),
        '右' => Some(Side::Right),
        _ => None,
    }
}

fn motion_of_char(c: char) -> Option<Motion> {
    match c {
        '上' | '行' => Some(Motion::Forward),
        '寄' => Some(Motion::Sideways),
        '引' => Some(Motion::Backward),
        _ => None,
    }
}

fn ending(cursor: &mut Cursor) -> Result<Option<Ending>, SyntaxError> {
    if cursor.take_char('打') {
        Ok(Some(Ending::Drop))
    } else if cursor.take_char('成') {
        Ok(Some(Ending::Promotion))
    } else if !cursor.take_char('不') {
        Ok(None)
    } else if cursor.take_char('成') {
        Ok(Some(Ending::NoPromotion))
    } else {
        Err(cursor.error("成 after 不"))
    }
}
