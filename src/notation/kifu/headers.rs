//! What a record says about itself.

use super::Header;
use thiserror::Error;

/// Headers in their order, not more than any record needs: what is read is not to fill the memory.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(in crate::notation) struct Headers(Vec<Header>);

/// A record with more headers than are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("one header more than {MAX_HEADERS}")]
pub struct TooManyHeaders;

/// How many headers a record may have.
pub const MAX_HEADERS: usize = 1000;

impl Headers {
    /// Adds a header. Line breaks become spaces, for a header is one line.
    pub(in crate::notation) fn push(
        &mut self,
        key: &str,
        value: &str,
    ) -> Result<(), TooManyHeaders> {
        if self.0.len() == MAX_HEADERS {
            return Err(TooManyHeaders);
        }
        self.0.push(Header {
            key: cleaned(key),
            value: cleaned(value),
        });
        Ok(())
    }

    /// Calls the headers with one key by another.
    pub(in crate::notation) fn rename(&mut self, from: &str, to: &str) {
        for header in self.0.iter_mut().filter(|header| header.key == from) {
            header.key = to.to_string();
        }
    }

    pub(super) fn as_slice(&self) -> &[Header] {
        &self.0
    }
}

/// A text on one line, without white space around it.
fn cleaned(text: &str) -> String {
    match text.contains(char::is_control) {
        true => text.split_whitespace().collect::<Vec<_>>().join(" "),
        false => text.trim().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_one_line() {
        let mut headers = Headers::default();
        headers.push(" 作者 ", "a\nb  c\r\n").unwrap();
        headers.push("備考", " a  b ").unwrap();
        let told: Vec<_> = headers
            .as_slice()
            .iter()
            .map(|header| format!("{}={}", header.key, header.value))
            .collect();
        assert_eq!(told, ["作者=a b c", "備考=a  b"]);
    }

    #[test]
    fn there_are_only_so_many() {
        let mut headers = Headers::default();
        for _ in 0..MAX_HEADERS {
            headers.push("a", "").unwrap();
        }
        assert_eq!(headers.push("a", ""), Err(TooManyHeaders));
    }
}
