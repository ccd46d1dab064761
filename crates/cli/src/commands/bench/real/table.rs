//! The table for people: a row for every library and program, and below it what was lost, what differs, and the other ways to run.

use super::Measured;
use super::measure::Numbers;
use std::fmt::Write;

pub fn head() -> String {
    format!(
        "{:<11} {:>9} {:>8} {:>15} {:>9} {:>6} {:>8} {:>8} {:>6} {:>6} {:>6} {:>7} {:>9} {:>8} {:>8}  {}",
        "program",
        "covered",
        "branches",
        "KLEE 60/300 s",
        "libFuzzer",
        "tests",
        "paths",
        "paths/s",
        "solver",
        "losses",
        "differ",
        "bugs",
        "memory",
        "seconds",
        "CPU",
        "limits"
    )
}

pub fn rows(measured: &Measured) -> String {
    let numbers = match &measured.result {
        Err(why) => return format!("{:<11} {why}", measured.name),
        Ok(numbers) => numbers,
    };
    let fuzzer = match &measured.fuzzer {
        Some(Ok(fuzzed)) => fuzzed.covered.to_string(),
        Some(Err(_)) => "failed".into(),
        None => "-".into(),
    };
    let mut text = format!(
        "{:<11} {:>9} {:>8} {:>15} {:>9} {}",
        measured.name,
        numbers.covered,
        numbers.branches,
        klee(measured),
        fuzzer,
        columns(numbers)
    );
    for (what, count) in &numbers.losses {
        let _ = write!(text, "\n    lost, {count} times: {what}");
    }
    for bug in &numbers.found {
        let _ = write!(text, "\n    bug: {bug}");
    }
    if let Some(first) = &numbers.divergence {
        let _ = write!(text, "\n    differs natively: {first}");
    }
    if let Some(Ok(fuzzed)) = &measured.fuzzer {
        let crash = if fuzzed.has_crashed { "; it stopped at an input that crashes" } else { "" };
        let speed = fuzzed.per_second();
        let _ = write!(text, "\n    libFuzzer: {speed:.0} executions a second, {} inputs kept{crash}", fuzzed.corpus);
    }
    if let Some(Ok(sampled)) = &measured.sampler {
        let speed = sampled.samples as f64 / sampled.seconds.max(1e-9);
        let _ = write!(text, "\n    --sample=only: {speed:.0} executions a second, {} covered", sampled.covered);
    }
    for (name, result) in &measured.variants {
        let _ = match result {
            Ok(numbers) => write!(text, "\n    {name:<22} {:>9} {}", numbers.covered, columns(numbers)),
            Err(why) => write!(text, "\n    {name:<22} {why}"),
        };
    }
    text
}

/// What a row has behind coverage.
fn columns(numbers: &Numbers) -> String {
    let or_dash = |number: Option<u64>| number.map_or("-".into(), |number| number.to_string());
    let losses: u64 = numbers.losses.values().sum();
    format!(
        "{:>6} {:>8} {:>8.1} {:>5.0}% {:>6} {:>6} {:>7} {:>5} MiB {:>8.1} {:>8.1}  {}",
        numbers.tests,
        numbers.paths,
        paths_per_second(numbers),
        numbers.solver_share * 100.0,
        losses,
        or_dash(numbers.divergences),
        format!("{}/{}", or_dash(numbers.confirmed), numbers.bugs),
        numbers.peak_bytes >> 20,
        numbers.seconds,
        numbers.cpu_s,
        limits(numbers)
    )
}

pub fn paths_per_second(numbers: &Numbers) -> f64 {
    numbers.paths as f64 / numbers.seconds.max(1e-9)
}

/// Whether it kept to them.
pub fn limits(numbers: &Numbers) -> &'static str {
    match (numbers.time_held, numbers.memory_held) {
        (true, true) => "held",
        (false, true) => "TIME EXCEEDED",
        (true, false) => "MEMORY EXCEEDED",
        (false, false) => "TIME AND MEMORY EXCEEDED",
    }
}

/// What was published of KLEE, after one minute and after five.
pub fn klee(measured: &Measured) -> String {
    let text = |key: &str| measured.klee[key].as_str().unwrap_or("-").to_string();
    match measured.klee.is_null() {
        true => "-".into(),
        false => format!("{} / {}", text("covered_in_60s"), text("covered_in_300s")),
    }
}

/// What the columns mean.
pub const LEGEND: &str = "covered: branches of the library's own files, by llvm-cov on a native build that runs the tests; of whole \
programs, as\n`secateur replay` counts them natively. KLEE's are published figures. losses: times that something was given up. differ: tests that\n\
behave natively in another way than predicted. bugs: seen natively / found. CPU: processor seconds; much less than seconds means a busy machine.";

#[cfg(test)]
mod tests {
    use super::super::tests::example;
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn a_row_says_everything() {
        let lines = words(&rows(&example()));
        let row = "libcsv 176 352 176 / - 185 49 16000 1600.0 25% 3 0 1/2 200 MiB 10.0 9.0 held";
        assert_eq!(lines[0], row);
        assert_eq!(lines[1], "lost, 3 times: the solver gave up: too large");
        assert_eq!(lines[2], "bug: abort at libcsv.c:9 in csv_fini");
        assert_eq!(lines[4], "libFuzzer: 1000 executions a second, 12 inputs kept");
        assert_eq!(lines[5], "dfs alone 176 49 16000 1600.0 25% 3 - -/2 200 MiB 10.0 9.0 held");
        assert_eq!(lines[6], "bfs alone it fell over");
        assert_eq!(lines.len(), 7);
    }

    #[test]
    fn what_failed_or_was_exceeded_is_said() {
        let mut measured = example();
        if let Ok(numbers) = &mut measured.result {
            numbers.time_held = false;
            numbers.divergence = Some("test000009: it exits".into());
        }
        let text = rows(&measured);
        assert!(text.contains("TIME EXCEEDED") && text.contains("differs natively: test000009: it exits"), "{text}");
        measured.result = Err("no such command".into());
        assert_eq!(words(&rows(&measured)), ["libcsv no such command"]);
    }

    #[test]
    fn the_head_fits_the_row() {
        let row = rows(&example());
        let first = row.lines().next().unwrap();
        let end = |text: &str, word: &str| text.find(word).map(|at| at + word.len());
        assert_eq!(end(&head(), " branches"), end(first, " 352"));
        assert_eq!(end(&head(), "seconds"), end(first, " 10.0"));
    }
}
