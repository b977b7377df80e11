//! Reading certificates, which anybody may have written.

use super::claim_line::{claim, pieces};
use super::claims::{Claim, Claims};
use super::format::{
    CLAIMS, COUNT, END, EXCLUDE, LONGEST_LINE, MAGIC, MOST_PLIES, MOST_STATEMENTS, PROVES, SFEN,
};
use super::mailbox::{Mailbox, Squares};
use super::pieces::{Counts, Side};
use super::plain::mailbox_of;
use super::{CertificateError, Counting, Horizon, Statement};
use crate::notation::{Cursor, SyntaxError, sfen};
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
    let mut lines = Lines { input, number: 0 };
    lines.read(magic)?;
    let root = lines.read(root)?;
    let counting = lines.read(counting)?;
    let mut statements = Vec::new();
    while let Some(statement) = lines.read(|line| statement(line, statements.len()))? {
        statements.push(statement);
    }
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

/// The lines of the input, none longer than it may be.
struct Lines<R> {
    input: R,
    /// Counted from 1.
    number: u64,
}

impl<R: BufRead> Lines<R> {
    /// Reads something from the next line, which is to end behind it.
    fn read<T>(
        &mut self,
        read: impl FnOnce(&mut Cursor) -> Result<T, SyntaxError>,
    ) -> Result<T, CertificateError> {
        let text = self.advance()?;
        let mut line = Cursor::new(&text);
        let found = read(&mut line).and_then(|found| match line.is_at_end() {
            true => Ok(found),
            false => Err(line.error_at_word("the end of the line")),
        });
        found.map_err(|error| self.error(error.column, error.read, error.expected))
    }

    /// The next line. The end of the input is an error: a certificate says where it ends.
    fn advance(&mut self) -> Result<String, CertificateError> {
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
            return Err(self.error(bytes.len() + 1, read.to_string(), expected));
        }
        if let Some(index) = bytes.iter().position(|byte| !matches!(byte, b' '..=b'~')) {
            let read = format!("the byte {:#04x}", bytes[index]);
            return Err(self.error(index + 1, read, "printable ASCII"));
        }
        Ok(bytes.into_iter().map(char::from).collect())
    }

    fn error(&self, column: usize, read: String, expected: &str) -> CertificateError {
        CertificateError::Malformed {
            line: self.number,
            column,
            read,
            expected: expected.to_string(),
        }
    }
}

fn magic(line: &mut Cursor) -> Result<(), SyntaxError> {
    match line.take_text(MAGIC) {
        true => Ok(()),
        false => Err(line.error_at_word("\"tsume certificate 1\"")),
    }
}

fn root(line: &mut Cursor) -> Result<Mailbox, SyntaxError> {
    if !line.take_word(SFEN) {
        return Err(line.error_at_word("\"sfen\" and a position"));
    }
    let start = line.clone();
    let position = sfen::position(line)?.build();
    let position =
        position.map_err(|error| start.error_reading(error.to_string(), "a position"))?;
    match position.king(position.side_to_move().opponent()) {
        Some(_) => Ok(mailbox_of(&position)),
        None => Err(start.error_at_word("a king to mate")),
    }
}

fn counting(line: &mut Cursor) -> Result<Counting, SyntaxError> {
    if line.take_text(EXCLUDE) {
        Ok(Counting::ExcludeFutile)
    } else if line.take_text(COUNT) {
        Ok(Counting::CountAll)
    } else {
        Err(line.error_at_word("\"futile exclude\" or \"futile count\""))
    }
}

/// The next of the statements, of which there must be one and may be a few; `None` where the claims begin.
fn statement(line: &mut Cursor, before: usize) -> Result<Option<Statement>, SyntaxError> {
    if before > 0 && line.take_text(CLAIMS) {
        return Ok(None);
    }
    if before == MOST_STATEMENTS {
        return Err(line.error_at_word("\"claims\" after so many statements"));
    }
    if !line.take_word(PROVES) {
        return Err(line.error_at_word("\"proves\" and a statement, or \"claims\" after some"));
    }
    if line.take_word("mate") {
        return Ok(Some(Statement::MateWithin(plies(line)?)));
    }
    if !line.take_text("no mate ") {
        return Err(line.error_at_word("\"mate N\", \"no mate N\" or \"no mate ever\""));
    }
    Ok(Some(Statement::NoMate(match line.take_text("ever") {
        true => Horizon::Ever,
        false => Horizon::Within(plies(line)?),
    })))
}

/// A number of plies, without signs or needless zeros.
pub(super) fn plies(line: &mut Cursor) -> Result<u16, SyntaxError> {
    let start = line.clone();
    let number = line.number().and_then(|plies| u16::try_from(plies).ok());
    number
        .filter(|plies| (1..=MOST_PLIES).contains(plies) && start.peek() != Some('0'))
        .ok_or_else(|| start.error_at_word("a number of plies from 1 to 65534"))
}

/// The claims, one by one, up to the line that ends them.
struct ClaimReader<R> {
    lines: Lines<R>,
    /// The board of the claim before.
    squares: Squares,
    attacker: Side,
    /// All pieces of the problem.
    supply: Counts,
    count: u32,
}

impl<R: BufRead> Iterator for ClaimReader<R> {
    type Item = Result<Claim, CertificateError>;

    fn next(&mut self) -> Option<Self::Item> {
        let ClaimReader { lines, count, .. } = self;
        let count = *count;
        let (squares, attacker, supply) = (&mut self.squares, self.attacker, &self.supply);
        let read = lines.read(|line| match line.take_word(END) {
            true => end(line, count).map(|()| None),
            false => claim(line, squares, attacker, supply).map(Some),
        });
        self.count += 1;
        match read {
            Ok(None) => self.something_follows().map(Err),
            read => read.transpose(),
        }
    }
}

impl<R: BufRead> ClaimReader<R> {
    fn something_follows(&mut self) -> Option<CertificateError> {
        self.lines.number += 1;
        match self.lines.input.fill_buf() {
            Err(error) => Some(error.into()),
            Ok([]) => None,
            Ok(_) => Some(
                self.lines
                    .error(1, "more".to_string(), "the end of the file"),
            ),
        }
    }
}

fn end(line: &mut Cursor, claims: u32) -> Result<(), SyntaxError> {
    let start = line.clone();
    match line.number() == Some(claims) {
        true => Ok(()),
        false => Err(start.error_at_word("the number of claims")),
    }
}
