//! Certificates made from the plain definition of mates: right ones, to check the checker with.

use super::brute_force::{Exact, checks};
use super::futile::{Definition, Rule, taken_by_others, taken_off};
use std::collections::{HashMap, HashSet};
use tsume::board::{Hand, HandKind, Position};
use tsume::proof::{Counting, Horizon, Node, Statement, Writer};

/// How a rule of the definition is called in certificates; they do not know the narrow one.
fn counting(rule: Rule) -> Counting {
    match rule {
        Rule::All => Counting::CountAll,
        Rule::SelfEvident => Counting::ExcludeFutile,
        Rule::Checker => panic!("certificates do not know this rule"),
    }
}

/// A certificate of the exact length of a mate: within `plies` and not within two less; or of no
/// mate within `plies`, when there is none.
pub fn certificate(root: &Position, plies: u32, rule: Rule) -> Vec<u8> {
    let mut definition = Definition::new(rule);
    let length = definition.mate_in(root, plies);
    let mut statements = Vec::new();
    let lower = length.map_or(plies, |length| length.saturating_sub(2));
    if let Some(length) = length {
        statements.push(Statement::MateWithin(length as u16));
    }
    if lower > 0 {
        statements.push(Statement::NoMate(Horizon::Within(lower as u16)));
    }
    let writer = Writer::new(Vec::new(), root, counting(rule), &statements);
    let mut author = Author {
        root: root.clone(),
        definition,
        writer: writer.expect("memory can be written to"),
        mates: HashSet::new(),
        escapes: HashSet::new(),
    };
    if length.is_some() {
        author.mate(root, plies);
    }
    if lower > 0 {
        author.no_mate(root, lower);
    }
    author.writer.finish().expect("memory can be written to")
}

/// A certificate that there is never a mate; `None` when there is one, or when more than `most` positions can be reached.
pub fn never_mate(root: &Position, most: usize) -> Option<Vec<u8>> {
    // Positions with the attacker to move, and for each of their checks where the replies lead.
    let mut numbers = HashMap::from([(Exact(root.clone()), 0)]);
    let mut positions = vec![root.clone()];
    let mut successors: Vec<Vec<Vec<usize>>> = Vec::new();
    while successors.len() < positions.len() {
        let position = positions[successors.len()].clone();
        let after_check = |check| {
            let checked = position.after(check);
            let replies = checked.legal_moves().into_iter();
            let replies = replies.map(|reply| {
                let next = checked.after(reply);
                *numbers.entry(Exact(next.clone())).or_insert_with(|| {
                    positions.push(next);
                    positions.len() - 1
                })
            });
            replies.collect()
        };
        let checks = checks(&position);
        successors.push(checks.into_iter().map(after_check).collect());
        if positions.len() > most {
            return None;
        }
    }
    let mut mated = vec![false; positions.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (number, checks) in successors.iter().enumerate() {
            let mates = checks
                .iter()
                .any(|replies| replies.iter().all(|&next| mated[next]));
            if mates && !mated[number] {
                mated[number] = true;
                changed = true;
            }
        }
    }
    if mated[0] {
        return None;
    }
    let statements = [Statement::NoMate(Horizon::Ever)];
    let writer = Writer::new(Vec::new(), root, Counting::ExcludeFutile, &statements);
    let mut writer = writer.expect("memory can be written to");
    for (position, _) in positions.iter().zip(mated).filter(|&(_, mated)| !mated) {
        let claim = writer.no_mate(Node::of(position), Horizon::Ever);
        claim.expect("memory can be written to");
    }
    Some(writer.finish().expect("memory can be written to"))
}

struct Author {
    root: Position,
    definition: Definition,
    writer: Writer<Vec<u8>>,
    /// What has been claimed.
    mates: HashSet<Exact>,
    escapes: HashSet<(Exact, u32)>,
}

impl Author {
    fn mate(&mut self, position: &Position, plies: u32) {
        if !self.mates.insert(Exact(position.clone())) {
            return;
        }
        let length = self.definition.mate_in(position, plies);
        let length = length.expect("a mate within so many plies");
        let check = self.definition.mating_moves(position, length)[0];
        let node = self.node(position);
        let claim = self.writer.mate(node, length as u16, check);
        claim.expect("memory can be written to");
        self.answers(&position.after(check), length - 1);
    }

    fn answers(&mut self, position: &Position, plies: u32) {
        for reply in position.legal_moves() {
            let next = position.after(reply);
            if plies > 0 && self.definition.mates_within(&next, plies - 1) {
                self.mate(&next, plies - 1);
                continue;
            }
            for without in taken_off(position, reply) {
                if self.definition.is_answered_within(&without, plies) {
                    self.answers(&without, plies);
                }
            }
            for taken in taken_by_others(position, reply) {
                if self.definition.is_answered_within(&taken, 0) {
                    self.answers(&taken, 0);
                }
            }
        }
    }

    fn no_mate(&mut self, position: &Position, plies: u32) {
        if !self.escapes.insert((Exact(position.clone()), plies)) {
            return;
        }
        let node = self.node(position);
        let claim = self.writer.no_mate(node, Horizon::Within(plies as u16));
        claim.expect("memory can be written to");
        for check in checks(position) {
            self.escape(&position.after(check), plies - 1);
        }
    }

    fn escape(&mut self, position: &Position, plies: u32) {
        let holds_out = |definition: &mut Definition, reply| {
            !definition.is_futile(position, reply, plies)
                && (plies < 2 || !definition.mates_within(&position.after(reply), plies - 1))
        };
        let mut replies = position.legal_moves().into_iter();
        let reply = replies.find(|&reply| holds_out(&mut self.definition, reply));
        let reply = reply.expect("no mate within so many plies");
        if plies >= 2 {
            self.no_mate(&position.after(reply), plies - 1);
        }
        if self.definition.rule() == Rule::All {
            return;
        }
        for without in taken_off(position, reply) {
            self.escape(&without, plies);
        }
        for taken in taken_by_others(position, reply) {
            self.escape(&taken, 0);
        }
    }

    /// What is missing of the problem's pieces is out of play.
    fn node<'a>(&self, position: &'a Position) -> Node<'a> {
        let (root, board) = (self.root.to_builder(), position.to_builder());
        let missing = |kind| (board.missing(kind) - root.missing(kind)) as u8;
        let out_of_play = HandKind::ALL
            .into_iter()
            .fold(Hand::EMPTY, |hand, kind| hand.with(kind, missing(kind)));
        Node {
            out_of_play,
            ..Node::of(position)
        }
    }
}
