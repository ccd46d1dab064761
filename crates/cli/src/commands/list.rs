//! `secateur list`: what can be named on the command line, from the registries.

use secateur_vm::checks;
use std::fmt::Write;
use std::process::ExitCode;

pub fn run() -> anyhow::Result<ExitCode> {
    let mut text = String::from("checks (--check NAME[,NAME...] or all):\n");
    for check in checks::ALL {
        let off = if check.default { "" } else { " (off by default)" };
        let _ = writeln!(text, "  {:<22} {}{off}", check.name, check.summary);
    }
    super::print(&text)?;
    Ok(ExitCode::SUCCESS)
}
