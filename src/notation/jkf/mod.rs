//! JKF, game records as JSON (JSON棋譜フォーマット): what programs for the web exchange.
//!
//! The format is described at <https://github.com/na2hiro/Kifu-for-JS/tree/master/packages/json-kifu-format>.

mod read;
mod schema;
mod write;

pub use read::read;
pub use write::write;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::kifu::testing::kifus;
    use crate::notation::kifu::{Ending, Loss};
    use crate::notation::testing::damaged;
    use proptest::prelude::*;

    const GAME: &str = r#"{
  "header": {"先手": "A", "手合割": "平手"},
  "initial": {"preset": "HIRATE"},
  "moves": [
    {"comments": ["a\nb", "&c"]},
    {"move": {"color": 0, "from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "piece": "FU"}, "time": {"now": {"m": 1, "s": 2}}},
    {"move": {"from": {"x": 3, "y": 3}, "to": {"x": 3, "y": 4}, "piece": "FU"},
     "forks": [[{"move": {"from": {"x": 8, "y": 3}, "to": {"x": 8, "y": 4}, "piece": "FU"}}, {"special": "TORYO"}]]},
    {"move": {"from": {"x": 8, "y": 8}, "to": {"x": 2, "y": 2}, "piece": "KA", "promote": true}},
    {"move": {"same": true, "piece": "GI"}},
    {"special": "-ILLEGAL_ACTION"}
  ]
}"#;

    fn error(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn a_game_is_read_with_all_it_says() {
        let kifu = read(GAME).unwrap();
        assert_eq!(kifu.notes().len(), 3);
        let moves: Vec<String> = kifu.moves().map(|mv| mv.to_string()).collect();
        assert_eq!(moves, ["7g7f", "3c3d", "8h2b+", "3a2b"]);
        assert_eq!(kifu.main_line().moves[0].time.unwrap().as_secs(), 62);
        assert_eq!(
            kifu.main_line().end.as_ref().unwrap().ending,
            Ending::IllegalMoveBefore
        );
        assert_eq!((kifu.lines()[1].first, kifu.lines()[1].moves.len()), (2, 1));
    }

    /// A gold that is dropped although one on the board could go there too.
    #[test]
    fn a_drop_stays_a_drop() {
        let kifu = crate::notation::kif::read("先手の持駒：金\n後手の持駒：なし\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ 金 玉 ・ ・ ・ ・|\n   1 ５八金打\n").unwrap();
        let written = write(&kifu).unwrap().text;
        assert!(
            written.contains(r#""piece":"KI","relative":"H""#),
            "{written}"
        );
        assert_eq!(read(&written).unwrap(), kifu);
        let without = written.replace(r#","relative":"H""#, "");
        assert_eq!(read(&without).unwrap(), kifu);
    }

    #[test]
    fn errors_say_where_and_what() {
        insta::assert_snapshot!(error("{"), @"line 1, column 1: read EOF while parsing an object, expected a record in JKF");
        insta::assert_snapshot!(error("{\"header\":{},\n \"moves\":7}"), @"line 2, column 10: read invalid type: integer `7`, expected a sequence, expected a record in JKF");
        insta::assert_snapshot!(error(r#"{"moves":[{},{"move":{"to":{"x":7,"y":6},"piece":"XX"}}]}"#), @r#"line 1, column 1: read "XX" in moves[1], expected a piece such as FU or RY"#);
        insta::assert_snapshot!(error(r#"{"moves":[{},{"special":"TORYO","forks":[[{"special":"X"}]]}]}"#), @r#"line 1, column 1: read "X" in moves[1].forks[0][0], expected how the game ended, such as TORYO"#);
        insta::assert_snapshot!(error(r#"{"moves":[{},{"move":{"to":{"x":7,"y":0},"piece":"FU"}}]}"#), @"line 1, column 1: read x 7 y 0 in moves[1], expected a square with x and y of 1-9");
        insta::assert_snapshot!(error(r#"{"initial":{"preset":"OTHER"},"moves":[]}"#), @r#"line 1, column 1: read "OTHER" in initial, expected a preset such as HIRATE, or data"#);
    }

    #[test]
    fn nesting_has_its_limit() {
        let deep =
            r#"{"moves":[{},"#.to_string() + &r#"{"special":"TORYO","forks":[["#.repeat(5000);
        assert!(error(&deep).contains("recursion limit exceeded"));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(kifu in kifus()) {
            let written = write(&kifu).unwrap();
            let again = read(&written.text);
            // Where an ending is lost, remarks on it and variations of it are lost with it.
            if written.losses.iter().any(|loss| matches!(loss, Loss::Ending(_))) {
                prop_assert!(again.is_ok(), "{}\n{:?}", written.text, again);
            } else {
                prop_assert_eq!(again, Ok(kifu.without(&written.losses)), "{}", written.text);
            }
        }

        #[test]
        fn nothing_makes_the_reader_panic(text in damaged(&[GAME])) {
            if let Ok(kifu) = read(&text) && let Ok(written) = write(&kifu) {
                prop_assert!(read(&written.text).is_ok(), "{}", written.text);
            }
        }
    }
}
