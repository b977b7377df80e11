//! Positions out of games.

use super::{InputError, Record, Stated};
use crate::board::{Position, PositionError};
use crate::notation::kifu::{self, Kifu};
use serde_json::json;
use std::iter::Enumerate;
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
    positions: Box<Enumerate<kifu::Positions<Arc<Kifu>>>>,
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
            Picked::Positions(picking) => {
                let (plies, position) = picking.positions.next()?;
                Some(Ok(picked(&picking.record, &picking.kifu, &position, plies)))
            }
        }
    }
}

fn after(record: Record, plies: usize) -> Result<Record, InputError> {
    let Positions {
        record,
        kifu,
        positions,
    } = every(record)?;
    let mut moves = 0;
    for (played, position) in positions {
        if played == plies {
            return Ok(picked(&record, &kifu, &position, plies));
        }
        moves = played;
    }
    Err(record.place.error(
        format!("a record of {moves} legal moves"),
        format!("at least {plies}, after which a position is asked for"),
    ))
}

fn every(record: Record) -> Result<Positions, InputError> {
    let kifu = record.to_kifu()?;
    let no_position = |error: PositionError| {
        let place = &record.place;
        place.error(error.to_string(), "a position to play from")
    };
    let positions = kifu.shared_positions().map_err(no_position)?;
    Ok(Positions {
        record,
        kifu,
        positions: Box::new(positions.enumerate()),
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
        is_of_game: kifu.is_whole_game(),
        stated: Stated::default(),
        fields,
        game: None,
    }
}
