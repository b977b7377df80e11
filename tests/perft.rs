//! Trees of moves have as many leaves as two other implementations of the rules count.

#[path = "referees/judges.rs"]
mod judges;

use judges::{LegalityLite, Referee, RsShogi};
use tsume::board::{
    Position,
    perft::{perft, tsume_perft},
};

/// A position, and how many leaves its tree has at depth 1, 2, ….
type Counts = (&'static str, &'static [u64]);

/// Edges of the rules of move generation, each named by what it is for.
const LEGAL: &[Counts] = &[
    // The most legal moves a position can have.
    (
        "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
        &[593, 105_677],
    ),
    // Middle games full of captures, pins and drops.
    (
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        &[207, 28_684],
    ),
    (
        "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1",
        &[98, 15_850],
    ),
    // A pawn drop that would be mate, with one king on the board.
    ("8k/9/7+R1/9/9/9/9/9/9 b Pr2b4g4s4n4l17p 1", &[90, 43_551]),
    // A pawn drop that gives check but not mate: a line that it blocks leaves a flight.
    (
        "ln1g3k1/5G2l/1+LspSp2p/2p1S2p1/2r3p2/p3P4/1P+BP1P+b1P/2GS5/L2K1G3 b NPr2n5p 79",
        &[117, 15_594],
    ),
    // A pawn drop that a pinned gold may capture, for it stays on its line; and one that it may not.
    ("3lkl3/3p1p3/4g4/5N3/9/9/9/9/4R4 b P 1", &[84, 376, 12_666]),
    ("3lkl3/3g1p3/9/1B3N3/9/9/9/9/9 b P 1", &[81, 194, 6_760]),
    // A pawn drop that stalemates, which is legal.
    ("9/9/9/9/9/9/7+n1/9/8K w 2sl2p 1", &[227, 225, 45_922]),
    // The side to move is in check, and the bishop that could answer is pinned.
    (
        "k3l3R/p4s3/9/N8/4p4/4KBB2/9/1pp+l+l+l+n+n+n/+s+s+sggggr1 b 14p 1",
        &[4, 140, 6_254],
    ),
    // A double check, which only the king can answer.
    ("4k4/5G3/9/9/9/9/9/9/4R4 w rb2g2s2p 1", &[3, 69, 20_294]),
    // Two kings on one rank with a rook behind a pawn.
    ("9/9/9/9/9/9/4K4/9/4k1+P1R b r2b4g4s4n4l17p 1", &[22, 9_247]),
    // Rook and bishop may stay unpromoted.
    (
        "8k/5G1R1/5gB2/9/9/9/9/9/9 b Prb2g4s4n4l17p 1",
        &[109, 44_406],
    ),
    // White is the one whose pieces stand before the king.
    ("9/9/9/+r8/b8/K8/9/9/9 w RB4G4S4N4L18P 1", &[24, 6_257]),
    // No king at all.
    (
        "4+r4/2P1s4/1l2n4/3b5/9/5B3/2N6/4S1p2/3R5 w 2GPgl 1",
        &[166, 26_012],
    ),
    // Pins on every line of both kings.
    (
        "4k4/3P5/1L2s4/3N5/2R1r4/4G4/1b3B3/9/4K4 b 2P2p 1",
        &[90, 8_241],
    ),
    // Everything on the board can promote or must.
    (
        "4k4/3P1L3/1NS2RP2/B8/9/8b/2p2rsn1/3l1p3/4K4 w - 1",
        &[30, 798, 25_716],
    ),
];

/// Trees of checks and evasions.
const TSUME: &[Counts] = &[
    // 将棋図巧 (Itō Kanju, 1755), numbers 1, 8, 21, 33, 57, 99 and 100.
    (
        "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1",
        &[10, 35, 264, 1_227, 8_717],
    ),
    (
        "4+bn1g1/5kpPl/2l1b1s2/3+l1N1GP/4G1+P1N/5L3/9/1+r7/R8 b GP3sn13p 1",
        &[8, 51, 387, 1_489],
    ),
    (
        "3l+R4/1l1g5/2k1n4/1p+p2s3/4+r+B3/1G1s+p4/9/2N2+p3/9 b BGS2NPgs2l13p 1",
        &[13, 58, 806, 4_139],
    ),
    (
        "l8/1n7/np3B3/SR1+P5/k1N6/9/1Ps6/1N7/5+B3 b r4g2s3l15p 1",
        &[2, 3, 7, 49, 321, 1_274],
    ),
    (
        "9/9/ls7/9/5S2+R/p1S2p3/+lNpPp1+BP1/3k2+pSg/2P2B2R b G2P2g3n2l8p 1",
        &[5, 11, 32, 151, 522, 2_195, 7_447],
    ),
    (
        "k1+P4n1/2L+P2sL1/r4+P+P1P/+BpP+Pl1+Rg1/NP1S+PP+p1g/2L+p1g+P1+P/Ps1G1+P1N1/1sN1P4/B8 b - 1",
        &[2, 5, 14, 26, 112, 241, 1_053],
    ),
    (
        "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1",
        &[3, 10, 42, 146, 784, 3_092],
    ),
    // 将棋無双 (Itō Sōkan III, 1734), numbers 1, 45 and 100.
    (
        "3g1n1l1/2p1g1r2/5k2S/4p1N+R1/3+p5/7N1/B8/9/9 b 2GSNb2s3l15p 1",
        &[12, 34, 427, 1_507],
    ),
    (
        "7s1/+P1SP5/1nlNs3p/P3l2P1/+p+R1nk4/9/3SPL3/9/2+r6 b 2BN4gl11p 1",
        &[17, 91, 1_402, 6_858],
    ),
    (
        "R+r3pS2/1Ln2g1p1/3kn3g/1B+lpl+P1Bg/8N/+p7p/P1pP2S2/+p1P6/S4N1g1 b 5Psl2p 1",
        &[6, 22, 119, 374, 2_369, 9_039],
    ),
    // ミクロコスモス (Hashimoto Kōji, 1986), the longest problem known.
    (
        "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1",
        &[4, 7, 26, 71, 329, 828, 4_011],
    ),
    // White attacks.
    ("9/9/9/+r8/b8/K8/9/9/9 w RB4G4S4N4L18P 1", &[12, 94, 391]),
    // Two kings, and the attacker starts in check.
    (
        "k3l3R/p4s3/9/N8/4p4/4KBB2/9/1pp+l+l+l+n+n+n/+s+s+sggggr1 b 14p 1",
        &[1, 1, 4, 4, 13, 32],
    ),
];

fn position(sfen: &str) -> Position {
    sfen.parse().unwrap()
}

/// [`perft`] by a referee.
fn their_perft<R: Referee>(board: &R, depth: usize) -> u64 {
    let moves = board.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let below = |mv| their_perft(&board.after(mv), depth - 1);
    moves.into_iter().map(below).sum()
}

/// [`tsume_perft`] by a referee.
fn their_tsume_perft<R: Referee>(board: &R, depth: usize) -> u64 {
    let moves = board.legal_moves().into_iter();
    let after_checks = moves.map(|mv| board.after(mv)).filter(R::is_in_check);
    if depth == 1 {
        return after_checks.count() as u64;
    }
    after_checks
        .map(|next| their_evasions(&next, depth - 1))
        .sum()
}

fn their_evasions<R: Referee>(board: &R, depth: usize) -> u64 {
    let moves = board.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let below = |mv| their_tsume_perft(&board.after(mv), depth - 1);
    moves.into_iter().map(below).sum()
}

#[test]
fn the_game_begins_with_thirty_moves() {
    const LEAVES: [u64; 5] = [30, 900, 25_470, 719_731, 19_861_490];
    let initial = Position::initial();
    for (depth, leaves) in (1..).zip(LEAVES) {
        assert_eq!(perft(&initial, depth as u32), leaves, "depth {depth}");
        assert_eq!(
            their_perft(&RsShogi::new(&initial), depth),
            leaves,
            "rsshogi, depth {depth}"
        );
    }
    for (depth, leaves) in (1..).zip(&LEAVES[..4]) {
        let lite = LegalityLite::new(&initial);
        assert_eq!(
            their_perft(&lite, depth),
            *leaves,
            "shogi_legality_lite, depth {depth}"
        );
    }
}

#[test]
fn no_moves_make_one_leaf() {
    assert_eq!(perft(&Position::initial(), 0), 1);
    assert_eq!(tsume_perft(&Position::initial(), 0), 1);
}

#[test]
fn legal_moves_number_what_the_referees_count() {
    for &(sfen, counts) in LEGAL {
        let position = position(sfen);
        let (rsshogi, lite) = (RsShogi::new(&position), LegalityLite::new(&position));
        for (depth, &leaves) in (1..).zip(counts) {
            assert_eq!(
                perft(&position, depth as u32),
                leaves,
                "{sfen}, depth {depth}"
            );
            assert_eq!(
                their_perft(&rsshogi, depth),
                leaves,
                "rsshogi, {sfen}, depth {depth}"
            );
            assert_eq!(
                their_perft(&lite, depth),
                leaves,
                "shogi_legality_lite, {sfen}, depth {depth}"
            );
        }
    }
}

#[test]
fn checks_and_evasions_number_what_the_referees_count() {
    for &(sfen, counts) in TSUME {
        let position = position(sfen);
        let (rsshogi, lite) = (RsShogi::new(&position), LegalityLite::new(&position));
        for (depth, &leaves) in (1..).zip(counts) {
            assert_eq!(
                tsume_perft(&position, depth as u32),
                leaves,
                "{sfen}, depth {depth}"
            );
            assert_eq!(
                their_tsume_perft(&rsshogi, depth),
                leaves,
                "rsshogi, {sfen}, depth {depth}"
            );
            assert_eq!(
                their_tsume_perft(&lite, depth),
                leaves,
                "shogi_legality_lite, {sfen}, depth {depth}"
            );
        }
    }
}

/// Counts that rsshogi, yasai and shogi_legality_lite agree on, too large to be counted by a referee here.
#[test]
fn deep_trees_of_checks_have_their_published_size() {
    let nine_plies = [
        // The example of sugyan's tsumeshogi-solver.
        (
            "9/9/3pp4/+r2k1p3/2L1+p4/2+R6/B8/B8/9 b 4g4s4n3l14p 1",
            15_816_294,
        ),
        // ミクロコスモス (Hashimoto Kōji, 1986).
        (
            "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1",
            52_808,
        ),
    ];
    for (sfen, leaves) in nine_plies {
        assert_eq!(tsume_perft(&position(sfen), 9), leaves, "{sfen}");
    }
}
