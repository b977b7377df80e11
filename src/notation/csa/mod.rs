//! CSA, the game records of the Computer Shogi Association: one line a move, `+7776FU`.
//!
//! Versions 2.2 (<http://www2.computer-shogi.org/protocol/record_v22.html>) and 3.0
//! (<http://www2.computer-shogi.org/protocol/record_v3.html>), and older ones, whose lines are among theirs.

mod names;
mod read;
mod start;
mod write;

pub(super) use names::{kind_of_name, name_of_kind};
pub use read::read;
pub use write::write;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Intent, Position, Promotion, Square};
    use crate::notation::encoding::Encoding;
    use crate::notation::kifu::testing::kifus;
    use crate::notation::kifu::{Ending, Handicap, Kifu, KifuBuilder, Loss};
    use crate::notation::testing::damaged;
    use proptest::prelude::*;

    const GAME: &str = "\
'CSA encoding=UTF-8
V3.0
N+先番
N-後番
$EVENT:第1回, 大会
$作者:無名
PI
+
'program comment
'*開始
+7776FU,T12
-3334FU
T3.25
+8822UM,-3122GI,%+ILLEGAL_ACTION
";

    fn error(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    fn sfen(text: &str) -> String {
        read(text).unwrap().start().build().unwrap().to_sfen()
    }

    #[test]
    fn a_game_is_read_with_all_it_says() {
        let kifu = read(GAME).unwrap();
        assert_eq!(kifu.header("棋戦"), Some("第1回, 大会"));
        assert_eq!(kifu.header("作者"), Some("無名"));
        assert_eq!(kifu.header("後手"), Some("後番"));
        assert_eq!(kifu.notes().len(), 1);
        let moves: Vec<String> = kifu.moves().map(|mv| mv.to_string()).collect();
        assert_eq!(moves, ["7g7f", "3c3d", "8h2b+", "3a2b"]);
        assert_eq!(kifu.main_line().moves[1].time.unwrap().as_millis(), 3250);
        assert_eq!(
            kifu.main_line().end.as_ref().unwrap().ending,
            Ending::IllegalMove
        );
        assert_eq!(read(&write(&kifu, Encoding::Utf8).unwrap().text), Ok(kifu));
    }

    #[test]
    fn who_makes_an_illegal_move_that_has_no_words_breaks_the_rules() {
        let gold_turned_over = Intent::Board {
            from: Square::new(4, 9).unwrap(),
            to: Square::new(4, 8).unwrap(),
            promotion: Promotion::Yes,
        };
        for end in [
            None,
            Some(Ending::IllegalMoveBefore),
            Some(Ending::Resignation),
        ] {
            let mut game = KifuBuilder::new(Position::initial().to_builder());
            game.play(gold_turned_over).unwrap();
            end.into_iter().for_each(|end| game.end(end).unwrap());
            let written = write(&game.finish(), Encoding::Utf8).unwrap();
            assert_eq!(written.losses, [Loss::IllegalMove(1)]);
            assert!(
                written.text.ends_with("+\n%ILLEGAL_MOVE\n"),
                "{}",
                written.text
            );
        }
    }

    #[test]
    fn the_rest_is_what_stands_on_neither_board_nor_hands() {
        assert_eq!(
            sfen("P-51OU\nP+53FU\nP+00KI\nP-00AL\n+"),
            "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
        );
        assert_eq!(
            sfen("P1 *  *  *  * -OU *  *  *  * \nP3 * * * * +FU * * * *\nP+00KI00KI\nP-00AL\n+"),
            "4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1"
        );
    }

    #[test]
    fn pieces_are_taken_from_the_game() {
        let kifu = read("N-上\nPI82HI22KA\n-\n-3334FU\n").unwrap();
        assert_eq!(Handicap::of(kifu.start()), Some(Handicap::Two));
        assert_eq!(kifu.header("上手"), Some("上"));
        assert_eq!(kifu.start().mover(), Color::White);
    }

    #[test]
    fn the_first_move_tells_whose_move_it_is() {
        assert!(sfen("PI82HI22KA\n-3334FU\n").contains(" w "));
        assert!(sfen("+7776FU\n").contains(" b "));
    }

    #[test]
    fn a_separator_ends_the_record() {
        assert_eq!(
            read("PI\n+\n+7776FU\n/\nnonsense")
                .unwrap()
                .main_line()
                .moves
                .len(),
            1
        );
    }

    #[test]
    fn errors_say_where_and_what() {
        insta::assert_snapshot!(error(""), @"line 1, column 1: read no pieces and no move, expected a game record");
        insta::assert_snapshot!(error("PI82KA"), @r#"line 1, column 3: read "82KA", expected a piece that stands there"#);
        insta::assert_snapshot!(error("P1-KY-XX"), @r#"line 1, column 7: read "XX", expected a piece such as FU or RY"#);
        insta::assert_snapshot!(error("P1-KY-KE"), @"line 1, column 9: read the end, expected +, - or * on each of nine squares");
        insta::assert_snapshot!(error("P+55FU55KI"), @r#"line 1, column 7: read "55KI", expected one piece on a square"#);
        insta::assert_snapshot!(error("P+00OU"), @r#"line 1, column 3: read "00OU", expected a piece that can be held"#);
        insta::assert_snapshot!(error("PX"), @r#"line 1, column 1: read "PX", expected PI, P1-P9, P+ or P-"#);
        insta::assert_snapshot!(error("PI\n+\n-3334FU"), @r#"line 3, column 1: read "-3334FU", expected a move of Black, +"#);
        insta::assert_snapshot!(error("PI\n+\n+7776FU,T1,-33x4FU"), @r#"line 3, column 15: read "x4FU", expected a square 11-99, or 00"#);
        insta::assert_snapshot!(error("PI\n+\n+5554FU"), @"line 3, column 1: read 5e5d: there is no such piece to move, expected a move that can be played");
        insta::assert_snapshot!(error("PI\n+\nTx"), @r#"line 3, column 1: read "Tx", expected T and a number of seconds"#);
        insta::assert_snapshot!(error("PI\n+\n%WON"), @"line 3, column 1: read %WON, expected how the game ended, such as %TORYO");
        insta::assert_snapshot!(error("PI\n+\n%TORYO\n+7776FU"), @"line 4, column 1: read something after the end of the game, expected a move that can be played");
        insta::assert_snapshot!(error("PI\n+\nN+A"), @r#"line 3, column 1: read "N+A", expected a move, as moves have begun"#);
        insta::assert_snapshot!(error("hello"), @r#"line 1, column 1: read "hello", expected a move such as +7776FU, T and seconds, or % and an end"#);
    }

    /// Whether the players are called as CSA is read.
    fn has_usual_players(kifu: &Kifu) -> bool {
        !kifu.is_whole_game()
            || kifu.start().mover() == Color::Black
            || kifu.header("先手").or(kifu.header("後手")).is_none()
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(kifu in kifus()) {
            let written = write(&kifu, Encoding::Utf8).unwrap();
            let again = read(&written.text);
            if has_usual_players(&kifu) {
                prop_assert_eq!(again, Ok(kifu.without(&written.losses)), "{}", written.text);
            } else {
                prop_assert!(again.is_ok(), "{}\n{:?}", written.text, again);
            }
        }

        #[test]
        fn nothing_makes_the_reader_panic(text in damaged(&[
            GAME,
            "P-51OU\nP+53FU\nP+00KI\nP-00AL\n+\n+0052KI\n%TSUMI\n",
            "PI82HI22KA\n-\n-3334FU\n/\n",
        ])) {
            if let Ok(kifu) = read(&text) && let Ok(written) = write(&kifu, Encoding::Utf8) {
                prop_assert!(read(&written.text).is_ok(), "{}", written.text);
            }
        }
    }
}
