//! The engine: hears what is said and what is found, and is the only one to speak.

use super::command::{Command, Go, MateLimits};
use super::hunt::{Ending, Hunt, News, Tell};
use super::info::{Found, Moves, Thinking};
use super::input;
use super::options::{self, Options};
use super::task::{self, Reached, Task};
use crate::board::Move;
use crate::collection::LineError;
use crate::collection::human::{self, printable};
use crate::notation::SyntaxError;
use crate::notation::sfen::Sfen;
use crate::search::Progress;
use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How many events may wait; each may be a line of [`crate::collection::MAX_LINE`] bytes.
const BACKLOG: usize = 16;

/// How long after `stop` a search may take to tell what it has: it looks up about once a millisecond, but it
/// may be enlarging a table just then.
const PATIENCE: Duration = Duration::from_millis(60);

/// How long after its time is up a search may take to tell what it has, such as the line of a mate just found.
const OVERTIME: Duration = Duration::from_millis(200);

/// Something that happens.
pub(super) enum Event {
    /// The other program says something.
    Line(Result<String, LineError>),
    /// It has closed the pipe.
    InputEnded,
    /// A hunt, named by its number, has news.
    News(u64, News),
}

/// Speaks USI on `input` and `output` until `quit`.
///
/// The end of `input` is as good, except that a search with a limit of time or nodes may go on to its end: so
/// a question can come from a file.
///
/// ```
/// let mut said = Vec::new();
/// tsume::usi::run("isready\nquit\n".as_bytes(), &mut said)?;
/// assert_eq!(said, b"readyok\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// When `output` cannot be written to, or no thread could be started to read `input`.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let (sender, events) = mpsc::sync_channel(BACKLOG);
    input::listen(input, sender.clone())?;
    let mut engine = Engine {
        output,
        events: sender,
        options: Options::default(),
        position: Some(Reached::initial()),
        thinking: None,
        hunts: 0,
        searcher: None,
    };
    engine.until_quit(&events)?;
    engine.answer(Ending::CutShort)
}

struct Engine<W> {
    output: W,
    /// Where hunts send their news.
    events: SyncSender<Event>,
    options: Options,
    /// The position last given; `None` when it made no sense.
    position: Option<Reached>,
    /// What is to be answered.
    thinking: Option<Question>,
    /// How many hunts have begun; the last one's number.
    hunts: u64,
    /// The thread of the last hunt.
    searcher: Option<JoinHandle<()>>,
}

/// A `go` that is not answered yet.
enum Question {
    Mate(Answering),
    Move,
}

/// A hunt under way and what it has told so far. It is stopped when nobody wants its news any more.
struct Answering {
    stop: Arc<AtomicBool>,
    /// When to answer even if the hunt has not ended.
    give_up_at: Option<Instant>,
    /// Whether it ends by itself.
    is_limited: bool,
    /// Whether several mates are asked for.
    is_multiple: bool,
    progress: Progress,
    mates: Vec<Vec<Move>>,
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Whether there is more to hear.
#[derive(PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

impl<W: Write> Engine<W> {
    fn until_quit(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        let mut input_has_ended = false;
        while !(input_has_ended && self.thinking.is_none()) {
            match self.next_event(events) {
                Some(Event::Line(Ok(line))) => {
                    if self.obey(&line)? == Flow::Quit {
                        return Ok(());
                    }
                }
                Some(Event::Line(Err(error))) => self.explain(&error)?,
                Some(Event::InputEnded) => {
                    input_has_ended = true;
                    self.stop_unless_limited()?;
                }
                Some(Event::News(hunt, news)) => self.hear(hunt, news)?,
                None => self.answer(Ending::CutShort)?,
            }
        }
        Ok(())
    }

    /// The next event; `None` when it is time to answer.
    fn next_event(&self, events: &Receiver<Event>) -> Option<Event> {
        match &self.thinking {
            Some(Question::Mate(Answering {
                give_up_at: Some(time),
                ..
            })) => {
                let patience = time.saturating_duration_since(Instant::now());
                events.recv_timeout(patience).ok()
            }
            // The engine itself holds a sender, so that there is always an event to come.
            _ => Some(events.recv().unwrap_or(Event::InputEnded)),
        }
    }

    fn obey(&mut self, line: &str) -> io::Result<Flow> {
        if line.trim().is_empty() {
            return Ok(Flow::Continue);
        }
        match Command::parse(line) {
            Ok(Command::Usi) => self.introduce()?,
            Ok(Command::IsReady) => self.say("readyok")?,
            Ok(Command::SetOption { name, value }) => {
                if let Err(error) = self.options.set(&name, &value) {
                    self.explain(&error)?;
                }
            }
            Ok(Command::Position(sfen)) => self.take_position(sfen)?,
            Ok(Command::Go(go)) => self.go(go)?,
            Ok(Command::Stop) => self.stop()?,
            Ok(Command::PonderHit) => self.ponder_hit()?,
            Ok(Command::Quit) => return Ok(Flow::Quit),
            Ok(Command::Note) => {}
            Err(error) => self.explain(&error)?,
        }
        Ok(Flow::Continue)
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.say(format_args!("id name tsume {}", env!("CARGO_PKG_VERSION")))?;
        self.say("id author the tsume developers")?;
        for declaration in options::declarations() {
            self.say(declaration)?;
        }
        self.say("usiok")
    }

    fn take_position(&mut self, sfen: Result<Sfen, SyntaxError>) -> io::Result<()> {
        self.position = None;
        match sfen {
            Err(error) => self.explain(&error),
            Ok(sfen) => match task::reached(&sfen) {
                Err(error) => self.explain(&error),
                Ok(position) => {
                    self.position = Some(position);
                    Ok(())
                }
            },
        }
    }

    /// Takes a question. One that still waits for its answer gets it now.
    fn go(&mut self, go: Go) -> io::Result<()> {
        self.answer(Ending::CutShort)?;
        match go {
            Go::Mate(Ok(limits)) => self.go_mate(limits),
            Go::Mate(Err(error)) => self.refuse(&error),
            Go::Move => self.resign(),
            Go::MoveWhenAsked => {
                self.thinking = Some(Question::Move);
                Ok(())
            }
        }
    }

    fn go_mate(&mut self, limits: MateLimits) -> io::Result<()> {
        let Some(position) = &self.position else {
            return self.refuse(&"the position that was given makes no sense");
        };
        match Task::of(position, self.options.defender_hand) {
            Err(error) => self.refuse(&error),
            Ok((task, added)) => {
                if let Some(added) = added {
                    let added = human::hand(added);
                    self.explain(&format_args!("added to the defender's hand: {added}"))?;
                }
                self.begin(task, limits)
            }
        }
    }

    /// Begins a hunt in a thread of its own.
    fn begin(&mut self, task: Task, limits: MateLimits) -> io::Result<()> {
        let start = Instant::now();
        let later = |time| start.checked_add(time);
        let stop = Arc::<AtomicBool>::default();
        let nodes = [limits.nodes, self.options.nodes];
        let hunt = Hunt {
            task,
            options: self.options.clone(),
            start,
            deadline: limits.time.and_then(later),
            nodes: nodes.into_iter().flatten().min(),
            stop: stop.clone(),
        };
        let answering = Answering {
            stop,
            give_up_at: hunt.deadline.and_then(|time| time.checked_add(OVERTIME)),
            is_limited: hunt.deadline.is_some() || hunt.nodes.is_some(),
            is_multiple: self.options.mates > 1,
            progress: Progress::default(),
            mates: Vec::new(),
        };
        self.hunts += 1;
        match search(hunt, self.teller(), self.searcher.take()) {
            Err(error) => self.refuse(&error),
            Ok(searcher) => {
                self.searcher = Some(searcher);
                self.thinking = Some(Question::Mate(answering));
                Ok(())
            }
        }
    }

    /// Passes on the news of the last hunt.
    fn teller(&self) -> Tell {
        let (events, hunt) = (self.events.clone(), self.hunts);
        Arc::new(move |news| {
            // Nobody listens any more when the engine has quit.
            let _ = events.send(Event::News(hunt, news));
        })
    }

    /// Takes the news of a hunt, unless it has been answered already.
    fn hear(&mut self, hunt: u64, news: News) -> io::Result<()> {
        if hunt != self.hunts {
            return Ok(());
        }
        let Some(Question::Mate(answering)) = &mut self.thinking else {
            return Ok(());
        };
        match news {
            News::Progress(progress) => {
                answering.progress = progress;
                // A search that has ended has no line in hand; what it found comes next.
                if !answering.progress.line.is_empty() {
                    let line = Thinking(&answering.progress).to_string();
                    self.say(line)?;
                }
                Ok(())
            }
            News::Remark(remark) => self.say(format!("info string {remark}")),
            News::Mate(line) => {
                answering.mates.push(line);
                let found = answering.last_found().to_string();
                self.say(found)
            }
            News::Ended(ending) => {
                if answering.mates.is_empty() {
                    let effort = Thinking(&answering.progress).to_string();
                    self.say(effort)?;
                }
                self.answer(ending)
            }
        }
    }

    /// Lets a search tell what it has, if that is no more than a moment.
    fn stop(&mut self) -> io::Result<()> {
        match &mut self.thinking {
            Some(Question::Mate(answering)) if answering.mates.is_empty() => {
                answering.stop.store(true, Ordering::Relaxed);
                answering.give_up_at = Instant::now().checked_add(PATIENCE);
                Ok(())
            }
            _ => self.answer(Ending::CutShort),
        }
    }

    fn stop_unless_limited(&mut self) -> io::Result<()> {
        match &self.thinking {
            Some(Question::Mate(answering)) if answering.is_limited => Ok(()),
            _ => self.stop(),
        }
    }

    fn ponder_hit(&mut self) -> io::Result<()> {
        match self.thinking {
            Some(Question::Move) => self.answer(Ending::CutShort),
            _ => Ok(()),
        }
    }

    /// Answers what is not answered yet, if anything. A hunt that goes on is stopped.
    fn answer(&mut self, ending: Ending) -> io::Result<()> {
        match self.thinking.take() {
            None => Ok(()),
            Some(Question::Move) => self.resign(),
            Some(Question::Mate(answering)) => match (answering.mates.first(), ending) {
                (Some(line), _) => self.say(format_args!("checkmate{}", Moves(line))),
                (None, Ending::Complete) => self.say("checkmate nomate"),
                (None, Ending::CutShort) => self.say("checkmate timeout"),
            },
        }
    }

    fn resign(&mut self) -> io::Result<()> {
        self.say("bestmove resign")
    }

    /// Answers a question about a mate that makes no sense.
    fn refuse(&mut self, reason: &dyn Display) -> io::Result<()> {
        self.explain(reason)?;
        self.say("checkmate notimplemented")
    }

    fn explain(&mut self, reason: &dyn Display) -> io::Result<()> {
        let reason = printable(&reason.to_string());
        self.say(format_args!("info string {reason}"))
    }

    fn say(&mut self, line: impl Display) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }
}

impl Answering {
    fn last_found(&self) -> Found<'_> {
        Found {
            progress: &self.progress,
            number: self.is_multiple.then_some(self.mates.len()),
            line: self.mates.last().map_or(&[], Vec::as_slice),
        }
    }
}

/// Starts the thread of a hunt, which begins when `previous` has ended: two tables could be more than the
/// memory holds.
fn search(hunt: Hunt, tell: Tell, previous: Option<JoinHandle<()>>) -> io::Result<JoinHandle<()>> {
    let run = move || {
        if let Some(previous) = previous {
            // It has told its end, or its failure, already.
            let _ = previous.join();
        }
        // Whatever happens to the search, the question has to be answered.
        let ending = catch_unwind(AssertUnwindSafe(|| hunt.run(&tell)));
        tell(News::Ended(ending.unwrap_or(Ending::CutShort)));
    };
    thread::Builder::new().name("search".to_string()).spawn(run)
}
