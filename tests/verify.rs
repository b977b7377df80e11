//! What verifying says of problems whose flaws are known.

mod support;

use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use support::futile::{Definition, Rule};
use support::random_positions::{SplitMix64, random_position};
use support::verifier;
use tsume::board::{HandKind, Intent, Move, Piece, Position, Square};
use tsume::collection::{Records, Source};
use tsume::notation::{sfen, usi};
use tsume::search::{Futile, Goal, Outcome};
use tsume::tsume::verify::{
    Flaw, FlawKind, LineOrigin, Options, Report, Severity, Verdict, verify,
};
use tsume::tsume::{DefenderHand, Problem};
use tsume::{Limits, Solver};

/// What is said of a problem with the solver's line after so many nodes.
fn report_within(sfen: &str, nodes: u64) -> Report {
    let pieces = sfen::parse(sfen).expect("the position is SFEN").builder;
    let problem = Problem::new(&pieces, DefenderHand::TheRest).expect("it is a problem");
    let options = Options {
        limits: Limits {
            nodes: Some(nodes),
            ..Limits::default()
        },
        ..Options::default()
    };
    verify(&mut Solver::new(16 << 20), &problem, None, &options)
}

fn report(sfen: &str, line: &str) -> Report {
    let pieces = sfen::parse(sfen).expect("the position is SFEN").builder;
    let problem = Problem::new(&pieces, DefenderHand::TheRest).expect("it is a problem");
    let line: Vec<Intent> = line
        .split_whitespace()
        .map(|mv| usi::parse(mv).expect("the line is USI"))
        .collect();
    let stated = (!line.is_empty()).then_some(line.as_slice());
    verify(
        &mut Solver::new(16 << 20),
        &problem,
        stated,
        &Options::default(),
    )
}

/// The flaws from a severity on: ply, English name, first move.
fn flaws(report: &Report, least: Severity) -> Vec<String> {
    let flaws = report.flaws.iter().filter(|flaw| flaw.severity >= least);
    let words = |flaw: &Flaw| {
        let first = flaw.moves.first().map(ToString::to_string);
        format!(
            "{} {} {}",
            flaw.ply,
            flaw.kind.word(),
            first.unwrap_or_default()
        )
    };
    flaws
        .map(|flaw| words(flaw).trim_end().to_string())
        .collect()
}

fn fatal(sfen: &str, line: &str) -> Vec<String> {
    flaws(&report(sfen, line), Severity::Fatal)
}

#[test]
fn a_sound_problem_is_sound() {
    let report = report(
        "8k/5G1R1/5gB2/9/9/9/9/9/9 b Prb2g4s4n4l17p 1",
        "2b3b 4c3c P*1b 1a2a 4b3a",
    );
    assert_eq!(flaws(&report, Severity::Blemish), Vec::<String>::new());
    assert_eq!((report.verdict(), report.plies), (Verdict::Sound, 5));
    assert_eq!(report.origin, LineOrigin::Stated);
}

#[test]
fn without_a_line_the_solvers_is_taken() {
    let report = report("8k/5G1R1/5gB2/9/9/9/9/9/9 b Prb2g4s4n4l17p 1", "");
    assert_eq!(report.origin, LineOrigin::Solver);
    assert_eq!(report.line.len(), 5);
    assert_eq!(report.verdict(), Verdict::Sound);
}

#[test]
fn the_line_has_to_be_played_and_to_mate() {
    let sfen = "4k4/9/4P4/9/9/9/9/9/9 b RG 1";
    assert_eq!(fatal(sfen, "S*5b"), ["1 illegal move"]);
    assert_eq!(fatal(sfen, "G*5d"), ["1 no check"]);
    assert_eq!(fatal(sfen, "R*3a"), ["1 unfinished line"]);
    assert_eq!(fatal(sfen, "R*3a 5a6b"), ["2 unfinished line"]);
    assert_eq!(
        fatal("4k4/9/9/9/9/9/9/9/9 b G 1", "G*5b"),
        ["1 unfinished line", "1 no mate"]
    );
}

#[test]
fn other_moves_at_once_spoil_a_problem_of_one_ply() {
    let report = report("4k4/9/4P4/9/9/9/9/9/9 b RG 1", "G*5b");
    assert_eq!(report.verdict(), Verdict::Unsound);
    let kinds: Vec<FlawKind> = report.flaws.iter().map(|flaw| flaw.kind).collect();
    assert!(kinds.contains(&FlawKind::LastMoveDual), "{kinds:?}");
    assert!(kinds.contains(&FlawKind::LeftOver), "{kinds:?}");
}

#[test]
fn problems_that_hang_on_a_piece_that_does_not_promote_are_sound() {
    for (sfen, plies) in [
        ("7nk/9/7Gp/6+RP1/9/9/1+p7/9/K8 b Pr2b3g4s3n4l14p 1", 9),
        ("5+P2k/7R1/5+rB2/9/9/9/9/9/9 b Pb4g4s4n4l16p 1", 5),
        ("7nl/9/5S1kp/6R1s/9/7p1/9/9/9 b Gr2b3g2s3n3l16p 1", 3),
        (
            "ln1g3k1/5G2l/1+LspSp2p/2p1S2p1/2r3p2/p3P4/1P+BP1P+b1P/2GS5/L2K1G3 b NPr2n5p 79",
            3,
        ),
    ] {
        let report = report(sfen, "");
        assert_eq!(
            (report.verdict(), report.plies),
            (Verdict::Sound, plies),
            "{report:?}"
        );
    }
}

#[test]
fn a_symmetric_diagram_has_two_solutions_that_are_one() {
    let report = report("3sks3/9/4S4/9/9/B8/9/9/9 b S2rb4g4n4l18p 1", "");
    let kinds: Vec<FlawKind> = report.flaws.iter().map(|flaw| flaw.kind).collect();
    assert_eq!(kinds, [FlawKind::Symmetry]);
    assert_eq!((report.verdict(), report.plies), (Verdict::Sound, 3));
}

#[test]
fn a_cook_may_be_longer_than_the_line() {
    let report = report("7r1/7k1/4r4/5N+Bp1/8p/9/9/9/9 b G2Nb3g4sn4l16p 1", "");
    let cook = report.worst().expect("it is cooked");
    assert_eq!((cook.kind, cook.ply, report.plies), (FlawKind::Cook, 1, 5));
    assert_eq!(cook.moves[0].to_string(), "G*1b");
    assert!(
        cook.plies
            .and_then(|plies| plies.upper)
            .is_some_and(|upper| upper > 5)
    );
}

#[test]
fn a_choice_of_square_that_changes_nothing_is_a_blemish() {
    let report = report("9/9/9/9/9/7np/8k/8B/7LR b rb4g4s3n3l17p 1", "");
    let found = flaws(&report, Severity::Blemish);
    assert!(found.len() >= 4, "{found:?}");
}

#[test]
fn the_bare_king_of_zuko_is_cooked_at_its_third_ply() {
    let line = "R*1b 1a1b S*2c 1b2c S*3b";
    let report = report("8k/9/9/9/9/9/9/9/9 b R2GSr2b2g3s4n4l18p 1", line);
    assert_eq!(report.verdict(), Verdict::Unsound);
}

/// A line of a mate in so many plies, the best on both sides except where the dice say otherwise.
fn some_line(start: &Position, plies: u32, dice: &mut SplitMix64) -> Vec<Move> {
    let mut definition = Definition::new(Rule::SelfEvident);
    let mut position = start.clone();
    let (mut line, mut left) = (Vec::new(), plies);
    loop {
        let slack = if dice.below(6) == 0 { 2 } else { 0 };
        let checks = definition.mating_moves(&position, left + slack);
        let check = checks[dice.below(checks.len() as u64) as usize];
        position = position.after(check);
        line.push(check);
        let lengths = (0..left + slack).step_by(2);
        let length = lengths
            .into_iter()
            .find(|&plies| definition.is_answered_within(&position, plies))
            .expect("the check mates in time");
        let mut replies = definition.longest_defences(&position, length);
        if replies.is_empty() || dice.below(4) == 0 {
            replies = position.legal_moves();
        }
        if replies.is_empty() {
            return line;
        }
        let reply = replies[dice.below(replies.len() as u64) as usize];
        position = position.after(reply);
        match definition.mate_in(&position, left + slack) {
            Some(plies) => left = plies,
            None => return line,
        }
        line.push(reply);
    }
}

/// What the plain verifier and this one say of a problem, when both have an answer to everything.
fn both(start: &Position, line: &[Move]) -> Option<[Vec<(u32, String, String)>; 2]> {
    let named = |ply: u32, name: &str, mv: Option<Move>| {
        (
            ply,
            name.to_string(),
            mv.map(|mv| mv.to_string()).unwrap_or_default(),
        )
    };
    let plain = verifier::findings(start, line)?;
    let plain = plain
        .into_iter()
        .map(|(ply, name, mv)| named(ply, name, mv));
    let problem = Problem::new(&start.to_builder(), DefenderHand::AsGiven).unwrap();
    let intents: Vec<Intent> = line.iter().map(|mv| mv.intent()).collect();
    let report = verify(
        &mut Solver::new(4 << 20),
        &problem,
        Some(&intents),
        &Options::default(),
    );
    if !report.open.is_empty() {
        return None;
    }
    // That pieces are missing is no finding about the line, and what is disputed is held against the solver elsewhere.
    let is_compared = |flaw: &&Flaw| flaw.ply > 0 && flaw.kind != FlawKind::DisputedInterposition;
    let found = report.flaws.iter().filter(is_compared);
    let found = found.map(|flaw| named(flaw.ply, flaw.kind.word(), flaw.moves.first().copied()));
    let (mut plain, mut found): (Vec<_>, Vec<_>) = (plain.collect(), found.collect());
    plain.sort();
    found.sort();
    Some([plain, found])
}

#[test]
fn the_plain_verifier_finds_the_same_of_composed_problems() {
    let files = [3, 5, 7].map(|plies| format!("problems/generated-{plies}.jsonl").into());
    let records = Records::new(files.map(Source::File).to_vec());
    let problems: Vec<(Position, Vec<Move>)> = records
        .map(|record| record.expect("the collections can be read"))
        .map(|record| {
            let problem = Problem::new(&record.pieces, DefenderHand::AsGiven).unwrap();
            let mut position = problem.position().clone();
            let words = record.fields["line"].as_array().expect("there is a line");
            let line = words.iter().map(|word| {
                let intent = usi::parse(word.as_str().unwrap()).unwrap();
                let mv = position.legality(intent).unwrap();
                position.make(mv);
                mv
            });
            let line = line.collect();
            (problem.position().clone(), line)
        })
        .collect();
    let compared: Vec<usize> = problems
        .par_iter()
        .filter_map(|(start, line)| {
            let [plain, found] = both(start, line)?;
            assert_eq!(plain, found, "{start} {line:?}");
            Some(line.len())
        })
        .collect();
    let of_length = |plies| compared.iter().filter(|&&length| length == plies).count();
    // Of the others, some question takes the plain one too many positions.
    assert!(of_length(3) >= 20 && of_length(5) >= 10 && of_length(7) >= 5);
}

#[test]
fn the_plain_verifier_finds_the_same() {
    let compared: Vec<Vec<(u32, String, String)>> = (0..13_500_u64)
        .into_par_iter()
        .filter_map(|seed| {
            let mut dice = SplitMix64::new(seed);
            let start = random_position(&mut dice);
            let plies = Definition::new(Rule::SelfEvident).mate_in(&start, 5)?;
            let line = some_line(&start, plies, &mut dice);
            let is_mate = line
                .iter()
                .fold(start.clone(), |position, &mv| position.after(mv));
            if !is_mate.is_mate() {
                return None;
            }
            let [plain, found] = both(&start, &line)?;
            assert_eq!(plain, found, "{start} {line:?}");
            Some(plain)
        })
        .collect();
    assert!(compared.len() > 500, "{}", compared.len());
    let kinds: HashSet<&str> = compared
        .iter()
        .flatten()
        .map(|finding| finding.1.as_str())
        .collect();
    assert!(kinds.len() > 8, "{kinds:?}");
}

/// Sound problems, with the lines that are stated.
fn sound_problems() -> Vec<(Position, Vec<Move>)> {
    let sources = vec![Source::File("problems/tutorial.jsonl".into())];
    let problems = Records::new(sources).filter_map(|record| {
        let record = record.expect("the tutorial can be read");
        let start = record.pieces.build().expect("it is a position");
        let line: Vec<Intent> = record
            .fields
            .get("line")?
            .as_array()?
            .iter()
            .map(|mv| usi::parse(mv.as_str().unwrap()).unwrap())
            .collect();
        let mut position = start.clone();
        let moves = line.iter().map(|&intent| {
            let mv = position.legality(intent).expect("the line is legal");
            position.make(mv);
            mv
        });
        Some((start, moves.collect()))
    });
    problems.collect()
}

/// The problem with one piece less, which the defender gets.
fn with_a_piece_less(start: &Position) -> Vec<Position> {
    let defender = start.side_to_move().opponent();
    let squares = start.occupied().into_iter();
    let less = squares.filter_map(|square| {
        let kind = start.piece_at(square)?.kind().in_hand()?;
        let mut pieces = start.to_builder();
        pieces.set(square, None);
        pieces.hold(defender, kind, pieces.held(defender, kind) + 1);
        pieces.build().ok()
    });
    less.collect()
}

/// The problem with one piece more, which the defender had in hand.
fn with_a_piece_more(start: &Position, dice: &mut SplitMix64) -> Option<Position> {
    let defender = start.side_to_move().opponent();
    let square = Square::new(1 + dice.below(9) as u8, 1 + dice.below(9) as u8)?;
    let kinds: Vec<HandKind> = start.hand(defender).kinds().collect();
    let kind = kinds[dice.below(kinds.len() as u64) as usize];
    let owner = [defender, defender.opponent()][dice.below(2) as usize];
    if start.piece_at(square).is_some() {
        return None;
    }
    let mut pieces = start.to_builder();
    pieces.hold(defender, kind, pieces.held(defender, kind) - 1);
    pieces.set(square, Some(Piece::new(owner, kind.piece_kind())));
    pieces.build().ok()
}

/// The moves as far as they can be played.
fn played(start: &Position, line: &[Move]) -> Vec<Move> {
    let mut position = start.clone();
    let moves = line.iter().map_while(|mv| {
        let mv = position.legality(mv.intent()).ok()?;
        position.make(mv);
        Some(mv)
    });
    moves.collect()
}

#[test]
fn no_mutant_is_called_sound_that_is_not() {
    let mut dice = SplitMix64::new(7);
    let mut mutants = Vec::new();
    for (start, line) in sound_problems() {
        for cut in 0..line.len() {
            mutants.push((start.clone(), line[..cut].to_vec()));
        }
        let more = (0..40).filter_map(|_| with_a_piece_more(&start, &mut dice));
        let more: Vec<Position> = more.take(15).collect();
        for mutant in with_a_piece_less(&start).into_iter().chain(more) {
            mutants.push((mutant, line.clone()));
        }
    }
    assert!(mutants.len() > 300, "{}", mutants.len());
    let checked: usize = mutants
        .par_iter()
        .map(|(start, line)| {
            let problem = Problem::new(&start.to_builder(), DefenderHand::AsGiven).unwrap();
            let intents: Vec<Intent> = line.iter().map(|mv| mv.intent()).collect();
            let report = verify(
                &mut Solver::new(4 << 20),
                &problem,
                Some(&intents),
                &few_nodes(),
            );
            if !matches!(
                report.verdict(),
                Verdict::Sound | Verdict::SoundWithBlemishes
            ) {
                return 0;
            }
            let moves = played(start, line);
            assert_eq!(moves.len(), line.len(), "{start} {line:?}");
            let Some(findings) = verifier::findings(start, &moves) else {
                return 0;
            };
            let fatal = [
                "no mate",
                "shorter mate",
                "cook",
                "longer defence",
                "not the longest",
            ];
            let is_fatal = |finding: &&verifier::Finding| fatal.contains(&finding.1);
            assert_eq!(findings.iter().find(is_fatal), None, "{start} {line:?}");
            1
        })
        .sum();
    assert!(checked > 30, "{checked}");
}

fn few_nodes() -> Options {
    let limits = Limits {
        nodes: Some(300_000),
        ..Limits::default()
    };
    Options {
        limits,
        ..Options::default()
    }
}

#[test]
fn what_is_found_does_not_depend_on_threads() {
    for (start, line) in sound_problems() {
        let problem = Problem::new(&start.to_builder(), DefenderHand::AsGiven).unwrap();
        let line: Vec<Intent> = line.iter().map(|mv| mv.intent()).collect();
        let found = [1, 3].map(|threads| {
            let limits = Limits {
                threads: NonZeroUsize::new(threads).unwrap(),
                ..Limits::default()
            };
            let options = Options {
                limits,
                ..Options::default()
            };
            let report = verify(&mut Solver::new(16 << 20), &problem, Some(&line), &options);
            (report.verdict(), flaws(&report, Severity::Note))
        });
        assert_eq!(found[0], found[1], "{start}");
    }
}

#[test]
fn a_piece_that_does_nothing_is_useless() {
    let options = Options {
        pieces: true,
        ..Options::default()
    };
    let useless = |sfen: &str| {
        let pieces = sfen::parse(sfen).unwrap().builder;
        let problem = Problem::new(&pieces, DefenderHand::TheRest).unwrap();
        let line = [usi::parse("G*5b").unwrap()];
        let report = verify(&mut Solver::new(4 << 20), &problem, Some(&line), &options);
        let useless = report
            .flaws
            .into_iter()
            .filter(|flaw| flaw.kind == FlawKind::UselessPiece);
        useless.filter_map(|flaw| flaw.detail).collect::<Vec<_>>()
    };
    assert_eq!(useless("4k4/9/4P4/9/9/9/9/9/9 b G 1"), Vec::<String>::new());
    assert_eq!(
        useless("4k4/9/4P4/9/9/9/9/9/8P b G 1"),
        ["Black's 歩 on 1i"]
    );
    assert_eq!(
        useless("4k4/9/4P4/9/9/9/p8/9/9 b G 1"),
        ["White's 歩 on 9g"]
    );
}

#[test]
fn a_piece_that_nobody_need_have_is_useless_where_hands_are_as_given() {
    let useless = |sfen: &str, line: &str| {
        let pieces = sfen::parse(sfen).unwrap().builder;
        let problem = Problem::new(&pieces, DefenderHand::AsGiven).unwrap();
        let line = [usi::parse(line).unwrap()];
        let options = Options {
            pieces: true,
            ..Options::default()
        };
        let report = verify(&mut Solver::new(4 << 20), &problem, Some(&line), &options);
        assert!(report.is_sound(), "{report:?}");
        let useless = report
            .flaws
            .into_iter()
            .filter(|flaw| flaw.kind == FlawKind::UselessPiece);
        useless.filter_map(|flaw| flaw.detail).collect::<Vec<_>>()
    };
    let nothing = Vec::<String>::new();
    assert_eq!(useless("4k4/9/4P4/9/9/9/9/9/9 b G 1", "G*5b"), nothing);
    assert_eq!(
        useless("4k4/9/4P4/9/9/9/9/9/8P b G 1", "G*5b"),
        ["Black's 歩 on 1i"]
    );
    // In the defender's hand it would answer the check.
    assert_eq!(
        useless("7pk/9/6G2/9/9/9/p8/9/9 b L 1", "L*1c"),
        ["White's 歩 on 9g"]
    );
}

#[test]
fn another_length_than_the_lines_is_told() {
    let found = |plies| {
        let sfen = "8k/5G1R1/5gB2/9/9/9/9/9/9 b Prb2g4s4n4l17p 1";
        let problem = Problem::new(&sfen::parse(sfen).unwrap().builder, DefenderHand::TheRest);
        let options = Options {
            stated_plies: Some(plies),
            ..Options::default()
        };
        let report = verify(&mut Solver::new(4 << 20), &problem.unwrap(), None, &options);
        flaws(&report, Severity::Blemish)
    };
    assert_eq!(found(5), Vec::<String>::new());
    assert_eq!(found(7), ["5 wrong length"]);
    assert_eq!(found(3), ["5 wrong length"]);
}

#[test]
fn disputed_interpositions_are_those_of_the_solver() {
    for sfen in [
        "9/8k/9/+B8/9/9/7R1/9/9 b Srb4g3s4n4l18p 1",
        "9/5s3/5k3/9/5+B3/5R3/9/9/3B2+R2 b 4g3s4n4l18p 1",
        "B8/9/9/9/9/9/7S1/7Rg/1+R3B2k b G2g3s4n4l18p 1",
        "9/2R6/9/1p1L5/1l7/+R8/S8/k8/9 b 2b4g3s4n2l17p 1",
    ] {
        let report = report(sfen, "");
        let disputed = report
            .flaws
            .iter()
            .filter(|flaw| flaw.kind == FlawKind::DisputedInterposition);
        let mut disputed: Vec<_> = disputed
            .map(|flaw| {
                assert_eq!(flaw.severity, Severity::Note);
                let last = flaw.ply + flaw.moves.len() as u32 - 1;
                let detail = flaw.detail.clone().expect("what is disputed is told");
                (last, flaw.moves.last().copied(), detail)
            })
            .collect();
        let position: Position = sfen.parse().unwrap();
        let goal = Goal::Shortest(Futile::Exclude);
        let answer = Solver::new(16 << 20).solve(&position, goal, &Limits::default());
        let Outcome::Mate {
            line,
            grey: Some(grey),
            ..
        } = answer.unwrap().outcome
        else {
            panic!("{sfen} is mate")
        };
        assert_eq!(line, report.line);
        let told = grey.iter().map(|grey| {
            let detail = grey.dispute.explanation().to_string();
            (grey.ply, Some(grey.interposition), detail)
        });
        let mut told: Vec<_> = told.collect();
        told.sort();
        disputed.sort();
        assert_eq!(disputed, told, "{sfen}");
        assert!(!told.is_empty());
    }
}

#[test]
fn what_is_said_to_be_excluded_is() {
    let sources = vec![Source::File("problems/muso.jsonl".into())];
    let records: Vec<_> = Records::new(sources)
        .map(|record| record.expect("the classics can be read"))
        .filter(|record| record.stated.plies.is_some_and(|plies| plies <= 17))
        .take(8)
        .collect();
    let excluded: usize = records
        .par_iter()
        .map(|record| {
            let line: Vec<Intent> = record.fields["line"]
                .as_array()
                .unwrap()
                .iter()
                .map(|mv| usi::parse(mv.as_str().unwrap()).unwrap())
                .collect();
            let problem = Problem::new(&record.pieces, DefenderHand::TheRest).unwrap();
            let options = Options {
                limits: Limits {
                    nodes: Some(20_000),
                    ..Limits::default()
                },
                ..Options::default()
            };
            let report = verify(&mut Solver::new(16 << 20), &problem, Some(&line), &options);
            let open = report
                .open
                .iter()
                .filter(|open| open.kind == FlawKind::Cook && open.excluded > 0);
            open.map(|open| {
                assert!(!open.mates && open.nodes <= 20_000, "{open:?}");
                let position = report.position_at(problem.position(), open.ply);
                let mut definition = Definition::new(Rule::SelfEvident);
                let plies = open.excluded.min(3) - 1;
                for &check in &open.moves {
                    let after = position.after(check);
                    assert!(!definition.is_answered_within(&after, plies), "{after}");
                }
                open.moves.len()
            })
            .sum::<usize>()
        })
        .sum();
    assert!(excluded > 10, "{excluded}");
}

/// The fatal flaws of a problem in `problems/verdicts/classics.jsonl`, and what it costs to find them.
fn row(answer: &serde_json::Value) -> (Vec<(u64, String)>, u64) {
    let findings = answer["findings"]
        .as_array()
        .expect("each row has findings");
    let fatal = findings
        .iter()
        .filter(|finding| finding["severity"] == "fatal");
    let named = fatal.map(|finding| {
        let name = finding["flaw"].as_str().expect("each finding is named");
        (
            finding["ply"].as_u64().expect("and has a ply"),
            name.to_string(),
        )
    });
    (
        named.collect(),
        answer["nodes"].as_u64().unwrap_or(u64::MAX),
    )
}

#[test]
fn the_verdicts_of_the_classics_are_found_again() {
    /// Rows that were cheap to find.
    const CHEAP: u64 = 100_000;
    let rows = std::fs::read_to_string("problems/verdicts/classics.jsonl")
        .expect("the verdicts are there");
    let rows: Vec<serde_json::Value> = rows
        .lines()
        .map(|row| serde_json::from_str(row).expect("each row is an answer"))
        .collect();
    let records =
        ["problems/muso.jsonl", "problems/zuko.jsonl"].map(|path| Source::File(path.into()));
    let problems: HashMap<String, _> = Records::new(records.to_vec())
        .map(|record| record.expect("the classics can be read"))
        .map(|record| (record.id.clone(), record))
        .collect();
    assert_eq!(rows.len(), problems.len());
    let decided =
        |row: &&serde_json::Value| row["verdict"] != "undecided" && self::row(row).1 < CHEAP;
    let sample: Vec<_> = rows.iter().filter(decided).collect();
    assert!(sample.len() > 10, "{}", sample.len());
    sample.par_iter().for_each(|answer| {
        let id = answer["id"].as_str().expect("each row has an id");
        let record = &problems[id];
        let line = record.fields["line"]
            .as_array()
            .expect("the classics have lines");
        let line: Vec<Intent> = line
            .iter()
            .map(|mv| usi::parse(mv.as_str().unwrap()).unwrap())
            .collect();
        let problem = Problem::new(&record.pieces, DefenderHand::TheRest).unwrap();
        let report = verify(
            &mut Solver::new(64 << 20),
            &problem,
            Some(&line),
            &Options::default(),
        );
        assert_eq!(answer["verdict"], report.verdict().words(), "{id}");
        let fatal = report
            .flaws
            .iter()
            .filter(|flaw| flaw.severity == Severity::Fatal);
        let fatal = fatal.map(|flaw| (u64::from(flaw.ply), flaw.kind.word().to_string()));
        assert_eq!(row(answer).0, fatal.collect::<Vec<_>>(), "{id}");
    });
}

mod rows {
    //! Problems of which it is known what is to be said of them, one test for each.

    use super::{flaws, report};
    use tsume::tsume::verify::Severity;

    /// The verdict on a problem with the solver's line, its length, and everything found.
    fn verified(sfen: &str) -> (&'static str, u32, Vec<String>) {
        let report = report(sfen, "");
        let found = flaws(&report, Severity::Note);
        (report.verdict().words(), report.plies, found)
    }

    fn sound(plies: u32, found: &[&str]) -> (&'static str, u32, Vec<String>) {
        let found = found.iter().map(ToString::to_string).collect();
        ("sound", plies, found)
    }

    #[test]
    fn a_rook_that_does_not_promote_leaves_room_for_the_drop_of_a_pawn() {
        let sfen = "8k/5G1R1/5gB2/9/9/9/9/9/9 b Prb2g4s4n4l17p 1";
        assert_eq!(verified(sfen), sound(5, &[]));
    }

    #[test]
    fn a_pawn_that_does_not_promote_does_too() {
        let sfen = "7nk/9/7Gp/6+RP1/9/9/1+p7/9/K8 b Pr2b3g4s3n4l14p 1";
        assert_eq!(verified(sfen), sound(9, &["9 last-move dual 3b2b"]));
    }

    #[test]
    fn drops_of_a_pawn_that_would_mate_are_two_plies_away() {
        let sfen = "5+P2k/7R1/5+rB2/9/9/9/9/9/9 b Pb4g4s4n4l16p 1";
        assert_eq!(verified(sfen), sound(5, &[]));
    }

    #[test]
    fn the_drop_of_a_pawn_alone_does_not_mate() {
        let sfen = "8k/9/7+R1/9/9/9/9/9/9 b Pr2b4g4s4n4l17p 1";
        let none = ("unsound", 0, vec!["1 no mate".to_string()]);
        assert_eq!(verified(sfen), none);
    }

    #[test]
    fn the_drop_of_a_pawn_on_a_blocked_line_is_legal() {
        let sfen = "ln1g3k1/5G2l/1+LspSp2p/2p1S2p1/2r3p2/p3P4/1P+BP1P+b1P/2GS5/L2K1G3 b NPr2n5p 79";
        assert_eq!(verified(sfen), sound(3, &[]));
    }

    #[test]
    fn left_and_right_are_one_defence() {
        let sfen = "3sks3/9/4S4/9/9/B8/9/9/9 b S2rb4g4n4l18p 1";
        assert_eq!(verified(sfen), sound(3, &["2 symmetry 4a5b"]));
    }

    #[test]
    fn squares_and_promotion_do_not_matter_to_a_discovered_check() {
        let sfen = "9/9/9/9/9/7np/8k/8B/7LR b rb4g3s3n3l17p 1";
        let (verdict, plies, mut found) = verified(sfen);
        found.retain(|found| found.starts_with('1'));
        found.sort();
        assert_eq!((verdict, plies), ("sound with blemishes", 3));
        assert_eq!(
            found,
            [
                "1 promotion dual 1h6c",
                "1 square dual 1h7b",
                "1 square dual 1h7b+",
                "1 square dual 1h8a",
                "1 square dual 1h8a+",
            ]
        );
    }

    #[test]
    fn a_line_that_is_unique_at_its_length_is_cooked_at_a_greater_one() {
        let sfen = "7r1/7k1/4r4/5N+Bp1/8p/9/9/9/9 b G2Nb3g4sn4l16p 1";
        let cooked = ("unsound", 5, vec!["1 cook G*1b".to_string()]);
        assert_eq!(verified(sfen), cooked);
    }

    #[test]
    fn a_gold_that_is_given_up_at_once_is_no_choice() {
        let sfen = "7nl/9/5S1kp/6R1s/9/7p1/9/9/9 b Gr2b3g2s3n3l16p 1";
        assert_eq!(verified(sfen), sound(3, &[]));
    }

    #[test]
    fn one_ply_of_a_game_leaves_much_and_has_other_solutions() {
        let sfen = "l1+L6/9/p1pL3Gp/2s+Bp1pp1/2Np3P1/P1P6/1PKP1SB1P/2Gg+nr3/L4k3 b RG2SN5Pn 179";
        let (verdict, plies, found) = verified(sfen);
        assert_eq!((verdict, plies), ("unsound", 1));
        for finding in ["1 left-over pieces", "1 distance dual R*1i"] {
            assert!(found.contains(&finding.to_string()), "{found:?}");
        }
        let is_other = |found: &String| found.starts_with("1 last-move dual");
        assert!(found.iter().any(is_other), "{found:?}");
    }

    #[test]
    fn a_bare_king_and_a_walk_of_hundreds_of_plies_are_not_called_sound_in_passing() {
        for sfen in [
            "8k/9/9/9/9/9/9/9/9 b R2GSr2b2g3s4n4l18p 1",
            "1s1l2l1K/1P1R2npp/1pg1k3l/pnsgg3n/2p1gn3/2S2rp1B/5p2b/PS7/4P1P2 b L3P4p 1",
        ] {
            let report = super::report_within(sfen, 20_000);
            assert_eq!(report.verdict().words(), "undecided", "{report:?}");
        }
    }
}

mod program {
    //! As its users meet it.

    use assert_cmd::Command;
    use assert_cmd::cargo::cargo_bin_cmd;
    use predicates::str::contains;
    use serde_json::Value;
    use std::time::Duration;

    const SOUND: &str = "8k/5G1R1/5gB2/9/9/9/9/9/9 b Prb2g4s4n4l17p 1";
    const LINE: &str = "2b3b 4c3c P*1b 1a2a 4b3a";
    /// With a rook in hand there are other mates.
    const COOKED: &str = "4k4/9/4P4/9/9/9/9/9/9 b RG 1";

    fn verify(arguments: &[&str]) -> Command {
        let mut command = cargo_bin_cmd!("tsume");
        command
            .arg("verify")
            .args(arguments)
            .timeout(Duration::from_secs(60));
        command
    }

    fn json(arguments: &[&str]) -> Vec<Value> {
        let output = verify(arguments)
            .args(["--format", "jsonl"])
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    #[test]
    fn a_sound_problem_is_a_success() {
        verify(&["--sfen", SOUND, "--line", LINE])
            .assert()
            .code(0)
            .stdout(contains("The stated line, 5 plies:"))
            .stdout(contains("Sound."));
        verify(&["--sfen", SOUND])
            .assert()
            .code(0)
            .stdout(contains("No line is stated; the solver's, 5 plies:"));
    }

    #[test]
    fn the_line_may_be_written_as_in_books() {
        let line = "▲３二飛不成 △３三金 ▲１二歩打 △２一玉 ▲３一金";
        let found = json(&["--sfen", SOUND, "--line", line]);
        assert_eq!(
            found[0]["line"],
            serde_json::json!(LINE.split(' ').collect::<Vec<_>>())
        );
        verify(&["--sfen", SOUND, "--line", "▲９九王"])
            .assert()
            .code(2)
            .stderr(contains("--line:1:"));
        verify(&["--sfen", SOUND, "--line", "3a3b  foo"])
            .assert()
            .code(2)
            .stderr(contains(
                "--line:1:7: read \"foo\", expected a move such as 7g7f",
            ));
    }

    #[test]
    fn findings_have_their_fields() {
        let found = json(&["--sfen", COOKED, "--line", "G*5b"]);
        let [report] = found.as_slice() else {
            panic!("{found:?}")
        };
        assert_eq!(report["verdict"], "unsound");
        assert_eq!(report["line_from"], "stated");
        assert_eq!(report["left_over"], "R");
        let finding = &report["findings"][0];
        let keys: Vec<&str> = finding
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        assert_eq!(
            keys,
            [
                "flaw",
                "term",
                "severity",
                "ply",
                "moves",
                "bounds",
                "left_over",
                "detail",
                "hint"
            ]
        );
        assert_eq!(finding["severity"], "fatal");
    }

    #[test]
    fn bad_records_do_not_stop_the_others() {
        let records =
            format!("9/9\n9/9/9/9/9/9/9/9/4K4 b G 1\n{SOUND} moves {LINE}\n{SOUND} moves 9i9h\n");
        verify(&["-"])
            .write_stdin(records)
            .assert()
            .code(2)
            .stderr(contains("stdin:1:"))
            .stdout(contains("there is no king to mate"))
            .stdout(contains("sound"))
            .stdout(contains("反則手"));
    }

    #[test]
    fn undecided_problems_have_an_exit_code_of_their_own() {
        let long =
            "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1";
        verify(&["--sfen", long, "--nodes", "1k"])
            .assert()
            .code(3)
            .stdout(contains("Undecided."));
    }

    #[test]
    fn what_was_verified_before_is_not_verified_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("verdicts.jsonl");
        let to_file = |more: &[&str]| {
            let mut command = verify(more);
            command
                .args(["--format", "jsonl", "--resume", "--output"])
                .arg(&path);
            command
        };
        let written = || std::fs::read_to_string(&path).unwrap();
        to_file(&["--sfen", SOUND]).assert().code(0).stdout("");
        let first = written();
        assert_eq!(first.lines().count(), 1);
        // An answer of another kind about the same problem is none.
        let solved = r#"{"id":"sfen:2","sfen":"4k4/9/4P4/9/9/9/9/9/9 b RG 1","result":"mate","bounds":[1,1]}"#;
        std::fs::write(&path, format!("{first}{solved}\n")).unwrap();
        to_file(&["--sfen", SOUND, "--sfen", COOKED])
            .assert()
            .code(1);
        let second = written();
        assert_eq!(second.lines().count(), 3);
        assert!(second.starts_with(&first));
        // All is there, and the exit code is about all of it.
        to_file(&["--sfen", SOUND, "--sfen", COOKED])
            .assert()
            .code(1);
        assert_eq!(written(), second);
        verify(&["--sfen", SOUND, "--resume", "--output", "verdicts.txt"])
            .assert()
            .code(2);
    }

    #[test]
    fn another_length_than_stated_is_no_success() {
        let record = format!(r#"{{"id":"long","sfen":"{SOUND}","plies":7}}"#);
        verify(&["-"])
            .write_stdin(record)
            .assert()
            .code(1)
            .stdout(contains("手数相違 (wrong length, 5 plies, 7 stated)"));
    }

    #[test]
    fn what_is_open_has_its_bounds() {
        let problems = std::fs::read_to_string("problems/zuko.jsonl").unwrap();
        let bare = problems.lines().nth(97).unwrap().to_string();
        verify(&["-", "--nodes", "20k"])
            .write_stdin(bare)
            .assert()
            .code(3)
            .stdout(contains("no other mate in ≤ "));
    }

    #[test]
    fn the_report_is_a_record_that_can_be_read_again() {
        let output = verify(&["--sfen", COOKED, "--line", "G*5b", "--format", "kif"])
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let kifu = tsume::notation::kif::read(&text).unwrap();
        assert_eq!(kifu.main_line().moves.len(), 1);
        assert!(kifu.lines().len() > 1, "{text}");
        assert!(text.contains("*Unsound"), "{text}");
    }

    #[test]
    fn cooks_are_certified() {
        let folder = tempfile::tempdir().unwrap();
        let sfen = "ln1gkg1nl/6+P2/2sppps1p/2p3p2/p8/P1P1P3P/2NP1PP2/3s1KSR1/L1+b2G1NL w R2Pbgp 42";
        let path = folder.path().to_str().unwrap();
        let arguments = ["--sfen", sfen, "--nodes", "100k", "--certificate", path];
        let found = json(&arguments);
        let findings = found[0]["findings"].as_array().unwrap();
        let cooks = findings.iter().filter(|finding| finding["flaw"] == "cook");
        let certificates: Vec<&str> = cooks
            .filter_map(|cook| cook["certificate"].as_str())
            .collect();
        assert!(certificates.len() > 2, "{findings:?}");
        for certificate in certificates {
            let mut check = cargo_bin_cmd!("tsume");
            check.args(["check", certificate]).assert().success();
        }
    }
}
