//! What is said of each side of a branch: covered, proven infeasible, or not reached, and why.

use super::found::Found;
use super::{count, losses};
use crate::style;
use secateur_explore::Report;
use secateur_explore::tree::End;
use secateur_testgen::coverage::{Coverage, FileCoverage};
use secateur_testgen::reports::{Decision, File, Function, Line, Loss, Reason, Side, Status};
use secateur_testgen::{EdgeId, Trace};
use secateur_vm::Program;
use std::collections::BTreeMap;
use std::path::Path;

/// What the exploration knows about branches.
pub struct Knowledge<'a> {
    report: &'a Report,
    complete: bool,
    limits: &'a [String],
    losses: Vec<Loss>,
    diverged: bool,
    /// Whether the program has symbolic input: with one input, nothing is shown about others.
    asked: bool,
    native: bool,
    /// As it was explored.
    module: &'a secateur_ir::Module,
    /// By the number of the first side: what became of the sides not taken there.
    sites: BTreeMap<u32, BTreeMap<End, u64>>,
}

impl<'a> Knowledge<'a> {
    pub fn new(
        report: &'a Report,
        found: &'a Found,
        program: &'a Program,
        coverage: &Coverage,
        (complete, limits): (bool, &'a [String]),
    ) -> Knowledge<'a> {
        let mut sites: BTreeMap<u32, BTreeMap<End, u64>> = BTreeMap::new();
        for ((function, at), ends) in &report.tree.sites {
            let block = program.block_at(*function, *at);
            let edge = block.and_then(|b| coverage.branch_map().edge(secateur_ir::FuncId(*function), b, 0));
            let Some(edge) = edge else { continue };
            let known = sites.entry(edge.0).or_default();
            for (end, n) in ends {
                *known.entry(*end).or_default() += n;
            }
        }
        Knowledge {
            report,
            complete,
            limits,
            losses: losses::all(report, found),
            diverged: !found.divergences.is_empty(),
            asked: found.asked_for_input,
            native: matches!(found.measured, Some(Ok(_))),
            sites,
            module: &program.module,
        }
    }

    /// Whether a decision was left out of what was explored.
    fn is_left_out(&self, coverage: &Coverage, first: EdgeId) -> bool {
        let side = coverage.branch_map().side(first);
        let block =
            |f: secateur_ir::FuncId, b: secateur_ir::BlockId| &self.module.functions[f.index()].blocks[b.index()];
        side.is_some_and(|side| block(side.func, side.block).term.sides().is_empty())
    }

    fn taken(&self, edge: u32) -> bool {
        self.report.covered.get(edge as usize / 64).is_some_and(|w| w >> (edge % 64) & 1 == 1)
    }

    /// Whether some path of the virtual machine came to the decision.
    fn came_to(&self, first: u32, sides: u32) -> bool {
        (first..first + sides).any(|e| self.taken(e)) || self.sites.contains_key(&first)
    }

    fn side(
        &self,
        edge: u32,
        tests: u32,
        (first, sides): (u32, u32),
        (called, reached): (bool, bool),
    ) -> (Status, Vec<Reason>) {
        if tests > 0 {
            return (Status::Covered, vec![]);
        }
        if self.taken(edge) {
            let text = match self.native {
                true => "a path takes it, but no test that was replayed does",
                false => return (Status::Covered, vec![]),
            };
            return (Status::NotReached, vec![reason("unconfirmed", text.into())]);
        }
        if self.complete && !self.diverged && self.asked {
            let text = "no input of the kind that was explored takes it";
            return (Status::Infeasible, vec![reason("infeasible", text.into())]);
        }
        let mut reasons = Vec::new();
        if !self.asked {
            let text = "there is no symbolic input, so only one path was run";
            return (Status::NotReached, vec![reason("fixed-input", text.into())]);
        }
        if self.came_to(first, sides) {
            let none = BTreeMap::new();
            for (end, n) in self.sites.get(&first).unwrap_or(&none) {
                reasons.extend(self.at_decision(*end, *n));
            }
            if reasons.is_empty() {
                reasons.push(reason("impossible-so-far", "no path that came here so far can take it".into()));
            }
        } else if !called && self.report.counts.cut > 0 {
            reasons.push(reason("pruned", "paths were cut before they came here, since it was no goal".into()));
        } else if self.report.counts.ended() == 0 {
            reasons.push(reason("unended", "no path came to its end so far".into()));
        } else if !called {
            reasons.push(reason("uncalled", "no path so far calls its function".into()));
        } else if reached {
            reasons.push(reason("cut", "paths came here and ended before it was decided".into()));
        } else {
            reasons.push(reason("behind", "no path so far comes to this line".into()));
        }
        self.add_causes(&mut reasons);
        (Status::NotReached, reasons)
    }

    fn at_decision(&self, end: End, n: u64) -> Option<Reason> {
        match end {
            End::Pending => Some(reason(
                "pending",
                format!("{} that left here {} not tried", count(n, "path"), if n == 1 { "was" } else { "were" }),
            )),
            End::Unknown => Some(reason("lost", format!("the solver gave up here {}", count(n, "time")))),
            End::Pruned(name) => Some(reason("pruned", format!("{} dropped here by {name}", count(n, "path")))),
            _ => None,
        }
    }

    /// What may have kept paths away from anywhere.
    fn add_causes(&self, reasons: &mut Vec<Reason>) {
        if self.report.counts.pending > 0 && !self.limits.is_empty() {
            let left = style::branches(self.report.counts.pending);
            reasons.push(reason("limit", format!("the run stopped by {} with {left} left", self.limits.join(", "))));
        }
        for loss in self.losses.iter().take(3) {
            let text = format!("given up at {}:{}: {}", loss.file, loss.line, loss.what);
            reasons.push(Reason { kind: "lost".into(), text, file: loss.file.clone(), line: loss.line });
        }
    }

    /// Every file of the user's, with its source as it is now.
    pub fn files(&self, coverage: &Coverage) -> Vec<File> {
        coverage.files().iter().map(|file| self.file(coverage, file)).collect()
    }

    fn file(&self, coverage: &Coverage, file: &FileCoverage) -> File {
        let path = Path::new(&file.directory).join(&file.name);
        let text = std::fs::read(&path).unwrap_or_default();
        let map = coverage.branch_map();
        let decisions = file.decisions.iter().map(|d| {
            let count = map.side(d.first).map_or(0, |s| map.sides_of(s.func, s.block));
            let function = map.side(d.first).map_or("", |s| map.function_name(s.func)).to_string();
            let called = file.functions.iter().any(|f| f.name == function && f.tests > 0);
            let sides = (0..count).map(|i| {
                let edge = EdgeId(d.first.0 + i);
                let tests = d.sides.as_ref().and_then(|s| s.get(i as usize)).copied().unwrap_or(0);
                let (status, reasons) = match self.is_left_out(coverage, d.first) {
                    true if tests == 0 => (Status::NotReached, vec![reason("sliced", SLICED.into())]),
                    _ => self.side(edge.0, tests, (d.first.0, count), (called, d.sides.is_some())),
                };
                Side { label: map.label(edge).to_string(), tests, status, reasons }
            });
            let mut sides: Vec<Side> = sides.collect();
            // True comes first, for readers that know sides by their order alone.
            if map.side(d.first).is_some_and(|s| s.negated) {
                sides.reverse();
            }
            let (line, col, is_switch) = (d.line, d.col, d.is_switch);
            Decision { line, col, function, is_switch, reached: d.sides.is_some(), sides }
        });
        File {
            name: file.name.clone(),
            path: path.to_string_lossy().into_owned(),
            source: String::from_utf8_lossy(&text).lines().map(str::to_string).collect(),
            decisions: decisions.collect(),
            lines: file.lines.iter().map(|l| Line { line: l.line, tests: l.tests }).collect(),
            functions: file
                .functions
                .iter()
                .map(|f| Function { name: f.name.clone(), line: f.line, tests: f.tests })
                .collect(),
        }
    }
}

/// Of a side that is not in the slice.
const SLICED: &str = "it cannot affect a check that is not proved, so it was not explored (--slice)";

fn reason(kind: &str, text: String) -> Reason {
    Reason { kind: kind.into(), text, file: String::new(), line: 0 }
}

/// What the virtual machine covered, where nothing was replayed: sides, and the blocks around them.
pub fn without_replay(report: &Report, coverage: &mut Coverage, module: &secateur_ir::Module) {
    let mut trace = Trace::default();
    let map = coverage.branch_map();
    for (edge, side) in map.sides() {
        let taken = report.covered.get(edge.index() / 64).is_some_and(|w| w >> (edge.index() % 64) & 1 == 1);
        if !taken {
            continue;
        }
        trace.edges.insert(edge.index());
        let target = module.functions[side.func.index()].blocks[side.block.index()].term.sides()[side.side as usize];
        for block in [secateur_ir::BlockId(0), side.block, target] {
            trace.blocks.insert(map.block(side.func, block).map_or(0, |b| b as usize));
        }
    }
    coverage.add(&trace);
}
