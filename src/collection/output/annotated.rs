//! What verifying has found, as comments and variations (変化) of a game record in KIF.

use super::MoveNames;
use super::verified_text::{flaw_in_words, hint_in_words, open_in_words, verdict_in_words};
use crate::board::{Move, Position, PositionError};
use crate::collection::{Verification, Verified};
use crate::notation::kif;
use crate::notation::kifu::{Ending, KifuBuilder, Note, PlayError};
use crate::tsume::verify::{Flaw, FlawKind};

/// The line with the findings as comments on its moves, and the moves that show them as variations; `None` where the pieces
/// make no problem.
pub fn annotated_kif(verified: &Verified) -> Option<Result<String, PositionError>> {
    let verification = verified.verification.as_ref().ok()?;
    let mut builder = KifuBuilder::new(verification.problem.position().to_builder());
    if let Ok(kifu) = verified.record.to_kifu() {
        for header in kifu.headers() {
            // A record has as many as it may have.
            let _ = builder.header(&header.key, &header.value);
        }
    }
    let told = annotate(&mut builder, verification);
    debug_assert_eq!(told, Ok(()), "what is reported can be played");
    Some(kif::write(&builder.finish()).map(|written| written.text))
}

fn annotate(builder: &mut KifuBuilder, verification: &Verification) -> Result<(), PlayError> {
    let (report, start) = (&verification.report, verification.problem.position());
    comment(builder, &verdict_in_words(report));
    let flaws_at = |ply: usize| {
        report
            .flaws
            .iter()
            .filter(move |flaw| flaw.ply as usize == ply)
    };
    for flaw in flaws_at(0) {
        comment(builder, &flaw_in_words(flaw));
    }
    for open in &report.open {
        let place = format!("{}手目: {}", open.ply, open_in_words(open));
        comment(builder, &place);
    }
    for (index, mv) in report.line.iter().enumerate() {
        builder.play(mv.intent())?;
        for flaw in flaws_at(index + 1) {
            comment(builder, &flaw_in_words(flaw));
        }
    }
    let beyond = report.line.len() + 1;
    for flaw in flaws_at(beyond) {
        comment(builder, &flaw_in_words(flaw));
    }
    let fails = |flaw: &Flaw| {
        let kinds = [
            FlawKind::IllegalMove,
            FlawKind::NoCheck,
            FlawKind::UnfinishedLine,
        ];
        kinds.contains(&flaw.kind)
    };
    if !report.flaws.iter().any(fails) && !report.line.is_empty() {
        builder.end(Ending::Checkmate)?;
    }
    // Records have the variations of late moves before those of early ones.
    for ply in (1..=report.line.len()).rev() {
        for flaw in flaws_at(ply).filter(|flaw| !flaw.moves.is_empty()) {
            let position = report.position_at(start, flaw.ply);
            vary(builder, &position, flaw)?;
        }
    }
    Ok(())
}

/// The moves of a flaw, instead of the move of the line in this position.
fn vary(builder: &mut KifuBuilder, position: &Position, flaw: &Flaw) -> Result<(), PlayError> {
    builder.branch(flaw.ply as usize)?;
    let play = |builder: &mut KifuBuilder, mv: &Move| builder.play(mv.intent());
    let (first, rest) = flaw.moves.split_at(1);
    for mv in first {
        play(builder, mv)?;
    }
    comment(builder, &flaw_in_words(flaw));
    if let Some(hint) = flaw.hint {
        let hint = hint_in_words(position, flaw, hint, MoveNames::Japanese);
        comment(builder, &format!("hint: {hint}"));
    }
    for mv in rest {
        play(builder, mv)?;
    }
    Ok(())
}

fn comment(builder: &mut KifuBuilder, text: &str) {
    builder.note(Note::Comment(text.to_string()));
}
