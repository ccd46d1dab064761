//! Programs that never end, explored and compared with the walk through their states.

use super::check::{Chosen, Difference, Figures, Verdict};
use super::endless::oracle::{self, Truth};
use super::endless::{self, Program};
use crate::matrix::rows::{Promise, Row, Way, add};
use crate::matrix::rwset;
use crate::matrix::subject::{Seen, Subject};
use libtest_mimic::Failed;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What plain search may do. It is there to see that the walk finds all that it finds.
const PLAIN: (u64, u32, u64) = (30, 8, 1_500);

/// Far more than a search needs that recognises states: what needs more has not recognised them. Others need not come to an end,
/// and less is enough to see whether they are wrong.
const PATHS: u64 = 3_000;
const STEPS: u64 = 10_000;
const FEWER_PATHS: u64 = 100;
const FEWER_STEPS: u64 = 1_500;

/// Sides that may be picked for a path that ends. Where it takes more, a search turns round and round.
const PICKS: u64 = 20;

/// With fewer states it is not worth it.
const FEWEST: usize = 4;

/// With more states than this a search need not come to an end: states whose difference shows late are met several times.
const MOST_TO_END: usize = 60;

/// Lines of decisions and assertions.
struct Lines {
    decisions: BTreeMap<u32, usize>,
    assertions: BTreeMap<u32, usize>,
}

pub fn check(seed: u64, file: &Path, words: &[String], chosen: &Chosen) -> Result<Verdict, Failed> {
    let program = endless::make(seed);
    let truth = oracle::truth(&program);
    if truth.states < FEWEST {
        return Ok(Verdict::Skipped(format!("{} states", truth.states)));
    }
    let rendered = program.render();
    let turned = |lines: &BTreeMap<usize, u32>| lines.iter().map(|(number, line)| (*line, *number)).collect();
    let lines = Lines { decisions: turned(&rendered.decisions), assertions: turned(&rendered.assertions) };
    let subject = Subject::load(file, words)?;
    let (mut figures, mut differences) = (Figures { bugs: truth.failures.len() as u64, ..Figures::default() }, vec![]);
    for Row { name, way, promise } in rows(&program, truth.states, &subject, seed, chosen) {
        let seen = subject.explore(&way)?;
        figures.rows += 1;
        figures.paths += seen.paths();
        let what = compare(&truth, &lines, &subject, &seen, promise);
        if !what.is_empty() {
            differences.push(Difference { row: name, what });
        }
    }
    Ok(if differences.is_empty() { Verdict::Same(figures) } else { Verdict::Different(differences) })
}

fn rows(program: &Program, states: usize, subject: &Subject, seed: u64, chosen: &Chosen) -> Vec<Row> {
    let mut rows = Vec::new();
    add(&mut rows, "dfs, for a while", for_a_while(Way::plain(subject)), Promise::Part);
    let within = |row: Row| {
        let technique = &row.way.technique;
        // With parts of the input apart, rwset drops nothing.
        if technique.partition.is_some() || !technique.prune.iter().any(|info| info.name == rwset::NAME) {
            return Row { way: for_a_while(row.way), promise: Promise::Part, ..row };
        }
        let must_end = states <= MOST_TO_END && rwset::ends_the_endless(&row.name) && !program.remembers();
        let (paths, max_steps, promise) =
            if must_end { (PATHS, STEPS, Promise::All) } else { (FEWER_PATHS, FEWER_STEPS, Promise::Honest) };
        let max_paths = row.way.max_paths.min(paths);
        Row { way: Way { max_paths, max_picks: PICKS * paths, max_steps, ..row.way }, promise, ..row }
    };
    rows.extend(chosen.techniques(subject, seed).into_iter().map(within));
    rows.retain(|row| chosen.texts.is_empty() || chosen.texts.iter().any(|text| row.name.contains(text)));
    rows
}

/// What does not recognise states never comes to an end.
fn for_a_while(way: Way) -> Way {
    let (max_paths, depth, max_steps) = PLAIN;
    Way { max_paths: way.max_paths.min(max_paths), depth: way.depth.min(depth), max_steps, ..way }
}

fn compare(truth: &Truth, lines: &Lines, subject: &Subject, seen: &Seen, promise: Promise) -> Vec<String> {
    let decided = subject.decided(&seen.report.covered).into_iter();
    let sides = decided.filter_map(|(line, side)| Some((*lines.decisions.get(&line)?, side))).collect();
    let failures = seen.bugs.iter().filter_map(|bug| lines.assertions.get(&bug.2).copied()).collect();
    let mut problems = Vec::new();
    show(&mut problems, "covered, though no state leads there", seen_only(&sides, &truth.sides, &lines.decisions));
    show(&mut problems, "fails, though no state does", seen_only(&failures, &truth.failures, &lines.assertions));
    let others = seen.bugs.iter().filter(|bug| !lines.assertions.contains_key(&bug.2));
    show(&mut problems, "another bug", others.map(|bug| format!("{bug:?}")).collect());
    if seen.report.counts.internal > 0 {
        problems.push(format!("{} defects of ours: {:?}", seen.report.counts.internal, seen.defects));
    }
    if seen.report.limits.contains(&"interrupt") {
        problems.push(format!("comes to no end: {:?}", seen.report.counts));
    }
    let complete = seen.report.is_complete();
    if complete {
        show(&mut problems, "not covered", seen_only(&truth.sides, &sides, &lines.decisions));
        show(&mut problems, "not found to fail", seen_only(&truth.failures, &failures, &lines.assertions));
    }
    // A loop that decides nothing for ever is no state that is come back to.
    let hangs = seen.report.counts.limit > 0 && seen.report.limits.is_empty();
    if !complete && promise == Promise::All && !hangs {
        let report = &seen.report;
        problems.push(format!("is not complete: {:?}, losses {:?}, {:?}", report.counts, report.losses, report.limits));
    }
    problems
}

/// What one has and the other does not, with its line.
fn seen_only<T: Numbered>(one: &BTreeSet<T>, other: &BTreeSet<T>, lines: &BTreeMap<u32, usize>) -> Vec<String> {
    let line = |number: usize| lines.iter().find(|(_, n)| **n == number).map_or(0, |(line, _)| *line);
    one.difference(other).map(|item| item.tell(line(item.number()))).collect()
}

trait Numbered: Ord {
    fn number(&self) -> usize;
    fn tell(&self, line: u32) -> String;
}

impl Numbered for usize {
    fn number(&self) -> usize {
        *self
    }
    fn tell(&self, line: u32) -> String {
        format!("line {line}")
    }
}

impl Numbered for (usize, bool) {
    fn number(&self) -> usize {
        self.0
    }
    fn tell(&self, line: u32) -> String {
        format!("line {line}, {} side", self.1)
    }
}

fn show(problems: &mut Vec<String>, what: &str, items: Vec<String>) {
    if !items.is_empty() {
        problems.push(format!("{} x {what}: {}", items.len(), items.join("; ")));
    }
}
