//! The table of `secateur bench paths`: a row a program, then the median and the smallest ratio.
//!
//! A ratio stands only where everything was explored: a run that a limit cut is not faster for it.

use super::paths::{Entry, Usage};
use serde_json::{Value, json};
use std::fmt;

/// One program, measured.
pub struct Row {
    entry: Entry,
    status: String,
    completed: u64,
    cpu_s: f64,
    yardsticks: f64,
    queries: u64,
    sat_calls: u64,
    /// Of the run's own time, from 0 to 1.
    solver_share: f64,
    peak_bytes: u64,
    pub error: Option<String>,
}

impl Row {
    pub fn new(entry: &Entry, summary: &Value, usage: Usage, yardstick: f64) -> Row {
        let number = |pointer: &str| summary.pointer(pointer).and_then(Value::as_u64).unwrap_or(0);
        let seconds = |pointer: &str| summary.pointer(pointer).and_then(Value::as_f64).unwrap_or(0.0);
        let time = seconds("/time_s");
        Row {
            entry: entry.clone(),
            status: summary["status"].as_str().unwrap_or("unknown").to_string(),
            completed: number("/paths/completed"),
            cpu_s: usage.cpu_s,
            yardsticks: usage.cpu_s / yardstick,
            queries: number("/solver/queries"),
            sat_calls: number("/solver/sat_calls"),
            solver_share: if time > 0.0 { seconds("/solver/time_s") / time } else { 0.0 },
            peak_bytes: number("/peak_rss_bytes"),
            error: None,
        }
    }

    /// A program that could not be measured.
    pub fn failed(entry: &Entry, error: String) -> Row {
        let mut row = Row::new(entry, &Value::Null, Usage::default(), 1.0);
        row.status = "failed".into();
        row.error = Some(error);
        row
    }

    /// How many times faster than KLEE.
    fn ratio(&self) -> Option<f64> {
        let klee = self.entry.klee_yardsticks?;
        (self.status == "complete" && self.yardsticks > 0.0).then(|| klee / self.yardsticks)
    }

    fn paths_per_second(&self) -> f64 {
        if self.cpu_s > 0.0 { self.completed as f64 / self.cpu_s } else { 0.0 }
    }

    /// A complete exploration that found another number of paths than there are.
    fn miscounted(&self) -> bool {
        self.status == "complete" && self.entry.paths.is_some_and(|paths| paths != self.completed)
    }

    fn json(&self) -> Value {
        json!({
            "program": self.entry.name, "status": self.status, "paths": self.completed,
            "expected_paths": self.entry.paths, "klee_paths": self.entry.klee_paths, "seconds": self.cpu_s,
            "yardsticks": self.yardsticks, "klee_yardsticks": self.entry.klee_yardsticks, "ratio": self.ratio(),
            "paths_per_second": self.paths_per_second(), "queries": self.queries, "sat_calls": self.sat_calls,
            "solver_share": self.solver_share, "peak_rss_bytes": self.peak_bytes, "error": self.error,
        })
    }
}

pub fn head() -> String {
    format!(
        "{:<14} {:>7}  {:<8} {:>8} {:>10} {:>6} {:>7} {:>9} {:>9} {:>8} {:>6} {:>8}",
        "program",
        "paths",
        "status",
        "seconds",
        "yardsticks",
        "KLEE",
        "ratio",
        "paths/s",
        "queries",
        "SAT",
        "solver",
        "memory"
    )
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(error) = &self.error {
            return write!(f, "{:<14} {error}", self.entry.name);
        }
        let or_dash = |number: Option<f64>, digits: usize| number.map_or("-".into(), |n| format!("{n:.digits$}"));
        write!(
            f,
            "{:<14} {:>7}  {:<8} {:>8.3} {:>10.3} {:>6} {:>7} {:>9.0} {:>9} {:>8} {:>5.0}% {:>4} MiB",
            self.entry.name,
            self.completed,
            self.status,
            self.cpu_s,
            self.yardsticks,
            or_dash(self.entry.klee_yardsticks, 2),
            or_dash(self.ratio(), 1),
            self.paths_per_second(),
            self.queries,
            self.sat_calls,
            self.solver_share * 100.0,
            self.peak_bytes >> 20
        )?;
        match self.entry.paths {
            Some(paths) if self.miscounted() => write!(f, "  {paths} paths were expected"),
            _ => Ok(()),
        }
    }
}

/// Median and smallest ratio, of the rows that have one.
fn ratios(rows: &[Row]) -> Option<(f64, f64)> {
    let mut all: Vec<f64> = rows.iter().filter_map(Row::ratio).collect();
    all.sort_by(f64::total_cmp);
    let (middle, smallest) = (all.len() / 2, *all.first()?);
    let median = if all.len() % 2 == 1 { all[middle] } else { (all[middle - 1] + all[middle]) / 2.0 };
    Some((median, smallest))
}

pub fn foot(rows: &[Row]) -> String {
    let compared = rows.iter().filter(|row| row.ratio().is_some()).count();
    match ratios(rows) {
        Some((median, least)) => {
            format!(
                "faster than KLEE {median:.1} times in the median, {least:.1} times at least ({compared} of {})",
                rows.len()
            )
        }
        None => "nothing was explored completely that KLEE has a time for".into(),
    }
}

pub fn json(rows: &[Row], yardstick: f64) -> Value {
    let (median, least) = ratios(rows).unzip();
    json!({
        "suite": "paths", "yardstick_s": yardstick, "rows": rows.iter().map(Row::json).collect::<Vec<_>>(),
        "median_ratio": median, "smallest_ratio": least,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, klee: Option<f64>) -> Entry {
        let text = json!({"name": name, "file": "a.c", "paths": 720, "klee_paths": 720, "klee_yardsticks": klee});
        serde_json::from_value(text).unwrap()
    }

    fn summary(status: &str, completed: u64) -> Value {
        json!({
            "status": status, "paths": {"completed": completed}, "time_s": 0.4, "peak_rss_bytes": 50 << 20,
            "solver": {"queries": 90_000, "sat_calls": 12, "time_s": 0.1},
        })
    }

    fn row(status: &str, completed: u64, klee: Option<f64>, cpu_s: f64) -> Row {
        Row::new(&entry("sort", klee), &summary(status, completed), Usage { cpu_s }, 2.0)
    }

    #[test]
    fn a_row_shows_what_the_summary_says() {
        let row = row("complete", 720, Some(8.0), 0.5);
        let words: Vec<String> = row.to_string().split_whitespace().map(str::to_string).collect();
        let expected = "sort 720 complete 0.500 0.250 8.00 32.0 1440 90000 12 25% 50 MiB";
        assert_eq!(words.join(" "), expected);
        assert_eq!(head().split_whitespace().count() + 1, words.len());
    }

    #[test]
    fn only_complete_explorations_are_compared() {
        let rows = [
            row("complete", 720, Some(8.0), 0.5),
            row("limit", 700, Some(8.0), 0.1),
            row("complete", 720, None, 0.1),
            row("complete", 720, Some(2.0), 1.0),
            Row::failed(&entry("broken", Some(1.0)), "no such command".into()),
        ];
        assert_eq!(ratios(&rows), Some((18.0, 4.0)));
        assert!(foot(&rows).contains("18.0") && foot(&rows).contains("2 of 5"));
        assert!(rows[4].to_string().contains("no such command"));
        let json = json(&rows, 2.0);
        assert_eq!(json["rows"][0]["ratio"], 32.0);
        assert_eq!(json["rows"][1]["ratio"], Value::Null);
        assert_eq!(json["smallest_ratio"], 4.0);
        assert_eq!(json["rows"][4]["error"], "no such command");
    }

    #[test]
    fn a_wrong_count_is_shown() {
        assert!(row("complete", 719, Some(8.0), 0.5).to_string().ends_with("720 paths were expected"));
        assert!(!row("limit", 719, Some(8.0), 0.5).to_string().contains("expected"));
    }

    #[test]
    fn nothing_to_compare_is_no_error() {
        assert_eq!(ratios(&[]), None);
        assert_eq!(json(&[], 1.0)["median_ratio"], Value::Null);
    }
}
