//! `secateur list`: what can be named on the command line, from the registries.

use secateur_explore::strategies;
use secateur_testgen::formats;
use secateur_vm::checks;
use std::fmt::Write;
use std::process::ExitCode;

pub fn run() -> anyhow::Result<ExitCode> {
    let mut text = String::from("checks (--check NAME[,NAME...] or all):\n");
    for check in checks::ALL {
        let off = if check.default { "" } else { " (off by default)" };
        let _ = writeln!(text, "  {:<22} {}{off}", check.name, check.summary);
    }
    text += "\nstrategies (--search NAME):\n";
    for strategy in strategies::ALL {
        let _ = writeln!(text, "  {:<22} {} ({})", strategy.name, strategy.summary, strategy.paper);
    }
    text += "\nformats of tests (--format NAME[,NAME...]):\n";
    for format in formats::ALL {
        let _ = writeln!(text, "  {:<22} {}", format.name, format.summary);
    }
    text += "\ntiers of the solver, in the order in which they are asked (--solver-off NAME[,NAME...]):\n";
    for tier in secateur_solver::TIERS {
        let _ = writeln!(text, "  {:<22} {}", tier.name, tier.summary);
    }
    super::print(&text)?;
    Ok(ExitCode::SUCCESS)
}
