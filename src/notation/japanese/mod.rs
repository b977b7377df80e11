//! Moves as Japanese books name them: `２四飛`, `同　銀成`, `５三桂左成`, `５二金打`.
//!
//! The rules are those of the Japan Shogi Association (棋譜の表記方法): target, piece, then only when
//! several pieces of the kind move there 左 直 右 and 上 寄 引, then 成, 不成 or 打.

mod qualifier;
mod read;
mod words;
mod write;

pub(super) use qualifier::{Motion, Qualifier, Side};
pub use read::read;
pub(super) use read::{read_recorded, square};
pub(super) use words::{FILE_DIGITS, RANK_KANJI};
pub(super) use words::{color_of_mark, kind_of_char};
pub use words::{mark, piece_name};
pub use write::write;
pub(super) use write::{Distinction, distinction};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::positions;
    use crate::board::{Color, Position};
    use crate::notation::testing::damaged;
    use crate::notation::{NameError, usi};
    use proptest::prelude::*;
    use std::collections::HashSet;

    fn name(sfen: &str, mv: &str) -> String {
        let position: Position = sfen.parse().unwrap();
        let mv = position.legality(usi::parse(mv).unwrap()).unwrap();
        let name = write(&position, mv, None);
        assert_eq!(read(&position, &name, None), Ok(mv), "{name}");
        name
    }

    /// The figures with which the association explains its rules.
    #[test]
    fn the_examples_of_the_association() {
        let figures = [
            ("9/2G6/G8/9/9/9/9/9/9 b - 1", "9c8b ８二金上 7b8b ８二金寄"),
            ("6G2/9/5G3/9/9/9/9/9/9 b - 1", "4c3b ３二金上 3a3b ３二金引"),
            ("9/9/9/9/5G3/4G4/9/9/9 b - 1", "5f5e ５五金上 4e5e ５五金寄"),
            ("9/9/9/9/9/9/2S6/9/1S7 b - 1", "8i8h ８八銀上 7g8h ８八銀引"),
            ("9/9/9/9/9/9/7S1/9/5S3 b - 1", "4i3h ３八銀上 2g3h ３八銀引"),
            ("9/G1G6/9/9/9/9/9/9/9 b - 1", "9b8a ８一金左 7b8a ８一金右"),
            ("9/6G1G/9/9/9/9/9/9/9 b - 1", "3b2b ２二金左 1b2b ２二金右"),
            ("9/9/9/9/3S1S3/9/9/9/9 b - 1", "6e5f ５六銀左 4e5f ５六銀右"),
            ("9/9/9/9/9/9/9/9/1GG6 b - 1", "8i7h ７八金左 7i7h ７八金直"),
            ("9/9/9/9/9/9/9/9/5SS2 b - 1", "4i3h ３八銀左 3i3h ３八銀直"),
            (
                "9/9/9/3GGG3/9/9/9/9/9 b - 1",
                "6d5c ５三金左 5d5c ５三金直 4d5c ５三金右",
            ),
            (
                "9/9/9/9/9/9/9/2+P6/+P+P+P6 b - 1",
                "7h8h ８八と寄 9i8h ８八と左 8i8h ８八と直 7i8h ８八と右上",
            ),
            (
                "9/9/9/9/9/2S1S4/9/2SS5/9 b - 1",
                "7f6g ６七銀左引 5f6g ６七銀右 7h6g ６七銀左上 6h6g ６七銀直",
            ),
            (
                "+R8/9/9/1+R7/9/9/9/9/9 b - 1",
                "9a8b ８二竜引 8d8b ８二竜上",
            ),
            (
                "9/4+R4/7+R1/9/9/9/9/9/9 b - 1",
                "2c4c ４三竜寄 5b4c ４三竜引",
            ),
            (
                "9/9/9/9/4+R3+R/9/9/9/9 b - 1",
                "5e3e ３五竜左 1e3e ３五竜右",
            ),
            ("9/9/9/9/9/9/9/9/+R+R7 b - 1", "9i8h ８八竜左 8i8h ８八竜右"),
            (
                "9/9/9/9/9/9/9/7+R1/8+R b - 1",
                "2h1g １七竜左 1i1g １七竜右",
            ),
            ("+B+B7/9/9/9/9/9/9/9/9 b - 1", "9a8b ８二馬左 8a8b ８二馬右"),
            (
                "9/9/3+B5/9/+B8/9/9/9/9 b - 1",
                "9e8e ８五馬寄 6c8e ８五馬引",
            ),
            (
                "8+B/9/9/6+B2/9/9/9/9/9 b - 1",
                "1a1b １二馬引 3d1b １二馬上",
            ),
            (
                "9/9/9/9/9/9/9/9/+B3+B4 b - 1",
                "9i7g ７七馬左 5i7g ７七馬右",
            ),
            (
                "9/9/9/9/9/9/5+B3/8+B/9 b - 1",
                "4g2i ２九馬左 1h2i ２九馬右",
            ),
        ];
        for (sfen, moves) in figures {
            let words = moves.split(' ').collect::<Vec<_>>();
            for pair in words.chunks(2) {
                assert_eq!(name(sfen, pair[0]), pair[1], "{sfen} {}", pair[0]);
            }
        }
    }

    #[test]
    fn white_has_its_own_left_and_right() {
        let sfen = "3gg4/9/9/9/9/9/9/9/9 w - 1";
        assert_eq!(name(sfen, "6a5b"), "５二金右");
        assert_eq!(name(sfen, "5a5b"), "５二金直");
    }

    #[test]
    fn promotion_is_named_where_there_is_a_choice() {
        let sfen = "9/9/9/4S4/2N1N4/9/9/9/9 b - 1";
        assert_eq!(name(sfen, "5d5c"), "５三銀不成");
        assert_eq!(name(sfen, "5d5c+"), "５三銀成");
        assert_eq!(name(sfen, "5d4e"), "４五銀");
        assert_eq!(name(sfen, "7e6c+"), "６三桂左成");
        assert_eq!(name(sfen, "5e6c"), "６三桂右不成");
    }

    #[test]
    fn a_drop_is_named_where_a_piece_on_the_board_could_go() {
        let sfen = "9/9/9/4G4/9/9/9/9/9 b G 1";
        assert_eq!(name(sfen, "G*5c"), "５三金打");
        assert_eq!(name(sfen, "G*5b"), "５二金");
    }

    #[test]
    fn a_pinned_piece_is_named_apart_but_need_not_be() {
        let sfen = "9/9/4k4/4g4/4L4/9/9/9/9 w g 1";
        assert_eq!(name(sfen, "G*6d"), "６四金打");
        let position: Position = sfen.parse().unwrap();
        let drop = read(&position, "６四金", None).unwrap();
        assert_eq!(drop.to_string(), "G*6d");
    }

    #[test]
    fn the_square_of_the_move_before_is_the_same() {
        let position: Position = "9/9/9/4p4/3+SG4/9/9/9/9 b - 1".parse().unwrap();
        let mv = |text| position.legality(usi::parse(text).unwrap()).unwrap();
        let to = Some(mv("5e5d").to());
        assert_eq!(write(&position, mv("5e5d"), to), "同　金");
        assert_eq!(write(&position, mv("6e5d"), to), "同　成銀");
        for text in ["同金", "同 金", "▲同　金", "☗ 同　金", "５四金", "54金直"]
        {
            assert_eq!(read(&position, text, to), Ok(mv("5e5d")), "{text}");
        }
        assert_eq!(read(&position, "同全", to), Ok(mv("6e5d")));
    }

    #[test]
    fn other_spellings_are_read() {
        let position: Position = "4k4/9/9/3+B5/9/5+R3/9/9/4K4 b - 1".parse().unwrap();
        let mv = |text| read(&position, text, None).unwrap().to_string();
        assert_eq!(mv("▲４五龍行"), "4f4e");
        assert_eq!(mv("☗4五竜"), "4f4e");
        assert_eq!(mv("⛊４5龍左"), "4f4e");
        assert_eq!(mv("６五馬引"), "6d6e");
        assert_eq!(mv("5八王"), "5i5h");
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let position: Position = "4k4/9/9/3G1G3/9/9/4P4/9/9 b P 1".parse().unwrap();
        let error = |text| read(&position, text, None).unwrap_err().to_string();
        insta::assert_snapshot!(error(""), @"column 1: read the end, expected a file １-９ or 同");
        insta::assert_snapshot!(error("投了"), @"column 1: read '投', expected a file １-９ or 同");
        insta::assert_snapshot!(error("△５三金"), @"column 1: read '△', expected a move of Black");
        insta::assert_snapshot!(error("同　金"), @"column 1: read '同', expected a square, as there is no move before");
        insta::assert_snapshot!(error("５"), @"column 2: read the end, expected a rank 一-九");
        insta::assert_snapshot!(error("５三"), @"column 3: read the end, expected a piece such as 歩, 成桂 or 竜");
        insta::assert_snapshot!(error("５三成金"), @"column 4: read '金', expected 香, 桂 or 銀 after 成");
        insta::assert_snapshot!(error("５三金不"), @"column 5: read the end, expected 成 after 不");
        insta::assert_snapshot!(error("５三金左左"), @"column 5: read '左', expected the end of the move");
        insta::assert_snapshot!(error("５三金"), @"ambiguous: could be 4d5c or 6d5c");
        insta::assert_snapshot!(error("５三金直"), @"illegal: there is no such piece to move");
        insta::assert_snapshot!(error("５一歩"), @"illegal: the piece does not move so");
        insta::assert_snapshot!(error("５五歩"), @"illegal: two pawns on a file");
        insta::assert_snapshot!(error("６四歩"), @"illegal: the piece does not move so");
        insta::assert_snapshot!(error("６五銀"), @"illegal: there is no such piece to move");
        insta::assert_snapshot!(error("６五と打"), @"illegal: a piece is dropped unpromoted");
    }

    proptest! {
        #[test]
        fn reading_takes_back_writing(position in positions(), same in any::<bool>()) {
            let mut names = HashSet::new();
            for mv in position.legal_moves() {
                let previous_to = same.then_some(mv.to());
                let name = write(&position, mv, previous_to);
                prop_assert_eq!(&read(&position, &name, previous_to), &Ok(mv), "{}", name);
                let marked = format!("{}{name}", mark(position.side_to_move()));
                prop_assert_eq!(read(&position, &marked, previous_to), Ok(mv));
                if !same {
                    prop_assert!(names.insert(name), "{} is not the only one of its name", mv);
                }
            }
        }

        #[test]
        fn nothing_makes_the_reader_panic(position in positions(), text in any::<String>()) {
            let _ = read(&position, &text, None);
        }

        #[test]
        fn a_damaged_name_is_of_a_legal_move_or_of_none(
            position in positions(),
            text in damaged(&[
                "▲５三桂左成", "△同　銀不成", "☗5二金打", "７七馬右", "８八と右上", "3四成銀引", "２二竜寄", "５八王直",
            ]),
        ) {
            match read(&position, &text, position.king(Color::White)) {
                Ok(mv) => prop_assert_eq!(position.legality(mv.intent()), Ok(mv)),
                Err(NameError::Ambiguous(moves)) => prop_assert!(moves.len() > 1),
                Err(_) => {}
            }
        }
    }
}
