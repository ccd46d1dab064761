//! The rows of `--partition auto`: parts of the input that do not interfere are explored apart.
//!
//! Whatever it is combined with, branches and bugs have to be those of plain search, with no more paths.

use super::rows::{Promise, Row, Way, add, ending, pruning, strategy};
use super::rwset;
use super::subject::Subject;
use secateur_explore::partition::Given;
use secateur_explore::prunings;

/// Strategies that follow one path after the other, or many at once.
const SEARCHES: &[&str] = &["dfs", "bfs", "cfg", "random-path"];

/// Seeds of a strategy that decides at random.
const SEEDS: u64 = 3;

impl Way {
    /// The same, with parts of the input apart.
    pub fn partition(mut self) -> Way {
        self.technique.partition = Some(Given::Auto);
        self
    }
}

/// With nothing but the partition.
pub fn alone(subject: &Subject, search: &str) -> Way {
    Way::with(subject, vec![strategy(search)], &[]).partition()
}

/// With other prunings.
fn with(subject: &Subject, search: &str, prune: &[&str]) -> Way {
    let prune: Vec<_> = prune.iter().map(|name| pruning(name)).collect();
    Way::with(subject, vec![strategy(search)], &prune).partition()
}

pub fn rows(subject: &Subject) -> Vec<Row> {
    few(subject).into_iter().chain(more(subject)).collect()
}

/// Those that differ most.
pub fn few(subject: &Subject) -> Vec<Row> {
    let mut rows = Vec::new();
    add(&mut rows, "partition with dfs", alone(subject, "dfs"), Promise::All);
    let both = with(subject, "cfg", &[rwset::NAME, "look-ahead"]);
    add(&mut rows, "partition, rwset and look-ahead with cfg", both, Promise::All);
    rows
}

/// The others.
pub fn more(subject: &Subject) -> Vec<Row> {
    let mut rows = Vec::new();
    together(subject, &mut rows);
    cut(subject, &mut rows);
    rows
}

/// With strategies and other techniques.
fn together(subject: &Subject, rows: &mut Vec<Row>) {
    for search in SEARCHES.iter().filter(|search| **search != "dfs") {
        add(rows, format!("partition with {search}"), alone(subject, search), Promise::All);
    }
    for seed in 2..=SEEDS {
        let way = Way { seed, ..alone(subject, "random-path") };
        add(rows, format!("partition with random-path and seed {seed}"), way, Promise::All);
    }
    for search in ["dfs", "cfg"] {
        for prune in ["look-ahead", rwset::NAME] {
            let way = with(subject, search, &[prune]);
            add(rows, format!("partition and {prune} with {search}"), way.clone(), Promise::All);
            add(rows, format!("partition, {prune} and solve-first with {search}"), way.solve_first(), Promise::All);
        }
        let way = alone(subject, search).solve_first();
        add(rows, format!("partition and solve-first with {search}"), way, Promise::All);
    }
    let both = with(subject, "dfs", &[rwset::NAME, "look-ahead"]);
    add(rows, "partition, rwset and look-ahead with dfs", both, Promise::All);
    add(rows, "partition with the default search", Way::default(subject).partition(), Promise::All);
    let turns = Way::with(subject, ending(), &[]).partition();
    add(rows, "partition with all strategies by turns", turns.clone(), Promise::All);
    add(rows, "partition with two workers", Way { jobs: 2, ..turns }, Promise::All);
    let sound: Vec<_> = prunings::ALL.iter().copied().filter(|info| info.is_sound).collect();
    let all = Way::with(subject, ending(), &sound).partition();
    add(rows, "partition with all sound techniques", all.clone(), Promise::All);
    add(rows, "partition with all sound techniques and solve-first", all.clone().solve_first(), Promise::All);
    let shared = Way { jobs: 2, ..all.solve_first() };
    add(rows, "partition with all sound techniques and two workers", shared, Promise::All);
}

/// What limits leave out is not known to have nothing to do with anything.
fn cut(subject: &Subject, rows: &mut Vec<Row>) {
    for depth in [2, 4] {
        let way = Way { depth, ..alone(subject, "dfs") };
        add(rows, format!("partition with --depth {depth}"), way, Promise::Honest);
    }
    for max_paths in [1, 3] {
        let way = Way { max_paths, ..alone(subject, "cfg") };
        add(rows, format!("partition with --max-paths {max_paths}"), way, Promise::Honest);
    }
    let mut way = with(subject, "dfs", &["call-depth"]);
    way.technique.call_depth = 1;
    add(rows, "partition and call-depth 1", way, Promise::Honest);
}
