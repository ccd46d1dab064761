//! `secateur test`: explores the program, writes tests, replays them natively, and sums up.

mod auto;
mod branches;
mod found;
mod hints;
pub mod load;
mod losses;
mod noted;
mod output;
mod partition;
mod progress;
mod proofs;
mod replays;
mod run;
pub mod session;
mod sliced;
mod starts;
mod summary;
mod technique;
mod tell;
mod timeline;
mod unit;

pub use timeline::is_milestone;

use crate::options::{OnOff, Sample, Test};
use crate::style;
use anyhow::{Context, anyhow};
use output::Output;
use progress::{Phase, Reporter, Scale};
use secateur_explore::{Options, Predictor, Technique, Workers, panics};
use secateur_solver::{Interrupter, Solver};
use secateur_vm::env::{EnvConfig, Host, Stream};
use secateur_vm::{Config, Program, checks};
use session::Session;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
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

pub fn run(given: &Test) -> anyhow::Result<ExitCode> {
    let (begun, started) = (Instant::now(), std::time::SystemTime::now());
    let test = &mut given.clone();
    test.choose_techniques();
    check_names(test)?;
    let checks = super::exec::parse_checks(&test.check)?;
    let parts = partition::choose(test)?;
    let paths = noted::read(test)?;
    starts::all(test)?;
    output::check(test)?;
    let quiet = test.quiet || test.json && !test.verbose;
    let reporter = Reporter::new(quiet, Scale { begun, time: test.time });
    // A crash of ours on one path is told at the end, not in the middle of the progress.
    panics::keep_quiet();
    let deadline = begun.checked_add(test.time);
    let ready = load::load(test, deadline, |text| eprintln!("{text}"))?;
    let load::Ready { front, unit, module, compiled } = ready;
    let chosen = if unit.is_none() { auto::choose(test, &module) } else { None };
    let (test, starts) = (&*test, starts::all(test)?);
    let for_replay = (test.replay == OnOff::On).then(|| (front.clone(), compiled, module.clone()));
    let coverage = secateur_testgen::Coverage::new(&module);
    let (lines, map) = (coverage.summary().lines.total, coverage.branch_map());
    let muted: Vec<&'static str> = checks::ALL.iter().filter(|c| !checks.reports(c)).map(|c| c.name).collect();
    let symbolic = |program: Program| {
        let program = program.with_symbolic_input(map.len() as u32, |f, b| map.edge(f, b, 0).map(|edge| edge.0));
        if test.partition.is_some() { program.with_flow() } else { program }
    };
    let program = Program::new(module, checks.clone(), test.max_memory)
        .map_err(|needed| anyhow!("the program's global variables need {needed} bytes; raise --max-memory"))?;
    let program = symbolic(program);
    // Everything that can be refused has been, so that a refusal leaves no folder behind.
    let solver_config = solver_config(test)?;
    let sources = super::folder::sources(&test.program.files, &program.module);
    let output = Output::create(test, &sources)?;
    output.log("loaded the program");
    if let Some(unit) = &unit {
        output.write_harness(unit)?;
    }
    let stop = Arc::new(AtomicBool::new(false));
    let interrupter = Interrupter::default();
    listen(&stop, interrupter.clone())?;
    let proofs = (test.prove == OnOff::On).then(|| proofs::prove(&program, test, deadline, &stop));
    if let Some(proofs) = &proofs {
        let work = proofs.work;
        output.log(&format!("proved what can be: {}, {work} units of work", proofs::extent(proofs)));
    }
    let slice = sliced::make(test, &program, proofs.as_ref(), deadline, &stop);
    if let Some(slice) = &slice {
        output.log(&format!("left out {} sides of branches and {} calls", slice.sides, slice.calls));
    }
    let make =
        |module: &secateur_ir::Module| Program::new(module.clone(), checks.clone(), test.max_memory).ok().map(symbolic);
    // What is explored; tests are about the whole program.
    let part = slice.as_ref().and_then(|slice| make(&slice.module));
    let end = replays::End::new(deadline, test.time, stop.clone());
    let name = test.program.name().into_os_string();
    let replays = replays::start(for_replay, (name, unit.is_some()), muted, end);
    let predictor = Predictor::new(&program, &config(test));
    let ends = (deadline, stop.clone());
    reporter.phase(Phase::Exploring);
    let mut session = Session::new(test, &output, predictor, config(test), starts, (replays, reporter), ends)?;
    (session.unit, session.is_sliced) = (unit.as_ref(), part.is_some());
    session.assume(chosen);
    if test.replay == OnOff::On && !secateur_testgen::confine::is_possible() {
        let what = "this kernel has no Landlock, so tests that are replayed natively can change files outside of their \
                    folder; use --replay off for a program that does";
        session.assume([what.to_string()]);
    }
    session.assume(technique::notes(test));
    let explore = |shown: &Program, session: &mut Session| {
        let options = Options {
            config: config(test),
            starts: session.starts().to_vec(),
            deadline,
            max_memory: test.max_memory,
            max_paths: test.max_paths,
            max_depth: test.depth,
            technique: Technique {
                paths: paths.clone(),
                ..technique::make(test, shown, unit.as_ref(), parts.as_ref(), proofs.as_ref())
            },
            stop: stop.clone(),
        };
        let (technique, start_count) = (options.technique.clone(), options.starts.len() as u32);
        let workers = Workers {
            // A bound on decisions needs the whole tree of paths in one place, and so does what is known about parts of the input.
            jobs: if test.depth == u32::MAX && parts.is_none() && !test.samples() && !noted::is_on(test) {
                test.jobs
            } else {
                1
            },
            program: &|| make(&shown.module),
            solver: &|part| Solver::new(for_part(&solver_config, part)),
            strategy: &|part| technique.strategy(test.seed.wrapping_add(part.wrapping_mul(SEED_STEP)), start_count),
            host: &|| Box::new(Nowhere),
        };
        let explored = secateur_explore::explore(shown, options, &workers, interrupter.clone(), session);
        (explored, technique)
    };
    let mut shown = part.as_ref().unwrap_or(&program);
    let (mut explored, mut technique) = explore(shown, &mut session);
    // A new one, since code remembers which of its branches were taken.
    let whole = session.begin_whole().then(|| make(&program.module)).flatten();
    if let Some(whole) = &whole {
        shown = whole;
        (explored, technique) = explore(shown, &mut session);
    }
    let (report, stats, mismatches) = (explored.report, explored.stats, explored.mismatches);
    let (dropped, rebuilt, postponed) = (report.dropped, report.rebuilt, report.postponed);
    let states =
        format!("{dropped} states dropped for lack of memory, {rebuilt} built again, {postponed} put off as hard");
    output.log(&format!("explored: {:?}; {states}", report.counts));
    if test.jobs > 1 {
        let shared = match explored.parts {
            0 => "the run was too short to be shared".to_string(),
            parts => format!("{} of the tree, {}", count(parts, "part"), count(explored.turns, "turn")),
        };
        output.log(&format!("{}: {shared}", count(test.jobs.into(), "worker")));
    }
    let told = slice.as_ref().map(|slice| sliced::told(slice, &coverage, session.contradicted.as_ref()));
    let mut found = session.finish();
    found.asked_for_input |= report.asks_for_input;
    if let Some(error) = found.failure.take() {
        return Err(error.context("the run ended early, because a test could not be written"));
    }
    let found_out = report.partition.clone().unwrap_or_default();
    if let Some(parts) = &parts {
        found.warnings = parts.warnings(&found_out, &found.inputs);
        found.partition = report.partition.as_ref().map(|all| parts.report(all, &mut found.inputs));
    }
    let checks = proofs.as_ref().map(|proofs| proofs::report(proofs, &program.module));
    let summary = summary::make(summary::Facts {
        test,
        checks: proofs.as_ref().zip(checks.as_ref()),
        report: &report,
        stats: &stats,
        found: &found,
        lines,
        edges: program.edge_count(),
        technique: &technique,
        sliced: told.as_ref(),
        time: begun.elapsed(),
    });
    noted::write(test, &report.begun)?;
    losses::write(&output, &report, &found)?;
    super::expected::write(&output.folder, &found.notes, &found.recorded)?;
    output.write("summary.json", &summary.to_json()?)?;
    let run = run::make(run::Facts {
        test,
        report: &report,
        stats: &stats,
        found: &mut found,
        program: shown,
        coverage,
        summary: &summary,
        started,
        checks,
        sliced: told,
    });
    output.reports(&run)?;
    if !test.quiet {
        eprint!("{}", tell::text(&run, &found, &output.folder, style::colour()));
    }
    if test.json {
        super::print(&(summary.to_json()? + "\n"))?;
    }
    if let Some(why) = proofs.and_then(|proofs| proofs::contradicted(&proofs, &program.module, &found.bugs)) {
        return Err(anyhow!(why));
    }
    if !mismatches.is_empty() {
        let first = mismatches.first().map_or("", String::as_str);
        return Err(anyhow!("--validate-solver found {} wrong answers; the first: {first}", mismatches.len()));
    }
    if let Some(why) = parts.and_then(|parts| parts.refusal(&found_out, &found.inputs)) {
        return Err(anyhow!("{why}. What was found until then is in {}", output.folder.display()));
    }
    Ok(if found.bugs.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Names that clap cannot know.
pub fn check_names(test: &Test) -> anyhow::Result<()> {
    technique::check(test)?;
    if let Some(name) = test.solver_off.iter().find(|n| !secateur_solver::TIERS.iter().any(|t| t.name == *n)) {
        let known: Vec<&str> = secateur_solver::TIERS.iter().map(|t| t.name).collect();
        return Err(anyhow!("no tier of the solver is called `{name}`; the tiers are: {}", known.join(", ")));
    }
    // The word is taken for a file.
    let word = test.program.files.first().and_then(|file| file.to_str()).unwrap_or_default();
    let is_word = <Sample as clap::ValueEnum>::from_str(word, false).is_ok();
    if test.sample == Some(Sample::Along) && is_word && !Path::new(word).exists() {
        return Err(anyhow!("there is no file `{word}`; for that way to sample write --sample={word}"));
    }
    if test.minimise && test.replay == OnOff::Off {
        return Err(anyhow!("--minimise needs to know what tests cover natively; leave --replay on"));
    }
    Ok(())
}

/// The program sees no environment, and an empty working directory, and can change what it can in the native replay.
fn config(test: &Test) -> Config {
    let default = EnvConfig::default();
    // Native runs have their folder there.
    let device = std::fs::metadata(std::env::temp_dir()).map_or(default.device, |folder| folder.dev());
    let env = EnvConfig {
        device,
        cwd: PathBuf::from("/secateur/run"),
        fresh_cwd: true,
        guard: Some(secateur_testgen::confine::open_folders()),
        seed: test.seed,
        ..default
    };
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

/// Parts of a run have seeds of their own, far from each other.
const SEED_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Each part of a run has a folder for its queries.
fn for_part(config: &secateur_solver::Config, part: u64) -> secateur_solver::Config {
    let folder = |all: &PathBuf| if part == 0 { all.clone() } else { all.join(format!("part-{part:04}")) };
    secateur_solver::Config { dump: config.dump.as_ref().map(folder), ..config.clone() }
}

/// The first Ctrl-C ends the run with everything written; the second ends it at once.
fn listen(stop: &Arc<AtomicBool>, interrupter: Interrupter) -> anyhow::Result<()> {
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

/// For messages: `3 tests`, `1 test`.
pub fn count(n: u64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
