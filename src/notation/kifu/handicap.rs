//! How games begin (手合割): with all pieces, or with some of White's taken away.

use crate::board::{Color, Position, PositionBuilder, Square};

/// A usual beginning of a game. White (上手) gives the handicap and moves first, but for the even game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Handicap {
    /// 平手: all pieces, and Black moves first.
    Even,
    /// 香落ち: the lance on White's left.
    Lance,
    /// 右香落ち: the lance on White's right.
    RightLance,
    /// 角落ち.
    Bishop,
    /// 飛車落ち.
    Rook,
    /// 飛香落ち: the rook and the lance on White's left.
    RookLance,
    /// 二枚落ち: rook and bishop.
    Two,
    /// 三枚落ち: these and the lance on White's left.
    Three,
    /// 四枚落ち: rook, bishop and both lances.
    Four,
    /// 五枚落ち: these and the knight on White's right.
    Five,
    /// 左五枚落ち: these and the knight on White's left.
    LeftFive,
    /// 六枚落ち: rook, bishop, lances and knights.
    Six,
    /// 左七枚落ち: these and the silver on White's left.
    LeftSeven,
    /// 右七枚落ち: these and the silver on White's right.
    RightSeven,
    /// 八枚落ち: rook, bishop, lances, knights and silvers.
    Eight,
    /// 十枚落ち: everything but king and pawns.
    Ten,
    /// トンボ: everything but king, rook, bishop and pawns.
    Dragonfly,
}

/// Handicap, its name in KIF files, its name in JKF where it has one, the squares of the pieces taken away
/// (file and rank).
const HANDICAPS: [(Handicap, &str, Option<&str>, &[u8]); 17] = [
    (Handicap::Even, "平手", Some("HIRATE"), &[]),
    (Handicap::Lance, "香落ち", Some("KY"), &[11]),
    (Handicap::RightLance, "右香落ち", Some("KY_R"), &[91]),
    (Handicap::Bishop, "角落ち", Some("KA"), &[22]),
    (Handicap::Rook, "飛車落ち", Some("HI"), &[82]),
    (Handicap::RookLance, "飛香落ち", Some("HIKY"), &[11, 82]),
    (Handicap::Two, "二枚落ち", Some("2"), &[22, 82]),
    (Handicap::Three, "三枚落ち", Some("3"), &[11, 22, 82]),
    (Handicap::Four, "四枚落ち", Some("4"), &[11, 91, 22, 82]),
    (Handicap::Five, "五枚落ち", Some("5"), &[11, 91, 22, 82, 81]),
    (
        Handicap::LeftFive,
        "左五枚落ち",
        Some("5_L"),
        &[11, 91, 22, 82, 21],
    ),
    (
        Handicap::Six,
        "六枚落ち",
        Some("6"),
        &[11, 91, 22, 82, 21, 81],
    ),
    (
        Handicap::LeftSeven,
        "左七枚落ち",
        Some("7_L"),
        &[11, 91, 22, 82, 21, 81, 31],
    ),
    (
        Handicap::RightSeven,
        "右七枚落ち",
        Some("7_R"),
        &[11, 91, 22, 82, 21, 81, 71],
    ),
    (
        Handicap::Eight,
        "八枚落ち",
        Some("8"),
        &[11, 91, 22, 82, 21, 81, 31, 71],
    ),
    (
        Handicap::Ten,
        "十枚落ち",
        Some("10"),
        &[11, 91, 22, 82, 21, 81, 31, 71, 41, 61],
    ),
    (
        Handicap::Dragonfly,
        "トンボ",
        None,
        &[11, 91, 21, 81, 31, 71, 41, 61],
    ),
];

impl Handicap {
    /// Its name in Japanese.
    pub fn name(self) -> &'static str {
        HANDICAPS[self as usize].1
    }

    /// The handicap of a Japanese name, in any of the spellings in use.
    ///
    /// ```
    /// use tsume::notation::kifu::Handicap;
    /// assert_eq!(Handicap::of_name("二枚落"), Some(Handicap::Two));
    /// ```
    pub fn of_name(name: &str) -> Option<Handicap> {
        let stem = |name: &str| {
            name.trim_end_matches('ち')
                .trim_end_matches('落')
                .to_string()
        };
        let wanted = match stem(name).as_str() {
            "飛" => "飛車".to_string(),
            "左香" => "香".to_string(),
            "七枚" => "左七枚".to_string(),
            other => other.to_string(),
        };
        let found = HANDICAPS.iter().find(|entry| stem(entry.1) == wanted)?;
        Some(found.0)
    }

    /// Its name in JKF files; `None` where they have none.
    pub fn jkf_name(self) -> Option<&'static str> {
        HANDICAPS[self as usize].2
    }

    /// The handicap of a name of JKF.
    pub fn of_jkf_name(name: &str) -> Option<Handicap> {
        let found = HANDICAPS.iter().find(|entry| entry.2 == Some(name))?;
        Some(found.0)
    }

    /// The handicap that these pieces show; `None` when the game has begun, or is none.
    pub fn of(pieces: &PositionBuilder) -> Option<Handicap> {
        let mut handicaps = HANDICAPS.iter().map(|entry| entry.0);
        handicaps.find(|handicap| handicap.start() == *pieces)
    }

    /// The pieces before the first move.
    pub fn start(self) -> PositionBuilder {
        let mut pieces = Position::initial().to_builder();
        for given in HANDICAPS[self as usize].3 {
            let square = Square::new(given / 10, given % 10).expect("the table holds squares");
            pieces.set(square, None);
        }
        if self != Handicap::Even {
            pieces.side_to_move(Color::White);
        }
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_handicap_is_found_by_its_names_and_its_start() {
        for (handicap, name, jkf_name, given) in HANDICAPS {
            assert_eq!(HANDICAPS[handicap as usize].0, handicap);
            assert_eq!(Handicap::of_name(name), Some(handicap));
            assert_eq!(Handicap::of(&handicap.start()), Some(handicap));
            if let Some(jkf_name) = jkf_name {
                assert_eq!(Handicap::of_jkf_name(jkf_name), Some(handicap));
            }
            let start = handicap.start().build().unwrap();
            assert_eq!(start.occupied().into_iter().count(), 40 - given.len());
        }
        assert_eq!(Handicap::of_name("その他"), None);
    }

    #[test]
    fn what_is_given_is_what_the_name_says() {
        let sfen = |name| {
            let start = Handicap::of_name(name).unwrap().start();
            start
                .build()
                .unwrap()
                .to_sfen()
                .split('/')
                .next()
                .unwrap()
                .to_string()
        };
        assert_eq!(sfen("香落ち"), "lnsgkgsn1");
        assert_eq!(sfen("五枚落ち"), "2sgkgsn1");
        assert_eq!(sfen("左五枚落ち"), "1nsgkgs2");
        assert_eq!(sfen("左七枚落ち"), "2sgkg3");
        assert_eq!(sfen("右七枚落ち"), "3gkgs2");
        assert_eq!(sfen("十枚落ち"), "4k4");
    }

    #[test]
    fn a_game_that_has_begun_is_no_handicap() {
        let mut pieces = Handicap::Even.start();
        pieces.ply(3);
        assert_eq!(Handicap::of(&pieces), None);
        pieces.ply(1).side_to_move(Color::White);
        assert_eq!(Handicap::of(&pieces), None);
    }
}
