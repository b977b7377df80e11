//! The progress bar on standard error; nothing at all when that is no terminal.

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::time::Duration;
use tsume::collection::human::printable;
use tsume::collection::{Account, ProblemWatcher};

const BAR: &str = "{bar:20} {pos}/{len}, {prefix} solved, {rate}, {eta} left {wide_msg}";
const SPINNER: &str = "{spinner} {pos}, {prefix} solved, {rate} {wide_msg}";

/// How far a run has come.
pub struct Progress {
    bar: ProgressBar,
    answered: u64,
    solved: u64,
    /// What needs no answer because it has one.
    skipped: Account,
}

impl Progress {
    /// Of `total` problems, when that is known, those skipped among them.
    pub fn new(total: Option<u64>, skipped: Account) -> Progress {
        let (bar, template) = match total {
            Some(total) => (ProgressBar::new(total), BAR),
            None => (ProgressBar::no_length(), SPINNER),
        };
        let style = ProgressStyle::with_template(template).expect("the template is well-formed");
        bar.set_style(style.with_key("rate", rate));
        bar.set_prefix("0");
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress {
            bar,
            answered: 0,
            solved: 0,
            skipped,
        }
    }

    /// The problem that all wait for.
    pub fn in_hand(&self, id: &str) {
        if !self.bar.is_hidden() {
            self.bar.set_message(printable(id));
        }
    }

    /// Shows which move of which problem is looked into; `None` where nobody would see it.
    pub fn watcher(&self) -> Option<ProblemWatcher> {
        let bar = self.bar.clone();
        let show = move |id: &str, ply| bar.set_message(format!("{} ply {ply}", printable(id)));
        (!self.bar.is_hidden()).then(|| ProblemWatcher::new(show))
    }

    /// A problem is done with; `solved` says how many more are decided.
    pub fn done(&mut self, solved: u64) {
        self.answered += 1;
        self.solved += solved;
        if !self.bar.is_hidden() {
            let skipped = self.skipped.so_far().count;
            self.bar.set_prefix(self.solved.to_string());
            self.bar.set_position(skipped + self.answered);
        }
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

/// How many a second that is.
pub fn per_second(count: u64, time: Duration) -> String {
    format!("{:.0}/s", count as f64 / time.as_secs_f64().max(1e-9))
}
