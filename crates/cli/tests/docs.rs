//! Every command that the documentation shows is run, and prints what the page says.

mod support;

use std::process::ExitCode;
use support::{pages, root, test};

/// What may be shown without being run: it installs, builds for minutes, or waits for a person.
const NOT_RUN: &[&str] = &["make demo", "make test", "make install", "gdb", "xdg-open", "git clone", "apt-get"];

fn main() -> ExitCode {
    let mut tests = vec![test("rules", pages::rules_hold)];
    let mut files = vec![root().join("README.md")];
    for folder in ["docs", "docs/howto", "docs/book"] {
        let entries = std::fs::read_dir(root().join(folder)).into_iter().flatten().flatten().map(|e| e.path());
        files.extend(entries.filter(|p| p.extension().is_some_and(|e| e == "md")));
    }
    files.sort();
    for file in files {
        let name = file.strip_prefix(root()).unwrap_or(&file).to_string_lossy().into_owned();
        tests.push(test(name, move || pages::follow(&file, NOT_RUN)));
    }
    support::main(tests)
}
