//! The rows of the pruning `rwset`.
//!
//! It merges paths whose futures are the same. Whatever it is combined with, and whichever of its parts are switched off,
//! branches and bugs have to be those of plain search.

use super::rows::{Promise, Row, Way, add, ending, pruning, strategy};
use super::subject::Subject;
use secateur_explore::prunings::rwset::{INFO, Switches};

pub const NAME: &str = INFO.name;

/// Strategies that leave continuations open for as long as possible, or close them at once.
const SEARCHES: &[&str] = &["dfs", "bfs", "cfg", "random-path"];

/// With nothing but the pruning.
pub fn alone(subject: &Subject, search: &str) -> Way {
    Way::with(subject, vec![strategy(search)], &[pruning(NAME)])
}

pub fn rows(subject: &Subject) -> Vec<Row> {
    let mut rows = Vec::new();
    together(subject, &mut rows);
    off(subject, &mut rows);
    cut(subject, &mut rows);
    rows
}

/// With strategies and other techniques.
fn together(subject: &Subject, rows: &mut Vec<Row>) {
    let both = [pruning(NAME), pruning("look-ahead")];
    let ahead = |search: &str| Way::with(subject, vec![strategy(search)], &both);
    for search in SEARCHES {
        add(rows, format!("rwset with {search}"), alone(subject, search), Promise::All);
        add(rows, format!("rwset and look-ahead with {search}"), ahead(search), Promise::All);
    }
    add(rows, "rwset and solve-first with dfs", alone(subject, "dfs").solve_first(), Promise::All);
    for search in ["dfs", "cfg"] {
        let name = format!("rwset, look-ahead and solve-first with {search}");
        add(rows, name, ahead(search).solve_first(), Promise::All);
    }
    let usual = Way::with(subject, vec![strategy("cfg"), strategy("subpath")], &both);
    add(rows, "rwset with the default search", usual, Promise::All);
    let turns = Way::with(subject, ending(), &[pruning(NAME)]);
    add(rows, "rwset with all strategies by turns", turns.clone(), Promise::All);
    add(rows, "rwset with two workers", Way { jobs: 2, ..turns }, Promise::All);
}

/// Whether a row comes to an end on programs that never do, if they have finitely many states: depth first, one state is known
/// after the other, and each message is a new input.
pub fn ends_the_endless(name: &str) -> bool {
    let lacks = ["without loops", "without reads", "without renaming", "without pruning", "solve-first", "may rest"];
    name.starts_with("rwset ") && name.ends_with("with dfs") && !lacks.iter().any(|text| name.contains(text))
}

/// Without each of its parts, and without all of them but one.
fn off(subject: &Subject, rows: &mut Vec<Row>) {
    let without = |search: &str, parts: &[&'static str]| {
        let mut way = alone(subject, search);
        let known = parts.iter().all(|part| way.technique.rwset.off(part));
        assert!(known, "parts of rwset: {parts:?}");
        way
    };
    for part in Switches::NAMES {
        // What computes everything and applies nothing is plain search.
        let promise = if part == "pruning" { Promise::Paths } else { Promise::All };
        for search in ["dfs", "cfg"] {
            add(rows, format!("rwset without {part} with {search}"), without(search, &[part]), promise);
        }
    }
    for (after, search) in [(0, "dfs"), (0, "cfg"), (3, "dfs"), (10, "dfs")] {
        let mut way = alone(subject, search);
        way.technique.rwset.rests_after = after;
        add(rows, format!("rwset that may rest after {after} paths with {search}"), way, Promise::All);
    }
    let optional: Vec<_> = Switches::NAMES.into_iter().filter(|part| !["reads", "pruning"].contains(part)).collect();
    add(rows, "rwset as in the paper", without("dfs", &optional), Promise::All);
    for part in &optional {
        let others: Vec<_> = optional.iter().copied().filter(|other| other != part).collect();
        add(rows, format!("rwset with {part} alone"), without("dfs", &others), Promise::All);
    }
}

/// What limits leave out is not known to be the same as anything.
fn cut(subject: &Subject, rows: &mut Vec<Row>) {
    for depth in [2, 4] {
        let way = Way { depth, ..alone(subject, "dfs") };
        add(rows, format!("rwset with --depth {depth}"), way, Promise::Honest);
    }
    let way = Way { max_paths: 3, ..alone(subject, "cfg") };
    add(rows, "rwset with --max-paths 3", way, Promise::Honest);
    let mut way = Way::with(subject, vec![strategy("dfs")], &[pruning(NAME), pruning("call-depth")]);
    way.technique.call_depth = 1;
    add(rows, "rwset and call-depth 1", way, Promise::Honest);
}
