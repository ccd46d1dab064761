//! Tests that KLEE made, in the form that replay wants.
//!
//! KLEE keeps the program's arguments as they were given to it, with the options that its own start-up code takes
//! away: `--sym-arg N` stands for the next of the objects `arg00`, `arg01`, …, `--sym-args MIN MAX N` for as many as
//! the object `n_args` says. It also keeps objects of its model of the operating system, which no native program
//! asks for: the model's version, what was written, which system calls failed. A test whose path depends on such a
//! failure does not repeat it.

use crate::{InputKind, TestCase, names};

/// Objects of KLEE's model that are no input of the program's.
const MODEL: [&str; 9] = [
    "model_version",
    "stdout",
    "stdout_stat",
    "stdout-stat",
    "read_fail",
    "write_fail",
    "close_fail",
    "ftruncate_fail",
    "getcwd_fail",
];

/// Options of KLEE's start-up code, without their dashes, and how many words follow them.
const OPTIONS: [(&str, usize); 9] = [
    ("sym-arg", 1),
    ("sym-args", 3),
    ("sym-files", 2),
    ("sym-stdin", 1),
    ("sym-stdout", 0),
    ("save-all-writes", 0),
    ("fd-fail", 0),
    ("max-fail", 1),
    ("bout-file", 1),
];

/// A test that KLEE may have made. One that it did not make stays as it is, unless its program takes options of
/// KLEE's names or has inputs of the model's.
pub fn adapt(case: &TestCase) -> TestCase {
    let mut symbolic = case.inputs.iter().filter(|i| i.kind == InputKind::Arg).map(|i| i.content().to_vec());
    let mut counts = case.inputs.iter().filter(|i| i.name == names::ARG_COUNT).map(|i| i.bytes.clone());
    let has_options = case.args.iter().any(|arg| option(arg).is_some());
    let mut out = TestCase::default();
    let mut words = case.args.iter();
    while let Some(word) = words.next() {
        let Some((name, following)) = option(word) else {
            out.args.push(word.clone());
            continue;
        };
        for _ in 0..following {
            words.next();
        }
        let count = match name {
            "sym-arg" => 1,
            "sym-args" => counts.next().and_then(|b| b.first_chunk::<4>().map(|b| i32::from_le_bytes(*b))).unwrap_or(0),
            _ => 0,
        };
        out.args.extend(symbolic.by_ref().take(usize::try_from(count).unwrap_or(0)));
    }
    for input in &case.inputs {
        let passed = has_options && matches!(input.kind, InputKind::Arg | InputKind::ArgCount);
        let model = input.kind == InputKind::Object && MODEL.contains(&input.name.as_str());
        if !passed && !model {
            out.inputs.push(input.clone());
        }
    }
    out
}

/// The option that a word is, with one dash or two.
fn option(word: &[u8]) -> Option<(&'static str, usize)> {
    let text = std::str::from_utf8(word).ok()?;
    let name = text.strip_prefix("--").or_else(|| text.strip_prefix('-'))?;
    OPTIONS.iter().copied().find(|(known, _)| *known == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Input;

    fn input(name: &str, kind: InputKind, bytes: &[u8]) -> Input {
        Input { name: name.into(), kind, bytes: bytes.to_vec() }
    }

    #[test]
    fn symbolic_arguments_stand_where_their_options_stood() {
        let words = ["-v", "--sym-args", "0", "2", "3", "file", "-sym-arg", "2", "--sym-files", "1", "8", "end"];
        let case = TestCase {
            args: words.map(|w| w.as_bytes().to_vec()).to_vec(),
            inputs: vec![
                input("n_args", InputKind::ArgCount, &1i32.to_le_bytes()),
                input("arg00", InputKind::Arg, b"ab\0\0"),
                input("arg01", InputKind::Arg, b"xy\0"),
                input("A_data", InputKind::File { path: "A".into(), len: 3 }, b"123"),
                input("model_version", InputKind::Object, &1i32.to_le_bytes()),
                input("n", InputKind::Object, &[1]),
            ],
        };
        let adapted = adapt(&case);
        assert_eq!(adapted.arguments(), ["-v", "ab", "file", "xy", "end"].map(|w| w.as_bytes().to_vec()));
        let names: Vec<&str> = adapted.inputs.iter().map(|i| i.name.as_str()).collect();
        assert_eq!(names, ["A_data", "n"]);
    }

    #[test]
    fn a_test_of_our_own_stays_as_it_is() {
        let inputs = vec![
            input("n_args", InputKind::ArgCount, &1i32.to_le_bytes()),
            input("arg00", InputKind::Arg, b"a\0"),
            input("x", InputKind::Object, &[1]),
        ];
        let case = TestCase { args: vec![b"-v".to_vec()], inputs };
        assert_eq!(adapt(&case), case);
    }
}
