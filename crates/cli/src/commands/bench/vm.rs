//! `secateur bench vm`: how fast concrete code runs in the machine, as a ratio to native code of
//! clang -O0 measured in the same run, in processor time, so that other work on the machine matters
//! little. Each kernel's output is compared with the native one.

use super::{Native, cpu_seconds};
use crate::commands::exec::{Collect, prepare};
use crate::options;
use anyhow::{Context, ensure};
use secateur_vm::Machine;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

struct Row {
    name: String,
    native_s: f64,
    vm_s: f64,
    instructions: u64,
}

impl Row {
    fn ratio(&self) -> f64 {
        self.vm_s / self.native_s
    }
}

pub fn run(bench: &options::Bench) -> anyhow::Result<ExitCode> {
    let mut rows = Vec::new();
    for kernel in kernels(bench)? {
        let row = measure(&kernel)?;
        if !bench.json {
            print_row(&row);
        }
        rows.push(row);
    }
    let mean = (rows.iter().map(|r| r.ratio().ln()).sum::<f64>() / rows.len() as f64).exp();
    let worst = rows.iter().map(Row::ratio).fold(0.0, f64::max);
    if bench.json {
        let list: Vec<_> = rows
            .iter()
            .map(|r| {
                serde_json::json!({"kernel": r.name, "native_s": r.native_s, "vm_s": r.vm_s,
                "instructions": r.instructions, "ratio": r.ratio()})
            })
            .collect();
        println!("{}", serde_json::json!({"suite": "vm", "rows": list, "geometric_mean": mean, "worst": worst}));
    } else {
        println!("{:<14} {:>38.2}x native -O0 (geometric mean), {worst:.2}x at worst", "all", mean);
    }
    Ok(ExitCode::SUCCESS)
}

fn print_row(row: &Row) {
    let speed = row.instructions as f64 / row.vm_s / 1e6;
    println!(
        "{:<14} native {:>6.3} s   vm {:>7.3} s   {:>6.2}x   {speed:>5.0} million instructions/s",
        row.name,
        row.native_s,
        row.vm_s,
        row.ratio()
    );
}

fn kernels(bench: &options::Bench) -> anyhow::Result<Vec<PathBuf>> {
    let folder = super::folder(bench);
    let entries = std::fs::read_dir(&folder).with_context(|| {
        format!("{}: no kernels there; run in Secateur's folder or give --kernels", folder.display())
    })?;
    let mut all: Vec<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
    all.retain(|p| p.extension().is_some_and(|e| e == "c"));
    all.sort();
    let known: Vec<String> = all.iter().map(|p| stem(p)).collect();
    super::check_names(&bench.names, &known)?;
    all.retain(|p| bench.names.is_empty() || bench.names.contains(&stem(p)));
    ensure!(!all.is_empty(), "{}: no kernels there", folder.display());
    Ok(all)
}

fn stem(path: &Path) -> String {
    path.file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned())
}

/// The best of three runs each, native and machine in turn.
fn measure(kernel: &Path) -> anyhow::Result<Row> {
    let native = Native::build(kernel)?;
    let program = options::Program {
        compile_commands: None,
        files: vec![kernel.to_path_buf()],
        include: vec![],
        define: vec![],
        cflag: vec![],
        args: vec![],
    };
    let (program, config) = prepare(&program)?;
    let (mut native_s, mut vm_s, mut instructions) = (f64::MAX, f64::MAX, 0);
    for _ in 0..3 {
        let (seconds, expected) = native.time()?;
        native_s = native_s.min(seconds);
        let mut host = Collect { stdout: vec![] };
        let mut machine = Machine::new(&program, &config);
        let start = cpu_seconds(libc::RUSAGE_SELF);
        machine.run(&config, &mut host);
        vm_s = vm_s.min(cpu_seconds(libc::RUSAGE_SELF) - start);
        instructions = machine.steps;
        ensure!(host.stdout == expected, "{}: the machine's output differs from the native one", kernel.display());
    }
    Ok(Row { name: stem(kernel), native_s, vm_s, instructions })
}
