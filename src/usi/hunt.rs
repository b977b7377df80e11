//! The search for the mates that a `go mate` asks for: the one place that knows the solver.

use super::options::Options;
use super::task::Task;
use crate::board::{Move, Position};
use crate::search::{
    Bounds, Goal, Grey, Limits, NoKingToMate, Outcome, Progress, Question, Reporter, Solver,
    Verdict,
};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What to search and for how long.
pub(super) struct Hunt {
    pub(super) task: Task,
    pub(super) options: Options,
    /// When it was asked for.
    pub(super) start: Instant,
    /// When the time is up.
    pub(super) deadline: Option<Instant>,
    /// Positions to enter in all.
    pub(super) nodes: Option<u64>,
    /// Set to true from anywhere, it ends the search soon.
    pub(super) stop: Arc<AtomicBool>,
}

/// What a hunt has to tell.
pub(super) enum News {
    /// It goes on, or has ended a search of several.
    Progress(Progress),
    /// A line that mates, each by another first move.
    Mate(Vec<Move>),
    /// Something to know about the line that comes next.
    Remark(String),
    /// Nothing more will come.
    Ended(Ending),
}

/// How a hunt ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    /// All that was asked for was found, or there is proven to be no more.
    Complete,
    /// There may be more.
    CutShort,
}

/// Takes the news, in whichever thread has some.
pub(super) type Tell = Arc<dyn Fn(News) + Send + Sync>;

impl Hunt {
    /// Searches, and tells all but the end.
    pub(super) fn run(&self, tell: &Tell) -> Ending {
        let mut searches = Searches {
            hunt: self,
            tell,
            solver: Solver::new(self.options.table_bytes),
            nodes: 0,
        };
        let ending = match &self.task {
            Task::Attack(position) => searches.attack(position),
            Task::Defence(position) => searches.defence(position),
        };
        // A task without a king to mate is none, so that this does not happen.
        ending.unwrap_or(Ending::CutShort)
    }
}

/// The searches of a hunt, one after the other.
struct Searches<'a> {
    hunt: &'a Hunt,
    tell: &'a Tell,
    solver: Solver,
    /// Positions entered by the searches that have ended.
    nodes: u64,
}

impl Searches<'_> {
    /// Finds as many first moves that mate as are asked for: each time one that has not been found before.
    fn attack(&mut self, position: &Position) -> Result<Ending, NoKingToMate> {
        let mut found = Vec::new();
        for _ in 0..self.hunt.options.mates {
            match self.search(position, &found, None)? {
                Outcome::Mate {
                    line, bounds, grey, ..
                } => {
                    found.extend(line.first());
                    self.remark(&line, bounds, grey.as_deref().unwrap_or_default());
                    (self.tell)(News::Mate(line));
                }
                Outcome::NoMate { .. } => return Ok(Ending::Complete),
                Outcome::Unknown { .. } => return Ok(Ending::CutShort),
            }
        }
        Ok(Ending::Complete)
    }

    /// Tells what a line rests on that is disputed, and whether it is longer than the mate.
    fn remark(&self, line: &[Move], bounds: Bounds, grey: &[Grey]) {
        for grey in grey {
            (self.tell)(News::Remark(grey.to_string()));
        }
        if let Some(upper) = bounds.upper.filter(|&upper| line.len() > upper as usize) {
            let remark = format!("mate in {upper}: the line plays futile interpositions besides");
            (self.tell)(News::Remark(remark));
        }
    }

    /// Looks for a mate after each reply; the line is the longest found that begins with no futile reply.
    fn defence(&mut self, position: &Position) -> Result<Ending, NoKingToMate> {
        let mut lines: Vec<Vec<Move>> = Vec::new();
        for reply in position.legal_moves() {
            let mut replied = position.clone();
            replied.make(reply);
            match self.search(&replied, &[], Some(reply))? {
                Outcome::Mate { mut line, .. } => {
                    line.insert(0, reply);
                    lines.push(line);
                }
                Outcome::NoMate { .. } => return Ok(Ending::Complete),
                Outcome::Unknown { .. } => return Ok(Ending::CutShort),
            }
        }
        let longest = lines.iter().map(Vec::len).max().unwrap_or(0);
        let length = match lines.first() {
            Some(line) => self.length_without_futile(position, line[0], longest),
            None => 0,
        };
        let counts = lines.iter().filter(|line| line.len() <= length);
        // Where all replies are futile, one of them is as good as another.
        let shortest = || lines.iter().min_by_key(|line| line.len());
        let line = counts.rev().max_by_key(|line| line.len()).or_else(shortest);
        (self.tell)(News::Mate(line.cloned().unwrap_or_default()));
        Ok(Ending::Complete)
    }

    /// How long the defender, in check, holds out if futile replies are none, as far as the limits let it be found out: at
    /// most as long as the `longest` line after any reply.
    fn length_without_futile(&mut self, position: &Position, reply: Move, longest: usize) -> usize {
        let Goal::Shortest(futile) = self.hunt.options.goal() else {
            return longest;
        };
        let limits = self.limits();
        let Ok(session) = self.solver.session(&position.after(reply), futile) else {
            return longest;
        };
        let mut length = longest;
        while length >= 2 {
            let sooner = Question {
                within: Some(length as u32 - 2),
                ..Question::default()
            };
            match session
                .ask(position, sooner, &limits)
                .map(|found| found.verdict)
            {
                Ok(Verdict::Mate { .. }) => length -= 2,
                _ => break,
            }
        }
        length
    }

    /// One search by the side to move with what is left of time and nodes; `played` led to `position`.
    fn search(
        &mut self,
        position: &Position,
        refused: &[Move],
        played: Option<Move>,
    ) -> Result<Outcome, NoKingToMate> {
        let hunt = self.hunt;
        let limits = Limits {
            reporter: Some(self.reporter(played)),
            ..self.limits()
        };
        let goal = hunt.options.goal();
        let answer = self
            .solver
            .solve_without(position, refused, goal, &limits)?;
        self.nodes += answer.nodes;
        Ok(answer.outcome)
    }

    /// What is left of time and nodes.
    fn limits(&self) -> Limits {
        let hunt = self.hunt;
        let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
        Limits {
            time: hunt.deadline.map(left),
            nodes: hunt.nodes.map(|nodes| nodes.saturating_sub(self.nodes)),
            threads: hunt.options.threads,
            stop: Some(hunt.stop.clone()),
            reporter: None,
        }
    }

    /// Makes the progress of one search that of the whole hunt.
    fn reporter(&self, played: Option<Move>) -> Reporter {
        let (tell, start, nodes) = (self.tell.clone(), self.hunt.start, self.nodes);
        let never = Duration::MAX;
        let interval = self.hunt.options.report_interval.unwrap_or(never);
        Reporter::new(interval, move |mut progress| {
            progress.nodes += nodes;
            progress.time = start.elapsed();
            if let Some(reply) = played {
                progress.deepest += 1;
                if !progress.line.is_empty() {
                    progress.line.insert(0, reply);
                }
            }
            tell(News::Progress(progress));
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;
    use crate::tsume::DefenderHand;
    use crate::usi::task::{self, NoTask};
    use std::sync::Mutex;

    /// The ending of a hunt and the lines that it found.
    fn hunt(line: &str, mates: u64, nodes: u64) -> (Ending, Vec<Vec<String>>) {
        let position = task::reached(&sfen::parse(line).unwrap()).unwrap();
        let options = Options {
            mates,
            table_bytes: 1 << 20,
            ..Options::default()
        };
        let hunt = Hunt {
            task: Task::of(&position, DefenderHand::TheRest).unwrap().0,
            options,
            start: Instant::now(),
            deadline: None,
            nodes: Some(nodes),
            stop: Arc::default(),
        };
        let lines: Arc<Mutex<Vec<Vec<String>>>> = Arc::default();
        let found = lines.clone();
        let tell: Tell = Arc::new(move |news| {
            if let News::Mate(line) = news {
                let names = line.iter().map(Move::to_string).collect();
                found.lock().unwrap().push(names);
            }
        });
        let ending = hunt.run(&tell);
        (ending, lines.lock().unwrap().clone())
    }

    const THREE_WAYS: &str = "4k4/9/3PPP3/9/9/9/9/9/9 b 2G 1";

    fn mates_after(check: Move) -> bool {
        let line = format!("{THREE_WAYS} moves {check}");
        let position = task::reached(&sfen::parse(&line).unwrap()).unwrap();
        match Task::of(&position, DefenderHand::TheRest) {
            Err(NoTask::Mated) => true,
            _ => !hunt(&line, 1, 1_000_000).1.is_empty(),
        }
    }

    #[test]
    fn every_first_move_that_mates_is_found_once() {
        let (ending, lines) = hunt(THREE_WAYS, 593, 1_000_000);
        assert_eq!(ending, Ending::Complete);
        let mut found: Vec<&str> = lines.iter().map(|line| line[0].as_str()).collect();
        found.sort_unstable();
        let checks = THREE_WAYS.parse::<Position>().unwrap().checks();
        let mates = checks.into_iter().filter(|&check| mates_after(check));
        let mut mates: Vec<String> = mates.map(|check| check.to_string()).collect();
        mates.sort_unstable();
        assert_eq!(found, mates);
        assert!(mates.len() >= 3, "{mates:?}");
    }

    #[test]
    fn no_more_are_found_than_asked_for() {
        let (ending, lines) = hunt(THREE_WAYS, 2, 1_000_000);
        assert_eq!((ending, lines.len()), (Ending::Complete, 2));
    }

    #[test]
    fn after_a_check_every_reply_is_searched() {
        let (ending, lines) = hunt("4k4/9/4P4/9/9/9/9/9/9 b RS 1 moves R*5b", 1, 1_000_000);
        assert_eq!(ending, Ending::Complete);
        assert_eq!(lines.len(), 1);
        let (ending, lines) = hunt("4k4/9/9/9/9/9/9/9/9 b RS 1 moves R*5c", 1, 1_000_000);
        assert_eq!((ending, lines.len()), (Ending::Complete, 0));
    }

    /// What is dropped between king and horse lasts longer than the king's move, and does not count.
    #[test]
    fn futile_replies_are_not_told() {
        let after_check = "9/8k/9/+B8/9/9/7R1/9/9 b S 1 moves 9d6g";
        let (ending, lines) = hunt(after_check, 1, 1_000_000);
        assert_eq!(ending, Ending::Complete);
        assert_eq!(lines, [["1b1a", "S*1b"]]);
        // All replies are futile here.
        let mated = "9/6Spk/9/5R1+B1/9/9/9/9/9 b N 1 moves 2d1c 1b1c N*2e 1c1b 4d1d";
        let (ending, lines) = hunt(mated, 1, 1_000_000);
        assert_eq!((ending, lines.len()), (Ending::Complete, 1));
    }

    #[test]
    fn limits_cut_it_short() {
        let position = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1";
        assert_eq!(hunt(position, 1, 10), (Ending::CutShort, Vec::new()));
        let (ending, lines) = hunt(position, 593, 3000);
        assert_eq!((ending, lines.len()), (Ending::CutShort, 1));
        let after_check = format!("{position} moves 2h2g");
        assert_eq!(hunt(&after_check, 1, 10), (Ending::CutShort, Vec::new()));
    }
}
