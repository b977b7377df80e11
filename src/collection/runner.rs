//! Solves many problems at once and hands out the answers in the order of the problems.
//!
//! One thread reads ahead, a pool searches, and the calling thread puts the answers back in order. A window
//! of problems is under way at any time, so that collections of any length take the same memory.

use super::answered::{Answered, Finding};
use super::memo::Memo;
use super::{InputError, Record};
use crate::board::PositionBuilder;
use crate::search::{Limits, Solver};
use crate::tsume::{DefenderHand, InvalidProblem, Problem};
use rayon::{Scope, ThreadPool, ThreadPoolBuilder};
use std::collections::VecDeque;
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How many problems per job may be read and not yet handed out. A hard problem holds up those behind it, so
/// many; each may be a line of [`super::MAX_LINE`] bytes, so not too many.
const WINDOW_PER_JOB: usize = 64;

/// How many answers are remembered in case their positions come again.
const REMEMBERED: usize = 1 << 16;

/// How often the stop flag is looked at while nothing happens.
const PATIENCE: Duration = Duration::from_millis(50);

/// How to solve a collection.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// How many problems are searched at once.
    pub jobs: NonZeroUsize,
    /// Bytes for the tables of all jobs together.
    pub table_bytes: usize,
    /// Wall-clock time for each problem.
    pub time: Option<Duration>,
    /// Nodes for each problem.
    pub nodes: Option<u64>,
    /// Who holds the pieces that stand nowhere.
    pub defender_hand: DefenderHand,
}

/// Is told what happens in a run, in the calling thread. An error ends the run.
pub trait Observer {
    /// The search for a problem begins.
    fn started(&mut self, record: &Record);
    /// A record or an input could not be read.
    fn unreadable(&mut self, error: &InputError) -> io::Result<()>;
    /// A problem is answered. Called in the order of the problems.
    fn answered(&mut self, answered: &Answered) -> io::Result<()>;
}

/// Solves `records`. When `stop` becomes true, searches end with an unknown answer, and problems not begun
/// are dropped.
///
/// # Errors
/// The first error of `observer`, or that no threads could be started.
pub fn run(
    records: impl Iterator<Item = Result<Record, InputError>> + Send + 'static,
    options: &RunOptions,
    stop: &Arc<AtomicBool>,
    observer: &mut impl Observer,
) -> io::Result<()> {
    let pool = pool(options.jobs)?;
    let (events, happened) = mpsc::channel();
    let bench = Bench {
        limits: Limits {
            time: options.time,
            nodes: options.nodes,
            stop: Some(stop.clone()),
            ..Limits::default()
        },
        defender_hand: options.defender_hand,
        table_bytes: options.table_bytes / options.jobs,
        solvers: Mutex::new(Vec::new()),
        memo: Memo::new(REMEMBERED),
        events: events.clone(),
    };
    let permits = read_ahead(records, options.jobs.get() * WINDOW_PER_JOB, events)?;
    pool.in_place_scope(|scope| {
        let mut run = Run {
            bench: &bench,
            scope,
            observer,
            permits,
            queue: VecDeque::new(),
            handed_out: 0,
            searching: 0,
            all_read: false,
        };
        let result = run.until_done(&happened, stop);
        if result.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        result
    })
}

fn pool(jobs: NonZeroUsize) -> io::Result<ThreadPool> {
    ThreadPoolBuilder::new()
        .num_threads(jobs.get())
        .thread_name(|index| format!("job {index}"))
        .build()
        .map_err(io::Error::other)
}

/// What a search comes to.
type Found = Box<Result<Finding, InvalidProblem>>;

/// What happens in the other threads.
enum Event {
    Read(Box<Result<Record, InputError>>),
    AllRead,
    Started(u64),
    /// Nothing was found when the search was not begun.
    Ended(u64, Option<Found>),
}

/// Reads records in a thread of its own, each after a permit. The thread is not waited for in the end: it may
/// be waiting for somebody to type.
fn read_ahead(
    records: impl Iterator<Item = Result<Record, InputError>> + Send + 'static,
    window: usize,
    events: Sender<Event>,
) -> io::Result<Sender<()>> {
    let (permits, permitted) = mpsc::channel();
    for _ in 0..window {
        permits.send(()).map_err(io::Error::other)?;
    }
    let read = move || {
        for record in records {
            if permitted.recv().is_err() || events.send(Event::Read(Box::new(record))).is_err() {
                return;
            }
        }
        // Nobody listens any more when the run has ended early.
        let _ = events.send(Event::AllRead);
    };
    std::thread::Builder::new()
        .name("reader".to_string())
        .spawn(read)?;
    Ok(permits)
}

/// A run as the calling thread sees it.
struct Run<'run, 'scope, O> {
    bench: &'scope Bench,
    scope: &'run Scope<'scope>,
    observer: &'run mut O,
    permits: Sender<()>,
    /// The problems that are not yet handed out, in order.
    queue: VecDeque<Slot>,
    /// How many problems have left the queue.
    handed_out: u64,
    /// How many have been given to the pool and have not ended.
    searching: u64,
    all_read: bool,
}

struct Slot {
    record: Record,
    state: State,
}

enum State {
    Searching,
    Found(Found),
    NotBegun,
}

impl<O: Observer> Run<'_, '_, O> {
    fn until_done(&mut self, happened: &Receiver<Event>, stop: &AtomicBool) -> io::Result<()> {
        while self.searching > 0 || !(self.all_read || stop.load(Ordering::Relaxed)) {
            match happened.recv_timeout(PATIENCE) {
                Ok(event) => self.take(event, stop)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(())
    }

    fn take(&mut self, event: Event, stop: &AtomicBool) -> io::Result<()> {
        match event {
            Event::Read(_) if stop.load(Ordering::Relaxed) => Ok(()),
            Event::Read(record) => match *record {
                Ok(record) => {
                    self.search(record);
                    Ok(())
                }
                Err(error) => {
                    self.permit_another();
                    self.observer.unreadable(&error)
                }
            },
            Event::AllRead => {
                self.all_read = true;
                Ok(())
            }
            Event::Started(index) => {
                if let Some(slot) = slot(&mut self.queue, index, self.handed_out) {
                    self.observer.started(&slot.record);
                }
                Ok(())
            }
            Event::Ended(index, found) => {
                self.searching -= 1;
                if let Some(slot) = slot(&mut self.queue, index, self.handed_out) {
                    slot.state = found.map_or(State::NotBegun, State::Found);
                }
                self.hand_out()
            }
        }
    }

    /// Gives a problem to the pool.
    fn search(&mut self, record: Record) {
        let index = self.handed_out + self.queue.len() as u64;
        let task = Task {
            bench: self.bench,
            index,
            found: None,
        };
        let pieces = record.pieces.clone();
        self.scope.spawn(move |_| task.search(&pieces));
        self.searching += 1;
        self.queue.push_back(Slot {
            record,
            state: State::Searching,
        });
    }

    /// Hands out what has ended, as far as no earlier problem is still searched.
    fn hand_out(&mut self) -> io::Result<()> {
        while let Some(slot) = self.queue.pop_front() {
            if matches!(slot.state, State::Searching) {
                self.queue.push_front(slot);
                break;
            }
            self.handed_out += 1;
            self.permit_another();
            if let State::Found(found) = slot.state {
                self.observer.answered(&Answered {
                    record: slot.record,
                    finding: *found,
                })?;
            }
        }
        Ok(())
    }

    fn permit_another(&self) {
        // The reader is gone when everything has been read.
        let _ = self.permits.send(());
    }
}

fn slot(queue: &mut VecDeque<Slot>, index: u64, handed_out: u64) -> Option<&mut Slot> {
    let place = index.checked_sub(handed_out)?;
    queue.get_mut(usize::try_from(place).ok()?)
}

/// What the jobs share.
struct Bench {
    limits: Limits,
    defender_hand: DefenderHand,
    /// For one job.
    table_bytes: usize,
    /// The solvers that nobody uses at the moment; each job takes one and puts it back.
    solvers: Mutex<Vec<Solver>>,
    memo: Memo,
    events: Sender<Event>,
}

/// The search for one problem. It reports its end however it ends, so that nobody waits for it forever.
struct Task<'a> {
    bench: &'a Bench,
    index: u64,
    found: Option<Found>,
}

impl Task<'_> {
    fn search(mut self, pieces: &PositionBuilder) {
        if !self.bench.is_stopped() {
            self.bench.tell(Event::Started(self.index));
            self.found = Some(Box::new(self.bench.find(pieces)));
        }
    }
}

impl Drop for Task<'_> {
    fn drop(&mut self) {
        self.bench.tell(Event::Ended(self.index, self.found.take()));
    }
}

impl Bench {
    fn find(&self, pieces: &PositionBuilder) -> Result<Finding, InvalidProblem> {
        let problem = Problem::new(pieces, self.defender_hand)?;
        let position = problem.position();
        let (answer, effort) = self.memo.answer(position, || {
            let mut solver = self.take_solver();
            let answer = solver.solve(position, &self.limits);
            self.put_back(solver);
            answer
        })?;
        Ok(Finding {
            problem,
            answer,
            effort,
        })
    }

    fn take_solver(&self) -> Solver {
        let mut solvers = self.solvers.lock().unwrap_or_else(PoisonError::into_inner);
        solvers
            .pop()
            .unwrap_or_else(|| Solver::new(self.table_bytes))
    }

    fn put_back(&self, solver: Solver) {
        let mut solvers = self.solvers.lock().unwrap_or_else(PoisonError::into_inner);
        solvers.push(solver);
    }

    fn is_stopped(&self) -> bool {
        let stop = self.limits.stop.as_ref();
        stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    fn tell(&self, event: Event) {
        // Nobody listens any more when the observer has ended the run.
        let _ = self.events.send(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection::{Effort, Place};
    use crate::search::{Outcome, Reason};
    use std::sync::atomic::AtomicUsize;

    const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    const NO_MATE: &str = "4k4/9/9/9/9/9/9/9/9 b G 1";
    /// 寿, mate in 611 plies: takes longer than any test waits.
    const LONG: &str =
        "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1";

    type Item = Result<Record, InputError>;

    fn record(sfen: &str, id: impl ToString) -> Item {
        let place = Place {
            source: "test".into(),
            line: 1,
            column: 1,
        };
        Record::from_sfen(sfen, &place, id.to_string())
    }

    fn options(jobs: usize) -> RunOptions {
        RunOptions {
            jobs: NonZeroUsize::new(jobs).unwrap(),
            table_bytes: 1 << 20,
            time: None,
            nodes: None,
            defender_hand: DefenderHand::TheRest,
        }
    }

    /// Keeps what it is told, and fails when it has kept `patience` answers.
    struct Notebook {
        answered: Vec<Answered>,
        unreadable: usize,
        patience: usize,
    }

    impl Observer for Notebook {
        fn started(&mut self, _: &Record) {}

        fn unreadable(&mut self, _: &InputError) -> io::Result<()> {
            self.unreadable += 1;
            Ok(())
        }

        fn answered(&mut self, answered: &Answered) -> io::Result<()> {
            self.answered.push(answered.clone());
            if self.answered.len() < self.patience {
                Ok(())
            } else {
                Err(io::ErrorKind::BrokenPipe.into())
            }
        }
    }

    fn notebook() -> Notebook {
        Notebook {
            answered: Vec::new(),
            unreadable: 0,
            patience: usize::MAX,
        }
    }

    fn run_all(records: Vec<Item>, options: &RunOptions) -> Notebook {
        let mut notebook = notebook();
        run(records.into_iter(), options, &Arc::default(), &mut notebook).unwrap();
        notebook
    }

    #[test]
    fn answers_come_in_the_order_of_the_problems() {
        let slow =
            (0..1000).map(|index| record(if index % 7 == 0 { NO_MATE } else { MATE }, index));
        let notebook = run_all(slow.collect(), &options(4));
        let ids = notebook
            .answered
            .iter()
            .map(|answered| answered.record.id.parse::<i32>().unwrap());
        assert!(ids.eq(0..1000));
        let mates = notebook
            .answered
            .iter()
            .filter(|answered| answered.result() == "mate");
        assert_eq!(mates.count(), 857);
    }

    #[test]
    fn a_position_is_searched_once() {
        let records = (0..50).map(|index| record(MATE, index)).collect();
        let notebook = run_all(records, &options(3));
        let efforts = notebook
            .answered
            .iter()
            .map(|answered| answered.finding.as_ref().unwrap().effort);
        assert_eq!(
            efforts.filter(|&effort| effort == Effort::Searched).count(),
            1
        );
    }

    #[test]
    fn what_cannot_be_read_or_solved_does_not_stop_the_rest() {
        let records = vec![
            record("9/9", 0),
            record("9/9/9/9/9/9/9/9/4K4 b G 1", 1),
            record(MATE, 2),
        ];
        let notebook = run_all(records, &options(2));
        let results: Vec<_> = notebook.answered.iter().map(Answered::result).collect();
        assert_eq!((notebook.unreadable, results), (1, vec!["invalid", "mate"]));
    }

    #[test]
    fn limits_are_for_each_problem() {
        let limited = RunOptions {
            nodes: Some(10),
            ..options(1)
        };
        let notebook = run_all(vec![record(LONG, 0), record(MATE, 1)], &limited);
        let results: Vec<_> = notebook.answered.iter().map(Answered::result).collect();
        assert_eq!(results, ["unknown", "mate"]);
    }

    #[test]
    fn a_stopped_run_hands_out_what_it_has_and_drops_what_it_has_not_begun() {
        let stop = Arc::new(AtomicBool::new(false));
        let stopper = stop.clone();
        let records = [record(MATE, 0), record(LONG, 1)].into_iter();
        // The third record stops the run as it is read, and many follow.
        let rest = (2..10_000).map(move |index| {
            std::thread::sleep(Duration::from_millis(100));
            stopper.store(true, Ordering::Relaxed);
            record(NO_MATE, index)
        });
        let mut notebook = notebook();
        run(records.chain(rest), &options(1), &stop, &mut notebook).unwrap();
        let [mate, stopped] = notebook.answered.as_slice() else {
            panic!("{} answers", notebook.answered.len());
        };
        assert_eq!(mate.result(), "mate");
        assert!(matches!(
            stopped.finding.as_ref().unwrap().answer.outcome,
            Outcome::Unknown {
                reason: Reason::Stopped,
                ..
            }
        ));
    }

    #[test]
    fn an_endless_collection_is_read_no_further_than_the_window() {
        let read = Arc::new(AtomicUsize::new(0));
        let counter = read.clone();
        let endless = (0..).map(move |index| {
            counter.fetch_add(1, Ordering::Relaxed);
            record(MATE, index)
        });
        let mut notebook = Notebook {
            patience: 500,
            ..notebook()
        };
        let error = run(endless, &options(2), &Arc::default(), &mut notebook).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        // One more than the window may have been read before its permit was asked for.
        let most = 500 + 2 * WINDOW_PER_JOB + 1;
        assert!(read.load(Ordering::Relaxed) <= most);
    }
}
