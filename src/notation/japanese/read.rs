//! Finding the move that a name means.

use super::qualifier::{Motion, Qualifier, Rivals, Side};
use super::words::{color_of_mark, file_of_char, kind_of_char, piece_name, rank_of_char};
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
    Name::parse(text, position.side_to_move(), previous_to)?.legal_move(position)
}

/// The move that a game record names at the cursor, without what may follow it. The origin may stand behind the
/// name as in KIF files, `(77)`, and then decides alone.
///
/// Where the name fits no legal move, it is the illegal one that it can only mean: games do end so.
pub(in crate::notation) fn read_recorded(
    cursor: &mut Cursor,
    position: &Position,
    previous_to: Option<Square>,
) -> Result<Intent, NameError> {
    let start = cursor.clone();
    let name = Name::parse_ahead(cursor, position.side_to_move(), previous_to)?;
    if let Some(from) = origin(cursor)? {
        if position.piece_at(from).map(|piece| piece.kind()) != Some(name.kind) {
            return Err(start
                .error_reading(
                    format!("{} from {from}", piece_name(name.kind)),
                    "a piece that stands there",
                )
                .into());
        }
        return Ok(Intent::Board {
            from,
            to: name.to,
            promotion: name.promotion(),
        });
    }
    match name.legal_move(position) {
        Ok(mv) => Ok(mv.intent()),
        Err(NameError::Illegal(reason)) => Ok(name.illegal_move(position).ok_or(reason)?),
        Err(error) => Err(error),
    }
}

/// Two digits in parentheses.
fn origin(cursor: &mut Cursor) -> Result<Option<Square>, SyntaxError> {
    let mut ahead = cursor.clone();
    let digit = |cursor: &mut Cursor| cursor.take(|c| u8::try_from(c.to_digit(10)?).ok());
    if !ahead.take_char('(') {
        return Ok(None);
    }
    let (Some(file), Some(rank)) = (digit(&mut ahead), digit(&mut ahead)) else {
        // A time stands in parentheses too.
        return Ok(None);
    };
    if !ahead.take_char(')') {
        return Ok(None);
    }
    let square = Square::new(file, rank);
    let square = square.ok_or_else(|| cursor.error_at_word("a square (11)-(99)"))?;
    *cursor = ahead;
    Ok(Some(square))
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
        let name = Name::parse_ahead(&mut cursor, side, previous_to)?;
        cursor.skip_space();
        if !cursor.is_at_end() {
            return Err(cursor.error("the end of the move"));
        }
        Ok(name)
    }

    fn parse_ahead(
        cursor: &mut Cursor,
        side: Color,
        previous_to: Option<Square>,
    ) -> Result<Name, SyntaxError> {
        player(cursor, side)?;
        Ok(Name {
            to: target(cursor, previous_to)?,
            kind: piece(cursor)?,
            qualifier: Qualifier {
                side: cursor.take(side_of_char),
                motion: cursor.take(motion_of_char),
            },
            ending: ending(cursor)?,
        })
    }

    fn legal_move(&self, position: &Position) -> Result<Move, NameError> {
        if self.ending == Some(Ending::Drop) {
            return Ok(position.legality(self.drop())?);
        }
        match the_legal_one(position, self.board_moves(position)) {
            Err(NameError::Illegal(reason)) if self.may_be_a_drop() => {
                let closest = |dropped: Illegality| dropped.max(reason);
                Ok(position.legality(self.drop()).map_err(closest)?)
            }
            result => result,
        }
    }

    /// The one move that is meant although it is illegal: a piece could go there but for the rules that forbid
    /// it, or it is dropped.
    fn illegal_move(&self, position: &Position) -> Option<Intent> {
        let is_forbidden = |intent: &Intent| {
            let reason = position.legality(*intent).err();
            reason.is_some_and(|reason| reason > Illegality::NotHowItMoves)
        };
        if self.ending == Some(Ending::Drop) {
            return Some(self.drop());
        }
        let mut moves = self.board_moves(position).filter(is_forbidden);
        match (moves.next(), moves.next()) {
            (Some(only), None) => Some(only),
            (None, _) if self.may_be_a_drop() => Some(self.drop()).filter(is_forbidden),
            _ => None,
        }
    }

    fn drop(&self) -> Intent {
        Intent::Drop {
            kind: self.kind,
            to: self.to,
        }
    }

    fn promotion(&self) -> Promotion {
        match self.ending {
            Some(Ending::Promotion) => Promotion::Yes,
            _ => Promotion::No,
        }
    }

    /// The moves on the board that it could mean, legal or not.
    fn board_moves(&self, position: &Position) -> impl Iterator<Item = Intent> {
        let rivals = Rivals {
            color: position.side_to_move(),
            kind: self.kind,
            to: self.to,
            origins: rivals(position, self.kind, self.to),
        };
        let promotion = self.promotion();
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

/// The square that a move names, when it names one.
pub(in crate::notation) fn square(cursor: &mut Cursor) -> Option<Square> {
    target(cursor, None).ok()
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
