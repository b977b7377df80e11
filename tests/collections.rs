//! What the problems that come with the program promise.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use tsume::board::Position;
use tsume::collection::{Record, Records, Source};
use tsume::notation::usi;
use tsume::tsume::{DefenderHand, Problem};

/// Lines that end before a futile interposition.
const BEFORE_THE_END: [&str; 7] = [
    "zuko-026", "zuko-073", "zuko-093", "muso-028", "muso-031", "muso-037", "muso-043",
];

fn problems() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("problems")
}

fn records() -> Vec<Record> {
    let sources = Source::of_path(&problems()).unwrap();
    let records: Result<Vec<Record>, _> = Records::new(sources).collect();
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
