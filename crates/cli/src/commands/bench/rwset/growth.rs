//! Branches and distinct states after 1, 10, 100, … tests: figures 3 to 5 of the paper, as a table.

use super::measure::{Measured, Numbers};
use std::fmt::Write;

/// A line for every run; empty if none came to a second column.
pub fn table(measured: &Measured) -> String {
    let runs = || measured.singles.iter().filter_map(|s| Some((s, s.numbers()?)));
    let most = runs().map(|(_, numbers)| numbers.paths).max().unwrap_or(0);
    let columns = columns(most);
    if columns.len() < 2 {
        return String::new();
    }
    let mut text = format!("{}: branches / distinct states after so many tests\n", measured.program);
    let _ = write!(text, "{:<14} {:<10}", "search", "mode");
    columns.iter().for_each(|tests| text += &format!(" {tests:>15}"));
    let _ = writeln!(text, " {:>15}", "at the end");
    for (single, numbers) in runs() {
        let _ = write!(text, "{:<14} {:<10}", single.search, single.mode);
        // A run that ended before has nothing to say of later.
        let there =
            columns.iter().map(|tests| if *tests > numbers.paths { String::new() } else { cell(numbers, *tests) });
        there.for_each(|cell| text += &format!(" {cell:>15}"));
        let _ = writeln!(text, " {:>15}", cell(numbers, u64::MAX));
    }
    text
}

/// Powers of ten up to this.
fn columns(most: u64) -> Vec<u64> {
    (0..20).map(|power| 10u64.pow(power)).take_while(|tests| *tests <= most).collect()
}

fn cell(numbers: &Numbers, tests: u64) -> String {
    let at = |series: &[(u64, u64)]| series.iter().rev().find(|point| point.0 <= tests).map(|point| point.1);
    let branches = at(&numbers.coverage.0).unwrap_or(0);
    let states = at(&numbers.states).map_or("-".into(), |states| states.to_string());
    format!("{branches} / {states}")
}

#[cfg(test)]
mod tests {
    use super::super::measure::tests::example;
    use super::*;

    #[test]
    fn a_line_for_every_run() {
        let text = table(&example());
        let lines: Vec<String> = text.lines().map(|l| l.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        assert_eq!(lines[1], "search mode 1 10 100 1000 10000 at the end");
        // Plain search has no states in the example, and what was complete after 300 tests has nothing after 1000.
        assert_eq!(lines[2], "dfs base 10 / - 10 / - 10 / - 25 / - 30 / - 30 / -");
        assert_eq!(lines[3], "dfs extended 10 / 6 10 / 40 31 / 150 38 / 200");
        assert_eq!(lines.len(), 4);
    }

    #[test]
    fn a_few_tests_need_no_table() {
        let mut measured = example();
        measured.singles.remove(0);
        if let Some(Ok(numbers)) = &mut measured.singles[2].result {
            numbers.paths = 9;
        }
        assert_eq!(table(&measured), "");
        assert_eq!((columns(9), columns(1000)), (vec![1], vec![1, 10, 100, 1000]));
    }
}
