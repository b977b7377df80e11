//! How much memory a record takes.

use super::{Header, Kifu, Line, Note, Ply};

impl Kifu {
    /// How many bytes the record takes, about.
    pub fn bytes(&self) -> usize {
        let headers = self.headers().iter().map(header);
        let lines = self.lines.iter().map(line);
        size_of::<Kifu>() + headers.chain(lines).sum::<usize>()
    }
}

fn header(header: &Header) -> usize {
    size_of::<Header>() + header.key.len() + header.value.len()
}

fn line(line: &Line) -> usize {
    let moves = line.moves.iter();
    let moves: usize = moves.map(|ply| size_of::<Ply>() + notes(&ply.notes)).sum();
    let end = line.end.as_ref().map_or(0, |end| notes(&end.notes));
    size_of::<Line>() + notes(&line.notes) + moves + end
}

fn notes(notes: &[Note]) -> usize {
    let text = |note: &Note| match note {
        Note::Comment(text) | Note::Bookmark(text) => text.len(),
    };
    notes
        .iter()
        .map(|note| size_of::<Note>() + text(note))
        .sum()
}

#[cfg(test)]
mod tests {
    use crate::notation::kif;

    #[test]
    fn everything_that_is_written_takes_memory() {
        let bytes = |text: &str| kif::read(text).unwrap().bytes();
        let game = "手合割：平手\n   1 ７六歩(77)\n   2 中断\n";
        let with_comments = [
            "作者：無名\n".to_string() + game,
            game.replace("手合割：平手\n", "手合割：平手\n*好手\n"),
            game.replace("(77)\n", "(77)\n*好手\n"),
            game.replace("中断\n", "中断\n*好手\n"),
            game.to_string() + "変化：1手\n*好手\n   1 ２六歩(27)\n",
            game.to_string() + "変化：1手\n   1 ２六歩(27)\n",
        ];
        let more = with_comments.map(|text| bytes(&text) - bytes(game));
        let least = "好手".len();
        assert!(more.iter().all(|&more| more > least), "{more:?}");
    }
}
