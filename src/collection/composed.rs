//! Composed problems as records, and the records of an earlier run read again.

use super::finished::cut_torn_line;
use super::lines::{LineError, Lines};
use super::record::excerpt;
use super::{InputError, Place, Record, Records, Source};
use crate::board::{Color, Move, Position};
use crate::compose::{Batch, Composed, Found, Known, Theme, Try};
use crate::notation::usi;
use crate::tsume::DefenderHand;
use serde_json::{Map, Value, json};
use std::fs::File;
use std::io::{self, BufReader, Seek, SeekFrom};
use std::path::Path;

/// What a record says of how its problem was made: enough to make it again.
#[derive(Clone, Debug)]
pub struct Making<'a> {
    /// The options that decide what is composed, as one would type them.
    pub command: &'a str,
    /// The seed among them.
    pub seed: u64,
}

impl Making<'_> {
    /// The record of what came out of a batch.
    pub fn record(&self, batch: &Batch, found: &Found) -> Map<String, Value> {
        let Found {
            problem, traits, ..
        } = found;
        let line: Vec<String> = problem.line.iter().map(ToString::to_string).collect();
        let themes = Theme::ALL.into_iter();
        let themes: Vec<_> = themes
            .filter(|theme| theme.is_shown_by(traits))
            .map(Theme::name)
            .collect();
        let record = json!({
            "id": format!("{}-{}-{}", problem.plies(), self.seed, batch.number),
            "sfen": problem.position.to_sfen(),
            "plies": problem.plies(),
            "line": line,
            "grade": found.grade,
            "pieces": traits.pieces,
            "in_hand": traits.in_hand,
            "sacrifices": traits.sacrifices,
            "non_promotions": traits.non_promotions,
            "distant_checks": traits.distant_checks,
            "double_checks": traits.double_checks,
            "drop_pawn_mates": traits.drop_pawn_mates,
            "interpositions": traits.interpositions,
            "king_moves": traits.king_moves,
            "captures": traits.captures,
            "themes": themes,
            "tries": found.tries.iter().map(told).collect::<Vec<_>>(),
            "nodes": found.nodes,
            "method": batch.method.name(),
            "seed": self.seed,
            "batch": batch.number,
            "version": env!("CARGO_PKG_VERSION"),
            "command": self.command,
        });
        match record {
            Value::Object(fields) => fields,
            _ => Map::new(),
        }
    }

    /// What an earlier run has written to a file: the problems, and the number of the batch to go on with.
    ///
    /// A last line that was cut short is cut off the file.
    ///
    /// # Errors
    /// When the file cannot be read, or a line is no record that the same options make.
    pub fn earlier(&self, mut file: File, path: &Path) -> Result<Earlier, InputError> {
        let unreadable = |error: io::Error| InputError::Unreadable {
            source_name: path.display().to_string(),
            error,
        };
        cut_torn_line(&mut file).map_err(unreadable)?;
        file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
        let mut earlier = Earlier::default();
        for line in Lines::new(BufReader::new(file)) {
            let place = Place {
                source: path.display().to_string().into(),
                line: line.number,
                column: 1,
            };
            let expected = format!("a record made by {}", self.command);
            let text = line.text.map_err(|error| match error {
                LineError::Io(error) => unreadable(error),
                other => place.error(other.to_string(), &expected),
            })?;
            let record = Record::from_json(&text, &place)?;
            let problem = composed(&record).filter(|_| self.has_made(&record));
            let batch = record.fields.get("batch").and_then(Value::as_u64);
            let (Some(problem), Some(batch)) = (problem, batch) else {
                return Err(place.error(excerpt(&text), expected));
            };
            if batch < earlier.next_batch {
                return Err(place.error(
                    format!("batch {batch}"),
                    format!("batch {} or a later one", earlier.next_batch),
                ));
            }
            earlier.next_batch = batch.saturating_add(1);
            earlier.problems.push(problem);
        }
        Ok(earlier)
    }

    /// Whether the record states these options and this version.
    fn has_made(&self, record: &Record) -> bool {
        record.text("command") == Some(self.command)
            && record.text("version") == Some(env!("CARGO_PKG_VERSION"))
    }
}

fn told(wrong: &Try) -> Value {
    json!({
        "move": wrong.check.to_string(),
        "refutation": wrong.refutation.to_string(),
        "nodes": wrong.nodes,
    })
}

/// What an earlier run has composed.
#[derive(Clone, Default, Debug)]
pub struct Earlier {
    /// In their order.
    pub problems: Vec<Composed>,
    /// The first batch of which nothing is known.
    pub next_batch: u64,
}

/// All problems of some sources, as problems that no new one may be like; errors are told to `complain`.
///
/// Positions without a solution, or with one that cannot be played, are known as positions alone.
pub fn known(sources: Vec<Source>, mut complain: impl FnMut(&InputError)) -> Known {
    let mut known = Known::default();
    for record in Records::new(sources) {
        match record {
            Ok(record) => match composed(&record) {
                Some(problem) => {
                    known.add(&problem);
                }
                None => {
                    known.extend(position(&record));
                }
            },
            Err(error) => complain(&error),
        }
    }
    known
}

/// What new problems may be made of.
#[derive(Clone, Default, Debug)]
pub struct Material {
    /// Problems with their solutions.
    pub seeds: Vec<Composed>,
    /// Positions of games.
    pub games: Vec<Position>,
}

/// The most positions of games that are kept.
const MOST_POSITIONS: usize = 1_000_000;

/// All problems of some sources, and the positions of all games; errors are told to `complain`.
pub fn material(sources: Vec<Source>, mut complain: impl FnMut(&InputError)) -> Material {
    let mut material = Material::default();
    for record in Records::new(sources) {
        let added = record.and_then(|record| material.add(&record));
        if let Err(error) = added {
            complain(&error);
        }
    }
    material
}

impl Material {
    fn add(&mut self, record: &Record) -> Result<(), InputError> {
        match composed(record) {
            Some(problem) => self.seeds.push(black_attacks(problem)),
            None => {
                let left = MOST_POSITIONS.saturating_sub(self.games.len());
                self.games.extend(positions(record)?.into_iter().take(left));
            }
        }
        Ok(())
    }
}

/// All positions of a game, or the only one of a record that is none.
fn positions(record: &Record) -> Result<Vec<Position>, InputError> {
    let not_played = |error: String| record.place.error(error, "a position to play from");
    match &record.game {
        Some(game) => match game.positions() {
            Ok(positions) => Ok(positions.collect()),
            Err(error) => Err(not_played(error.to_string())),
        },
        None => match record.pieces.build() {
            Ok(position) => Ok(vec![position]),
            Err(error) => Err(not_played(error.to_string())),
        },
    }
}

/// The same problem, the players exchanged if need be.
fn black_attacks(problem: Composed) -> Composed {
    match problem.position.side_to_move() {
        Color::Black => problem,
        Color::White => Composed {
            position: problem.position.flipped(),
            line: problem.line.into_iter().map(Move::flipped).collect(),
        },
    }
}

fn position(record: &Record) -> Option<Position> {
    let problem = record.problem(DefenderHand::TheRest).ok()?;
    Some(problem.position().clone())
}

/// The problem of a record with the line that is stated, when that can be played.
fn composed(record: &Record) -> Option<Composed> {
    let start = position(record)?;
    let words = record.fields.get("line")?.as_array()?;
    let mut position = start.clone();
    let mut line = Vec::with_capacity(words.len());
    for word in words {
        let mv = played(&mut position, word.as_str()?)?;
        line.push(mv);
    }
    Some(Composed {
        position: start,
        line,
    })
}

fn played(position: &mut Position, word: &str) -> Option<Move> {
    let mv = position.legality(usi::parse(word).ok()?).ok()?;
    position.make(mv);
    Some(mv)
}
