//! The picture of a record: its position, and over it what the record says of it.

use crate::board::PositionError;
use crate::collection::Record;
use crate::notation::picture::{Caption, Picture, Players};
use crate::tsume::{DefenderHand, InvalidProblem};

/// The picture of a record. Where there is no king to mate, it is drawn as a position of a game.
///
/// # Errors
/// When the pieces make no position.
pub fn picture(record: &Record, defender_hand: DefenderHand) -> Result<Picture, PositionError> {
    let caption = caption(record);
    match record.problem(defender_hand) {
        Ok(problem) => Ok(Picture {
            players: match record.is_of_game {
                true => Players::BlackAndWhite,
                false => Players::AttackerAndDefender {
                    attacker: problem.attacker(),
                },
            },
            caption,
            last_move: record.last_to,
            ..Picture::new(problem.position().clone())
        }),
        Err(InvalidProblem::Position(error)) => Err(error),
        Err(InvalidProblem::NoKing(_)) => Ok(Picture {
            caption,
            last_move: record.last_to,
            ..Picture::new(record.pieces.build()?)
        }),
    }
}

fn caption(record: &Record) -> Caption {
    let text = |field| record.text(field).map(ToString::to_string);
    Caption {
        title: text("title").or_else(|| Some(record.id.clone())),
        author: text("author"),
        plies: record.stated.plies,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Square};
    use crate::collection::{Pick, Place, Records, Source};

    fn drawn(line: &str) -> Result<Picture, PositionError> {
        let place = Place {
            source: "a.jsonl".into(),
            line: 1,
            column: 1,
        };
        picture(
            &Record::from_json(line, &place).unwrap(),
            DefenderHand::TheRest,
        )
    }

    #[test]
    fn a_problem_is_drawn_with_what_is_said_of_it() {
        let line = r#"{"id":"a","sfen":"4k4/9/4P4/9/9/9/9/9/9 b G 1","plies":1,"title":"頭金","author":"作者"}"#;
        let picture = drawn(line).unwrap();
        let attacker = Color::Black;
        assert_eq!(picture.players, Players::AttackerAndDefender { attacker });
        assert_eq!(
            picture.caption,
            Caption {
                title: Some("頭金".to_string()),
                author: Some("作者".to_string()),
                plies: Some(1),
            }
        );
    }

    #[test]
    fn the_last_move_is_marked_where_the_position_was_played() {
        let marked = |line: &str, pick| {
            let records = Records::new(vec![Source::Sfen(line.to_string())]).picking(pick);
            let pictures =
                records.map(|record| picture(&record.unwrap(), DefenderHand::TheRest).unwrap());
            pictures
                .map(|picture| picture.last_move)
                .collect::<Vec<_>>()
        };
        let at = Square::new;
        let game = "position startpos moves 7g7f 3c3d";
        assert_eq!(marked(game, Pick::Whole), [at(3, 4)]);
        assert_eq!(marked(game, Pick::Every), [None, at(7, 6), at(3, 4)]);
        let solution = "4k4/9/4P4/9/9/9/9/9/9 b G moves G*5b";
        assert_eq!(marked(solution, Pick::Whole), [None]);
        assert_eq!(marked(solution, Pick::After(1)), [at(5, 2)]);
    }

    #[test]
    fn a_position_of_a_game_is_drawn_as_it_is() {
        let two_pieces = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
        let line = format!("position sfen {two_pieces} moves 5a6b");
        for pick in [Pick::Whole, Pick::After(1)] {
            let mut records = Records::new(vec![Source::Sfen(line.clone())]).picking(pick);
            let record = records.next().unwrap().unwrap();
            let picture = picture(&record, DefenderHand::TheRest).unwrap();
            assert_eq!(picture.players, Players::BlackAndWhite);
            assert!(picture.position.hand(Color::White).is_empty());
        }
    }

    #[test]
    fn without_a_king_it_is_a_position_of_a_game() {
        let picture = drawn(r#"{"id":"a","sfen":"9/9/9/9/9/9/9/9/4K4 b - 1"}"#).unwrap();
        assert_eq!(picture.players, Players::BlackAndWhite);
        assert_eq!(picture.caption.title.as_deref(), Some("a"));
    }

    #[test]
    fn pieces_that_make_no_position_are_not_drawn() {
        assert!(drawn(r#"{"id":"a","sfen":"4k4/9/9/9/9/9/9/9/9 b 3R 1"}"#).is_err());
    }
}
