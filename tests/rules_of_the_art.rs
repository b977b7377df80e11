//! Positions that turn on one rule of tsume-shogi, or on which solvers have stumbled, one test each.
//!
//! They come from players' and composers' discussions and from the bug reports of other solvers. Each is given its
//! length without futile interpositions and with all of them, and nothing about it is disputed unless a test says so.

mod support;

use support::judges::*;
use tsume::search::Dispute;

mod futile {
    use super::*;

    #[test]
    fn along_a_diagonal_that_the_rook_opens() {
        shorter_without_futile(3, 9, "9/9/6P2/9/4B4/9/6R2/7k+p/9 b Grb3g4s4n4l16p 1");
    }

    #[test]
    fn between_king_and_rook_after_a_horse_sacrifice() {
        shorter_without_futile(5, 7, "9/6Spk/9/5R1+B1/9/9/9/9/9 b Nrb4g3s3n4l17p 1");
    }

    #[test]
    fn by_moving_pieces_after_a_discovered_check() {
        let sfen = "1p4g+b1/3l2gks/4sn2s/3pn1S1g/2pn1pl1l/2n1p1p2/R6g1/KR7/B6L1 b 12p 1";
        shorter_without_futile(1, 13, sfen);
    }

    #[test]
    fn along_a_whole_file_of_a_lance() {
        shorter_without_futile(11, 17, "6p2/8k/9/6P2/8+P/9/9/9/8L b G2r2b3g4s4n3l15p 1");
    }

    #[test]
    fn along_a_diagonal_after_a_dragon_sacrifice() {
        shorter_without_futile(3, 7, "9/5g1s1/8k/6+R2/9/6R1S/5B3/9/9 b b3g2s4n4l18p 1");
    }

    #[test]
    fn against_a_dragon_beside_a_silver_with_a_gold_left() {
        for sfen in [
            "6Snl/5+Rg1k/6ppp/9/9/9/9/9/9 b r2b3g3s3n3l15p 1",
            "6Snl/5+Rg1k/6pps/9/9/9/9/9/8L b r2b3g2s3n2l16p 1",
            "6Snl/5+Rg1k/6pgs/9/9/9/9/9/1B6L b rb2g2s3n2l17p 1",
        ] {
            shorter_without_futile(1, 3, sfen);
            assert_eq!(left_over(sfen, 1), 1);
        }
    }

    #[test]
    fn where_only_the_dragon_may_take() {
        shorter_by_another_captor(1, 3, "8p/8k/9/4G2+R1/9/8B/9/9/9 b rb3g4s4n4l17p 1");
    }

    #[test]
    fn where_only_the_dragon_may_take_and_a_lance_is_left() {
        let sfen = "8l/8k/9/6l+R1/9/8+B/9/9/9 b rb4g4s4n2l18p 1";
        shorter_by_another_captor(1, 3, sfen);
        assert_eq!(left_over(sfen, 1), 1);
    }

    #[test]
    fn by_a_piece_that_is_pinned() {
        shorter_without_futile(1, 7, "3+R3nk/8p/7P1/9/9/9/9/9/8B b 16p4l3n4s4gbr 1");
        shorter_without_futile(1, 7, "3+R3sk/8p/7P1/9/9/9/9/9/8B b rb4g3s4n4l16p 1");
    }

    #[test]
    fn by_a_bishop_that_a_rook_pins() {
        shorter_without_futile(1, 5, "8k/R8/g5N1b/5R3/6+b2/8L/9/9/9 b 3g4s3n3l18p 1");
    }

    #[test]
    fn twice_on_one_line() {
        let sfen = "9/9/1+B+R6/9/3l+p4/7n1/7S1/5S1p1/7k1 b rb4g2s3n3l16p 1";
        shorter_without_futile(1, 9, sfen);
    }

    #[test]
    fn to_a_distant_discovered_check() {
        shorter_without_futile(1, 7, "9/9/9/9/9/9/4K4/9/4k1+P1R b r2b4g4s4n4l17p 1");
    }

    #[test]
    fn when_white_attacks() {
        shorter_without_futile(1, 3, "9/9/9/+r8/b8/K8/9/9/9 w RB4G4S4N4L18P 1");
        shorter_without_futile(5, 7, "9/9/9/9/9/3+r5/PPp6/1K1b5/LN7 w RB4G3S3N3L15Ps 1");
        shorter_without_futile(
            1,
            9,
            "1K7/1P1s5/1s7/1N7/4+PL3/9/6+r+b1/9/9 w RB4G2S3N3L16P 1",
        );
        shorter_without_futile(3, 5, "9/9/9/9/2r6/B8/+B1+p1+r4/1p7/2KP5 w 4G4S4N4L15P 1");
    }
}

mod not_futile {
    use super::*;

    #[test]
    fn a_drop_that_saves_the_king() {
        no_mate(5, "9/9/9/6rp1/6k2/3B2B2/2R3S2/9/9 b 4g3s4n4l17p 1");
    }

    /// Nine plies if any captor would do.
    #[test]
    fn a_drop_that_any_captor_would_make_futile() {
        let sfen = "8k/R7+b/g5N2/1R7/9/9/9/9/9 b b3g4s3n4l18p 1";
        shorter_without_futile(11, 19, sfen);
        assert_eq!(left_over_by_thrift(sfen, 11), [1, 2]);
    }

    #[test]
    fn a_move_that_steps_between() {
        no_mate(
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
        shorter_without_futile(5, 7, sfen);
    }
}

mod disputed_interpositions {
    use super::*;

    /// A horse that takes on 2c shuts off the rook on the second file.
    #[test]
    fn whose_capture_allows_new_replies() {
        disputed(
            3,
            11,
            &[Dispute::Broad],
            "9/8k/9/+B8/9/9/7R1/9/9 b Srb4g3s4n4l18p 1",
        );
        disputed(
            3,
            9,
            &[Dispute::Broad],
            "7sk/1B7/7S1/9/9/9/9/9/9 b G2rb3g2s4n4l18p 1",
        );
    }

    #[test]
    fn whose_capture_needs_a_third_piece() {
        let sfen = "9/5s3/5k3/9/5+B3/5R3/9/9/3B2+R2 b 4g3s4n4l18p 1";
        disputed(3, 5, &[Dispute::NewHelper], sfen);
    }

    #[test]
    fn whose_capture_needs_a_third_piece_to_check_too() {
        let sfen = "B8/9/9/9/9/9/7S1/7Rg/1+R3B2k b G2g3s4n4l18p 1";
        disputed(1, 3, &[Dispute::DoubleCheck; 5], sfen);
    }

    #[test]
    fn whose_capture_gives_a_discovered_check() {
        let sfen = "9/2R6/9/1p1L5/1l7/+R8/S8/k8/9 b 2b4g3s4n2l17p 1";
        disputed(3, 5, &[Dispute::Discovered], sfen);
    }
}

mod two_kings {
    use super::*;

    #[test]
    fn far_apart_on_a_file() {
        the_same(3, "k2G5/9/K8/9/N8/9/9/9/9 b 2r2b3g4s3n4l18p 1");
    }

    /// アンバーグリス: exactly 605 plies, after seven million nodes, which are too many for a test.
    #[test]
    fn in_the_longest_chase() {
        mates_if_solved(
            "1s1l2l1K/1P1R2npp/1pg1k3l/pnsgg3n/2p1gn3/2S2rp1B/5p2b/PS7/4P1P2 b L3P4p 1",
        );
    }
}

mod drop_pawn_mate {
    use super::*;

    #[test]
    fn avoided_by_a_rook_that_does_not_promote() {
        the_same(5, "8k/5G1R1/5gB2/9/9/9/9/9/9 b Prb2g4s4n4l17p 1");
    }

    #[test]
    fn avoided_by_a_pawn_that_does_not_promote() {
        the_same(9, "7nk/9/7Gp/6+RP1/9/9/1+p7/9/K8 b Pr2b3g4s3n4l14p 1");
    }

    #[test]
    fn avoided_two_plies_earlier() {
        the_same(5, "5+P2k/7R1/5+rB2/9/9/9/9/9/9 b Pb4g4s4n4l16p 1");
    }

    #[test]
    fn not_avoided() {
        no_mate(7, "8k/9/7+R1/9/9/9/9/9/9 b Pr2b4g4s4n4l17p 1");
    }

    #[test]
    fn none_where_a_piece_may_take() {
        the_same(
            3,
            "ln1g3k1/5G2l/1+LspSp2p/2p1S2p1/2r3p2/p3P4/1P+BP1P+b1P/2GS5/L2K1G3 b NPr2n5p 79",
        );
    }
}

mod variations {
    use super::*;

    #[test]
    fn of_equal_length_left_and_right() {
        the_same(3, "3sks3/9/4S4/9/9/B8/9/9/9 b S2rb4g4n4l18p 1");
    }

    #[test]
    fn of_many_first_moves_and_a_discovered_reply() {
        the_same(3, "9/9/9/9/9/7np/8k/8B/7LR b rb4g4s3n3l17p 1");
    }

    #[test]
    fn of_none_but_one_line() {
        the_same(5, "7r1/7k1/4r4/5N+Bp1/8p/9/9/9/9 b G2Nb3g4sn4l16p 1");
    }

    #[test]
    fn with_a_gold_that_is_taken() {
        the_same(3, "7nl/9/5S1kp/6R1s/9/7p1/9/9/9 b Gr2b3g2s3n3l16p 1");
    }

    #[test]
    fn where_a_knight_cannot_be_dropped() {
        the_same(
            1,
            "l1+L6/9/p1pL3Gp/2s+Bp1pp1/2Np3P1/P1P6/1PKP1SB1P/2Gg+nr3/L4k3 b RG2SN5Pn 179",
        );
    }
}

mod lone_kings {
    use super::*;

    /// 図巧 98.
    #[test]
    fn one_rook_two_golds_and_a_silver() {
        takes(31, 37, "8k/9/9/9/9/9/9/9/9 b R2GSr2b2g3s4n4l18p 1");
    }

    #[test]
    fn a_gold_at_the_head() {
        takes(1, 1, "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    }

    #[test]
    fn two_golds_on_the_edge() {
        takes(3, 3, "9/8k/9/8P/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1");
    }

    #[test]
    fn a_pawn_to_begin_with_in_the_corner() {
        mates("7gk/9/6P1+P/9/9/9/9/9/9 b GSP2r2b2g3s4n4l15p 1");
    }

    /// A gold would mate where knight, lance and pawn do not.
    #[test]
    fn knight_lance_and_pawn_do_not_do_what_a_gold_does() {
        does_not_mate("8k/9/8P/9/9/9/9/9/9 b NLP2r2b4g4s3n3l16p 1");
        takes(1, 1, "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    }

    #[test]
    fn that_get_away_from_many_pieces() {
        does_not_mate_if_solved("9/9/3k5/9/6B2/9/9/9/9 b 4G2S9P2rb2s4n4l9p 1");
        does_not_mate_if_solved("9/6k2/9/9/9/9/9/9/9 b R4GLr2b4s4n3l18p 1");
        does_not_mate_if_solved("7k1/9/9/9/9/9/9/9/9 b B2G2SL2P2rb2g2s4n3l16p 1");
    }
}

mod repetition {
    use super::*;

    #[test]
    fn a_chase_round_the_board() {
        takes(
            71,
            71,
            "4+P+P+P+P1/+P1+P5+P/7kP/PP5pp/1+P2+P1pP1/6+P1+P/9/9/9 b 2r2b4g4s4n4l 1",
        );
    }

    /// 21 plies if what rebuilds the position did not count.
    #[test]
    fn a_horse_that_saws_its_way_along() {
        let sfen = "7k1/5+Bp2/7Ss/9/9/9/1n7/9/9 b 2rb4g2s3n4l17p 1";
        disputed(351, 353, &[Dispute::Restored; 17], sfen);
    }

    #[test]
    fn checks_that_only_repeat() {
        does_not_mate("6R+P1/8k/7sp/9/9/9/9/9/9 b r2b4g3s4n4l16p 1");
    }
}

mod game_positions {
    use super::*;

    #[test]
    fn with_pieces_left_over() {
        let sfen = "l5p1k/3+R1p3/3p1g+N2/p1S1p2S1/1p5Kp/5PP2/PP2P1sPP/2P2GG2/L5+r1L b L2P2bgs3np 1";
        the_same(7, sfen);
        assert_eq!(left_over(sfen, 7), 2);
    }

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
