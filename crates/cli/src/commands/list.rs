//! `secateur list`: what can be named on the command line, from the registries.

use secateur_explore::{prunings, strategies};
use secateur_testgen::formats;
use secateur_vm::checks;
use std::fmt::Write;
use std::process::ExitCode;

/// No pruning, and no strategy either: it goes with each of them.
const SOLVE_FIRST: (&str, &str) = (
    "every branch of a path is tried once before those that it leads to, so that look-ahead prunes more",
    "Bardin, Herrmann: Pruning the Search Space in Path-based Test Generation (ICST 2009)",
);

/// Goes with every strategy and pruning.
const PARTITION: (&str, &str) = (
    "parts of the input that do not interfere are explored apart, not in every combination",
    "Majumdar, Xu: Reducing Test Inputs Using Information Partitions (CAV 2009)",
);

pub fn run() -> anyhow::Result<ExitCode> {
    let mut text = String::from("checks (--check NAME[,NAME...] or all):\n");
    for check in checks::ALL {
        let off = if check.default { "" } else { " (off by default)" };
        let _ = writeln!(text, "  {:<22} {}{off}", check.name, check.summary);
    }
    text += "\nstrategies, which take turns if there are several (--search NAME[,NAME...]):\n";
    for strategy in strategies::ALL {
        let _ = writeln!(text, "  {:<22} {}\n  {:<22} from {}", strategy.name, strategy.summary, "", strategy.paper);
    }
    text += "\nprunings (--prune NAME[,NAME...] or none):\n";
    for pruning in prunings::ALL {
        let _ = writeln!(text, "  {:<22} {}\n  {:<22} from {}", pruning.name, pruning.summary, "", pruning.paper);
    }
    text += "\nthe order within a path:\n";
    let _ = writeln!(text, "  {:<22} {}\n  {:<22} from {}", "--solve-first", SOLVE_FIRST.0, "", SOLVE_FIRST.1);
    text += "\nparts of the input:\n";
    let _ = writeln!(text, "  {:<22} {}\n  {:<22} from {}", "--partition auto|FILE", PARTITION.0, "", PARTITION.1);
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
