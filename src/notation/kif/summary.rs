//! How a game ended, in a sentence: `まで96手で後手の勝ち`.

use crate::board::Color;
use crate::notation::kifu::Ending;

/// What the sentence says; `None` when it is not clear. `side` is whose turn it is.
pub(super) fn read(text: &str, side: Color) -> Option<Ending> {
    let has = |word: &str| text.contains(word);
    let winner = named(text, "勝").or_else(|| named(text, "負").map(Color::opponent));
    let by_winner = |own, opponents| match winner {
        Some(winner) if winner == side => own,
        _ => opponents,
    };
    Some(match () {
        () if has("千日手") => Ending::Repetition,
        () if has("持将棋") => Ending::Impasse,
        () if has("中断") => Ending::Interruption,
        () if has("反則") => by_winner(Ending::IllegalMoveBefore, Ending::IllegalMove),
        () if has("不戦勝") => Ending::WinByDefault,
        () if has("不戦敗") => Ending::LossByDefault,
        () if has("時間切れ") || has("切れ負け") => Ending::TimeUp,
        () if has("引き分け") || has("引分") => Ending::DrawDeclaration,
        () if has("入玉") || has("宣言") => Ending::Declaration,
        () if has("不詰") => Ending::NoMate,
        () if has("詰") => Ending::Checkmate,
        () if has("最大手数") => Ending::MaxMoves,
        () if has("封じ手") => Ending::SealedMove,
        () if has("待った") => Ending::Retraction,
        () if has("エラー") => Ending::Failure,
        // Who is to move and yet wins has not resigned: it is not said how he won.
        () if has("投了") || winner == Some(side.opponent()) => Ending::Resignation,
        () => return None,
    })
}

/// The sentence for an ending after `count` moves.
pub(super) fn write(ending: Ending, count: usize, side: Color, names: [&str; 2]) -> String {
    let mover = names[side as usize];
    let opponent = names[side.opponent() as usize];
    let how = match ending {
        Ending::Resignation => format!("{opponent}の勝ち"),
        Ending::TimeUp => format!("時間切れにより{opponent}の勝ち"),
        Ending::IllegalMove => format!("{mover}の反則負け"),
        Ending::IllegalMoveBefore => format!("{mover}の反則勝ち"),
        Ending::Declaration => format!("{mover}の入玉勝ち"),
        other => other.word().to_string(),
    };
    format!("まで{count}手で{how}")
}

/// Whose victory or defeat is spoken of: the last player named before the word.
fn named(text: &str, word: &str) -> Option<Color> {
    let before = &text[..text.rfind(word)?];
    let place = |names: [&str; 2]| names.iter().filter_map(|name| before.rfind(name)).max();
    let (black, white) = (place(["先手", "下手"]), place(["後手", "上手"]));
    match black.cmp(&white) {
        std::cmp::Ordering::Greater => Some(Color::Black),
        std::cmp::Ordering::Less => Some(Color::White),
        std::cmp::Ordering::Equal => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_understood() {
        let cases = [
            (
                "まで96手で後手の勝ち",
                Color::Black,
                Some(Ending::Resignation),
            ),
            (
                "まで95手で先手の勝ち",
                Color::White,
                Some(Ending::Resignation),
            ),
            ("まで96手で先手の勝ち", Color::Black, None),
            (
                "まで40手で下手の反則負け",
                Color::Black,
                Some(Ending::IllegalMove),
            ),
            (
                "まで40手で先手の反則勝ち",
                Color::Black,
                Some(Ending::IllegalMoveBefore),
            ),
            (
                "まで140手で時間切れにより後手の勝ち",
                Color::Black,
                Some(Ending::TimeUp),
            ),
            ("まで3手で詰み", Color::White, Some(Ending::Checkmate)),
            ("まで、三手詰", Color::White, Some(Ending::Checkmate)),
            ("まで5手で不詰", Color::White, Some(Ending::NoMate)),
            ("まで128手で千日手", Color::Black, Some(Ending::Repetition)),
            ("まで12手", Color::Black, None),
        ];
        for (text, side, ending) in cases {
            assert_eq!(read(text, side), ending, "{text}");
        }
    }

    #[test]
    fn every_written_sentence_is_understood() {
        for ending in Ending::ALL {
            for side in Color::ALL {
                let text = write(ending, 7, side, ["先手", "後手"]);
                assert_eq!(read(&text, side), Some(ending), "{text}");
            }
        }
    }
}
