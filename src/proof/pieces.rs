//! Pieces and squares in the plainest terms: how each piece steps and slides.

/// One of the players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Side {
    Black,
    White,
}

impl Side {
    pub fn other(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }
}

/// What a piece is; `letter` and promotion say the rest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Kind {
    Pawn,
    Lance,
    Knight,
    Silver,
    Gold,
    Bishop,
    Rook,
    King,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 8] = {
        use Kind::*;
        [Pawn, Lance, Knight, Silver, Gold, Bishop, Rook, King]
    };
    /// The kinds that can be held, in the order of [`Counts`].
    pub const HELD: &[Kind] = Kind::ALL.split_at(7).0;

    pub fn letter(self) -> char {
        ['P', 'L', 'N', 'S', 'G', 'B', 'R', 'K'][self as usize]
    }

    /// Whether it could never move again from a square.
    pub fn is_dead(self, side: Side, square: Square) -> bool {
        match self {
            Kind::Pawn | Kind::Lance => ranks_beyond(side, square) < 1,
            Kind::Knight => ranks_beyond(side, square) < 2,
            _ => false,
        }
    }
}

/// How many pieces of each kind, in the order of [`Kind::HELD`].
pub(super) type Counts = [u8; 7];

/// Whether there are at least as many of every kind.
pub(super) fn contains(more: &Counts, less: &Counts) -> bool {
    more.iter().zip(less).all(|(more, less)| more >= less)
}

/// A piece that stands on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Man {
    pub side: Side,
    pub kind: Kind,
    pub promoted: bool,
}

/// Files to the left, ranks down.
pub(super) type Step = (i8, i8);

const DIAGONALS: [Step; 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
const STRAIGHTS: [Step; 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const GOLD: [Step; 6] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)];
const SILVER: [Step; 5] = [(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)];
pub(super) const AROUND: [Step; 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];
const KNIGHT: [Step; 2] = [(-1, -2), (1, -2)];
/// Where knights of either side come from.
pub(super) const JUMPS: [Step; 4] = [(-1, -2), (1, -2), (-1, 2), (1, 2)];

impl Man {
    /// A man as he is dropped.
    pub fn new(side: Side, kind: Kind) -> Man {
        Man {
            side,
            kind,
            promoted: false,
        }
    }

    /// Whether the piece can be promoted, where that is allowed.
    pub fn may_promote(self) -> bool {
        !self.promoted && !matches!(self.kind, Kind::Gold | Kind::King)
    }

    /// The single steps and jumps of the piece when it is Black's.
    fn blacks_steps(self) -> &'static [Step] {
        match (self.kind, self.promoted) {
            (Kind::Pawn, false) => &[(0, -1)],
            (Kind::Knight, false) => &KNIGHT,
            (Kind::Silver, false) => &SILVER,
            (Kind::Lance | Kind::Bishop | Kind::Rook, false) => &[],
            (Kind::Bishop, true) => &STRAIGHTS,
            (Kind::Rook, true) => &DIAGONALS,
            (Kind::King, _) => &AROUND,
            // A gold, or what moves like one when it has been promoted.
            _ => &GOLD,
        }
    }

    fn blacks_slides(self) -> &'static [Step] {
        match (self.kind, self.promoted) {
            (Kind::Lance, false) => &[(0, -1)],
            (Kind::Bishop, _) => &DIAGONALS,
            (Kind::Rook, _) => &STRAIGHTS,
            _ => &[],
        }
    }

    /// The single steps and jumps.
    pub fn steps(self) -> impl Iterator<Item = Step> {
        let steps = self.blacks_steps().iter();
        steps.map(move |&step| self.turned(step))
    }

    /// The directions in which it moves as far as it likes.
    pub fn slides(self) -> impl Iterator<Item = Step> {
        let slides = self.blacks_slides().iter();
        slides.map(move |&step| self.turned(step))
    }

    /// A step of Black's as the owner makes it.
    fn turned(self, (files, ranks): Step) -> Step {
        match self.side {
            Side::Black => (files, ranks),
            Side::White => (-files, -ranks),
        }
    }
}

/// A square: nine times the file counted from 0 at Black's right, plus the rank counted from 0 at White's side.
pub(super) type Square = u8;

pub(super) const SQUARES: u8 = 81;

/// The square one step on; `None` over the edge.
pub(super) fn walk(square: Square, (files, ranks): Step) -> Option<Square> {
    let file = (square / 9) as i8 + files;
    let rank = (square % 9) as i8 + ranks;
    let is_on_board = (0..9).contains(&file) && (0..9).contains(&rank);
    is_on_board.then_some((file * 9 + rank) as Square)
}

/// The squares in a direction, to the edge.
pub(super) fn ray(square: Square, step: Step) -> impl Iterator<Item = Square> + Clone {
    std::iter::successors(walk(square, step), move |&square| walk(square, step))
}

/// How many ranks lie beyond for a player: 0 on the last one.
pub(super) fn ranks_beyond(side: Side, square: Square) -> u8 {
    match side {
        Side::Black => square % 9,
        Side::White => 8 - square % 9,
    }
}
