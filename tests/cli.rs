//! The program as its users meet it: output, errors, exit codes.

use assert_cmd::cargo::cargo_bin_cmd;
use assert_cmd::{Command, cargo::cargo_bin};
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::{Map, Value};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
const MATE_IN_3: &str = "4k4/9/4P4/9/9/9/9/9/9 b RS 1";
const NO_MATE: &str = "4k4/9/9/9/9/9/9/9/9 b G 1";
const NO_KING: &str = "9/9/9/9/9/9/9/9/4K4 b G 1";
/// 寿, mate in 611 plies: undecided in any time that a test takes.
const LONG: &str =
    "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1";

/// Two mates, one with a wrong length stated, and a position without a mate that is said to be one.
const COLLECTION: &str = r#"{"id":"one","sfen":"4k4/9/4P4/9/9/9/9/9/9 b G 1","plies":1,"stars":[1,2]}
{"id":"two","title":"玉, \"頭\"","sfen":"4k4/9/4P4/9/9/9/9/9/9 b 2G 1","plies":3}

# a comment
{"id":"three","sfen":"4k4/9/9/9/9/9/9/9/9 b G 1","result":"mate"}
"#;

fn tsume(arguments: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("tsume");
    command.args(arguments).timeout(Duration::from_secs(60));
    command
}

fn solve(arguments: &[&str]) -> Command {
    let mut command = tsume(&["solve"]);
    command.args(arguments);
    command
}

/// What the command printed, whatever its exit code.
fn printed(command: &mut Command) -> String {
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

/// A table without nodes and times, which depend on the machine and the search.
fn without_cost(table: &str) -> String {
    let rows = table.lines().take_while(|line| !line.is_empty());
    let rows = rows.map(|row| {
        let row: String = row.chars().take(44).collect();
        row.trim_end().to_string() + "\n"
    });
    rows.collect()
}

fn objects(lines: &str) -> Vec<Map<String, Value>> {
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn keys(object: &Map<String, Value>) -> Vec<&str> {
    object.keys().map(String::as_str).collect()
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        fs::write(folder.path().join(name), content).unwrap();
    }
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

mod help {
    use super::*;

    #[test]
    fn without_arguments_it_is_an_engine_unless_at_a_terminal() {
        tsume(&[])
            .write_stdin("isready\n")
            .assert()
            .code(0)
            .stdout("readyok\n")
            .stderr("");
    }

    #[test]
    fn names_all_there_is_and_no_more() {
        insta::assert_snapshot!("help", printed(&mut tsume(&["--help"])));
        insta::assert_snapshot!("help_solve", printed(&mut solve(&["--help"])));
    }

    #[test]
    fn wrong_usage_is_told() {
        solve(&[]).assert().code(2).stderr(contains("INPUT"));
        solve(&["--sfen", MATE, "--shortest", "--any"])
            .assert()
            .code(2)
            .stderr(contains("cannot be used with"));
        solve(&["--sfen", MATE, "--futile", "perhaps"])
            .assert()
            .code(2)
            .stderr(contains("[possible values: exclude, count]"));
        solve(&["--sfen", MATE, "--time", "5"])
            .assert()
            .code(2)
            .stderr(contains("expected a time such as 500ms, 30s, 2m or 1h"));
        for jobs in ["0", "100000"] {
            solve(&["--sfen", MATE, "--jobs", jobs])
                .assert()
                .code(2)
                .stderr(contains("expected a number from 1 to 1024"));
        }
        for depth in ["0", "4294967295"] {
            tsume(&["perft", "startpos", depth])
                .assert()
                .code(2)
                .stderr(contains("1..=100"));
        }
        solve(&["--sfen", ""])
            .assert()
            .code(2)
            .stderr(contains("read nothing, expected a position in SFEN"));
        solve(&["--sfen", MATE, "--memory", "1KiB"])
            .assert()
            .code(2)
            .stderr(contains("64KiB"));
    }
}

mod one_problem {
    use super::*;

    #[test]
    fn is_drawn_and_its_main_line_named() {
        let output = printed(&mut solve(&["--sfen", MATE]));
        let (answer, cost) = output.trim_end().rsplit_once('\n').unwrap();
        insta::assert_snapshot!("one_problem", answer);
        assert!(cost.contains(" nodes, "), "{cost}");
    }

    #[test]
    fn has_its_moves_named_as_asked_for() {
        for (notation, name) in [("japanese", "５二金"), ("usi", "G*5b"), ("western", "G*52")] {
            solve(&["--sfen", MATE, "--any", "--notation", notation])
                .assert()
                .success()
                .stdout(contains(name));
        }
    }

    #[test]
    fn is_one_even_when_it_comes_from_standard_input() {
        solve(&["-"])
            .write_stdin(MATE)
            .assert()
            .success()
            .stdout(contains("Mate in 1 ply"));
    }

    #[test]
    fn is_completed_unless_hands_are_given() {
        let warning = contains("--sfen:1:1: warning: the defender's hand is short");
        let short = "4k4/9/4P4/9/9/9/9/9/9 b Gr 1";
        solve(&["--sfen", short])
            .assert()
            .success()
            .stderr(warning.clone());
        solve(&["--sfen", short, "--given-hands"])
            .assert()
            .success()
            .stderr(warning.not());
    }
}

mod exit_codes {
    use super::*;

    fn of(sfens: &[&str], limits: &[&str]) -> i32 {
        let mut command = solve(limits);
        for sfen in sfens {
            command.args(["--sfen", sfen]);
        }
        command.output().unwrap().status.code().unwrap()
    }

    #[test]
    fn tell_the_largest_concern() {
        let few = ["--nodes", "100"];
        assert_eq!(of(&[MATE], &[]), 0);
        assert_eq!(of(&[MATE, NO_MATE], &[]), 1);
        assert_eq!(of(&[MATE, NO_KING], &[]), 1);
        assert_eq!(of(&[MATE, LONG], &few), 3);
        assert_eq!(of(&[NO_MATE, LONG], &few), 1);
        assert_eq!(of(&[NO_MATE, LONG, "9/9"], &few), 2);
        assert_eq!(of(&["9/9"], &[]), 2);
    }

    #[test]
    fn compare_with_what_is_stated() {
        let asked = |arguments: &[&str], fields: &str, sfen: &str| {
            let record = format!(r#"{{"id":"a","sfen":"{sfen}",{fields}}}"#);
            let arguments = [&["-"], arguments].concat();
            let output = solve(&arguments).write_stdin(record).output().unwrap();
            output.status.code().unwrap()
        };
        let stated = |fields: &str, sfen: &str| asked(&[], fields, sfen);
        assert_eq!(stated(r#""result":"nomate""#, NO_MATE), 0);
        assert_eq!(stated(r#""result":"nomate""#, MATE), 1);
        assert_eq!(stated(r#""plies":1"#, MATE), 0);
        assert_eq!(stated(r#""plies":3"#, MATE), 1);
        assert_eq!(stated(r#""plies":1"#, MATE_IN_3), 1);
        // The first mate found is an upper bound: there may be a shorter one.
        assert_eq!(asked(&["--any"], r#""plies":1"#, MATE_IN_3), 0);
        // Composers do not count what is futile.
        assert_eq!(asked(&["--futile", "count"], r#""plies":1"#, MATE_IN_3), 0);
    }

    #[test]
    fn a_file_that_is_not_there_is_bad_input_and_the_rest_is_solved() {
        solve(&["/nowhere/at/all.sfen", "--sfen", MATE, "--format", "csv"])
            .assert()
            .code(2)
            .stdout(contains("mate"))
            .stderr(contains("/nowhere/at/all.sfen: No such file"));
    }
}

mod collections {
    use super::*;

    #[test]
    fn are_a_table() {
        let folder = folder(&[("a.jsonl", COLLECTION)]);
        let output = printed(&mut solve(&[text(folder.path())]));
        insta::assert_snapshot!("table", without_cost(&output));
        let summary = "3 problems: 2 mate, 1 no mate; 2 differing from what is stated";
        assert!(output.contains(summary), "{output}");
    }

    #[test]
    fn with_errors_are_solved_all_the_same() {
        let lines =
            format!("{MATE}\nnonsense\n{NO_MATE} moves 5a4z\n\u{feff}\n{MATE} moves G*5b\n");
        let folder = folder(&[("a.sfen", &lines)]);
        let path = folder.path().join("a.sfen");
        let output = solve(&[text(&path)]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let errors = String::from_utf8(output.stderr).unwrap();
        insta::assert_snapshot!("errors", errors.replace(text(folder.path()), "FOLDER"));
        insta::assert_snapshot!(
            "errors_table",
            without_cost(&String::from_utf8(output.stdout).unwrap())
        );
    }

    #[test]
    fn keep_their_order_and_are_read_by_name_from_folders() {
        let many: String = (0..300)
            .map(|index| format!("{}\n", if index % 3 == 0 { NO_MATE } else { MATE }))
            .collect();
        let folder = folder(&[
            ("b.sfen", MATE),
            ("a.txt", &many),
            ("c.jsonl", COLLECTION),
            ("d.md", "no problem"),
        ]);
        let output = printed(&mut solve(&[
            text(folder.path()),
            "--jobs",
            "3",
            "--format",
            "jsonl",
        ]));
        let ids: Vec<String> = objects(&output)
            .iter()
            .map(|object| object["id"].as_str().unwrap().to_string())
            .collect();
        let expected = (1..=300).map(|line| format!("a.txt:{line}"));
        let expected = expected.chain(["b.sfen:1", "one", "two", "three"].map(String::from));
        assert!(expected.eq(ids));
    }

    #[test]
    fn answer_as_json_lines_with_the_fields_they_had() {
        let output = printed(solve(&["-", "--format", "jsonl"]).write_stdin(COLLECTION));
        let objects = objects(&output);
        assert_eq!(
            keys(&objects[0]),
            [
                "id",
                "sfen",
                "stated_plies",
                "stars",
                "result",
                "plies",
                "bounds",
                "line",
                "left_over",
                "always_leaves",
                "futile",
                "grey",
                "nodes",
                "time_ms",
                "table_bytes"
            ]
        );
        assert_eq!(objects[0]["line"], serde_json::json!(["G*5b"]));
        assert_eq!(objects[0]["bounds"], serde_json::json!([1, 1]));
        assert_eq!(objects[1]["left_over"], "G");
        assert_eq!(
            keys(&objects[2]),
            [
                "id",
                "sfen",
                "stated_result",
                "result",
                "refutation",
                "nodes",
                "time_ms",
                "table_bytes"
            ]
        );
        let checks = objects[2]["refutation"].as_object().unwrap();
        assert_eq!((checks.len(), &checks["G*5b"]), (5, &Value::from("5a5b")));
    }

    #[test]
    fn that_are_undecided_or_invalid_say_why_in_json() {
        let arguments = [
            "--sfen", LONG, "--sfen", NO_KING, "--nodes", "1k", "--format", "jsonl",
        ];
        let objects = objects(&printed(&mut solve(&arguments)));
        assert_eq!(
            keys(&objects[0]),
            [
                "id",
                "sfen",
                "result",
                "reason",
                "bounds",
                "nodes",
                "time_ms",
                "table_bytes"
            ]
        );
        assert_eq!(
            (&objects[0]["result"], &objects[0]["reason"]),
            (&"unknown".into(), &"nodes".into())
        );
        assert_eq!(keys(&objects[1]), ["id", "sfen", "result", "error"]);
    }

    #[test]
    fn answers_can_be_read_as_problems_again() {
        let answers = printed(solve(&["-", "--format", "jsonl"]).write_stdin(COLLECTION));
        let again = printed(solve(&["-", "--format", "jsonl"]).write_stdin(answers));
        let again = objects(&again);
        assert_eq!(again[1]["stated_plies"], 1);
        assert_eq!(again[2]["stated_result"], "nomate");
        assert_eq!(again[0]["stars"], serde_json::json!([1, 2]));
    }

    #[test]
    fn answer_as_csv() {
        let output = printed(solve(&["-", "--format", "csv"]).write_stdin(COLLECTION));
        let rows: Vec<&str> = output.split_terminator("\r\n").collect();
        assert!(rows[0].starts_with(
            "id,sfen,title,author,stated_result,stated_plies,stated_line,result,plies,"
        ));
        assert!(rows[2].starts_with(
            r#"two,4k4/9/4P4/9/9/9/9/9/9 b 2G 1,"玉, ""頭""",,,3,,mate,1,1,1,G*5b,G,"#
        ));
        assert_eq!(rows.len(), 4);
    }

    #[test]
    fn have_no_more_jobs_than_there_is_memory_for() {
        solve(&["-", "--jobs", "1024", "--memory", "64KiB"])
            .write_stdin(COLLECTION)
            .assert()
            .code(1)
            .stdout(contains("3 problems: 2 mate, 1 no mate"));
    }

    #[test]
    fn are_never_the_file_that_the_answers_go_to() {
        let folder = folder(&[("a.jsonl", COLLECTION)]);
        let path = folder.path().join("a.jsonl");
        let roundabout = folder.path().join("..").join(folder.path()).join("a.jsonl");
        for input in [&path, &roundabout, folder.path()] {
            let arguments = [text(input), "--format", "jsonl", "--output", text(&path)];
            solve(&arguments)
                .assert()
                .code(2)
                .stderr(contains("expected another file for --output"));
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), COLLECTION);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn that_cannot_be_written_say_where() {
        solve(&["--sfen", MATE, "--output", "/dev/full"])
            .assert()
            .code(2)
            .stderr(contains("/dev/full: No space left"));
    }

    #[test]
    fn append_their_answers_to_a_file() {
        let folder = folder(&[("answers.csv", ""), ("answers.jsonl", "{\"id\":\"cut o")]);
        let append = |name: &str, format: &str| {
            let path = folder.path().join(name);
            solve(&["--sfen", MATE, "--format", format, "--output", text(&path)])
                .assert()
                .success()
                .stdout("");
            fs::read_to_string(path).unwrap()
        };
        append("answers.csv", "csv");
        let csv = append("answers.csv", "csv");
        assert_eq!(csv.matches("id,sfen").count(), 1);
        assert_eq!(csv.lines().count(), 3);
        let jsonl = append("answers.jsonl", "jsonl");
        assert!(
            jsonl.starts_with("{\"id\":\"cut o\n{\"id\":\"sfen:1\""),
            "{jsonl}"
        );
        append("new.txt", "text");
        let text = append("new.txt", "text");
        assert_eq!(text.matches("Mate in 1 ply").count(), 2);
    }
}

#[cfg(unix)]
mod interruptions {
    use super::*;
    use std::process::{self, Child};

    fn start(arguments: &[&str]) -> Child {
        process::Command::new(cargo_bin("tsume"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    fn interrupt(child: &Child) {
        let id = child.id().to_string();
        let kill = process::Command::new("kill").args(["-INT", &id]).status();
        assert!(kill.unwrap().success());
    }

    #[test]
    fn a_closed_pipe_is_a_clean_end() {
        let many = format!("{NO_MATE}\n").repeat(20_000);
        let folder = folder(&[("a.sfen", &many)]);
        for format in ["text", "jsonl", "csv"] {
            let mut child = start(&["solve", text(folder.path()), "--format", format]);
            let mut out = BufReader::new(child.stdout.take().unwrap());
            out.read_line(&mut String::new()).unwrap();
            drop(out);
            let mut errors = String::new();
            child
                .stderr
                .take()
                .unwrap()
                .read_to_string(&mut errors)
                .unwrap();
            assert_eq!(
                (child.wait().unwrap().code(), errors.as_str()),
                (Some(0), ""),
                "{format}"
            );
        }
    }

    #[test]
    fn control_c_ends_the_wait_for_somebody_to_type() {
        let mut child = process::Command::new(cargo_bin("tsume"))
            .args(["solve", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Held open to the end: closing it would end the wait as well.
        let _keyboard = child.stdin.take();
        std::thread::sleep(Duration::from_millis(300));
        interrupt(&child);
        assert_eq!(child.wait().unwrap().code(), Some(3));
    }

    #[test]
    fn two_interruptions_at_once_are_one() {
        let mut child = start(&["solve", "--sfen", LONG]);
        std::thread::sleep(Duration::from_millis(300));
        // As `timeout` does, which signals the program and then the group that it is in.
        let id = child.id().to_string();
        let mut kill = process::Command::new("kill");
        let kill = kill.args(["-INT", &id, &id]).status().unwrap();
        assert!(kill.success());
        let mut answer = String::new();
        let mut out = child.stdout.take().unwrap();
        out.read_to_string(&mut answer).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(3));
        assert!(answer.contains("Unknown (stopped)"), "{answer}");
    }

    #[test]
    fn control_c_writes_what_is_finished_and_marks_what_is_not() {
        let arguments = [
            "--sfen", MATE, "--sfen", LONG, "--sfen", MATE_IN_3, "--jobs", "1", "--format", "jsonl",
        ];
        let mut child = start(&[&["solve"], &arguments[..]].concat());
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut answers = String::new();
        out.read_line(&mut answers).unwrap();
        // The second problem begins at once after the first.
        std::thread::sleep(Duration::from_millis(300));
        interrupt(&child);
        out.read_to_string(&mut answers).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(3));
        let answers = objects(&answers);
        assert_eq!(answers.len(), 2);
        assert_eq!(answers[0]["result"], "mate");
        assert_eq!(
            (&answers[1]["result"], &answers[1]["reason"]),
            (&"unknown".into(), &"stopped".into())
        );
    }
}

mod other_commands {
    use super::*;

    #[test]
    fn show_draws_positions() {
        insta::assert_snapshot!(
            "show",
            printed(&mut tsume(&["show", "--sfen", MATE, "--sfen", NO_KING]))
        );
        tsume(&["show", "--sfen", "4k4/4G4/9/9/9/9/9/9/9 b - 1"])
            .assert()
            .code(2)
            .stderr(contains("White is in check"));
    }

    #[test]
    fn perft_counts_moves() {
        let leaves = |arguments: &[&str]| {
            let output = printed(&mut tsume(arguments));
            let leaves = output
                .lines()
                .map(|line| line.split_whitespace().nth(1).unwrap().to_string());
            leaves.collect::<Vec<_>>()
        };
        assert_eq!(
            leaves(&["perft", "startpos", "4"]),
            ["30", "900", "25470", "719731"]
        );
        assert_eq!(leaves(&["perft", "--tsume", NO_MATE, "2"]), ["5", "15"]);
        tsume(&["perft", "9/9", "1"])
            .assert()
            .code(2)
            .stderr(contains("column 4"));
    }

    #[test]
    fn completions_and_manual_pages_know_the_options() {
        for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
            tsume(&["completions", shell])
                .assert()
                .success()
                .stdout(contains("given-hands"));
        }
        tsume(&["man"])
            .assert()
            .success()
            .stdout(contains(".TH tsume 1"));
        tsume(&["man", "solve"])
            .assert()
            .success()
            .stdout(contains("given\\-hands"));
        tsume(&["man", "nothing"])
            .assert()
            .code(2)
            .stderr(contains("nothing"));
    }
}

mod convert {
    use super::*;

    /// A game in CSA, with times, a comment, and a header.
    const GAME: &str = "V2.2\nN+A\nPI\n+\n+7776FU\nT3\n'*好手\n-3334FU\n%TORYO\n";

    fn convert(input: &str, arguments: &[&str]) -> Command {
        let mut command = tsume(&["convert", "-"]);
        command.args(arguments).write_stdin(input);
        command
    }

    #[test]
    fn a_game_goes_through_every_format_and_back() {
        for format in ["kif", "ki2", "csa", "jkf", "jsonl"] {
            let there = printed(&mut convert(GAME, &["--to", format]));
            let back = printed(&mut convert(&there, &["--to", "sfen"]));
            assert_eq!(back, "position startpos moves 7g7f 3c3d\n", "{format}");
        }
    }

    #[test]
    fn a_collection_goes_through_every_format_and_back() {
        let lines = printed(&mut tsume(&[
            "convert",
            "problems/tutorial.jsonl",
            "--to",
            "sfen",
        ]));
        for format in ["kif", "ki2", "csa", "jkf", "jsonl"] {
            let there = printed(&mut tsume(&[
                "convert",
                "problems/tutorial.jsonl",
                "--to",
                format,
            ]));
            assert_eq!(
                printed(&mut convert(&there, &["--to", "sfen"])),
                lines,
                "{format}"
            );
        }
        assert_eq!(lines.lines().count(), 16);
    }

    #[test]
    fn what_is_lost_is_said() {
        convert(GAME, &["--to", "sfen"]).assert().success().stderr(
            "tsume: stdin:2:1: sfen cannot hold comments, times, headers, the ending 投了\n",
        );
        convert(GAME, &["--to", "kif"])
            .assert()
            .success()
            .stderr("");
    }

    #[test]
    fn shift_jis_is_written_and_read() {
        let mut command = convert(GAME, &["--to", "kif", "--encoding", "shift_jis"]);
        let bytes = command.output().unwrap().stdout;
        assert!(bytes.starts_with(b"\x90\xe6\x8e\xe8\x81\x46A\r\n"));
        let mut back = tsume(&["convert", "-", "--to", "csa"]);
        let back = printed(back.write_stdin(bytes));
        assert_eq!(back, format!("'CSA encoding=UTF-8\n{GAME}"));
    }

    #[test]
    fn positions_are_taken_out_of_games() {
        let every = printed(&mut convert(GAME, &["--to", "sfen", "--every"]));
        assert_eq!(every.lines().count(), 3);
        let first = printed(&mut convert(GAME, &["--to", "sfen", "--at", "1"]));
        assert_eq!(Some(first.trim_end()), every.lines().nth(1));
        convert(GAME, &["--to", "sfen", "--at", "3"]).assert().code(2).stderr(
            "tsume: stdin:2:1: read a record of 2 legal moves, expected at least 3, after which a position is asked for\n",
        );
    }

    #[test]
    fn a_wrong_move_is_located_and_the_rest_is_converted() {
        let games = format!("{}/\n{GAME}", GAME.replace("-3334FU", "-3334KI"));
        convert(&games, &["--to", "sfen"])
            .assert()
            .code(2)
            .stdout("position startpos moves 7g7f 3c3d\n")
            .stderr(contains(
                "stdin:8:6: read KI, expected the piece that stands there",
            ));
    }

    #[test]
    fn problems_of_every_format_are_solved() {
        for format in ["kif", "ki2", "csa", "jkf"] {
            let problem = printed(&mut tsume(&["convert", "--sfen", MATE, "--to", format]));
            let mut command = solve(&["-", "--any", "--format", "jsonl"]);
            let answer = &objects(&printed(command.write_stdin(problem)))[0];
            assert_eq!(answer["line"], serde_json::json!(["G*5b"]), "{format}");
        }
    }

    #[test]
    fn every_position_of_a_game_is_a_row() {
        let mut command = solve(&["-", "--any", "--every"]);
        let table = printed(command.write_stdin(GAME));
        assert!(
            table.contains("stdin:2@0 ") && table.contains("stdin:2@2 "),
            "{table}"
        );
    }

    #[test]
    fn a_game_is_told_how_it_ended() {
        let mut command = tsume(&["show", "--game", "-"]);
        command
            .write_stdin(GAME)
            .assert()
            .success()
            .stdout("stdin:2\n2 plies; 投了: Black resigns.\nWhite wins.\n");
    }
}
