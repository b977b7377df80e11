//! The arguments that say how much may be spent, shared by the subcommands that search.

use super::units;
use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;
use tsume::collection::{ProblemWatcher, RunOptions, VerifyOptions};
use tsume::search::Goal;
use tsume::tsume::DefenderHand;
use tsume::tsume::verify::Options;

/// How much may be spent.
#[derive(Args)]
pub struct Limits {
    /// Time for each problem, such as 500ms, 30s, 2m or 1h [default: no limit]
    ///
    /// To write down the line of a mate that was proven in time may take a tenth and half a second more.
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    time: Option<Duration>,
    /// Nodes for each problem, such as 300k, 100M or 2G [default: no limit]
    #[arg(long, value_name = "NODES", value_parser = units::count)]
    nodes: Option<u64>,
    /// Memory for the tables of all jobs together, such as 512MiB or 2GiB
    #[arg(long, value_name = "SIZE", value_parser = memory, default_value = "1GiB")]
    memory: usize,
    /// Problems to search at once [default: as many as keep all cores busy]
    #[arg(long, value_name = "N", value_parser = units::jobs)]
    jobs: Option<NonZeroUsize>,
    /// Threads to search each problem; they share its memory
    #[arg(long, value_name = "N", value_parser = units::jobs, default_value = "1")]
    threads: NonZeroUsize,
}

/// The least memory, in bytes, that one job can do anything with.
const LEAST_MEMORY: usize = 64 << 10;

/// A size that the tables of one job at least can do anything with.
fn memory(text: &str) -> Result<usize, String> {
    match units::bytes(text)? {
        bytes if bytes < LEAST_MEMORY => Err(format!("read {text:?}, expected at least 64KiB")),
        bytes => Ok(bytes),
    }
}

impl Limits {
    /// How many problems may be searched at once, each with memory enough.
    pub fn jobs(&self) -> NonZeroUsize {
        let cores = || {
            let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
            NonZeroUsize::new(cores.get() / self.threads).unwrap_or(NonZeroUsize::MIN)
        };
        let with_memory = NonZeroUsize::new(self.memory / LEAST_MEMORY);
        self.jobs
            .unwrap_or_else(cores)
            .min(with_memory.unwrap_or(NonZeroUsize::MIN))
    }

    /// How to solve `total` problems, or more when that is as much as [`Limits::jobs`], or nobody knows how
    /// many.
    pub fn run_options(
        &self,
        total: Option<u64>,
        goal: Goal,
        replies_to: Option<u32>,
        defender_hand: DefenderHand,
        certificates: Option<PathBuf>,
    ) -> RunOptions {
        RunOptions {
            goal,
            replies_to,
            certificates,
            jobs: self.jobs_for(total),
            threads: self.threads,
            table_bytes: self.memory,
            time: self.time,
            nodes: self.nodes,
            defender_hand,
        }
    }

    /// How to verify `total` problems, in the same way; `each` says what to look into.
    pub fn verify_options(
        &self,
        total: Option<u64>,
        defender_hand: DefenderHand,
        each: Options,
        watcher: Option<ProblemWatcher>,
        certificates: Option<PathBuf>,
    ) -> VerifyOptions {
        let limits = tsume::Limits {
            time: self.time,
            nodes: self.nodes,
            threads: self.threads,
            ..tsume::Limits::default()
        };
        VerifyOptions {
            each: Options { limits, ..each },
            watcher,
            jobs: self.jobs_for(total),
            table_bytes: self.memory,
            defender_hand,
            certificates,
        }
    }

    /// More jobs than problems would only split the memory.
    fn jobs_for(&self, total: Option<u64>) -> NonZeroUsize {
        let jobs = self.jobs();
        let problems = total.and_then(|total| NonZeroUsize::new(usize::try_from(total).ok()?));
        problems.map_or(jobs, |problems| jobs.min(problems))
    }
}
