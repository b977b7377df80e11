//! Records written in other formats.

use super::game::has_field;
use super::{InputError, Record};
use crate::board::PositionError;
use crate::notation::encoding::Encoding;
use crate::notation::kifu::{Kifu, Loss, Written};
use crate::notation::{csa, jkf, kif, sfen_line};
use crate::tsume::DefenderHand;
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// A format that records can be written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// KIF.
    Kif,
    /// KI2.
    Ki2,
    /// CSA.
    Csa,
    /// JKF, a record on each line.
    Jkf,
    /// SFEN lines.
    Sfen,
    /// JSON Lines.
    JsonLines,
}

impl Target {
    /// What stands between two records.
    pub fn separator(self) -> &'static str {
        match self {
            Target::Kif | Target::Ki2 => "\n",
            Target::Csa => "/\n",
            Target::Jkf | Target::Sfen | Target::JsonLines => "",
        }
    }

    /// The record in this format. `encoding` is the one that the text will be encoded in, which CSA files name.
    ///
    /// # Errors
    /// When the moves of the record cannot be played, or its pieces make no position.
    pub fn write(
        self,
        record: &Record,
        defender_hand: DefenderHand,
        encoding: Encoding,
    ) -> Result<Written, InputError> {
        let kifu = || kifu(record, defender_hand);
        let of_position = |written: Result<Written, PositionError>| {
            written.map_err(|error| record.place.error(error.to_string(), "a position"))
        };
        match self {
            Target::Kif => of_position(kif::write(&kifu()?)),
            Target::Ki2 => of_position(kif::write_ki2(&kifu()?)),
            Target::Csa => of_position(csa::write(&kifu()?, encoding)),
            Target::Jkf => of_position(jkf::write(&kifu()?)),
            Target::Sfen => Ok(sfen_line::write(&kifu()?)),
            Target::JsonLines => Ok(json_line(record, defender_hand)),
        }
    }
}

fn kifu(record: &Record, defender_hand: DefenderHand) -> Result<Kifu, InputError> {
    let kifu = (*record.to_kifu()?).clone();
    Ok(match record.defender_hand(defender_hand) {
        DefenderHand::TheRest => kifu.with_completed_hands(),
        DefenderHand::AsGiven => kifu,
    })
}

/// The fields of the record, which are all of it when it was read from JSON.
fn json_line(record: &Record, defender_hand: DefenderHand) -> Written {
    let mut fields: Map<String, Value> = record.fields.clone();
    let is_whole_game = record
        .game
        .as_ref()
        .is_some_and(|game| game.is_whole_game());
    if is_whole_game {
        add_game(&mut fields, record);
    } else if record.defender_hand(defender_hand) == DefenderHand::TheRest {
        let mut pieces = record.pieces.clone();
        pieces.hold_the_rest(pieces.mover().opponent());
        fields.insert("sfen".to_string(), json!(pieces.to_string()));
    }
    let losses = record
        .game
        .as_ref()
        .map_or_else(Vec::new, |game| json_losses(game));
    Written {
        text: Value::Object(fields).to_string() + "\n",
        losses,
    }
}

/// SFEN lines say what was played, but have no fields for it.
fn add_game(fields: &mut Map<String, Value>, record: &Record) {
    let Some(game) = &record.game else {
        return;
    };
    let moves: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
    if !moves.is_empty() {
        fields
            .entry("start")
            .or_insert_with(|| json!(game.start().to_string()));
        fields.entry("moves").or_insert_with(|| json!(moves));
    }
}

fn json_losses(game: &Kifu) -> Vec<Loss> {
    let mut losses = game.beside_moves();
    let mut keys = HashSet::new();
    let lost = game.headers().iter().filter(|header| {
        let is_first = keys.insert(header.key.as_str());
        !is_first || header.key != "id" && !has_field(&header.key)
    });
    losses.extend(lost.map(|header| Loss::Header(header.key.clone())));
    losses
}
