//! Random records for property tests.

use super::{End, Ending, Handicap, Kifu, KifuBuilder, Line, Loss, Note, Ply};
use crate::board::testing::positions;
use crate::board::{Intent, PieceKind, Promotion, Square};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use std::time::Duration;

/// One step in putting a record together.
#[derive(Clone, Debug)]
enum Step {
    Play(u16),
    Illegal(Intent),
    Comment(&'static str),
    Bookmark(&'static str),
    Time(u32),
    End(Ending),
    Branch(u16),
}

/// Records of games and problems from any start, with headers, comments, times in whole seconds, variations,
/// endings, and illegal moves at the end of lines.
pub(crate) fn kifus() -> impl Strategy<Value = Kifu> {
    let starts = prop_oneof![
        positions().prop_map(|position| position.to_builder()),
        (positions(), 2u32..300).prop_map(|(position, ply)| {
            let mut pieces = position.to_builder();
            pieces.ply(ply);
            pieces
        }),
        (0usize..17).prop_map(handicap_start),
    ];
    (starts, headers(), vec(steps(), 0..60)).prop_map(|(start, headers, steps)| {
        let mut builder = KifuBuilder::new(start);
        for (key, value) in headers {
            builder.header(key, value).unwrap();
        }
        for step in steps {
            // What cannot come next is left out.
            let _ = take(&mut builder, step);
        }
        builder.finish()
    })
}

fn handicap_start(index: usize) -> crate::board::PositionBuilder {
    let names = [
        "平手",
        "香落ち",
        "右香落ち",
        "角落ち",
        "飛車落ち",
        "飛香落ち",
        "二枚落ち",
        "三枚落ち",
        "四枚落ち",
        "五枚落ち",
        "左五枚落ち",
        "六枚落ち",
        "左七枚落ち",
        "右七枚落ち",
        "八枚落ち",
        "十枚落ち",
        "トンボ",
    ];
    Handicap::of_name(names[index]).unwrap().start()
}

fn take(builder: &mut KifuBuilder, step: Step) -> Result<(), super::PlayError> {
    match step {
        Step::Play(choice) => {
            let moves = builder.position()?.legal_moves();
            match moves.len() {
                0 => Ok(()),
                count => builder.play(moves[usize::from(choice) % count].intent()),
            }
        }
        Step::Illegal(intent) => builder.play(intent),
        Step::Comment(text) => {
            builder.note(Note::Comment(text.to_string()));
            Ok(())
        }
        Step::Bookmark(name) => {
            builder.note(Note::Bookmark(name.to_string()));
            Ok(())
        }
        Step::Time(seconds) => {
            builder.time(Duration::from_secs(u64::from(seconds)));
            Ok(())
        }
        Step::End(ending) => builder.end(ending),
        Step::Branch(choice) => {
            let next = builder.next_ply();
            builder.branch(1 + usize::from(choice) % next)
        }
    }
}

fn steps() -> impl Strategy<Value = Step> {
    let squares = || (0..Square::COUNT).prop_map(|index| Square::from_index(index).unwrap());
    let kinds =
        select(&PieceKind::ALL[..7]).prop_filter("kings stay", |kind| kind.in_hand().is_some());
    let drop = (kinds, squares()).prop_map(|(kind, to)| Intent::Drop { kind, to });
    let promotion = select(&[Promotion::Yes, Promotion::No][..]);
    let board = (squares(), squares(), promotion).prop_map(|(from, to, promotion)| Intent::Board {
        from,
        to,
        promotion,
    });
    prop_oneof![
        30 => any::<u16>().prop_map(Step::Play),
        1 => prop_oneof![drop, board].prop_map(Step::Illegal),
        4 => select(&["好手", "a, b / c", " 先頭の空白", "", "*二重", "'引用", "１ 七六歩"][..]).prop_map(Step::Comment),
        1 => select(&["しおり", "A"][..]).prop_map(Step::Bookmark),
        8 => (0u32..20_000).prop_map(Step::Time),
        2 => select(&Ending::ALL[..]).prop_map(Step::End),
        4 => any::<u16>().prop_map(Step::Branch),
    ]
}

/// Headers with different keys.
fn headers() -> impl Strategy<Value = Vec<(&'static str, &'static str)>> {
    const HEADERS: [(&str, &str); 12] = [
        ("作品番号", "第2番"),
        ("作品名", "寿"),
        ("作者", "伊藤看寿"),
        ("発表誌", "将棋図巧"),
        ("発表年月", "1755年"),
        ("手数", "611"),
        ("完全性", "完全"),
        ("先手", "A, B"),
        ("後手", ""),
        ("棋戦", "名人戦：第1局"),
        ("開始日時", "2000/01/01 10:00:00"),
        ("備考", "a b　c"),
    ];
    proptest::sample::subsequence(HEADERS.to_vec(), 0..=HEADERS.len()).prop_shuffle()
}

impl Kifu {
    /// The record without what was lost when it was written: what has to come back.
    pub(crate) fn without(mut self, losses: &[Loss]) -> Kifu {
        for loss in losses {
            match loss {
                Loss::Times => self.lines.iter_mut().for_each(drop_times),
                Loss::Comments => self.keep_notes(|note| matches!(note, Note::Bookmark(_))),
                Loss::Bookmarks => self.keep_notes(|note| matches!(note, Note::Comment(_))),
                Loss::Variations => self.lines.truncate(1),
                Loss::VariationNotes => {
                    let mut variations = self.lines.split_off(1);
                    variations.iter_mut().for_each(|line| line.notes.clear());
                    variations.retain(|line| !line.moves.is_empty() || line.end.is_some());
                    self.lines.append(&mut variations);
                }
                Loss::Ending(ending) => {
                    let lines = self.lines.iter_mut();
                    lines.for_each(|line| drop_ending(line, *ending));
                }
                Loss::MoveNumber => {
                    self.start.ply(1);
                }
                Loss::IllegalMove(ply) => {
                    let line = &mut self.lines[0];
                    line.moves.truncate(ply - 1);
                    line.end = Some(End {
                        ending: Ending::IllegalMove,
                        time: None,
                        notes: Vec::new(),
                    });
                }
                other => panic!("{other:?} is not lost of the records of these tests"),
            }
        }
        self
    }

    fn keep_notes(&mut self, keep: impl Fn(&Note) -> bool) {
        for line in &mut self.lines {
            line.notes.retain(&keep);
            let moves = line.moves.iter_mut().map(|ply| &mut ply.notes);
            let end = line.end.iter_mut().map(|end| &mut end.notes);
            moves.chain(end).for_each(|notes| notes.retain(&keep));
        }
    }
}

fn drop_times(line: &mut Line) {
    line.moves.iter_mut().for_each(|ply| ply.time = None);
    line.end.iter_mut().for_each(|end| end.time = None);
}

/// What was remarked on it is a remark on the last move then.
fn drop_ending(line: &mut Line, ending: Ending) {
    if let Some(end) = line.end.take_if(|end| end.ending == ending) {
        let notes = match line.moves.last_mut() {
            Some(Ply { notes, .. }) => notes,
            None => &mut line.notes,
        };
        notes.extend(end.notes);
    }
}
