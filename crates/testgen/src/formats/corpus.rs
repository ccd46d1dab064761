//! Raw input files, such as fuzzers start from.
//!
//! A test with one input becomes `testNNNNNN.bin`, one with several
//! `testNNNNNN.0-NAME.bin`, `testNNNNNN.1-NAME.bin`, … in the order of the inputs. A file holds what
//! the program sees: of standard input and files the bytes up to their length, of an argument those
//! up to its end. It loses which input is which kind, the fixed arguments, and the number of
//! arguments: those that are not passed are left out. An input without bytes becomes an empty file.

use super::{File, Info};
use crate::{InputKind, TestCase};

pub static INFO: Info = Info {
    name: "corpus",
    summary: "raw input for fuzzers: testNNNNNN.bin, or one file for each input",
    default: true,
    write: |context, case| Ok(files(context.stem, case)),
    finish: super::nothing,
};

fn files(stem: &str, case: &TestCase) -> Vec<File> {
    let passed = case.arguments().len() - case.args.len();
    let mut args = 0;
    let inputs: Vec<_> = case
        .inputs
        .iter()
        .filter(|input| match input.kind {
            InputKind::ArgCount => false,
            InputKind::Arg => {
                args += 1;
                args <= passed
            }
            _ => true,
        })
        .collect();
    match inputs[..] {
        [one] => vec![File { name: format!("{stem}.bin"), bytes: one.content().to_vec() }],
        _ => {
            let file = |(i, input): (usize, &&crate::Input)| File {
                name: format!("{stem}.{i}-{}.bin", plain(&input.name)),
                bytes: input.content().to_vec(),
            };
            inputs.iter().enumerate().map(file).collect()
        }
    }
}

/// A name that every file system takes.
fn plain(name: &str) -> String {
    let keep = |c: char| if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '_' };
    name.chars().take(64).map(keep).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Input;

    fn input(name: &str, kind: InputKind, bytes: &[u8]) -> Input {
        Input { name: name.into(), kind, bytes: bytes.to_vec() }
    }
    fn names(case: &TestCase) -> Vec<(String, Vec<u8>)> {
        files("test000007", case).into_iter().map(|f| (f.name, f.bytes)).collect()
    }

    #[test]
    fn one_input_is_one_file() {
        let case = TestCase { args: vec![], inputs: vec![input("stdin", InputKind::Stdin { len: 2 }, b"abc")] };
        assert_eq!(names(&case), [("test000007.bin".to_string(), b"ab".to_vec())]);
        assert!(names(&TestCase::default()).is_empty());
    }

    #[test]
    fn several_inputs_are_numbered_and_names_made_harmless() {
        let mut case = TestCase { args: vec![b"-v".to_vec()], inputs: vec![] };
        case.inputs.push(input("n_args", InputKind::ArgCount, &1i32.to_le_bytes()));
        case.inputs.push(input("arg00", InputKind::Arg, b"x\0\0"));
        case.inputs.push(input("arg01", InputKind::Arg, b"not passed\0"));
        case.inputs.push(input("../p q", InputKind::Object, b"\x01\0"));
        let expected = [("test000007.0-arg00.bin", &b"x"[..]), ("test000007.1-___p_q.bin", b"\x01\0")];
        assert_eq!(names(&case), expected.map(|(name, bytes)| (name.to_string(), bytes.to_vec())));
    }
}
