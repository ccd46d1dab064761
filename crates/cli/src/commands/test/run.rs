//! From what a run came to, to what reports are made of.

use super::branches::{self, Knowledge};
use super::found::{Found, FoundBug};
use super::{losses, summary, timeline};
use crate::options::Test;
use secateur_explore::Report;
use secateur_solver::{Stats, TIERS};
use secateur_testgen::Coverage;
use secateur_testgen::reports::{Bug, Frame, Note, Place, Run, Solver, Tier, Tree};
use secateur_vm::{DecisionKind, Program, StackEntry};
use std::collections::BTreeMap;
use std::path::Path;

pub struct Facts<'a> {
    pub test: &'a Test,
    pub report: &'a Report,
    pub stats: &'a Stats,
    pub found: &'a mut Found,
    pub program: &'a Program,
    /// Nothing is covered in it yet.
    pub coverage: Coverage,
    pub summary: &'a summary::Summary,
    pub started: std::time::SystemTime,
    pub checks: Option<secateur_testgen::reports::Checks>,
    pub sliced: Option<secateur_testgen::reports::Sliced>,
}

pub fn make(facts: Facts) -> Run {
    let Facts { test, report, stats, found, program, coverage, summary, started, checks, sliced } = facts;
    let (mut run, points) = (Run::default(), std::mem::replace(&mut found.timeline, timeline::Timeline::new()));
    run.version = env!("CARGO_PKG_VERSION").into();
    run.command = std::env::args_os().map(|a| a.to_string_lossy().into_owned()).collect();
    run.directory = std::env::current_dir().unwrap_or_default().to_string_lossy().into_owned();
    run.started = humantime::format_rfc3339_seconds(started).to_string();
    run.program = test.program.files.iter().map(|f| f.to_string_lossy().into_owned()).collect();
    run.function = test.function.clone().unwrap_or_else(|| "main".into());
    (run.status, run.limits) = (summary.status.into(), summary.limits.clone());
    run.paths = summary.path_counts();
    run.instructions = report.instructions;
    (run.time_s, run.peak_rss_bytes) = (summary.time_s, summary.peak_rss_bytes);
    (run.seed, run.search, run.prune) = (test.seed, summary.search.clone(), summary.prune.clone());
    run.native = matches!(found.measured, Some(Ok(_)));
    run.not_native = found.not_native();
    let mut coverage = coverage;
    match &found.measured {
        Some(Ok(measured)) => coverage = measured.coverage.clone(),
        _ => branches::without_replay(report, &mut coverage, &program.module),
    }
    let knowledge = Knowledge::new(report, found, program, &coverage, (summary.sure, &run.limits));
    run.files = knowledge.files(&coverage);
    run.bugs = found.bugs.iter().map(bug).collect();
    run.divergences = found.divergences.clone();
    run.losses = losses::all(report, found);
    run.solver = solver(stats);
    run.partition = found.partition.take();
    (run.checks, run.sliced) = (checks, sliced);
    let progress = secateur_explore::Progress {
        counts: report.counts,
        pending: report.counts.pending as usize,
        instructions: report.instructions,
        covered_edges: report.covered_edges,
        states: report.rwset.map(|counts| counts.states),
        sampled: report.sampling.map_or(0, |counts| counts.runs),
    };
    let end = timeline::point(&progress, found.tests, found.bugs.len() as u64, points.seconds());
    run.timeline = points.finish(end);
    run.tree = tree(report, found, program);
    run.tests = std::mem::take(&mut found.notes);
    run
}

fn bug(bug: &FoundBug) -> Bug {
    let first = bug.bug.stack.iter().find(|e| e.file == bug.file && e.line == bug.line);
    Bug {
        kind: bug.kind.into(),
        message: bug.message.clone(),
        file: bug.file.clone(),
        path: first.map(path_of).unwrap_or_default(),
        line: bug.line,
        col: first.map_or(0, |e| e.col),
        function: bug.function.clone(),
        stack: bug.bug.stack.iter().map(frame).collect(),
        notes: bug
            .bug
            .notes
            .iter()
            .map(|n| Note { text: n.text.trim_end().into(), place: n.place.as_ref().map(frame) })
            .collect(),
        test: bug.number,
        test_file: bug.test.clone(),
        folder: bug.folder(),
        input: bug.input.clone(),
        confirmed: bug.confirmed,
        why_not: if bug.confirmed { String::new() } else { bug.why.clone() },
        native: bug.native.clone(),
    }
}

fn path_of(entry: &StackEntry) -> String {
    Path::new(&entry.directory).join(&entry.file).to_string_lossy().into_owned()
}

fn frame(entry: &StackEntry) -> Frame {
    Frame {
        function: entry.function.clone(),
        file: entry.file.clone(),
        path: path_of(entry),
        line: entry.line,
        col: entry.col,
        library: entry.library,
    }
}

fn solver(stats: &Stats) -> Solver {
    let tier = |(name, tier): &(&'static str, secateur_solver::TierStats)| Tier {
        name: name.to_string(),
        summary: TIERS.iter().find(|t| t.name == *name).map_or("", |t| t.summary).into(),
        answers: tier.answered,
        time_s: tier.time.as_secs_f64(),
    };
    Solver {
        queries: stats.queries,
        checks: stats.checks,
        sat_calls: stats.sat_calls,
        unknown: stats.unknown,
        time_s: stats.time.as_secs_f64(),
        tiers: stats.by_tier.iter().map(tier).collect(),
    }
}

fn tree(report: &Report, found: &Found, program: &Program) -> Tree {
    let mut tree = Tree { left_out: report.tree.left_out, ..Tree::default() };
    let mut places: BTreeMap<Place, u32> = BTreeMap::new();
    let mut ends: BTreeMap<String, u8> = BTreeMap::new();
    for (i, node) in report.tree.nodes.iter().enumerate() {
        let parent = node.parent.and_then(|p| p.index()).unwrap_or(i);
        tree.parent.push(parent as u32);
        tree.depth.push(node.depth);
        tree.end_depth.push(node.end_depth);
        let place = place(node.site, program);
        let next = places.len() as u32;
        let index = *places.entry(place.clone()).or_insert(next);
        if index == next {
            tree.places.push(place);
        }
        tree.place.push(index);
        let (name, next) = (node.end.name(), ends.len() as u8);
        let index = *ends.entry(name.clone()).or_insert(next);
        if index == next {
            tree.ends.push(name);
        }
        tree.end.push(index);
        tree.test.push(found.node_tests.get(&i).copied().unwrap_or(0));
        tree.new_branches.push(node.new_edges);
    }
    tree
}

fn place(site: Option<((u32, u32), DecisionKind)>, program: &Program) -> Place {
    let Some(((function, at), kind)) = site else { return Place { what: "start".into(), ..Place::default() } };
    let what = match kind {
        DecisionKind::Branch => "branch",
        DecisionKind::Check | DecisionKind::Right => "check",
        DecisionKind::Choice => "value",
    };
    let entry = program.place_at(function, at);
    let (file, line, function) = entry.map_or_else(Default::default, |e| (e.file, e.line, e.function));
    Place { file, line, function, what: what.into() }
}
