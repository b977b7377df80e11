//! Reading what the other program says, in a thread of its own.

use super::engine::Event;
use crate::collection::{LineError, Lines};
use std::io::{self, BufRead};
use std::sync::mpsc::SyncSender;

/// Sends every line of `input` and then its end. The thread is not waited for: it may be waiting for somebody
/// to type.
pub(super) fn listen(
    input: impl BufRead + Send + 'static,
    events: SyncSender<Event>,
) -> io::Result<()> {
    let read = move || {
        for line in Lines::new(input) {
            if matches!(line.text, Err(LineError::Io(_))) {
                break;
            }
            if events.send(Event::Line(line.text)).is_err() {
                return;
            }
        }
        // Nobody listens any more when the engine has quit.
        let _ = events.send(Event::InputEnded);
    };
    std::thread::Builder::new()
        .name("input".to_string())
        .spawn(read)?;
    Ok(())
}
