//! The moves of a node, and which of them wait for others.
//!
//! Some replies are so alike that the second is worth a look only when the first has failed: a piece that
//! moves without promoting after its promotion; drops of different kinds on one square; all drops on
//! squares that nobody guards, which usually just prolong matters (中合). Each such chain counts as one move
//! at a time (shtsume chains interpositions so, and KomoringHeights calls such moves deferred). No move is ever left out: a node is
//! lost for the mover only when nothing waits any more.
//!
//! Checks never wait. A promotion that has to fail before its refusal is looked at costs all of its
//! disproof wherever the refusal is the point (打ち歩詰め avoided by 不成), and that is what composers are fond
//! of: 図巧 24 takes 10 thousand nodes without such a chain and three million with it.

use super::hands;
use super::node::{Child, Mover, Value};
use super::plies::Plies;
use super::step::{Interposed, Step};
use super::techniques::{Technique, Techniques};
use crate::board::{Bitboard, Color, Hand, Move, PieceKind, Position, Square};

/// What kind of node the moves of a position are those of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// Every interposition counts, or none is in question.
    Plain,
    /// Futile ones among the replies do not count.
    FutileExcluded,
    /// The attacker answers a reply that may be futile, with so many plies left before it.
    Interposition(Interposed, Plies),
}

/// Appends the moves of `position` to `children`, chained; their values are still unseen.
/// Returns how many of them wait.
pub(super) fn append(
    position: &Position,
    mover: Mover,
    kind: Kind,
    techniques: Techniques,
    children: &mut Vec<Child>,
) -> u32 {
    let first = children.len();
    let king = position.king(match mover {
        Mover::Attacker => position.side_to_move().opponent(),
        Mover::Defender => position.side_to_move(),
    });
    match mover {
        Mover::Attacker => position.for_each_check(|mv| match kind {
            Kind::Interposition(interposed, budget) => {
                if Step::Answers.budget(budget).is_some() {
                    children.push(child(position, mover, mv, Step::Answers, king));
                }
                if let Some(step) = interposed.futile_by(position, mv) {
                    children.push(child(position, mover, mv, step, king));
                }
            }
            _ => children.push(child(position, mover, mv, Step::Ply, king)),
        }),
        Mover::Defender => position.for_each_legal_move(|mv| {
            let interposed = match kind {
                Kind::FutileExcluded => Interposed::by(position, mv),
                _ => None,
            };
            let step = interposed.map_or(Step::Ply, Step::Interposes);
            children.push(child(position, mover, mv, step, king));
        }),
    }
    match mover {
        Mover::Attacker => 0,
        Mover::Defender => chain(position, techniques, &mut children[first..]),
    }
}

/// Chains the replies of a defender; how many of them wait.
fn chain(position: &Position, techniques: Techniques, children: &mut [Child]) -> u32 {
    let mut waiting = 0;
    if techniques.has(Technique::ChainsOfRefusals) {
        waiting += chain_refused_promotions(position.side_to_move(), children);
    }
    if techniques.has(Technique::ChainsOfDrops) {
        waiting += chain_drops(position, children);
    }
    waiting
}

fn child(position: &Position, mover: Mover, mv: Move, step: Step, king: Option<Square>) -> Child {
    let (board_key, hand) = match step {
        Step::Clears(fate) => (
            position.board_key_after_free_capture(mv, fate),
            position.hand(position.side_to_move()),
        ),
        Step::Interposes(interposed) => (
            position.board_key_after(mv) ^ interposed.key(),
            attacker_hand_after(position, mover, mv),
        ),
        _ => (
            position.board_key_after(mv),
            attacker_hand_after(position, mover, mv),
        ),
    };
    Child {
        mv,
        step,
        board_key,
        hand,
        value: Value::UNSEEN,
        work: 0,
        next: None,
        waits: false,
        order: order(mv, king),
    }
}

/// A last tie-break between moves that the numbers do not tell apart; lower is tried first.
///
/// Strong pieces near the king come first.
fn order(mv: Move, king: Option<Square>) -> i16 {
    const VALUE: [i16; PieceKind::COUNT] = [10, 20, 20, 30, 50, 50, 50, 80, 50, 50, 50, 50, 80, 80];
    let distance = king.map_or(0, |king| {
        i16::from(
            king.file()
                .abs_diff(mv.to().file())
                .max(king.rank().abs_diff(mv.to().rank())),
        )
    });
    10 * distance - VALUE[mv.kind_after().index()]
}

/// The attacker's hand after `mv`, which only his own moves change.
pub(super) fn attacker_hand_after(position: &Position, mover: Mover, mv: Move) -> Hand {
    match mover {
        Mover::Attacker => position.hand_after(mv),
        Mover::Defender => position.hand(position.side_to_move().opponent()),
    }
}

/// Lets each refusal of a promotion that loses nothing but strength wait for the promotion.
fn chain_refused_promotions(color: Color, children: &mut [Child]) -> u32 {
    let mut waiting = 0;
    for index in 0..children.len() {
        let mv = children[index].mv;
        if !mv.is_promotion() || !promotion_is_stronger(color, mv) {
            continue;
        }
        let twin = |other: &Child| other.mv.from() == mv.from() && other.mv.to() == mv.to();
        if let Some(offset) = children[index + 1..].iter().position(twin) {
            let refusal = index + 1 + offset;
            children[index].next = Some(refusal as u16);
            children[refusal].waits = true;
            waiting += 1;
        }
    }
    waiting
}

/// Whether the promoted piece goes wherever the unpromoted one would: always for pawns, bishops and rooks,
/// for lances where only the last rank is left to them.
pub(super) fn promotion_is_stronger(color: Color, mv: Move) -> bool {
    match mv.kind() {
        PieceKind::Pawn | PieceKind::Bishop | PieceKind::Rook => true,
        PieceKind::Lance => color.relative_rank(mv.to()) <= 2,
        _ => false,
    }
}

/// Chains the drops of a defender: those on one square, and all on unguarded squares. A drop that checks the
/// attacker's own king stands alone.
fn chain_drops(position: &Position, children: &mut [Child]) -> u32 {
    const UNGUARDED: usize = Square::COUNT;
    let defender = position.side_to_move();
    let drops = || children.iter().filter(|child| child.mv.is_drop());
    let squares: Bitboard = drops().map(|child| child.mv.to()).collect();
    let guarded: Bitboard = squares
        .filter(|&square| position.is_attacked(square, defender, position.occupied()))
        .collect();

    let mut last_of_chain = [None; Square::COUNT + 1];
    let mut waiting = 0;
    for index in 0..children.len() {
        let mv = children[index].mv;
        if !mv.is_drop() || hands::drop_checks(position, mv) {
            continue;
        }
        let chain = if guarded.contains(mv.to()) {
            mv.to().index()
        } else {
            UNGUARDED
        };
        if let Some(last) = last_of_chain[chain].replace(index) {
            let last: usize = last;
            children[last].next = Some(index as u16);
            children[index].waits = true;
            waiting += 1;
        }
    }
    waiting
}
