//! `summary.json`: its shape is a contract with users and scripts.

use super::found::Found;
use super::{losses, partition};
use crate::options::Test;
use secateur_explore::Proofs;
use secateur_explore::Report;
use secateur_explore::Technique;
use secateur_explore::prunings::{self, Goal, rwset};
use secateur_explore::sampling::rounds::Counts;
use secateur_solver::Stats;
use secateur_testgen::reports::{Checks, Sliced, Tally};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

#[derive(Serialize)]
pub struct Summary {
    version: &'static str,
    program: Vec<String>,
    pub status: &'static str,
    pub limits: Vec<String>,
    paths: Paths,
    tests: u64,
    divergences: u64,
    losses: u64,
    bugs: Vec<BugEntry>,
    coverage: Coverage,
    instructions: u64,
    solver: SolverEntry,
    pub time_s: f64,
    pub peak_rss_bytes: u64,
    seed: u64,
    pub search: Vec<String>,
    pub prune: Vec<String>,
    /// What rwset did, if it was on.
    #[serde(skip_serializing_if = "Option::is_none")]
    rwset: Option<Rwset>,
    /// The parts of the input, with `--partition`.
    #[serde(skip_serializing_if = "Option::is_none")]
    partition: Option<partition::Entry>,
    /// What sampling did, with `--sample`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sampling: Option<Sampling>,
    /// What was proved before the run, with `--prove on`.
    #[serde(skip_serializing_if = "Option::is_none")]
    checks: Option<ChecksEntry>,
    /// What was left out of what was explored, with `--goal bugs` alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    sliced: Option<Sliced>,
    /// Whether branches that nothing took cannot be taken.
    #[serde(skip)]
    pub sure: bool,
}

#[derive(Serialize)]
struct ChecksEntry {
    total: u64,
    proved: u64,
    /// `whole`: all functions together; `functions`: each alone, which proves less; `nothing`.
    extent: &'static str,
    /// Functions that were not looked at.
    left_out: u32,
    /// The same in plain words, where something was left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// By kind of error.
    by_kind: BTreeMap<String, Tally>,
}

#[derive(Serialize)]
struct Paths {
    completed: u64,
    bug: u64,
    pruned: BTreeMap<&'static str, u64>,
    infeasible: u64,
    unsupported: u64,
    limit: u64,
    pending: u64,
    silent: u64,
    muted: u64,
    internal: u64,
    /// Of the pruned, the paths that had been begun.
    cut: u64,
    /// Sides beyond `--depth`.
    deep: u64,
}

#[derive(Serialize)]
struct Rwset {
    /// States that were looked up, and those of them that were new.
    points: u64,
    states: u64,
    /// Decisions that were passed while it rested.
    rested: u64,
    /// Those that were known, by how they were recognised.
    exact: u64,
    renamed: u64,
    implied: u64,
    /// Those of them for which conditions on bytes that are gone were left out.
    projected: u64,
    sides: u64,
    /// Paths that came back to a state they came from: all, those that were right to wait, those that had to go on.
    provisional: u64,
    confirmed: u64,
    resumed: u64,
    /// States known at the end, and those that were forgotten for lack of room.
    entries: u64,
    evicted: u64,
}

impl Rwset {
    fn of(c: &rwset::Counts) -> Rwset {
        Rwset {
            points: c.points,
            states: c.states,
            rested: c.rested,
            exact: c.exact,
            renamed: c.renamed,
            implied: c.implied,
            projected: c.projected,
            sides: c.sides,
            provisional: c.provisional,
            confirmed: c.confirmed,
            resumed: c.resumed,
            entries: c.entries,
            evicted: c.evicted,
        }
    }
}

#[derive(Serialize)]
struct Sampling {
    /// Concrete runs, and rounds of them.
    runs: u64,
    rounds: u64,
    /// Runs that became the state of their chain, and those that an assumption excluded.
    accepted: u64,
    excluded: u64,
    /// Inputs that were handed to the search because they showed something new.
    found: u64,
    /// Conditions that the solver had given up on, and those of them that were met.
    asked: u64,
    solved: u64,
    /// Constraints that were made from paths, and those of them that inputs were found for.
    constraints: u64,
    sampled: u64,
}

impl Sampling {
    fn of(c: &Counts) -> Sampling {
        Sampling {
            runs: c.runs,
            rounds: c.rounds,
            accepted: c.accepted,
            excluded: c.excluded,
            found: c.found,
            asked: c.asked,
            solved: c.solved,
            constraints: c.constraints,
            sampled: c.sampled,
        }
    }
}

#[derive(Serialize)]
struct BugEntry {
    kind: &'static str,
    message: String,
    file: String,
    line: u32,
    function: String,
    test: String,
    confirmed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    why_not: Option<String>,
}

#[derive(Serialize)]
struct Coverage {
    branches: Branches,
    lines: Lines,
    /// Whether it was measured on the native replay.
    native: bool,
    /// Tests that there was no time to replay: what only they cover is not counted.
    not_replayed: u64,
    /// Tests that were replayed, but not with sanitizers, for lack of time.
    without_sanitizers: u64,
}

#[derive(Serialize)]
struct Branches {
    covered: u64,
    total: u64,
    infeasible: u64,
}

#[derive(Serialize)]
struct Lines {
    covered: u64,
    total: u64,
}

#[derive(Serialize)]
struct SolverEntry {
    queries: u64,
    checks: u64,
    sat_calls: u64,
    unknown: u64,
    by_tier: BTreeMap<&'static str, u64>,
    time_s: f64,
}

pub struct Facts<'a> {
    pub test: &'a Test,
    pub checks: Option<(&'a Proofs, &'a Checks)>,
    pub report: &'a Report,
    pub stats: &'a Stats,
    pub found: &'a Found,
    pub lines: usize,
    pub edges: u32,
    pub time: Duration,
    pub technique: &'a Technique,
    pub sliced: Option<&'a Sliced>,
}

pub fn make(facts: Facts) -> Summary {
    let Facts { test, report, stats, found, .. } = facts;
    let c = &report.counts;
    let losses = losses::count(report, found);
    let mut limits: Vec<String> = report.limits.iter().chain(&found.path_limits).map(|s| s.to_string()).collect();
    // The last test that was allowed may also have been the last of all.
    if found.tests >= test.max_tests && c.pending > 0 {
        limits.push("tests".into());
    }
    // What look-ahead left out may have been worth something to those who have other goals.
    // And so may what a slice left out, unless the whole was explored after all.
    let is_part = facts.sliced.is_some_and(|sliced| sliced.contradicted.is_none());
    let looked = c.pruned_by(prunings::LOOK_AHEAD) > 0 || is_part;
    let for_branches = !looked || facts.technique.goals.contains(&Goal::Branches) && !facts.technique.only_entry;
    let for_bugs = !looked || facts.technique.goals.contains(&Goal::Bugs);
    let explored = report.is_complete() && limits.is_empty() && losses == 0;
    if !(for_branches && for_bugs) {
        limits.push("goal".into());
    }
    let complete = explored && for_branches && for_bugs;
    if !complete && limits.is_empty() {
        limits.push(if c.unsupported > 0 { "unsupported" } else { "losses" }.into());
    }
    let measured = found.measured.as_ref().and_then(|m| m.as_ref().ok());
    let covered = measured.map_or(u64::from(report.covered_edges), |m| m.coverage.summary().branches.covered as u64);
    // Where everything was explored, what no path took cannot be taken.
    // A divergence means that the machine and the native program are not the same, so it proves nothing.
    let sure = explored && for_branches && found.divergences.is_empty() && found.asked_for_input;
    // Sides that an assumption joined are taken natively, though no path was split there.
    let taken = |edge: u32| {
        let natively = measured.is_some_and(|m| m.coverage.covers(secateur_testgen::EdgeId(edge)));
        natively || report.covered.get(edge as usize / 64).is_some_and(|w| w >> (edge % 64) & 1 == 1)
    };
    let infeasible = if sure { (0..facts.edges).filter(|edge| !taken(*edge)).count() as u64 } else { 0 };
    let bugs = found.bugs.iter().map(|bug| BugEntry {
        kind: bug.kind,
        message: bug.message.clone(),
        file: bug.file.clone(),
        line: bug.line,
        function: bug.function.clone(),
        test: bug.test.clone(),
        confirmed: bug.confirmed,
        why_not: (!bug.confirmed).then(|| bug.why.clone()),
    });
    Summary {
        sure: explored && for_branches,
        version: env!("CARGO_PKG_VERSION"),
        program: test.program.files.iter().map(|f| f.display().to_string()).collect(),
        status: if complete { "complete" } else { "limit" },
        limits,
        paths: Paths {
            completed: c.completed,
            bug: c.bug,
            pruned: pruned(&report.counts),
            infeasible: c.infeasible,
            unsupported: c.unsupported,
            limit: c.limit,
            pending: c.pending,
            silent: c.silent,
            muted: c.muted,
            internal: c.internal,
            cut: c.cut,
            deep: c.deep,
        },
        tests: found.tests,
        divergences: found.divergences.len() as u64,
        losses,
        bugs: bugs.collect(),
        coverage: Coverage {
            branches: Branches { covered, total: u64::from(facts.edges), infeasible },
            lines: Lines {
                covered: measured.map_or(0, |m| m.coverage.summary().lines.covered as u64),
                total: facts.lines as u64,
            },
            native: measured.is_some(),
            not_replayed: found.late,
            without_sanitizers: found.half,
        },
        instructions: report.instructions,
        solver: SolverEntry {
            queries: stats.queries,
            checks: stats.checks,
            sat_calls: stats.sat_calls,
            unknown: stats.unknown,
            by_tier: stats.by_tier.iter().map(|(name, tier)| (*name, tier.answered)).collect(),
            time_s: stats.time.as_secs_f64(),
        },
        time_s: facts.time.as_secs_f64(),
        peak_rss_bytes: peak_rss(),
        seed: test.seed,
        search: test.search.clone(),
        prune: test.prune.iter().filter(|p| *p != "none").cloned().collect(),
        rwset: report.rwset.as_ref().map(Rwset::of),
        partition: found.partition.as_ref().map(partition::Entry::of),
        sampling: report.sampling.as_ref().map(Sampling::of),
        sliced: facts.sliced.cloned(),
        checks: facts.checks.map(|(proofs, all)| ChecksEntry {
            total: all.total,
            proved: all.proved,
            extent: super::proofs::extent(proofs),
            left_out: proofs.left_out,
            note: all.note.clone(),
            by_kind: all.by_kind.clone(),
        }),
    }
}

impl Summary {
    pub fn to_json(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string_pretty(self)?)
    }

    /// Paths by how they ended, in one list.
    pub fn path_counts(&self) -> BTreeMap<String, u64> {
        let p = &self.paths;
        let counts = [
            ("completed", p.completed),
            ("bug", p.bug),
            ("infeasible", p.infeasible),
            ("unsupported", p.unsupported),
            ("limit", p.limit),
            ("pending", p.pending),
            ("silent", p.silent),
            ("muted", p.muted),
            ("internal", p.internal),
            ("cut", p.cut),
        ];
        // Paths that it ended are told apart from sides that it did not try.
        let known = p.pruned.get(rwset::INFO.name).copied().unwrap_or(0);
        let sides = self.rwset.as_ref().map_or(0, |rwset| rwset.sides).min(known);
        let begun = |name: &str, n: u64| if name == rwset::INFO.name { n - sides } else { n };
        let pruned = p.pruned.iter().map(|(name, n)| (format!("pruned:{name}"), begun(name, *n)));
        let sampled = self.sampling.as_ref().map(|sampling| (super::tell::SAMPLED.to_string(), sampling.runs));
        let more = pruned.chain(sampled).chain((sides > 0).then(|| (super::tell::KNOWN_SIDES.to_string(), sides)));
        counts.iter().map(|(name, n)| (name.to_string(), *n)).chain(more).collect()
    }
}

/// The most memory that this process ever had.
fn peak_rss() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:")).unwrap_or("");
    line.split_whitespace().next().and_then(|n| n.parse::<u64>().ok()).unwrap_or(0) * 1024
}

/// By technique; those of the contract are always there.
fn pruned(counts: &secateur_explore::Counts) -> BTreeMap<&'static str, u64> {
    let by_name = prunings::ALL.iter().map(|info| (info.name, counts.pruned_by(info.name)));
    by_name.collect()
}
