//! The results as a page in Markdown, with a folder of plots of the same name beside it. No figure of it is typed by hand.

use super::columns::{COLUMNS, Column, shown};
use super::figure::Figure;
use super::generated::Generated;
use super::measure::{Limits, Measured};
use super::programs::Set;
use super::proved;
use super::seeds::{Runs, over_programs};
use super::table::{mean, sum_of_warnings, whole};
use anyhow::Context;
use std::fmt::Write;
use std::path::Path;

/// What a page is made from.
pub struct Results<'a> {
    /// As the user called us.
    pub command: String,
    pub limits: &'a Limits,
    pub columns: &'a [&'static Column],
    pub programs: &'a [Measured],
    pub generated: Option<&'a Generated>,
    pub figure: Option<&'a Figure>,
}

/// Writes the page, and its plots.
pub fn write(page: &Path, results: &Results) -> anyhow::Result<()> {
    let stem = page.file_stem().with_context(|| format!("{}: no name of a file", page.display()))?;
    let plots = page.with_file_name(stem);
    std::fs::create_dir_all(&plots).with_context(|| plots.display().to_string())?;
    if let Some(figure) = results.figure {
        for (name, svg) in [("samples.svg", figure.samples()), ("needed.svg", figure.needed())] {
            let file = plots.join(name);
            std::fs::write(&file, svg).with_context(|| file.display().to_string())?;
        }
    }
    std::fs::write(page, text(results, &stem.to_string_lossy())).with_context(|| page.display().to_string())
}

fn text(results: &Results, plots: &str) -> String {
    let Results { command, limits, columns, programs, .. } = results;
    let mut text = format!(
        "# Results of sampling\n\nWritten by `{command}`, and not by hand: run it again to measure again. It makes the evaluation of \
         Sankaranarayanan, Chang, Jiang and Ivančić (ESEC/FSE 2007) again, on programs of the same description as \
         theirs. [The book](book/sample.md) says what the options do.\n\nEach run had {} s",
        limits.time.as_secs_f64()
    );
    text += &busy(limits, programs);
    text += &seeds(limits);
    if programs.iter().any(|measured| measured.set == Set::Programs) {
        text += &totals(programs, columns);
        text += &by_program(programs, columns);
        text += "\n## Checks proved\n\nHow many checks of each program cannot fail, as `--prove` shows before anything runs. The paper has a check \
                 for each access; ours has one for each way in which it may go wrong.\n\n";
        text += &proved::markdown(programs);
    }
    if let Some(generated) = results.generated {
        text += "\n## Generated programs\n\nEach has a condition of integers that is not linear, of floating-point numbers, or of a hash, and \
                 one input at least that meets it. Hard are those that plain search (`--sample=off`) did not solve in its time; \
                 the columns had as much.\n\n";
        text += &generated.markdown();
    }
    if let Some(figure) = results.figure {
        let _ = write!(
            text,
            "\n## Example 3.1\n\nTwo numbers whose product is 210, as in figures 2 and 3 of the paper.\n\n{}\n\
             ![where the samples lie]({plots}/samples.svg)\n\n![how many samples it takes]({plots}/needed.svg)\n",
            figure.markdown()
        );
    }
    text
}

/// How much of the processor the runs got.
fn busy(limits: &Limits, programs: &[Measured]) -> String {
    let runs = programs.iter().flat_map(|measured| &measured.runs).filter_map(|(_, result)| result.as_ref().ok());
    let used: Vec<f64> =
        runs.flat_map(Runs::seeds).filter(|numbers| !numbers.is_complete).map(|numbers| numbers.cpu_s).collect();
    if used.is_empty() {
        return ".\n".into();
    }
    let mean = used.iter().sum::<f64>() / used.len() as f64;
    let share = 100.0 * mean / limits.time.as_secs_f64();
    format!(
        "; those that needed all of it got {mean:.1} s of the processor on average, {share:.0} %: the rest of the time it was busy with \
         other work.\n"
    )
}

/// What a figure is, if there are several seeds.
fn seeds(limits: &Limits) -> String {
    match limits.seeds {
        1 => String::new(),
        seeds => format!(
            "\nEach column was run with {seeds} seeds. A figure is the median of theirs, of sums and averages too; where they differ, the least and \
             the most are in brackets.\n"
        ),
    }
}

fn totals(programs: &[Measured], columns: &[&'static Column]) -> String {
    let whole = whole(programs);
    let bugs: u64 = whole.iter().map(|measured| measured.bugs).sum();
    let mut text = format!(
        "\n## Warnings and coverage\n\nThe sum of {} programs, which have {bugs} warnings, and the averages of the coverage that the tests \
         have natively.\n\n| column | warnings | lines | branches | in the paper |\n|---|---|---|---|---|\n",
        whole.len()
    );
    for column in columns {
        let all: Vec<&Runs> = whole.iter().filter_map(|measured| measured.of(column.name)).collect();
        let warnings = over_programs(&all, sum_of_warnings).text(0, "");
        let lines = over_programs(&all, |all| mean(all, |n| n.nodes)).text(1, " %");
        let branches = over_programs(&all, |all| mean(all, |n| n.edges)).text(1, " %");
        let paper = match column.paper {
            Some("linear") => "74, 65 %, 59 %",
            Some("box") => "60, 55 %, 50 %",
            Some("sampling") => "59, 51 %, 47 %",
            Some("random") => "49, 44 %, 40 %",
            _ => "",
        };
        let _ = writeln!(text, "| {} | {warnings} | {lines} | {branches} | {paper} |", shown(column));
    }
    text
}

fn by_program(programs: &[Measured], columns: &[&'static Column]) -> String {
    let mut text = String::from(
        "\nThe same by program: warnings, and the share of branches. Below each, what the paper has of the program that ours is like.\n\n\
         | program | warnings |",
    );
    columns.iter().for_each(|column| text += &format!(" {} |", column.name));
    text += &format!("\n|---|---|{}\n", "---|".repeat(columns.len()));
    for measured in programs {
        let _ = write!(text, "| {} | {} |", measured.program, measured.bugs);
        for column in columns {
            let cell = measured.of(column.name).map_or("-".into(), |runs| {
                let end = if runs.is_complete() { ", complete" } else { "" };
                format!("{}, {}{end}", runs.warnings().text(0, ""), runs.edges().text(1, " %"))
            });
            let _ = write!(text, " {cell} |");
        }
        text += "\n";
        let Some(like) = measured.paper["program"].as_str() else { continue };
        let _ = write!(text, "| *{like}* | |");
        for column in columns.iter().map(|column| COLUMNS.iter().find(|c| c.name == column.name).and_then(|c| c.paper))
        {
            let number = |column: &str, key: &str| measured.paper[column][key].as_u64().unwrap_or(0);
            let cell = column.map(|c| format!(" *{}, {} %* |", number(c, "warnings"), number(c, "edges")));
            text += &cell.unwrap_or(" |".into());
        }
        text += "\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::measure::tests::{example, with_seeds};
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_page_says_how_far_seeds_are_apart() {
        let columns: Vec<&'static Column> = COLUMNS.iter().collect();
        let text = |measured: Measured, seeds| {
            let results = Results {
                command: "secateur bench sample".into(),
                limits: &Limits::of(Duration::from_secs(10), seeds),
                columns: &columns,
                programs: &[measured],
                generated: None,
                figure: None,
            };
            text(&results, "sampling")
        };
        let (one, three) = (text(example(), 1), text(with_seeds(), 3));
        assert!(!one.contains("seeds"), "{one}");
        for expected in [
            "Each column was run with 3 seeds.",
            "| plain search (`--sample=off`) | 4 (3–5) | 94.0 % | 90.0 % (80.0–90.0) |  |",
            "| - | - | - | 2 (1–3), 40.0 % (30.0–40.0) | - | - | 4 (3–5), 90.0 % (80.0–90.0) |",
        ] {
            assert!(three.contains(expected), "{expected}: {three}");
        }
    }

    #[test]
    fn the_page_has_every_table_and_plot() {
        let folder = tempfile::tempdir().unwrap();
        let page = folder.path().join("sampling.md");
        let columns: Vec<&'static Column> = COLUMNS.iter().collect();
        let (generated, figure) = (Generated::new(&columns), Figure::new());
        let results = Results {
            command: "secateur bench sample".into(),
            limits: &Limits::of(Duration::from_secs(10), 1),
            columns: &columns,
            programs: &[example()],
            generated: Some(&generated),
            figure: Some(&figure),
        };
        write(&page, &results).unwrap();
        let text = std::fs::read_to_string(&page).unwrap();
        for expected in [
            "Written by `secateur bench sample`",
            "| plain search (`--sample=off`) | 4 | 94.0 % | 90.0 % |  |",
            "| uniform random (`--search random-input --prune none`) | 2 | 50.0 % | 40.0 % | 49, 44 %, 40 % |",
            "| arraycr | 5 | - | - | - | 2, 40.0 %, complete | - | - | 4, 90.0 % |",
            "| *ARRAYCR* | | *4, 90 %* | *4, 90 %* | *4, 90 %* | *2, 86 %* | | | |",
            "| arraycr | 4 | 3 | 75.0 % | ARRAYCR: 0 of 0 (0 %) |",
            "| all | 0 | 0 |",
            "![where the samples lie](sampling/samples.svg)",
        ] {
            assert!(text.contains(expected), "{expected}: {text}");
        }
        assert!(folder.path().join("sampling/samples.svg").is_file());
        assert!(folder.path().join("sampling/needed.svg").is_file());
    }
}
