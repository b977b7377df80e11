//! What a recorded game comes to by the rules: what happened in it, and who won.

use super::{Ending, Handicap, Kifu};
use crate::board::{
    Color, Game, Hand, HandKind, Illegality, ImpasseCount, Intent, Position, PositionError,
    Repetition,
};

/// What a game comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// What happened, move by move.
    pub events: Vec<Event>,
    /// How many moves were played, an illegal one at the end included.
    pub plies: usize,
    /// How the record says that it ended.
    pub ending: Option<Ending>,
    /// Whose turn it is then.
    pub side: Color,
    /// What it comes to.
    pub verdict: Verdict,
}

/// Something in a game that the rules have a word for. Moves are counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// The move is illegal.
    IllegalMove {
        /// Which.
        ply: usize,
        /// What was played.
        played: Intent,
        /// Why it may not be.
        reason: Illegality,
    },
    /// The position occurs for the fourth time after this move.
    FourFold {
        /// Which move.
        ply: usize,
    },
    /// It does, and this player has done nothing but check since the first.
    PerpetualCheck {
        /// Which move.
        ply: usize,
        /// Who loses by it.
        checker: Color,
    },
    /// The move is mate.
    Checkmate {
        /// Which move.
        ply: usize,
    },
    /// What this player has to show for a declaration at the end (入玉宣言).
    Impasse {
        /// Who declares, or could.
        color: Color,
        /// His king, pieces and points.
        count: ImpasseCount,
    },
    /// The record says that the player is mated, and he is not.
    NotMate,
    /// The record says that the position occurred four times, and it did not.
    NoRepetition,
}

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// This player.
    Won(Color),
    /// Nobody.
    Drawn,
    /// It is not decided, or not said.
    Open,
    /// The rules in force decide: by the 24-point rule and by the 27-point rule.
    ByRule {
        /// Who wins by the 24-point rule; `None` is a draw.
        by_24_points: Option<Color>,
        /// Who wins by the 27-point rule.
        by_27_points: Option<Color>,
    },
}

impl Kifu {
    /// What the main line comes to.
    ///
    /// ```
    /// use tsume::board::Color;
    /// use tsume::notation::{csa, kifu::Verdict};
    /// let game = csa::read("PI\n+\n+7776FU\n-3334FU\n%TORYO\n")?;
    /// assert_eq!(game.judge()?.verdict, Verdict::Won(Color::White));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the start is no position.
    pub fn judge(&self) -> Result<Judgement, PositionError> {
        let mut referee = Referee {
            game: Game::new(super::Track::new(&self.start)?.position().clone()),
            given: given(&self.start.build()?, Handicap::of(&self.start)),
            events: Vec::new(),
        };
        let line = self.main_line();
        for (ply, played) in (1..).zip(&line.moves) {
            referee.play(ply, played.played);
        }
        let ending = line.end.as_ref().map(|end| end.ending);
        referee.check_ending(ending);
        Ok(Judgement {
            plies: line.moves.len(),
            ending,
            side: referee.side_after(),
            verdict: referee.verdict(line.moves.len(), ending),
            events: referee.events,
        })
    }
}

/// What White gave as a handicap.
fn given(start: &Position, handicap: Option<Handicap>) -> Hand {
    let builder = start.to_builder();
    let missing = |kind| u8::try_from(builder.missing(kind)).unwrap_or(0);
    match handicap {
        None => Hand::EMPTY,
        Some(_) => HandKind::ALL
            .into_iter()
            .fold(Hand::EMPTY, |hand, kind| hand.with(kind, missing(kind))),
    }
}

struct Referee {
    game: Game,
    given: Hand,
    events: Vec<Event>,
}

impl Referee {
    fn play(&mut self, ply: usize, played: Intent) {
        let checker = self.game.position().side_to_move();
        match self.game.play(played) {
            Ok(_) => self.after_legal_move(ply),
            Err(Illegality::PerpetualCheck) => {
                self.events.push(Event::PerpetualCheck { ply, checker });
                // The players went on, and the game is looked at from here.
                if let Ok(mv) = self.game.position().legality(played) {
                    self.game = Game::new(self.game.position().after(mv));
                }
            }
            Err(reason) => self.events.push(Event::IllegalMove {
                ply,
                played,
                reason,
            }),
        }
    }

    fn after_legal_move(&mut self, ply: usize) {
        match self.game.repetition() {
            Repetition::None => {}
            Repetition::FourFold => self.events.push(Event::FourFold { ply }),
            Repetition::PerpetualCheck(checker) => {
                self.events.push(Event::PerpetualCheck { ply, checker })
            }
        }
        if self.game.position().is_mate() {
            self.events.push(Event::Checkmate { ply });
        }
    }

    fn check_ending(&mut self, ending: Option<Ending>) {
        match ending {
            Some(Ending::Checkmate) if !self.game.position().is_mate() => {
                self.events.push(Event::NotMate)
            }
            Some(Ending::Repetition) if !self.events.iter().any(is_repetition) => {
                self.events.push(Event::NoRepetition);
            }
            Some(Ending::Impasse | Ending::Declaration | Ending::DrawDeclaration) => {
                let counts = Color::ALL.map(|color| Event::Impasse {
                    color,
                    count: self.count(color),
                });
                self.events.extend(counts);
            }
            _ => {}
        }
    }

    fn count(&self, color: Color) -> ImpasseCount {
        let given = match color {
            Color::Black => Hand::EMPTY,
            Color::White => self.given,
        };
        self.game.position().impasse_count(color, given)
    }

    /// Who has played an illegal move. The board stands before it, and it is still his turn there.
    fn offender(&self) -> Option<Color> {
        let is_illegal = |event: &Event| matches!(event, Event::IllegalMove { .. });
        let offended = self.events.iter().any(is_illegal);
        offended.then(|| self.game.position().side_to_move())
    }

    /// Whose turn it is after all moves.
    fn side_after(&self) -> Color {
        let on_the_board = self.game.position().side_to_move();
        self.offender().map_or(on_the_board, Color::opponent)
    }

    /// What the record says counts, and where it says nothing, what the last move did.
    fn verdict(&self, plies: usize, ending: Option<Ending>) -> Verdict {
        let illegal = self.offender();
        let side = self.side_after();
        match ending {
            // The record may call it the fault of whose turn it is or of who moved last: it is the same player's.
            Some(Ending::IllegalMove | Ending::IllegalMoveBefore) if illegal.is_some() => {
                Verdict::Won(side)
            }
            Some(Ending::Repetition) | None => self.verdict_of_board(plies, illegal),
            Some(
                Ending::Resignation
                | Ending::Checkmate
                | Ending::TimeUp
                | Ending::IllegalMove
                | Ending::LossByDefault
                | Ending::Retraction,
            ) => Verdict::Won(side.opponent()),
            Some(Ending::IllegalMoveBefore | Ending::WinByDefault) => Verdict::Won(side),
            Some(Ending::Impasse | Ending::MaxMoves) => Verdict::Drawn,
            Some(Ending::Declaration | Ending::DrawDeclaration) => {
                self.verdict_of_declaration(side)
            }
            Some(Ending::Interruption | Ending::NoMate | Ending::SealedMove | Ending::Failure) => {
                Verdict::Open
            }
        }
    }

    fn verdict_of_board(&self, plies: usize, illegal: Option<Color>) -> Verdict {
        if let Some(offender) = illegal {
            return Verdict::Won(offender.opponent());
        }
        match self
            .events
            .iter()
            .rev()
            .find(|event| !matches!(event, Event::NoRepetition))
        {
            Some(Event::Checkmate { .. }) => {
                Verdict::Won(self.game.position().side_to_move().opponent())
            }
            Some(Event::PerpetualCheck { ply, checker }) if *ply == plies => {
                Verdict::Won(checker.opponent())
            }
            Some(Event::FourFold { ply }) if *ply == plies => Verdict::Drawn,
            _ => Verdict::Open,
        }
    }

    fn verdict_of_declaration(&self, declarer: Color) -> Verdict {
        use crate::board::Declaration::{Draw, Loss, Win};
        let count = self.count(declarer);
        let winner = |declaration| match declaration {
            Win => Some(declarer),
            Draw => None,
            Loss => Some(declarer.opponent()),
        };
        Verdict::ByRule {
            by_24_points: winner(count.by_24_points()),
            by_27_points: winner(count.by_27_points(declarer)),
        }
    }
}

fn is_repetition(event: &Event) -> bool {
    matches!(event, Event::FourFold { .. } | Event::PerpetualCheck { .. })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::kifu::KifuBuilder;
    use crate::notation::{sfen, usi};

    fn judge(start: &str, moves: &str, ending: Option<Ending>) -> Judgement {
        let mut builder = KifuBuilder::new(sfen::parse(start).unwrap().builder);
        for mv in moves.split_whitespace() {
            builder.play(usi::parse(mv).unwrap()).unwrap();
        }
        if let Some(ending) = ending {
            builder.end(ending).unwrap();
        }
        builder.finish().judge().unwrap()
    }

    #[test]
    fn who_ends_a_game_may_have_won_or_lost() {
        let verdict = |ending| judge("startpos", "7g7f 3c3d", Some(ending)).verdict;
        assert_eq!(verdict(Ending::Resignation), Verdict::Won(Color::White));
        assert_eq!(verdict(Ending::TimeUp), Verdict::Won(Color::White));
        assert_eq!(
            verdict(Ending::IllegalMoveBefore),
            Verdict::Won(Color::Black)
        );
        assert_eq!(verdict(Ending::Impasse), Verdict::Drawn);
        assert_eq!(verdict(Ending::Interruption), Verdict::Open);
        assert_eq!(judge("startpos", "7g7f", None).verdict, Verdict::Open);
    }

    #[test]
    fn an_illegal_move_loses() {
        for ending in [
            None,
            Some(Ending::IllegalMoveBefore),
            Some(Ending::IllegalMove),
        ] {
            let judgement = judge("startpos", "7g7f 3c3d 8h2b 3a2b B*2a", ending);
            assert_eq!(judgement.verdict, Verdict::Won(Color::White), "{ending:?}");
            assert_eq!(
                judgement.events,
                [Event::IllegalMove {
                    ply: 5,
                    played: usi::parse("B*2a").unwrap(),
                    reason: Illegality::NotHowItMoves,
                }]
            );
        }
    }

    #[test]
    fn the_fourth_time_is_a_draw_and_perpetual_check_a_loss() {
        let around = "2h3h 8b7b 3h2h 7b8b ".repeat(3);
        let drawn = judge("startpos", &around, Some(Ending::Repetition));
        assert_eq!(drawn.events, [Event::FourFold { ply: 12 }]);
        assert_eq!(drawn.verdict, Verdict::Drawn);
        let chase = "6+R2/8k/9/9/9/9/9/9/9 b - 1";
        let checks = "3a3b 1b1a 3b3a 1a1b ".repeat(3) + "3a3b";
        let lost = judge(chase, &checks, None);
        assert_eq!(lost.verdict, Verdict::Won(Color::White));
        let checker = Color::Black;
        assert_eq!(
            lost.events,
            [
                Event::PerpetualCheck { ply: 12, checker },
                Event::PerpetualCheck { ply: 13, checker }
            ]
        );
    }

    #[test]
    fn what_a_record_says_is_held_against_the_board() {
        let mate = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
        assert_eq!(
            judge(mate, "G*5b", None).verdict,
            Verdict::Won(Color::Black)
        );
        assert_eq!(
            judge(mate, "G*5b", None).events,
            [Event::Checkmate { ply: 1 }]
        );
        assert_eq!(
            judge(mate, "G*6b", Some(Ending::Checkmate)).events,
            [Event::NotMate]
        );
        let repetition = judge("startpos", "7g7f", Some(Ending::Repetition));
        assert_eq!(repetition.events, [Event::NoRepetition]);
        assert_eq!(repetition.verdict, Verdict::Open);
    }

    #[test]
    fn a_declaration_is_counted_by_both_rules() {
        let start = "K+R+B+P+P+P+P2/+P+P+P+P5/9/9/9/9/9/9/4k4 b 6P 1";
        let judgement = judge(start, "", Some(Ending::Declaration));
        assert_eq!(
            judgement.verdict,
            Verdict::ByRule {
                by_24_points: None,
                by_27_points: Some(Color::White)
            }
        );
        assert!(
            matches!(judgement.events[0], Event::Impasse { color: Color::Black, count } if count.points == 24)
        );
    }
}
