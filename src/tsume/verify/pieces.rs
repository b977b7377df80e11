//! Pieces without which all would be the same (不要駒).
//!
//! A piece is useless when the problem is as sound without it: the same line, the same length, no other flaw. It is given to
//! the defender, who by convention holds whatever stands nowhere. Where both hands are as they are given, it is taken away
//! altogether as well: one of the two is enough.

use super::examiner::{Examiner, Inquiry};
use super::flaw::{Flaw, FlawKind, Severity};
use super::line::Line;
use super::report::Report;
use super::{FIRST_ROUND, Most, NODES_FOR_MORE, examine_line, line_that_mates};
use crate::board::{Color, HandKind, Position, PositionBuilder};
use crate::notation::japanese::piece_name;
use crate::search::{Futile, Limits, Solver};

/// The useless pieces of a problem that has been examined and is sound.
pub(super) fn useless(examiner: &Examiner, line: &Line, report: &Report) -> Vec<Flaw> {
    let all = pieces(&line.positions[0]);
    let useless = all.into_iter().filter(|piece| {
        let without = piece.given_to_the_defender();
        without.is_some_and(|without| is_as_sound(examiner, &without, line, report))
    });
    useless.map(|piece| piece.useless()).collect()
}

/// The pieces, of those that are not known to be useless, that could be taken away altogether.
pub(super) fn useless_when_gone(
    solver: &mut Solver,
    limits: &Limits,
    line: &Line,
    report: &Report,
) -> Vec<Flaw> {
    let mut limits = limits.clone();
    let mut useless = Vec::new();
    for piece in pieces(&line.positions[0]) {
        let flaw = piece.useless();
        let Some(without) = piece.gone().filter(|_| !report.flaws.contains(&flaw)) else {
            continue;
        };
        // With other pieces, nothing is known.
        let session = solver.session(&without, Futile::Exclude).expect(HAS_A_KING);
        let inquiry = Inquiry::new(&session, &limits, None);
        let examiner = inquiry.examiner();
        if is_as_sound(&examiner, &without, line, report) {
            useless.push(flaw);
        }
        limits = examiner.limits_left();
    }
    useless
}

const HAS_A_KING: &str = "no king is taken away";

/// A piece that may be useless.
struct Candidate {
    name: String,
    kind: HandKind,
    /// The problem with it out of play.
    without: PositionBuilder,
    defender: Color,
}

impl Candidate {
    fn given_to_the_defender(&self) -> Option<Position> {
        let mut without = self.without.clone();
        let held = without.held(self.defender, self.kind);
        without.hold(self.defender, self.kind, held + 1);
        without.build().ok()
    }

    fn gone(&self) -> Option<Position> {
        self.without.build().ok()
    }

    fn useless(&self) -> Flaw {
        Flaw {
            detail: Some(self.name.clone()),
            ..Flaw::new(FlawKind::UselessPiece, Severity::Blemish, 0)
        }
    }
}

/// Each piece on the board but the kings, and one of each kind in the attacker's hand.
fn pieces(start: &Position) -> Vec<Candidate> {
    let attacker = start.side_to_move();
    let candidate = |name, kind, without| Candidate {
        name,
        kind,
        without,
        defender: attacker.opponent(),
    };
    let on_board = start.occupied().into_iter().filter_map(|square| {
        let piece = start.piece_at(square)?;
        let name = piece_name(piece.kind());
        let mut without = start.to_builder();
        without.set(square, None);
        let name = format!("{:?}'s {name} on {square}", piece.color());
        Some(candidate(name, piece.kind().in_hand()?, without))
    });
    let in_hand = start.hand(attacker).kinds().map(|kind| {
        let mut without = start.to_builder();
        without.hold(attacker, kind, without.held(attacker, kind) - 1);
        let name = format!("{} in hand", piece_name(kind.piece_kind()));
        candidate(name, kind, without)
    });
    on_board.chain(in_hand).collect()
}

/// Whether a problem with the same line is as sound as the one reported.
fn is_as_sound(examiner: &Examiner, without: &Position, line: &Line, report: &Report) -> bool {
    let intents: Vec<_> = line.moves.iter().map(|mv| mv.intent()).collect();
    let (played, None) = Line::play(without, &intents) else {
        return false;
    };
    let Some(played) = line_that_mates(examiner, played) else {
        return false;
    };
    let mut other = Report::new();
    let most = Most {
        nodes: NODES_FOR_MORE,
        when_unsound: FIRST_ROUND,
    };
    examine_line(examiner, &played, most, &mut other);
    let is_new = |flaw: &Flaw| {
        let same = |old: &Flaw| (old.kind, old.ply) == (flaw.kind, flaw.ply);
        flaw.severity > Severity::Note && !report.flaws.iter().any(same)
    };
    other.plies == report.plies && other.open.is_empty() && !other.flaws.iter().any(is_new)
}
