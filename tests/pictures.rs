//! `tsume show --to svg|png|html`, as a user runs it.

use assert_cmd::Command;
use predicates::prelude::*;
use std::fs;
use std::path::Path;

const MATE: &str = r#"{"id":"mate","sfen":"4k4/9/4P4/9/9/9/9/9/9 b G 1","line":["G*5b"]}"#;
const NAKED: &str = r#"{"id":"../naked","sfen":"4k4/9/9/9/9/9/9/9/9 b - 1","title":"裸玉"}"#;

fn show(input: &str, arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("tsume").unwrap();
    command.args(["show", "-"]).args(arguments);
    command.write_stdin(input.to_string());
    command
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
    let mut names: Vec<String> = entries
        .map(|entry| name(entry).to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn one_svg_goes_to_standard_output() {
    let svg = predicate::str::starts_with("<svg xmlns=").and(predicate::str::ends_with("</svg>\n"));
    show(MATE, &["--to", "svg"]).assert().success().stdout(svg);
}

#[test]
fn several_go_to_a_folder_under_safe_names() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("new").join("diagrams");
    let input = format!("{MATE}\n{NAKED}\n{{}}\n{MATE}\n");
    show(
        &input,
        &["--to", "svg", "--output", folder.to_str().unwrap()],
    )
    .assert()
    .code(2)
    .stderr(predicate::str::starts_with("tsume: stdin:3:1: read "));
    assert_eq!(names(&folder), ["_naked.svg", "mate-2.svg", "mate.svg"]);
    assert_eq!(names(parent.path()), ["new"]);
}

#[test]
fn several_do_not_fit_into_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.svg");
    let input = format!("{MATE}\n{NAKED}\n");
    for arguments in [
        vec!["--to", "svg"],
        vec!["--to", "svg", "--output", file.to_str().unwrap()],
    ] {
        show(&input, &arguments)
            .assert()
            .code(2)
            .stdout("")
            .stderr("tsume: stdin:2:1: read a second problem, expected --output FOLDER for a picture of each\n");
    }
    assert!(!file.exists());
}

#[cfg(feature = "png")]
#[test]
fn a_png_has_the_width_that_was_asked_for() {
    let shown = show(MATE, &["--to", "png", "--width", "300"])
        .assert()
        .success();
    let png = &shown.get_output().stdout;
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(png[16..20], 300_u32.to_be_bytes());
    show(MATE, &["--to", "png", "--width", "1"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("expected 50 to 8000 pixels"));
}

#[test]
fn a_page_holds_everything_that_can_be_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    let input = format!("{MATE}\n{{}}\n{NAKED}\n");
    show(
        &input,
        &["--to", "html", "--output", file.to_str().unwrap()],
    )
    .assert()
    .code(2)
    .stdout("");
    let page = fs::read_to_string(&file).unwrap();
    assert_eq!(page.matches("<article").count(), 2);
    assert!(page.contains("▲５二金") && page.contains("裸玉"));
}

#[test]
fn an_input_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.jsonl");
    fs::write(&file, MATE).unwrap();
    let path = file.to_str().unwrap();
    Command::cargo_bin("tsume")
        .unwrap()
        .args(["show", path, "--to", "html", "--output", path])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("read as an input"));
    assert_eq!(fs::read_to_string(&file).unwrap(), MATE);
}

#[test]
fn text_goes_where_it_is_told_to_go() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.txt");
    let arguments = ["--output", file.to_str().unwrap()];
    show("9/9\n", &arguments).assert().code(2);
    assert!(!file.exists(), "there was nothing to write");
    show(MATE, &arguments).assert().success().stdout("");
    let printed = show(MATE, &[]).assert().success();
    assert_eq!(fs::read(&file).unwrap(), printed.get_output().stdout);
}

#[test]
fn options_that_say_nothing_about_what_is_written_are_refused() {
    let cases = [
        (
            ["--to", "svg", "--notation", "usi"],
            "--notation: expected --to html with it",
        ),
        (
            ["--to", "text", "--notation", "usi"],
            "--notation: expected --to html with it",
        ),
        #[cfg(feature = "png")]
        (
            ["--to", "svg", "--width", "300"],
            "--width: expected --to png with it",
        ),
    ];
    for (arguments, error) in cases {
        let error = format!("tsume: {error}\n");
        show(MATE, &arguments)
            .assert()
            .code(2)
            .stdout("")
            .stderr(error);
    }
}

/// Converting a record to a picture draws the same one.
#[test]
fn records_are_converted_to_pictures() {
    let game = "position startpos moves 7g7f 3c3d 2g2f\n";
    for arguments in [vec!["--to", "svg", "--at", "2"], vec!["--to", "html"]] {
        let shown = show(game, &arguments).assert().success();
        let convert = ["convert", "-"].iter().chain(&arguments);
        Command::cargo_bin("tsume")
            .unwrap()
            .args(convert)
            .write_stdin(game)
            .assert()
            .success()
            .stdout(shown.get_output().stdout.clone());
    }
}

/// The square of the last move is the only one that is grey.
#[test]
fn the_last_move_is_marked() {
    let game = "position startpos moves 7g7f 3c3d\n";
    let svg = |arguments: &[&str]| {
        let shown = show(game, &[&["--to", "svg"], arguments].concat())
            .assert()
            .success();
        String::from_utf8(shown.get_output().stdout.clone()).unwrap()
    };
    let grey = |svg: &str| svg.matches("<rect").count();
    assert_eq!(grey(&svg(&[])), grey(&svg(&["--at", "0"])) + 1);
}
