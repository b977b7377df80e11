//! Questions that share their tables against the same questions asked one by one.

mod support;

use rayon::prelude::*;
use support::brute_force::{BruteForce, checks};
use support::random_positions::{SplitMix64, random_position};
use tsume::board::{Move, Position};
use tsume::search::{
    Finding, Foreign, Futile, Goal, Limits, Outcome, Question, Session, Solver, Verdict,
};

const LONGEST: u32 = 5;

fn position(sfen: &str) -> Position {
    sfen.parse().expect("the position is legal")
}

/// Random positions with a mate of at most [`LONGEST`] plies, and the length of it.
fn mates(count: u64) -> Vec<(Position, u32)> {
    let mates = (0..count).into_par_iter().filter_map(|seed| {
        let position = random_position(&mut SplitMix64::new(seed));
        let plies = BruteForce::default().mate_in(&position, LONGEST)?;
        Some((position, plies))
    });
    mates.collect()
}

fn ask(session: &Session, position: &Position, question: Question) -> Verdict {
    let limits = Limits {
        nodes: Some(3_000),
        ..Limits::default()
    };
    let Finding { verdict, .. } = session
        .ask(position, question, &limits)
        .expect("the position has the pieces of the problem");
    verdict
}

fn within(plies: u32) -> Question<'static> {
    Question {
        within: Some(plies),
        ..Question::default()
    }
}

#[test]
fn lengths_are_those_of_brute_force_at_every_position_near_the_problem() {
    let cases = mates(1000);
    assert!(cases.len() > 100, "{}", cases.len());
    cases.par_iter().for_each(|(problem, plies)| {
        let mut solver = Solver::new(8 << 20);
        let session = solver.session(problem, Futile::Count).unwrap();
        let mut brute_force = BruteForce::default();
        for check in checks(problem) {
            let checked = problem.after(check);
            let mut slowest = Some(0);
            for reply in checked.legal_moves() {
                let answered = checked.after(reply);
                let mate = brute_force.mate_in(&answered, 3);
                for question in [3, 1] {
                    let verdict = ask(&session, &answered, within(question));
                    let is_mate = matches!(verdict, Verdict::Mate { within } if within <= question);
                    let expected = mate.is_some_and(|mate| mate <= question);
                    assert_eq!(
                        is_mate, expected,
                        "{answered} within {question}: {verdict:?}"
                    );
                }
                slowest = slowest.and_then(|slowest| Some(slowest.max(mate? + 1)));
            }
            let verdict = ask(&session, &checked, within(4));
            let is_mate = matches!(verdict, Verdict::Mate { .. });
            assert_eq!(is_mate, slowest.is_some(), "{checked}: {verdict:?}");
        }
        let verdict = ask(&session, problem, within(*plies));
        assert_eq!(verdict, Verdict::Mate { within: *plies }, "{problem}");
        if let Some(shorter) = plies.checked_sub(2) {
            assert_eq!(ask(&session, problem, within(shorter)), Verdict::NoMate);
        }
        let answer = session.shortest(problem, &Limits::default()).unwrap();
        match answer.outcome {
            Outcome::Mate { line, bounds, .. } => {
                assert_eq!((bounds.lower, bounds.upper), (*plies, Some(*plies)));
                assert_eq!(line.len() as u32, *plies, "{problem}");
            }
            other => panic!("{problem}: {other:?}"),
        }
    });
}

#[test]
fn refused_moves_leave_what_a_fresh_search_leaves() {
    mates(500)
        .par_iter()
        .for_each(|(problem, _)| compare_without_each_check(problem));
}

/// Problems in which a check that does not mate forces a way back to where it was played.
#[test]
fn a_mate_by_way_of_the_position_itself_is_none() {
    for problem in [
        "9/8k/6+S2/8+B/9/9/9/9/9 b N2rb4g3s3n4l18p 1",
        "9/9/9/9/9/9/8K/6R1+N/6Sk1 b Prnp 1",
        "9/8p/4b1K2/7Sk/6l2/8+N/9/9/9 b sp 1",
        "9/9/9/9/9/8+B/9/6+N1k/9 b G2rb3g4s3n4l18p 1",
        "1kpR5/9/K+B7/9/9/9/9/9/9 b - 1",
    ] {
        compare_without_each_check(&position(problem));
    }
}

fn compare_without_each_check(problem: &Position) {
    let mut solver = Solver::new(8 << 20);
    let session = solver.session(problem, Futile::Exclude).unwrap();
    // All is known before moves are refused, mates by way of the problem itself included.
    assert!(matches!(
        ask(&session, problem, Question::default()),
        Verdict::Mate { .. }
    ));
    for check in checks(problem) {
        let checked = problem.after(check);
        for reply in checked.legal_moves() {
            ask(&session, &checked.after(reply), Question::default());
        }
    }
    for check in checks(problem) {
        let refused = [check];
        let question = Question {
            within: None,
            refused: &refused,
        };
        match (ask(&session, problem, question), without(problem, &refused)) {
            (Verdict::Mate { .. }, Outcome::Mate { .. })
            | (Verdict::NoMate, Outcome::NoMate { .. })
            | (Verdict::Unknown(_), _)
            | (_, Outcome::Unknown { .. }) => {}
            differ => panic!("{problem} without {check}: {differ:?}"),
        }
    }
}

fn without(problem: &Position, refused: &[Move]) -> Outcome {
    let limits = Limits {
        nodes: Some(3_000),
        ..Limits::default()
    };
    let answer = Solver::new(8 << 20).solve_without(problem, refused, Goal::Any, &limits);
    answer.unwrap().outcome
}

#[test]
fn threads_may_ask_at_once() {
    mates(200).iter().for_each(|(problem, _)| {
        let mut solver = Solver::new(8 << 20);
        let session = solver.session(problem, Futile::Exclude).unwrap();
        let found: Vec<_> = checks(problem)
            .into_par_iter()
            .map(|check| (check, ask(&session, &problem.after(check), within(4))))
            .collect();
        for (check, verdict) in found {
            let mut solver = Solver::new(8 << 20);
            let alone = solver.session(problem, Futile::Exclude).unwrap();
            let expected = ask(&alone, &problem.after(check), within(4));
            assert_eq!(verdict, expected, "{problem} after {check}");
        }
    });
}

#[test]
fn positions_of_other_problems_are_not_answered() {
    let problem = position("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    let mut solver = Solver::new(1 << 20);
    let session = solver.session(&problem, Futile::Exclude).unwrap();
    let error = |sfen: &str| {
        let question = Question::default();
        session
            .ask(&position(sfen), question, &Limits::default())
            .unwrap_err()
    };
    assert_eq!(
        error("4k4/9/4P4/9/9/9/9/9/9 b G2r2b2g4s4n4l17p 1"),
        Foreign::OtherPieces
    );
    assert_eq!(
        error("4k4/9/4P4/9/9/9/9/9/9 w G2r2b3g4s4n4l17p 1"),
        Foreign::NotChecked
    );
    let checked = problem.after(problem.checks()[0]);
    assert_eq!(
        session.shortest(&checked, &Limits::default()).unwrap_err(),
        Foreign::NotAttackersMove
    );
}
