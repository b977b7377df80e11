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
    /// The kinds that can be held, in the order of [`Counts`].
    pub const HELD: [Kind; 7] = [
        Kind::Pawn,
        Kind::Lance,
        Kind::Knight,
        Kind::Silver,
        Kind::Gold,
        Kind::Bishop,
        Kind::Rook,
    ];
    pub const ALL: [Kind; 8] = [
        Kind::Pawn,
        Kind::Lance,
        Kind::Knight,
        Kind::Silver,
        Kind::Gold,
        Kind::Bishop,
        Kind::Rook,
        Kind::King,
    ];

    pub fn letter(self) -> char {
        ['P', 'L', 'N', 'S', 'G', 'B', 'R', 'K'][self as usize]
    }

    pub fn promotes(self) -> bool {
        !matches!(self, Kind::Gold | Kind::King)
    }

    /// How many ranks at the far end leave it without a move.
    pub fn dead_ranks(self) -> u8 {
        match self {
            Kind::Pawn | Kind::Lance => 1,
            Kind::Knight => 2,
            _ => 0,
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
pub(super) const KNIGHT: [Step; 2] = [(-1, -2), (1, -2)];

impl Man {
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
            (Kind::Gold, _) | (Kind::Pawn | Kind::Lance | Kind::Knight | Kind::Silver, true) => {
                &GOLD
            }
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
        self.blacks_steps()
            .iter()
            .map(move |&step| self.turned(step))
    }

    /// The directions in which it moves as far as it likes.
    pub fn slides(self) -> impl Iterator<Item = Step> {
        self.blacks_slides()
            .iter()
            .map(move |&step| self.turned(step))
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
pub(super) fn ray(square: Square, step: Step) -> impl Iterator<Item = Square> {
    std::iter::successors(walk(square, step), move |&square| walk(square, step))
}

/// How many ranks lie beyond for a player: 0 on the last one.
pub(super) fn ranks_beyond(side: Side, square: Square) -> u8 {
    match side {
        Side::Black => square % 9,
        Side::White => 8 - square % 9,
    }
}
