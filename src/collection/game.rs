//! Game records as problems, and problems as game records.

use super::answered::RESULT_FIELDS;
use super::record::excerpt;
use super::{InputError, Place, Record, Stated, Verdict};
use crate::board::{Intent, PositionBuilder, Square};
use crate::notation::kifu::{Ending, Header, Kifu, KifuBuilder};
use crate::notation::{sfen, usi};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Headers that have an English name in JSON, and those names.
const FIELDS: [(&str, &str); 11] = [
    ("作品名", "title"),
    ("作者", "author"),
    ("出典", "source"),
    ("備考", "notes"),
    ("手数", "plies"),
    ("先手", "black"),
    ("後手", "white"),
    ("棋戦", "event"),
    ("場所", "site"),
    ("開始日時", "started"),
    ("終了日時", "ended"),
];

/// Fields that are told by the record itself.
const OWN_FIELDS: [&str; 4] = ["sfen", "moves", "start", "ending"];

impl Record {
    /// A problem from a game record. A game that begins as games do is the position that it has come to, and its
    /// moves have been played. Any other is the problem that it begins with; its moves are the solution when each
    /// of the attacker's is a check.
    ///
    /// # Errors
    /// When a whole game cannot be replayed.
    pub fn from_kifu(kifu: Kifu, place: &Place, id: String) -> Result<Record, InputError> {
        let told = Told::by(&kifu, place)?;
        let id = kifu
            .header("id")
            .filter(|id| !id.is_empty())
            .map_or(id, str::to_string);
        let mut fields = Map::new();
        fields.insert("id".to_string(), json!(id));
        fields.insert("sfen".to_string(), json!(told.pieces.to_string()));
        for header in kifu
            .headers()
            .iter()
            .filter(|header| has_field(&header.key))
        {
            let (field, value) = field(header, told.stated);
            fields.entry(field).or_insert(value);
        }
        if let Some(plies) = told.stated.plies {
            fields.entry("plies").or_insert(json!(plies));
        }
        let moves: Vec<String> = kifu.moves().map(|mv| mv.to_string()).collect();
        if told.is_solution {
            fields.insert("line".to_string(), json!(moves));
        } else if !moves.is_empty() {
            if kifu.is_whole_game() {
                fields.insert("start".to_string(), json!(kifu.start().to_string()));
            }
            fields.insert("moves".to_string(), json!(moves));
        }
        if told.stated.verdict == Some(Verdict::NoMate) {
            fields.insert("result".to_string(), json!("nomate"));
        }
        if let Some(end) = &kifu.main_line().end {
            fields.insert("ending".to_string(), json!(end.ending.word()));
        }
        Ok(Record {
            place: place.clone(),
            id,
            pieces: told.pieces,
            last_to: told.last_to,
            is_of_game: kifu.is_whole_game(),
            stated: told.stated,
            fields,
            game: Some(Arc::new(kifu)),
        })
    }

    /// The game record that this was read from, or one that says the same.
    ///
    /// # Errors
    /// When the moves that are stated cannot be played.
    pub fn to_kifu(&self) -> Result<Arc<Kifu>, InputError> {
        if let Some(kifu) = &self.game {
            return Ok(kifu.clone());
        }
        let mut builder = KifuBuilder::new(self.start()?);
        for (field, value) in &self.fields {
            if let Some((key, value)) = header(field, value) {
                let added = builder.header(key, &value);
                added.map_err(|error| self.place.error(error.to_string(), "no more headers"))?;
            }
        }
        for (index, intent) in self.moves()?.into_iter().enumerate() {
            builder.play(intent).map_err(|error| {
                let read = format!("move {}, {error}", index + 1);
                self.place.error(read, "a legal move")
            })?;
        }
        let no_mate = (self.stated.verdict == Some(Verdict::NoMate)).then_some(Ending::NoMate);
        let ending = self.text("ending").and_then(Ending::of_word).or(no_mate);
        if let Some(ending) = ending {
            builder
                .end(ending)
                .map_err(|error| self.place.error(error.to_string(), "one end"))?;
        }
        Ok(Arc::new(builder.finish()))
    }

    /// The pieces before the moves.
    fn start(&self) -> Result<PositionBuilder, InputError> {
        match self.text("start") {
            None => Ok(self.pieces.clone()),
            Some(start) => match sfen::parse(start) {
                Ok(start) => Ok(start.builder),
                Err(error) => Err(self.place.error(error.read, error.expected)),
            },
        }
    }

    /// The moves that are stated or have been played.
    fn moves(&self) -> Result<Vec<Intent>, InputError> {
        let list = ["line", "moves"]
            .iter()
            .find_map(|field| self.fields.get(*field)?.as_array());
        let moves = list.into_iter().flatten().map(|value| {
            let mv = value.as_str().and_then(|text| usi::parse(text).ok());
            mv.ok_or_else(|| {
                let read = excerpt(&value.to_string());
                self.place.error(
                    format!("{read} among the moves"),
                    "a move such as 7g7f, 2b8h+ or G*5b",
                )
            })
        });
        moves.collect()
    }
}

/// What a game record tells of its problem.
struct Told {
    pieces: PositionBuilder,
    /// Where the move went that led to them.
    last_to: Option<Square>,
    stated: Stated,
    /// Whether its moves are the solution.
    is_solution: bool,
}

impl Told {
    fn by(kifu: &Kifu, place: &Place) -> Result<Told, InputError> {
        if kifu.is_whole_game() {
            let positions = kifu.positions();
            let positions =
                positions.map_err(|error| place.error(error.to_string(), "a position"))?;
            let (plies, last) = positions.enumerate().last().unzip();
            return Ok(Told {
                pieces: last.map_or_else(|| kifu.start().clone(), |last| last.to_builder()),
                last_to: plies.and_then(|plies| kifu.last_to(plies)),
                stated: Stated::default(),
                is_solution: false,
            });
        }
        let line = kifu.main_line();
        let ending = line.end.as_ref().map(|end| end.ending);
        let is_flawed = kifu
            .header("完全性")
            .is_some_and(|judgement| judgement.contains("不詰"));
        let has_no_mate = ending == Some(Ending::NoMate) || is_flawed;
        let is_solution = !has_no_mate && !line.moves.is_empty() && checks_throughout(kifu);
        let plies = kifu.header("手数").and_then(number);
        let own_plies = || {
            is_solution
                .then(|| u32::try_from(line.moves.len()).ok())
                .flatten()
        };
        let plies = if has_no_mate {
            None
        } else {
            plies.or_else(own_plies)
        };
        let verdict = match (has_no_mate, plies) {
            (true, _) => Some(Verdict::NoMate),
            (false, Some(_)) => Some(Verdict::Mate),
            (false, None) => None,
        };
        Ok(Told {
            pieces: kifu.start().clone(),
            last_to: None,
            stated: Stated { verdict, plies },
            is_solution,
        })
    }
}

/// Whether every move of who moves first is a check, the last of all moves his, and all are legal.
fn checks_throughout(kifu: &Kifu) -> bool {
    let Ok(positions) = kifu.positions() else {
        return false;
    };
    let mut legal = 0;
    let mut are_checks = true;
    for (ply, position) in positions.enumerate().skip(1) {
        legal = ply;
        are_checks &= ply % 2 == 0 || position.is_in_check(position.side_to_move());
    }
    are_checks && legal % 2 == 1 && legal == kifu.main_line().moves.len()
}

/// The digits, of either width, at the beginning of a text.
fn number(text: &str) -> Option<u32> {
    let digit = |c: char| match c {
        '０'..='９' => Some(u32::from(c) - u32::from('０')),
        _ => c.to_digit(10),
    };
    let digits: Vec<u32> = text.chars().map_while(digit).collect();
    let add = |number: u32, &digit: &u32| number.checked_mul(10)?.checked_add(digit);
    let value = digits.iter().try_fold(0, add)?;
    (!digits.is_empty()).then_some(value)
}

/// Whether a header has a place among the fields: the id has its own, and others mean something else there.
pub(super) fn has_field(key: &str) -> bool {
    key != "id" && key != "plies" && !is_told_otherwise(key)
}

/// Whether a field is no header: the record itself tells it, or an answer does. A length is a header too.
fn is_told_otherwise(field: &str) -> bool {
    OWN_FIELDS.contains(&field) || field != "plies" && RESULT_FIELDS.contains(&field)
}

/// The JSON field of a header. Numbers are numbers where all that is written is one, and a length is one only where
/// it states a mate.
fn field(header: &Header, stated: Stated) -> (String, Value) {
    let named = FIELDS.iter().find(|entry| entry.0 == header.key);
    let field = named.map_or(header.key.as_str(), |entry| entry.1);
    match (field, number(&header.value), stated.plies) {
        ("plies", Some(plies), Some(stated)) if plies == stated => {
            (field.to_string(), json!(plies))
        }
        ("plies", _, _) => (header.key.clone(), json!(header.value)),
        ("year", Some(year), _) => (field.to_string(), json!(year)),
        _ => (field.to_string(), json!(header.value)),
    }
}

/// The header of a JSON field; `None` for those that are none, or say nothing.
fn header<'a>(field: &'a str, value: &Value) -> Option<(&'a str, String)> {
    if is_told_otherwise(field) {
        return None;
    }
    let named = FIELDS.iter().find(|entry| entry.1 == field);
    let key = named.map_or(field, |entry| entry.0);
    match value {
        Value::Null => None,
        Value::String(text) => Some((key, text.clone())),
        other => Some((key, other.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::kifu::testing::kifus;
    use crate::notation::{csa, kif, sfen_line};
    use proptest::prelude::*;

    const PROBLEM: &str = "id：a-1\n作品名：例\n手数：3手\n発表誌：誌\n先手の持駒：飛 銀\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n";

    fn record(kifu: Kifu) -> Record {
        let place = Place {
            source: "a.kif".into(),
            line: 1,
            column: 1,
        };
        Record::from_kifu(kifu, &place, "a.kif:1".to_string()).unwrap()
    }

    fn kif(text: &str) -> Record {
        record(kif::read(text).unwrap())
    }

    fn json(record: &Record) -> String {
        serde_json::to_string(&record.fields).unwrap()
    }

    #[test]
    fn a_problem_states_its_length_and_its_line() {
        let record = kif(&format!(
            "{PROBLEM}   1 ５二銀打\n   2 ４二玉(51)\n   3 ４三飛打\n   4 詰み\n"
        ));
        insta::assert_snapshot!(json(&record), @r#"{"id":"a-1","sfen":"4k4/9/4P4/9/9/9/9/9/9 b RS 1","title":"例","plies":3,"発表誌":"誌","line":["S*5b","5a4b","R*4c"],"ending":"詰み"}"#);
        assert_eq!(record.stated.plies, Some(3));
        assert_eq!(record.stated.verdict, Some(Verdict::Mate));
    }

    #[test]
    fn a_length_alone_is_stated_too() {
        assert_eq!(kif(PROBLEM).stated.plies, Some(3));
        assert_eq!(
            kif(&PROBLEM.replace("3手", "１１手詰")).stated.plies,
            Some(11)
        );
        assert_eq!(
            kif(&PROBLEM.replace("3手", "三手")).stated,
            Stated::default()
        );
    }

    #[test]
    fn a_problem_without_a_mate_says_so() {
        let no_mate = Some(Verdict::NoMate);
        assert_eq!(
            kif(&format!("{PROBLEM}   1 不詰\n")).stated.verdict,
            no_mate
        );
        assert_eq!(
            kif(&format!("完全性：不詰\n{PROBLEM}")).stated.verdict,
            no_mate
        );
    }

    #[test]
    fn moves_that_are_no_checks_are_no_solution() {
        let record = kif(&format!("{PROBLEM}   1 ５九飛打\n").replace("手数：3手\n", ""));
        assert_eq!(record.stated, Stated::default());
        assert!(record.fields.get("line").is_none());
        assert_eq!(record.fields["moves"], json!(["R*5i"]));
    }

    #[test]
    fn a_whole_game_is_what_it_has_come_to() {
        let record = record(csa::read("N+A\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n").unwrap());
        insta::assert_snapshot!(json(&record), @r#"{"id":"a.kif:1","sfen":"lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3","black":"A","start":"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1","moves":["7g7f","3c3d"],"ending":"投了"}"#);
    }

    #[test]
    fn json_says_the_same_as_the_record_it_came_from() {
        let problem = kif(&format!(
            "{PROBLEM}   1 ５二銀打\n   2 ４二玉(51)\n   3 ４三飛打\n   4 詰み\n"
        ));
        let no_mate = kif(&format!("{PROBLEM}   1 不詰\n").replace("手数：3手\n", ""));
        let game = record(csa::read("N+A\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n").unwrap());
        for record in [problem, no_mate, game] {
            let again = Record::from_json(&json(&record), &record.place).unwrap();
            assert_eq!(again.pieces, record.pieces);
            let kifu = again.to_kifu().unwrap();
            assert_eq!(kifu.main_line(), record.to_kifu().unwrap().main_line());
            assert_eq!(json(&self::record((*kifu).clone())), json(&record));
        }
    }

    #[test]
    fn what_an_answer_says_is_no_header() {
        let fields = RESULT_FIELDS
            .iter()
            .filter(|&&field| !["result", "plies", "line"].contains(&field));
        let fields: String = fields.map(|field| format!(r#","{field}":"x""#)).collect();
        let line = format!(
            r#"{{"id":"a","sfen":"4k4/9/4P4/9/9/9/9/9/9 b G","title":"例","result":"mate","plies":1,"line":["G*5b"]{fields}}}"#
        );
        let place = kif(PROBLEM).place;
        let kifu = Record::from_json(&line, &place).unwrap().to_kifu().unwrap();
        let keys = kifu.headers().iter().map(|header| header.key.as_str());
        assert_eq!(keys.collect::<Vec<_>>(), ["id", "作品名", "手数"]);
    }

    proptest! {
        #[test]
        fn what_json_holds_comes_back(kifu in kifus()) {
            let record = record(kifu);
            let again = Record::from_json(&json(&record), &record.place).unwrap();
            prop_assert_eq!(&again.pieces, &record.pieces);
            prop_assert_eq!(again.stated, record.stated);
            let (kifu, again) = (record.to_kifu().unwrap(), again.to_kifu().unwrap());
            prop_assert_eq!(kifu.start(), again.start());
            // A solution states its length, which becomes a header where there was none.
            let headers = again.headers().iter().filter(|header| kifu.header(&header.key).is_some() && header.key != "id");
            prop_assert!(headers.eq(kifu.headers()));
            let told = |kifu: &Kifu| {
                let end = kifu.main_line().end.as_ref();
                (kifu.moves().collect::<Vec<_>>(), end.map(|end| end.ending))
            };
            prop_assert_eq!(told(&kifu), told(&again));
        }

        #[test]
        fn what_a_line_of_sfen_holds_comes_back(kifu in kifus()) {
            let line = sfen_line::write(&kifu).text;
            let place = record(kifu.clone()).place;
            let again = Record::from_sfen(&line, &place, "a".to_string()).unwrap().to_kifu().unwrap();
            prop_assert_eq!(kifu.start(), again.start());
            prop_assert_eq!(sfen_line::write(&again).text, line);
        }
    }
}
