//! The commands of the protocol as they are written.

use crate::notation::sfen::{self, Sfen};
use crate::notation::{Cursor, SyntaxError};
use std::time::Duration;

/// What the other program says.
#[derive(Clone, Debug)]
pub enum Command {
    /// Who are you and what can be set?
    Usi,
    /// Are you ready?
    IsReady,
    /// Set an option.
    SetOption {
        /// Its name.
        name: String,
        /// Its value; empty when none is given.
        value: String,
    },
    /// This is the position, as yet unchecked. If it cannot be read, the one before it counts no longer all the
    /// same.
    Position(Result<Sfen, SyntaxError>),
    /// Think.
    Go(Go),
    /// Answer now.
    Stop,
    /// The move that was pondered on has been played.
    PonderHit,
    /// Go away.
    Quit,
    /// Something that needs no answer: a new game, the end of one.
    Note,
}

/// What to think about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Go {
    /// A mate. Should the limits make no sense, an answer is awaited all the same.
    Mate(Result<MateLimits, SyntaxError>),
    /// A move of a game, to be told at once.
    Move,
    /// A move of a game, to be told when asked to stop, or when the opponent has moved as expected.
    MoveWhenAsked,
}

/// How long to look for a mate; `None` is without limit.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MateLimits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Positions entered.
    pub nodes: Option<u64>,
}

impl Command {
    /// Reads a line.
    ///
    /// ```
    /// use tsume::usi::{Command, Go, MateLimits};
    /// let limits = MateLimits { time: None, nodes: Some(5000) };
    /// match Command::parse("go nodes 5000 mate infinite").unwrap() {
    ///     Command::Go(go) => assert_eq!(go, Go::Mate(Ok(limits))),
    ///     other => panic!("{other:?}"),
    /// }
    /// ```
    ///
    /// # Errors
    /// Where the line stops being a command.
    pub fn parse(line: &str) -> Result<Command, SyntaxError> {
        let mut cursor = Cursor::new(line);
        cursor.skip_space();
        let word = cursor.word();
        if word == "position" {
            return Ok(Command::Position(sfen::parse(line)));
        }
        let start = cursor.clone();
        cursor.take_word(word);
        match word {
            "usi" => Ok(Command::Usi),
            "isready" => Ok(Command::IsReady),
            "setoption" => set_option(&mut cursor),
            "go" => Ok(Command::Go(go(cursor))),
            "stop" => Ok(Command::Stop),
            "ponderhit" => Ok(Command::PonderHit),
            "quit" => Ok(Command::Quit),
            "usinewgame" | "gameover" => Ok(Command::Note),
            _ => Err(start.error_at_word("a command of the USI protocol")),
        }
    }
}

fn set_option(cursor: &mut Cursor) -> Result<Command, SyntaxError> {
    if !cursor.take_word("name") {
        return Err(cursor.error_at_word("\"name\" after \"setoption\""));
    }
    let name = next_word(cursor).ok_or_else(|| cursor.error("the name of an option"))?;
    let mut value = Vec::new();
    if cursor.take_word("value") {
        value.extend(std::iter::from_fn(|| next_word(cursor)));
    }
    if cursor.is_at_end() {
        Ok(Command::SetOption {
            name: name.to_string(),
            value: value.join(" "),
        })
    } else {
        Err(cursor.error_at_word("\"value\" or the end"))
    }
}

fn next_word<'a>(cursor: &mut Cursor<'a>) -> Option<&'a str> {
    let word = cursor.word();
    (!word.is_empty() && cursor.take_word(word)).then_some(word)
}

/// Reads what follows `go`. How the clocks stand in a game does not matter to who resigns.
fn go(cursor: Cursor) -> Go {
    let mut ahead = cursor.clone();
    let words: Vec<&str> = std::iter::from_fn(|| next_word(&mut ahead)).collect();
    if words.contains(&"mate") {
        Go::Mate(mate_limits(cursor))
    } else if words.contains(&"infinite") || words.contains(&"ponder") {
        Go::MoveWhenAsked
    } else {
        Go::Move
    }
}

fn mate_limits(mut cursor: Cursor) -> Result<MateLimits, SyntaxError> {
    let mut limits = MateLimits::default();
    while !cursor.is_at_end() {
        if cursor.take_word("nodes") {
            limits.nodes = Some(number(&mut cursor, "a number of nodes after \"nodes\"")?);
        } else if cursor.take_word("mate") {
            if !cursor.take_word("infinite") && !cursor.is_at_end() {
                let milliseconds =
                    number(&mut cursor, "milliseconds or \"infinite\" after \"mate\"")?;
                limits.time = Some(Duration::from_millis(milliseconds));
            }
        } else {
            return Err(cursor.error_at_word("\"mate\" or \"nodes\""));
        }
    }
    Ok(limits)
}

fn number(cursor: &mut Cursor, expected: &'static str) -> Result<u64, SyntaxError> {
    let start = cursor.clone();
    next_word(cursor)
        .and_then(|word| word.parse().ok())
        .ok_or_else(|| start.error_at_word(expected))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn go(line: &str) -> Go {
        match Command::parse(line) {
            Ok(Command::Go(go)) => go,
            other => panic!("{other:?}"),
        }
    }

    fn option(line: &str) -> (String, String) {
        match Command::parse(line) {
            Ok(Command::SetOption { name, value }) => (name, value),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn limits_of_a_mate() {
        let limits = |line| match go(line) {
            Go::Mate(Ok(limits)) => (limits.time.map(|time| time.as_millis()), limits.nodes),
            other => panic!("{other:?}"),
        };
        assert_eq!(limits("go mate infinite"), (None, None));
        assert_eq!(limits("go mate"), (None, None));
        assert_eq!(limits(" go  mate 60000 "), (Some(60_000), None));
        assert_eq!(
            limits("go nodes 10000000000 mate infinite"),
            (None, Some(10_000_000_000))
        );
        assert_eq!(limits("go mate 1000 nodes 5"), (Some(1000), Some(5)));
    }

    #[test]
    fn limits_that_make_no_sense_still_ask_for_a_mate() {
        let error = |line| match go(line) {
            Go::Mate(Err(error)) => error.to_string(),
            other => panic!("{other:?}"),
        };
        insta::assert_snapshot!(error("go mate -5"), @r#"column 9: read "-5", expected milliseconds or "infinite" after "mate""#);
        insta::assert_snapshot!(error("go mate 99999999999999999999"), @r#"column 9: read "99999999999999999999", expected milliseconds or "infinite" after "mate""#);
        insta::assert_snapshot!(error("go nodes mate infinite"), @r#"column 10: read "mate", expected a number of nodes after "nodes""#);
        insta::assert_snapshot!(error("go depth 3 mate infinite"), @r#"column 4: read "depth", expected "mate" or "nodes""#);
    }

    #[test]
    fn moves_of_games() {
        assert_eq!(go("go"), Go::Move);
        assert_eq!(go("go btime 0 wtime 0 byoyomi 1000"), Go::Move);
        assert_eq!(go("go infinite"), Go::MoveWhenAsked);
        assert_eq!(go("go ponder btime 1000 wtime 1000"), Go::MoveWhenAsked);
    }

    #[test]
    fn options_have_names_and_values() {
        let pair = |name: &str, value: &str| (name.to_string(), value.to_string());
        assert_eq!(
            option("setoption name USI_Hash value 256"),
            pair("USI_Hash", "256")
        );
        assert_eq!(option("setoption name Clear"), pair("Clear", ""));
        assert_eq!(
            option("setoption name Path value a  b"),
            pair("Path", "a b")
        );
    }

    #[test]
    fn errors_say_where_and_what() {
        let error = |line| Command::parse(line).unwrap_err().to_string();
        insta::assert_snapshot!(error(""), @"column 1: read the end, expected a command of the USI protocol");
        insta::assert_snapshot!(error("  uci"), @r#"column 3: read "uci", expected a command of the USI protocol"#);
        insta::assert_snapshot!(error("setoption"), @r#"column 10: read the end, expected "name" after "setoption""#);
        insta::assert_snapshot!(error("setoption name"), @"column 15: read the end, expected the name of an option");
        insta::assert_snapshot!(error("setoption name A B"), @r#"column 18: read "B", expected "value" or the end"#);
    }

    #[test]
    fn positions_are_those_of_sfen() {
        let position = |line| match Command::parse(line) {
            Ok(Command::Position(sfen)) => sfen,
            other => panic!("{other:?}"),
        };
        assert_eq!(
            position(" position startpos moves 7g7f")
                .unwrap()
                .moves
                .len(),
            1
        );
        let error = position("position startpos moves 7g").unwrap_err();
        insta::assert_snapshot!(error, @"column 27: read the end, expected a file 1-9");
    }

    proptest! {
        #[test]
        fn nothing_makes_the_reader_panic(line in any::<String>()) {
            let _ = Command::parse(&line);
        }

        #[test]
        fn whoever_asks_for_a_mate_is_understood(before in "[a-z0-9 -]{0,20}", after in "[a-z0-9 -]{0,20}") {
            let go = go(&format!("go {before} mate {after}"));
            prop_assert!(matches!(go, Go::Mate(_)));
        }
    }
}
