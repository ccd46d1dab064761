//! How many tests a mode needs to cover as many branches as plain search did. A test is a path that ended.

use super::series::Series;
use serde_json::{Value, json};
use std::fmt::Write;

/// A program with a search and a mode.
pub struct Match {
    pub program: String,
    pub search: String,
    pub mode: &'static str,
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
    pub fn new(
        (program, search, mode): (&str, &str, &'static str),
        base: &Series,
        series: &Series,
        paper: Option<f64>,
    ) -> Match {
        let branches = base.covered();
        Match {
            program: program.to_string(),
            search: search.to_string(),
            mode,
            branches,
            base_tests: base.paths_for(branches).unwrap_or(0),
            tests: series.paths_for(branches),
            covered: series.covered(),
            paper,
        }
    }

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
    use super::*;

    fn base() -> Series {
        Series(vec![(1, 10), (400, 25), (9000, 30)])
    }

    #[test]
    fn tests_are_counted_up_to_the_same_coverage() {
        let series = Series(vec![(1, 10), (20, 31), (250, 38)]);
        let one = Match::new(("a < b", "dfs", "extended"), &base(), &series, Some(16.2));
        let json = one.json();
        assert_eq!((&json["branches"], &json["base_tests"], &json["tests"]), (&json!(30), &json!(9000), &json!(20)));
        let text = table(&[one]);
        let words: Vec<&str> = text.lines().nth(2).unwrap().split_whitespace().collect();
        assert_eq!(words.join(" "), "a < b dfs extended 30 9000 20 0.2 16.2");
    }

    #[test]
    fn what_was_not_reached_is_said() {
        let one = Match::new(("a", "dfs", "full"), &base(), &Series(vec![(1, 10)]), None);
        assert_eq!(one.json()["percent"], Value::Null);
        assert!(table(&[one]).contains("covered 10 in its time"));
        assert!(table(&[]).contains("no other mode was run"));
    }
}
