//! Futile interpositions on positions that players, composers and solvers have argued about.
//!
//! Each has the length that the rule gives it, by the plain definition and by a certificate that the checker accepts: a mate
//! within so many plies, and none within two less. Left over is what the attacker holds at the end.

mod support;

use support::certificates::certificate;
use support::futile::{Definition, Rule, Thrift};
use tsume::board::Position;
use tsume::proof::{Horizon, Statement, check};

/// What each way of counting gives: with every interposition, with the narrow rule, with the self-evident rule.
fn lengths(sfen: &str, plies: u32) -> [Option<u32>; 3] {
    let position: Position = sfen.parse().expect("the positions are sound");
    [Rule::All, Rule::Checker, Rule::SelfEvident].map(|rule| {
        let length = Definition::new(rule).mate_in(&position, plies);
        if rule != Rule::Checker {
            assert_certified(&position, length, plies, rule);
        }
        length
    })
}

fn assert_certified(position: &Position, length: Option<u32>, plies: u32, rule: Rule) {
    let certificate = certificate(position, plies, rule);
    let proven = check(certificate.as_slice());
    let proven = proven.unwrap_or_else(|error| panic!("{position} {rule:?}: {error}"));
    let no_mate = |plies: u32| Statement::NoMate(Horizon::Within(plies as u16));
    let expected = match length {
        None => vec![no_mate(plies)],
        Some(1) => vec![Statement::MateWithin(1)],
        Some(length) => vec![Statement::MateWithin(length as u16), no_mate(length - 2)],
    };
    assert_eq!(proven.statements, expected, "{position} {rule:?}");
}

/// As long by either futile rule, and longer or no mate within as many plies when all interpositions count.
fn shorter_without_futile(plies: u32, sfen: &str) {
    assert_eq!(lengths(sfen, plies), [None, Some(plies), Some(plies)]);
}

/// Futile only because another piece than the checker takes and mates at once.
fn shorter_by_another_captor(plies: u32, sfen: &str) {
    assert_eq!(lengths(sfen, plies), [None, None, Some(plies)]);
}

/// As long however interpositions count.
fn the_same(plies: u32, sfen: &str) {
    assert_eq!(lengths(sfen, plies), [Some(plies); 3]);
}

fn none_within(plies: u32, sfen: &str) {
    assert_eq!(lengths(sfen, plies), [None; 3]);
}

fn left_over(sfen: &str, plies: u32) -> u32 {
    let position: Position = sfen.parse().expect("the positions are sound");
    let mut definition = Definition::new(Rule::SelfEvident);
    let spent = definition.left_over(&position, plies, Thrift::Spends);
    assert_eq!(definition.left_over(&position, plies, Thrift::Saves), spent);
    spent
}

mod futile {
    use super::*;

    #[test]
    fn along_a_diagonal_that_the_rook_opens() {
        shorter_without_futile(3, "9/9/6P2/9/4B4/9/6R2/7k+p/9 b Grb3g4s4n4l16p 1");
    }

    #[test]
    fn between_king_and_rook_after_a_horse_sacrifice() {
        shorter_without_futile(5, "9/6Spk/9/5R1+B1/9/9/9/9/9 b Nrb4g3s3n4l17p 1");
    }

    #[test]
    fn by_moving_pieces_after_a_discovered_check() {
        let sfen = "1p4g+b1/3l2gks/4sn2s/3pn1S1g/2pn1pl1l/2n1p1p2/R6g1/KR7/B6L1 b 12p 1";
        shorter_without_futile(1, sfen);
    }

    #[test]
    fn along_a_whole_file_of_a_lance() {
        shorter_without_futile(11, "6p2/8k/9/6P2/8+P/9/9/9/8L b G2r2b3g4s3n3l15p 1");
    }

    #[test]
    fn along_a_diagonal_after_a_dragon_sacrifice() {
        shorter_without_futile(3, "9/5g1s1/8k/6+R2/9/6R1S/5B3/9/9 b b3g2s4n4l18p 1");
    }

    #[test]
    fn against_a_dragon_beside_a_silver_with_a_gold_left() {
        for sfen in [
            "6Snl/5+Rg1k/6ppp/9/9/9/9/9/9 b r2b3g3s3n3l15p 1",
            "6Snl/5+Rg1k/6pps/9/9/9/9/9/8L b r2b3g2s3n2l16p 1",
            "6Snl/5+Rg1k/6pgs/9/9/9/9/9/1B6L b rb2g2s3n2l17p 1",
        ] {
            shorter_without_futile(1, sfen);
            assert_eq!(left_over(sfen, 1), 1);
        }
    }

    #[test]
    fn where_only_another_piece_may_take() {
        shorter_by_another_captor(1, "8p/8k/9/4G2+R1/9/8B/9/9/9 b rb3g4s4n4l17p 1");
        let lance_taken = "8l/8k/9/6l+R1/9/8+B/9/9/9 b rb4g4s4n2l18p 1";
        shorter_by_another_captor(1, lance_taken);
        assert_eq!(left_over(lance_taken, 1), 1);
    }

    #[test]
    fn by_a_pinned_piece_or_twice_on_one_line() {
        shorter_without_futile(1, "3+R3nk/8p/7P1/9/9/9/9/9/8B b 16p4l3n4s4gbr 1");
        shorter_without_futile(1, "3+R3sk/8p/7P1/9/9/9/9/9/8B b rb4g3s4n4l16p 1");
        shorter_without_futile(1, "8k/R8/g5N1b/5R3/6+b2/8L/9/9/9 b 3g4s3n3l18p 1");
        shorter_without_futile(1, "9/9/1+B+R6/9/3l+p4/7n1/7S1/5S1p1/7k1 b rb4g2s3n3l16p 1");
    }

    #[test]
    fn to_a_distant_discovered_check() {
        shorter_without_futile(1, "9/9/9/9/9/9/4K4/9/4k1+P1R b r2b4g4s4n4l17p 1");
    }

    #[test]
    fn when_white_attacks() {
        shorter_without_futile(1, "9/9/9/+r8/b8/K8/9/9/9 w RB4G4S4N4L18P 1");
        shorter_without_futile(5, "9/9/9/9/9/3+r5/PPp6/1K1b5/LN7 w RB4G3S3N3L15Ps 1");
        shorter_without_futile(1, "1K7/1P1s5/1s7/1N7/4+PL3/9/6+r+b1/9/9 w RB4G2S3N3L16P 1");
        shorter_without_futile(3, "9/9/9/9/2r6/B8/+B1+p1+r4/1p7/2KP5 w 4G4S4N4L15P 1");
    }
}

mod not_futile {
    use super::*;

    #[test]
    fn a_drop_that_saves_the_king() {
        none_within(5, "9/9/9/6rp1/6k2/3B2B2/2R3S2/9/9 b 4g3s4n4l17p 1");
    }

    /// Nine plies if any captor would do.
    #[test]
    fn a_drop_that_any_captor_would_make_futile() {
        shorter_without_futile(11, "8k/R7+b/g5N2/1R7/9/9/9/9/9 b b3g4s3n4l18p 1");
    }

    #[test]
    fn a_move_that_steps_between() {
        none_within(
            7,
            "7lk/7p1/9/+P+PL3r2/+P+P+PN1b3/+P+P+P+P+P+P2p/1L+pNNN3/+R+bgss+P+P2/gggss+P+P1L b - 1",
        );
    }

    #[test]
    fn a_drop_that_makes_three_plies_of_one() {
        the_same(3, "9/6sG1/8k/5B2p/7L1/9/9/9/9 b 2rb3g3s4n3l17p 1");
    }

    /// The attacker starts in check; his bishop is pinned, and not all that is interposed can be taken.
    #[test]
    fn before_a_pinned_bishop() {
        let sfen = "k3l3R/p4s3/9/N8/4p4/4KBB2/9/1pp+l+l+l+n+n+n/+s+s+sggggr1 b 14p 1";
        shorter_without_futile(5, sfen);
    }
}

mod without_a_question_of_futility {
    use super::*;

    #[test]
    fn two_kings() {
        the_same(3, "k2G5/9/K8/9/N8/9/9/9/9 b 2r2b3g4s3n4l18p 1");
    }

    #[test]
    fn drop_pawn_mate() {
        the_same(5, "8k/5G1R1/5gB2/9/9/9/9/9/9 b Prb2g4s4n4l17p 1");
        the_same(9, "7nk/9/7Gp/6+RP1/9/9/1+p7/9/K8 b Pr2b3g4s3n4l14p 1");
        the_same(5, "5+P2k/7R1/5+rB2/9/9/9/9/9/9 b Pb4g4s4n4l16p 1");
        none_within(7, "8k/9/7+R1/9/9/9/9/9/9 b Pr2b4g4s4n4l17p 1");
        the_same(
            3,
            "ln1g3k1/5G2l/1+LspSp2p/2p1S2p1/2r3p2/p3P4/1P+BP1P+b1P/2GS5/L2K1G3 b NPr2n5p 79",
        );
    }

    #[test]
    fn variations_and_left_over_pieces() {
        the_same(3, "3sks3/9/4S4/9/9/B8/9/9/9 b S2rb4g4n4l18p 1");
        the_same(3, "9/9/9/9/9/7np/8k/8B/7LR b rb4g4s3n3l17p 1");
        the_same(5, "7r1/7k1/4r4/5N+Bp1/8p/9/9/9/9 b G2Nb3g4sn4l16p 1");
        the_same(3, "7nl/9/5S1kp/6R1s/9/7p1/9/9/9 b Gr2b3g2s3n3l16p 1");
        the_same(
            1,
            "l1+L6/9/p1pL3Gp/2s+Bp1pp1/2Np3P1/P1P6/1PKP1SB1P/2Gg+nr3/L4k3 b RG2SN5Pn 179",
        );
    }

    #[test]
    fn a_position_of_a_game() {
        let sfen = "l5p1k/3+R1p3/3p1g+N2/p1S1p2S1/1p5Kp/5PP2/PP2P1sPP/2P2GG2/L5+r1L b L2P2bgs3np 1";
        the_same(7, sfen);
        assert_eq!(left_over(sfen, 7), 2);
    }
}
