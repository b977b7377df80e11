//! What became of a game, for people to read.

use super::human::printable;
use crate::board::{Color, Declaration, ImpasseCount};
use crate::notation::kifu::{Ending, Event, Judgement, Verdict};

/// How a game ended and why, line by line.
///
/// ```
/// use tsume::collection::judged;
/// use tsume::notation::csa;
/// let game = csa::read("PI\n+\n+7776FU\n-3334FU\n%TORYO\n")?;
/// assert_eq!(judged(&game.judge()?), "2 plies; 投了: Black resigns.\nWhite wins.\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judged(judgement: &Judgement) -> String {
    let mut text = match judgement.plies {
        1 => "1 ply".to_string(),
        plies => format!("{plies} plies"),
    };
    text += &match judgement.ending {
        Some(ending) => format!(
            "; {}: {}.\n",
            ending.word(),
            ending_in_words(ending, judgement)
        ),
        None => "; the record does not say how it ended.\n".to_string(),
    };
    for event in &judgement.events {
        text += &event_in_words(event);
    }
    text + &verdict_in_words(judgement.verdict)
}

fn ending_in_words(ending: Ending, judgement: &Judgement) -> String {
    let (side, opponent) = (judgement.side, judgement.side.opponent());
    let is_illegal = |event: &Event| matches!(event, Event::IllegalMove { .. });
    match ending {
        Ending::Resignation => format!("{side:?} resigns"),
        Ending::Interruption => "broken off".to_string(),
        Ending::Impasse => "impasse, a draw by agreement".to_string(),
        Ending::Repetition => "repetition".to_string(),
        Ending::Checkmate => format!("{side:?} is mated"),
        Ending::NoMate => "there is no mate".to_string(),
        Ending::TimeUp => format!("{side:?}'s time is up"),
        // After an illegal move it is that move which is meant, whosever turn it would be.
        Ending::IllegalMove if judgement.events.iter().any(is_illegal) => {
            format!("{opponent:?} has broken the rules")
        }
        Ending::IllegalMove => format!("{side:?} breaks the rules"),
        Ending::IllegalMoveBefore => format!("{opponent:?} has broken the rules"),
        Ending::Declaration => format!("{side:?} declares a safe king and claims to win"),
        Ending::DrawDeclaration => format!("{side:?} declares a safe king and claims a draw"),
        Ending::MaxMoves => "as many moves as were agreed on".to_string(),
        Ending::WinByDefault => format!("{opponent:?} does not play on"),
        Ending::LossByDefault => format!("{side:?} does not play on"),
        Ending::SealedMove => format!("{side:?} seals a move"),
        Ending::Retraction => format!("{side:?} takes back a move"),
        Ending::Failure => "something failed".to_string(),
    }
}

fn event_in_words(event: &Event) -> String {
    match event {
        Event::IllegalMove {
            ply,
            played,
            reason,
        } => {
            let played = printable(&played.to_string());
            format!("ply {ply}: {played} is illegal: {reason}.\n")
        }
        Event::FourFold { ply } => {
            format!("ply {ply}: the position occurs for the fourth time (千日手).\n")
        }
        Event::PerpetualCheck { ply, checker } => format!(
            "ply {ply}: the position occurs for the fourth time by perpetual check (連続王手の千日手); {checker:?} has done nothing but check.\n"
        ),
        Event::Checkmate { ply } => format!("ply {ply}: mate.\n"),
        Event::Impasse { color, count } => impasse_in_words(*color, *count),
        Event::NotMate => "The last position is not mate.\n".to_string(),
        Event::NoRepetition => "No position has occurred for the fourth time.\n".to_string(),
    }
}

fn impasse_in_words(color: Color, count: ImpasseCount) -> String {
    let king = match (count.king_is_inside, count.is_in_check) {
        (true, false) => "king in the camp",
        (true, true) => "king in the camp but in check",
        (false, _) => "king not in the camp",
    };
    let ImpasseCount {
        pieces_inside,
        points,
        ..
    } = count;
    let result = |declaration| match declaration {
        Declaration::Win => "win",
        Declaration::Draw => "draw",
        Declaration::Loss => "conditions not met",
    };
    let (by_24, by_27) = (
        result(count.by_24_points()),
        result(count.by_27_points(color)),
    );
    format!(
        "{color:?}: {king}, {pieces_inside} pieces there, {points} points; 24-point rule: {by_24}; 27-point rule: {by_27}.\n"
    )
}

fn verdict_in_words(verdict: Verdict) -> String {
    let result = |winner: Option<Color>| match winner {
        Some(winner) => format!("{winner:?} wins"),
        None => "a draw".to_string(),
    };
    match verdict {
        Verdict::Won(winner) => format!("{winner:?} wins.\n"),
        Verdict::Drawn => "A draw.\n".to_string(),
        Verdict::Open => "Not decided.\n".to_string(),
        Verdict::ByRule {
            by_24_points,
            by_27_points,
        } => format!(
            "By the 24-point rule: {}. By the 27-point rule: {}.\n",
            result(by_24_points),
            result(by_27_points)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::kif;

    fn text(kif: &str) -> String {
        judged(&kif::read(kif).unwrap().judge().unwrap())
    }

    #[test]
    fn an_illegal_move_is_named_with_its_ply() {
        insta::assert_snapshot!(text("▲７六歩△３四歩▲２二角成△同銀▲４五角打△５二玉▲２五歩打"), @r"
        7 plies; the record does not say how it ended.
        ply 7: P*2e is illegal: there is no such piece to move.
        White wins.
        ");
        insta::assert_snapshot!(text("   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ５五角打\n   4 反則負け\n"), @r"
        3 plies; 反則負け: Black has broken the rules.
        ply 3: B*5e is illegal: there is no such piece to move.
        White wins.
        ");
    }

    #[test]
    fn repetitions_are_named_with_their_ply() {
        let around = "▲３八飛△７二飛▲２八飛△８二飛".repeat(3);
        insta::assert_snapshot!(text(&format!("{around}\nまで12手で千日手")), @r"
        12 plies; 千日手: repetition.
        ply 12: the position occurs for the fourth time (千日手).
        A draw.
        ");
        insta::assert_snapshot!(text("▲７六歩\nまで1手で千日手"), @r"
        1 ply; 千日手: repetition.
        No position has occurred for the fourth time.
        Not decided.
        ");
    }

    #[test]
    fn declarations_are_counted() {
        insta::assert_snapshot!(text("▲７六歩\nまで1手で後手の入玉勝ち"), @r"
        1 ply; 入玉勝ち: White declares a safe king and claims to win.
        Black: king not in the camp, 0 pieces there, 0 points; 24-point rule: conditions not met; 27-point rule: conditions not met.
        White: king not in the camp, 0 pieces there, 0 points; 24-point rule: conditions not met; 27-point rule: conditions not met.
        By the 24-point rule: Black wins. By the 27-point rule: Black wins.
        ");
    }
}
