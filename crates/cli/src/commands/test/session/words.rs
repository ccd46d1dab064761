//! From the machine's words to those of tests and reports.

use secateur_explore::Outcome;
use secateur_testgen::reports::Shown;
use secateur_testgen::unit::{self, Unit};
use secateur_testgen::{Expected, Input, InputKind, TestCase, show};
use secateur_vm::StackEntry;

/// The input for people: in unit mode the call.
pub fn shown(unit: Option<&Unit>, case: &TestCase) -> Vec<Shown> {
    match unit.and_then(|unit| unit.call(case)) {
        Some(call) => vec![Shown { name: "the call".into(), value: unit::show(&call) }],
        None => show::inputs(case),
    }
}

pub fn place(entry: Option<&StackEntry>) -> (String, u32, String) {
    entry.map_or_else(Default::default, |e| (e.file.clone(), e.line, e.function.clone()))
}

/// For people.
pub fn end_name(expected: &Expected) -> String {
    match expected {
        Expected::Exit(status) => format!("exit {status}"),
        Expected::Killed(signal) => format!("signal {signal}"),
        Expected::Bug { kind, file, line } => format!("{kind} at {file}:{line}"),
        Expected::Cut => "cut".into(),
    }
}

pub fn expected(outcome: &Outcome) -> Expected {
    match outcome {
        Outcome::Exit(status) => Expected::Exit(*status & 0xff),
        Outcome::Killed(signal) => Expected::Killed(*signal),
        Outcome::Bug(bug) => {
            let (file, line, _) = place(bug.place());
            Expected::Bug { kind: bug.check.name, file, line }
        }
        _ => Expected::Cut,
    }
}

pub fn input((input, bytes): &(secateur_vm::Input, Vec<u8>)) -> Input {
    use secateur_vm::InputKind as Kind;
    let kind = match &input.kind {
        Kind::Object => InputKind::Object,
        Kind::ArgCount => InputKind::ArgCount,
        Kind::Arg => InputKind::Arg,
        Kind::Stdin { len } => InputKind::Stdin { len: *len },
        Kind::File { path, len } => InputKind::File { path: path.clone(), len: *len },
    };
    Input { name: input.name.clone(), kind, bytes: bytes.clone() }
}
