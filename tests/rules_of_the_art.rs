//! Positions on which solvers have stumbled, or that turn on one rule of tsume-shogi.
//!
//! They come from players' and composers' discussions and from the bug reports of other solvers, and are too large
//! for the judges of `futile_rows`. Asserted is whether there is a mate, which does not depend on how futile
//! interpositions are counted. Lengths, where given, count every interposition.

mod support;

use support::lines::assert_mates;
use tsume::board::Position;
use tsume::search::{Answer, Bounds, Futile, Goal, Limits, Outcome, Solver};

fn solve(sfen: &str, nodes: u64) -> (Position, Answer) {
    let position: Position = sfen.parse().expect("the positions are sound");
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let answer = Solver::new(256 << 20).solve(&position, Goal::Shortest(Futile::Count), &limits);
    (position, answer.expect("the positions have a king to mate"))
}

/// Solves a position that must be mate.
fn bounds_of_mate(sfen: &str) -> Bounds {
    let (position, answer) = solve(sfen, 2_000_000);
    match answer.outcome {
        Outcome::Mate { line, bounds, .. } => {
            assert_mates(&position, &line);
            bounds
        }
        other => panic!("{sfen} is mate, not {other:?}"),
    }
}

fn mates(sfen: &str) {
    bounds_of_mate(sfen);
}

/// Mate, and the shortest takes so many plies with all interpositions counted.
fn mates_in(plies: u32, sfen: &str) {
    let bounds = bounds_of_mate(sfen);
    let upper = bounds.upper.expect("a mate has an upper bound");
    let is_within = (bounds.lower..=upper).contains(&plies);
    assert!(
        is_within,
        "{sfen} is mate in {plies}, not within {bounds:?}"
    );
}

fn does_not_mate(sfen: &str) {
    let (_, answer) = solve(sfen, 2_000_000);
    let is_no_mate = matches!(answer.outcome, Outcome::NoMate { .. });
    assert!(is_no_mate, "{sfen} is no mate, not {:?}", answer.outcome);
}

/// A position that nobody solves quickly: it may be left open, but not be called no mate.
fn mates_if_solved(sfen: &str) {
    let (position, answer) = solve(sfen, 200_000);
    match answer.outcome {
        Outcome::Mate { line, .. } => assert_mates(&position, &line),
        Outcome::NoMate { .. } => panic!("{sfen} is mate"),
        Outcome::Unknown { .. } => {}
    }
}

/// A position that nobody refutes quickly: it may be left open, but not be called mate.
fn does_not_mate_if_solved(sfen: &str) {
    let (_, answer) = solve(sfen, 200_000);
    let is_mate = matches!(answer.outcome, Outcome::Mate { .. });
    assert!(!is_mate, "{sfen} is no mate, not {:?}", answer.outcome);
}

mod repetition {
    use super::*;

    #[test]
    fn a_chase_round_the_board() {
        mates_in(
            71,
            "4+P+P+P+P1/+P1+P5+P/7kP/PP5pp/1+P2+P1pP1/6+P1+P/9/9/9 b 2r2b4g4s4n4l 1",
        );
    }

    #[test]
    fn a_horse_that_saws_its_way_along() {
        mates("7k1/5+Bp2/7Ss/9/9/9/1n7/9/9 b 2rb4g2s3n4l17p 1");
    }

    #[test]
    fn checks_that_only_repeat() {
        does_not_mate("6R+P1/8k/7sp/9/9/9/9/9/9 b r2b4g3s4n4l16p 1");
    }
}

mod game_positions {
    use super::*;

    #[test]
    fn with_the_attackers_king_under_fire() {
        mates("6s1l/+R3+R4/2p1Gpnp1/6pkp/1p2bPl2/4P1P1P/PPNP1SsGN/2GS5/L4K3 b BGNL5P 1");
    }

    #[test]
    fn with_long_chases() {
        mates("lr5nl/6k2/6bpp/p1p1S1R2/1P1np2P1/P1P1P3P/3K5/1S3G3/LN5NL b 2G6Pbg2sp 95");
        mates("lng5l/2k4p1/1pppS3p/p3S4/6p2/5p3/PP1PP2bP/2S2G3/LNKG4L b RBSN2Prgn3p 84");
        mates("6lnk/6+Rbl/2n4pp/7s1/1p2P2NP/p1P2PPP1/1P4GS1/6GK1/LNr5L b B2G2S6Pp 1");
    }

    #[test]
    fn with_many_interpositions() {
        mates("+P5l2/4+S4/p1p+bpp1kp/6pgP/3n1n3/P2NP4/3P1NP2/2P2S3/3K3L1 b RGSL2Prb2gsl3p 159");
        mates("6l1l/3+l3BS/1p7/4p2g1/6k1n/9/9/1+R7/9 b BGSNr2g2s2nl16p 1");
    }
}

mod lone_kings {
    use super::*;

    #[test]
    fn a_gold_at_the_head() {
        mates_in(1, "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    }

    #[test]
    fn two_golds_on_the_edge() {
        mates_in(3, "9/8k/9/8P/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1");
    }

    #[test]
    fn a_pawn_to_begin_with_in_the_corner() {
        mates("7gk/9/6P1+P/9/9/9/9/9/9 b GSP2r2b2g3s4n4l15p 1");
    }

    /// A gold would mate where knight, lance and pawn do not.
    #[test]
    fn knight_lance_and_pawn_do_not_do_what_a_gold_does() {
        does_not_mate("8k/9/8P/9/9/9/9/9/9 b NLP2r2b4g4s3n3l16p 1");
        mates_in(1, "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    }

    /// 図巧 98, 31 plies without futile interpositions.
    #[test]
    fn one_rook_two_golds_and_a_silver() {
        mates_in(37, "8k/9/9/9/9/9/9/9/9 b R2GSr2b2g3s4n4l18p 1");
    }

    #[test]
    fn that_get_away_from_many_pieces() {
        does_not_mate_if_solved("9/9/3k5/9/6B2/9/9/9/9 b 4G2S9P2rb2s4n4l9p 1");
        does_not_mate_if_solved("9/6k2/9/9/9/9/9/9/9 b R4GLr2b4s4n3l18p 1");
        does_not_mate_if_solved("7k1/9/9/9/9/9/9/9/9 b B2G2SL2P2rb2g2s4n3l16p 1");
    }
}

/// アンバーグリス, 605 plies.
#[test]
fn the_longest_chase_with_two_kings() {
    mates_if_solved("1s1l2l1K/1P1R2npp/1pg1k3l/pnsgg3n/2p1gn3/2S2rp1B/5p2b/PS7/4P1P2 b L3P4p 1");
}
