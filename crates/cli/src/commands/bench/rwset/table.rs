//! The tables of our own programs: every run, and what they come to together.

use super::measure::{Measured, Numbers};
use super::modes::MODES;
use super::programs::Set;
use crate::commands::test::count;
use std::fmt::Write;

pub fn of_program(measured: &Measured) -> String {
    let bugs = if measured.bugs > 0 { format!(", {}", count(measured.bugs, "bug")) } else { String::new() };
    let mut text = format!("{}: {} branches{bugs}\n", measured.program, measured.branches);
    let _ = writeln!(
        text,
        "{:<14} {:<10} {:<9} {:>8} {:>6} {:>9} {:>5} {:>8} {:>13} {:>8}  hits",
        "search", "mode", "status", "paths", "tests", "branches", "bugs", "states", "instructions", "seconds"
    );
    for single in &measured.singles {
        let start = format!("{:<14} {:<10}", single.search, single.mode);
        let _ = match &single.result {
            None => Ok(()),
            Some(Err(why)) => writeln!(text, "{start} {why}"),
            Some(Ok(numbers)) => writeln!(text, "{start} {}", row(numbers).trim_end()),
        };
    }
    text
}

fn row(n: &Numbers) -> String {
    let status = if n.is_complete { "complete" } else { "limit" };
    let states = n.counters.map_or("-".into(), |c| c.states.to_string());
    // Where nothing is dropped, the hits are only counted.
    let hits = n.counters.map_or(String::new(), |c| c.hits());
    format!(
        "{status:<9} {:>8} {:>6} {:>9} {:>5} {states:>8} {:>13} {:>8.2}  {hits}",
        n.paths, n.tests, n.covered, n.bugs, n.instructions, n.cpu_s
    )
}

/// What was explored completely, and which bugs were found, in each set; then each driver against plain search.
pub fn summary(all: &[Measured]) -> String {
    let mut text = String::new();
    let columns = format!("{:>10} {:>10} {:>6}", "complete", "paths", "bugs");
    let _ = writeln!(text, "{:<9} {:<14} {:<10} {columns}", "set", "search", "mode");
    for set in Set::OWN {
        let of: Vec<&Measured> = all.iter().filter(|m| m.set == set).collect();
        for search in of.first().map(|m| m.searches()).unwrap_or_default() {
            text.extend(MODES.iter().filter_map(|mode| sums(set, &of, search, mode.name)));
        }
    }
    let drivers = all.iter().filter(|m| matches!(m.set, Set::Drivers | Set::Endless));
    text.extend(drivers.flat_map(against_base));
    text
}

/// A mode with a search, over all programs of a set; `None` if it was not run.
fn sums(set: Set, of: &[&Measured], search: &str, mode: &str) -> Option<String> {
    let runs: Vec<&Numbers> = of.iter().filter_map(|m| m.find(search, mode)).collect();
    let complete = format!("{}/{}", runs.iter().filter(|n| n.is_complete).count(), runs.len());
    let (found, bugs) = (runs.iter().map(|n| n.bugs).sum::<u64>(), of.iter().map(|m| m.bugs).sum::<u64>());
    let paths: u64 = runs.iter().map(|n| n.paths).sum();
    let bugs = format!("{found}/{bugs}");
    let text = format!("{:<9} {search:<14} {mode:<10} {complete:>10} {paths:>10} {bugs:>6}\n", set.name());
    (!runs.is_empty()).then_some(text)
}

/// A line for each search with which the driver was explored completely.
fn against_base(measured: &Measured) -> Vec<String> {
    let of_search = |search: &str| {
        let (base, extended) = (measured.find(search, MODES[0].name)?, measured.find(search, "extended")?);
        if !extended.is_complete {
            return Some(format!("{}, {search}: not complete with everything\n", measured.program));
        }
        let times = base.cpu_s / extended.cpu_s.max(1e-3);
        let end = if base.is_complete { "was complete after" } else { "was not complete after" };
        let seconds = format!("complete after {:.2} s", extended.cpu_s);
        Some(format!(
            "{}, {search}: {seconds}; base {end} {:.2} s, {times:.1} times as long\n",
            measured.program, base.cpu_s
        ))
    };
    measured.searches().into_iter().filter_map(of_search).collect()
}

#[cfg(test)]
mod tests {
    use super::super::measure::tests::example;
    use super::*;

    fn words(line: &str) -> String {
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_row_for_every_mode() {
        let text = of_program(&example());
        let lines: Vec<String> = text.lines().map(words).collect();
        assert_eq!(lines[0], "a < b: 40 branches, 5 bugs");
        assert_eq!(lines[2], "dfs base limit 20000 4 30 1 - 5000000 10.00");
        assert_eq!(lines[3], "dfs extended complete 300 9 38 3 200 90000 0.50 40 exact, 12 renamed");
    }

    #[test]
    fn sums_are_over_all_programs() {
        let mut other = example();
        other.program = "other".into();
        other.singles[3].result = None;
        let text = summary(&[example(), other]);
        let lines: Vec<String> = text.lines().map(words).collect();
        assert_eq!(lines[1], "drivers dfs base 0/2 40000 2/10");
        assert_eq!(lines[2], "drivers dfs extended 1/1 300 3/10");
        let last = "a < b, dfs: complete after 0.50 s; base was not complete after 10.00 s, 20.0 times as long";
        assert_eq!(lines[3..], [last]);
    }
}
