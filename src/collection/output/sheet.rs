//! A collection as a page for a browser and for paper: diagrams, and the answers folded away.
//!
//! The page is one file that loads nothing. It is written problem by problem, so that a collection of any size
//! needs no memory.

use super::MoveNames;
use crate::collection::Record;
use crate::collection::stated_line::stated_line;
use crate::notation::picture::{Picture, escaped, shared_definitions};
use std::io::{self, Write};

const STYLE: &str = include_str!("sheet.css");

/// Writes a page.
pub struct Sheet<W> {
    out: W,
    names: MoveNames,
    has_begun: bool,
}

impl<W: Write> Sheet<W> {
    /// Writes to `out`, with moves named so.
    pub fn new(out: W, names: MoveNames) -> Self {
        Sheet {
            out,
            names,
            has_begun: false,
        }
    }

    /// Writes a problem and its stated answer.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn problem(&mut self, record: &Record, picture: &Picture) -> io::Result<()> {
        if !self.has_begun {
            self.begin(record.text("source").unwrap_or("詰将棋"))?;
        }
        let article = format!(
            "<article id=\"{id}\">\n{heading}{diagram}{answer}</article>\n",
            id = escaped(&record.id),
            heading = heading(picture),
            diagram = picture.element(),
            answer = self.answer(record, picture),
        );
        self.out.write_all(article.as_bytes())
    }

    /// Ends the page.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(&mut self) -> io::Result<()> {
        if !self.has_begun {
            self.begin("詰将棋")?;
        }
        self.out.write_all(b"</main>\n</body>\n</html>\n")?;
        self.out.flush()
    }

    fn begin(&mut self, title: &str) -> io::Result<()> {
        self.has_begun = true;
        let title = escaped(title);
        // The policy keeps browsers from loading anything, whatever a title may hold.
        let head = format!(
            "<!DOCTYPE html>\n<html lang=\"ja\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{}<h1>{title}</h1>\n<main>\n",
            shared_definitions()
        );
        self.out.write_all(head.as_bytes())
    }

    /// The stated line, folded away, and the position at its end.
    fn answer(&self, record: &Record, picture: &Picture) -> String {
        let (line, unplayable) = stated_line(record, &picture.position);
        let mut names = self.names.line(&picture.position, &line);
        names.extend(unplayable.iter().map(|text| format!("{text}?")));
        if names.is_empty() {
            return String::new();
        }
        let moves = names
            .iter()
            .map(|name| format!("<li>{}</li>\n", escaped(name)));
        format!(
            "<details>\n<summary>{}</summary>\n<ol>\n{}</ol>\n{}</details>\n",
            self.answer_word(names.len()),
            moves.collect::<String>(),
            at_the_end(picture, &line),
        )
    }

    fn answer_word(&self, plies: usize) -> String {
        match (self.names, plies) {
            (MoveNames::Japanese, _) => format!("解答（{plies}手）"),
            (_, 1) => "Answer (1 ply)".to_string(),
            (_, _) => format!("Answer ({plies} plies)"),
        }
    }
}

fn heading(picture: &Picture) -> String {
    let title = picture.caption.title.as_deref().unwrap_or_default();
    format!(
        "<h2>{}</h2>\n<p>{}</p>\n",
        escaped(title),
        escaped(&picture.caption.byline())
    )
}

/// The diagram after a line (詰上り図 when it mates), its last move marked.
fn at_the_end(picture: &Picture, line: &[crate::board::Move]) -> String {
    let Some(last) = line.last() else {
        return String::new();
    };
    let mut end = picture.clone();
    for &mv in line {
        end.position.make(mv);
    }
    end.last_move = Some(last.to());
    end.element()
}

#[cfg(test)]
mod tests {
    use super::super::picture;
    use super::*;
    use crate::collection::Place;
    use crate::tsume::DefenderHand;

    fn sheet(lines: &[&str], names: MoveNames) -> String {
        let mut page = Vec::new();
        let mut sheet = Sheet::new(&mut page, names);
        for line in lines {
            let place = Place {
                source: "a.jsonl".into(),
                line: 1,
                column: 1,
            };
            let record = Record::from_json(line, &place).unwrap();
            let picture = picture(&record, DefenderHand::TheRest).unwrap();
            sheet.problem(&record, &picture).unwrap();
        }
        sheet.finish().unwrap();
        String::from_utf8(page).unwrap()
    }

    /// What a reader reads: the text without markup, styles and outlines.
    fn text(page: &str) -> String {
        let body = page.find("<h1>").map_or("", |start| &page[start..]);
        let texts = body
            .split('<')
            .filter_map(|part| Some(part.split_once('>')?.1.trim()));
        texts
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join("|")
    }

    const MATE: &str = r#"{"id":"a","sfen":"4k4/9/4P4/9/9/9/9/9/9 b G 1","plies":1,"line":["G*5b"],"title":"頭金","author":"作者","source":"入門"}"#;

    #[test]
    fn a_problem_has_its_answer_and_two_diagrams() {
        let page = sheet(&[MATE], MoveNames::Japanese);
        assert_eq!(text(&page), "入門|頭金|作者（1手詰）|解答（1手）|▲５二金");
        assert_eq!(page.matches("<svg viewBox").count(), 2);
        let answer = page.split_once("<details>").unwrap().1;
        assert_eq!(
            answer.matches("#d4d4d4").count(),
            1,
            "the last move is marked"
        );
        assert!(page.ends_with("</html>\n"));
    }

    #[test]
    fn moves_have_the_names_that_are_asked_for() {
        let usi = sheet(&[MATE], MoveNames::Usi);
        assert_eq!(text(&usi), "入門|頭金|作者（1手詰）|Answer (1 ply)|G*5b");
    }

    #[test]
    fn what_cannot_be_played_is_marked() {
        let line = MATE.replace(r#"["G*5b"]"#, r#"["G*5b","1a1b"]"#);
        let page = sheet(&[&line], MoveNames::Usi);
        assert_eq!(
            text(&page),
            "入門|頭金|作者（1手詰）|Answer (2 plies)|G*5b|1a1b?"
        );
    }

    #[test]
    fn without_a_line_there_is_nothing_to_fold() {
        let page = sheet(
            &[r#"{"id":"a","sfen":"4k4/9/9/9/9/9/9/9/9 b - 1"}"#],
            MoveNames::Japanese,
        );
        assert!(!page.contains("<details>"));
        assert_eq!(text(&sheet(&[], MoveNames::Japanese)), "詰将棋");
    }

    #[test]
    fn the_page_loads_nothing_and_runs_nothing() {
        let hostile = r#"{"id":"\"><img src=x onerror=a>","sfen":"4k4/9/9/9/9/9/9/9/9 b - 1","title":"<script src='//e.com'></script>","author":"&<b>","source":"</title><link href='http://e.com'>"}"#;
        let page = sheet(&[hostile, MATE], MoveNames::Japanese);
        for tag in ["<script", "<img", "<link", "<b>", "url(", "@import", "<a "] {
            assert!(!page.contains(tag), "{tag}");
        }
        // Every reference is to an outline of the page itself.
        let attributes = ["href=\"", "src=\""];
        let references = attributes
            .iter()
            .flat_map(|attribute| page.split(attribute).skip(1));
        assert!(
            references
                .into_iter()
                .all(|reference| reference.starts_with('#'))
        );
        assert!(page.contains("default-src 'none'"));
    }
}
