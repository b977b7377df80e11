//! The engine as graphical interfaces meet it: started without arguments, spoken to through pipes.

use assert_cmd::cargo::cargo_bin;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

const MATE: &str = "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
const MATE_IN_3: &str = "position sfen 4k4/9/4P4/9/9/9/9/9/9 b RS 1";
const NO_MATE: &str = "position sfen 4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1";
/// Three golds to drop mate.
const THREE_WAYS: &str = "position sfen 4k4/9/3PPP3/9/9/9/9/9/9 b 2G 1";
/// 図巧 8, which takes millions of nodes.
const HARD: &str =
    "position sfen 4+bn1g1/5kpPl/2l1b1s2/3+l1N1GP/4G1+P1N/5L3/9/1+r7/R8 b GP3sn13p 1";

/// Longer than anything takes here, so that a test ends when the engine does not answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// An engine and the program that talks to it.
struct Gui {
    engine: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Gui {
    fn start() -> Gui {
        let mut engine = Command::new(cargo_bin!("tsume"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(engine.stdout.take().unwrap()).lines();
        let (sender, output) = mpsc::channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Gui {
            input: engine.stdin.take(),
            engine,
            output,
        }
    }

    fn send(&mut self, line: &str) -> &mut Gui {
        self.send_bytes(format!("{line}\n").as_bytes())
    }

    fn send_bytes(&mut self, bytes: &[u8]) -> &mut Gui {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
        self
    }

    fn hang_up(&mut self) -> &mut Gui {
        self.input = None;
        self
    }

    /// All lines up to the first that begins with `beginning`.
    fn hear_until(&mut self, beginning: &str) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        while !lines.last().is_some_and(|line| line.starts_with(beginning)) {
            match self.output.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(_) => panic!("no {beginning:?} after {lines:#?}"),
            }
        }
        lines
    }

    /// The next answer, and nothing but `info` before it.
    fn answer(&mut self) -> String {
        loop {
            let line = self.output.recv_timeout(PATIENCE).unwrap();
            if !line.starts_with("info ") {
                return line;
            }
        }
    }

    fn ask(&mut self, position: &str, go: &str) -> String {
        self.send(position).send(go).answer()
    }

    /// How the engine ends, which it must do by itself.
    fn end(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            match self.engine.try_wait().unwrap() {
                Some(status) => return status,
                None if start.elapsed() > PATIENCE => panic!("the engine does not end"),
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    }
}

impl Drop for Gui {
    fn drop(&mut self) {
        // It has ended already where the test has gone well.
        let _ = self.engine.kill();
        let _ = self.engine.wait();
    }
}

mod a_session {
    use super::*;

    #[test]
    fn goes_as_graphical_interfaces_expect() {
        let mut gui = Gui::start();
        let introduction = gui.send("usi").hear_until("usiok");
        assert!(introduction[0].starts_with("id name tsume "));
        assert!(introduction.contains(
            &"option name USI_Hash type spin default 1024 min 1 max 33554432".to_string()
        ));
        gui.send("setoption name USI_Ponder value true")
            .send("setoption name USI_Hash value 64")
            .send("isready");
        assert_eq!(gui.hear_until("readyok"), ["readyok"]);
        gui.send("usinewgame").send(MATE).send("go mate infinite");
        let lines = gui.hear_until("checkmate");
        let info = &lines[lines.len() - 2];
        assert!(info.starts_with("info depth 1 seldepth "), "{info}");
        assert!(info.ends_with(" score mate 1 pv G*5b"), "{info}");
        assert_eq!(lines.last().unwrap(), "checkmate G*5b");
        gui.send("gameover win").send("quit");
        assert!(gui.end().success());
    }

    #[test]
    fn names_the_interpositions_that_are_disputed() {
        let mut gui = Gui::start();
        gui.send("usi").hear_until("usiok");
        gui.send("position sfen 9/8k/9/+B8/9/9/7R1/9/9 b S 1")
            .send("go mate infinite");
        let lines = gui.hear_until("checkmate");
        let disputed =
            "info string P*2c at ply 2 after 9d6g is disputed and does not count (broad)";
        assert!(lines.iter().any(|line| line == disputed), "{lines:?}");
        assert_eq!(lines.last().unwrap(), "checkmate 9d6g 1b1a S*1b");
    }

    #[test]
    fn may_be_held_through_another_client() {
        use usi::{CheckmateParams, EngineCommand, Error, GuiCommand, MateParam, ThinkParams};
        let mut handler = usi::UsiEngineHandler::spawn(cargo_bin!("tsume"), ".").unwrap();
        let info = handler.get_info().unwrap();
        assert!(info.name().starts_with("tsume "));
        assert_eq!(info.options().get("MultiPV").unwrap(), "1");
        handler.prepare().unwrap();
        let (sender, answers) = mpsc::channel();
        handler
            .listen(move |output| -> Result<(), Error> {
                if let Some(EngineCommand::Checkmate(answer)) = output.response() {
                    let _ = sender.send(answer.clone());
                }
                Ok(())
            })
            .unwrap();
        let mut ask = |position: &str, limit| {
            let sfen = position.strip_prefix("position sfen ").unwrap().to_string();
            handler.send_command(&GuiCommand::Position(sfen)).unwrap();
            let go = GuiCommand::Go(ThinkParams::new().mate(limit));
            handler.send_command(&go).unwrap();
            answers.recv_timeout(PATIENCE).unwrap()
        };
        let mate = CheckmateParams::Mate(vec!["G*5b".to_string()]);
        assert_eq!(ask(MATE, MateParam::Infinite), mate);
        assert_eq!(ask(NO_MATE, MateParam::Infinite), CheckmateParams::NoMate);
        let no_time = MateParam::Timeout(Duration::ZERO);
        assert_eq!(ask(HARD, no_time), CheckmateParams::Timeout);
    }
}

mod answers {
    use super::*;

    #[test]
    fn tell_mate_no_mate_and_neither() {
        let mut gui = Gui::start();
        assert_eq!(gui.ask(MATE, "go mate 60000"), "checkmate G*5b");
        assert_eq!(gui.ask(NO_MATE, "go mate infinite"), "checkmate nomate");
        assert_eq!(gui.ask("position startpos", "go mate"), "checkmate nomate");
        assert_eq!(
            gui.ask(HARD, "go nodes 1000 mate infinite"),
            "checkmate timeout"
        );
        assert_eq!(gui.ask(HARD, "go mate 1"), "checkmate timeout");
        gui.send("setoption name NodesLimit value 1000");
        assert_eq!(gui.ask(HARD, "go mate infinite"), "checkmate timeout");
    }

    #[test]
    fn whoever_checks_attacks_after_each_move_of_the_solution() {
        let mut gui = Gui::start();
        let solution = gui.ask(MATE_IN_3, "go mate infinite");
        let moves: Vec<&str> = solution.split(' ').skip(1).collect();
        assert_eq!(moves.len(), 3, "{solution}");
        for played in 1..3 {
            let position = format!("{MATE_IN_3} moves {}", moves[..played].join(" "));
            let rest = gui.ask(&position, "go mate infinite");
            assert_eq!(rest.split(' ').count() - 1, 3 - played, "{rest}");
        }
        let position = format!("{MATE_IN_3} moves {}", moves.join(" "));
        assert_eq!(
            gui.ask(&position, "go mate infinite"),
            "checkmate notimplemented"
        );
    }

    #[test]
    fn come_with_further_mating_moves_on_request() {
        let mut gui = Gui::start();
        gui.send("setoption name MultiPV value 20").send(THREE_WAYS);
        let lines = gui.send("go mate infinite").hear_until("checkmate");
        for number in 1..=3 {
            let multipv = format!("info multipv {number} depth ");
            let found = lines.iter().filter(|line| line.starts_with(&multipv));
            assert_eq!(found.count(), 1, "{lines:#?}");
        }
        let first = lines.iter().find(|line| line.contains("multipv 1 "));
        let (_, line) = first.unwrap().split_once(" pv ").unwrap();
        assert_eq!(lines.last().unwrap(), &format!("checkmate {line}"));
    }

    #[test]
    fn take_the_defenders_hand_as_it_is_wanted() {
        // Only a piece in hand could be put between king and rook.
        let position = "position sfen 7lk/7p1/9/9/9/9/9/9/9 b R 1";
        let mut gui = Gui::start();
        assert_eq!(gui.ask(position, "go mate infinite"), "checkmate nomate");
        gui.send("setoption name DefenderHand value AsGiven");
        let answer = gui.ask(position, "go mate infinite");
        assert!(answer.starts_with("checkmate R*1"), "{answer}");
    }

    #[test]
    fn to_questions_about_games_are_resignations() {
        let mut gui = Gui::start();
        assert_eq!(
            gui.ask("position startpos", "go btime 0 wtime 0"),
            "bestmove resign"
        );
        for (go, end) in [("go infinite", "stop"), ("go ponder btime 0", "ponderhit")] {
            gui.send(go).send("isready");
            assert_eq!(gui.answer(), "readyok");
            assert_eq!(gui.send(end).answer(), "bestmove resign");
        }
    }
}

mod while_it_searches {
    use super::*;

    #[test]
    fn it_tells_how_far_it_is() {
        let mut gui = Gui::start();
        gui.send("setoption name PvInterval value 1").send(HARD);
        gui.send("go mate infinite");
        let lines = gui.hear_until("info depth ");
        let info: Vec<&str> = lines.last().unwrap().split(' ').collect();
        for word in ["seldepth", "time", "nodes", "nps", "hashfull", "pv"] {
            assert!(info.contains(&word), "{info:?}");
        }
        assert_eq!(gui.send("stop").answer(), "checkmate timeout");
    }

    #[test]
    fn it_listens_and_stops() {
        let mut gui = Gui::start();
        gui.send(HARD).send("go mate infinite").send("isready");
        assert_eq!(gui.answer(), "readyok");
        assert_eq!(gui.send("stop").answer(), "checkmate timeout");
        assert_eq!(gui.ask(MATE, "go mate infinite"), "checkmate G*5b");
    }

    #[test]
    fn each_question_is_answered_once() {
        let mut gui = Gui::start();
        gui.send("stop").send("ponderhit").send(HARD);
        gui.send("go mate infinite").send("stop").send("stop");
        gui.send("go mate infinite").send(MATE).send("ponderhit");
        assert_eq!(gui.answer(), "checkmate timeout");
        gui.send("go mate infinite");
        assert_eq!(gui.answer(), "checkmate timeout");
        assert_eq!(gui.answer(), "checkmate G*5b");
        gui.send("stop").send("isready");
        assert_eq!(gui.answer(), "readyok");
    }

    #[test]
    fn quit_ends_it() {
        let mut gui = Gui::start();
        gui.send(HARD).send("go mate infinite").send("quit");
        assert_eq!(gui.answer(), "checkmate timeout");
        assert!(gui.end().success());
    }

    #[test]
    fn the_end_of_the_input_ends_it_unless_it_ends_by_itself() {
        let mut gui = Gui::start();
        gui.send(HARD).send("go mate infinite").hang_up();
        assert_eq!(gui.answer(), "checkmate timeout");
        assert!(gui.end().success());
        let mut gui = Gui::start();
        gui.send(MATE_IN_3).send("go mate 60000").hang_up();
        assert_eq!(gui.answer().split(' ').count(), 4);
        assert!(gui.end().success());
    }

    #[test]
    fn a_closed_output_ends_it() {
        let mut engine = Command::new(cargo_bin!("tsume"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        drop(engine.stdout.take());
        let mut input = engine.stdin.take().unwrap();
        let session = format!("setoption name PvInterval value 1\n{HARD}\ngo mate infinite\n");
        input.write_all(session.as_bytes()).unwrap();
        let mut gui = Gui {
            engine,
            input: Some(input),
            output: mpsc::channel().1,
        };
        assert!(gui.end().success());
    }
}

mod nonsense {
    use super::*;

    #[test]
    fn is_explained_and_survived() {
        let mut gui = Gui::start();
        for line in [
            "uci",
            "setoption",
            "setoption name Threads value 0",
            "setoption name MultiPV value -1",
            "position",
            "position sfen 4k4",
            "position startpos moves 1a1b",
            "玉",
            "checkmate \u{1b}[31m",
        ] {
            gui.send(line);
            let lines = gui.hear_until("info string ");
            assert_eq!(lines.len(), 1, "{line}");
            assert!(!lines[0].contains('\u{1b}'), "{line}");
        }
        gui.send_bytes(b"\xff\xfe\n").hear_until("info string ");
        gui.send(&"x".repeat(3 << 20)).hear_until("info string ");
        gui.send("").send("   ").send("isready");
        assert_eq!(gui.hear_until("readyok"), ["readyok"]);
    }

    #[test]
    fn about_mates_is_answered_all_the_same() {
        let mut gui = Gui::start();
        for (position, go) in [
            (MATE, "go mate soon"),
            (MATE, "go mate 99999999999999999999"),
            (MATE, "go depth 3 mate infinite"),
            ("position sfen 4k4", "go mate infinite"),
            ("position startpos moves 1a1b", "go mate infinite"),
            (
                "position sfen 9/9/9/9/9/9/9/9/4K4 b G 1",
                "go mate infinite",
            ),
            (
                "position sfen 4k4/4G4/9/9/9/9/9/9/9 b - 1",
                "go mate infinite",
            ),
        ] {
            assert_eq!(gui.ask(position, go), "checkmate notimplemented", "{go}");
        }
        assert_eq!(gui.ask(MATE, "go mate 60000"), "checkmate G*5b");
    }
}
