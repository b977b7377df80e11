//! Reading certificates, which anybody may have written.

use super::claim_line::{claim, pieces};
use super::claims::{Claim, Claims, PackedClaim};
use super::format::{
    CLAIMS, COUNT, END, EXCLUDE, LONGEST_LINE, MAGIC, MOST_PLIES, MOST_STATEMENTS, PROVES, SFEN,
};
use super::mailbox::Mailbox;
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
    lines.read(|line| expect(line, MAGIC, "\"tsume certificate 1\""))?;
    let root = lines.read(root)?;
    let counting = lines.read(counting)?;
    let mut statements = Vec::new();
    while let Some(statement) = lines.read(|line| statement(line, statements.len()))? {
        statements.push(statement);
    }
    let claims = claims(&mut lines, &root)?;
    Ok(Certificate {
        root,
        counting,
        statements,
        claims,
    })
}

/// The claims about a problem, up to the line that ends them, which is the last.
fn claims<R: BufRead>(lines: &mut Lines<R>, root: &Mailbox) -> Result<Claims, CertificateError> {
    let supply = pieces(&root.squares, &root.hands);
    let mut claims = Vec::new();
    // The board of the claim before.
    let mut squares = root.squares;
    while let Some(claim) = lines.read(|line| match line.take_word(END) {
        true => end(line, claims.len()),
        false => claim(line, &mut squares, root.side, &supply).map(Some),
    })? {
        claims.push(PackedClaim::new(&claim));
    }
    lines.end()?;
    Ok(Claims::new(root.side, claims))
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

    /// Nothing may follow.
    fn end(&mut self) -> Result<(), CertificateError> {
        self.number += 1;
        match self.input.fill_buf()? {
            [] => Ok(()),
            _ => Err(self.error(1, "more".to_string(), "the end of the file")),
        }
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

/// Takes a text that has to stand here.
pub(super) fn expect(
    line: &mut Cursor,
    text: &str,
    expected: &'static str,
) -> Result<(), SyntaxError> {
    match line.take_text(text) {
        true => Ok(()),
        false => Err(line.error_at_word(expected)),
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

fn end(line: &mut Cursor, claims: usize) -> Result<Option<Claim>, SyntaxError> {
    let start = line.clone();
    match line.number().map(|number| number as usize) == Some(claims) {
        true => Ok(None),
        false => Err(start.error_at_word("the number of claims")),
    }
}
