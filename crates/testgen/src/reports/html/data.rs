//! The run as the page's scripts read it: `script/data.js` is the other half.
//!
//! Most is [`Run`] as it is. Files and the tree are what grows with the program, so they are lists of
//! numbers, and names and reasons that many share are written once.

use super::cut::{self, Limits};
use super::tree;
use crate::reports::{self, Partition, Reason, Run, Status, Tree};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

#[derive(Serialize)]
pub struct Page {
    /// Without files and tree.
    run: Run,
    files: Vec<File>,
    tree: Tree,
    /// Of each node, how many paths it stands for.
    weight: Vec<u64>,
    /// Names of functions and labels of sides.
    names: Vec<String>,
    /// Lists of reasons.
    reasons: Vec<Vec<Reason>>,
    /// Before anything was cut.
    counts: Counts,
    /// What was cut.
    said: Vec<String>,
}

#[derive(Serialize)]
struct Counts {
    tests: usize,
    verdicts: BTreeMap<String, usize>,
    bugs: usize,
    confirmed: usize,
    losses: usize,
    divergences: usize,
    blocks: usize,
    joins: usize,
    /// Bytes in several blocks.
    shared: u64,
}

#[derive(Serialize)]
struct File {
    name: String,
    path: String,
    /// `None` if it could not be read, or was cut.
    source: Option<String>,
    /// Why there is no source.
    no_source: &'static str,
    /// A line and how many tests came by, in turns.
    lines: Vec<u32>,
    functions: Vec<reports::Function>,
    decisions: Vec<Decision>,
    /// Covered, infeasible, not reached; before anything was cut.
    branches: [usize; 3],
    /// Covered, all.
    covered_lines: [usize; 2],
}

/// Line, column, name of the function, whether it is a switch, whether a test came by, its sides.
type Decision = (u32, u32, u32, u8, u8, Vec<Side>);

/// Name of the label, number of tests, status, list of reasons.
type Side = (u32, u32, u8, u32);

pub fn page(run: &Run, limits: &Limits) -> Page {
    let mut shared = Shared::default();
    let mut said = Vec::new();
    let files = files(run, limits, &mut shared, &mut said);
    let (tree, weight) = tree::thin(&run.tree, limits.nodes);
    let mut rest = Run { files: vec![], tree: Tree::default(), ..run.clone() };
    let counts = counts(run);
    said.extend(cut::cut(&mut rest, limits));
    Page { run: rest, files, tree, weight, names: shared.names.list, reasons: shared.reasons.list, counts, said }
}

fn counts(run: &Run) -> Counts {
    let mut verdicts = BTreeMap::new();
    for test in &run.tests {
        *verdicts.entry(test.verdict.clone()).or_default() += 1;
    }
    Counts {
        tests: run.tests.len(),
        verdicts,
        bugs: run.bugs.len(),
        confirmed: run.bugs.iter().filter(|bug| bug.confirmed).count(),
        losses: run.losses.len(),
        divergences: run.divergences.len(),
        blocks: run.partition.as_ref().map_or(0, |parts| parts.blocks.len()),
        joins: run.partition.as_ref().map_or(0, |parts| parts.joins.len()),
        shared: run.partition.as_ref().map_or(0, Partition::shared),
    }
}

/// Values that are written once and named by their position.
#[derive(Default)]
struct Shared {
    names: Table<String>,
    reasons: Table<Vec<Reason>>,
}

struct Table<T> {
    list: Vec<T>,
    /// By how they are written.
    index: HashMap<String, u32>,
}

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        Table { list: vec![], index: HashMap::new() }
    }
}

impl<T: Clone + std::fmt::Debug> Table<T> {
    fn add(&mut self, value: &T) -> u32 {
        let list = &mut self.list;
        *self.index.entry(format!("{value:?}")).or_insert_with(|| {
            list.push(value.clone());
            list.len() as u32 - 1
        })
    }
}

fn files(run: &Run, limits: &Limits, shared: &mut Shared, said: &mut Vec<String>) -> Vec<File> {
    let mut room = limits.source;
    let mut decisions = limits.decisions;
    let mut without = (0, 0);
    let mut list = Vec::new();
    for file in &run.files {
        let mut made = describe(file);
        let source = file.source.iter().map(|line| clip(line)).collect::<Vec<_>>().join("\n");
        if file.source.is_empty() {
            made.no_source = "it could not be read";
        } else if source.len() > room {
            made.no_source = "it is too large for this page";
            without.0 += 1;
        } else {
            room -= source.len();
            made.source = Some(source);
        }
        if file.decisions.len() <= decisions {
            decisions -= file.decisions.len();
            made.decisions = file.decisions.iter().map(|d| decision(d, shared)).collect();
            made.lines = file.lines.iter().flat_map(|line| [line.line, line.tests]).collect();
            made.functions = file.functions.clone();
        } else {
            without.1 += 1;
        }
        list.push(made);
    }
    if without.0 > 0 {
        said.push(format!("The source of {} files is left out of this page, because it is too large.", without.0));
    }
    if without.1 > 0 {
        said.push(format!(
            "The branches of {} files are left out of this page, because there are too many; run.json has them.",
            without.1
        ));
    }
    list
}

/// Lines that no person reads, such as tables that a program wrote, are cut.
fn clip(line: &str) -> String {
    let mut line = line.replace('\r', "");
    cut::shorten(&mut line, 2_000);
    line
}

fn describe(file: &reports::File) -> File {
    let sides = || file.decisions.iter().flat_map(|decision| &decision.sides);
    let count = |status| sides().filter(|side| side.status == status).count();
    File {
        name: file.name.clone(),
        path: file.path.clone(),
        source: None,
        no_source: "",
        lines: vec![],
        functions: vec![],
        decisions: vec![],
        branches: [count(Status::Covered), count(Status::Infeasible), count(Status::NotReached)],
        covered_lines: [file.lines.iter().filter(|line| line.tests > 0).count(), file.lines.len()],
    }
}

fn decision(decision: &reports::Decision, shared: &mut Shared) -> Decision {
    let function = shared.names.add(&decision.function);
    let sides = decision.sides.iter().map(|side| {
        let status = match side.status {
            Status::Covered => 0,
            Status::Infeasible => 1,
            Status::NotReached => 2,
        };
        (shared.names.add(&side.label), side.tests, status, shared.reasons.add(&side.reasons))
    });
    let sides = sides.collect();
    (decision.line, decision.col, function, decision.is_switch.into(), decision.reached.into(), sides)
}
