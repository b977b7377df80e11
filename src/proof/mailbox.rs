//! A board of 81 boxes, and the rules by which men move on it.
//!
//! Nothing is clever here: a move is legal when the piece moves so and the own king is not attacked afterwards,
//! which is found out by making the move. Two things only are known beforehand: a drop answers a
//! check only between the checking piece and the king, and a check by a drop comes from the piece dropped.

use super::pieces::{
    AROUND, Counts, KNIGHT, Kind, Man, SQUARES, Side, Square, ranks_beyond, ray, walk,
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
        (0..SQUARES).find(|&square| {
            self.at(square)
                .is_some_and(|man| man.kind == Kind::King && man.side == side)
        })
    }

    /// The squares of the pieces of `by` that attack a square, seen from that square.
    fn attackers(&self, square: Square, by: Side) -> Vec<Square> {
        let mut attackers = Vec::new();
        for step in AROUND {
            let back = (-step.0, -step.1);
            let first = ray(square, step).find(|&square| self.at(square).is_some());
            let Some((from, man)) = first.and_then(|from| Some((from, self.at(from)?))) else {
                continue;
            };
            let is_next = walk(square, step) == Some(from);
            let reaches = man.slides().any(|slide| slide == back)
                || is_next && man.steps().any(|step| step == back);
            if man.side == by && reaches {
                attackers.push(from);
            }
        }
        for (files, ranks) in KNIGHT {
            for step in [(files, ranks), (files, -ranks)] {
                let back = (-step.0, -step.1);
                let from = walk(square, step);
                let jumps = |from: &Square| {
                    self.at(*from)
                        .is_some_and(|man| man.side == by && man.steps().any(|step| step == back))
                };
                attackers.extend(from.filter(jumps));
            }
        }
        attackers
    }

    /// The pieces that give check to a player's king.
    fn checkers(&self, side: Side) -> Vec<Square> {
        match self.king(side) {
            Some(king) => self.attackers(king, side.other()),
            None => Vec::new(),
        }
    }

    pub fn is_in_check(&self, side: Side) -> bool {
        !self.checkers(side).is_empty()
    }

    /// Whether the piece on a square itself checks the side to move.
    pub fn is_checked_from(&self, square: Square) -> bool {
        self.checkers(self.side).contains(&square)
    }

    /// The position after an action that follows the piece's way of moving.
    pub fn after(&self, action: Action) -> Mailbox {
        let mut next = self.clone();
        let hand = &mut next.hands[self.side as usize];
        match action {
            Action::Move { from, to, promotes } => {
                let taken = next.squares[usize::from(to)];
                if let Some(count) = taken.and_then(|man| hand.get_mut(man.kind as usize)) {
                    *count += 1;
                }
                let man = next.squares[usize::from(from)].take();
                next.squares[usize::from(to)] = man.map(|man| Man {
                    promoted: man.promoted || promotes,
                    ..man
                });
            }
            Action::Drop { kind, to } => {
                hand[kind as usize] -= 1;
                next.squares[usize::from(to)] = Some(Man {
                    side: self.side,
                    kind,
                    promoted: false,
                });
            }
        }
        next.side = self.side.other();
        next
    }

    /// Every legal action: when in check, every answer to it.
    pub fn legal_actions(&self) -> Vec<Action> {
        let mut actions = self.moves();
        actions.extend(self.drops_on(&self.drop_squares()));
        actions.retain(|&action| self.is_legal(action));
        actions
    }

    /// Every legal action that gives check.
    pub fn checks(&self) -> Vec<Action> {
        let mut actions = self.moves();
        actions.extend(self.drops_on(&self.drop_squares()));
        let them = self.side.other();
        actions.retain(|&action| {
            let next = self.after(action);
            let checks = match action {
                Action::Move { .. } => next.is_in_check(them),
                Action::Drop { to, .. } => next.is_checked_from(to),
            };
            checks && self.is_legal(action)
        });
        actions
    }

    /// Whether an action, however it was come by, is legal.
    pub fn allows(&self, action: Action) -> bool {
        self.legal_actions().contains(&action)
    }

    /// Whether an action that follows the piece's way of moving is legal.
    fn is_legal(&self, action: Action) -> bool {
        let next = self.after(action);
        !next.is_in_check(self.side) && !self.is_drop_pawn_mate(action, &next)
    }

    /// 打ち歩詰め.
    fn is_drop_pawn_mate(&self, action: Action, next: &Mailbox) -> bool {
        matches!(
            action,
            Action::Drop {
                kind: Kind::Pawn,
                ..
            }
        ) && next.is_in_check(next.side)
            && next.legal_actions().is_empty()
    }

    /// What the pieces on the board can do, kings in check or not.
    fn moves(&self) -> Vec<Action> {
        let mut moves = Vec::new();
        for from in 0..SQUARES {
            let Some(man) = self.at(from).filter(|man| man.side == self.side) else {
                continue;
            };
            for to in self.reach(from, man) {
                let is_in_zone = |square| ranks_beyond(man.side, square) < 3;
                let may_promote =
                    man.kind.promotes() && !man.promoted && (is_in_zone(from) || is_in_zone(to));
                if may_promote {
                    moves.push(Action::Move {
                        from,
                        to,
                        promotes: true,
                    });
                }
                if man.promoted || ranks_beyond(man.side, to) >= man.kind.dead_ranks() {
                    moves.push(Action::Move {
                        from,
                        to,
                        promotes: false,
                    });
                }
            }
        }
        moves
    }

    /// Where a man can go: not onto his own, and nobody takes a king.
    fn reach(&self, from: Square, man: Man) -> Vec<Square> {
        let mut reach: Vec<Square> = man.steps().filter_map(|step| walk(from, step)).collect();
        for slide in man.slides() {
            for to in ray(from, slide) {
                reach.push(to);
                if self.at(to).is_some() {
                    break;
                }
            }
        }
        reach.retain(|&to| {
            self.at(to)
                .is_none_or(|other| other.side != man.side && other.kind != Kind::King)
        });
        reach
    }

    /// Where a drop can be of use: anywhere, or between a checking piece and the king.
    fn drop_squares(&self) -> Vec<Square> {
        let empty = |square: &Square| self.at(*square).is_none();
        match self.checkers(self.side)[..] {
            [] => (0..SQUARES).filter(empty).collect(),
            [checker] => self.between_king_and(checker),
            _ => Vec::new(),
        }
    }

    /// The squares on the line from the king of the side to move to a piece that checks it.
    fn between_king_and(&self, checker: Square) -> Vec<Square> {
        let Some(king) = self.king(self.side) else {
            return Vec::new();
        };
        let to_checker = AROUND
            .into_iter()
            .find(|&step| ray(king, step).any(|square| square == checker));
        to_checker.map_or(Vec::new(), |step| {
            ray(king, step)
                .take_while(|&square| square != checker)
                .collect()
        })
    }

    /// The only piece that gives check, when it does so from afar and the action steps between.
    pub fn checker_shut_off_by(&self, action: Action) -> Option<Square> {
        match self.checkers(self.side)[..] {
            [checker] => self
                .between_king_and(checker)
                .contains(&action.to())
                .then_some(checker),
            _ => None,
        }
    }

    fn drops_on(&self, squares: &[Square]) -> Vec<Action> {
        let mut drops = Vec::new();
        for kind in Kind::HELD {
            if self.hand(self.side)[kind as usize] == 0 {
                continue;
            }
            let mut squares = squares.to_vec();
            squares.retain(|&to| {
                ranks_beyond(self.side, to) >= kind.dead_ranks()
                    && !(kind == Kind::Pawn && self.has_pawn_on_file_of(to))
            });
            drops.extend(squares.into_iter().map(|to| Action::Drop { kind, to }));
        }
        drops
    }

    fn has_pawn_on_file_of(&self, square: Square) -> bool {
        let pawn = Man {
            side: self.side,
            kind: Kind::Pawn,
            promoted: false,
        };
        let first = square / 9 * 9;
        (first..first + 9).any(|square| self.at(square) == Some(pawn))
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
            let legal = names(plain.legal_actions());
            prop_assert_eq!(&legal, &names(position.legal_moves()), "{}", &position);
            prop_assert_eq!(&legal, &by_rsshogi(&position), "{}", &position);
            prop_assert_eq!(names(plain.checks()), names(position.checks()), "{}", &position);
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
        let actions = mailbox_of(position).legal_actions();
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
