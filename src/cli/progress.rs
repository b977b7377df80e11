//! The progress bar on standard error; nothing at all when that is no terminal.

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::time::Duration;
use tsume::collection::human::printable;

const BAR: &str = "{bar:20} {pos}/{len}, {prefix} solved, {rate}, {eta} left {wide_msg}";
const SPINNER: &str = "{spinner} {pos}, {prefix} solved, {rate} {wide_msg}";

/// How far a run has come.
pub struct Progress {
    bar: ProgressBar,
    solved: u64,
}

impl Progress {
    /// Of `total` problems, when that is known.
    pub fn new(total: Option<u64>) -> Progress {
        let (bar, template) = match total {
            Some(total) => (ProgressBar::new(total), BAR),
            None => (ProgressBar::no_length(), SPINNER),
        };
        let style = ProgressStyle::with_template(template).expect("the template is well-formed");
        bar.set_style(style.with_key("rate", rate));
        bar.set_prefix("0");
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar, solved: 0 }
    }

    /// The search for a problem begins.
    pub fn started(&self, id: &str) {
        self.bar.set_message(printable(id));
    }

    /// A problem is done with; `solved` says how many more are decided.
    pub fn done(&mut self, solved: u64) {
        self.solved += solved;
        self.bar.set_prefix(self.solved.to_string());
        self.bar.inc(1);
    }

    /// Does something that writes to the terminal while the bar is out of the way.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn rate(state: &ProgressState, out: &mut dyn Write) {
    // A rate that cannot be written is a rate not shown.
    let _ = write!(out, "{:.1}/s", state.per_sec());
}
