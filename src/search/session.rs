//! Many questions about the positions of one problem, which share what is found out.

use super::dfpn::Search;
use super::goal::{Futile, Goal};
use super::grey::Grey;
use super::knowledge::Knowledge;
use super::limits::{Limits, Watch};
use super::node::Value;
use super::outcome::{Answer, Reason};
use super::plies::Plies;
use super::refused::Refused;
use super::solving::Solving;
use super::table::Hold;
use super::team;
use crate::board::{Color, Hand, Move, PieceKind, Position};
use std::sync::OnceLock;
use thiserror::Error;

/// Tables that are kept from question to question, as long as all are about one problem.
///
/// What holds of a position and the attacker's hand is only a fact while the defender has the rest of the same
/// pieces, so a session is for one set of pieces and one attacker. Several threads may ask at once.
///
/// ```
/// use tsume::board::Position;
/// use tsume::search::{Futile, Limits, Question, Solver, Verdict};
///
/// let problem: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
/// let mut solver = Solver::new(64 << 20);
/// let session = solver.session(&problem, Futile::Exclude)?;
/// let gold = problem.checks().into_iter().find(|check| check.to_string() == "G*5b");
/// let mates = session.ask(&problem, Question::default(), &Limits::default())?;
/// assert_eq!(mates.verdict, Verdict::Mate { within: 1 });
/// let without = Question { refused: gold.as_slice(), ..Question::default() };
/// let others = session.ask(&problem, without, &Limits::default())?;
/// assert_eq!(others.verdict, Verdict::NoMate);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session<'a> {
    knowledge: &'a Knowledge,
    attacker: Color,
    /// All pieces but the kings, whoever has them.
    pieces: Hand,
    futile: Futile,
}

/// What is asked about a position.
#[derive(Clone, Copy, Default, Debug)]
pub struct Question<'q> {
    /// Whether the attacker mates within so many plies, counted from the position; in any number if `None`.
    pub within: Option<u32>,
    /// Moves that may not be played in the position. A mate by way of the same position is then none.
    pub refused: &'q [Move],
}

/// What was found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Mate or not.
    pub verdict: Verdict,
    /// Positions entered to find out.
    pub nodes: u64,
}

/// Whether there is a mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is one, in at most so many plies; a shorter one has not been looked for.
    Mate {
        /// From 0 (the defender is mated) to what was asked about.
        within: u32,
    },
    /// There is none, or none as short as was asked about.
    NoMate,
    /// A limit was reached first.
    Unknown(Reason),
}

/// Why a session cannot answer a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Foreign {
    /// There is nothing to mate.
    #[error("there is no king to mate")]
    NoKing,
    /// The pieces are not those of the problem, and what is known about that says nothing here.
    #[error("the pieces are not those of the problem")]
    OtherPieces,
    /// The defender is to move and not in check, so that nobody mates.
    #[error("the defender is to move and not in check")]
    NotChecked,
    /// An answer was asked for that begins with a move of the attacker, and the defender is to move.
    #[error("the attacker is not to move")]
    NotAttackersMove,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        knowledge: &'a Knowledge,
        problem: &Position,
        futile: Futile,
    ) -> Result<Session<'a>, Foreign> {
        let session = Session {
            knowledge,
            attacker: problem.side_to_move(),
            pieces: pieces_of(problem),
            futile,
        };
        session.look_over(problem)?;
        Ok(session)
    }

    /// Whether the attacker mates, be it his move or that of the defender in check.
    ///
    /// Where futile interpositions do not count, `within` is a length without them.
    ///
    /// # Errors
    /// When the position has other pieces, or nobody could mate in it.
    pub fn ask(
        &self,
        position: &Position,
        question: Question,
        limits: &Limits,
    ) -> Result<Finding, Foreign> {
        self.look_over(position)?;
        let watch = Watch::start(limits);
        let search = self.search(self.knowledge, position, question, watch);
        let found = look_into(search, question, limits);
        if question.refused.is_empty() || !matches!(found.verdict, Verdict::Mate { .. }) {
            return Ok(found);
        }
        // What is known of the positions that follow may rest on a refused move, by way of this position. Whether it
        // does shows in tables that know nothing yet.
        let mut watch = Watch::start(limits);
        watch.add(found.nodes);
        let own = self.knowledge.beside();
        let mut search = self.search(&own, position, question, watch);
        search.guide = Some(Hold::new(&self.knowledge.table));
        Ok(look_into(search, question, limits))
    }

    /// A search for an answer.
    fn search<'k>(
        &self,
        knowledge: &'k Knowledge,
        position: &Position,
        question: Question,
        watch: Watch,
    ) -> Search<'k> {
        let mut search = Search::new(position, knowledge, watch);
        search.attacker = self.attacker;
        search.refused = Refused::at(position, question.refused);
        if question.within.is_some() {
            search.futile = self.futile;
        }
        search
    }

    /// Questions about mates that do without all of `passed`, positions with the attacker to move.
    pub fn bypass(&self, passed: Vec<Position>) -> Bypass<'_> {
        Bypass {
            session: self,
            knowledge: OnceLock::new(),
            passed,
        }
    }

    /// The shortest mate with its line, as [`super::Solver::solve`] tells it.
    ///
    /// # Errors
    /// When the position has other pieces, or nobody could mate in it, or the defender is to move.
    pub fn shortest(&self, position: &Position, limits: &Limits) -> Result<Answer, Foreign> {
        self.look_over(position)?;
        if position.side_to_move() != self.attacker {
            return Err(Foreign::NotAttackersMove);
        }
        let mut solving = Solving::start(position, &[], Goal::Shortest(self.futile), limits);
        let outcome = solving
            .solve(self.knowledge)
            .unwrap_or_else(|length| solving.find_longer(&self.knowledge.beside(), length));
        Ok(solving.answer(outcome, self.knowledge))
    }

    /// The disputed interpositions along a shortest mate of which each move is to be counted, as [`super::Outcome::Mate`] has them.
    ///
    /// # Errors
    /// When the position has other pieces, or nobody could mate in it, or the defender is to move.
    pub fn grey(
        &self,
        position: &Position,
        line: &[Move],
        limits: &Limits,
    ) -> Result<(Vec<Grey>, u64), Foreign> {
        self.look_over(position)?;
        if position.side_to_move() != self.attacker {
            return Err(Foreign::NotAttackersMove);
        }
        let mut search = Search::new(position, self.knowledge, Watch::start(limits));
        search.futile = self.futile;
        search.watch.look();
        let grey = search.grey(line);
        Ok((grey, search.watch.nodes()))
    }

    /// Whether `reply` of the checked defender is a futile interposition when the attacker is to mate within `plies` after
    /// the check, and the positions entered to find out; `None` when a limit was reached first.
    ///
    /// # Errors
    /// When the position has other pieces, or nobody could mate in it, or the attacker is to move.
    pub fn is_futile(
        &self,
        position: &Position,
        reply: Move,
        plies: u32,
        limits: &Limits,
    ) -> Result<(Option<bool>, u64), Foreign> {
        self.look_over(position)?;
        if position.side_to_move() == self.attacker {
            return Err(Foreign::NotChecked);
        }
        let mut search = Search::new(position, self.knowledge, Watch::start(limits));
        search.attacker = self.attacker;
        search.futile = self.futile;
        search.watch.look();
        let is_futile = search.is_futile(reply, Plies::new(plies as usize));
        Ok((is_futile, search.watch.nodes()))
    }

    /// Whether the position can be asked about here.
    fn look_over(&self, position: &Position) -> Result<(), Foreign> {
        let defender = self.attacker.opponent();
        if position.king(defender).is_none() {
            Err(Foreign::NoKing)
        } else if pieces_of(position) != self.pieces {
            Err(Foreign::OtherPieces)
        } else if position.side_to_move() == defender && !position.is_in_check(defender) {
            Err(Foreign::NotChecked)
        } else {
            Ok(())
        }
    }
}

/// Questions about mates that never come to one of certain positions, nor to one of them with less in the attacker's hand.
///
/// They share tables of their own, in which each mate is one without those positions. What the session knows guides them:
/// where it has proven a mate there is perhaps one without those positions too, and where none, there is none.
pub struct Bypass<'a> {
    session: &'a Session<'a>,
    /// Most problems have no use for it.
    knowledge: OnceLock<Knowledge>,
    passed: Vec<Position>,
}

impl Bypass<'_> {
    /// Like [`Session::ask`], for a position with the attacker to move, which may be one of those to do without: it is
    /// not to be come back to.
    ///
    /// # Errors
    /// When the position has other pieces, or nobody could mate in it, or the defender is to move.
    pub fn ask(
        &self,
        position: &Position,
        question: Question,
        limits: &Limits,
    ) -> Result<Finding, Foreign> {
        self.session.look_over(position)?;
        let attacker = self.session.attacker;
        if position.side_to_move() != attacker {
            return Err(Foreign::NotAttackersMove);
        }
        let own = self
            .knowledge
            .get_or_init(|| self.session.knowledge.beside());
        let watch = Watch::start(limits);
        let mut search = self.session.search(own, position, question, watch);
        search.guide = Some(Hold::new(&self.session.knowledge.table));
        // As if they had been passed on the way, so that each is a repetition.
        for passed in self.passed.iter().filter(|&passed| passed != position) {
            search.path.push(passed.board_key(), passed.hand(attacker));
        }
        Ok(look_into(search, question, limits))
    }
}

fn look_into(mut search: Search, question: Question, limits: &Limits) -> Finding {
    let budget = question
        .within
        .map_or(Plies::UNLIMITED, |within| Plies::new(within as usize));
    search.watch.look();
    let verdict = match team::prove(&mut search, budget, limits.threads).value {
        Value::Mate { plies, .. } => Verdict::Mate {
            within: plies.get(),
        },
        Value::NoMate { .. } if search.knowledge.is_cut_by_depth() => {
            Verdict::Unknown(Reason::Depth)
        }
        Value::NoMate { .. } => Verdict::NoMate,
        Value::Open { .. } => Verdict::Unknown(search.watch.ended().unwrap_or(Reason::Stopped)),
    };
    Finding {
        verdict,
        nodes: search.watch.nodes(),
    }
}

/// All pieces but the kings, as if they were held in one hand.
fn pieces_of(position: &Position) -> Hand {
    let [black, white] = Color::ALL.map(|color| position.hand(color));
    let on_board = PieceKind::ALL.into_iter().filter_map(|kind| {
        let [black, white] = Color::ALL.map(|color| position.pieces(color, kind).len());
        Some((kind.in_hand()?, (black + white) as u8))
    });
    on_board.fold(black.plus(white), |all, (kind, count)| {
        all.with(kind, all.count(kind) + count)
    })
}
