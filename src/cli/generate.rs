//! `tsume generate`.

use super::exit::{Exit, Failure};
use super::input::usage;
use super::interrupt::stop_on_interrupt;
use super::output::{NamedFile, check_that_file_is_not_read, claim, open_to_append};
use super::tally::Board;
use super::{complain, units};
use clap::Args;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tsume::board::{Bitboard, Hand, HandKind, Square};
use tsume::collection::{Earlier, InputError, Making, Material, Source, known, material};
use tsume::compose::{Batch, Composed, Found, LastMove, Method, Observer, Run, Tally, Theme, Wish};

/// Make new sound problems
///
/// Each problem is sound: it has exactly the wanted length, its attacker has one move that mates at each turn but the last,
/// nothing is left over, and no piece can be spared. What cannot be decided is rejected. The same seed, options and
/// inputs give the same problems, whatever the number of jobs and wherever a run was interrupted; another version of this program
/// may come to others.
#[derive(Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub struct Arguments {
    /// Length of the problems; it is odd
    #[arg(long, value_name = "N", value_parser = plies)]
    plies: u32,
    /// How many problems to make
    #[arg(long, value_name = "N", default_value_t = 10)]
    count: u64,
    /// Other seeds give other problems
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Where candidates come from; may be repeated [default: all that can be used]
    #[arg(long, value_name = "METHOD", value_parser = method)]
    method: Vec<Method>,
    /// At most so many pieces on the board and in the attacker's hand, kings not counted
    #[arg(long, value_name = "N", default_value_t = 20)]
    pieces: u32,
    /// Where the king may stand at the start, from one corner to the other, or their mirror images [default: anywhere]
    #[arg(long, value_name = "CORNERS", value_parser = area)]
    king_area: Option<Area>,
    /// The most that the attacker may hold, such as 2GP, or - for nothing [default: anything]
    #[arg(long, value_name = "HAND", value_parser = hand)]
    hand: Option<Hand>,
    /// Something that each problem is to show; may be repeated
    #[arg(long, value_name = "THEME")]
    theme: Vec<Theme>,
    /// Let no problem have a second move that mates at the end, or a second last reply
    #[arg(long)]
    strict: bool,
    /// Make nothing that is like a problem of this file or folder; may be repeated
    #[arg(long, value_name = "INPUT")]
    avoid: Vec<PathBuf>,
    /// Make problems out of those, and the games, of this file or folder, as well; may be repeated
    #[arg(long, value_name = "INPUT")]
    from: Vec<PathBuf>,
    /// Batches to compose at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = units::jobs)]
    jobs: Option<NonZeroUsize>,
    /// Stop after this time, such as 30s, 2m or 8h [default: when there are enough]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    time: Option<Duration>,
    /// Write the problems to this file, as each is found, instead of printing them
    ///
    /// A file that holds something already is left alone, unless --resume goes on with it.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Go on where an earlier run with the same options has left the file
    #[arg(long, requires = "output")]
    resume: bool,
}

const EXAMPLES: &str = "\
Examples:
  tsume generate --plies 5
  tsume generate --plies 7 --count 100 --seed 1 --output sevens.jsonl
  tsume generate --plies 7 --count 1000 --seed 1 --output sevens.jsonl --resume
  tsume generate --plies 3 --theme sacrifice --pieces 6 --avoid problems
  tsume generate --plies 5 --king-area 1a3c --hand GS | tsume show -";

const EXIT_CODES: &str = "\
Exit codes:
  0  as many problems as wanted were made
  2  wrong usage, or some input could not be read
  3  stopped before";

/// A rectangle of squares, and the text that it was given as.
#[derive(Clone)]
struct Area {
    squares: Bitboard,
    text: String,
}

fn plies(text: &str) -> Result<u32, String> {
    const MOST: u32 = 99;
    match text.parse() {
        Ok(plies) if plies % 2 == 1 && plies <= MOST => Ok(plies),
        _ => Err(format!(
            "read {text:?}, expected an odd number from 1 to {MOST}"
        )),
    }
}

fn method(text: &str) -> Result<Method, String> {
    let named = Method::ALL.into_iter().find(|method| method.name() == text);
    named.ok_or_else(|| {
        let names = Method::ALL.map(Method::name).join(", ");
        format!("read {text:?}, expected one of {names}")
    })
}

fn area(text: &str) -> Result<Area, String> {
    let expected = || format!("read {text:?}, expected two squares such as 1a5c");
    let [a, b] = corners(text).ok_or_else(expected)?;
    let is_within = |square: &Square| {
        let between = |value: u8, a: u8, b: u8| (a.min(b)..=a.max(b)).contains(&value);
        between(square.file(), a.file(), b.file()) && between(square.rank(), a.rank(), b.rank())
    };
    Ok(Area {
        squares: Square::all().filter(is_within).collect(),
        text: text.to_string(),
    })
}

/// Two squares in USI coordinates.
fn corners(text: &str) -> Option<[Square; 2]> {
    let &[a, b, c, d] = text.as_bytes() else {
        return None;
    };
    let square = |file: u8, rank: u8| {
        Square::new(
            file.checked_sub(b'0')?,
            rank.checked_sub(b'a')?.checked_add(1)?,
        )
    };
    Some([square(a, b)?, square(c, d)?])
}

fn hand(text: &str) -> Result<Hand, String> {
    let expected = || format!("read {text:?}, expected pieces such as 2GP, or - for none");
    let mut hand = Hand::EMPTY;
    let mut count = None;
    for letter in text.chars().filter(|_| text != "-") {
        if let Some(digit) = letter.to_digit(10) {
            count = Some((10 * count.unwrap_or(0) + digit).min(99));
            continue;
        }
        let mut kinds = HandKind::ALL.into_iter();
        let kind = kinds.find(|kind| kind.piece_kind().letter() == letter);
        let kind = kind.ok_or_else(expected)?;
        let held = u32::from(hand.count(kind)) + count.take().unwrap_or(1);
        if held > u32::from(kind.supply()) {
            return Err(expected());
        }
        hand = hand.with(kind, held as u8);
    }
    if count.is_some() || text.is_empty() {
        return Err(expected());
    }
    Ok(hand)
}

pub fn run(arguments: Arguments) -> Result<Exit, Failure> {
    let mut unread = 0;
    let mut complain_of = |error: &InputError| {
        complain(error);
        unread += 1;
    };
    let avoid = sources(&arguments.avoid, &mut complain_of);
    let from = sources(&arguments.from, &mut complain_of);
    for sources in [&avoid, &from] {
        check_that_file_is_not_read(arguments.output.as_deref(), sources)?;
    }
    let mut avoided = known(avoid, &mut complain_of);
    let material = material(from, &mut complain_of);
    if unread > 0 {
        // With something missing, other problems would be made than the options say.
        return Err(usage("not all of --avoid and --from could be read"));
    }
    for seed in &material.seeds {
        avoided.add(seed);
    }
    let methods = arguments.methods(&material)?;
    let command = arguments.command();
    let making = Making {
        command: &command,
        seed: arguments.seed,
    };
    let (out, earlier) = arguments.open(&making)?;
    let stop = stop_on_interrupt()?;
    let run = Run {
        wish: arguments.wish(),
        seed: arguments.seed,
        methods,
        seeds: material.seeds,
        games: material.games,
        jobs: arguments.jobs(),
        first_batch: earlier.next_batch,
        time: arguments.time,
    };
    let made = earlier.problems.len() as u64;
    let mut desk = Desk {
        out,
        making: &making,
        made,
        count: arguments.count,
        board: Board::new(arguments.count, made),
    };
    if made < arguments.count {
        run.compose(&avoided, &earlier.problems, &stop, &mut desk)?;
    }
    desk.board.finish();
    if desk.made < arguments.count {
        complain(&format!(
            "stopped with {} of {} problems",
            desk.made, arguments.count
        ));
        return Ok(Exit::Undecided);
    }
    Ok(Exit::Success)
}

impl Arguments {
    /// The options that decide what is composed, as one would type them.
    fn command(&self) -> String {
        let mut command = format!("tsume generate --plies {}", self.plies);
        let mut add = |option: &str, value: &dyn std::fmt::Display| {
            command += &format!(" --{option} {value}");
        };
        for method in &self.method {
            add("method", &method.name());
        }
        if self.pieces != 20 {
            add("pieces", &self.pieces);
        }
        if let Some(area) = &self.king_area {
            add("king-area", &area.text);
        }
        if let Some(hand) = self.hand {
            let held = tsume::collection::human::hand(hand);
            add("hand", if held.is_empty() { &"-" } else { &held });
        }
        for theme in &self.theme {
            add("theme", theme);
        }
        for path in &self.avoid {
            add("avoid", &path.display());
        }
        for path in &self.from {
            add("from", &path.display());
        }
        add("seed", &self.seed);
        if self.strict {
            command += " --strict";
        }
        command
    }

    fn wish(&self) -> Wish {
        Wish {
            last: match self.strict {
                true => LastMove::IsUnique,
                false => LastMove::MayBeDual,
            },
            pieces: self.pieces,
            king_area: self
                .king_area
                .as_ref()
                .map_or(Bitboard::ALL, |area| area.squares),
            hand: self.hand,
            themes: self.theme.clone(),
            ..Wish::new(self.plies)
        }
    }

    /// The methods that are asked for, or all that there is material for.
    fn methods(&self, material: &Material) -> Result<Vec<Method>, Failure> {
        let is_shorter = |seed: &Composed| seed.plies() < self.plies;
        let has_material = |method: Method| match method {
            Method::Retro | Method::Mutate => true,
            Method::Extend => material.seeds.iter().any(is_shorter),
            Method::Mine => !material.games.is_empty(),
        };
        if let Some(method) = self.method.iter().find(|&&method| !has_material(method)) {
            let expected = match method {
                Method::Mine => "games",
                _ => "shorter problems with their solutions",
            };
            return Err(usage(format!(
                "--method {}: expected {expected} in --from",
                method.name()
            )));
        }
        let mut methods = self.method.clone();
        if methods.is_empty() {
            methods.extend(
                Method::ALL
                    .into_iter()
                    .filter(|&method| has_material(method)),
            );
        }
        Ok(methods)
    }

    fn jobs(&self) -> NonZeroUsize {
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.jobs.unwrap_or_else(cores)
    }

    /// Where the problems go, and what is there already.
    fn open(&self, making: &Making<'_>) -> Result<(Box<dyn Write>, Earlier), Failure> {
        let Some(path) = &self.output else {
            return Ok((Box::new(io::stdout()), Earlier::default()));
        };
        let failure = |error| Failure::File {
            path: path.display().to_string(),
            error,
        };
        let file = open_to_append(path).map_err(failure)?;
        claim(&file).map_err(failure)?;
        let mut earlier = Earlier::default();
        if self.resume {
            earlier = written(making, path)?;
        } else if file.metadata().map_err(failure)?.len() > 0 {
            // The same problems once more, or those of other options among them, are nothing that anybody wants.
            return Err(usage(format!(
                "{}: holds something already, expected --resume or another file",
                path.display()
            )));
        }
        Ok((Box::new(NamedFile::new(file, path)), earlier))
    }
}

/// Everything behind the paths.
fn sources(paths: &[PathBuf], complain: &mut impl FnMut(&InputError)) -> Vec<Source> {
    let mut sources = Vec::new();
    for path in paths {
        match Source::of_path(path) {
            Ok(found) => sources.extend(found),
            Err(error) => complain(&error),
        }
    }
    sources
}

fn written(making: &Making<'_>, path: &Path) -> Result<Earlier, Failure> {
    let opened = OpenOptions::new().read(true).write(true).open(path);
    let earlier = match opened {
        Ok(file) => making.earlier(file, path),
        Err(error) => Err(InputError::Unreadable {
            source_name: path.display().to_string(),
            error,
        }),
    };
    earlier.map_err(|error| usage(error.to_string()))
}

/// A run as the terminal sees it.
struct Desk<'a> {
    out: Box<dyn Write>,
    making: &'a Making<'a>,
    made: u64,
    count: u64,
    board: Board,
}

impl Observer for Desk<'_> {
    fn ended(
        &mut self,
        batch: &Batch,
        found: Option<&Found>,
        tally: &Tally,
    ) -> io::Result<ControlFlow<()>> {
        if let Some(found) = found {
            let mut line = serde_json::to_vec(&self.making.record(batch, found))?;
            line.push(b'\n');
            let out = &mut self.out;
            self.board
                .aside(|| out.write_all(&line).and_then(|()| out.flush()))?;
            self.made += 1;
        }
        self.board.ended(self.made, tally);
        Ok(match self.made < self.count {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_are_read_as_sfen_writes_them() {
        let read = |text| hand(text).map(tsume::collection::human::hand);
        assert_eq!(read("2GP"), Ok("2GP".to_string()));
        assert_eq!(read("18P"), Ok("18P".to_string()));
        assert_eq!(read("-"), Ok(String::new()));
        for wrong in ["", "K", "19P", "2", "g", "3R", "RRR", "999999999999P"] {
            assert!(hand(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn areas_are_rectangles() {
        let count = |text| area(text).map(|area| area.squares.len());
        assert_eq!(count("1a9i"), Ok(81));
        assert_eq!(count("3c1a"), Ok(9));
        assert_eq!(count("5e5e"), Ok(1));
        for wrong in ["", "1a", "0a1a", "1a1j", "1a2", "１ａ"] {
            assert!(area(wrong).is_err(), "{wrong}");
        }
    }
}
