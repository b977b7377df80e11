//! Walking through a text, with a column to name when something is wrong.

use thiserror::Error;

/// A text that is not written as its notation demands.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("column {column}: read {read}, expected {expected}")]
pub struct SyntaxError {
    /// Where, in characters from 1.
    pub column: usize,
    /// What stands there, quoted or described.
    pub read: String,
    /// What should stand there.
    pub expected: &'static str,
}

/// A place in a text.
#[derive(Clone)]
pub(crate) struct Cursor<'a> {
    rest: &'a str,
    column: usize,
}

impl<'a> Cursor<'a> {
    /// How much of a word an error quotes.
    const QUOTED: usize = 20;

    pub(crate) fn new(text: &'a str) -> Self {
        Cursor {
            rest: text,
            column: 1,
        }
    }

    /// The character ahead.
    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Steps over the character ahead.
    pub(crate) fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.rest = &self.rest[next.len_utf8()..];
        self.column += 1;
        Some(next)
    }

    /// Steps over the character ahead when it is one that `read` understands.
    pub(crate) fn take<T>(&mut self, read: impl Fn(char) -> Option<T>) -> Option<T> {
        let value = read(self.peek()?)?;
        self.next();
        Some(value)
    }

    /// Steps over `wanted` when it is ahead.
    pub(crate) fn take_char(&mut self, wanted: char) -> bool {
        self.take(|c| (c == wanted).then_some(())).is_some()
    }

    /// Steps over white space and says whether there was any.
    pub(crate) fn skip_space(&mut self) -> bool {
        let before = self.column;
        while self.take(|c| c.is_whitespace().then_some(())).is_some() {}
        self.column > before
    }

    /// Everything up to the next white space.
    pub(crate) fn word(&self) -> &'a str {
        self.rest
            .find(char::is_whitespace)
            .map_or(self.rest, |end| &self.rest[..end])
    }

    /// Steps over `wanted` and the space after it when it is the whole word ahead.
    pub(crate) fn take_word(&mut self, wanted: &str) -> bool {
        let found = self.word() == wanted;
        if found {
            self.rest = &self.rest[wanted.len()..];
            self.column += wanted.chars().count();
            self.skip_space();
        }
        found
    }

    /// Steps over `wanted` when it is ahead, whatever follows it.
    pub(crate) fn take_text(&mut self, wanted: &str) -> bool {
        match self.rest.strip_prefix(wanted) {
            Some(rest) => {
                self.rest = rest;
                self.column += wanted.chars().count();
                true
            }
            None => false,
        }
    }

    /// Steps over a decimal number; `None` when there is no digit ahead or the number does not fit.
    pub(crate) fn number(&mut self) -> Option<u32> {
        let digits = self.rest.len()
            - self
                .rest
                .trim_start_matches(|c: char| c.is_ascii_digit())
                .len();
        let value = self.rest[..digits].parse().ok()?;
        self.rest = &self.rest[digits..];
        self.column += digits;
        Some(value)
    }

    /// Whether all has been read.
    pub(crate) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// The character ahead is not the expected one.
    pub(crate) fn error(&self, expected: &'static str) -> SyntaxError {
        let read = match self.peek() {
            None => "the end".to_string(),
            Some(c) if c.is_whitespace() => "white space".to_string(),
            Some(c) => format!("{c:?}"),
        };
        self.error_reading(read, expected)
    }

    /// The word ahead is not the expected one.
    pub(crate) fn error_at_word(&self, expected: &'static str) -> SyntaxError {
        let word = self.word();
        if word.is_empty() {
            return self.error(expected);
        }
        let quoted = word.chars().take(Self::QUOTED).collect::<String>();
        let dots = if quoted.len() < word.len() { "…" } else { "" };
        self.error_reading(format!("{quoted:?}{dots}"), expected)
    }

    /// Something here, described by `read`, is not the expected thing.
    pub(crate) fn error_reading(&self, read: String, expected: &'static str) -> SyntaxError {
        SyntaxError {
            column: self.column,
            read,
            expected,
        }
    }
}
