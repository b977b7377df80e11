//! Ctrl-C.

use super::exit::Failure;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A flag that Ctrl-C sets. A second Ctrl-C ends the program at once, unless it comes together with the first:
/// `timeout` signals the program and then the group that the program is in.
pub fn stop_on_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    const INTERRUPTED: i32 = 130;
    const TOGETHER: Duration = Duration::from_millis(500);
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    let mut first = None;
    ctrlc::set_handler(move || {
        flag.store(true, Ordering::Relaxed);
        if first.get_or_insert_with(Instant::now).elapsed() > TOGETHER {
            std::process::exit(INTERRUPTED);
        }
    })
    .map_err(io::Error::other)?;
    Ok(stop)
}
