//! Recognising a format by the first line that says something.

use super::blocks::{CsaSplitter, JsonSplitter, KifSplitter, Splitter};
use crate::notation::kif::{RecordPart, part};

/// How problems are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    /// A JSON object on each line: a problem, or a game in JKF.
    JsonLines,
    SfenLines,
    /// KIF and KI2.
    Kif,
    Csa,
    /// JSON objects on several lines each.
    Jkf,
}

/// What a text may be, for messages.
pub(super) const FORMATS: &str = "a record in JSON, SFEN, KIF, KI2 or CSA";

impl Format {
    /// The format that a line, without white space around it, seems to be of.
    pub(super) fn of(line: &str) -> Option<Format> {
        let first = line.split_whitespace().next()?;
        let slashes = first.matches('/').count();
        if let Some(inside) = line.strip_prefix('{') {
            // Objects of several lines do not say so soon what they are. What is no object at all is one bad line.
            let inside = inside.trim_start();
            let is_line = JsonSplitter::is_whole(line)
                || !(inside.is_empty() || inside.starts_with('"'))
                || ["\"sfen\"", "\"id\""].iter().any(|key| line.contains(key));
            Some(if is_line {
                Format::JsonLines
            } else {
                Format::Jkf
            })
        } else if ["position", "sfen", "startpos"].contains(&first) || slashes >= 8 {
            Some(Format::SfenLines)
        } else if is_csa(line) {
            Some(Format::Csa)
        } else if slashes > 0 && first.is_ascii() && !first.contains(':') {
            Some(Format::SfenLines)
        } else {
            is_kif(line).then_some(Format::Kif)
        }
    }

    /// What tells its records apart; `None` when each is a line.
    pub(super) fn splitter(self) -> Option<Splitter> {
        match self {
            Format::JsonLines | Format::SfenLines => None,
            Format::Kif => Some(Splitter::Kif(KifSplitter::default())),
            Format::Csa => Some(Splitter::Csa(CsaSplitter::default())),
            Format::Jkf => Some(Splitter::Json(JsonSplitter::default())),
        }
    }
}

fn is_csa(line: &str) -> bool {
    let mut characters = line.chars();
    match (characters.next(), characters.next()) {
        (Some('\''), _) | (Some('+' | '-'), None) => true,
        (Some('$'), Some(_)) => line.contains(':'),
        (Some('V'), Some('1'..='9')) | (Some('N'), Some('+' | '-')) => true,
        (Some('P'), Some('1'..='9' | 'I' | '+' | '-')) => true,
        (Some('+' | '-'), Some('0'..='9')) => true,
        _ => false,
    }
}

fn is_kif(line: &str) -> bool {
    !matches!(
        part(line),
        RecordPart::Nothing | RecordPart::Unknown | RecordPart::Summary
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_tells_the_format() {
        let cases = [
            (r#"{"id":"a","sfen":"9/9"}"#, Some(Format::JsonLines)),
            (r#"{"id":"a","#, Some(Format::JsonLines)),
            (r#"{"header":{},"moves":[]}"#, Some(Format::JsonLines)),
            ("{", Some(Format::Jkf)),
            ("{broken", Some(Format::JsonLines)),
            (r#"{"header": {"#, Some(Format::Jkf)),
            ("9/9 b - 1", Some(Format::SfenLines)),
            ("N+P7/9/9/9/9/9/9/9/9 b - 1", Some(Format::SfenLines)),
            ("position startpos", Some(Format::SfenLines)),
            ("V2.2", Some(Format::Csa)),
            ("$START_TIME:2003/05/03 10:30:00", Some(Format::Csa)),
            ("'CSA encoding=UTF-8", Some(Format::Csa)),
            ("P-51OU", Some(Format::Csa)),
            ("手合割：平手", Some(Format::Kif)),
            ("+---------------------------+", Some(Format::Kif)),
            ("開始日時:2000/01/01", Some(Format::Kif)),
            ("▲７六歩", Some(Format::Kif)),
            ("foo", None),
        ];
        for (line, format) in cases {
            assert_eq!(Format::of(line), format, "{line}");
        }
    }
}
