//! What is wrong with a problem, found by plain recursion and by looking at every position that matters.
//!
//! Nothing is known here of how `tsume verify` goes about it: lengths and futile interpositions are those of the
//! [`Definition`], mates of any length those of a [`Siege`], and whether a move changes nothing is seen by following
//! each piece through the line.

use super::brute_force::checks;
use super::futile::{Definition, Rule, Thrift};
use super::siege::{Siege, Verdict};
use std::collections::HashMap;
use tsume::board::{Intent, Move, Position, Promotion, Square, attacks};

/// A finding: ply, the English name of the flaw, and the first move that shows it.
pub type Finding = (u32, &'static str, Option<Move>);

/// The positions that one question may look at.
const MOST: usize = 3_000;

/// A line under examination.
struct Examined<'l> {
    line: &'l [Move],
    /// Before each move and after the last.
    positions: Vec<Position>,
    /// The plies left before each, without those that futile interpositions take.
    left: Vec<u32>,
    definition: Definition,
    findings: Vec<Finding>,
}

/// All that is wrong with a problem whose `line` is legal, all checks, and mates, or ends before futile replies. `None` where it
/// would take too long to say.
pub fn findings(start: &Position, line: &[Move]) -> Option<Vec<Finding>> {
    let mut positions = vec![start.clone()];
    for &mv in line {
        positions.push(positions.last().expect("there is the start").after(mv));
    }
    let mut examined = Examined {
        line,
        positions,
        left: vec![0; line.len() + 1],
        definition: Definition::new(Rule::SelfEvident),
        findings: Vec::new(),
    };
    examined.count();
    for index in 0..line.len() {
        if index % 2 == 0 {
            examined.choices(index)?;
        } else {
            examined.defences(index)?;
        }
    }
    examined.left_over();
    let mut findings = examined.findings;
    if findings.iter().any(|finding| finding.1 == "no mate")
        && siege(start, &[])? == Verdict::NoMate
    {
        findings.push((1, "no mate", None));
    }
    findings.sort_by_key(|&(ply, name, mv)| (ply, name, mv.map(|mv| mv.to_string())));
    Some(findings)
}

fn siege(position: &Position, forbidden: &[Position]) -> Option<Verdict> {
    Siege::decide_without(position, forbidden, MOST)
}

/// Whether the attacker mates after a check, in any number of plies, without one of the positions `forbidden`.
fn mates_after(checked: &Position, forbidden: &[Position]) -> Option<bool> {
    for reply in checked.legal_moves() {
        if siege(&checked.after(reply), forbidden)? == Verdict::NoMate {
            return Some(false);
        }
    }
    Some(true)
}

/// Whether checks that are `moves` in some order, `first` before all if there is one, lead to `end` against some replies.
fn leads(position: &Position, first: Option<Move>, moves: &[String], end: &Position) -> bool {
    if moves.is_empty() {
        return position == end;
    }
    checks(position).into_iter().any(|check| {
        let Some(at) = moves.iter().position(|mv| *mv == check.to_string()) else {
            return false;
        };
        let rest = [&moves[..at], &moves[at + 1..]].concat();
        let after = position.after(check);
        let goes_on = |reply| leads(&after.after(reply), None, &rest, end);
        first.is_none_or(|first| first == check) && after.legal_moves().into_iter().any(goes_on)
    })
}

impl Examined<'_> {
    fn add(&mut self, index: usize, name: &'static str, mv: Option<Move>) {
        self.findings.push((index as u32 + 1, name, mv));
    }

    fn count(&mut self) {
        for index in (0..self.line.len()).rev() {
            self.left[index] = self.left[index + 1] + 1;
            if index % 2 == 1 && index + 1 < self.line.len() {
                let behind = self.left[index + 2];
                let (position, reply) = (&self.positions[index], self.line[index]);
                if self.definition.is_futile(position, reply, behind)
                    && self.definition.is_answered_within(position, behind)
                {
                    self.left[index] = behind;
                    self.add(index, "futile interposition", None);
                }
            }
        }
    }

    fn choices(&mut self, index: usize) -> Option<()> {
        let position = self.positions[index].clone();
        for check in checks(&position) {
            if check != self.line[index] && mates_after(&position.after(check), &[])? {
                let name = self.name_of_choice(index, check)?;
                self.add(index, name, Some(check));
            }
        }
        Some(())
    }

    fn name_of_choice(&mut self, index: usize, check: Move) -> Option<&'static str> {
        let (position, played) = (self.positions[index].clone(), self.line[index]);
        if position == position.mirrored() && check == played.mirrored() {
            return Some("symmetry");
        }
        let after = position.after(check);
        let left = self.left[index];
        if left == 1 {
            let at_once = self.definition.is_answered_within(&after, 0);
            let alike = alike(&position, played, check).filter(|&name| name != "square dual");
            return Some(match alike {
                Some(name) if at_once && self.left[0] == 1 => name,
                _ => "last-move dual",
            });
        }
        if self.definition.is_answered_within(&after, left - 3) {
            return Some("shorter mate");
        }
        if let Some(name) = alike(&position, played, check)
            && self.goes_on_alike(index, check)
            && self.definition.is_answered_within(&after, left - 1)
        {
            return Some(name);
        }
        let line = self
            .positions
            .iter()
            .step_by(2)
            .take(self.line.len().div_ceil(2));
        let line: Vec<Position> = line.cloned().collect();
        Some(match alike(&position, played, check) {
            _ if mates_after(&after, &line)? => "cook",
            _ if self.is_another_order(index, check) => "move order",
            Some(name) => name,
            None if self.definition.is_answered_within(&after, left - 1) => "cook",
            None => "detour",
        })
    }

    /// Whether the check and others of the line's next ones lead to the line, in some order and against some replies.
    fn is_another_order(&self, index: usize, check: Move) -> bool {
        let last = self.line.len().min(index + 9);
        (index + 4..last).step_by(2).any(|end| {
            let mut moves: Vec<String> = Vec::new();
            moves.extend(self.line[index..end].iter().step_by(2).map(Move::to_string));
            leads(
                &self.positions[index],
                Some(check),
                &moves,
                &self.positions[end],
            )
        })
    }

    /// Whether the rest of the line can be played with the piece of `check` in the place of that of the move played.
    fn goes_on_alike(&mut self, index: usize, check: Move) -> bool {
        let mut there = Pieces::on(&self.positions[index]);
        let mut here = Pieces::on(&self.positions[index]);
        let (played_by, checked_by) = (there.play(self.line[index]), here.play(check));
        let other = |id: usize| match id {
            id if id == played_by => checked_by,
            id if id == checked_by => played_by,
            id => id,
        };
        let mut position = self.positions[index].after(check);
        for (index, &mv) in self
            .line
            .iter()
            .enumerate()
            .take(self.line.len() - 1)
            .skip(index + 1)
        {
            let taken = there.at(mv.to());
            let to = match taken {
                Some(taken) => here.square(other(taken)),
                None => Some(mv.to()),
            };
            let mover = mv.from().and_then(|from| there.at(from));
            let (Some(to), from) = (to, mover.and_then(|mover| here.square(other(mover)))) else {
                return false;
            };
            let intents: Vec<Intent> = match (mv.dropped(), from) {
                (Some(kind), _) => vec![Intent::Drop {
                    kind: kind.piece_kind(),
                    to,
                }],
                (None, Some(from)) => {
                    let board = |promotion| Intent::Board {
                        from,
                        to,
                        promotion,
                    };
                    match mv.is_promotion() {
                        true => vec![board(Promotion::Yes), board(Promotion::No)],
                        false => vec![board(Promotion::No)],
                    }
                }
                (None, None) => return false,
            };
            let legal = intents
                .into_iter()
                .find_map(|intent| position.legality(intent).ok());
            let Some(next) = legal else { return false };
            there.play(mv);
            here.play(next);
            position = position.after(next);
            let is_check = position.is_in_check(position.side_to_move());
            if index % 2 == 0 && !is_check {
                return false;
            }
        }
        self.definition.mates_within(&position, 1)
    }

    fn defences(&mut self, index: usize) -> Option<()> {
        let position = self.positions[index].clone();
        let left = self.left[index];
        for reply in position.legal_moves() {
            if reply == self.line[index] || self.definition.is_futile(&position, reply, left) {
                continue;
            }
            let after = position.after(reply);
            let name = match self.definition.mate_in(&after, left - 1) {
                Some(plies) if plies < left - 1 => continue,
                Some(plies) => {
                    if self.can_be_kept(&after, plies) {
                        continue;
                    }
                    let is_mirrored = reply == self.line[index].mirrored();
                    match is_mirrored && position == position.mirrored() {
                        true => "symmetry",
                        false => "equal defence",
                    }
                }
                None if siege(&after, &[])? == Verdict::NoMate => "no mate",
                None => {
                    let plies = self.definition.mate_in(&after, left + 3)?;
                    match self.can_be_kept(&after, plies) {
                        true => "longer defence",
                        false => "not the longest",
                    }
                }
            };
            self.add(index, name, Some(reply));
        }
        Some(())
    }

    fn can_be_kept(&mut self, position: &Position, plies: u32) -> bool {
        self.definition.left_over(position, plies, Thrift::Saves) > 0
    }

    fn left_over(&mut self) {
        let attacker = self.positions[0].side_to_move();
        if !self.positions[self.line.len()].hand(attacker).is_empty() {
            self.add(self.line.len() - 1, "left-over pieces", None);
        }
    }
}

/// In what two checks differ that are much the same.
fn alike(position: &Position, one: Move, other: Move) -> Option<&'static str> {
    let king = position.king(position.side_to_move().opponent())?;
    let same_piece = one.from() == other.from() && one.kind() == other.kind();
    let same_square = one.to() == other.to();
    let is_one_ray = attacks::line(king, one.to()).contains(other.to())
        && !attacks::between(one.to(), other.to()).contains(king);
    match (same_piece, same_square) {
        (true, true) => Some("promotion dual"),
        (true, false) if is_one_ray => Some("distance dual"),
        (true, false) => Some("square dual"),
        (false, true) if one.kind() == other.kind() && one.is_drop() == other.is_drop() => {
            Some("square dual")
        }
        _ => None,
    }
}

/// Where each piece stands; pieces have numbers. What was captured is nowhere.
struct Pieces {
    squares: HashMap<Square, usize>,
    next: usize,
}

impl Pieces {
    fn on(position: &Position) -> Pieces {
        let squares: HashMap<Square, usize> = position.occupied().into_iter().zip(0..).collect();
        Pieces {
            next: squares.len(),
            squares,
        }
    }

    /// Moves a piece or puts a new one on the board, and tells its number.
    fn play(&mut self, mv: Move) -> usize {
        let id = match mv.from().and_then(|from| self.squares.remove(&from)) {
            Some(id) => id,
            None => {
                self.next += 1;
                self.next - 1
            }
        };
        self.squares.insert(mv.to(), id);
        id
    }

    fn at(&self, square: Square) -> Option<usize> {
        self.squares.get(&square).copied()
    }

    fn square(&self, id: usize) -> Option<Square> {
        let found = self.squares.iter().find(|&(_, &other)| other == id);
        found.map(|(&square, _)| square)
    }
}
