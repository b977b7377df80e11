//! Several threads on one proof.
//!
//! Each thread searches from the root with a path of its own. What they find out they share, and [`InFlight`]
//! keeps them apart. Before a thread goes on to a child it looks once more what is known of it, and when a node
//! is decided that others are below, they come back from there. So each takes part in what the others have done,
//! and the first to decide the root ends the search of all. A verdict rests on facts that hold for every
//! thread, whoever found them.

use super::dfpn::{Ending, Search};
use super::in_flight::InFlight;
use super::limits::{Purse, Watch};
use super::node::{Assessment, Child, Frame, Mover, Value};
use super::numbers::{INFINITE, UNIT};
use super::plies::Plies;
use super::table::Known;
use std::cmp::Reverse;
use std::num::NonZeroUsize;
use std::panic;
use std::sync::Arc;
use std::thread;

/// What one thread does alone before others join it, in nodes: to start them takes about as long.
const NODES_ALONE: u64 = 500;

/// A thread of several, as it sees the others.
pub(super) struct Company {
    in_flight: Arc<InFlight>,
    /// How many announcements it has acted on.
    heard: u64,
    /// How many nodes from the root on it may stay in, when somebody else has decided the next one.
    recalled_to: Option<usize>,
}

impl Company {
    fn new(in_flight: &Arc<InFlight>) -> Company {
        Company {
            in_flight: Arc::clone(in_flight),
            heard: in_flight.announcements(),
            recalled_to: None,
        }
    }
}

/// Like [`Search::prove`] where the path begins, by `threads` together.
pub(super) fn prove(lead: &mut Search, budget: Plies, threads: NonZeroUsize) -> Ending {
    if threads.get() == 1 {
        return lead.prove(budget);
    }
    let ending = prove_alone(lead, budget);
    if ending.is_decided() || lead.watch.ended().is_some() {
        return ending;
    }
    prove_together(lead, budget, threads)
}

fn prove_alone(lead: &mut Search, budget: Plies) -> Ending {
    let purse = Purse::new(lead.watch.nodes_left().min(NODES_ALONE));
    let part = lead.watch.living_on(&purse);
    let whole = std::mem::replace(&mut lead.watch, part);
    let ending = lead.prove(budget);
    let part = std::mem::replace(&mut lead.watch, whole);
    lead.watch.add(part.nodes());
    ending
}

fn prove_together(lead: &mut Search, budget: Plies, threads: NonZeroUsize) -> Ending {
    let in_flight = Arc::new(InFlight::new());
    let (position, knowledge, futile) = (lead.position.clone(), lead.knowledge, lead.futile);
    let whole = lead.watch.clone();
    let purse = Purse::new(whole.nodes_left());
    let part = || whole.living_on(&purse);
    let parts = thread::scope(|scope| {
        let help = |watch: Watch| {
            let (position, in_flight, purse) = (&position, &in_flight, &purse);
            let refused = lead.refused.clone();
            let help = move || {
                let mut search = Search::new(position, knowledge, watch);
                search.futile = futile;
                search.refused = refused;
                Membership::new(&mut search, in_flight, purse).prove(budget)
            };
            let name = "search helper".to_string();
            thread::Builder::new().name(name).spawn_scoped(scope, help)
        };
        // Those that the system does not grant are done without.
        let helpers: Vec<_> = (1..threads.get())
            .map_while(|_| help(part().unreported()).ok())
            .collect();
        lead.watch = part();
        let own = Membership::new(lead, &in_flight, &purse).prove(budget);
        let others = helpers.into_iter().map(|helper| match helper.join() {
            Ok(part) => part,
            Err(cause) => panic::resume_unwind(cause),
        });
        others.chain([own]).collect::<Vec<_>>()
    });
    lead.watch = whole;
    lead.watch.add(parts.iter().map(|part| part.nodes).sum());
    let endings = || parts.iter().map(|part| part.ending);
    let decided = endings().find(Ending::is_decided);
    decided.unwrap_or_else(|| endings().next().expect("the lead's"))
}

/// What one thread of several came to.
struct Part {
    ending: Ending,
    nodes: u64,
}

/// The part of one thread. However it ends, the others end too, and nobody waits for this one to let go of the table.
struct Membership<'s, 'a> {
    search: &'s mut Search<'a>,
    purse: &'s Purse,
}

impl<'s, 'a> Membership<'s, 'a> {
    fn new(
        search: &'s mut Search<'a>,
        in_flight: &Arc<InFlight>,
        purse: &'s Purse,
    ) -> Membership<'s, 'a> {
        search.company = Some(Company::new(in_flight));
        Membership { search, purse }
    }

    fn prove(self, budget: Plies) -> Part {
        let ending = self.search.prove(budget);
        let nodes = self.search.watch.nodes();
        Part { ending, nodes }
    }
}

impl Drop for Membership<'_, '_> {
    fn drop(&mut self) {
        self.purse.close();
        self.search.company = None;
        self.search.table.let_go();
    }
}

impl Search<'_> {
    /// Tells the others that the node in hand is entered.
    pub(super) fn tell_entry(&self) {
        if let Some(company) = &self.company {
            let frame = self.top();
            company.in_flight.enter(frame.board_key, frame.hand);
        }
    }

    /// Tells the others that a node is left, and calls them back if nothing is left to do below it.
    pub(super) fn tell_exit(&self, left: &Frame, value: Value) {
        let Some(company) = &self.company else {
            return;
        };
        company.in_flight.leave(left.board_key, left.hand);
        let is_verdict = !matches!(value, Value::Open { .. });
        if is_verdict && company.in_flight.threads_below(left.board_key, left.hand) > 0 {
            company.in_flight.announce();
        }
    }

    /// The numbers of the node in hand, with the latest news of the child to go on with.
    pub(super) fn assess_in_company(&mut self) -> Assessment {
        loop {
            let at = self.assess();
            let decided = at.phi == 0 || at.delta == 0;
            if self.company.is_none() || decided || !self.hears_of(at.best) {
                return at;
            }
        }
    }

    /// Takes over what others have found out about a child of the node in hand; whether that was anything.
    fn hears_of(&mut self, child: usize) -> bool {
        let index = self.top().children.start + child;
        let Child {
            step,
            board_key,
            hand,
            work,
            ..
        } = self.children[index];
        let Some(budget) = step.budget(self.top().budget) else {
            return false;
        };
        let depth = self.path.depth() as u16;
        let heard = match self.table.look_up(board_key, hand, budget, depth) {
            Known::Mate { .. } | Known::NoMate { .. } => true,
            Known::Open(open) => open.work > work,
            Known::Nothing { .. } => false,
        };
        if heard {
            let (value, _) = self.look_at(index, &mut None);
            self.settle(index, value);
        }
        heard
    }

    /// Whether to come back from the node in hand, because somebody else has decided it or one on the way to it.
    pub(super) fn is_recalled(&mut self) -> bool {
        let Some(company) = &mut self.company else {
            return false;
        };
        let announcements = company.in_flight.announcements();
        let news = company.heard != announcements;
        company.heard = announcements;
        let recalled_to = if news { self.overtaken_at() } else { None };
        let depth = self.frames.len();
        let Some(company) = &mut self.company else {
            return false;
        };
        company.recalled_to = recalled_to.or(company.recalled_to);
        company.recalled_to.is_some_and(|most| depth > most)
    }

    /// The first node from the root on that the table knows to be decided.
    fn overtaken_at(&self) -> Option<usize> {
        let root = self.path.depth() - self.frames.len();
        self.frames.iter().enumerate().position(|(at, frame)| {
            let depth = (root + at) as u16;
            let known = self
                .table
                .look_up(frame.board_key, frame.hand, frame.budget, depth);
            matches!(known, Known::Mate { .. } | Known::NoMate { .. })
        })
    }

    /// Back in the node before the one that somebody else has decided: takes that over.
    pub(super) fn follow_recall(&mut self, child: usize) {
        let depth = self.frames.len();
        if let Some(company) = &mut self.company
            && company.recalled_to == Some(depth)
        {
            company.recalled_to = None;
            self.hears_of(child);
        }
    }

    /// The choice of the child to go on with, made once more if others are below it.
    pub(super) fn keep_apart(&self, at: Assessment) -> Assessment {
        let Some(company) = &self.company else {
            return at;
        };
        let children = self.node_children();
        let threads_below =
            |child: &Child| company.in_flight.threads_below(child.board_key, child.hand);
        if threads_below(&children[at.best]) == 0 {
            return at;
        }
        let frame = self.top();
        choose_apart(children, frame.mover, at, frame.limit.phi, threads_below)
    }
}

/// Chooses a child that seems best when those that others search count as harder, among those that are no
/// worse than `most_phi` allows: with others, the visit would end before it began.
fn choose_apart(
    children: &[Child],
    mover: Mover,
    at: Assessment,
    most_phi: u32,
    threads_below: impl Fn(&Child) -> u32,
) -> Assessment {
    let mut choice = at;
    let mut best = (INFINITE, Reverse(0), u32::MAX, i16::MAX);
    choice.second_phi = INFINITE;
    for (index, child) in children.iter().enumerate() {
        let (phi, delta) = (child.value.phi(mover), child.value.delta(mover));
        if child.waits || delta == 0 {
            continue;
        }
        let seeming = harder(phi, threads_below(child), mover);
        let rank = (seeming, Reverse(delta), child.work, child.order);
        let may_be_chosen = index == at.best || phi < most_phi;
        if may_be_chosen && rank < best {
            choice.second_phi = choice.second_phi.min(best.0);
            best = rank;
            choice.best = index;
            choice.phi = phi;
        } else {
            choice.second_phi = choice.second_phi.min(seeming);
        }
    }
    choice
}

/// How hard a child seems that so many others search.
fn harder(phi: u32, threads: u32, mover: Mover) -> u32 {
    let per = match mover {
        Mover::Attacker => phi / knob("OR", 2),
        Mover::Defender => phi / knob("AND", 1),
    };
    phi.saturating_add(threads.saturating_mul(UNIT + per))
}

fn knob(name: &str, default: u32) -> u32 {
    use std::sync::OnceLock;
    static OR: OnceLock<u32> = OnceLock::new();
    static AND: OnceLock<u32> = OnceLock::new();
    let cell = if name == "OR" { &OR } else { &AND };
    *cell.get_or_init(|| {
        std::env::var(name)
            .ok()
            .and_then(|v| v.parse().ok())
            .unwrap_or(default)
    })
}
