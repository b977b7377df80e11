//! Batches in parallel, handed out in their order.
//!
//! What a batch comes to depends on the wish, the seed and its number alone, so that neither the number of jobs nor an
//! interruption shows in what is handed out.

use super::batch::{Batch, Composer, Found, Method, Terms};
use super::flaw::{Flaw, Tally};
use super::likeness::Known;
use super::problem::Composed;
use super::wish::Wish;
use crate::board::Position;
use rayon::ThreadPoolBuilder;
use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// How often the stop flag is looked at while nothing happens.
const PATIENCE: Duration = Duration::from_millis(50);

/// A run.
#[derive(Clone, Debug)]
pub struct Run {
    /// What is wanted.
    pub wish: Wish,
    /// Other seeds give other problems.
    pub seed: u64,
    /// The methods, which take turns.
    pub methods: Vec<Method>,
    /// Sound problems that others may be made of.
    pub seeds: Vec<Composed>,
    /// Positions of games, for problems to be dug out of.
    pub games: Vec<Position>,
    /// How many batches are composed at once.
    pub jobs: NonZeroUsize,
    /// The number of the first batch.
    pub first_batch: u64,
    /// How long to go on; without end if `None`.
    pub time: Option<Duration>,
}

/// Is told what happens in a run, in the calling thread.
pub trait Observer {
    /// A batch has ended; `found` is what came out if it was new. Called in the order of the batches.
    ///
    /// # Errors
    /// Any error ends the run.
    fn ended(
        &mut self,
        batch: &Batch,
        found: Option<&Found>,
        tally: &Tally,
    ) -> io::Result<ControlFlow<()>>;
}

impl Run {
    /// Composes until the observer has enough or somebody sets `stop`. No problem is like one of those `known` before
    /// the run, or `earlier` problems of the same run, when it goes on after an interruption.
    ///
    /// # Errors
    /// The first error of the observer, or that no threads could be started.
    pub fn compose(
        &self,
        known: &Known,
        earlier: &[Composed],
        stop: &Arc<AtomicBool>,
        observer: &mut impl Observer,
    ) -> io::Result<()> {
        let start = Instant::now();
        let pool = ThreadPoolBuilder::new()
            .num_threads(self.jobs.get())
            .thread_name(|index| format!("composer {index}"))
            .build()
            .map_err(io::Error::other)?;
        // Ends the batches under way, whether somebody stops the run or there is enough.
        let end = Arc::new(AtomicBool::new(false));
        let next = AtomicU64::new(self.first_batch);
        let (ended, batches) = mpsc::channel();
        pool.in_place_scope(|scope| {
            for _ in 0..self.jobs.get() {
                let (ended, end, next) = (ended.clone(), end.clone(), &next);
                scope.spawn(move |_| self.work(known, next, &end, &ended));
            }
            drop(ended);
            let mut shelf = Shelf {
                next: self.first_batch,
                waiting: BTreeMap::new(),
                known: known.clone(),
            };
            for problem in earlier {
                shelf.known.add(problem);
            }
            let result = loop {
                let is_over = self.time.is_some_and(|time| start.elapsed() >= time);
                if is_over || stop.load(Ordering::Relaxed) {
                    break Ok(());
                }
                match batches.recv_timeout(PATIENCE) {
                    Ok(batch) => match shelf.put(batch, observer) {
                        Ok(ControlFlow::Continue(())) => {}
                        Ok(ControlFlow::Break(())) => break Ok(()),
                        Err(error) => break Err(error),
                    },
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break Ok(()),
                }
            };
            end.store(true, Ordering::Relaxed);
            result
        })
    }

    fn work(&self, known: &Known, next: &AtomicU64, end: &Arc<AtomicBool>, ended: &Sender<Batch>) {
        let mut composer = Composer::new(Terms {
            wish: &self.wish,
            seed: self.seed,
            methods: &self.methods,
            seeds: &self.seeds,
            games: &self.games,
            known,
            stop: end.clone(),
        });
        while !end.load(Ordering::Relaxed) {
            let batch = composer.compose(next.fetch_add(1, Ordering::Relaxed));
            // What was cut short is not what the batch comes to.
            if end.load(Ordering::Relaxed) || ended.send(batch).is_err() {
                break;
            }
        }
    }
}

/// Batches that wait for those before them.
struct Shelf {
    next: u64,
    waiting: BTreeMap<u64, Batch>,
    known: Known,
}

impl Shelf {
    fn put(&mut self, batch: Batch, observer: &mut impl Observer) -> io::Result<ControlFlow<()>> {
        self.waiting.insert(batch.number, batch);
        while let Some(batch) = self.waiting.remove(&self.next) {
            self.next += 1;
            let mut tally = batch.tally.clone();
            let new = batch
                .problem
                .as_ref()
                .filter(|found| !self.known.is_like(&found.problem));
            match (&batch.problem, new) {
                (_, Some(found)) => self.known.add(&found.problem),
                (Some(_), None) => tally[Flaw::Known] += 1,
                (None, None) => {}
            }
            if observer.ended(&batch, new, &tally)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
