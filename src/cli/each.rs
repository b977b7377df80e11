//! Going through records one by one, as the subcommands do that draw them and write them.

use super::complain;
use super::exit::{Exit, Failure};
use std::io;
use tsume::board::PositionError;
use tsume::collection::{InputError, Pick, Record, Records, Source};

/// Why something cannot be done with a record.
pub enum Fault {
    /// It is the record's, and the next one may be better.
    Record(String),
    /// Nothing more can be done.
    All(Failure),
}

impl From<InputError> for Fault {
    fn from(error: InputError) -> Fault {
        Fault::Record(error.to_string())
    }
}

impl Fault {
    /// The pieces of the record make no position.
    pub fn position(record: &Record, error: PositionError) -> Fault {
        Fault::Record(format!("{}: {}: {error}", record.place, record.id))
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::All(error.into())
    }
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Fault {
        Fault::All(failure)
    }
}

/// Takes each record to `take`, and says on standard error what cannot be read, found or done.
pub fn each_record(
    (sources, errors): (Vec<Source>, Vec<InputError>),
    pick: Pick,
    mut take: impl FnMut(&Record) -> Result<(), Fault>,
) -> Result<Exit, Failure> {
    let mut exit = Exit::Success;
    let mut complain_of = |error: &dyn std::fmt::Display| {
        complain(error);
        exit = Exit::BadInput;
    };
    for error in errors {
        complain_of(&error);
    }
    for record in Records::new(sources).picking(pick) {
        let taken = record.map_err(Fault::from);
        match taken.and_then(|record| take(&record)) {
            Ok(()) => {}
            Err(Fault::Record(error)) => complain_of(&error),
            Err(Fault::All(failure)) => return Err(failure),
        }
    }
    Ok(exit)
}
