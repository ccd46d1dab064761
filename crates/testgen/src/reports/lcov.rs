//! `coverage.lcov`: coverage in lcov's tracefile format, which genhtml, Codecov, Coveralls and editors read.
//!
//! Counts are numbers of tests, not of executions. A decision's sides are one block each, numbered within its line; a
//! decision that no test came to has `-` for its sides, as gcov has for code that never ran. Sides that are known to
//! be impossible stay in the count, as not taken: the format has no word for them. Nothing is written when nothing
//! was measured natively, since zeros would say that it had been.

use super::{Decision, File, Info, Run};
use std::collections::BTreeMap;
use std::fmt::Write;

pub static INFO: Info = Info {
    name: "lcov",
    summary: "coverage.lcov: lines, functions and branches covered natively, for genhtml, Codecov and editors",
    write: |run| {
        let bytes = text(run).into_bytes();
        let file = crate::formats::File { name: "coverage.lcov".into(), bytes };
        if run.native { vec![file] } else { vec![] }
    },
};

fn text(run: &Run) -> String {
    let mut out = String::new();
    for file in &run.files {
        // Writing to a string cannot fail.
        let _ = record(&mut out, file);
    }
    out
}

fn record(out: &mut String, file: &File) -> std::fmt::Result {
    // The format has one line for a path, whatever is in it.
    writeln!(out, "TN:secateur\nSF:{}", file.path.replace(['\n', '\r'], "?"))?;
    functions(out, file)?;
    branches(out, &file.decisions)?;
    for line in &file.lines {
        writeln!(out, "DA:{},{}", line.line, line.tests)?;
    }
    let hit = file.lines.iter().filter(|l| l.tests > 0).count();
    writeln!(out, "LF:{}\nLH:{hit}\nend_of_record", file.lines.len())
}

/// A function of a header stands in every unit that includes it; readers know functions by name.
fn functions(out: &mut String, file: &File) -> std::fmt::Result {
    let mut all: BTreeMap<(u32, &str), u32> = BTreeMap::new();
    for function in &file.functions {
        let tests = all.entry((function.line, &function.name)).or_default();
        *tests = (*tests).max(function.tests);
    }
    for (line, name) in all.keys() {
        writeln!(out, "FN:{line},{name}")?;
    }
    for ((_, name), tests) in &all {
        writeln!(out, "FNDA:{tests},{name}")?;
    }
    writeln!(out, "FNF:{}\nFNH:{}", all.len(), all.values().filter(|n| **n > 0).count())
}

fn branches(out: &mut String, decisions: &[Decision]) -> std::fmt::Result {
    let mut blocks: BTreeMap<u32, u32> = BTreeMap::new();
    let (mut found, mut hit) = (0, 0);
    // Sorted by line, because readers expect it; within a line, and so within a block number, as they come.
    let mut sorted: Vec<&Decision> = decisions.iter().collect();
    sorted.sort_by_key(|d| d.line);
    for decision in sorted {
        let block = blocks.entry(decision.line).or_default();
        for (i, side) in decision.sides.iter().enumerate() {
            let taken = if decision.reached { side.tests.to_string() } else { "-".into() };
            writeln!(out, "BRDA:{},{block},{i},{taken}", decision.line)?;
            found += 1;
            hit += u32::from(side.tests > 0);
        }
        *block += 1;
    }
    writeln!(out, "BRF:{found}\nBRH:{hit}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reports::{Function, Line, Side};

    fn decision(line: u32, col: u32, tests: &[u32]) -> Decision {
        let side = |tests: &u32| Side { tests: *tests, ..Side::default() };
        let (sides, reached) = (tests.iter().map(side).collect(), tests.iter().any(|n| *n > 0));
        Decision { line, col, sides, reached, ..Decision::default() }
    }

    #[test]
    fn decisions_of_one_line_are_blocks_of_it() {
        let function = |line, tests| Function { name: "f".into(), line, tests };
        let file = File {
            path: "/w/a.c".into(),
            lines: vec![Line { line: 1, tests: 2 }, Line { line: 3, tests: 0 }],
            functions: vec![function(1, 0), function(1, 2)],
            decisions: vec![decision(3, 1, &[0, 0]), decision(1, 5, &[2, 0]), decision(1, 9, &[1, 0, 1])],
            ..File::default()
        };
        let run = Run { native: true, files: vec![file], ..Run::default() };
        let expected = "TN:secateur\nSF:/w/a.c\nFN:1,f\nFNDA:2,f\nFNF:1\nFNH:1\n\
            BRDA:1,0,0,2\nBRDA:1,0,1,0\nBRDA:1,1,0,1\nBRDA:1,1,1,0\nBRDA:1,1,2,1\nBRDA:3,0,0,-\nBRDA:3,0,1,-\n\
            BRF:7\nBRH:3\nDA:1,2\nDA:3,0\nLF:2\nLH:1\nend_of_record\n";
        assert_eq!(text(&run), expected);
        assert!((INFO.write)(&Run { native: false, ..run }).is_empty());
    }
}
