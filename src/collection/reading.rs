//! Reading ahead in a thread of its own, in a bounded room.

use super::{InputError, Record};
use serde_json::{Map, Value};
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// What a record takes besides its fields and its game: its pieces, its place in the queue, its problem and its
/// answer.
const BESIDES: usize = 1 << 10;

/// A record or an error, and how many bytes of the room it takes until they are given back.
pub(super) struct Read {
    pub(super) record: Result<Record, InputError>,
    pub(super) bytes: usize,
}

/// The bytes that what is read and not yet done with may take.
///
/// However much that is, one record is always let in.
pub(super) struct Room {
    size: usize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    taken: usize,
    closed: bool,
}

impl Room {
    pub(super) fn new(size: usize) -> Room {
        Room {
            size,
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// Waits until there is room, or the room is closed.
    fn take(&self, bytes: usize) -> Taken {
        let full = |state: &mut State| {
            !state.closed && state.taken > 0 && state.taken.saturating_add(bytes) > self.size
        };
        let waited = self.changed.wait_while(self.state(), full);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        if state.closed {
            return Taken::Closed;
        }
        state.taken = state.taken.saturating_add(bytes);
        Taken::Granted
    }

    /// Gives back what was taken.
    pub(super) fn give_back(&self, bytes: usize) {
        let mut state = self.state();
        state.taken = state.taken.saturating_sub(bytes);
        self.changed.notify_one();
    }

    /// Lets nothing in any more.
    pub(super) fn close(&self) {
        self.state().closed = true;
        self.changed.notify_one();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(PartialEq, Eq, Debug)]
enum Taken {
    Granted,
    Closed,
}

/// Reads in a thread of its own as far as there is room, and hands everything to `hand_over`, `None` at the
/// end. The thread ends when the room is closed, but need not be waited for: it may be waiting for somebody to
/// type.
///
/// # Errors
/// When there can be no thread.
pub(super) fn read_ahead(
    records: impl Iterator<Item = Result<Record, InputError>> + Send + 'static,
    room: Arc<Room>,
    hand_over: impl Fn(Option<Box<Read>>) + Send + 'static,
) -> io::Result<()> {
    let read = move || {
        for record in records {
            let bytes = size(&record);
            if room.take(bytes) == Taken::Closed {
                return;
            }
            hand_over(Some(Box::new(Read { record, bytes })));
        }
        hand_over(None);
    };
    std::thread::Builder::new()
        .name("reader".to_string())
        .spawn(read)?;
    Ok(())
}

/// Bytes that a record takes until it is answered, about.
fn size(record: &Result<Record, InputError>) -> usize {
    let Ok(record) = record else {
        return BESIDES;
    };
    let game = record.game.as_ref().map_or(0, |game| game.bytes());
    BESIDES + fields(&record.fields) + game
}

/// What the fields of an object take, each with its name and its place in the index.
fn fields(fields: &Map<String, Value>) -> usize {
    const NAME_AND_PLACE: usize = size_of::<String>() + 3 * size_of::<usize>();
    let each = fields.iter();
    each.map(|(name, value)| NAME_AND_PLACE + name.len() + value_size(value))
        .sum()
}

fn value_size(value: &Value) -> usize {
    let inside = match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        Value::String(text) => text.len(),
        Value::Array(values) => values.iter().map(value_size).sum(),
        Value::Object(object) => fields(object),
    };
    size_of::<Value>() + inside
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection::Place;
    use crate::notation::kif;

    #[test]
    fn one_is_always_let_in_and_no_more_than_there_is_room_for() {
        let room = Arc::new(Room::new(10));
        assert_eq!(room.take(100), Taken::Granted);
        let visitor = room.clone();
        let waiting = std::thread::spawn(move || [visitor.take(6), visitor.take(6)]);
        room.give_back(100);
        // The second of the two waits for the first, or for the end.
        while room.state().taken < 6 {
            std::thread::yield_now();
        }
        assert_eq!(room.state().taken, 6);
        room.close();
        assert_eq!(waiting.join().unwrap(), [Taken::Granted, Taken::Closed]);
    }

    #[test]
    fn what_a_record_takes_grows_with_its_fields_and_its_game() {
        let object = |text: &str| serde_json::from_str::<Map<String, Value>>(text).unwrap();
        let short = fields(&object(r#"{"id":"a"}"#));
        let long = fields(&object(&format!(r#"{{"id":"{}"}}"#, "a".repeat(1000))));
        assert_eq!(long - short, 999);
        let game = |comment: &str| {
            let text = format!("▲７六歩\n*{comment}\n");
            let place = Place {
                source: "a.ki2".into(),
                line: 1,
                column: 1,
            };
            size(&Record::from_kifu(
                kif::read(&text).unwrap(),
                &place,
                "a".to_string(),
            ))
        };
        assert_eq!(game(&"a".repeat(1000)) - game("a"), 999);
        let many = fields(&object(&format!(r#"{{"id":[{}1]}}"#, "1,".repeat(999))));
        assert!(many > 1000 * size_of::<Value>());
    }
}
