//! Table 4 of the paper: a row for each program and column, and below it what the paper has of the program that ours is like.

use super::columns::{COLUMNS, Column};
use super::measure::{Measured, Numbers, percent};
use super::programs::Set;
use super::seeds::{Runs, Spread, over_programs};
use serde_json::Value;
use std::fmt::Write;

/// The rows of a program; the first program has the head.
pub fn of_program(measured: &Measured, is_first: bool) -> String {
    let mut text = String::new();
    if is_first {
        let heads = ["warnings", "nodes", "edges", "status", "paths", "tests", "seconds"];
        let _ = write!(text, "{:<10} {:<15}", "program", "column");
        let _ = writeln!(
            text,
            " {:>9} {:>7} {:>7} {:<9} {:>9} {:>6} {:>8}",
            heads[0], heads[1], heads[2], heads[3], heads[4], heads[5], heads[6]
        );
    }
    for (column, result) in &measured.runs {
        let start = format!("{:<10} {column:<15}", measured.program);
        let _ = match result {
            Err(why) => writeln!(text, "{start} {why}"),
            Ok(runs) => {
                let ranges = ranges(runs.warnings(), runs.nodes(), runs.edges());
                writeln!(text, "{start} {}{ranges}", row(&runs.median(), measured.bugs))
            }
        };
    }
    text + &paper(&measured.paper)
}

fn row(numbers: &Numbers, bugs: u64) -> String {
    let (nodes, edges) = (percent(numbers.nodes), percent(numbers.edges));
    let warnings = format!("{}/{bugs}", numbers.warnings);
    let status = if numbers.is_complete { "complete" } else { "limit" };
    let start = format!("{warnings:>9} {nodes:>6.1}% {edges:>6.1}% {status:<9}");
    format!("{start} {:>9} {:>6} {:>8.2}", numbers.paths, numbers.tests, numbers.cpu_s)
}

/// How far seeds are apart in warnings, nodes and edges, where they are.
fn ranges(warnings: Spread, nodes: Spread, edges: Spread) -> String {
    let all = [("warnings", warnings.range(0)), ("nodes", nodes.range(1)), ("edges", edges.range(1))];
    all.into_iter().filter_map(|(what, range)| Some(format!("  {what} {}", range?))).collect()
}

/// Warnings and percentages of the paper's columns.
fn paper(paper: &Value) -> String {
    let Some(program) = paper["program"].as_str() else { return String::new() };
    let of_column = |column: &Column| {
        let numbers = &paper[column.paper?];
        let number = |key: &str| numbers[key].as_u64().unwrap_or(0);
        Some(format!("{} {} ({}/{})", column.name, number("warnings"), number("nodes"), number("edges")))
    };
    let columns: Vec<String> = COLUMNS.iter().filter_map(of_column).collect();
    format!("  in the paper, {program}: {}\n", columns.join(", "))
}

/// Those of the paper's programs that every column could be measured on.
pub fn whole(programs: &[Measured]) -> Vec<&Measured> {
    programs.iter().filter(|m| m.set == Set::Programs && m.failures().is_empty()).collect()
}

pub fn sum_of_warnings(all: &[&Numbers]) -> f64 {
    all.iter().map(|numbers| numbers.warnings).sum::<u64>() as f64
}

/// The average of percentages.
pub fn mean(all: &[&Numbers], of: fn(&Numbers) -> (u64, u64)) -> f64 {
    all.iter().map(|numbers| percent(of(numbers))).sum::<f64>() / all.len().max(1) as f64
}

/// The sum of the warnings and the averages of the percentages.
pub fn totals(programs: &[Measured], columns: &[&Column]) -> String {
    let whole = whole(programs);
    let bugs: u64 = whole.iter().map(|measured| measured.bugs).sum();
    let mut text = format!("{} programs{:<14} {:>9} {:>7} {:>7}\n", whole.len(), "", "warnings", "nodes", "edges");
    for column in columns {
        let all: Vec<&Runs> = whole.iter().filter_map(|measured| measured.of(column.name)).collect();
        let sum = over_programs(&all, sum_of_warnings);
        let nodes = over_programs(&all, |all| mean(all, |n| n.nodes));
        let edges = over_programs(&all, |all| mean(all, |n| n.edges));
        let (warnings, ranges) = (format!("{}/{bugs}", sum.median), ranges(sum, nodes, edges));
        let (nodes, edges) = (nodes.median, edges.median);
        let _ = writeln!(text, "{:<26} {warnings:>7} {nodes:>6.1}% {edges:>6.1}%{ranges}", column.name);
    }
    text + "  in the paper: linear 74 (65/59), box 60 (55/50), sampling alone 59 (51/47), uniform random 49 (44/40)\n"
}

#[cfg(test)]
mod tests {
    use super::super::columns::available;
    use super::super::measure::tests::{example, with_seeds};
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn a_row_for_each_column_and_one_of_the_paper() {
        let lines = lines(&of_program(&example(), true));
        assert_eq!(lines[0], "program column warnings nodes edges status paths tests seconds");
        assert_eq!(lines[1], "arraycr uniform random 2/5 50.0% 40.0% complete 7 3 0.00");
        assert_eq!(lines[2], "arraycr plain search 4/5 94.0% 90.0% limit 7 3 0.00");
        let paper = "in the paper, ARRAYCR: linear 4 (94/90), box 4 (94/90), sampling alone 4 (94/90), \
            uniform random 2 (92/86)";
        assert_eq!(lines[3..], [paper]);
    }

    #[test]
    fn a_row_is_the_median_and_says_how_far_seeds_are_apart() {
        let lines = lines(&of_program(&with_seeds(), true));
        assert_eq!(lines[1], "arraycr uniform random 2/5 50.0% 40.0% limit 7 3 0.00 warnings 1–3 edges 30.0–40.0");
        assert_eq!(lines[2], "arraycr plain search 4/5 94.0% 90.0% limit 7 3 0.00 warnings 3–5 edges 80.0–90.0");
    }

    #[test]
    fn totals_are_of_programs_that_were_measured() {
        let mut failed = example();
        failed.runs[0].1 = Err("it fell over".into());
        let all = [example(), example(), failed];
        let (columns, _) = available();
        let lines = lines(&totals(&all, &columns));
        assert_eq!(lines[0], "2 programs warnings nodes edges");
        assert!(lines.contains(&"plain search 8/10 94.0% 90.0%".to_string()), "{lines:?}");
        assert!(lines.contains(&"uniform random 4/10 50.0% 40.0%".to_string()), "{lines:?}");
        let with_seeds = self::lines(&totals(&[with_seeds(), with_seeds()], &columns));
        let plain = "plain search 8/10 94.0% 90.0% warnings 6–10 edges 80.0–90.0";
        assert!(with_seeds.contains(&plain.to_string()), "{with_seeds:?}");
    }
}
