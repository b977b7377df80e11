//! What verifying says of problems whose flaws are known.

mod support;

use rayon::prelude::*;
use support::futile::{Definition, Rule};
use support::random_positions::{SplitMix64, random_position};
use support::verifier;
use tsume::Solver;
use tsume::board::{Intent, Move, Position};
use tsume::notation::{sfen, usi};
use tsume::tsume::verify::{
    Flaw, FlawKind, LineOrigin, Options, Report, Severity, Verdict, verify,
};
use tsume::tsume::{DefenderHand, Problem};

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
fn a_symmetric_diagram_has_two_solutions_that_are_one() {
    let report = report("3sks3/9/4S4/9/9/B8/9/9/9 b S2rb4g4n4l18p 1", "");
    assert!(report.plies == 3, "{report:?}");
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

/// A line of a mate in at most so many plies, the best on both sides except where the dice say otherwise.
fn some_line(start: &Position, plies: u32, dice: &mut SplitMix64) -> Vec<Move> {
    let mut definition = Definition::new(Rule::SelfEvident);
    let mut position = start.clone();
    let (mut line, mut left) = (Vec::new(), plies);
    loop {
        let checks = definition.mating_moves(&position, left);
        let check = checks[dice.below(checks.len() as u64) as usize];
        position = position.after(check);
        line.push(check);
        let mut replies = definition.longest_defences(&position, left - 1);
        if replies.is_empty() || dice.below(4) == 0 {
            replies = position.legal_moves();
        }
        if left == 1 || replies.is_empty() {
            return line;
        }
        let reply = replies[dice.below(replies.len() as u64) as usize];
        let after = position.after(reply);
        match definition.mate_in(&after, left) {
            Some(plies) => left = plies,
            None => return line,
        }
        position = after;
        line.push(reply);
    }
}

/// What the plain verifier and this one say of a problem, when both have an answer to everything.
fn both(start: &Position, line: &[Move]) -> Option<[Vec<(u32, String, String)>; 2]> {
    let named = |ply: u32, name: &str, mv: Option<Move>| {
        let name = name.replace("move order", "detour");
        (ply, name, mv.map(|mv| mv.to_string()).unwrap_or_default())
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
    let found = report.flaws.iter();
    let found = found.map(|flaw| named(flaw.ply, flaw.kind.word(), flaw.moves.first().copied()));
    let (mut plain, mut found): (Vec<_>, Vec<_>) = (plain.collect(), found.collect());
    plain.sort();
    found.sort();
    Some([plain, found])
}

#[test]
fn the_plain_verifier_finds_the_same() {
    let compared: Vec<Vec<(u32, String, String)>> = (0..3_000_u64)
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
    assert!(compared.len() > 100, "{}", compared.len());
    for name in [
        "cook",
        "shorter mate",
        "last-move dual",
        "distance dual",
        "promotion dual",
        "square dual",
        "detour",
        "equal defence",
        "longer defence",
        "not the longest",
        "no mate",
        "left-over pieces",
    ] {
        let seen = compared
            .iter()
            .flatten()
            .filter(|finding| finding.1 == name);
        assert!(seen.count() > 3, "{name}");
    }
}
