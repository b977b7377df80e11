//! A collection as a page for a browser and for paper: diagrams, and the answers folded away.
//!
//! The page is one file that loads nothing. It is written problem by problem, so that a collection of any size
//! needs no memory.

use super::{MoveNames, stated_line};
use crate::collection::Record;
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
    let author = picture.caption.author.as_deref().unwrap_or_default();
    format!("<h2>{}</h2>\n<p>{}</p>\n", escaped(title), escaped(author))
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
