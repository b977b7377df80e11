//! Where one record of several lines ends and the next begins.

use crate::notation::kif::{RecordPart, part};
use crate::notation::kifu::MAX_HEADERS;
use std::collections::HashSet;

/// The longest record of several lines that is read, in bytes; a game of 300 moves with twenty lines of analysis
/// on each has about half a million.
pub const MAX_RECORD: usize = 1 << 22;

/// Tells which lines belong to one record.
pub(super) enum Splitter {
    Kif(KifSplitter),
    Csa(CsaSplitter),
    Json(JsonSplitter),
}

/// What a line is to the record before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Belongs {
    /// It is a part of it.
    Within,
    /// It is the last part of it.
    Last,
    /// It is the first line of another.
    First,
}

impl Splitter {
    /// Looks at the next line. When it is the first of another record, that begins anew.
    pub(super) fn line(&mut self, line: &str) -> Belongs {
        match self {
            Splitter::Kif(splitter) => splitter.line(line),
            Splitter::Csa(splitter) => splitter.line(line),
            Splitter::Json(splitter) => splitter.line(line),
        }
    }

    /// Forgets the record that has just been read.
    pub(super) fn reset(&mut self) {
        match self {
            Splitter::Kif(splitter) => *splitter = KifSplitter::default(),
            Splitter::Csa(splitter) => *splitter = CsaSplitter::default(),
            Splitter::Json(splitter) => *splitter = JsonSplitter::default(),
        }
    }

    /// Whether a line says nothing by itself: blank, or a remark for programs.
    pub(super) fn is_nothing(&self, line: &str) -> bool {
        let line = line.trim();
        match self {
            Splitter::Kif(_) => part(line) == RecordPart::Nothing,
            Splitter::Csa(_) => {
                line.is_empty() || line == "/" || line.starts_with('\'') || line.starts_with('V')
            }
            Splitter::Json(_) => line.is_empty(),
        }
    }
}

/// KIF files have nothing between two records. A new one begins where what comes before moves comes after them, a
/// board after a board, or a header for the second time.
#[derive(Default)]
pub(super) struct KifSplitter {
    has_moves: bool,
    ranks: u32,
    /// The headers that it has, as far as there is room for them.
    keys: HashSet<String>,
}

impl KifSplitter {
    const RANKS: u32 = 9;
    /// In bytes.
    const LONGEST_KEY: usize = 100;

    fn line(&mut self, line: &str) -> Belongs {
        let begins = match part(line) {
            RecordPart::Header(key) => self.has_moves || self.has_had(key),
            RecordPart::BoardEdge => self.has_moves,
            RecordPart::BoardRank => {
                self.ranks += 1;
                self.has_moves || self.ranks > Self::RANKS
            }
            RecordPart::MovesHead
            | RecordPart::Move
            | RecordPart::BookMoves
            | RecordPart::Summary => {
                let is_second_head = self.has_moves && part(line) == RecordPart::MovesHead;
                self.has_moves = true;
                is_second_head
            }
            _ => false,
        };
        match begins {
            true => Belongs::First,
            false => Belongs::Within,
        }
    }

    /// Whether there was such a header before; it is remembered. Of a record without end not all are.
    fn has_had(&mut self, key: &str) -> bool {
        if self.keys.contains(key) {
            return true;
        }
        if self.keys.len() < MAX_HEADERS && key.len() <= Self::LONGEST_KEY {
            self.keys.insert(key.to_string());
        }
        false
    }
}

/// CSA files have `/` between two records; where it is missing, a version, a player or pieces after moves begin one.
#[derive(Default)]
pub(super) struct CsaSplitter {
    has_moves: bool,
}

impl CsaSplitter {
    fn line(&mut self, line: &str) -> Belongs {
        let line = line.trim_end();
        if line == "/" {
            return Belongs::Last;
        }
        let is_before_moves = line.starts_with(['V', 'N', 'P', '$']);
        self.has_moves |= line.starts_with(['+', '-', '%']);
        match is_before_moves && self.has_moves {
            true => Belongs::First,
            false => Belongs::Within,
        }
    }
}

/// A JSON object ends with the brace that closes its first.
#[derive(Default)]
pub(super) struct JsonSplitter {
    depth: u64,
    in_text: bool,
    escaped: bool,
}

impl JsonSplitter {
    fn line(&mut self, line: &str) -> Belongs {
        for byte in line.bytes() {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' if self.in_text => self.escaped = true,
                b'"' => self.in_text = !self.in_text,
                b'{' | b'[' if !self.in_text => self.depth += 1,
                b'}' | b']' if !self.in_text => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
        // A text cannot go on on the next line.
        self.in_text = false;
        self.escaped = false;
        match self.depth {
            0 => Belongs::Last,
            _ => Belongs::Within,
        }
    }

    /// Whether an object on this line ends there.
    pub(super) fn is_whole(line: &str) -> bool {
        JsonSplitter::default().line(line) == Belongs::Last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn belongs(mut splitter: Splitter, lines: &[&str]) -> String {
        let letter = |belongs| match belongs {
            Belongs::Within => '.',
            Belongs::Last => '/',
            Belongs::First => '^',
        };
        let look = |line: &&str| {
            let found = splitter.line(line);
            if found != Belongs::Within {
                splitter.reset();
            }
            if found == Belongs::First {
                splitter.line(line);
            }
            letter(found)
        };
        lines.iter().map(look).collect()
    }

    fn kif(lines: &[&str]) -> String {
        belongs(Splitter::Kif(KifSplitter::default()), lines)
    }

    #[test]
    fn games_are_told_apart_by_their_headers() {
        assert_eq!(
            kif(&[
                "手合割：平手",
                "   1 ７六歩(77)",
                "*x",
                "変化：1手",
                "   1 ２六歩(27)",
                "手合割：平手",
                "▲７六歩"
            ]),
            ".....^."
        );
        assert_eq!(
            kif(&["▲７六歩", "まで1手で中断", "", "# 2", "先手：A", "▲２六歩"]),
            "....^."
        );
    }

    #[test]
    fn boards_are_told_apart_though_they_have_no_moves() {
        let mut lines = vec!["後手の持駒：なし"];
        lines.extend(["| ・ ・ ・ ・ ・ ・ ・ ・ ・|"; 9]);
        lines.push("先手の持駒：なし");
        let twice = [&lines[..], &["後手番"], &lines[..]].concat();
        assert_eq!(kif(&twice), "............^..........");
        let boards_alone = ["| ・ ・ ・ ・ ・ ・ ・ ・ ・|"; 18];
        assert_eq!(kif(&boards_alone), ".........^........");
    }

    #[test]
    fn csa_records_end_with_a_slash_or_where_another_begins() {
        let csa = |lines| belongs(Splitter::Csa(CsaSplitter::default()), lines);
        assert_eq!(
            csa(&[
                "V2.2", "PI", "+", "+7776FU", "/", "PI", "+", "%TORYO", "V2.2", "PI"
            ]),
            "..../...^."
        );
    }

    #[test]
    fn json_ends_with_its_last_brace() {
        let json = |lines| belongs(Splitter::Json(JsonSplitter::default()), lines);
        assert_eq!(
            json(&["{", "\"a\": \"}\\\"}\",", "\"b\": [{}]", "}", "{}"]),
            ".../".to_string() + "/"
        );
    }
}
