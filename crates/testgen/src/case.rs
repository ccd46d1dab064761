//! Test cases: the input of one path, and what the virtual machine says will happen with it.
//!
//! A test case is complete: together with the program it determines a run, on the machine and
//! natively. What it loses is everything outside of it that programs can observe (time, other
//! files, the names in the environment); replay shows a difference there as a divergence.

/// The input of one run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestCase {
    /// Fixed arguments, after the program's name.
    pub args: Vec<Vec<u8>>,
    /// In the order in which the program's path made them.
    pub inputs: Vec<Input>,
}

/// One symbolic input with the bytes that a path gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// As the harness called it, or KLEE's name for a part of the environment (see [`names`]), by which
    /// a `.ktest` file tells what kind of input it is.
    pub name: String,
    pub kind: InputKind,
    pub bytes: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// Memory that the program made symbolic, in the order in which it did.
    Object,
    /// How many of the `Arg` inputs are passed. The bytes are an `i32`, least significant first.
    ArgCount,
    /// An argument behind the fixed ones: the bytes up to the first zero.
    Arg,
    /// Standard input: the first `len` bytes.
    Stdin { len: u32 },
    /// A file in the working directory: the first `len` bytes.
    File { path: String, len: u32 },
}

/// KLEE's names for the parts of the environment, by which tools that read `.ktest` files know them.
pub mod names {
    pub const ARG_COUNT: &str = "n_args";
    pub const STDIN: &str = "stdin";
    /// Follows a file's path in the name of the object that holds its bytes.
    pub const DATA: &str = "_data";
    /// Follows the name of that object, or of standard input, in the name of its status.
    pub const STAT: &str = "_stat";

    pub fn arg(index: usize) -> String {
        format!("arg{index:02}")
    }
    /// The object with a file's bytes. KLEE calls its files `A`, `B`, …, and these objects `A_data`, …
    pub fn file(path: &str) -> String {
        format!("{path}{DATA}")
    }
}

/// What the virtual machine says about the path of a test case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prediction {
    pub expected: Expected,
    /// How many decisions of the user's code were taken (see [`crate::BranchMap`]).
    pub edges: u64,
    /// Over those decisions, see [`crate::EdgeHash`].
    pub hash: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    Exit(i32),
    /// By this signal.
    Killed(i32),
    Bug {
        /// One of the kinds of `--check`.
        kind: &'static str,
        file: String,
        line: u32,
    },
    /// A limit or something unsupported ended the path: only its beginning can be compared.
    Cut,
}

impl TestCase {
    /// Every argument behind the program's name, as a run gets them.
    pub fn arguments(&self) -> Vec<Vec<u8>> {
        let count = self.inputs.iter().find(|i| i.kind == InputKind::ArgCount).map(Input::count);
        let symbolic = self.inputs.iter().filter(|i| i.kind == InputKind::Arg);
        let passed = symbolic.take(count.unwrap_or(usize::MAX)).map(|i| up_to_zero(&i.bytes).to_vec());
        self.args.iter().map(|a| up_to_zero(a).to_vec()).chain(passed).collect()
    }

    pub fn stdin(&self) -> &[u8] {
        let find = |i: &Input| matches!(i.kind, InputKind::Stdin { .. });
        self.inputs.iter().find(|i| find(i)).map_or(&[], Input::content)
    }

    /// Files by path, relative to the working directory.
    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.inputs.iter().filter_map(|input| match &input.kind {
            InputKind::File { path, .. } => Some((path.as_str(), input.content())),
            _ => None,
        })
    }
}

impl Input {
    /// The bytes that the program sees of it: a file's or stdin's up to its length, an argument's up
    /// to its end.
    pub fn content(&self) -> &[u8] {
        match &self.kind {
            InputKind::Stdin { len } | InputKind::File { len, .. } => {
                &self.bytes[..(*len as usize).min(self.bytes.len())]
            }
            InputKind::Arg => up_to_zero(&self.bytes),
            InputKind::Object | InputKind::ArgCount => &self.bytes,
        }
    }

    /// An `ArgCount` as a number; a negative or cut one counts as none.
    fn count(&self) -> usize {
        let word = self.bytes.first_chunk::<4>().map_or(0, |b| i32::from_le_bytes(*b));
        usize::try_from(word).unwrap_or(0)
    }
}

fn up_to_zero(bytes: &[u8]) -> &[u8] {
    bytes.split(|b| *b == 0).next().unwrap_or(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(kind: InputKind, bytes: &[u8]) -> Input {
        Input { name: "x".into(), kind, bytes: bytes.to_vec() }
    }

    #[test]
    fn the_count_says_how_many_arguments_are_passed() {
        let mut case = TestCase { args: vec![b"-v".to_vec()], inputs: vec![] };
        case.inputs.push(input(InputKind::ArgCount, &1i32.to_le_bytes()));
        case.inputs.push(input(InputKind::Arg, b"ab\0cd\0"));
        case.inputs.push(input(InputKind::Arg, b"never"));
        assert_eq!(case.arguments(), [b"-v".to_vec(), b"ab".to_vec()]);
        case.inputs.remove(0);
        assert_eq!(case.arguments().len(), 3, "without a count all are passed");
    }

    #[test]
    fn a_negative_count_passes_none() {
        let count = input(InputKind::ArgCount, &(-3i32).to_le_bytes());
        let case = TestCase { args: vec![], inputs: vec![count, input(InputKind::Arg, b"a\0")] };
        assert!(case.arguments().is_empty());
    }

    #[test]
    fn content_never_reaches_behind_the_bytes() {
        let case = TestCase { args: vec![], inputs: vec![input(InputKind::Stdin { len: 9 }, b"abc")] };
        assert_eq!(case.stdin(), b"abc");
        assert_eq!(TestCase::default().stdin(), b"");
    }
}
