//! Certificates: right ones are accepted, and wrong ones prove nothing that is wrong.

mod support;

use proptest::prelude::*;
use rayon::prelude::*;
use support::certificates::{certificate, never_mate};
use support::futile::{Definition, Rule};
use support::random_positions::{SplitMix64, random_position};
use tsume::board::Position;
use tsume::proof::{CertificateError, Counting, Horizon, Proven, Statement, Writer, check};
use tsume::search::{Futile, Goal, Limits, Outcome, Solver};

const RULES: [Rule; 2] = [Rule::All, Rule::SelfEvident];

fn random(seed: u64) -> Position {
    random_position(&mut SplitMix64::new(seed))
}

/// Whether what was proven is true by the plain definition; statements about more than seven plies are not looked into.
fn is_true(proven: &Proven) -> bool {
    let position: Position = proven.sfen.parse().expect("the root is a position");
    let mut definition = Definition::new(match proven.counting {
        Counting::CountAll => Rule::All,
        Counting::ExcludeFutile => Rule::SelfEvident,
    });
    let mut mates = |plies: u16| {
        definition
            .mate_in(&position, u32::from(plies.min(7)))
            .is_some()
    };
    proven.statements.iter().all(|&statement| match statement {
        Statement::MateWithin(plies) => mates(plies) || plies > 7,
        Statement::NoMate(Horizon::Within(plies)) => !mates(plies),
        Statement::NoMate(Horizon::Ever) => !mates(7),
    })
}

#[test]
fn right_ones_are_accepted() {
    let tallies: Vec<[u32; 3]> = (0..1500)
        .into_par_iter()
        .map(|seed| {
            let position = random(seed);
            let mut tally = [0; 3];
            for rule in RULES {
                let certificate = certificate(&position, 5, rule);
                let proven = check(certificate.as_slice());
                let proven = proven.unwrap_or_else(|error| panic!("{position} {rule:?}: {error}"));
                assert!(is_true(&proven), "{position} {rule:?}");
                match proven.statements[0] {
                    Statement::MateWithin(1) => tally[0] += 1,
                    Statement::MateWithin(_) => tally[1] += 1,
                    Statement::NoMate(_) => tally[2] += 1,
                }
            }
            tally
        })
        .collect();
    for (kind, least) in [(0, 100), (1, 100), (2, 500)] {
        let count: u32 = tallies.iter().map(|tally| tally[kind]).sum();
        assert!(count >= least, "only {count} of kind {kind}");
    }
}

#[test]
fn the_two_ways_of_counting_are_told_apart() {
    let told_apart: usize = (0..3000)
        .into_par_iter()
        .map(|seed| {
            let position = random(seed);
            let [longer, shorter] = RULES.map(|rule| Definition::new(rule).mate_in(&position, 3));
            if longer == shorter {
                return 0;
            }
            // What holds when futile interpositions are excluded does not when they count.
            let certificate = certificate(&position, 3, Rule::SelfEvident);
            let text = String::from_utf8(certificate).unwrap();
            let counted = text.replace("futile exclude", "futile count");
            let result = check(counted.as_bytes());
            assert!(
                matches!(result, Err(CertificateError::Flawed(_))),
                "{counted}"
            );
            1
        })
        .sum();
    assert!(told_apart >= 5, "only {told_apart}");
}

#[test]
fn checks_without_end_never_mate() {
    let proven: usize = (0..2000)
        .into_par_iter()
        .filter_map(|seed| never_mate(&random(seed), 1000))
        .map(|certificate| {
            let proven = check(certificate.as_slice()).unwrap();
            assert_eq!(proven.statements, [Statement::NoMate(Horizon::Ever)]);
            usize::from(proven.claims >= 3)
        })
        .sum();
    assert!(proven >= 30, "only {proven}");
}

/// A rook that checks for ever; each claim leans on others in circles.
#[test]
fn circles_of_claims_are_sound() {
    let rook: Position = "9/9/9/9/4k4/9/9/3R5/9 b - 1".parse().unwrap();
    let certificate = never_mate(&rook, 100_000).unwrap();
    assert!(check(certificate.as_slice()).unwrap().claims > 100);
    // Circles prove no mate: the same claims with a number are left without a ground.
    let text = String::from_utf8(certificate).unwrap();
    let mates = text
        .replace("no mate ever", "mate 9")
        .replace("\nn*", "\nn9");
    assert!(check(mates.as_bytes()).is_err());
}

/// One damage done to the text of a certificate.
#[derive(Clone, Debug)]
enum Damage {
    Drop(usize),
    ShortenOrLengthen(usize, char),
    ExchangeFields(usize, usize, usize),
    Byte(usize, u8),
    Insert(usize, u8),
    Truncate(usize),
    OtherRoot(u64),
    Statement(Statement),
}

fn damage() -> impl Strategy<Value = Damage> {
    let index = any::<usize>;
    prop_oneof![
        index().prop_map(Damage::Drop),
        (index(), prop::char::range('1', '9'))
            .prop_map(|(line, digit)| Damage::ShortenOrLengthen(line, digit)),
        (index(), index(), 0..5usize)
            .prop_map(|(line, other, field)| Damage::ExchangeFields(line, other, field)),
        (index(), any::<u8>()).prop_map(|(index, byte)| Damage::Byte(index, byte)),
        (index(), b' '..=b'~').prop_map(|(index, byte)| Damage::Insert(index, byte)),
        index().prop_map(Damage::Truncate),
        (0..200u64).prop_map(Damage::OtherRoot),
        (1..8u16).prop_map(|plies| Damage::Statement(Statement::MateWithin(plies))),
        (1..8u16).prop_map(|plies| Damage::Statement(Statement::NoMate(Horizon::Within(plies)))),
    ]
}

fn damaged(text: &str, damage: &Damage) -> Vec<u8> {
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    // An earlier damage may have left no claims.
    let heading = lines.iter().position(|line| line == "claims");
    let first = heading.map_or(lines.len(), |heading| heading + 1);
    let claims = lines.len().saturating_sub(first + 1);
    match *damage {
        Damage::Drop(line) if claims > 0 => {
            // The claims after it keep their boards only when the next one says all that has changed.
            lines.remove(first + line % claims);
            *lines.last_mut().expect("the end") = format!("end {}", claims - 1);
        }
        Damage::ShortenOrLengthen(line, digit) if claims > 0 => {
            let line = &mut lines[first + line % claims];
            let rest = line.split_once(' ').expect("several fields").1;
            *line = format!("{}{digit} {rest}", &line[..1]);
        }
        Damage::ExchangeFields(line, other, field) if claims > 0 => {
            let other: Vec<&str> = lines[first + other % claims].split(' ').collect();
            let field_of_other = other.get(field).copied().unwrap_or("-").to_string();
            let line = &mut lines[first + line % claims];
            let mut fields: Vec<&str> = line.split(' ').collect();
            if field < fields.len() {
                fields[field] = &field_of_other;
            } else {
                fields.push(&field_of_other);
            }
            *line = fields.join(" ");
        }
        Damage::OtherRoot(seed) => lines[1] = format!("sfen {}", random(seed)),
        Damage::Statement(statement) => lines[3] = format!("proves {statement}"),
        _ => {}
    }
    let mut bytes = (lines.join("\n") + "\n").into_bytes();
    let length = bytes.len();
    match *damage {
        Damage::Byte(index, byte) => bytes[index % length] = byte,
        Damage::Insert(index, byte) => bytes.insert(index % length, byte),
        Damage::Truncate(index) => bytes.truncate(index % length),
        _ => {}
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn damaged_ones_prove_nothing_wrong(
        seed in 0..400u64,
        rule in prop::sample::select(RULES.to_vec()),
        damages in prop::collection::vec(damage(), 1..3),
    ) {
        let mut bytes = certificate(&random(seed), 5, rule);
        for damage in &damages {
            if let Ok(text) = std::str::from_utf8(&bytes)
                && text.contains("\nclaims\n")
                && text.lines().count() > 5
            {
                bytes = damaged(text, damage);
            }
        }
        if let Ok(proven) = check(bytes.as_slice()) {
            prop_assert!(is_true(&proven), "{}", String::from_utf8_lossy(&bytes));
        }
    }

    #[test]
    fn truncated_ones_are_unreadable(seed in 0..400u64, end in any::<usize>()) {
        let bytes = certificate(&random(seed), 3, Rule::SelfEvident);
        let result = check(&bytes[..end % bytes.len()]);
        let is_malformed = matches!(result, Err(CertificateError::Malformed { .. }));
        prop_assert!(is_malformed, "{:?}", result);
    }
}

/// Each claim is verified, and each is needed: certificates with the least number of claims are rejected without any one.
#[test]
fn what_is_missing_is_missed() {
    let text = "tsume certificate 1\n\
        sfen 9/8k/9/8P/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1\n\
        futile exclude\n\
        proves mate 3\n\
        proves no mate 1\n\
        claims\n\
        m3 - 2G G*1c\n\
        m1 1b.1ak1cG G G*1b\n\
        m1 1a.2ak G G*2b\n\
        n1 2a.1bk1c. 2G\n\
        end 4\n";
    assert_eq!(check(text.as_bytes()).unwrap().claims, 4);
    let refused = |from: &str, to: &str| {
        assert!(text.contains(from));
        check(text.replace(from, to).as_bytes())
            .unwrap_err()
            .to_string()
    };
    insta::assert_snapshot!(refused("m1 1b.1ak1cG G G*1b\n", "m1 1b.1ak1cG G G*2c\n"), @r#"not proven: "mate 1" of 8k/9/8G/8P/9/9/9/9/9 b G2r2b2g4s4n4l17p 1: G*2c gives no check"#);
    insta::assert_snapshot!(refused("m1 1a.2ak G G*2b\n", "m3 1a.2ak G G*2b\n"), @r#"not proven: "mate 3" of 9/8k/9/8P/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1: after G*1c the reply 1b2a is not answered"#);
    insta::assert_snapshot!(refused("m3 - 2G G*1c\n", "m3 - 2G G*2c\n"), @r#"not proven: "mate 3" of 9/8k/9/8P/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1: after G*2c the reply 1b2c is not answered"#);
    insta::assert_snapshot!(refused("m3 - 2G G*1c\n", "m3 - 2G G*5e\n"), @r#"not proven: "mate 3" of 9/8k/9/8P/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1: G*5e gives no check"#);
    insta::assert_snapshot!(refused("n1 2a.1bk1c. 2G\n", "n1 2a.1bk1c. G\n"), @r#"no claim says "no mate 1" of the root"#);
    insta::assert_snapshot!(refused("n1 2a.1bk1c. 2G\n", "n3 2a.1bk1c. 2G\n"), @r#"not proven: "no mate 3" of 9/8k/9/8P/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1: no reply to 1d1c+ is shown to escape"#);
}

#[test]
fn unreadable_ones_are_told_where_and_why() {
    let refused = |text: &str| check(text.as_bytes()).unwrap_err().to_string();
    insta::assert_snapshot!(refused(""), @r#"1:1: read the end of the file, expected more: the last line says "end""#);
    insta::assert_snapshot!(refused("tsume certificate 2\n"), @r#"1:1: read "tsume", expected "tsume certificate 1""#);
    let sfen = |sfen: &str| refused(&format!("tsume certificate 1\nsfen {sfen}\n"));
    insta::assert_snapshot!(sfen("4k4/9/9/9/9/9/9/9/8 b - 1"), @"2:25: read white space, expected a piece letter, '+' or a number of empty squares 1-9");
    insta::assert_snapshot!(sfen("4k4/9/9/9/9/9/9/9/9 b 3R 1"), @r#"2:6: read 3 pieces of the kind R where a set has 2, expected a position"#);
    insta::assert_snapshot!(sfen("9/9/9/9/9/9/9/9/4K4 b G 1"), @r#"2:6: read "9/9/9/9/9/9/9/9/4K4", expected a king to mate"#);
    let head = "tsume certificate 1\nsfen 4k4/9/4P4/9/9/9/9/9/9 b 2G2r 1\nfutile exclude\n";
    insta::assert_snapshot!(refused(&format!("{head}claims\n")), @r#"4:1: read "claims", expected "proves" and a statement, or "claims" after some"#);
    let claim = |line: &str| refused(&format!("{head}proves mate 1\nclaims\n{line}\nend 1\n"));
    insta::assert_snapshot!(claim("x1 - G G*5b"), @r#"6:1: read "x1", expected mN, nN, n* or "end""#);
    insta::assert_snapshot!(claim("m0 - G G*5b"), @r#"6:2: read "0", expected a number of plies from 1 to 65534"#);
    insta::assert_snapshot!(claim("m1 5j. G G*5b"), @r#"6:5: read 'j', expected a rank a-i"#);
    insta::assert_snapshot!(claim("m1 5b+. G G*5b"), @r#"6:6: read '+', expected a piece in SFEN, or '.'"#);
    insta::assert_snapshot!(claim("m1 5b G G*5b"), @r#"6:6: read white space, expected a piece in SFEN, or '.'"#);
    insta::assert_snapshot!(claim("m1 5b+G G G*5b"), @r#"6:6: read '+', expected a piece in SFEN, or '.'"#);
    insta::assert_snapshot!(claim("m1 5a. G G*5b"), @r#"6:4: read "5a.", expected a board with one king of the defender and at most one of the attacker"#);
    insta::assert_snapshot!(claim("m1 - 3G G*5b"), @r#"6:4: read "-", expected no more pieces than the problem has"#);
    insta::assert_snapshot!(claim("m1 - 5G G*5b"), @r#"6:6: read "5G", expected no more of a kind than a set has"#);
    insta::assert_snapshot!(claim("m1 - G2 G*5b"), @r#"6:8: read white space, expected P, L, N, S, G, B or R of either case in hand"#);
    insta::assert_snapshot!(claim("m1 - G K*5b"), @r#"6:8: read 'K', expected one of P, L, N, S, G, B, R"#);
    insta::assert_snapshot!(claim("m1 - G G*5b - -"), @r#"6:14: read white space, expected the end of the line"#);
    insta::assert_snapshot!(claim("n1  G"), @r#"6:4: read white space, expected a file 1-9"#);
    insta::assert_snapshot!(claim("m1 - G G*5b\u{e9}"), @"6:12: read the byte 0xc3, expected printable ASCII");
    insta::assert_snapshot!(claim(&"x".repeat(2000)), @"6:1001: read a line without end, expected at most 1,000 bytes");
    insta::assert_snapshot!(claim("m1 - G G*5b\nend 2"), @r#"7:5: read "2", expected the number of claims"#);
    insta::assert_snapshot!(claim("m1 - G G*5b\nend 1\nm1 - G G*5b"), @"8:1: read more, expected the end of the file");
}

const GOALS: [Goal; 3] = [
    Goal::Any,
    Goal::Shortest(Futile::Exclude),
    Goal::Shortest(Futile::Count),
];

/// What a verdict states.
fn statements(outcome: &Outcome) -> Vec<Statement> {
    let no_mate = |plies: u32| Statement::NoMate(Horizon::Within(plies as u16));
    match outcome {
        Outcome::Mate { bounds, .. } => {
            let mate = bounds
                .upper
                .map(|upper| Statement::MateWithin(upper as u16));
            let sooner = (bounds.lower > 2).then(|| no_mate(bounds.lower - 2));
            mate.into_iter().chain(sooner).collect()
        }
        Outcome::NoMate { .. } => vec![Statement::NoMate(Horizon::Ever)],
        Outcome::Unknown { .. } => Vec::new(),
    }
}

/// Holds what the solver answers within so many nodes against the checker; whether there was a verdict.
fn is_certified(position: &Position, goal: Goal, nodes: u64) -> bool {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let mut solver = Solver::new(16 << 20);
    let answer = solver.solve(position, goal, &limits);
    let stated = statements(&answer.expect("there is a king to mate").outcome);
    if stated.is_empty() {
        return false;
    }
    let counting = match goal {
        Goal::Shortest(Futile::Exclude) => Counting::ExcludeFutile,
        Goal::Shortest(Futile::Count) | Goal::Any => Counting::CountAll,
    };
    let writer = Writer::new(Vec::new(), position, counting, &stated);
    let mut writer = writer.expect("memory can be written to");
    let handed_out = solver.hand_out_proof(None, &mut writer);
    assert!(handed_out.is_ok(), "{position} {goal:?}: {handed_out:?}");
    let certificate = writer.finish().expect("memory can be written to");
    let proven = check(certificate.as_slice());
    let proven = proven.unwrap_or_else(|error| panic!("{position} {goal:?}: {error}"));
    assert_eq!(proven.statements, stated, "{position} {goal:?}");
    true
}

#[test]
fn verdicts_on_random_positions_are_certified() {
    let certified = (500_000..500_600u64).into_par_iter().map(|seed| {
        let position = random(seed);
        let goals = GOALS.iter();
        goals
            .filter(|&&goal| is_certified(&position, goal, 2_000))
            .count()
    });
    let certified: usize = certified.sum();
    assert!(certified >= 1_000, "only {certified}");
}

#[test]
fn verdicts_on_the_problems_that_come_with_the_program_are_certified() {
    let problems = ["tutorial", "zuko", "muso"].map(|name| {
        let path = format!("{}/problems/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).expect("the problems can be read")
    });
    let lines: Vec<&str> = problems.iter().flat_map(|text| text.lines()).collect();
    let certified = lines.into_par_iter().map(|line| {
        let fields: serde_json::Value = serde_json::from_str(line).expect("JSON Lines");
        let sfen = fields["sfen"].as_str().expect("a problem has an SFEN");
        let position: Position = sfen.parse().expect("the problems are sound");
        let goals = GOALS.iter();
        goals
            .filter(|&&goal| is_certified(&position, goal, 5_000))
            .count()
    });
    let certified: usize = certified.sum();
    assert!(certified >= 100, "only {certified}");
}

/// Zuko 47: many interpositions are answered by playing on, and that taking them away would not mate takes longer to
/// find out than the whole answer.
#[test]
fn what_answered_an_interposition_is_found_again_without_a_search() {
    let position = "9/9/9/9/1nGp5/k2n5/l2+r1+p3/+bp1N+B4/1ss1P4 b R3GP2sn3l13p 1";
    let position: Position = position.parse().expect("an SFEN");
    let goal = Goal::Shortest(Futile::Exclude);
    assert!(is_certified(&position, goal, 3_000_000));
}
