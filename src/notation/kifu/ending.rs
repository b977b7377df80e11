//! The ways a game ends, and their words.

/// What is written after the last move. "The player" is the one whose turn it is then.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// 投了: the player resigns.
    Resignation,
    /// 中断: the game is broken off.
    Interruption,
    /// 持将棋: a draw because neither king can be mated.
    Impasse,
    /// 千日手: the position has occurred for the fourth time.
    Repetition,
    /// 詰み: the player is mated.
    Checkmate,
    /// 不詰: there is no mate.
    NoMate,
    /// 切れ負け: the player's time is up.
    TimeUp,
    /// 反則負け: the player breaks the rules and loses.
    IllegalMove,
    /// 反則勝ち: the opponent has broken the rules with his last move or beside it, and the player wins.
    IllegalMoveBefore,
    /// 入玉勝ち: the player declares that his king is safe and claims to win.
    Declaration,
    /// 引き分け: the player declares that his king is safe and claims a draw.
    DrawDeclaration,
    /// 最大手数: a draw because the game has as many moves as were agreed on.
    MaxMoves,
    /// 不戦勝: the opponent does not play on.
    WinByDefault,
    /// 不戦敗: the player does not play on.
    LossByDefault,
    /// 封じ手: the next move is sealed.
    SealedMove,
    /// 待った: the player takes back his move.
    Retraction,
    /// エラー: something failed.
    Failure,
}

/// Ending, its word in KIF, its word in CSA and JKF where they have one.
const WORDS: [(Ending, &str, Option<&str>); 17] = [
    (Ending::Resignation, "投了", Some("TORYO")),
    (Ending::Interruption, "中断", Some("CHUDAN")),
    (Ending::Impasse, "持将棋", Some("JISHOGI")),
    (Ending::Repetition, "千日手", Some("SENNICHITE")),
    (Ending::Checkmate, "詰み", Some("TSUMI")),
    (Ending::NoMate, "不詰", Some("FUZUMI")),
    (Ending::TimeUp, "切れ負け", Some("TIME_UP")),
    (Ending::IllegalMove, "反則負け", Some("ILLEGAL_MOVE")),
    // Whose action it was stands before the word: +ILLEGAL_ACTION, -ILLEGAL_ACTION.
    (
        Ending::IllegalMoveBefore,
        "反則勝ち",
        Some("ILLEGAL_ACTION"),
    ),
    (Ending::Declaration, "入玉勝ち", Some("KACHI")),
    (Ending::DrawDeclaration, "引き分け", Some("HIKIWAKE")),
    (Ending::MaxMoves, "最大手数", Some("MAX_MOVES")),
    (Ending::WinByDefault, "不戦勝", None),
    (Ending::LossByDefault, "不戦敗", None),
    (Ending::SealedMove, "封じ手", None),
    (Ending::Retraction, "待った", Some("MATTA")),
    (Ending::Failure, "エラー", Some("ERROR")),
];

/// Other words for the same, as files have them.
const OTHER_WORDS: [(&str, Ending); 9] = [
    ("詰", Ending::Checkmate),
    ("不詰み", Ending::NoMate),
    ("時間切れ", Ending::TimeUp),
    ("時間切れ負け", Ending::TimeUp),
    ("反則", Ending::IllegalMove),
    ("宣言勝ち", Ending::Declaration),
    ("入玉宣言", Ending::Declaration),
    ("引分", Ending::DrawDeclaration),
    ("引分け", Ending::DrawDeclaration),
];

impl Ending {
    /// All endings.
    pub const ALL: [Ending; 17] = {
        let mut all = [Ending::Resignation; 17];
        let mut index = 0;
        while index < all.len() {
            all[index] = WORDS[index].0;
            index += 1;
        }
        all
    };

    /// The word for it in a line of moves in a KIF file.
    pub fn word(self) -> &'static str {
        WORDS[self as usize].1
    }

    /// The ending of a word of a KIF file.
    pub fn of_word(word: &str) -> Option<Ending> {
        let usual = WORDS.iter().find(|entry| entry.1 == word);
        let other = || OTHER_WORDS.iter().find(|entry| entry.0 == word);
        usual.map(|entry| entry.0).or_else(|| Some(other()?.1))
    }

    /// The word for it in CSA and JKF files, without `%` and colour; `None` where they have none.
    pub fn csa_word(self) -> Option<&'static str> {
        WORDS[self as usize].2
    }

    /// The ending of such a word.
    pub fn of_csa_word(word: &str) -> Option<Ending> {
        let entry = WORDS.iter().find(|entry| entry.2 == Some(word))?;
        Some(entry.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_is_found_by_its_words() {
        for ending in Ending::ALL {
            assert_eq!(Ending::of_word(ending.word()), Some(ending));
            if let Some(word) = ending.csa_word() {
                assert_eq!(Ending::of_csa_word(word), Some(ending));
            }
        }
        assert_eq!(Ending::of_word("詰"), Some(Ending::Checkmate));
        assert_eq!(Ending::of_word("七六歩"), None);
    }
}
