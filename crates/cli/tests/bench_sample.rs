//! The programs of `secateur bench sample`: they compile without warnings and can be tested, and have the bugs that `BUGS.md`
//! lists, natively and in the machine.

mod support;

use libtest_mimic::Failed;
use std::collections::BTreeSet;
use std::process::{Command, ExitCode};
use support::bench::{Listed, build, compiles_cleanly, entries, exec, stand_in, try_out};
use support::run::run;
use support::{Outcome, empty_folder, ensure, root, test};

fn main() -> ExitCode {
    support::main(vec![
        test("bench_sample/programs_can_be_tested", programs_can_be_tested),
        test("bench_sample/listed_bugs_are_real", listed_bugs_are_real),
    ])
}

const STAND_IN: &str = "sample_input.c";

fn programs_can_be_tested() -> Outcome {
    for (entry, flags) in entries("sample", &["figure", "programs"])? {
        compiles_cleanly(&flags)?;
        let summary = try_out(&[&["--prune".to_string(), "none".into()], &flags[..]].concat())?;
        let ended = ["completed", "bug"].iter().filter_map(|end| summary["paths"][end].as_u64()).sum::<u64>();
        ensure(ended > 1 && summary["paths"]["unsupported"] == 0, || format!("{entry}: {summary}"))?;
        ensure(summary["losses"] == 0, || format!("{entry}: {summary}"))?;
    }
    Ok(())
}

/// A program, and an input that does much and that nothing is wrong with.
const ORDINARY: [(&str, &str); 10] = [
    ("figure2", "x 30/4\ny 6/4"),
    // An array of four is made, filled and copied; the copy is merged with it, and the array grows.
    ("arraycr", "commands 0 0 4/2 @8 8 0 1/2 3/2 7/2 @16 6 @24 9 1 @32 5 0 8/2"),
    // 27 reaches four levels. It is found and followed, the list is split behind it, and it is removed.
    ("skiplist", "commands 0 0 27/2 @6 0 0 30/2 @12 2 0 27/2 @18 3 @24 8 0 28/2 @30 1 0 27/2"),
    // 70000 to the power of 5 modulo 1000, and a large square that is printed.
    ("bigint", "commands 1 0 0 0 70000/4 1 1 0 0 1000/4 7 2 0 1 5/4 3 0 0 0 @28 0/4 10 2 2"),
    ("varset", "input 5/4 44/4 5/4 44/4 0 @28 5 0 0 0 6/4 40/4 @40 11 @52 20 @64 21"),
    ("sttable", "commands 1 0 0/2 7/4 1/4 @12 1 0 0/2 12/4 0/4 @24 9 @36 11 0 0/2 7/4 @48 12"),
    ("strapp1", "utterances \"add Ann one double 2\" @24 \"call (ann)\""),
    ("strapp2", "input \"%u%n: %05d \\x41\" @16 \"ann\" @24 -7/4 90/2"),
    // Opened, a sector written, a partition made.
    ("drive1", "input 0xd15c/2 1/2 1/4 8/4 53606/4 1/4 @36 4/4 0/4 3/4 1/4 @56 5/4 @76 6/4 1/4 2/4 3/4 12/4 @96 2/4"),
    ("netdev", "input 2 2 0 0 0 0 7 0 5 0 8 1 5 1 2 9 5 0 3"),
];

/// The rows of the tables of `BUGS.md`, mistake by mistake.
fn mistakes() -> Result<Vec<Vec<Listed>>, Failed> {
    let text = std::fs::read_to_string(root().join("bench/sample/BUGS.md"))?;
    let row = |file: &str, line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [shown, kind, input] = cells[..] else { return Err(Failed::from(format!("not a row: {line}"))) };
        let input = input.split('`').skip(1).step_by(2).map(str::to_string).collect();
        Ok(Listed { file: file.to_string(), kind: kind.to_string(), shown: shown.to_string(), input })
    };
    let mistake = |section: &str| {
        let file = section.split(':').next().unwrap_or_default();
        let rows: Vec<&str> = section.lines().filter(|line| line.starts_with('|')).skip(2).collect();
        ensure(!rows.is_empty(), || format!("a mistake without a warning: {section}"))?;
        rows.into_iter().map(|line| row(file, line)).collect()
    };
    text.split("\n## ").skip(1).map(mistake).collect()
}

/// Each program on a native build with sanitizers: an ordinary input leads to no report, the listed ones do; and of each
/// kind, the machine sees what native code does.
fn listed_bugs_are_real() -> Outcome {
    let folder = empty_folder();
    let mistakes = mistakes()?;
    for (entry, _) in entries("sample", &["figure", "programs"])? {
        let name = entry["name"].as_str().unwrap_or_default();
        let source = format!("sample/{name}.c");
        let binary = build(folder.path(), &source, &[], &stand_in(STAND_IN))?;
        let input = ORDINARY.iter().find(|(program, _)| *program == name).map(|(_, input)| *input);
        let input = input.ok_or_else(|| format!("{name} has no ordinary input"))?;
        for mut command in [Command::new(&binary), exec(&source, &[], &stand_in(STAND_IN))] {
            let run = run(&mut command, (input.to_string() + "\n").as_bytes())?;
            let seen = (run.code(), run.out(), run.err());
            ensure(seen == (Some(0), String::new(), String::new()), || format!("{name}: {seen:?}"))?;
        }
        let (mut warnings, mut kinds) = (BTreeSet::new(), BTreeSet::new());
        for warning in mistakes.iter().flatten().filter(|warning| warning.file == format!("{name}.c")) {
            warning.is_seen_by(&binary)?;
            warnings.insert((&warning.shown, &warning.kind));
            // What stands in for the harness reports failed assertions itself.
            if kinds.insert(&warning.kind) && warning.kind != "assertion-failure" {
                warning.is_seen_by_the_machine(&source, &[], &stand_in(STAND_IN))?;
            }
        }
        ensure(entry["bugs"] == warnings.len(), || format!("{name} has {} warnings", warnings.len()))?;
    }
    Ok(())
}
