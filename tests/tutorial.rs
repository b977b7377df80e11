//! The tutorial's problems are sound, and each shows what it says.

mod support;

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use support::brute_force::BruteForce;
use support::lines::assert_mates;
use support::siege::{Siege, Verdict};
use tsume::board::{
    Color, HandKind, Move, Piece, PieceKind, Position, PositionBuilder, Promotion, Square,
};
use tsume::notation::usi;
use tsume::search::{Goal, Limits, Outcome, Solver};

struct Problem {
    id: String,
    position: Position,
    /// Empty when there is no mate.
    line: Vec<Move>,
}

impl Problem {
    fn read(record: &serde_json::Value) -> Problem {
        let text = |field: &str| record[field].as_str().expect(field).to_string();
        let id = text("id");
        let position: Position = text("sfen").parse().expect(&id);
        assert_eq!(position.to_sfen(), text("sfen"), "{id}");
        for field in ["title", "notes"] {
            assert!(!text(field).is_empty(), "{id}");
        }
        assert_eq!(text("author"), "tsume project", "{id}");
        assert_eq!(text("rights"), "CC0-1.0", "{id}");
        assert_eq!(record["year"], 2026, "{id}");
        let line = match record.get("line") {
            Some(line) => moves(&position, line.as_array().expect(&id)),
            None => {
                assert_eq!(record["result"], "nomate", "{id}");
                Vec::new()
            }
        };
        if !line.is_empty() {
            assert_eq!(record["plies"], line.len(), "{id}");
        }
        Problem { id, position, line }
    }

    fn is_mate(&self) -> bool {
        !self.line.is_empty()
    }
}

fn moves(start: &Position, line: &[serde_json::Value]) -> Vec<Move> {
    let mut board = start.clone();
    let play = |text: &serde_json::Value| {
        let intent = usi::parse(text.as_str().expect("moves are texts")).expect("moves are USI");
        let mv = board.legality(intent).expect("the moves are legal");
        board.make(mv);
        mv
    };
    line.iter().map(play).collect()
}

fn problems() -> Vec<Problem> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems/tutorial.jsonl");
    let text = fs::read_to_string(path).expect("the tutorial comes with the program");
    let read = |line| Problem::read(&serde_json::from_str(line).expect("JSON Lines"));
    text.lines().map(read).collect()
}

/// The problem whose id ends so.
fn problem(name: &str) -> Problem {
    let mut problems = problems();
    problems.retain(|problem| problem.id.ends_with(name));
    assert_eq!(problems.len(), 1, "{name}");
    problems.remove(0)
}

fn square(text: &str) -> Square {
    Square::all()
        .find(|square| square.to_string() == text)
        .expect("squares are 1a to 9i")
}

/// The position with something changed on the board, White holding all the rest.
fn changed(position: &Position, change: impl Fn(&mut PositionBuilder)) -> Position {
    let mut builder = position.to_builder();
    change(&mut builder);
    for kind in HandKind::ALL {
        builder.hold(Color::White, kind, 0);
    }
    builder.hold_the_rest(Color::White);
    builder.build().expect("the change keeps the rules")
}

fn played(position: &Position, line: &[Move]) -> Position {
    line.iter()
        .fold(position.clone(), |board, &mv| board.after(mv))
}

#[test]
fn the_records_are_complete_and_account_for_all_pieces() {
    let problems = problems();
    assert_eq!(problems.len(), 16);
    let ids: HashSet<&str> = problems.iter().map(|problem| problem.id.as_str()).collect();
    assert_eq!(ids.len(), problems.len());
    for Problem { id, position, .. } in &problems {
        let builder = position.to_builder();
        for kind in HandKind::ALL {
            assert_eq!(builder.missing(kind), 0, "{id}: {kind:?}");
        }
    }
}

#[test]
fn every_length_is_exact() {
    for Problem { id, position, line } in problems() {
        let shortest = BruteForce::default().mate_in(&position, 7);
        let stated = Some(line.len() as u32).filter(|&plies| plies > 0);
        assert_eq!(shortest, stated, "{id}");
    }
}

#[test]
fn no_mate_is_no_mate_however_long() {
    for problem in problems().iter().filter(|problem| !problem.is_mate()) {
        let verdict = Siege::decide(&problem.position, 100_000);
        assert_eq!(verdict, Some(Verdict::NoMate), "{}", problem.id);
    }
}

/// The attacker has one mating move at each turn, the defender's replies are among the longest, and
/// nothing is left in the attacker's hand.
#[test]
fn every_line_is_the_one_solution() {
    for Problem { id, position, line } in problems() {
        if line.is_empty() {
            continue;
        }
        assert_mates(&position, &line);
        let mut referee = BruteForce::default();
        let mut board = position.clone();
        for (ply, &mv) in line.iter().enumerate() {
            let left = (line.len() - ply) as u32;
            if ply % 2 == 0 {
                let mating = referee.mating_moves(&board, left + 2);
                assert_eq!(mating, [mv], "{id}: ply {}", ply + 1);
            } else {
                let defences = referee.longest_defences(&board, left);
                assert!(defences.contains(&mv), "{id}: ply {}", ply + 1);
            }
            board = board.after(mv);
        }
        assert!(board.hand(position.side_to_move()).is_empty(), "{id}");
    }
}

#[test]
fn the_solver_agrees() {
    for Problem { id, position, line } in problems() {
        let limits = Limits {
            nodes: Some(100_000),
            ..Limits::default()
        };
        let answer = Solver::new(1 << 20).solve(&position, Goal::Any, &limits);
        match answer.expect("there is a king to mate").outcome {
            Outcome::Mate { bounds, .. } => {
                let plies = line.len() as u32;
                assert!(bounds.lower <= plies, "{id}: {bounds:?}");
                assert!(
                    bounds.upper.is_some_and(|upper| plies <= upper),
                    "{id}: {bounds:?}"
                );
            }
            Outcome::NoMate { .. } => assert!(line.is_empty(), "{id}"),
            Outcome::Unknown { reason, .. } => panic!("{id}: {reason:?}"),
        }
    }
}

mod shown {
    use super::*;

    /// The same pawn on the same square mates when it moves there and may not be dropped there.
    #[test]
    fn a_pawn_mates_by_moving_but_not_by_dropping() {
        let push = problem("pawn-push");
        let drop = problem("drop-pawn-mate");
        let mated = played(&push.position, &push.line);
        let forbidden = Move::drop(HandKind::Pawn, push.line[0].to());
        assert_eq!(drop.position.after(forbidden), mated);
        assert!(!drop.position.legal_moves().contains(&forbidden));
    }

    #[test]
    fn the_attacker_is_white() {
        let problem = problem("attack-from-below");
        assert_eq!(problem.position.side_to_move(), Color::White);
        assert_eq!(problem.position.king(Color::White), None);
    }

    #[test]
    fn the_silver_would_not_check_when_promoted() {
        let Problem { position, line, .. } = problem("silver-stays");
        let promoted = promoting(&position, line[0]);
        assert!(position.legal_moves().contains(&promoted));
        assert!(!position.checks().contains(&promoted));
    }

    #[test]
    fn two_pieces_check_at_once() {
        let Problem { position, line, .. } = problem("double-check");
        let mated = played(&position, &line);
        assert_eq!(mated.checkers(Color::White).len(), 2);
    }

    #[test]
    fn a_line_is_opened_by_a_piece_that_does_not_check() {
        let Problem { position, line, .. } = problem("discovered-check");
        let checked = position.after(line[0]);
        let checkers = checked.checkers(Color::White);
        assert_eq!(checkers.len(), 1);
        assert!(!checkers.contains(line[0].to()));
    }

    #[test]
    fn the_attackers_king_is_in_check_first_or_later() {
        let first = problem("attacker-in-check");
        assert!(first.position.is_in_check(Color::Black));
        let later = problem("counter-check");
        assert!(!later.position.is_in_check(Color::Black));
        let countered = played(&later.position, &later.line[..2]);
        assert!(countered.is_in_check(Color::Black));
    }

    /// As long as the pawn stands on its file, none may be dropped there.
    #[test]
    fn the_attackers_pawn_makes_room_for_another() {
        let Problem { position, line, .. } = problem("10-two-pawns");
        assert_eq!(line[0].kind(), PieceKind::Pawn);
        assert!(line[0].is_promotion());
        assert_eq!(line[2].dropped(), Some(HandKind::Pawn));
        let is_pawn_on_file = |mv: &Move| {
            mv.dropped() == Some(HandKind::Pawn) && mv.to().file() == line[2].to().file()
        };
        assert!(!position.legal_moves().iter().any(is_pawn_on_file));
    }

    /// With a lance in the pawn's place the defender could interpose a pawn, and there would be no such mate.
    #[test]
    fn the_defender_misses_a_pawn_to_interpose() {
        let Problem { position, line, .. } = problem("two-pawns-of-the-defender");
        let pawn = Move::drop(HandKind::Pawn, line[1].to());
        let without = changed(&position, |builder| {
            builder.set(
                square("2b"),
                Some(Piece::new(Color::White, PieceKind::Lance)),
            );
        });
        assert!(!position.after(line[0]).legal_moves().contains(&pawn));
        assert!(without.after(line[0]).legal_moves().contains(&pawn));
        assert_eq!(BruteForce::default().mate_in(&without, 7), None);
    }

    #[test]
    fn only_silvers_and_golds_can_be_interposed_on_the_last_rank() {
        let Problem { position, line, .. } = problem("dead-pieces");
        let checked = position.after(line[0]);
        let drops = checked.legal_moves().into_iter().filter_map(Move::dropped);
        let dropped: HashSet<HandKind> = drops.collect();
        assert_eq!(dropped, HashSet::from([HandKind::Silver, HandKind::Gold]));
        for kind in [HandKind::Pawn, HandKind::Lance, HandKind::Knight] {
            assert!(checked.hand(Color::White).has(kind));
        }
    }

    #[test]
    fn a_rook_in_hand_would_hold_out_longer() {
        let Problem { position, line, .. } = problem("sold-out");
        let with_rook = changed(&position, |builder| {
            builder.set(square("9i"), None);
        });
        let longer = BruteForce::default().mate_in(&with_rook, 7);
        assert_eq!(longer, Some(line.len() as u32 + 2));
    }

    /// After the promotion the drop of the pawn would be mate at once, and so it may not be played.
    #[test]
    fn promotion_would_make_the_pawns_drop_a_forbidden_mate() {
        for name in ["bishop-stays", "rook-stays"] {
            let Problem { id, position, line } = problem(name);
            let stayed = played(&position, &line[..2]);
            let promoted = played(&position, &[promoting(&position, line[0]), line[1]]);
            assert!(stayed.legal_moves().contains(&line[2]), "{id}");
            assert!(!promoted.legal_moves().contains(&line[2]), "{id}");
        }
    }

    #[test]
    fn checks_and_replies_come_round_again() {
        let Problem { position, .. } = problem("perpetual-check");
        let mut board = position.clone();
        for (from, to) in [("2d", "2a"), ("1b", "1c"), ("2a", "2d"), ("1c", "1b")] {
            let mv = board.board_move(square(from), square(to), Promotion::No);
            let mv = mv.expect("a piece stands there");
            let moves = board.legal_moves();
            let is_reply = board.side_to_move() == Color::White;
            assert!(moves.contains(&mv) && (!is_reply || moves.len() == 1));
            board = board.after(mv);
        }
        assert_eq!(board, position);
    }

    /// The same move with promotion.
    fn promoting(position: &Position, mv: Move) -> Move {
        let from = mv.from().expect("a move on the board");
        let promoted = position.board_move(from, mv.to(), Promotion::Yes);
        promoted.expect("a piece stands there")
    }
}
