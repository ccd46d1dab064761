//! Functions of test harnesses: failed assertions, error calls, and symbolic input.

use super::{Native, Outcome};
use crate::checks;
use crate::env::Host;
use crate::machine::Machine;

pub static NATIVES: &[Native] = &[
    Native { name: "__assert_fail", args: 4, run: assert_fail },
    Native { name: "__secateur_assert_fail", args: 4, run: assert_fail },
    Native { name: "klee_assert_fail", args: 4, run: assert_fail },
    Native { name: "reach_error", args: 0, run: error_call },
    Native { name: "__VERIFIER_error", args: 0, run: error_call },
    Native { name: "secateur_symbolic", args: 3, run: symbolic },
    Native { name: "secateur_range", args: 3, run: symbolic },
    Native { name: "secateur_assume", args: 1, run: symbolic },
    Native { name: "klee_make_symbolic", args: 3, run: symbolic },
    Native { name: "klee_range", args: 3, run: symbolic },
    Native { name: "klee_int", args: 1, run: symbolic },
    Native { name: "klee_assume", args: 1, run: symbolic },
];

/// `(expression, file, line, function)`: what it says is in the program's memory.
fn assert_fail(m: &mut Machine, args: &[u64], _: &mut dyn Host) -> Outcome {
    let text = text(m, args[0]).unwrap_or_else(|| "(unknown)".into());
    Err(m.bug(&checks::ASSERTION_FAILURE, format!("assertion `{text}` failed")))
}

fn text(m: &Machine, at: u64) -> Option<String> {
    let size = super::strings::find(m, at, 4096, |b| b == 0).ok()??;
    Some(String::from_utf8_lossy(m.memory.bytes(at, size).ok()?).into_owned())
}

fn error_call(m: &mut Machine, _: &[u64], _: &mut dyn Host) -> Outcome {
    Err(m.bug(&checks::ERROR_CALL, "the program's error function was called".into()))
}

fn symbolic(m: &mut Machine, _: &[u64], _: &mut dyn Host) -> Outcome {
    Err(m.unsupported("symbolic input: this command runs a program once, with the input it is given".into()))
}
