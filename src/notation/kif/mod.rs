//! KIF and KI2, the game records of Kakinoki's programs and of nearly everything since.
//!
//! The two share headers, boards (BOD), comments, bookmarks and variations; they differ in their moves, which are
//! one a line with their origin and time in KIF (`   1 ７六歩(77)   ( 0:16/00:00:16)`) and many a line as books
//! print them in KI2 (`▲７六歩    △３四歩`). [`read`] reads both. The format is described by its author at
//! <http://kakinoki.o.oo7.jp/kif_format.html>; what his page leaves open is read as widely as files have it.

mod board;
mod clock;
mod line;
mod read;
mod summary;
mod write;
mod write_ki2;

pub use line::{RecordPart, part};
pub use read::read;
pub use write::write;
pub use write_ki2::write as write_ki2;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::kifu::testing::kifus;
    use crate::notation::kifu::{Ending, Kifu, Loss, Note};
    use crate::notation::testing::damaged;
    use proptest::prelude::*;

    /// A problem as collections have it.
    const PROBLEM: &str = "\
作品番号：1
作品名：例題
作者：無名
手数：3
攻方の持駒：飛　銀
玉方の持駒：
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
手数----指手---------消費時間--
*はじめに
   1 ５二銀打   ( 0:16/00:00:16)+
*頭から
&ここ
   2 ４二玉(51)
   3 ４三飛打
   4 詰み
まで3手で詰み

変化：1手
   1 ５二飛打
   2 投了
";

    fn read_ok(text: &str) -> Kifu {
        read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    fn moves(kifu: &Kifu) -> Vec<String> {
        kifu.moves().map(|mv| mv.to_string()).collect()
    }

    fn error(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn a_problem_is_read_with_all_it_says() {
        let kifu = read_ok(PROBLEM);
        let keys: Vec<&str> = kifu
            .headers()
            .iter()
            .map(|header| header.key.as_str())
            .collect();
        assert_eq!(keys, ["作品番号", "作品名", "作者", "手数"]);
        let start = kifu.start().build().unwrap();
        assert_eq!(start.to_sfen(), "4k4/9/4P4/9/9/9/9/9/9 b RS 1");
        assert_eq!(moves(&kifu), ["S*5b", "5a4b", "R*4c"]);
        assert_eq!(kifu.main_line().moves[0].time.unwrap().as_secs(), 16);
        assert_eq!(kifu.main_line().moves[0].notes.len(), 2);
        assert_eq!(
            kifu.main_line().end.as_ref().unwrap().ending,
            Ending::Checkmate
        );
        assert_eq!(kifu.lines()[1].first, 1);
        assert_eq!(
            kifu.lines()[1].end.as_ref().unwrap().ending,
            Ending::Resignation
        );
    }

    #[test]
    fn white_attacks_where_it_is_said_to_be_its_move() {
        let text = PROBLEM.replace("手数----", "後手番\n手数----");
        let text = text.split("手数----").next().unwrap();
        let start = read_ok(text).start().build().unwrap();
        assert_eq!(start.to_sfen(), "4k4/9/4P4/9/9/9/9/9/9 w RS 1");
        let written = write(&read_ok(text)).unwrap().text;
        assert_eq!(read_ok(&written), read_ok(text));
    }

    #[test]
    fn a_board_overrides_the_handicap() {
        for handicap in [
            "手合割：平手　\n",
            "手合割：詰将棋\n",
            "手合割：その他\n",
            "手合割: 二枚落ち\n",
        ] {
            assert_eq!(read_ok(&format!("{handicap}{PROBLEM}")), read_ok(PROBLEM));
        }
    }

    #[test]
    fn numbers_may_go_on_from_the_position() {
        let text = PROBLEM.replace("+\n手数----", "+\n手数＝45  ▲５三歩成  まで\n手数----");
        let text = text
            .replace("   1 ", "  46 ")
            .replace("   2 ", "  47 ")
            .replace("   3 ", "  48 ");
        let text = text
            .replace("   4 ", "  49 ")
            .replace("変化：1手", "変化：46手");
        let kifu = read_ok(&text);
        assert_eq!(kifu.start().move_number(), 46);
        assert_eq!(kifu.lines().len(), 2);
        assert_eq!(moves(&kifu), moves(&read_ok(PROBLEM)));
    }

    #[test]
    fn the_first_move_may_be_where_the_last_one_went() {
        let board = PROBLEM.split("手数----").next().unwrap();
        let kifu = read_ok(&format!(
            "{board}手数＝1  △５二玉  まで\n   1 同　歩成(53)\n"
        ));
        assert_eq!(moves(&kifu), ["5c5b+"]);
    }

    #[test]
    fn other_spellings_are_read() {
        let kif = read_ok(
            "手合割：平手\n1 7六歩(77) (00:01/00:00:01)\n2 △3四歩(33)\n3 ２二角成(88)\n4 同　銀(31)+\n5 中断(0:03/0:00:04)\n",
        );
        let ki2 = read_ok("▲７六歩△３四歩 ▲２二角成\n△同　銀\nまで4手で中断\n");
        assert_eq!(moves(&kif), ["7g7f", "3c3d", "8h2b+", "3a2b"]);
        assert_eq!(moves(&kif), moves(&ki2));
        assert_eq!(
            ki2.main_line().end.as_ref().unwrap().ending,
            Ending::Interruption
        );
    }

    #[test]
    fn a_comment_before_a_variation_stays_there() {
        let comment = |kifu: &Kifu| kifu.lines()[1].notes.clone();
        let text = "手合割：平手\n*はじめに\n   1 ７六歩(77)\n   2 中断\n\n変化：1手\n*変化の前\n   1 ２六歩(27)\n";
        let kifu = read_ok(text);
        let before = Note::Comment("変化の前".to_string());
        assert_eq!((kifu.notes().len(), comment(&kifu)), (1, vec![before]));
        for written in [write(&kifu), write_ki2(&kifu)] {
            assert_eq!(read_ok(&written.unwrap().text), kifu);
        }
        let jkf = crate::notation::jkf::write(&kifu).unwrap();
        assert_eq!(jkf.losses, [Loss::VariationNotes]);
    }

    #[test]
    fn an_illegal_move_ends_a_game() {
        let kifu = read_ok("▲７六歩△３四歩▲２二角成△同銀▲７七角打△５五角打▲７五歩打");
        assert_eq!(moves(&kifu).last().unwrap(), "P*7e");
        insta::assert_snapshot!(error("   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ７五歩打\n   4 ４四歩(43)\n"), @"line 4, column 6: read something after move 3, which is illegal: there is no such piece to move, expected a move that can be played");
    }

    #[test]
    fn errors_say_where_and_what() {
        insta::assert_snapshot!(error(""), @"line 1, column 1: read no board, no handicap and no move, expected a game record");
        insta::assert_snapshot!(error("手合割：九枚落ち\n   1 ７六歩(77)"), @r#"line 1, column 1: read the handicap "九枚落ち", expected a usual handicap, or a board"#);
        insta::assert_snapshot!(error("| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n▲７六歩"), @"line 2, column 1: read a board of 1 ranks, expected nine ranks");
        insta::assert_snapshot!(error("先手の持駒：歩\n▲７六歩"), @"line 2, column 1: read pieces in hand without a board, expected a board");
        insta::assert_snapshot!(error("先手の持駒：歩　龍"), @"line 1, column 9: read '龍', expected 飛, 角, 金, 銀, 桂, 香 or 歩 in hand");
        insta::assert_snapshot!(error("   1 ７六歩(77)\n   3 ３四歩(33)"), @"line 2, column 4: read number 3 for move 2, expected the moves in their order");
        insta::assert_snapshot!(error("   1 ７六銀(77)"), @"line 1, column 6: read 銀 from 7g, expected a piece that stands there");
        insta::assert_snapshot!(error("   1 ７六歩(70)"), @r#"line 1, column 9: read "(70)", expected a square (11)-(99)"#);
        insta::assert_snapshot!(error("   1 ７五歩(77) x"), @r#"line 1, column 14: read "x", expected the end of the line"#);
        insta::assert_snapshot!(error("▲５八金"), @"line 1, column 1: read move 1, ▲５八金: ambiguous: could be 4i5h or 6i5h, expected a legal move");
        insta::assert_snapshot!(error("▲７六歩△３五歩▲２六歩"), @"line 1, column 5: read move 2, △３五歩: the piece does not move so, expected a legal move");
        insta::assert_snapshot!(error("▲７六歩 ７七歩"), @r#"line 1, column 6: read "７七歩", expected ▲ or △ and a move"#);
        insta::assert_snapshot!(error("▲７六歩\n変化：3手"), @"line 2, column 1: read a variation of move 3, which there is not before it, expected a variation of a move before it");
        insta::assert_snapshot!(error("▲７六歩\n先手：A"), @r#"line 2, column 1: read "先手：A", expected a move, as moves have begun"#);
        insta::assert_snapshot!(error("▲７六歩\nすごい"), @r#"line 2, column 1: read "すごい", expected a header, a board, a move or a comment"#);
    }

    #[test]
    fn a_header_that_would_be_read_as_something_else_is_a_loss() {
        let mut builder = crate::notation::kifu::KifuBuilder::new(read_ok(PROBLEM).start().clone());
        for (key, value) in [("手合割", "平手"), ("a：b", "c"), ("変化", "1手")] {
            builder.header(key, value).unwrap();
        }
        let losses = write(&builder.finish()).unwrap().losses;
        let keys = ["手合割", "a：b", "変化"].map(|key| Loss::Header(key.to_string()));
        assert_eq!(losses, keys);
    }

    proptest! {
        #[test]
        fn what_kif_is_written_is_read_again(kifu in kifus()) {
            let written = write(&kifu).unwrap();
            prop_assert_eq!(&written.losses, &[]);
            prop_assert_eq!(read(&written.text), Ok(kifu), "{}", written.text);
        }

        #[test]
        fn what_ki2_is_written_is_read_again(kifu in kifus()) {
            let written = write_ki2(&kifu).unwrap();
            let again = read(&written.text);
            let is_whole = !written.losses.iter().any(|loss| matches!(loss, Loss::IllegalMove(_)));
            if is_whole {
                prop_assert_eq!(again, Ok(kifu.without(&written.losses)), "{}", written.text);
            } else {
                prop_assert!(again.is_ok(), "{}\n{:?}", written.text, again);
            }
        }

        #[test]
        fn nothing_makes_the_reader_panic(text in damaged(&[
            PROBLEM,
            "手合割：香落ち\n△３四歩 ▲７六歩\n変化：1手\n△８四歩\nまで2手で中断\n",
            "手数＝45  ▲５三歩成  まで\n",
        ])) {
            if let Ok(kifu) = read(&text) && let Ok(written) = write(&kifu) {
                if written.losses.is_empty() {
                    prop_assert_eq!(read(&written.text), Ok(kifu), "{}", written.text);
                } else {
                    prop_assert!(read(&written.text).is_ok(), "{}", written.text);
                }
            }
        }
    }
}
