//! Table 3 of the paper: the checks of each program, how many of them are proved from the program alone, and the same of the paper's
//! program that ours is like. The paper has a check for each access; ours has one for each way in which it may go wrong.

use super::measure::{Measured, percent};
use super::programs::Set;
use std::fmt::Write;

pub fn table(programs: &[Measured]) -> String {
    let heads = ["program", "checks", "proved", "share", "in the paper"];
    let mut text = format!("{:<10} {:>8} {:>8} {:>7}  {}\n", heads[0], heads[1], heads[2], heads[3], heads[4]);
    let (mut ours, mut theirs) = ((0, 0), (0, 0));
    let mut row = |name: &str, of: (u64, u64), paper: (u64, u64), program: &str| {
        let share = format!("{:.1}%", percent(of));
        let _ = write!(text, "{name:<10} {:>8} {:>8} {share:>7}", of.1, of.0);
        let _ = writeln!(text, "  {program}: {} of {} ({:.0}%)", paper.0, paper.1, percent(paper));
    };
    for measured in programs.iter().filter(|measured| measured.set == Set::Programs) {
        let Some(checks) = measured.checks() else { continue };
        let number = |key: &str| measured.paper[key].as_u64().unwrap_or(0);
        let paper = (number("proved"), number("checks"));
        row(&measured.program, checks, paper, measured.paper["program"].as_str().unwrap_or_default());
        (ours, theirs) = ((ours.0 + checks.0, ours.1 + checks.1), (theirs.0 + paper.0, theirs.1 + paper.1));
    }
    row("all", ours, theirs, "all");
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
        let text = table(&[one, failed]);
        let lines: Vec<String> = text.lines().map(words).collect();
        assert_eq!(lines[0], "program checks proved share in the paper");
        assert_eq!(lines[1], "arraycr 4 3 75.0% ARRAYCR: 56 of 65 (86%)");
        assert_eq!(lines[2..], ["all 4 3 75.0% all: 56 of 65 (86%)"]);
    }
}
