//! The job of solving: problems are made of pieces, looked up, searched.

use super::Record;
use super::answered::{Effort, Finding};
use super::certificate::{self, Certificate};
use super::memo::{Asked, Memo, Searched};
use super::runner::{Job, RunOptions, Ticket};
use super::solvers::Solvers;
use crate::board::{Position, Symmetry};
use crate::search::{Answer, Goal, Limits, Outcome, Solver};
use crate::tsume::{DefenderHand, InvalidProblem, Problem, Turn, replies};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How many bytes of answers are remembered in case their positions come again.
const REMEMBERED_BYTES: usize = 16 << 20;

/// What a search comes to.
type Found = Result<Finding, InvalidProblem>;

/// What the jobs share.
pub(super) struct Bench {
    goal: Goal,
    limits: Limits,
    replies_to: Option<u32>,
    defender_hand: DefenderHand,
    solvers: Solvers,
    memo: Memo<Question>,
    /// The folder for certificates, if they are wanted.
    certificates: Option<PathBuf>,
}

impl Job for Bench {
    type Found = Found;

    fn writes_files(&self) -> bool {
        self.certificates.is_some()
    }

    /// Searches, and writes a certificate if there is a file for it. Where another thread searches for the same
    /// position, that one answers this problem too.
    fn work(&self, record: &Record, file_name: Option<&str>, ticket: Ticket<Found>) {
        let certificate = self.certificates.as_ref().zip(file_name);
        match (record.problem(self.defender_hand), certificate) {
            (Err(invalid), _) => ticket.hand_in(Err(invalid)),
            (Ok(problem), None) => self.find(problem, ticket),
            (Ok(problem), Some((folder, name))) => {
                let path = folder.join(format!("{name}.proof"));
                ticket.hand_in(self.find_and_certify(problem, &path));
            }
        }
    }
}

/// A problem whose position is searched for.
struct Question {
    ticket: Ticket<Found>,
    problem: Problem,
    /// Which image of the position is searched.
    symmetry: Symmetry,
}

impl Question {
    /// Hands in what was found.
    fn answer(self, bench: &Bench, searched: &Searched, effort: Effort) {
        let Question {
            ticket,
            problem,
            symmetry,
        } = self;
        let finding = searched.clone().map(|answer| {
            let answer = image(answer, symmetry);
            Finding {
                replies: bench.replies(&problem, &answer),
                problem,
                answer,
                effort,
                certificate: Certificate::None,
            }
        });
        ticket.hand_in(finding.map_err(InvalidProblem::from));
    }
}

fn image(answer: Arc<Answer>, symmetry: Symmetry) -> Arc<Answer> {
    if symmetry.is_identity() {
        answer
    } else {
        Arc::new(answer.image(symmetry))
    }
}

impl Bench {
    /// A bench for these options; `stop` ends its searches.
    pub(super) fn new(options: &RunOptions, stop: &Arc<AtomicBool>) -> Bench {
        Bench {
            goal: options.goal,
            limits: Limits {
                time: options.time,
                nodes: options.nodes,
                threads: options.threads,
                stop: Some(stop.clone()),
                reporter: None,
            },
            replies_to: options.replies_to,
            defender_hand: options.defender_hand,
            solvers: Solvers::new(options.table_bytes / options.jobs),
            memo: Memo::new(REMEMBERED_BYTES),
            certificates: options.certificates.clone(),
        }
    }

    /// Finds the answer and hands it in.
    ///
    /// What is searched is always the [canonical](crate::board::Position::canonical) image of a position, so that an
    /// answer depends on the position alone, not on which of its images happened to come first.
    fn find(&self, problem: Problem, ticket: Ticket<Found>) {
        let (code, symmetry) = problem.position().canonical();
        let question = Question {
            ticket,
            problem,
            symmetry,
        };
        match self.memo.ask(code, question) {
            Asked::Left => {}
            Asked::Known(searched, question) => question.answer(self, &searched, Effort::Repeated),
            Asked::ToSearch(search, question) => {
                let searched = self.solve(&question.problem.position().image(symmetry));
                let same = search.end(searched.clone());
                question.answer(self, &searched, Effort::Searched);
                for question in same {
                    question.answer(self, &searched, Effort::Repeated);
                }
            }
        }
    }

    fn solve(&self, position: &Position) -> Searched {
        let solve = |solver: &mut Solver| solver.solve(position, self.goal, &self.limits);
        self.solvers.lend(solve).map(Arc::new)
    }

    /// Like [`Bench::find`], but nothing is taken from the memory of answers: a certificate is about the very
    /// position, and written from the tables.
    fn find_and_certify(&self, problem: Problem, path: &Path) -> Result<Finding, InvalidProblem> {
        let position = problem.position();
        let (answer, certificate) = self.solvers.lend(|solver| {
            let answer = solver.solve(position, self.goal, &self.limits)?;
            let stop = &self.limits.stop;
            let certificate = certificate::write(solver, position, &answer, stop, path);
            Ok::<_, InvalidProblem>((answer, certificate))
        })?;
        Ok(Finding {
            replies: self.replies(&problem, &answer),
            problem,
            answer: Arc::new(answer),
            effort: Effort::Searched,
            certificate,
        })
    }

    /// All replies along the line of a mate, if they are wanted.
    fn replies(&self, problem: &Problem, answer: &Answer) -> Option<Vec<Turn>> {
        let (Goal::Shortest(futile), Outcome::Mate { line, bounds, .. }) =
            (answer.goal, &answer.outcome)
        else {
            return None;
        };
        let depth = self.replies_to?;
        let turns = self.solvers.lend(|solver| {
            let session = solver.session(problem.position(), futile)?;
            replies(&session, problem, line, *bounds, depth, &self.limits)
        });
        turns.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::super::runner::Event;
    use super::*;
    use crate::search::Outcome;
    use std::num::NonZeroUsize;
    use std::sync::mpsc;

    const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p";
    const NO_MATE: &str = "4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p";
    /// The king stands at the side, so that every image looks different.
    const ASIDE: &str = "6k2/9/6P2/9/9/9/9/9/9 b G2r2b3g4s4n4l17p";

    /// What a bench finds for these positions, one after the other.
    fn found(positions: &[Position]) -> Vec<Finding> {
        let (events, happened) = mpsc::channel();
        let options = RunOptions {
            replies_to: None,
            goal: Goal::Any,
            jobs: NonZeroUsize::MIN,
            threads: NonZeroUsize::MIN,
            table_bytes: 1 << 20,
            time: None,
            nodes: None,
            defender_hand: DefenderHand::TheRest,
            certificates: None,
        };
        let bench = Bench::new(&options, &Arc::default());
        for (index, position) in (0..).zip(positions) {
            let problem = Problem::new(&position.to_builder(), DefenderHand::TheRest).unwrap();
            bench.find(problem, Ticket::new(index, &events));
        }
        drop(events);
        let ended = happened.iter().map(|event| match event {
            Event::Ended(_, Some(found)) => (*found).unwrap(),
            _ => panic!("what is found is handed in"),
        });
        ended.collect()
    }

    fn efforts(findings: &[Finding]) -> Vec<Effort> {
        findings.iter().map(|finding| finding.effort).collect()
    }

    #[test]
    fn a_position_is_searched_once() {
        use Effort::{Repeated, Searched};
        let positions = [MATE, NO_MATE, MATE].map(|sfen| sfen.parse().unwrap());
        assert_eq!(efforts(&found(&positions)), [Searched, Searched, Repeated]);
    }

    #[test]
    fn images_share_a_search_and_have_moves_of_their_own() {
        let problem: Position = ASIDE.parse().unwrap();
        let images = [
            problem.clone(),
            problem.mirrored(),
            problem.flipped(),
            problem.mirrored().flipped(),
        ];
        let first_moves = |findings: &[Finding]| -> Vec<String> {
            let outcomes = findings.iter().map(|finding| &finding.answer.outcome);
            let first = outcomes.map(|outcome| match outcome {
                Outcome::Mate { line, .. } => line[0].to_string(),
                other => panic!("{other:?}"),
            });
            first.collect()
        };
        let together = found(&images);
        let searched = |effort: &Effort| *effort == Effort::Searched;
        assert_eq!(efforts(&together).into_iter().filter(searched).count(), 1);
        assert_eq!(first_moves(&together), ["G*3b", "G*7b", "G*7h", "G*3h"]);
        // Whichever comes first, the same one is searched.
        let nodes = together[0].answer.nodes;
        for image in images {
            assert_eq!(found(&[image])[0].answer.nodes, nodes);
        }
    }
}
