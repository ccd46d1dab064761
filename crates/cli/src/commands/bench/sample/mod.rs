//! `secateur bench sample`: what sampling with feedback finds. It makes the evaluation of Sankaranarayanan, Chang, Jiang,
//! Ivančić: State Space Exploration using Feedback Constraint Generation and Monte-Carlo Sampling again:
//!
//! - table 3: how many checks there are, and how many of them are proved before anything runs (`proved`);
//! - table 4: warnings and coverage (`measure`, `table`) of figure 2 and of nine programs of the same description as the paper's,
//!   with each of its ways to explore and three of ours (`columns`), all given the same time, with one seed or the median of several
//!   (`seeds`);
//! - programs with conditions that plain search cannot solve in its time (`generate`), and how many of them sampling solves
//!   (`generated`). They are called `generated` among the programs;
//! - example 3.1 and figure 3: how many samples it takes to find two numbers with a certain product (`figure`), whenever figure 2 is
//!   among the programs.
//!
//! A warning is a place and a kind of error. The paper's nodes are our lines, its edges are our branches, of the whole program
//! and as the tests cover them natively. Every run is a child of its own. Results are tables, JSON, plots, and a page of documentation
//! (`page`).

mod columns;
mod figure;
mod generate;
mod generated;
mod measure;
mod page;
mod programs;
mod proved;
mod seeds;
mod table;

use super::output::Output;
use crate::options;
use anyhow::ensure;
use figure::Figure;
use generated::Generated;
use measure::{Limits, Measured};
use programs::Set;
use serde_json::json;
use std::process::ExitCode;

pub fn run(bench: &options::Bench) -> anyhow::Result<ExitCode> {
    ensure!(
        bench.search.is_empty(),
        "--search is not for `secateur bench sample`, where each column has its own search"
    );
    let folder = super::folder(bench);
    let wanted = programs::read(&folder, &bench.names)?;
    let (columns, left_out) = columns::available();
    let limits = Limits::new(bench);
    let mut output = Output::new(bench, &folder)?;
    left_out.iter().for_each(|(name, why)| output.say(&format!("not available in this build: {name} ({why})")));
    let (mut failures, mut programs) = (Vec::new(), Vec::new());
    for subject in &wanted.subjects {
        let measured = measure::measure(subject, &columns, &limits);
        output.say(&table::of_program(&measured, programs.is_empty()));
        failures.extend(measured.failures());
        programs.push(measured);
    }
    if programs.len() > 1 {
        output.say(&table::totals(&programs, &columns));
        output.say(&proved::table(&programs));
    }
    let figure = wanted.subjects.iter().any(|subject| subject.set == Set::Figure).then(Figure::new);
    if let Some(figure) = &figure {
        output.say(&figure.text());
        output.write("samples.svg", &figure.samples())?;
        output.write("needed.svg", &figure.needed())?;
    }
    let mut generated = wanted.has_generated.then(|| Generated::new(&columns));
    if let Some(generated) = &mut generated {
        generated.measure(bench.generated, &limits, &mut failures)?;
        output.say(&generated.table());
    }
    if let Some(page) = &bench.page {
        let (command, programs) = (super::command_line(), &programs[..]);
        let (generated, figure) = (generated.as_ref(), figure.as_ref());
        page::write(page, &page::Results { command, limits: &limits, columns: &columns, programs, generated, figure })?;
    }
    let results = json!({
        "suite": "sample", "seeds": limits.seeds,
        "columns": columns.iter().map(|column| column.name).collect::<Vec<_>>(),
        "programs": programs.iter().map(Measured::json).collect::<Vec<_>>(),
        "generated": generated.as_ref().map(Generated::json),
        "figure": figure.as_ref().map(Figure::json),
        "left_out": left_out.iter().map(|(column, why)| json!({"column": column, "why": why})).collect::<Vec<_>>(),
        "failures": failures,
    });
    output.finish(&results)?;
    ensure!(failures.is_empty(), "not everything could be measured:\n  {}", failures.join("\n  "));
    Ok(ExitCode::SUCCESS)
}
