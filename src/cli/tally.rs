//! What becomes of the candidates, on standard error: a bar while a run goes on, when that is a terminal, and a sum at
//! its end.

use super::progress::per_second;
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::time::{Duration, Instant};
use tsume::collection::human;
use tsume::compose::{Flaw, Tally};

/// How a run stands.
pub struct Board {
    bar: ProgressBar,
    start: Instant,
    made_before: u64,
    made: u64,
    batches: u64,
    tally: Tally,
}

impl Board {
    /// Of a run that is to have `count` problems in the end and has `made` so many before.
    pub fn new(count: u64, made: u64) -> Board {
        let bar = ProgressBar::new(count);
        let style = ProgressStyle::with_template("{bar:20} {pos}/{len}, {eta} left {wide_msg}")
            .expect("the template is well-formed");
        bar.set_style(style);
        bar.set_position(made);
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_millis(200));
        Board {
            bar,
            start: Instant::now(),
            made_before: made,
            made,
            batches: 0,
            tally: Tally::default(),
        }
    }

    /// A batch has ended.
    pub fn ended(&mut self, made: u64, tally: &Tally) {
        self.made = made;
        self.batches += 1;
        self.tally.add(tally);
        if !self.bar.is_hidden() {
            self.bar.set_position(made);
            self.bar.set_message(self.stages());
        }
    }

    /// Does something that writes to the terminal while the bar is out of the way.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Takes the bar away and says what the run came to.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
        let made = self.made - self.made_before;
        let elapsed = self.start.elapsed();
        let per_hour = made as f64 / elapsed.as_secs_f64().max(1e-9) * 3600.0;
        // Nobody need be listening.
        let _ = writeln!(
            io::stderr(),
            "{made} problems from {} batches in {}, {} an hour\n{}",
            human::grouped(self.batches),
            human::duration(elapsed),
            human::grouped(per_hour.round() as u64),
            self.stages()
        );
    }

    /// How many candidates there were, how many each stage of the gate let through no further, and how many a second.
    fn stages(&self) -> String {
        let candidates = self.tally.candidates();
        let mut text = format!(
            "{} candidates ({}), {} sound",
            human::grouped(candidates),
            per_second(candidates, self.start.elapsed()),
            human::grouped(self.tally.sound)
        );
        for flaw in Flaw::ALL {
            if self.tally[flaw] > 0 {
                let _ = write!(text, ", {} {flaw}", human::grouped(self.tally[flaw]));
            }
        }
        text
    }
}
