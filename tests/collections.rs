//! What the problems that come with the program promise.

use std::collections::HashSet;
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use tsume::board::Position;
use tsume::collection::{
    Answered, Finding, InputError, Observer, Record, Records, RunOptions, Source, run,
};
use tsume::notation::usi;
use tsume::search::{Goal, Outcome};
use tsume::tsume::{DefenderHand, InvalidProblem, Problem};

/// Lines that end before a futile interposition.
const BEFORE_THE_END: [&str; 7] = [
    "zuko-026", "zuko-073", "zuko-093", "muso-028", "muso-031", "muso-037", "muso-043",
];

/// Problems that are flawed as transcribed: there is no mate.
const NO_MATE: [&str; 4] = ["zuko-084", "muso-037", "muso-073", "muso-088"];

/// The classical collections.
fn sources() -> Vec<Source> {
    let problems = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems");
    let files = ["muso.jsonl", "zuko.jsonl"].map(|name| problems.join(name));
    let sources = files.iter().map(|file| Source::of_path(file).unwrap());
    sources.flatten().collect()
}

fn records() -> Vec<Record> {
    let records: Result<Vec<Record>, _> = Records::new(sources()).collect();
    records.unwrap()
}

/// The position after the record's line, every move of which is legal and, if the attacker's, a check.
fn after_line(record: &Record) -> Position {
    let problem = Problem::new(&record.pieces, DefenderHand::TheRest).unwrap();
    let mut position = problem.position().clone();
    for text in record.fields["line"].as_array().unwrap() {
        let text = text.as_str().unwrap();
        let mv = position
            .legality(usi::parse(text).unwrap())
            .unwrap_or_else(|error| panic!("{}: {text}: {error}", record.id));
        position.make(mv);
        let attacker_moved = position.side_to_move() != problem.attacker();
        assert!(
            !attacker_moved || position.is_in_check(position.side_to_move()),
            "{}: {text} is no check",
            record.id
        );
    }
    position
}

#[test]
fn there_are_two_hundred_with_ids_of_their_own() {
    let ids: HashSet<String> = records().into_iter().map(|record| record.id).collect();
    assert_eq!(ids.len(), 200);
}

#[test]
fn every_record_accounts_for_all_pieces_and_says_where_it_comes_from() {
    for record in records() {
        let given = Problem::new(&record.pieces, DefenderHand::AsGiven).unwrap();
        let completed = Problem::new(&record.pieces, DefenderHand::TheRest).unwrap();
        assert_eq!(given.position(), completed.position(), "{}", record.id);
        for field in ["title", "author", "source", "rights"] {
            assert!(record.text(field).is_some(), "{}: {field}", record.id);
        }
    }
}

#[test]
fn every_line_is_legal_and_checks_to_the_end() {
    for record in records() {
        let length = record.fields["line"].as_array().unwrap().len();
        assert_eq!(record.stated.plies, u32::try_from(length).ok());
        let ends_in_mate = after_line(&record).is_mate();
        let noted = BEFORE_THE_END.contains(&record.id.as_str());
        assert_eq!(ends_in_mate, !noted, "{}", record.id);
    }
}

/// Keeps all answers.
#[derive(Default)]
struct Answers(Vec<Answered>);

impl Observer<Result<Finding, InvalidProblem>> for Answers {
    fn in_hand(&mut self, _: &Record) {}

    fn unreadable(&mut self, error: &InputError) -> io::Result<()> {
        Err(io::Error::other(error.to_string()))
    }

    fn found(
        &mut self,
        record: Record,
        finding: Result<Finding, InvalidProblem>,
    ) -> io::Result<()> {
        self.0.push(Answered { record, finding });
        Ok(())
    }
}

/// The answers that a small search finds, the same on every machine.
fn answers() -> Vec<Answered> {
    let options = RunOptions {
        replies_to: None,
        goal: Goal::Any,
        certificates: None,
        threads: NonZeroUsize::MIN,
        jobs: NonZeroUsize::new(2).unwrap(),
        table_bytes: 32 << 20,
        time: None,
        nodes: Some(5_000),
        defender_hand: DefenderHand::TheRest,
    };
    let mut answers = Answers::default();
    let records = Records::new(sources());
    run(records, &options, &Arc::default(), &mut answers).unwrap();
    answers.0
}

#[test]
fn answers_hold_when_they_are_played() {
    let answers = answers();
    assert_eq!(answers.len(), 200);
    let mut mates = 0;
    for answered in answers {
        let id = &answered.record.id;
        let finding = answered.finding.as_ref().unwrap();
        match &finding.answer.outcome {
            Outcome::Mate { line, bounds, .. } => {
                mates += 1;
                assert!(!NO_MATE.contains(&id.as_str()), "{id}");
                let mut record = answered.record.clone();
                record.fields = answered.to_json();
                let end = after_line(&record);
                assert!(end.is_mate(), "{id}");
                assert_eq!(
                    finding.problem.left_over(line),
                    end.hand(finding.problem.attacker())
                );
                assert!(
                    bounds
                        .upper
                        .is_some_and(|upper| line.len() <= upper as usize),
                    "{id}"
                );
            }
            Outcome::NoMate { .. } => assert!(NO_MATE.contains(&id.as_str()), "{id}"),
            Outcome::Unknown { .. } => {}
        }
    }
    assert!(mates > 0);
}
