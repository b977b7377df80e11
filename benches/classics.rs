//! The signature of the search: a fixed list of problems, each to a fixed limit of nodes, on one thread.
//!
//! ```text
//! cargo bench --bench classics                               # 200 classics, 200,000 nodes each
//! cargo bench --bench classics -- zuko-004 muso-011          # only these, with a line for each
//! cargo bench --bench classics -- --nodes 2000000 --memory 16384
//! cargo bench --bench classics -- --ablation                 # each technique of the search left out
//! ```
//!
//! A change that is meant to cost or save time alone leaves `nodes` and `decided` as they are.

use clap::Parser;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tsume::collection::{Records, Source, human};
use tsume::search::Limits;
use tsume::search::internals::{BareAnswer, BareVerdict, Technique, Techniques, bare_search};
use tsume::{DefenderHand, Position, Problem};

#[derive(Parser)]
struct Arguments {
    /// Ids of the problems, for a line each; all of them without any
    ids: Vec<String>,

    /// Collections to read in place of the 200 classics
    #[arg(long, value_name = "FILE")]
    from: Vec<PathBuf>,

    /// Nodes for each problem
    #[arg(long, value_name = "NODES", default_value_t = 200_000)]
    nodes: u64,

    /// Memory for the tables, in KiB
    #[arg(long, value_name = "KIB", default_value_t = 256 << 10)]
    memory: usize,

    /// Compare the search with itself without each of its techniques
    #[arg(long)]
    ablation: bool,

    /// Given by Cargo
    #[arg(long, hide = true)]
    bench: bool,
}

struct Named {
    id: String,
    position: Position,
}

fn main() {
    let arguments = Arguments::parse();
    let problems = problems(&arguments);
    if arguments.ablation {
        ablation(&problems, &arguments);
        return;
    }
    let mut total = Total::default();
    for problem in &problems {
        let answer = search(problem, &arguments, Techniques::ALL);
        if !arguments.ids.is_empty() {
            let (nodes, time) = (human::grouped(answer.nodes), human::duration(answer.time));
            println!(
                "{}  {:?}  {nodes} nodes  {time}",
                problem.id, answer.verdict
            );
        }
        total.add(&answer);
    }
    total.print();
}

/// The problems asked for.
fn problems(arguments: &Arguments) -> Vec<Named> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let classics = ["problems/zuko.jsonl", "problems/muso.jsonl"].map(|name| root.join(name));
    let files = if arguments.from.is_empty() {
        classics.to_vec()
    } else {
        arguments.from.clone()
    };
    let sources = files
        .iter()
        .flat_map(|path| Source::of_path(path).unwrap_or_else(|error| fail(&error)))
        .collect();
    Records::new(sources)
        .map(|record| record.unwrap_or_else(|error| fail(&error)))
        .filter(|record| arguments.ids.is_empty() || arguments.ids.contains(&record.id))
        .map(|record| {
            let problem = Problem::new(&record.pieces, DefenderHand::TheRest)
                .unwrap_or_else(|error| fail(&error));
            Named {
                id: record.id,
                position: problem.position().clone(),
            }
        })
        .collect()
}

fn fail(error: &dyn std::fmt::Display) -> ! {
    eprintln!("{error}");
    std::process::exit(2)
}

fn search(problem: &Named, arguments: &Arguments, techniques: Techniques) -> BareAnswer {
    let limits = Limits {
        nodes: Some(arguments.nodes),
        ..Limits::default()
    };
    bare_search(
        &problem.position,
        arguments.memory << 10,
        &limits,
        techniques,
    )
    .unwrap_or_else(|error| fail(&error))
}

/// What all problems together took.
#[derive(Default)]
struct Total {
    problems: u64,
    decided: u64,
    nodes: u64,
    time: Duration,
    most_bytes: usize,
    most_fill: f64,
}

impl Total {
    fn add(&mut self, answer: &BareAnswer) {
        self.problems += 1;
        self.decided += u64::from(answer.verdict != BareVerdict::Unknown);
        self.nodes += answer.nodes;
        self.time += answer.time;
        self.most_bytes = self.most_bytes.max(answer.table_bytes);
        self.most_fill = self.most_fill.max(answer.fill);
    }

    fn print(&self) {
        let per_second = self.nodes as f64 / self.time.as_secs_f64().max(1e-9);
        println!(
            "{} of {} decided, {} nodes in {}, {} nodes/s; largest tables {} KiB, fullest {:.0} %",
            self.decided,
            self.problems,
            human::grouped(self.nodes),
            human::duration(self.time),
            human::grouped(per_second as u64),
            human::grouped(self.most_bytes as u64 >> 10),
            100.0 * self.most_fill,
        );
    }
}

/// Compares the search with all its techniques to searches without one of them.
///
/// The ratios are those of the problems that both searches decide; the last two columns count the problems that one of them alone does.
fn ablation(problems: &[Named], arguments: &Arguments) {
    let run = |techniques| -> Vec<BareAnswer> {
        problems
            .iter()
            .map(|problem| search(problem, arguments, techniques))
            .collect()
    };
    let with_all = run(Techniques::ALL);
    println!("| without | nodes | time | decided by both | only with | only without |");
    println!("|---|---|---|---|---|---|");
    for technique in Technique::ALL {
        let without = run(Techniques::ALL.without(technique));
        println!("| {technique:?} | {} |", compared(&with_all, &without));
    }
}

fn compared(with: &[BareAnswer], without: &[BareAnswer]) -> String {
    let decided = |answer: &BareAnswer| answer.verdict != BareVerdict::Unknown;
    let pairs = || with.iter().zip(without);
    let both = || pairs().filter(|(with, without)| decided(with) && decided(without));
    let only_with = pairs().filter(|(with, without)| decided(with) && !decided(without));
    let only_without = pairs().filter(|(with, without)| !decided(with) && decided(without));
    let ratio = |cost: fn(&BareAnswer) -> f64| {
        let (mut with, mut without) = (0.0, 0.0);
        for pair in both() {
            with += cost(pair.0);
            without += cost(pair.1);
        }
        without / with
    };
    format!(
        "{:.2} | {:.2} | {} | {} | {}",
        ratio(|answer| answer.nodes as f64),
        ratio(|answer| answer.time.as_secs_f64()),
        both().count(),
        only_with.count(),
        only_without.count()
    )
}
