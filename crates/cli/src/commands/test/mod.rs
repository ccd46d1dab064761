//! `secateur test`: explores the program, writes tests, replays them natively, and sums up.

mod losses;
mod output;
mod progress;
mod replays;
mod session;
mod starts;
mod summary;

use crate::options::{OnOff, Test};
use anyhow::{Context, anyhow};
use output::Output;
use secateur_explore::{Explorer, Options, Predictor, panics, strategies};
use secateur_front::Loaded;
use secateur_solver::Solver;
use secateur_vm::env::{EnvConfig, Host, Stream};
use secateur_vm::{Config, Program, checks};
use session::Session;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What the program prints goes nowhere; what it reads that is not symbolic is empty.
struct Nowhere;

impl Host for Nowhere {
    fn read_stdin(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Ok(0)
    }
    fn write_out(&mut self, _: Stream, _: &[u8]) -> std::io::Result<()> {
        Ok(())
    }
}

pub fn run(test: &Test) -> anyhow::Result<ExitCode> {
    let begun = Instant::now();
    check_names(test)?;
    let checks = super::exec::parse_checks(&test.check)?;
    let starts = starts::all(test)?;
    output::check(test)?;
    // A crash of ours on one path is told at the end, not in the middle of the progress.
    panics::keep_quiet();
    let deadline = begun.checked_add(test.time);
    let front = secateur_front::Options { deadline, ..super::front_options(&test.program)? };
    let sources = super::program::sources(&test.program, test.quiet)?;
    let Loaded { module, compiled, missing } = secateur_front::load(&sources, &front, &secateur_vm::is_native)?;
    if !test.quiet {
        super::program::tell_missing(&missing);
    }
    let for_replay = (test.replay == OnOff::On).then(|| (front.clone(), compiled, module.clone()));
    let coverage = secateur_testgen::Coverage::new(&module);
    let (lines, map) = (coverage.summary().lines.total, coverage.branch_map());
    let muted: Vec<&'static str> = checks::ALL.iter().filter(|c| !checks.reports(c)).map(|c| c.name).collect();
    let program = Program::new(module, checks, test.max_memory)
        .map_err(|needed| anyhow!("the program's global variables need {needed} bytes; raise --max-memory"))?
        .with_symbolic_input(map.len() as u32, |f, b| map.edge(f, b, 0).map(|edge| edge.0));
    // Everything that can be refused has been, so that a refusal leaves no folder behind.
    let solver = Solver::new(solver_config(test)?);
    let output = Output::create(test)?;
    output.log("loaded the program");
    let stop = Arc::new(AtomicBool::new(false));
    let options = Options {
        config: config(test),
        starts: starts.clone(),
        deadline,
        max_memory: test.max_memory,
        max_paths: test.max_paths,
        max_depth: test.depth,
        stop: stop.clone(),
    };
    listen(&stop, solver.interrupter())?;
    let replays =
        replays::start(for_replay, test.program.name().into(), muted, replays::End { deadline, stop: stop.clone() });
    let predictor = Predictor::new(&program, &options.config);
    let ends = (deadline, stop.clone());
    let mut session = Session::new(test, &output, predictor, config(test), starts, replays, ends)?;
    let mut explorer = Explorer::new(&program, options, solver);
    let mut strategy = (strategies::find(&test.search[0]).context("checked before")?.make)(test.seed);
    let report = explorer.run(&mut *strategy, &mut Nowhere, &mut session);
    let states = format!("{} states dropped for lack of memory, {} built again", report.dropped, report.rebuilt);
    output.log(&format!("explored: {:?}; {states}", report.counts));
    let stats = explorer.solver().stats.clone();
    let mismatches = explorer.solver().mismatches().to_vec();
    let mut found = session.finish();
    if let Some(error) = found.failure.take() {
        return Err(error.context("the run ended early, because a test could not be written"));
    }
    let summary = summary::make(summary::Facts {
        test,
        report: &report,
        stats: &stats,
        found: &found,
        lines,
        edges: program.edge_count(),
        time: begun.elapsed(),
    });
    losses::write(&output, &report, &found)?;
    output.write("summary.json", &summary.to_json()?)?;
    tell(test, &output, &summary, &found)?;
    if !mismatches.is_empty() {
        let first = mismatches.first().map_or("", String::as_str);
        return Err(anyhow!("--validate-solver found {} wrong answers; the first: {first}", mismatches.len()));
    }
    Ok(if found.bugs.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Names that clap cannot know.
fn check_names(test: &Test) -> anyhow::Result<()> {
    for name in &test.search {
        if strategies::find(name).is_none() {
            let known: Vec<&str> = strategies::ALL.iter().map(|s| s.name).collect();
            return Err(anyhow!("no strategy is called `{name}`; the strategies are: {}", known.join(", ")));
        }
    }
    if test.search.len() > 1 {
        return Err(anyhow!("--search takes one strategy in this version; several cannot be interleaved yet"));
    }
    if let Some(name) = test.prune.iter().find(|n| *n != "none") {
        return Err(anyhow!("no pruning is called `{name}`; this version has none, so write --prune none"));
    }
    if let Some(name) = test.solver_off.iter().find(|n| !secateur_solver::TIERS.iter().any(|t| t.name == *n)) {
        let known: Vec<&str> = secateur_solver::TIERS.iter().map(|t| t.name).collect();
        return Err(anyhow!("no tier of the solver is called `{name}`; the tiers are: {}", known.join(", ")));
    }
    Ok(())
}

/// The program sees no environment, and an empty working directory, as in the native replay.
fn config(test: &Test) -> Config {
    let env =
        EnvConfig { cwd: PathBuf::from("/secateur/run"), fresh_cwd: true, seed: test.seed, ..EnvConfig::default() };
    Config { args: super::exec::arguments(&test.program), environment: vec![], env, max_steps: test.path_steps }
}

fn solver_config(test: &Test) -> anyhow::Result<secateur_solver::Config> {
    if let Some(folder) = &test.dump_queries {
        std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    }
    Ok(secateur_solver::Config {
        validate: test.validate_solver,
        dump: test.dump_queries.clone(),
        disabled: test.solver_off.clone(),
        seed: test.seed,
        ..secateur_solver::Config::default()
    })
}

/// The first Ctrl-C ends the run with everything written; the second ends it at once.
fn listen(stop: &Arc<AtomicBool>, interrupter: secateur_solver::Interrupter) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    let stop = stop.clone();
    std::thread::spawn(move || {
        for signal in signals.forever() {
            if stop.swap(true, Ordering::Relaxed) {
                std::process::exit(128 + signal);
            }
            interrupter.interrupt();
        }
    });
    Ok(())
}

/// What the user reads at the end.
fn tell(test: &Test, output: &Output, summary: &summary::Summary, found: &session::Found) -> anyhow::Result<()> {
    if !test.quiet {
        for bug in &found.bugs {
            eprint!("{}", bug.text);
            let native = if bug.confirmed { "confirmed natively" } else { bug.why.as_str() };
            eprintln!("  test: {} ({native})\n", output.folder.join(&bug.test).display());
        }
        for divergence in found.divergences.iter().take(5) {
            eprintln!("secateur: divergence, which is a defect of ours: {divergence}");
        }
        match &found.measured {
            Some(Err(why)) => eprintln!("secateur: tests were not replayed natively: {why}"),
            Some(Ok(measured)) => {
                if let Some(why) = &measured.without_sanitizers {
                    eprintln!("secateur: there is no sanitizer build to confirm bugs: {why}");
                }
            }
            None => {}
        }
        eprintln!("secateur: {}", summary.sentence());
        eprintln!("secateur: results are in {}", output.folder.display());
    }
    if test.json {
        super::print(&(summary.to_json()? + "\n"))?;
    }
    Ok(())
}

/// For messages: `3 tests`, `1 test`.
pub fn count(n: u64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
