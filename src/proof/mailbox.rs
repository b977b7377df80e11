//! A board of 81 boxes, and the rules by which men move on it.
//!
//! Nothing is clever here: a move is legal when the piece moves so and the own king is not attacked afterwards,
//! which is found out by making the move. Two things only are known beforehand: a man other than the king answers a
//! check only by taking the checking piece or by stepping between, and a check by a drop comes from the piece dropped.

use super::pieces::{
    AROUND, Counts, JUMPS, Kind, Man, SQUARES, Side, Square, ranks_beyond, ray, walk,
};

/// What a player does at his turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Action {
    Move {
        from: Square,
        to: Square,
        promotes: bool,
    },
    Drop {
        kind: Kind,
        to: Square,
    },
}

impl Action {
    pub fn to(self) -> Square {
        match self {
            Action::Move { to, .. } | Action::Drop { to, .. } => to,
        }
    }
}

/// The men on the board.
pub(super) type Squares = [Option<Man>; SQUARES as usize];

/// A position: the board, both hands, and who moves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Mailbox {
    pub squares: Squares,
    /// Black's, White's.
    pub hands: [Counts; 2],
    pub side: Side,
}

impl Mailbox {
    pub fn at(&self, square: Square) -> Option<Man> {
        self.squares[usize::from(square)]
    }

    pub fn hand(&self, side: Side) -> &Counts {
        &self.hands[side as usize]
    }

    fn king(&self, side: Side) -> Option<Square> {
        let king = Some(Man::new(side, Kind::King));
        (0..SQUARES).find(|&square| self.at(square) == king)
    }

    /// Whether a man on one square attacks another.
    fn attacks(&self, from: Square, man: Man, target: Square) -> bool {
        let mut slides = man.slides().map(|slide| ray(from, slide));
        man.steps().any(|step| walk(from, step) == Some(target))
            || slides.any(|mut ray| {
                ray.find(|&square| square == target || self.at(square).is_some()) == Some(target)
            })
    }

    /// The squares of the pieces of `by` that attack a square: each is the first in its direction, or jumps.
    fn attackers(&self, square: Square, by: Side) -> impl Iterator<Item = Square> {
        let first = move |step| ray(square, step).find(|&from| self.at(from).is_some());
        let near = AROUND.into_iter().filter_map(first);
        let jumping = JUMPS.into_iter().filter_map(move |step| walk(square, step));
        near.chain(jumping).filter(move |&from| {
            self.at(from)
                .is_some_and(|man| man.side == by && self.attacks(from, man, square))
        })
    }

    /// The pieces that give check to a player's king.
    fn checkers(&self, side: Side) -> impl Iterator<Item = Square> {
        let king = self.king(side).into_iter();
        king.flat_map(move |king| self.attackers(king, side.other()))
    }

    pub fn is_in_check(&self, side: Side) -> bool {
        self.checkers(side).next().is_some()
    }

    /// Whether the piece on a square itself checks the side to move.
    pub fn is_checked_from(&self, square: Square) -> bool {
        self.checkers(self.side).any(|checker| checker == square)
    }

    /// The position after an action that follows the piece's way of moving.
    pub fn after(&self, action: Action) -> Mailbox {
        let mut next = self.clone();
        next.side = self.side.other();
        let hand = &mut next.hands[self.side as usize];
        let man = match action {
            Action::Move { from, to, promotes } => {
                let taken = self.at(to);
                if let Some(count) = taken.and_then(|man| hand.get_mut(man.kind as usize)) {
                    *count += 1;
                }
                let man = next.squares[usize::from(from)].take();
                man.map(|man| Man {
                    promoted: man.promoted || promotes,
                    ..man
                })
            }
            Action::Drop { kind, .. } => {
                hand[kind as usize] -= 1;
                Some(Man::new(self.side, kind))
            }
        };
        next.squares[usize::from(action.to())] = man;
        next
    }

    /// Every legal action, when in check every answer to it, and the position after it.
    pub fn legal_actions(&self) -> impl Iterator<Item = (Action, Mailbox)> {
        self.legal_among(|_| true)
    }

    /// Every legal action that gives check, and the position after it.
    pub fn checks(&self) -> impl Iterator<Item = (Action, Mailbox)> {
        let king = self.king(self.side.other());
        let may_check = move |action| match (action, king) {
            (Action::Drop { kind, to }, Some(king)) => {
                self.attacks(to, Man::new(self.side, kind), king)
            }
            _ => true,
        };
        self.legal_among(may_check)
            .filter(|(_, next)| next.is_in_check(next.side))
    }

    /// Whether an action, however it was come by, is legal.
    pub fn allows(&self, action: Action) -> bool {
        self.legal_among(|other| other == action).next().is_some()
    }

    /// The legal actions that may be, and the position after each.
    pub fn legal_among(
        &self,
        may: impl Fn(Action) -> bool,
    ) -> impl Iterator<Item = (Action, Mailbox)> {
        let squares = self.squares_of_use();
        let mut actions = self.moves(&squares);
        actions.extend(self.drops(&squares));
        actions.retain(|&action| may(action));
        let made = actions
            .into_iter()
            .map(|action| (action, self.after(action)));
        made.filter(|(action, next)| self.is_legal(*action, next))
    }

    /// Whether an action that follows the piece's way of moving is legal: it leaves the own king safe, and is no
    /// pawn's drop that mates (打ち歩詰め).
    fn is_legal(&self, action: Action, next: &Mailbox) -> bool {
        let drops_pawn = matches!(action, Action::Drop { kind, .. } if kind == Kind::Pawn);
        let mates = || next.is_in_check(next.side) && next.legal_actions().next().is_none();
        let is_forbidden = || drops_pawn && mates();
        !next.is_in_check(self.side) && !is_forbidden()
    }

    /// What the pieces on the board can do; others than the king go to `squares` alone.
    fn moves(&self, squares: &[Square]) -> Vec<Action> {
        let mut moves = Vec::new();
        for from in 0..SQUARES {
            let Some(man) = self.at(from).filter(|man| man.side == self.side) else {
                continue;
            };
            for to in self.reach(from, man) {
                if man.kind != Kind::King && !squares.contains(&to) {
                    continue;
                }
                let is_in_zone = |square| ranks_beyond(man.side, square) < 3;
                let may_promote = man.may_promote() && (is_in_zone(from) || is_in_zone(to));
                let may_stay = man.promoted || !man.kind.is_dead(man.side, to);
                let ways = [(may_promote, true), (may_stay, false)].into_iter();
                let ways = ways.filter(|(may, _)| *may);
                moves.extend(ways.map(|(_, promotes)| Action::Move { from, to, promotes }));
            }
        }
        moves
    }

    /// Where a man can go: not onto his own, and nobody takes a king.
    fn reach(&self, from: Square, man: Man) -> impl Iterator<Item = Square> {
        let slides = man.slides().flat_map(move |slide| {
            let mut is_free = true;
            ray(from, slide).take_while(move |&to| {
                let reaches = is_free;
                is_free = self.at(to).is_none();
                reaches
            })
        });
        let steps = man.steps().filter_map(move |step| walk(from, step));
        steps.chain(slides).filter(move |&to| {
            self.at(to)
                .is_none_or(|other| other.side != man.side && other.kind != Kind::King)
        })
    }

    /// Where men other than the king can be of use: anywhere; or, in check, on the checking piece and between it and
    /// the king; or nowhere when two pieces check.
    fn squares_of_use(&self) -> Vec<Square> {
        let checkers: Vec<Square> = self.checkers(self.side).collect();
        match checkers[..] {
            [] => (0..SQUARES).collect(),
            [checker] => {
                let mut squares = self.between_king_and(checker);
                squares.push(checker);
                squares
            }
            _ => Vec::new(),
        }
    }

    /// The squares on the line from the king of the side to move to a piece that checks it.
    fn between_king_and(&self, checker: Square) -> Vec<Square> {
        let lines = self.king(self.side).into_iter();
        let mut lines = lines.flat_map(|king| AROUND.map(|step| ray(king, step)));
        let line = lines.find(|line| line.clone().any(|square| square == checker));
        let line = line.into_iter().flatten();
        line.take_while(|&square| square != checker).collect()
    }

    /// The only piece that gives check, when it does so from afar and the action steps between.
    pub fn checker_shut_off_by(&self, action: Action) -> Option<Square> {
        let mut checkers = self.checkers(self.side);
        let (checker, other) = (checkers.next()?, checkers.next());
        let is_shut_off = || self.between_king_and(checker).contains(&action.to());
        (other.is_none() && is_shut_off()).then_some(checker)
    }

    fn drops(&self, squares: &[Square]) -> Vec<Action> {
        let hand = self.hand(self.side);
        let held = Kind::HELD.iter().filter(|&&kind| hand[kind as usize] > 0);
        let drops = held.flat_map(|&kind| squares.iter().map(move |&to| (kind, to)));
        let allowed = drops.filter(|&(kind, to)| {
            let is_second_pawn = || kind == Kind::Pawn && self.has_pawn_on_file_of(to);
            self.at(to).is_none() && !kind.is_dead(self.side, to) && !is_second_pawn()
        });
        allowed
            .map(|(kind, to)| Action::Drop { kind, to })
            .collect()
    }

    fn has_pawn_on_file_of(&self, square: Square) -> bool {
        let pawn = Some(Man::new(self.side, Kind::Pawn));
        let first = square / 9 * 9;
        (first..first + 9).any(|square| self.at(square) == pawn)
    }
}

#[cfg(test)]
mod tests {
    use super::super::plain::mailbox_of;
    use crate::board::Position;
    use crate::board::testing::positions;
    use proptest::prelude::*;
    use rsshogi::board::{Move32List, generate_legal_all_move32, position_from_sfen};
    use std::fmt::Display;

    fn names(actions: impl IntoIterator<Item = impl Display>) -> Vec<String> {
        let mut names: Vec<String> = actions
            .into_iter()
            .map(|action| action.to_string())
            .collect();
        names.sort();
        names
    }

    fn by_rsshogi(position: &Position) -> Vec<String> {
        let mut theirs = position_from_sfen(&position.to_sfen()).expect("rsshogi reads any SFEN");
        theirs.init_stack();
        let mut moves = Move32List::new();
        generate_legal_all_move32(&theirs, &mut moves);
        names(moves.iter().map(|mv| mv.to_usi()))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn moves_are_those_of_others(position in positions()) {
            let plain = mailbox_of(&position);
            let legal = names(plain.legal_actions().map(|(action, _)| action));
            prop_assert_eq!(&legal, &names(position.legal_moves()), "{}", &position);
            prop_assert_eq!(&legal, &by_rsshogi(&position), "{}", &position);
            prop_assert_eq!(names(plain.checks().map(|(action, _)| action)), names(position.checks()), "{}", &position);
        }

        #[test]
        fn positions_after_moves_are_those_of_others(position in positions()) {
            let plain = mailbox_of(&position);
            for (mv, action) in position.legal_moves().into_iter().zip(sorted_like(&position)) {
                prop_assert_eq!(mv.to_string(), action.to_string());
                prop_assert_eq!(plain.after(action), mailbox_of(&position.after(mv)), "{} {}", &position, mv);
            }
        }

        #[test]
        fn positions_are_written_as_sfen(position in positions()) {
            let read: Position = mailbox_of(&position).to_string().parse().unwrap();
            prop_assert!(read == position);
        }
    }

    /// The plain moves in the order in which the other generator lists them.
    fn sorted_like(position: &Position) -> Vec<super::Action> {
        let plain = mailbox_of(position);
        let actions: Vec<super::Action> = plain.legal_actions().map(|(action, _)| action).collect();
        let moves = position.legal_moves().into_iter();
        let same = |name: String| {
            let mut actions = actions.iter();
            *actions
                .find(|action| action.to_string() == name)
                .expect("both generators find the same moves")
        };
        moves.map(|mv| same(mv.to_string())).collect()
    }
}
