//! The results as a page in Markdown, with a folder of plots of the same name beside it; and in short, between two marks of another
//! document. No figure of theirs is typed by hand.

use super::measure::Numbers;
use super::table::{klee, limits, paths_per_second};
use super::{Measured, Plan, plot};
use anyhow::{Context, ensure};
use std::fmt::Write;
use std::path::Path;

const MARKS: (&str, &str) = ("<!-- bench:real -->", "<!-- /bench:real -->");

/// Writes the page, and its plots.
pub fn write(page: &Path, plan: &Plan, all: &[Measured]) -> anyhow::Result<()> {
    let stem = page.file_stem().with_context(|| format!("{}: no name of a file", page.display()))?;
    let plots = page.with_file_name(stem);
    std::fs::create_dir_all(&plots).with_context(|| plots.display().to_string())?;
    for measured in all {
        if let Some(svg) = plot::svg(measured) {
            let file = plots.join(format!("{}.svg", measured.name));
            std::fs::write(&file, svg).with_context(|| file.display().to_string())?;
        }
    }
    let text = text(plan, all, &stem.to_string_lossy());
    std::fs::write(page, text).with_context(|| page.display().to_string())
}

fn text(plan: &Plan, all: &[Measured], plots: &str) -> String {
    let mut text = format!(
        "# Results on real code\n\nWritten by `{}`, and not by hand: run it again to measure again. Libraries are driven by the \
         harnesses of `bench/real`; whole programs are built with `secateur cc` and given symbolic arguments, standard input and \
         files.\n\n{}",
        plan.command,
        short(plan, all)
    );
    text += "\n## What the runs came to\n\n| program | tests | paths | paths/s (KLEE's) | solver | losses | tests that differ \
             natively | bugs seen natively, of those found | memory | seconds | processor seconds | limits |\n\
             |---|---|---|---|---|---|---|---|---|---|---|---|\n";
    for (measured, numbers) in done(all) {
        let speed = measured.klee["paths_per_second"].as_f64().map_or(String::new(), |klee| format!(" ({klee})"));
        let _ = writeln!(
            text,
            "| {} | {} | {} | {:.0}{speed} | {:.0} % | {} | {} | {} of {} | {} MiB | {:.1} | {:.1} | {} |",
            measured.name,
            numbers.tests,
            numbers.paths,
            paths_per_second(numbers),
            numbers.solver_share * 100.0,
            numbers.losses.values().sum::<u64>(),
            numbers.divergences.map_or("not replayed".into(), |n| n.to_string()),
            numbers.confirmed.unwrap_or(0),
            numbers.bugs,
            numbers.peak_bytes >> 20,
            numbers.seconds,
            numbers.cpu_s,
            limits(numbers).to_lowercase()
        );
    }
    text += &bugs(all);
    text += &losses(all);
    text += &speeds(all);
    text += &variants(all);
    text += "\n## Coverage by time\n\n";
    for (measured, _) in done(all) {
        let _ = writeln!(text, "![{0}: branches covered by time]({plots}/{0}.svg)\n", measured.name);
    }
    text.trim_end().to_string() + "\n"
}

/// How much of the processor the runs got.
fn busy(all: &[Measured]) -> String {
    let sum = |of: fn(&Numbers) -> f64| done(all).map(|(_, numbers)| of(numbers)).sum::<f64>();
    let share = 100.0 * sum(|numbers| numbers.cpu_s) / sum(|numbers| numbers.seconds).max(1e-9);
    format!(
        "The runs got {share:.0} % of a processor; the rest of the time it was busy with other work, or they waited."
    )
}

fn done(all: &[Measured]) -> impl Iterator<Item = (&Measured, &Numbers)> {
    all.iter().filter_map(|measured| Some((measured, measured.result.as_ref().ok()?)))
}

/// The table of coverage.
fn short(plan: &Plan, all: &[Measured]) -> String {
    let mut text = format!(
        "Branches covered in {} s{}:\n\n| program | branches | Secateur | KLEE 60 s / 300 s (published) | libFuzzer |\n|---|---|---|---|---|\n",
        plan.time.as_secs_f64(),
        if plan.options.is_empty() { String::new() } else { format!(", with `{}`", plan.options) }
    );
    for (measured, numbers) in done(all) {
        let fuzzer = match &measured.fuzzer {
            Some(Ok(fuzzed)) => fuzzed.covered.to_string(),
            _ => "-".into(),
        };
        let (covered, branches) = (numbers.covered, numbers.branches);
        let klee = match measured.klee["branches"].as_u64() {
            Some(all) => format!("{} of {all}", klee(measured)),
            None => klee(measured),
        };
        let _ = writeln!(text, "| {} | {branches} | {covered} | {klee} | {fuzzer} |", measured.name);
    }
    text + "\nOf libraries these are the branches of all their own files, also of code that the harness cannot reach, by llvm-cov on a \
            native build that runs the tests; of whole programs, those that `secateur replay` counts. KLEE's figures were \
            measured elsewhere, on another machine and for the times at the head of the column; where its number of branches is another \
            one than ours, the two are not counted alike and cannot be compared. "
        + &busy(all)
        + "\n"
}

fn bugs(all: &[Measured]) -> String {
    let rows: String = done(all)
        .flat_map(|(measured, numbers)| numbers.found.iter().map(|bug| format!("| {} | {bug} |\n", measured.name)))
        .collect();
    if rows.is_empty() {
        return rows;
    }
    format!("\n## Bugs\n\n| program | what, and where |\n|---|---|\n{rows}")
}

fn losses(all: &[Measured]) -> String {
    let mut text = "\n## What was given up\n\n".to_string();
    let lost = || done(all).filter(|(_, numbers)| !numbers.losses.is_empty());
    if lost().next().is_none() {
        return text + "Nothing.\n";
    }
    text += "[limits.md](limits.md) says what each means, and what to do about it.\n\n| program | what | times |\n|---|---|---|\n";
    for (measured, numbers) in lost() {
        for (what, count) in &numbers.losses {
            let _ = writeln!(text, "| {} | {} | {count} |", measured.name, what.replace('|', "\\|"));
        }
    }
    text
}

/// Executions a second, of the fuzzer and of our sampler.
fn speeds(all: &[Measured]) -> String {
    let both = |measured: &Measured| {
        let (fuzzed, sampled) = (measured.fuzzer.as_ref()?.as_ref().ok()?, measured.sampler.as_ref()?.as_ref().ok()?);
        let speed = sampled.samples as f64 / sampled.seconds.max(1e-9);
        let (name, fuzzer, covered) = (&measured.name, fuzzed.per_second(), sampled.covered);
        Some(format!("| {name} | {fuzzer:.0} | {speed:.0} | {} | {covered} |\n", fuzzed.covered))
    };
    let rows: String = all.iter().filter_map(both).collect();
    if rows.is_empty() {
        return rows;
    }
    "\n## Executions a second\n\n| program | libFuzzer | `--sample=only` | covered by libFuzzer | covered by `--sample=only` |\n\
     |---|---|---|---|---|\n"
        .to_string()
        + &rows
}

/// Coverage with each thing switched off or on.
fn variants(all: &[Measured]) -> String {
    let Some((most, _)) = done(all).max_by_key(|(measured, _)| measured.variants.len()) else { return String::new() };
    if most.variants.is_empty() {
        return String::new();
    }
    let mut text = "\n## One thing changed at a time\n\nBranches covered in the same time.\n\n| |".to_string();
    done(all).for_each(|(measured, _)| text += &format!(" {} |", measured.name));
    text += &format!("\n|---|{}\n| default |", "---|".repeat(done(all).count()));
    done(all).for_each(|(_, numbers)| text += &format!(" {} |", numbers.covered));
    text += "\n";
    for (name, _) in &most.variants {
        let _ = write!(text, "| {name} |");
        for (measured, _) in done(all) {
            let run = measured.variants.iter().find(|(other, _)| other == name);
            let covered = run.and_then(|(_, run)| run.as_ref().ok()).map_or("-".into(), |n| n.covered.to_string());
            let _ = write!(text, " {covered} |");
        }
        text += "\n";
    }
    text
}

/// Fails if there is no place for the short form.
pub fn check_marks(document: &Path) -> anyhow::Result<()> {
    filled(document, "").map(|_| ())
}

/// Writes the short form between the marks.
pub fn fill(document: &Path, plan: &Plan, all: &[Measured]) -> anyhow::Result<()> {
    let text = filled(document, &short(plan, all))?;
    std::fs::write(document, text).with_context(|| document.display().to_string())
}

fn filled(document: &Path, what: &str) -> anyhow::Result<String> {
    let text = std::fs::read_to_string(document).with_context(|| document.display().to_string())?;
    let at = text.find(MARKS.0).zip(text.find(MARKS.1)).filter(|(begin, end)| begin < end);
    ensure!(at.is_some(), "{}: the marks {} and {} are missing", document.display(), MARKS.0, MARKS.1);
    let (begin, end) = at.unwrap_or_default();
    Ok(format!("{}{}\n{}{}", &text[..begin], MARKS.0, what, &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{example, plan};
    use super::*;

    #[test]
    fn the_page_has_every_table_and_plot() {
        let folder = tempfile::tempdir().unwrap();
        let page = folder.path().join("results.md");
        write(&page, &plan(), &[example()]).unwrap();
        let text = std::fs::read_to_string(&page).unwrap();
        for expected in [
            "Written by `secateur bench real`",
            "Branches covered in 10 s",
            "| libcsv | 352 | 176 | 176 / - | 185 |",
            "| libcsv | 49 | 16000 | 1600 (108) | 25 % | 3 | 0 | 1 of 2 | 200 MiB | 10.0 | 9.0 | held |",
            "| libcsv | abort at libcsv.c:9 in csv_fini |",
            "| libcsv | the solver gave up: too large | 3 |",
            "| dfs alone | 176 |",
            "| bfs alone | - |",
            "![libcsv: branches covered by time](results/libcsv.svg)",
            "The runs got 90 % of a processor",
        ] {
            assert!(text.contains(expected), "{expected}: {text}");
        }
        assert!(folder.path().join("results/libcsv.svg").is_file());
    }

    #[test]
    fn the_short_form_goes_between_the_marks() {
        let folder = tempfile::tempdir().unwrap();
        let document = folder.path().join("README.md");
        std::fs::write(&document, format!("before\n{}\nold\n{}\nafter\n", MARKS.0, MARKS.1)).unwrap();
        for _ in 0..2 {
            fill(&document, &plan(), &[example()]).unwrap();
        }
        let text = std::fs::read_to_string(&document).unwrap();
        assert!(text.starts_with("before\n") && text.ends_with(&format!("{}\nafter\n", MARKS.1)), "{text}");
        assert!(!text.contains("old") && text.matches("| libcsv |").count() == 1, "{text}");
        std::fs::write(&document, "nothing").unwrap();
        assert!(check_marks(&document).unwrap_err().to_string().contains("are missing"));
    }
}
