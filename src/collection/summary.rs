//! What a run comes to.

use super::answered::{Answered, Concern, Effort, length};
use super::finished::Skipped;
use super::human::{duration, grouped, nodes, printable};
use crate::search::Outcome;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

/// Counts of a run.
#[derive(Clone, Default, Debug)]
pub struct Summary {
    /// Problems proven mate.
    pub mate: u64,
    /// Problems proven no mate.
    pub no_mate: u64,
    /// Problems not decided.
    pub unknown: u64,
    /// Records that are no problems.
    pub invalid: u64,
    /// Records and inputs that could not be read.
    pub unreadable: u64,
    /// Problems that an earlier run has answered.
    pub skipped: u64,
    /// Problems whose answer contradicts what is stated.
    pub differing: u64,
    /// How many mates there are of each length in plies, as far as it is proven.
    pub lengths: BTreeMap<u32, u64>,
    /// Nodes of all searches.
    pub nodes: u64,
    /// The problem that took longest.
    pub slowest: Option<(String, Duration)>,
    /// What there is to worry about most.
    pub concern: Option<Concern>,
    /// Time by the clock.
    pub elapsed: Duration,
}

impl Summary {
    /// Counts one more answer.
    pub fn add(&mut self, answered: &Answered) {
        let concern = answered.concern();
        self.concern = self.concern.max(Some(concern));
        self.differing += u64::from(concern == Concern::Differs);
        match &answered.finding {
            Err(_) => self.invalid += 1,
            Ok(finding) => {
                match &finding.answer.outcome {
                    Outcome::Mate { line, bounds, .. } => {
                        self.mate += 1;
                        *self.lengths.entry(length(line, *bounds)).or_default() += 1;
                    }
                    Outcome::NoMate { .. } => self.no_mate += 1,
                    Outcome::Unknown { .. } => self.unknown += 1,
                }
                if finding.effort == Effort::Searched {
                    self.add_effort(
                        &answered.record.id,
                        finding.answer.nodes,
                        finding.answer.time,
                    );
                }
            }
        }
    }

    /// Counts what an earlier run has answered.
    pub fn add_skipped(&mut self, skipped: Skipped) {
        self.skipped += skipped.count;
        self.concern = self.concern.max(skipped.concern);
    }

    fn add_effort(&mut self, id: &str, nodes: u64, time: Duration) {
        self.nodes += nodes;
        if self
            .slowest
            .as_ref()
            .is_none_or(|(_, slowest)| time > *slowest)
        {
            self.slowest = Some((id.to_string(), time));
        }
    }

    /// How many problems were answered.
    pub fn answered(&self) -> u64 {
        self.mate + self.no_mate + self.unknown + self.invalid
    }

    fn counts(&self) -> String {
        let counts = [
            (self.mate, "mate"),
            (self.no_mate, "no mate"),
            (self.unknown, "unknown"),
            (self.invalid, "invalid"),
        ];
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let counts = counts.map(|(count, word)| format!("{count} {word}"));
        counts.collect::<Vec<_>>().join(", ")
    }

    /// How many mates there are of which length, short ones one by one, longer ones in classes.
    fn write_lengths(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let classes = CLASSES.iter().filter_map(|(name, class)| {
            let count: u64 = self.lengths.range(class.clone()).map(|(_, n)| n).sum();
            (count > 0).then(|| format!("{name}: {}", grouped(count)))
        });
        write!(f, "mate in {}", classes.collect::<Vec<_>>().join(", "))
    }

    fn write_cost(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rate = self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9);
        write!(
            f,
            "{} in {}, {}/s",
            nodes(self.nodes),
            duration(self.elapsed),
            nodes(rate as u64)
        )?;
        match &self.slowest {
            Some((id, time)) => write!(f, "; slowest {} ({})", printable(id), duration(*time)),
            None => Ok(()),
        }
    }
}

/// The lengths that are counted together and what they are called. Mates take an odd number of plies.
const CLASSES: [(&str, RangeInclusive<u32>); 11] = [
    ("1", 0..=1),
    ("3", 2..=3),
    ("5", 4..=5),
    ("7", 6..=7),
    ("9", 8..=9),
    ("11-19", 10..=19),
    ("21-49", 20..=49),
    ("51-99", 50..=99),
    ("101-299", 100..=299),
    ("301-999", 300..=999),
    ("1001 and more", 1000..=u32::MAX),
];

/// What people want to know at the end, without a line break at the very end.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.answered() {
            0 => write!(f, "No problems")?,
            1 => write!(f, "1 problem: {}", self.counts())?,
            answered => write!(f, "{answered} problems: {}", self.counts())?,
        }
        if self.differing > 0 {
            write!(f, "; {} differing from what is stated", self.differing)?;
        }
        if self.unreadable > 0 {
            write!(f, "; {} unreadable", self.unreadable)?;
        }
        if self.skipped > 0 {
            write!(f, "; {} skipped, answered before", grouped(self.skipped))?;
        }
        if self.mate > 1 {
            writeln!(f)?;
            self.write_lengths(f)?;
        }
        if self.answered() > 0 {
            writeln!(f)?;
            self.write_cost(f)?;
        }
        Ok(())
    }
}
