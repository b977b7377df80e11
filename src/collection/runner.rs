//! Finds something out about many problems at once and hands it out in the order of the problems.
//!
//! What that is a [`Job`] says. One thread reads ahead, a pool works, and the calling thread puts what it finds back in order. What is
//! read and not handed out has a bounded room, so that collections of any length take the same memory.

use super::FileNames;
use super::answered::Finding;
use super::jobs::Bench;
use super::reading::{Read, Room, read_ahead};
use super::{InputError, Record};
use crate::search::Goal;
use crate::tsume::{DefenderHand, InvalidProblem};
use rayon::{Scope, ThreadPool, ThreadPoolBuilder};
use std::collections::VecDeque;
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

/// How many bytes of problems may be read and not yet handed out, and how far the jobs can go on behind a hard
/// problem: room for about ten thousand.
const ROOM: usize = 16 << 20;

/// How often the stop flag is looked at while nothing happens.
const PATIENCE: Duration = Duration::from_millis(50);

/// How long the calling thread leaves answers lying while the jobs have plenty to do, and how much that is.
///
/// To be woken for each answer would cost as much as a short problem takes; and when only a few problems are
/// under way, somebody may be waiting for each.
const REST: Duration = Duration::from_millis(1);
const PLENTY_PER_JOB: usize = 64;

/// How to solve a collection.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// What to find out about each problem.
    pub goal: Goal,
    /// How many problems are searched at once.
    pub jobs: NonZeroUsize,
    /// How many threads search each problem.
    pub threads: NonZeroUsize,
    /// Bytes for the tables of all jobs together.
    pub table_bytes: usize,
    /// Wall-clock time for each problem.
    pub time: Option<Duration>,
    /// Nodes for each problem.
    pub nodes: Option<u64>,
    /// Who holds the pieces that stand nowhere.
    pub defender_hand: DefenderHand,
    /// Up to which ply of a mate all replies are looked into, if they are wanted.
    pub replies_to: Option<u32>,
    /// The folder for the certificates of the answers, if they are wanted.
    pub certificates: Option<PathBuf>,
}

/// Is told what happens in a run, in the calling thread. An error ends the run.
pub trait Observer<Found> {
    /// This is the problem in hand: all before it are done with, and it is not.
    fn in_hand(&mut self, record: &Record);
    /// A record or an input could not be read.
    fn unreadable(&mut self, error: &InputError) -> io::Result<()>;
    /// This was found out about a problem. Called in the order of the problems.
    fn found(&mut self, record: Record, found: Found) -> io::Result<()>;
}

/// What is to be found out about each problem, by several threads at once.
pub(super) trait Job: Sync {
    /// What is found out.
    type Found: Send + 'static;

    /// Whether files are written about the problems, which need names.
    fn writes_files(&self) -> bool;

    /// Finds it out and hands it in, at once or when another thread has found it out. When files are written, `file_name` is one
    /// that no other problem has, without an extension.
    fn work(&self, record: &Record, file_name: Option<&str>, ticket: Ticket<Self::Found>);
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
    observer: &mut impl Observer<Result<Finding, InvalidProblem>>,
) -> io::Result<()> {
    let bench = Bench::new(options, stop);
    run_job(records, &bench, options.jobs, stop, observer)
}

/// Does `job` for each of `records`, so many at once. When `stop` becomes true, those not begun are dropped.
///
/// # Errors
/// The first error of `observer`, or that no threads could be started.
pub(super) fn run_job<J: Job>(
    records: impl Iterator<Item = Result<Record, InputError>> + Send + 'static,
    job: &J,
    jobs: NonZeroUsize,
    stop: &Arc<AtomicBool>,
    observer: &mut impl Observer<J::Found>,
) -> io::Result<()> {
    let pool = pool(jobs)?;
    let (events, happened) = mpsc::channel();
    let reader_events = events.clone();
    let room = Arc::new(Room::new(ROOM));
    let hand_over = move |read: Option<Box<Read>>| {
        // Nobody listens any more when the run has ended early.
        let _ = reader_events.send(read.map_or(Event::AllRead, Event::Read));
    };
    read_ahead(records, room.clone(), hand_over)?;
    let result = pool.in_place_scope(|scope| {
        let mut run = Run {
            job,
            events,
            stop,
            scope,
            observer,
            room: &room,
            names: job.writes_files().then(FileNames::default),
            queue: VecDeque::new(),
            handed_out: 0,
            working: 0,
            plenty: jobs.get() * PLENTY_PER_JOB,
            all_read: false,
        };
        let result = run.until_done(&happened);
        if result.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        result
    });
    room.close();
    result
}

fn pool(jobs: NonZeroUsize) -> io::Result<ThreadPool> {
    ThreadPoolBuilder::new()
        .num_threads(jobs.get())
        .thread_name(|index| format!("job {index}"))
        .build()
        .map_err(io::Error::other)
}

/// What happens in the other threads.
pub(super) enum Event<F> {
    Read(Box<Read>),
    AllRead,
    /// Nothing was found when the work was not begun.
    Ended(u64, Option<Box<F>>),
}

/// The place of a problem in the order, where what is found out about it is handed in. Its end is reported however
/// it comes, so that nobody waits for it forever.
pub(super) struct Ticket<F> {
    index: u64,
    found: Option<Box<F>>,
    events: Sender<Event<F>>,
}

impl<F> Ticket<F> {
    /// For the problem with this index.
    pub(super) fn new(index: u64, events: &Sender<Event<F>>) -> Ticket<F> {
        Ticket {
            index,
            found: None,
            events: events.clone(),
        }
    }

    /// Hands in what was found.
    pub(super) fn hand_in(mut self, found: F) {
        self.found = Some(Box::new(found));
    }
}

impl<F> Drop for Ticket<F> {
    fn drop(&mut self) {
        let ended = Event::Ended(self.index, self.found.take());
        // Nobody listens any more when the observer has ended the run.
        let _ = self.events.send(ended);
    }
}

/// A run as the calling thread sees it.
struct Run<'run, 'scope, J: Job, O> {
    job: &'scope J,
    events: Sender<Event<J::Found>>,
    stop: &'scope AtomicBool,
    scope: &'run Scope<'scope>,
    observer: &'run mut O,
    room: &'run Room,
    /// Of the files that are written.
    names: Option<FileNames>,
    /// The problems that are not yet handed out, in order.
    queue: VecDeque<Slot<J::Found>>,
    /// How many problems have left the queue.
    handed_out: u64,
    /// How many have been given to the pool and have not ended.
    working: usize,
    /// From how many on the jobs have plenty to do.
    plenty: usize,
    all_read: bool,
}

struct Slot<F> {
    record: Arc<Record>,
    /// What it takes of the room.
    bytes: usize,
    state: State<F>,
}

enum State<F> {
    Working,
    Found(Box<F>),
    NotBegun,
}

impl<J: Job, O: Observer<J::Found>> Run<'_, '_, J, O> {
    fn until_done(&mut self, happened: &Receiver<Event<J::Found>>) -> io::Result<()> {
        while self.working > 0 || !(self.all_read || self.stop.load(Ordering::Relaxed)) {
            match happened.recv_timeout(PATIENCE) {
                Ok(event) => {
                    self.take(event)?;
                    while let Ok(event) = happened.try_recv() {
                        self.take(event)?;
                    }
                    if self.working > self.plenty {
                        std::thread::sleep(REST);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(())
    }

    fn take(&mut self, event: Event<J::Found>) -> io::Result<()> {
        match event {
            Event::Read(_) if self.stop.load(Ordering::Relaxed) => Ok(()),
            Event::Read(read) => match read.record {
                Ok(record) => {
                    self.begin(record, read.bytes);
                    Ok(())
                }
                Err(error) => {
                    self.room.give_back(read.bytes);
                    self.observer.unreadable(&error)
                }
            },
            Event::AllRead => {
                self.all_read = true;
                Ok(())
            }
            Event::Ended(index, found) => {
                self.working -= 1;
                if let Some(slot) = slot(&mut self.queue, index, self.handed_out) {
                    slot.state = found.map_or(State::NotBegun, State::Found);
                }
                self.hand_out()
            }
        }
    }

    /// Gives a problem to the pool.
    fn begin(&mut self, record: Record, bytes: usize) {
        if self.queue.is_empty() {
            self.observer.in_hand(&record);
        }
        let name = self.names.as_mut().map(|names| names.give(&record.id));
        let record = Arc::new(record);
        let (job, stop, problem) = (self.job, self.stop, Arc::clone(&record));
        let index = self.handed_out + self.queue.len() as u64;
        let ticket = Ticket::new(index, &self.events);
        self.scope.spawn(move |_| {
            if !stop.load(Ordering::Relaxed) {
                job.work(&problem, name.as_deref(), ticket);
            }
        });
        self.working += 1;
        self.queue.push_back(Slot {
            record,
            bytes,
            state: State::Working,
        });
    }

    /// Hands out what has ended, as far as no earlier problem is still worked on.
    fn hand_out(&mut self) -> io::Result<()> {
        let before = self.handed_out;
        while let Some(slot) = self.queue.pop_front() {
            if matches!(slot.state, State::Working) {
                if self.handed_out > before {
                    self.observer.in_hand(&slot.record);
                }
                self.queue.push_front(slot);
                break;
            }
            self.handed_out += 1;
            self.room.give_back(slot.bytes);
            if let State::Found(found) = slot.state {
                self.observer
                    .found(Arc::unwrap_or_clone(slot.record), *found)?;
            }
        }
        Ok(())
    }
}

fn slot<F>(queue: &mut VecDeque<Slot<F>>, index: u64, handed_out: u64) -> Option<&mut Slot<F>> {
    let place = index.checked_sub(handed_out)?;
    queue.get_mut(usize::try_from(place).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::collection::{Answered, Effort, Place};
    use crate::search::{Outcome, Reason};
    use std::sync::atomic::AtomicUsize;

    const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    const NO_MATE: &str = "4k4/9/9/9/9/9/9/9/9 b G 1";
    /// 寿, mate in 611 plies: takes longer than any test waits.
    const LONG: &str =
        "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1";

    /// Mate in 1,525 plies (橋本孝治, 1986), undecided for as long as a test can take.
    const MICROCOSMOS: &str = "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";

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
            goal: Goal::Any,
            replies_to: None,
            certificates: None,
            jobs: NonZeroUsize::new(jobs).unwrap(),
            threads: NonZeroUsize::MIN,
            table_bytes: 1 << 20,
            time: None,
            nodes: None,
            defender_hand: DefenderHand::TheRest,
        }
    }

    /// Keeps what it is told, and fails when it has kept `patience` answers.
    struct Notebook {
        answered: Vec<Answered>,
        in_hand: Vec<String>,
        unreadable: usize,
        patience: usize,
    }

    impl Observer<Result<Finding, InvalidProblem>> for Notebook {
        fn in_hand(&mut self, record: &Record) {
            self.in_hand.push(record.id.clone());
        }

        fn unreadable(&mut self, _: &InputError) -> io::Result<()> {
            self.unreadable += 1;
            Ok(())
        }

        fn found(
            &mut self,
            record: Record,
            finding: Result<Finding, InvalidProblem>,
        ) -> io::Result<()> {
            self.answered.push(Answered { record, finding });
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
            in_hand: Vec::new(),
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
    fn what_was_given_as_a_handicap_is_in_nobodys_hand() {
        let game =
            "position sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 5a6b";
        let records = ["position startpos moves 7g7f", game];
        let records = records.map(|sfen| record(sfen, sfen)).into();
        for answered in run_all(records, &options(1)).answered {
            let problem = &answered.finding.unwrap().problem;
            assert!(problem.position().hand(Color::White).is_empty());
            assert!(problem.added_to_given_hand().is_none());
        }
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
    fn an_endless_collection_is_read_no_further_than_there_is_room() {
        const LARGE: usize = ROOM / 16;
        let read = Arc::new(AtomicUsize::new(0));
        let counter = read.clone();
        let endless = (0..).map(move |index| {
            counter.fetch_add(1, Ordering::Relaxed);
            let mut record = record(MATE, index)?;
            let notes = "x".repeat(LARGE).into();
            record.fields.insert("notes".to_string(), notes);
            Ok(record)
        });
        let mut notebook = Notebook {
            patience: 100,
            ..notebook()
        };
        let error = run(endless, &options(2), &Arc::default(), &mut notebook).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        // One more may have been read before it asked for room.
        let most = 100 + 16 + 1;
        assert!(read.load(Ordering::Relaxed) <= most);
    }

    #[test]
    fn a_hard_problem_at_the_head_leaves_room_for_thousands_behind_it() {
        let stop = Arc::new(AtomicBool::new(false));
        let stopper = stop.clone();
        let behind = (0..5_000).map(|index| record(MATE, index));
        // Comes to pass only when all of them have been let in, and ends the search for the first.
        let end = std::iter::from_fn(move || {
            stopper.store(true, Ordering::Relaxed);
            None
        });
        let records = std::iter::once(record(MICROCOSMOS, "hard")).chain(behind);
        let mut notebook = notebook();
        run(records.chain(end), &options(2), &stop, &mut notebook).unwrap();
        assert_eq!(notebook.answered[0].result(), "unknown");
    }

    #[test]
    fn the_problem_in_hand_is_the_first_without_an_answer() {
        let records = (0..100).map(|index| record(MATE, index)).collect();
        let notebook = run_all(records, &options(2));
        let numbers: Vec<usize> = notebook
            .in_hand
            .iter()
            .map(|id| id.parse().unwrap())
            .collect();
        assert_eq!(numbers[0], 0);
        assert!(numbers.is_sorted_by(|a, b| a < b));
    }
}
