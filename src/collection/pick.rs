//! Positions out of games.

use super::{InputError, Place, Record, Stated};
use crate::board::Position;
use crate::notation::kifu::Kifu;
use serde_json::json;
use std::sync::Arc;

/// Which positions of a record are problems.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Pick {
    /// The one that the record is about.
    #[default]
    Whole,
    /// The one after this many moves of the main line; 0 is the start.
    After(usize),
    /// The start, and the one after each move of the main line.
    Every,
}

/// The records that a record becomes, each made when it is asked for.
pub(super) enum Picked {
    Whole(Option<Result<Record, InputError>>),
    Positions(Positions),
}

pub(super) struct Positions {
    record: Record,
    kifu: Arc<Kifu>,
    positions: std::iter::Enumerate<std::vec::IntoIter<Position>>,
}

impl Picked {
    pub(super) fn of(record: Record, pick: Pick) -> Picked {
        match pick {
            Pick::Whole => Picked::Whole(Some(Ok(record))),
            Pick::After(plies) => Picked::Whole(Some(after(record, plies))),
            Pick::Every => match every(record) {
                Ok(positions) => Picked::Positions(positions),
                Err(error) => Picked::Whole(Some(Err(error))),
            },
        }
    }
}

impl Iterator for Picked {
    type Item = Result<Record, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Picked::Whole(record) => record.take(),
            Picked::Positions(Positions {
                record,
                kifu,
                positions,
            }) => {
                let (plies, position) = positions.next()?;
                Some(Ok(picked(record, kifu, &position, plies)))
            }
        }
    }
}

fn positions(kifu: &Kifu, place: &Place) -> Result<Vec<Position>, InputError> {
    let positions = kifu.positions();
    let positions =
        positions.map_err(|error| place.error(error.to_string(), "a position to play from"))?;
    Ok(positions.collect())
}

fn after(record: Record, plies: usize) -> Result<Record, InputError> {
    let kifu = record.to_kifu()?;
    let positions = positions(&kifu, &record.place)?;
    match positions.get(plies) {
        Some(position) => Ok(picked(&record, &kifu, position, plies)),
        None => Err(record.place.error(
            format!("a record of {} legal moves", positions.len() - 1),
            format!("at least {plies}, after which a position is asked for"),
        )),
    }
}

fn every(record: Record) -> Result<Positions, InputError> {
    let kifu = record.to_kifu()?;
    let positions = positions(&kifu, &record.place)?;
    Ok(Positions {
        record,
        kifu,
        positions: positions.into_iter().enumerate(),
    })
}

/// The record of one position: what is said of the game, but nothing of its moves.
fn picked(record: &Record, kifu: &Kifu, position: &Position, plies: usize) -> Record {
    let id = format!("{}@{plies}", record.id);
    let mut fields = record.fields.clone();
    for field in ["plies", "line", "moves", "start", "ending", "result"] {
        fields.shift_remove(field);
    }
    fields.insert("id".to_string(), json!(id));
    fields.insert("sfen".to_string(), json!(position.to_sfen()));
    Record {
        place: record.place.clone(),
        id,
        pieces: position.to_builder(),
        last_to: kifu.last_to(plies),
        stated: Stated::default(),
        fields,
        game: None,
    }
}
