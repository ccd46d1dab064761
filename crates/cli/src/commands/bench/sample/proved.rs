//! Table 3 of the paper: the checks of each program, how many of them are proved from the program alone, and the same of the paper's
//! program that ours is like. The paper has a check for each access; ours has one for each way in which it may go wrong.

use super::measure::{Measured, percent};
use super::programs::Set;
use std::fmt::Write;

/// A program, or all of them. Of checks: those that are proved, and all.
struct Row<'a> {
    name: &'a str,
    checks: (u64, u64),
    like: &'a str,
    paper: (u64, u64),
}

impl Row<'_> {
    fn new(measured: &Measured) -> Option<Row<'_>> {
        let Measured { program, paper, .. } = measured;
        let number = |key: &str| paper[key].as_u64().unwrap_or(0);
        Some(Row {
            name: program,
            checks: measured.checks()?,
            like: paper["program"].as_str().unwrap_or_default(),
            paper: (number("proved"), number("checks")),
        })
    }
}

fn rows(programs: &[Measured]) -> Vec<Row<'_>> {
    let ours = programs.iter().filter(|measured| measured.set == Set::Programs);
    let mut rows: Vec<Row> = ours.filter_map(Row::new).collect();
    let sum = |of: fn(&Row) -> (u64, u64)| rows.iter().map(of).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    let (checks, paper) = (sum(|row| row.checks), sum(|row| row.paper));
    rows.push(Row { name: "all", checks, like: "all", paper });
    rows
}

pub fn table(programs: &[Measured]) -> String {
    let heads = ["program", "checks", "proved", "share", "in the paper"];
    let mut text = format!("{:<10} {:>8} {:>8} {:>7}  {}\n", heads[0], heads[1], heads[2], heads[3], heads[4]);
    for Row { name, checks, like, paper } in rows(programs) {
        let share = format!("{:.1}%", percent(checks));
        let _ = write!(text, "{name:<10} {:>8} {:>8} {share:>7}", checks.1, checks.0);
        let _ = writeln!(text, "  {like}: {} of {} ({:.0}%)", paper.0, paper.1, percent(paper));
    }
    text
}

/// The same for a page.
pub fn markdown(programs: &[Measured]) -> String {
    let mut text = String::from("| program | checks | proved | share | in the paper |\n|---|---|---|---|---|\n");
    for Row { name, checks, like, paper } in rows(programs) {
        let _ = write!(text, "| {name} | {} | {} | {:.1} % |", checks.1, checks.0, percent(checks));
        let _ = writeln!(text, " {like}: {} of {} ({:.0} %) |", paper.0, paper.1, percent(paper));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::measure::tests::example;
    use super::*;
    use serde_json::json;

    #[test]
    fn a_row_for_each_program_and_one_for_all() {
        let mut one = example();
        one.paper["checks"] = json!(65);
        one.paper["proved"] = json!(56);
        let mut failed = example();
        failed.runs.iter_mut().for_each(|(_, result)| *result = Err("it fell over".into()));
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let all = [one, failed];
        let text = table(&all);
        let lines: Vec<String> = text.lines().map(words).collect();
        assert_eq!(lines[0], "program checks proved share in the paper");
        assert_eq!(lines[1], "arraycr 4 3 75.0% ARRAYCR: 56 of 65 (86%)");
        assert_eq!(lines[2..], ["all 4 3 75.0% all: 56 of 65 (86%)"]);
        let page = markdown(&all);
        let expected = ["arraycr | 4 | 3 | 75.0 % | ARRAYCR", "all | 4 | 3 | 75.0 % | all"];
        assert!(page.lines().skip(2).eq(expected.map(|row| format!("| {row}: 56 of 65 (86 %) |"))), "{page}");
    }
}
