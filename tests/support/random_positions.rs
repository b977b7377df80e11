//! Random small positions that are worth solving: the same ones at every run.

use tsume::board::{Color, HandKind, Piece, PieceKind, Position, PositionBuilder, Square};

/// Steele, Lea and Flood's generator of 64-bit numbers.
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A stream of its own for every seed.
    pub fn new(seed: u64) -> Self {
        SplitMix64(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }

    fn pick<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.below(among.len() as u64) as usize]
    }
}

/// What the attacker checks with, the livelier pieces more often.
const ATTACKERS: [PieceKind; 16] = [
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Silver,
    PieceKind::Gold,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Rook,
    PieceKind::Horse,
    PieceKind::Dragon,
    PieceKind::ProPawn,
    PieceKind::ProSilver,
    PieceKind::ProKnight,
];

const GUARDS: [PieceKind; 13] = [
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Gold,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::ProPawn,
    PieceKind::Horse,
    PieceKind::Dragon,
];

/// A problem-like position: the defender's king, often near an edge; a few of the attacker's pieces about
/// him and in hand; a few of the defender's own; sometimes the attacker's king too, now and then in check.
/// The defender holds all the rest, or a few pieces, or nothing. One time in three White attacks.
pub fn random_position(random: &mut SplitMix64) -> Position {
    loop {
        let builder = compose(random);
        if let Ok(position) = builder.build() {
            return position;
        }
    }
}

/// A position full of distant checks: the attacker's sliders stand anywhere, few other men near the defender's king,
/// and the defender holds the rest; `None` when that makes no position.
pub fn with_sliders_afar(random: &mut SplitMix64) -> Option<Position> {
    const SLIDERS: [PieceKind; 7] = [
        PieceKind::Rook,
        PieceKind::Rook,
        PieceKind::Bishop,
        PieceKind::Bishop,
        PieceKind::Dragon,
        PieceKind::Horse,
        PieceKind::Lance,
    ];
    let mut builder = PositionBuilder::new();
    let king = king_square(random);
    put(&mut builder, king, Color::White, PieceKind::King);
    for _ in 0..2 + random.below(3) {
        let file = 1 + random.below(9) as u8;
        let square = on_board(file, 1 + random.below(9) as u8);
        put(&mut builder, square, Color::Black, random.pick(&SLIDERS));
    }
    for _ in 0..random.below(4) {
        let square = near(random, king, 2);
        put(&mut builder, square, Color::Black, random.pick(&ATTACKERS));
    }
    for _ in 0..random.below(5) {
        let square = near(random, king, 1);
        put(&mut builder, square, Color::White, random.pick(&GUARDS));
    }
    if random.percent(50) {
        builder.hold(Color::Black, random.pick(&HandKind::ALL), 1);
    }
    if HandKind::ALL.iter().any(|&kind| builder.missing(kind) < 0) {
        return None;
    }
    builder.hold_the_rest(Color::White);
    if random.percent(33) {
        builder = with_colors_exchanged(&builder);
    }
    builder.build().ok()
}

/// The same position with one more piece in the attacker's hand, out of the defender's if he has one to give.
pub fn with_one_more_in_hand(position: &Position, random: &mut SplitMix64) -> Position {
    let attacker = position.side_to_move();
    let defender = attacker.opponent();
    loop {
        let mut builder = position.to_builder();
        let kind = random.pick(&HandKind::ALL);
        let given = builder.held(defender, kind).min(1);
        builder.hold(defender, kind, builder.held(defender, kind) - given);
        builder.hold(attacker, kind, builder.held(attacker, kind) + 1);
        if let Ok(position) = builder.build() {
            return position;
        }
    }
}

fn compose(random: &mut SplitMix64) -> PositionBuilder {
    let mut builder = PositionBuilder::new();
    let king = king_square(random);
    put(&mut builder, king, Color::White, PieceKind::King);
    for _ in 0..2 + random.below(4) {
        let (square, kind) = (near(random, king, 2), random.pick(&ATTACKERS));
        put(&mut builder, square, Color::Black, kind);
    }
    for _ in 0..random.below(4) {
        let (square, kind) = (near(random, king, 2), random.pick(&GUARDS));
        put(&mut builder, square, Color::White, kind);
    }
    if random.percent(30) {
        add_attackers_king(&mut builder, random, king);
    }
    for _ in 0..random.below(2) {
        let kind = random.pick(&HandKind::ALL);
        let count = builder.held(Color::Black, kind) + 1;
        builder.hold(Color::Black, kind, count);
    }
    match random.below(10) {
        0..3 => {
            builder.hold_the_rest(Color::White);
        }
        3..7 => {
            for _ in 0..2 + random.below(3) {
                builder.hold(Color::White, random.pick(&HandKind::ALL), 1);
            }
        }
        _ => {}
    }
    if random.percent(33) {
        builder = with_colors_exchanged(&builder);
    }
    builder
}

/// Where the defender's king stands: mostly on an edge or next to one.
fn king_square(random: &mut SplitMix64) -> Square {
    let far = |random: &mut SplitMix64| 1 + random.below(9) as u8;
    let close = |random: &mut SplitMix64| 1 + random.below(3) as u8;
    let (file, rank) = match random.below(10) {
        0..6 => (far(random), close(random)),
        6..8 => (close(random), far(random)),
        _ => (far(random), far(random)),
    };
    on_board(file, rank)
}

/// A square at most `distance` files and ranks from `center`.
fn near(random: &mut SplitMix64, center: Square, distance: u64) -> Square {
    let mut coordinate = |center: u8| {
        let from = u64::from(center) + random.below(2 * distance + 1);
        from.saturating_sub(distance).clamp(1, 9) as u8
    };
    let file = coordinate(center.file());
    on_board(file, coordinate(center.rank()))
}

/// The attacker's king, close to the fight or far from it, and sometimes a slider that may check it.
fn add_attackers_king(builder: &mut PositionBuilder, random: &mut SplitMix64, king: Square) {
    let distance = random.pick(&[2, 3, 8]);
    let own = near(random, king, distance);
    put(builder, own, Color::Black, PieceKind::King);
    if random.percent(50) {
        let kind = random.pick(&[
            PieceKind::Lance,
            PieceKind::Bishop,
            PieceKind::Rook,
            PieceKind::Gold,
            PieceKind::Knight,
        ]);
        let square = near(random, own, 2);
        put(builder, square, Color::White, kind);
    }
}

/// Puts a piece on an empty square where it can move; does nothing on others.
fn put(builder: &mut PositionBuilder, square: Square, color: Color, kind: PieceKind) {
    if builder.get(square).is_none() && color.relative_rank(square) > kind.dead_ranks() {
        builder.set(square, Some(Piece::new(color, kind)));
    }
}

fn with_colors_exchanged(builder: &PositionBuilder) -> PositionBuilder {
    let mut exchanged = PositionBuilder::new();
    exchanged.side_to_move(Color::White);
    for square in Square::all() {
        let piece = builder.get(square);
        let piece = piece.map(|piece| Piece::new(piece.color().opponent(), piece.kind()));
        exchanged.set(square.flipped(), piece);
    }
    for kind in HandKind::ALL {
        for color in Color::ALL {
            exchanged.hold(color.opponent(), kind, builder.held(color, kind));
        }
    }
    exchanged
}

fn on_board(file: u8, rank: u8) -> Square {
    Square::new(file, rank).expect("files and ranks are kept within 1..=9")
}
