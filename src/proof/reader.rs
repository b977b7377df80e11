//! Reading certificates, which anybody may have written.

use super::claims::{Claim, Claims, Verdict};
use super::format::{
    CLAIMS, COUNT, END, EVER, EXCLUDE, LONGEST_LINE, MAGIC, MOST_PLIES, MOST_STATEMENTS, NOTHING,
    PROVES, SFEN,
};
use super::mailbox::{Action, Mailbox, Squares};
use super::pieces::{Counts, Kind, Man, Side, Square};
use super::writer::mailbox_of;
use super::{CertificateError, Counting, Horizon, Statement};
use crate::notation::sfen;
use std::io::{BufRead, Read};

/// A certificate as it is written.
pub(super) struct Certificate {
    pub root: Mailbox,
    pub counting: Counting,
    pub statements: Vec<Statement>,
    pub claims: Claims,
}

/// Reads to the end of the input.
pub(super) fn read(input: impl BufRead) -> Result<Certificate, CertificateError> {
    let mut lines = Lines {
        input,
        line: String::new(),
        number: 0,
    };
    lines.advance()?;
    if lines.line != MAGIC {
        return Err(lines.error(1, &lines.line, format!("\"{MAGIC}\"")));
    }
    lines.advance()?;
    let root = root(&lines)?;
    lines.advance()?;
    let counting = match lines.line.as_str() {
        EXCLUDE => Counting::ExcludeFutile,
        COUNT => Counting::CountAll,
        other => return Err(lines.error(1, other, format!("\"{EXCLUDE}\" or \"{COUNT}\""))),
    };
    let statements = statements(&mut lines)?;
    let claims = ClaimReader {
        supply: pieces(&root.squares, &root.hands),
        squares: root.squares,
        attacker: root.side,
        lines,
        count: 0,
    };
    let claims = Claims::collect(root.side, claims)?;
    Ok(Certificate {
        root,
        counting,
        statements,
        claims,
    })
}

fn root(lines: &Lines<impl BufRead>) -> Result<Mailbox, CertificateError> {
    let text = lines.line.strip_prefix(SFEN);
    let Some(text) = text.and_then(|text| text.strip_prefix(' ')) else {
        return Err(lines.error(1, &lines.line, format!("\"{SFEN}\" and a position")));
    };
    let begin = SFEN.len() + 2;
    let position = sfen::parse(text).map_err(|error| CertificateError::Malformed {
        line: lines.number,
        column: begin - 1 + error.column,
        read: error.read,
        expected: error.expected.to_string(),
    })?;
    let invalid = |reason: String| lines.error(begin, text, format!("a position: {reason}"));
    if !position.moves.is_empty() {
        return Err(invalid("moves follow it".to_string()));
    }
    let position = position.builder.build();
    let position = position.map_err(|error| invalid(error.to_string()))?;
    if position.king(position.side_to_move().opponent()).is_none() {
        return Err(invalid("there is no king to mate".to_string()));
    }
    Ok(mailbox_of(&position))
}

fn statements(lines: &mut Lines<impl BufRead>) -> Result<Vec<Statement>, CertificateError> {
    let mut statements = Vec::new();
    loop {
        lines.advance()?;
        if lines.line == CLAIMS && !statements.is_empty() {
            return Ok(statements);
        }
        let expected = match statements.len() {
            0 => "\"proves mate N\", \"proves no mate N\" or \"proves no mate ever\"",
            MOST_STATEMENTS => "\"claims\" after so many statements",
            _ => "another \"proves\", or \"claims\"",
        };
        let error = || lines.error(1, &lines.line, expected);
        if statements.len() == MOST_STATEMENTS {
            return Err(error());
        }
        statements.push(statement(&lines.line).ok_or_else(error)?);
    }
}

fn statement(line: &str) -> Option<Statement> {
    let text = line.strip_prefix(PROVES)?.strip_prefix(' ')?;
    if let Some(number) = text.strip_prefix("mate ") {
        return Some(Statement::MateWithin(plies(number)?));
    }
    Some(Statement::NoMate(match text.strip_prefix("no mate ")? {
        "ever" => Horizon::Ever,
        number => Horizon::Within(plies(number)?),
    }))
}

/// A number of plies, without signs or needless zeros.
fn plies(text: &str) -> Option<u16> {
    let is_plain = text.starts_with(|c: char| c.is_ascii_digit() && c != '0');
    let plies = text.parse().ok().filter(|_| is_plain)?;
    (1..=MOST_PLIES).contains(&plies).then_some(plies)
}

/// The lines of the input, none longer than it may be.
struct Lines<R> {
    input: R,
    line: String,
    /// Counted from 1.
    number: u64,
}

impl<R: BufRead> Lines<R> {
    /// Reads the next line. The end of the input is an error: a certificate says where it ends.
    fn advance(&mut self) -> Result<(), CertificateError> {
        self.number += 1;
        let mut bytes = Vec::new();
        let mut line = (&mut self.input).take(LONGEST_LINE as u64);
        line.read_until(b'\n', &mut bytes)?;
        let ended = bytes.pop_if(|byte| *byte == b'\n').is_some();
        if !ended {
            let (read, expected) = match bytes.len() {
                0 => ("the end of the file", "more: the last line says \"end\""),
                LONGEST_LINE => ("a line without end", "at most 1,000 bytes"),
                _ => ("the end of the file", "the end of a line"),
            };
            return Err(self.described(bytes.len() + 1, read, expected));
        }
        if let Some(index) = bytes.iter().position(|byte| !matches!(byte, b' '..=b'~')) {
            let read = format!("the byte {:#04x}", bytes[index]);
            return Err(self.described(index + 1, &read, "printable ASCII"));
        }
        self.line = bytes.into_iter().map(char::from).collect();
        Ok(())
    }

    fn error(&self, column: usize, read: &str, expected: impl Into<String>) -> CertificateError {
        CertificateError::malformed(self.number, column, read, expected)
    }

    fn described(&self, column: usize, read: &str, expected: &str) -> CertificateError {
        CertificateError::Malformed {
            line: self.number,
            column,
            read: read.to_string(),
            expected: expected.to_string(),
        }
    }
}

/// The pieces that can be held of a board and both hands.
fn pieces(squares: &Squares, hands: &[Counts; 2]) -> Counts {
    let mut counts: Counts = std::array::from_fn(|kind| hands[0][kind] + hands[1][kind]);
    for man in squares.iter().flatten() {
        if let Some(count) = counts.get_mut(man.kind as usize) {
            *count += 1;
        }
    }
    counts
}

/// The claims, one by one, up to the line that ends them.
struct ClaimReader<R> {
    lines: Lines<R>,
    /// The board of the claim before.
    squares: Squares,
    attacker: Side,
    /// All pieces of the problem.
    supply: Counts,
    count: u64,
}

impl<R: BufRead> Iterator for ClaimReader<R> {
    type Item = Result<Claim, CertificateError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// A part of a line, and where it begins.
#[derive(Clone, Copy)]
struct Field<'a> {
    text: &'a str,
    column: usize,
}

impl<R: BufRead> ClaimReader<R> {
    fn read(&mut self) -> Result<Option<Claim>, CertificateError> {
        self.lines.advance()?;
        let line = std::mem::take(&mut self.lines.line);
        if let Some(count) = line.strip_prefix(END) {
            self.end(count)?;
            return Ok(None);
        }
        self.count += 1;
        self.claim(&line).map(Some)
    }

    fn end(&mut self, count: &str) -> Result<(), CertificateError> {
        if count.strip_prefix(' ') != Some(&self.count.to_string()) {
            let expected = format!("the number of claims, {}", self.count);
            return Err(self.lines.error(END.len() + 1, count, expected));
        }
        if !self.lines.input.fill_buf()?.is_empty() {
            self.lines.number += 1;
            return Err(self.lines.described(1, "more", "the end of the file"));
        }
        Ok(())
    }

    fn claim(&mut self, line: &str) -> Result<Claim, CertificateError> {
        let mut column = 1;
        let mut fields = line.split(' ').map(|text| {
            let field = Field { text, column };
            column += text.len() + 1;
            field
        });
        let past_end = Field {
            text: "",
            column: line.len() + 1,
        };
        let mut field = || fields.next().unwrap_or(past_end);
        let head = field();
        let changes = field();
        self.apply(changes)?;
        let hand = self.hand(field())?;
        let (letter, number) = head.text.split_at_checked(1).unwrap_or_default();
        let horizon = match number {
            EVER => Some(Horizon::Ever),
            number => plies(number).map(Horizon::Within),
        };
        let verdict = match (letter, horizon) {
            ("m", Some(Horizon::Within(plies))) => Verdict::Mate {
                plies,
                action: self.action(field())?,
            },
            ("n", Some(horizon)) => Verdict::NoMate(horizon),
            _ => {
                let expected = "mN, nN or n* with N from 1 to 65534, or \"end\"";
                return Err(self.error(head, expected));
            }
        };
        let out_of_play = match fields.next() {
            None => [0; 7],
            Some(field) => self.hand(field)?,
        };
        if let Some(extra) = fields.next() {
            return Err(self.error(extra, "the end of the line"));
        }
        let position = self.claimed_position(changes, hand, out_of_play)?;
        Ok(Claim { position, verdict })
    }

    fn error(&self, field: Field, expected: &str) -> CertificateError {
        self.lines.error(field.column, field.text, expected)
    }

    /// Puts the changes on the board.
    fn apply(&mut self, changes: Field) -> Result<(), CertificateError> {
        if changes.text == NOTHING {
            return Ok(());
        }
        let mut rest = changes;
        while !rest.text.is_empty() || rest.column == changes.column {
            let (square, after) = self.square(rest)?;
            let mut letters = after.text.chars();
            let mut letter = letters.next();
            let promoted = letter == Some('+');
            if promoted {
                letter = letters.next();
            }
            let man = letter.filter(|&letter| promoted || letter != '.');
            let man = man
                .map(|letter| self.man(after, letter, promoted))
                .transpose()?;
            if man.is_none() && letter != Some('.') {
                return Err(self.error(after, "a piece or '.'"));
            }
            self.squares[usize::from(square)] = man;
            rest = Field {
                text: letters.as_str(),
                column: after.column + after.text.len() - letters.as_str().len(),
            };
        }
        Ok(())
    }

    fn man(&self, field: Field, letter: char, promoted: bool) -> Result<Man, CertificateError> {
        Kind::of_letter(letter.to_ascii_uppercase())
            .filter(|kind| !promoted || kind.promotes())
            .map(|kind| Man {
                side: if letter.is_ascii_uppercase() {
                    Side::Black
                } else {
                    Side::White
                },
                kind,
                promoted,
            })
            .ok_or_else(|| self.error(field, "a piece in SFEN, or '.'"))
    }

    /// The square at the beginning of a field, and what comes after it.
    fn square<'b>(&self, field: Field<'b>) -> Result<(Square, Field<'b>), CertificateError> {
        let square = match field.text.as_bytes() {
            [file @ b'1'..=b'9', rank @ b'a'..=b'i', ..] => (file - b'1') * 9 + (rank - b'a'),
            _ => return Err(self.error(field, "a square such as 5b")),
        };
        let rest = Field {
            text: &field.text[2..],
            column: field.column + 2,
        };
        Ok((square, rest))
    }

    fn hand(&self, field: Field) -> Result<Counts, CertificateError> {
        let expected = "a hand such as 2PG, or -";
        let mut counts = [0; 7];
        if field.text == NOTHING {
            return Ok(counts);
        }
        let mut number = None;
        for letter in field.text.chars() {
            if let Some(digit) = letter.to_digit(10) {
                let longer = number.unwrap_or(0) * 10 + digit;
                number = Some(longer).filter(|&number| 0 < number && number < 100);
                number.ok_or_else(|| self.error(field, expected))?;
            } else {
                let kind = Kind::of_letter(letter).filter(|&kind| kind != Kind::King);
                let kind = kind.ok_or_else(|| self.error(field, expected))?;
                let count = &mut counts[kind as usize];
                let number = number.take().unwrap_or(1) as u8;
                if *count > 0 || number > kind.supply() {
                    return Err(self.error(field, expected));
                }
                *count = number;
            }
        }
        if number.is_some() || field.text.is_empty() {
            return Err(self.error(field, expected));
        }
        Ok(counts)
    }

    fn action(&self, field: Field) -> Result<Action, CertificateError> {
        let expected = "a move such as 7g7f, 2b8h+ or G*5b";
        if let Some((letter, target)) = field.text.split_once('*') {
            let kind = Kind::HELD
                .into_iter()
                .find(|kind| letter.chars().eq([kind.letter()]));
            let kind = kind.ok_or_else(|| self.error(field, expected))?;
            let target = Field {
                text: target,
                column: field.column + 2,
            };
            let (to, rest) = self.square(target)?;
            return match rest.text {
                "" => Ok(Action::Drop { kind, to }),
                _ => Err(self.error(field, expected)),
            };
        }
        let (from, rest) = self.square(field)?;
        let (to, rest) = self.square(rest)?;
        let promotes = match rest.text {
            "" => false,
            "+" => true,
            _ => return Err(self.error(field, expected)),
        };
        Ok(Action::Move { from, to, promotes })
    }

    /// The position of a claim. All that is missing of the problem's pieces is the defender's.
    fn claimed_position(
        &self,
        changes: Field,
        hand: Counts,
        out_of_play: Counts,
    ) -> Result<Mailbox, CertificateError> {
        let kings = |side| {
            let king = |man: &&Man| man.kind == Kind::King && man.side == side;
            self.squares.iter().flatten().filter(king).count()
        };
        if kings(self.attacker.other()) != 1 || kings(self.attacker) > 1 {
            return Err(self.error(
                changes,
                "a board with one king of the defender and at most one of the attacker",
            ));
        }
        let used = pieces(&self.squares, &[hand, out_of_play]);
        let mut rest = [0; 7];
        for ((rest, used), supply) in rest.iter_mut().zip(used).zip(self.supply) {
            let missing = supply.checked_sub(used);
            *rest = missing
                .ok_or_else(|| self.error(changes, "no more pieces than the problem has"))?;
        }
        Ok(Mailbox {
            squares: self.squares,
            hands: match self.attacker {
                Side::Black => [hand, rest],
                Side::White => [rest, hand],
            },
            side: self.attacker,
        })
    }
}
