//! Positions on which solvers have stumbled, or that turn on one rule of tsume-shogi.
//!
//! They come from players' and composers' discussions and from the bug reports of other solvers. Asserted
//! is whether there is a mate, which does not depend on how futile interpositions are counted. Lengths,
//! where given, count every interposition and were established by exhaustive search.

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

mod interpositions_that_only_delay {
    use super::*;

    #[test]
    fn along_a_diagonal_that_the_rook_opens() {
        mates("9/9/6P2/9/4B4/9/6R2/7k+p/9 b Grb3g4s4n4l16p 1");
    }

    #[test]
    fn between_king_and_rook_after_a_horse_sacrifice() {
        mates_in(7, "9/6Spk/9/5R1+B1/9/9/9/9/9 b Nrb4g3s3n4l17p 1");
    }

    #[test]
    fn by_moving_pieces_after_a_discovered_check() {
        mates("1p4g+b1/3l2gks/4sn2s/3pn1S1g/2pn1pl1l/2n1p1p2/R6g1/KR7/B6L1 b 12p 1");
    }

    #[test]
    fn along_a_whole_file_of_a_lance() {
        mates("6p2/8k/9/6P2/8+P/9/9/9/8L b G2r2b3g4s4n3l15p 1");
    }

    #[test]
    fn along_a_diagonal_after_a_dragon_sacrifice() {
        mates_in(7, "9/5g1s1/8k/6+R2/9/6R1S/5B3/9/9 b b3g2s4n4l18p 1");
    }

    #[test]
    fn against_a_dragon_beside_a_silver() {
        mates_in(3, "6Snl/5+Rg1k/6ppp/9/9/9/9/9/9 b r2b3g3s3n3l15p 1");
        mates_in(3, "6Snl/5+Rg1k/6pps/9/9/9/9/9/8L b r2b3g2s3n2l16p 1");
        mates_in(3, "6Snl/5+Rg1k/6pgs/9/9/9/9/9/1B6L b rb2g2s3n2l17p 1");
    }

    #[test]
    fn where_another_piece_than_the_checker_takes() {
        mates_in(3, "8p/8k/9/4G2+R1/9/8B/9/9/9 b rb3g4s4n4l17p 1");
        mates_in(3, "8l/8k/9/6l+R1/9/8+B/9/9/9 b rb4g4s4n2l18p 1");
    }

    #[test]
    fn by_a_pinned_piece_or_twice_on_one_line() {
        mates_in(7, "3+R3nk/8p/7P1/9/9/9/9/9/8B b 16p4l3n4s4gbr 1");
        mates_in(7, "3+R3sk/8p/7P1/9/9/9/9/9/8B b rb4g3s4n4l16p 1");
        mates_in(5, "8k/R8/g5N1b/5R3/6+b2/8L/9/9/9 b 3g4s3n3l18p 1");
        mates("9/9/1+B+R6/9/3l+p4/7n1/7S1/5S1p1/7k1 b rb4g2s3n3l16p 1");
    }

    #[test]
    fn to_a_distant_discovered_check() {
        mates_in(7, "9/9/9/9/9/9/4K4/9/4k1+P1R b r2b4g4s4n4l17p 1");
    }
}

mod interpositions_that_work {
    use super::*;

    #[test]
    fn a_drop_that_saves_the_king() {
        does_not_mate("9/9/9/6rp1/6k2/3B2B2/2R3S2/9/9 b 4g3s4n4l17p 1");
    }

    #[test]
    fn a_drop_that_costs_the_attacker_time() {
        mates("8k/R7+b/g5N2/1R7/9/9/9/9/9 b b3g4s3n4l18p 1");
    }

    #[test]
    fn a_move_that_steps_between() {
        does_not_mate(
            "7lk/7p1/9/+P+PL3r2/+P+P+PN1b3/+P+P+P+P+P+P2p/1L+pNNN3/+R+bgss+P+P2/gggss+P+P1L b - 1",
        );
    }

    #[test]
    fn a_drop_that_makes_three_plies_of_one() {
        mates_in(3, "9/6sG1/8k/5B2p/7L1/9/9/9/9 b 2rb3g3s4n3l17p 1");
    }
}

mod two_kings {
    use super::*;

    /// The attacker starts in check, his bishop is pinned and interpositions check his king.
    #[test]
    fn attacker_in_check_with_a_pinned_bishop() {
        mates_in(
            7,
            "k3l3R/p4s3/9/N8/4p4/4KBB2/9/1pp+l+l+l+n+n+n/+s+s+sggggr1 b 14p 1",
        );
    }

    #[test]
    fn a_king_that_supports_the_mate() {
        mates_in(3, "k2G5/9/K8/9/N8/9/9/9/9 b 2r2b3g4s3n4l18p 1");
    }
}

mod drop_pawn_mate {
    use super::*;

    #[test]
    fn is_forbidden_though_the_attacker_has_no_king() {
        does_not_mate("8k/9/7+R1/9/9/9/9/9/9 b Pr2b4g4s4n4l17p 1");
    }

    #[test]
    fn is_avoided_by_a_rook_that_does_not_promote() {
        mates_in(5, "8k/5G1R1/5gB2/9/9/9/9/9/9 b Prb2g4s4n4l17p 1");
        mates_in(5, "5+P2k/7R1/5+rB2/9/9/9/9/9/9 b Pb4g4s4n4l16p 1");
    }

    #[test]
    fn is_avoided_by_a_pawn_that_does_not_promote() {
        mates_in(9, "7nk/9/7Gp/6+RP1/9/9/1+p7/9/K8 b Pr2b3g4s3n4l14p 1");
    }

    #[test]
    fn is_none_when_the_pawn_blocks_a_line() {
        mates_in(
            3,
            "ln1g3k1/5G2l/1+LspSp2p/2p1S2p1/2r3p2/p3P4/1P+BP1P+b1P/2GS5/L2K1G3 b NPr2n5p 79",
        );
    }
}

mod variations {
    use super::*;

    #[test]
    fn left_and_right_alike() {
        mates_in(3, "3sks3/9/4S4/9/9/B8/9/9/9 b S2rb4g4n4l18p 1");
    }

    #[test]
    fn a_reply_that_takes_a_piece_by_discovery() {
        mates_in(3, "9/9/9/9/9/7np/8k/8B/7LR b rb4g4s3n3l17p 1");
    }

    #[test]
    fn two_knights_and_a_gold() {
        mates_in(5, "7r1/7k1/4r4/5N+Bp1/8p/9/9/9/9 b G2Nb3g4sn4l16p 1");
    }

    #[test]
    fn a_gold_given_up_on_the_second_rank() {
        mates_in(3, "7nl/9/5S1kp/6R1s/9/7p1/9/9/9 b Gr2b3g2s3n3l16p 1");
    }

    /// The defender's knight could parry, but it may not be dropped where it would never move again.
    #[test]
    fn a_knight_that_cannot_be_dropped_on_the_last_ranks() {
        mates_in(
            1,
            "l1+L6/9/p1pL3Gp/2s+Bp1pp1/2Np3P1/P1P6/1PKP1SB1P/2Gg+nr3/L4k3 b RG2SN5Pn 179",
        );
    }
}

mod repetition {
    use super::*;

    #[test]
    fn a_chase_round_the_board() {
        mates("4+P+P+P+P1/+P1+P5+P/7kP/PP5pp/1+P2+P1pP1/6+P1+P/9/9/9 b 2r2b4g4s4n4l 1");
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
        mates_in(
            7,
            "l5p1k/3+R1p3/3p1g+N2/p1S1p2S1/1p5Kp/5PP2/PP2P1sPP/2P2GG2/L5+r1L b L2P2bgs3np 1",
        );
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

mod white_attacking {
    use super::*;

    #[test]
    fn a_bishop_that_uncovers_a_dragon() {
        mates_in(3, "9/9/9/+r8/b8/K8/9/9/9 w RB4G4S4N4L18P 1");
    }

    #[test]
    fn a_bishop_given_up_beside_the_king() {
        mates_in(7, "9/9/9/9/9/3+r5/PPp6/1K1b5/LN7 w RB4G3S3N3L15Ps 1");
    }

    #[test]
    fn a_dragon_through_many_interpositions() {
        mates("1K7/1P1s5/1s7/1N7/4+PL3/9/6+r+b1/9/9 w RB4G2S3N3L16P 1");
        mates("9/9/9/9/2r6/B8/+B1+p1+r4/1p7/2KP5 w 4G4S4N4L15P 1");
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

    /// 図巧 98, 31 plies.
    #[test]
    fn one_rook_two_golds_and_a_silver() {
        mates_if_solved("8k/9/9/9/9/9/9/9/9 b R2GSr2b2g3s4n4l18p 1");
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
