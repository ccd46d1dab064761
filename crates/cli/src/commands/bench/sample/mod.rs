//! `secateur bench sample`: what sampling with feedback finds. It makes the evaluation of Sankaranarayanan, Chang, Jiang,
//! Ivančić: State Space Exploration using Feedback Constraint Generation and Monte-Carlo Sampling again:
//!
//! - table 3: how many checks there are, and how many of them are proved before anything runs (`proved`);
//! - table 4: warnings and coverage (`measure`, `table`) of figure 2 and of nine programs of the same description as the paper's,
//!   with each of its ways to explore and two of ours (`columns`), all given the same time;
//! - programs with conditions that plain search cannot solve in its time (`generate`), and how many of them sampling solves
//!   (`generated`). They are called `generated` among the programs.
//!
//! A warning is a place and a kind of error. The paper's nodes are our lines, its edges are our branches, of the whole program
//! and as the tests cover them natively. Every run is a child of its own.

mod columns;
mod generate;
mod generated;
mod measure;
mod programs;
mod proved;
mod table;

use super::output::Output;
use crate::options;
use anyhow::ensure;
use columns::Column;
use generated::Generated;
use measure::{Limits, Measured};
use serde_json::{Value, json};
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
    let generated = match wanted.has_generated {
        true => Some(generated_programs(bench, &columns, &limits, &mut output, &mut failures)?),
        false => None,
    };
    let results = json!({
        "suite": "sample",
        "columns": columns.iter().map(|column| column.name).collect::<Vec<_>>(),
        "programs": programs.iter().map(Measured::json).collect::<Vec<_>>(),
        "generated": generated,
        "left_out": left_out.iter().map(|(column, why)| json!({"column": column, "why": why})).collect::<Vec<_>>(),
        "failures": failures,
    });
    output.finish(&results)?;
    ensure!(failures.is_empty(), "not everything could be measured:\n  {}", failures.join("\n  "));
    Ok(ExitCode::SUCCESS)
}

fn generated_programs(
    bench: &options::Bench,
    columns: &[&'static Column],
    limits: &Limits,
    output: &mut Output,
    failures: &mut Vec<String>,
) -> anyhow::Result<Value> {
    let mut generated = Generated::new(columns);
    generated.measure(bench.generated, limits, failures)?;
    output.say(&generated.table());
    Ok(generated.json())
}
