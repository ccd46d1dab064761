//! `secateur list`: what can be named on the command line, from the registries.

use secateur_vm::checks;
use std::process::ExitCode;

pub fn run() -> anyhow::Result<ExitCode> {
    println!("checks (--check NAME[,NAME...] or all):");
    for check in checks::ALL {
        let off = if check.default { "" } else { " (off by default)" };
        println!("  {:<22} {}{off}", check.name, check.summary);
    }
    Ok(ExitCode::SUCCESS)
}
