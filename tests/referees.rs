//! The board against two other implementations of the rules, on positions nobody chose.

#[path = "referees/judges.rs"]
mod judges;
#[path = "referees/random.rs"]
mod random;

use judges::{LegalityLite, Referee, RsShogi};
use random::{Random, placement, play};
use shogi_core::ToUsi;
use std::fmt;
use tsume::board::{Bitboard, Color, Move, PieceKind, Position, Replies};

/// Compares everything the board says about `position` with what the referees say, and notes in `seen` what there was to see.
fn examine(position: &Position, seen: &mut Seen) {
    agrees_with::<RsShogi>(position);
    agrees_with::<LegalityLite>(position);
    counts_agree_with_lists(position);
    moves_can_be_made_and_taken_back(position);
    seen.note(position);
}

/// How the referees write a move in USI notation.
trait InUsi {
    fn in_usi(&self) -> String;
}

impl InUsi for rsshogi::types::Move32 {
    fn in_usi(&self) -> String {
        self.to_usi()
    }
}

impl InUsi for shogi_core::Move {
    fn in_usi(&self) -> String {
        self.to_usi_owned()
    }
}

fn agrees_with<R: Referee<Move: InUsi>>(position: &Position) {
    let referee = R::new(position);
    let (mut legal, mut checks) = (Vec::new(), Vec::new());
    for mv in referee.legal_moves() {
        legal.push(mv.in_usi());
        if referee.gives_check(mv) {
            checks.push(mv.in_usi());
        }
    }
    legal.sort_unstable();
    checks.sort_unstable();
    let (who, sfen) = (std::any::type_name::<R>(), position.to_sfen());
    assert_eq!(
        in_usi(position.legal_moves()),
        legal,
        "{who}, legal moves of {sfen}"
    );
    assert_eq!(in_usi(position.checks()), checks, "{who}, checks of {sfen}");
    let in_check = position.is_in_check(position.side_to_move());
    assert_eq!(in_check, referee.is_in_check(), "{who}, {sfen}");
}

fn in_usi(moves: Vec<Move>) -> Vec<String> {
    let mut names: Vec<String> = moves.iter().map(Move::to_string).collect();
    names.sort_unstable();
    names
}

fn counts_agree_with_lists(position: &Position) {
    let sfen = position.to_sfen();
    let legal = position.legal_moves();
    assert_eq!(position.count_legal_moves(), legal.len() as u64, "{sfen}");
    assert_eq!(position.has_legal_move(), !legal.is_empty(), "{sfen}");
    assert_eq!(
        position.count_checks(),
        position.checks().len() as u64,
        "{sfen}"
    );
    let mated = legal.is_empty() && position.is_in_check(position.side_to_move());
    assert_eq!(position.is_mate(), mated, "{sfen}");

    let (flights, others): (Vec<Move>, Vec<Move>) =
        legal.iter().partition(|mv| mv.kind() == PieceKind::King);
    let (captures, others): (Vec<Move>, Vec<Move>) =
        others.iter().partition(|mv| mv.captured().is_some());
    let replies = Replies {
        flights: flights.len() as u32,
        captures: captures.len() as u32,
        interposes: !others.is_empty(),
    };
    assert_eq!(position.count_replies(), replies, "{sfen}");
}

fn moves_can_be_made_and_taken_back(position: &Position) {
    let us = position.side_to_move();
    let sfen = position.to_sfen();
    let mut board = position.clone();
    for mv in position.legal_moves() {
        board.make(mv);
        assert_eq!(
            board.board_key(),
            position.board_key_after(mv),
            "{mv}, {sfen}"
        );
        assert_eq!(board.hand(us), position.hand_after(mv), "{mv}, {sfen}");
        assert_eq!(board.ply(), position.ply() + 1, "{mv}, {sfen}");
        let rebuilt = board.to_builder().build().unwrap();
        assert_same_in_all_parts(&board, &rebuilt, format_args!("after {mv}, {sfen}"));
        board.unmake(mv);
        assert_same_in_all_parts(&board, position, format_args!("{mv} taken back, {sfen}"));
    }
}

/// Equality of positions looks at the squares alone; this also compares what is kept beside them.
fn assert_same_in_all_parts(a: &Position, b: &Position, when: fmt::Arguments<'_>) {
    assert_eq!(a.board_key(), b.board_key(), "board key {when}");
    assert_eq!(a.key(), b.key(), "key {when}");
    assert_eq!(a.ply(), b.ply(), "ply {when}");
    assert!(a == b, "squares, hands or side {when}");
    for color in Color::ALL {
        assert_eq!(a.king(color), b.king(color), "{when}");
        assert_eq!(a.occupied_by(color), b.occupied_by(color), "{when}");
        for kind in PieceKind::ALL {
            assert_eq!(a.pieces(color, kind), b.pieces(color, kind), "{when}");
        }
    }
}

/// How many positions had what, so that a test can insist on having seen enough of it.
#[derive(Default, Debug)]
struct Seen {
    positions: usize,
    in_check: usize,
    in_double_check: usize,
    mated: usize,
    with_pinned_piece: usize,
    with_discovered_check: usize,
    with_drop_pawn_mate: usize,
}

impl Seen {
    fn note(&mut self, position: &Position) {
        let us = position.side_to_move();
        let checkers = position.checkers(us);
        self.positions += 1;
        self.in_check += usize::from(!checkers.is_empty());
        self.in_double_check += usize::from(checkers.is_many());
        self.mated += usize::from(position.is_mate());
        self.with_pinned_piece += usize::from(!pinned(position).is_empty());
        let screens = screens(position);
        let discovers = |mv: &Move| mv.from().is_some_and(|from| screens.contains(from));
        self.with_discovered_check += usize::from(position.checks().iter().any(discovers));
        let legal = in_usi(position.legal_moves());
        let is_forbidden = |drop: shogi_core::Move| !legal.contains(&drop.in_usi());
        let lite = LegalityLite::new(position);
        self.with_drop_pawn_mate += usize::from(lite.pawn_drops().any(is_forbidden));
    }

    fn assert_at_least(&self, wanted: Seen) {
        let enough = self.positions >= wanted.positions
            && self.in_check >= wanted.in_check
            && self.in_double_check >= wanted.in_double_check
            && self.mated >= wanted.mated
            && self.with_pinned_piece >= wanted.with_pinned_piece
            && self.with_discovered_check >= wanted.with_discovered_check
            && self.with_drop_pawn_mate >= wanted.with_drop_pawn_mate;
        assert!(enough, "saw {self:#?}, wanted {wanted:#?}");
    }
}

/// Pieces of the side to move that shield their own king.
fn pinned(position: &Position) -> Bitboard {
    let us = position.side_to_move();
    let blockers = |king| position.blockers(king, us.opponent()) & position.occupied_by(us);
    position.king(us).map_or(Bitboard::EMPTY, blockers)
}

/// Pieces of the side to move that stand between one of their sliders and the opponent's king.
fn screens(position: &Position) -> Bitboard {
    let us = position.side_to_move();
    let blockers = |king| position.blockers(king, us) & position.occupied_by(us);
    position
        .king(us.opponent())
        .map_or(Bitboard::EMPTY, blockers)
}

#[test]
fn random_games() {
    let (mut random, mut seen) = (Random::new(1), Seen::default());
    while seen.positions < 10_000 {
        play(
            &mut random,
            Position::initial(),
            300,
            |position, _| position.legal_moves(),
            |position| examine(position, &mut seen),
        );
    }
    seen.assert_at_least(Seen {
        positions: 10_000,
        in_check: 300,
        in_double_check: 1,
        mated: 5,
        with_pinned_piece: 400,
        with_discovered_check: 100,
        with_drop_pawn_mate: 10,
    });
}

/// The first player gives check at every move, the second answers.
#[test]
fn random_problems() {
    let (mut random, mut seen) = (Random::new(2), Seen::default());
    let checks_and_evasions = |position: &Position, ply: usize| match ply % 2 {
        0 => position.checks(),
        _ => position.legal_moves(),
    };
    while seen.positions < 20_000 {
        let attacker = random.pick(&Color::ALL);
        let kings = [attacker.opponent(), attacker];
        let count = random.pick(&[1, 1, 2]);
        let problem = placement(&mut random, attacker, &kings[..count]);
        play(&mut random, problem, 30, checks_and_evasions, |position| {
            examine(position, &mut seen)
        });
    }
    seen.assert_at_least(Seen {
        positions: 20_000,
        in_check: 5_000,
        in_double_check: 30,
        mated: 70,
        with_pinned_piece: 500,
        with_discovered_check: 100,
        with_drop_pawn_mate: 40,
    });
}

#[test]
fn random_placements() {
    const KINGS: [&[Color]; 4] = [&[], &[Color::Black], &[Color::White], &Color::ALL];
    let (mut random, mut seen) = (Random::new(3), Seen::default());
    while seen.positions < 20_000 {
        let (side, kings) = (random.pick(&Color::ALL), random.pick(&KINGS));
        let position = placement(&mut random, side, kings);
        let is_dull = (pinned(&position) | screens(&position)).is_empty();
        if !is_dull || random.once_in(4) {
            examine(&position, &mut seen);
        }
    }
    seen.assert_at_least(Seen {
        positions: 20_000,
        in_check: 3_000,
        in_double_check: 800,
        mated: 200,
        with_pinned_piece: 800,
        with_discovered_check: 200,
        with_drop_pawn_mate: 30,
    });
}
