//! Answers of every kind for the tests of the writers, with costs that never change.

use super::AnswerWriter;
use crate::board::Move;
use crate::collection::Certificate;
use crate::collection::{Answered, Effort, Finding, Place, Record, Summary};
use crate::notation::usi;
use crate::search::{Answer, Bounds, Futile, Goal, Outcome, Reason};
use crate::tsume::{DefenderHand, Problem};
use std::sync::Arc;
use std::time::Duration;

/// A mate with a piece left over that is as stated, a mate shorter than stated, a refutation of what is stated
/// to be mate, an undecided problem, and pieces that make no problem.
pub fn all() -> Vec<Answered> {
    let bounds = |lower, upper| Bounds { lower, upper };
    vec![
        answered(
            r#"{"id":"head-gold","sfen":"4k4/9/4P4/9/9/9/9/9/9 b 2G 1","plies":1,"title":"頭金","stars":5}"#,
            |problem| Outcome::Mate {
                line: moves(problem, "G*5b"),
                bounds: bounds(1, Some(1)),
                always_leaves: Some(true),
                grey: Some(Vec::new()),
            },
        ),
        answered(
            r#"{"id":"図巧-番外, \"7\"","sfen":"4k4/9/4P4/9/9/9/9/9/9 b RG 1","plies":5,"author":"無名","year":1755}"#,
            |problem| Outcome::Mate {
                line: moves(problem, "R*3a 5a6b G*5b"),
                bounds: bounds(1, Some(3)),
                always_leaves: None,
                grey: None,
            },
        ),
        answered(
            r#"{"id":"bare","sfen":"4k4/9/9/9/9/9/9/9/9 b G 1","line":["G*5b"]}"#,
            |problem| Outcome::NoMate {
                refutation: vec![
                    (
                        moves(problem, "G*5b")[0],
                        Some(moves(problem, "G*5b 5a5b")[1]),
                    ),
                    (moves(problem, "G*4b")[0], None),
                ],
            },
        ),
        answered(
            r#"{"id":"open","sfen":"4k4/9/9/9/9/9/9/9/9 b R 1","result":"nomate"}"#,
            |_| Outcome::Unknown {
                reason: Reason::Time,
                bounds: bounds(3, None),
            },
        ),
        answered(
            r#"{"id":"no-king","sfen":"9/9/9/9/9/9/9/9/9 b R 1"}"#,
            |_| unreachable!("there is no king to mate"),
        ),
    ]
}

/// What a writer makes of these answers and their summary.
pub fn written(
    answers: &[Answered],
    writer: impl FnOnce(&mut Vec<u8>, &[Answered], &Summary),
) -> String {
    let mut summary = Summary::default();
    answers.iter().for_each(|answered| summary.add(answered));
    summary.elapsed = Duration::from_secs(61);
    let mut text = Vec::new();
    writer(&mut text, answers, &summary);
    String::from_utf8(text).unwrap()
}

/// Writes all answers and the summary.
pub fn write(mut writer: impl AnswerWriter, answers: &[Answered], summary: &Summary) {
    for answered in answers {
        writer.answer(answered).unwrap();
    }
    writer.finish(summary).unwrap();
}

fn answered(json: &str, outcome: impl FnOnce(&Problem) -> Outcome) -> Answered {
    let place = Place {
        source: "examples".into(),
        line: 1,
        column: 1,
    };
    let record = Record::from_json(json, &place).unwrap();
    let problem = Problem::new(&record.pieces, DefenderHand::TheRest);
    let finding = problem.map(|problem| {
        let answer = Answer {
            goal: Goal::Shortest(Futile::Exclude),
            outcome: outcome(&problem),
            nodes: 1_234_567,
            time: Duration::from_millis(2_345),
            table_bytes: 65_536,
        };
        Finding {
            problem,
            answer: Arc::new(answer),
            effort: Effort::Searched,
            replies: None,
            certificate: Certificate::None,
        }
    });
    Answered { record, finding }
}

fn moves(problem: &Problem, line: &str) -> Vec<Move> {
    let mut position = problem.position().clone();
    let moves = line.split(' ').map(|text| {
        let mv = position.legality(usi::parse(text).unwrap()).unwrap();
        position.make(mv);
        mv
    });
    moves.collect()
}
