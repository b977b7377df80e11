//! The objects of JKF.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A record.
#[derive(Serialize, Deserialize)]
pub(super) struct Record {
    #[serde(default)]
    pub(super) header: Map<String, Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) initial: Option<Initial>,
    pub(super) moves: Vec<Entry>,
}

/// The start: a usual one by its name, or pieces.
#[derive(Serialize, Deserialize)]
pub(super) struct Initial {
    pub(super) preset: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) data: Option<Pieces>,
}

/// Files of ranks of squares, and hands.
#[derive(Serialize, Deserialize)]
pub(super) struct Pieces {
    /// 0 is Black, 1 is White.
    pub(super) color: u8,
    pub(super) board: Vec<Vec<Occupant>>,
    pub(super) hands: Vec<BTreeMap<String, u32>>,
}

/// What stands on a square, if anything does.
#[derive(Serialize, Deserialize)]
pub(super) struct Occupant {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) color: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) kind: Option<String>,
}

/// A move or an end. The first entry of a record is its start.
#[derive(Serialize, Deserialize, Default)]
pub(super) struct Entry {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) comments: Option<Vec<String>>,
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub(super) played: Option<Played>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) time: Option<Times>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) special: Option<String>,
    /// What may be played instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) forks: Option<Vec<Vec<Entry>>>,
}

/// A move.
#[derive(Serialize, Deserialize)]
pub(super) struct Played {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) color: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<Place>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) to: Option<Place>,
    pub(super) piece: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) same: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) promote: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) capture: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) relative: Option<String>,
}

/// File and rank.
#[derive(Serialize, Deserialize, Clone, Copy)]
pub(super) struct Place {
    pub(super) x: u8,
    pub(super) y: u8,
}

/// What a move took, and what its player has used in all.
#[derive(Serialize, Deserialize)]
pub(super) struct Times {
    pub(super) now: Clock,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) total: Option<Clock>,
}

/// Hours, minutes, seconds.
#[derive(Serialize, Deserialize)]
pub(super) struct Clock {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) h: Option<u32>,
    pub(super) m: u32,
    pub(super) s: u32,
}
