//! Reading the line of one claim.
//!
//! Nothing here need be trusted: whatever a line is taken for, that is what is verified.

use super::Horizon;
use super::claims::{Claim, Verdict};
use super::format::{EVER, NOTHING};
use super::mailbox::{Action, Mailbox, Squares};
use super::pieces::{Counts, Kind, Man, Side};
use super::plain::{action_of, counts_of, man_of};
use super::reader::{expect, plies};
use crate::notation::{Cursor, SyntaxError, sfen, usi};

const ANOTHER: &str = "a space and another field";

/// One claim; `squares` are those of the claim before, and then of this one.
pub(super) fn claim(
    line: &mut Cursor,
    squares: &mut Squares,
    attacker: Side,
    supply: &Counts,
) -> Result<Claim, SyntaxError> {
    let is_mate = line.take_char('m');
    if !is_mate {
        expect(line, "n", "mN, nN, n* or \"end\"")?;
    }
    let horizon = match !is_mate && line.take_char(EVER) {
        true => Horizon::Ever,
        false => Horizon::Within(plies(line)?),
    };
    expect(line, " ", ANOTHER)?;
    let board = line.clone();
    change(line, squares)?;
    expect(line, " ", ANOTHER)?;
    let hand = hand(line)?;
    let verdict = match horizon {
        Horizon::Within(plies) if is_mate => {
            expect(line, " ", ANOTHER)?;
            let action = action(line)?;
            Verdict::Mate { plies, action }
        }
        horizon => Verdict::NoMate(horizon),
    };
    let out_of_play = match line.take_char(' ') {
        true => self::hand(line)?,
        false => [0; 7],
    };
    let rest = rest(squares, attacker, supply, &[hand, out_of_play]);
    let rest = rest.map_err(|expected| board.error_at_word(expected))?;
    let mut position = Mailbox {
        squares: *squares,
        hands: [hand; 2],
        side: attacker,
    };
    position.hands[attacker.other() as usize] = rest;
    Ok(Claim { position, verdict })
}

/// Puts on the board what has changed.
fn change(line: &mut Cursor, squares: &mut Squares) -> Result<(), SyntaxError> {
    if line.take_char(NOTHING) {
        return Ok(());
    }
    loop {
        let square = usi::square(line)?.index();
        let content = line.clone();
        squares[square] = match line.take_char('.') {
            true => None,
            false => {
                let piece = sfen::piece(line);
                Some(man_of(
                    piece.map_err(|_| content.error("a piece in SFEN, or '.'"))?,
                ))
            }
        };
        if matches!(line.peek(), None | Some(' ')) {
            return Ok(());
        }
    }
}

fn hand(line: &mut Cursor) -> Result<Counts, SyntaxError> {
    let start = line.clone();
    let [hand, other] = sfen::both_hands(line)?.map(counts_of);
    match other == [0; 7] {
        true => Ok(hand),
        false => Err(start.error_at_word("a hand in upper case")),
    }
}

fn action(line: &mut Cursor) -> Result<Action, SyntaxError> {
    let start = line.clone();
    action_of(usi::read(line)?).ok_or_else(|| start.error_at_word("a piece as it is held"))
}

/// What is missing of the problem's pieces, which is the defender's; or what there should be on the board.
fn rest(
    squares: &Squares,
    attacker: Side,
    supply: &Counts,
    held: &[Counts; 2],
) -> Result<Counts, &'static str> {
    let kings = |side| {
        let king = |man: &&Man| man.kind == Kind::King && man.side == side;
        squares.iter().flatten().filter(king).count()
    };
    if kings(attacker.other()) != 1 || kings(attacker) > 1 {
        return Err("a board with one king of the defender and at most one of the attacker");
    }
    let mut rest = *supply;
    for (rest, used) in rest.iter_mut().zip(pieces(squares, held)) {
        let missing = rest.checked_sub(used);
        *rest = missing.ok_or("no more pieces than the problem has")?;
    }
    Ok(rest)
}

/// The pieces that can be held of a board and both hands.
pub(super) fn pieces(squares: &Squares, hands: &[Counts; 2]) -> Counts {
    let mut counts: Counts = std::array::from_fn(|kind| hands[0][kind] + hands[1][kind]);
    for man in squares.iter().flatten() {
        if let Some(count) = counts.get_mut(man.kind as usize) {
            *count += 1;
        }
    }
    counts
}
