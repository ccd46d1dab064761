//! How many tests a mode needs to cover as many branches as plain search did: the paper's table 2.

use super::measure::Measured;
use super::modes::MODES;
use serde_json::{Value, json};
use std::fmt::Write;

/// A library with a search and a mode.
pub struct Match {
    program: String,
    search: String,
    mode: &'static str,
    /// What plain search covered, and the tests that it needed for it.
    branches: u64,
    base_tests: u64,
    /// What the mode needed, if it came so far.
    tests: Option<u64>,
    covered: u64,
    /// The paper's percentage for the program.
    paper: Option<f64>,
}

impl Match {
    fn percent(&self) -> Option<f64> {
        Some(100.0 * self.tests? as f64 / self.base_tests.max(1) as f64)
    }

    pub fn json(&self) -> Value {
        json!({
            "program": self.program, "search": self.search, "mode": self.mode, "branches": self.branches,
            "base_tests": self.base_tests, "tests": self.tests, "covered": self.covered, "percent": self.percent(),
            "paper_percent": self.paper,
        })
    }
}

/// Of every library, search and mode that was run.
pub fn all(measured: &[Measured]) -> Vec<Match> {
    let mut matches = Vec::new();
    for program in measured {
        for search in program.searches() {
            let Some(base) = program.find(search, MODES[0].name) else { continue };
            let branches = base.coverage.last().map_or(0, |last| last.1);
            let base_tests = base.tests_for(branches).unwrap_or(0);
            for mode in &MODES[1..] {
                let Some(numbers) = program.find(search, mode.name) else { continue };
                matches.push(Match {
                    program: program.program.clone(),
                    search: search.to_string(),
                    mode: mode.name,
                    branches,
                    base_tests,
                    tests: numbers.tests_for(branches),
                    covered: numbers.covered,
                    paper: program.paper["percent"].as_f64(),
                });
            }
        }
    }
    matches
}

pub fn table(matches: &[Match]) -> String {
    if matches.is_empty() {
        return "tests needed to cover what base covers: no other mode was run\n".into();
    }
    let mut text = format!(
        "tests needed to cover what base covers\n{:<12} {:<14} {:<10} {:>9} {:>11} {:>8} {:>8} {:>8}\n",
        "program", "search", "mode", "branches", "base tests", "tests", "percent", "paper"
    );
    let percent = |number: Option<f64>| number.map_or("-".into(), |n| format!("{n:.1}"));
    for m in matches {
        let tests = m.tests.map_or("-".into(), |n| n.to_string());
        let reached = if m.tests.is_some() { String::new() } else { format!("  covered {} in its time", m.covered) };
        let (percent, paper) = (percent(m.percent()), percent(m.paper));
        let _ = writeln!(
            text,
            "{:<12} {:<14} {:<10} {:>9} {:>11} {tests:>8} {percent:>8} {paper:>8}{reached}",
            m.program, m.search, m.mode, m.branches, m.base_tests
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::measure::tests::example;
    use super::*;

    #[test]
    fn tests_are_counted_up_to_the_same_coverage() {
        let matches = all(&[example()]);
        assert_eq!(matches.len(), 1);
        let one = matches[0].json();
        assert_eq!((&one["branches"], &one["base_tests"], &one["tests"]), (&json!(30), &json!(9000), &json!(20)));
        let text = table(&matches);
        let words: Vec<&str> = text.lines().nth(2).unwrap().split_whitespace().collect();
        assert_eq!(words.join(" "), "a < b dfs extended 30 9000 20 0.2 16.2");
    }

    #[test]
    fn what_was_not_reached_is_said() {
        let mut measured = example();
        if let Some(Ok(numbers)) = &mut measured.singles[3].result {
            numbers.coverage = vec![(1, 10)];
            numbers.covered = 10;
        }
        let matches = all(&[measured]);
        assert_eq!(matches[0].json()["percent"], Value::Null);
        assert!(table(&matches).contains("covered 10 in its time"));
        assert!(table(&[]).contains("no other mode was run"));
    }
}
