//! Table 1 of the paper: a program in parts, and below it what plain search comes to.

use super::measure::{Measured, Pair};
use super::numbers::{Numbers, cost_of_instruction, cost_of_path, fewer};
use serde_json::Value;
use std::fmt::Write;

/// What the last rows and columns are.
pub const COSTS: &str = "\
same: the paths of --partition auto once more without it, in the same order, each begun from the state that it began from there
instr/path: instructions of the program for each path, from where it begins; with those of paths that are followed once more
cost: processor time with --partition auto, without loading the program, as a multiple
  cost/same   of `same`, for each path: what finding out about parts costs
  cost/path   of plain search, for each path. Depth-first, that goes back only a little from one path to the next; what is left
              when most are left out are paths that differ early, and have more to execute
  cost/instr  of plain search, for each instruction of the program that was executed
";

/// The rows of a program; the first program has the head.
pub fn of_program(measured: &Measured, is_first: bool) -> String {
    let mut text = String::new();
    if is_first {
        let _ = writeln!(
            text,
            "{:<12} {:<12} {:<10} {:>6} {:>7} {:<9} {:>8} {:>9} {:>5} {:>13} {:>10} {:>8} {:>9} {:>9} {:>9} {:>9} {:>10}",
            "program",
            "search",
            "mode",
            "input",
            "blocks",
            "status",
            "paths",
            "branches",
            "bugs",
            "instructions",
            "instr/path",
            "seconds",
            "us/path",
            "fewer",
            "cost/same",
            "cost/path",
            "cost/instr"
        );
    }
    for pair in &measured.pairs {
        for (mode, result) in pair.modes() {
            let start = format!("{:<12} {:<12} {mode:<10}", measured.program, pair.search);
            let end = if mode == "partition" { ratios(pair, measured.load_s) } else { String::new() };
            let row = match result {
                Err(why) => format!("{start} {why}"),
                Ok(numbers) => format!("{start} {}{end}", row(numbers, measured)),
            };
            let _ = writeln!(text, "{}", row.trim_end());
        }
    }
    text + &paper(&measured.paper)
}

fn row(n: &Numbers, measured: &Measured) -> String {
    let branches = format!("{}/{}", n.covered, n.branches);
    let bugs = if measured.bugs > 0 { format!("{}/{}", n.bugs, measured.bugs) } else { n.bugs.to_string() };
    let of_path = n.of_path(measured.load_s).map_or("-".into(), |s| format!("{:.1}", s * 1e6));
    let length = n.length().map_or("-".into(), |length| format!("{length:.0}"));
    format!(
        "{:>6} {:>7} {:<9} {:>8} {branches:>9} {bugs:>5} {:>13} {length:>10} {:>8.2} {of_path:>9}",
        n.input_bytes,
        n.blocks(),
        n.status(),
        n.paths,
        n.instructions,
        n.cpu_s
    )
}

/// How many times fewer paths, and how many times as long a path and an instruction take. Where plain search was cut, it is more than that.
fn ratios(pair: &Pair, load_s: f64) -> String {
    let Some((base, partition)) = pair.both() else { return String::new() };
    let more = if base.is_complete { "" } else { ">" };
    let fewer = fewer(base, partition).map_or("-".into(), |times| format!("{more}{times:.1}"));
    let times = |cost: Option<f64>| cost.map_or("-".into(), |times| format!("{times:.2}"));
    let path = times(cost_of_path(base, partition, load_s));
    let instruction = times(cost_of_instruction(base, partition, load_s));
    let same = times(pair.cost_of_same(load_s));
    format!(" {fewer:>9} {same:>9} {path:>9} {instruction:>10}")
}

/// What the paper says of the program that ours is like.
fn paper(paper: &Value) -> String {
    let Some(program) = paper["program"].as_str() else { return String::new() };
    let number = |key: &str| paper[key].as_u64().unwrap_or(0);
    let end = match paper["base_seconds"].as_u64() {
        Some(seconds) => format!("{} paths in {seconds} s without", number("base_paths")),
        None => format!("{} paths in an hour without, and not complete", number("base_paths")),
    };
    format!(
        "  in the paper, {program}: {} bytes, {} blocks, {}/{} branches, {} paths in {} s; {end}\n",
        number("input"),
        number("blocks"),
        number("covered"),
        number("branches"),
        number("paths"),
        number("seconds")
    )
}

#[cfg(test)]
mod tests {
    use super::super::measure::tests::example;
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn a_row_for_each_mode_and_one_of_the_paper() {
        let text = of_program(&example(), true);
        let lines = lines(&text);
        assert_eq!(lines[1], "a < b dfs base 12 - limit 20000 30/40 1/5 5000000 250 10.10 500.0");
        assert_eq!(
            lines[2],
            "a < b dfs partition 12 3 complete 400 38/40 3/5 200000 500 0.50 1000.0 >50.0 2.50 2.00 1.00"
        );
        assert_eq!(lines[3], "a < b dfs same 12 - complete 400 38/40 3/5 80000 200 0.26 400.0");
        let paper = "in the paper, pmap: 1024 bytes, 512 blocks, 50/120 branches, 1536 paths in 509 s; \
            6238 paths in an hour without, and not complete";
        assert_eq!(lines[4..], [paper]);
    }

    #[test]
    fn what_was_not_measured_is_no_number() {
        let mut measured = example();
        measured.paper = Value::Null;
        measured.pairs[0].same = None;
        measured.pairs[0].partition = Err("it fell over".into());
        assert_eq!(lines(&of_program(&measured, false))[1..], ["a < b dfs partition it fell over"]);
    }
}
