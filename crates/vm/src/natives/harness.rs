//! Functions of test harnesses: failed assertions, error calls, and symbolic input.

use super::{Native, Outcome};
use crate::checks;
use crate::env::Host;
use crate::machine::symbolic::InputKind;
use crate::machine::{Machine, Stop};

pub static NATIVES: &[Native] = &[
    Native { name: "__assert_fail", args: 4, run: assert_fail },
    Native { name: "__secateur_assert_fail", args: 4, run: assert_fail },
    Native { name: "klee_assert_fail", args: 4, run: assert_fail },
    Native { name: "reach_error", args: 0, run: error_call },
    Native { name: "__VERIFIER_error", args: 0, run: error_call },
    Native { name: "__secateur_symbolic", args: 3, run: symbolic },
    Native { name: "__secateur_assume", args: 1, run: assume },
    Native { name: "__secateur_silent_exit", args: 1, run: |_, _, _| Err(Stop::Silent) },
    Native { name: "__secateur_is_symbolic", args: 1, run: |_, _, _| Ok(Some(0)) },
    Native { name: "__secateur_get_value", args: 1, run: |_, a, _| Ok(Some(a[0])) },
    Native { name: "__secateur_print_value", args: 2, run: |_, _, _| Ok(Some(0)) },
    Native { name: "__secateur_report_error", args: 4, run: report_error },
    Native { name: "__secateur_object_size", args: 1, run: object_size },
    Native { name: "__secateur_check_access", args: 2, run: check_access },
    Native { name: "__secateur_fixed_object", args: 2, run: fixed_object },
    Native { name: "__secateur_set_forking", args: 1, run: set_forking },
    Native { name: "__secateur_wants_results", args: 0, run: wants_results },
    Native { name: "__secateur_peek", args: 3, run: peek },
    Native { name: "__secateur_result", args: 3, run: result },
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

/// `(object, size, name)`.
fn symbolic(m: &mut Machine, args: &[u64], _: &mut dyn Host) -> Outcome {
    let name = text(m, args[2]).filter(|name| !name.is_empty()).unwrap_or_else(|| "unnamed".into());
    if m.sym.is_none() {
        let what = "symbolic input: `exec` runs a program once, with the input it is given; use `secateur test`";
        return Err(m.unsupported(what.into()));
    }
    m.make_symbolic(args[0], args[1], &name, InputKind::Object)?;
    Ok(Some(0))
}

fn assume(_: &mut Machine, args: &[u64], _: &mut dyn Host) -> Outcome {
    if args[0] == 0 { Err(Stop::Infeasible) } else { Ok(Some(0)) }
}

/// `(file, line, message, suffix)`: an error that the program found itself.
fn report_error(m: &mut Machine, args: &[u64], _: &mut dyn Host) -> Outcome {
    let message = text(m, args[2]).unwrap_or_else(|| "an error of the program's own".into());
    Err(m.bug(&checks::ERROR_CALL, message))
}

fn object_size(m: &mut Machine, args: &[u64], _: &mut dyn Host) -> Outcome {
    m.memory.raw_bytes(args[0], 0).map_err(|fault| m.memory_error(fault))?;
    if m.memory.has_symbolic_size(crate::addr::id(args[0])) {
        return Err(Stop::Symbolic { at: args[0], size: 0 });
    }
    Ok(Some(m.memory.block_size(crate::addr::id(args[0]))))
}

fn check_access(m: &mut Machine, args: &[u64], _: &mut dyn Host) -> Outcome {
    if m.memory.has_symbolic_size(crate::addr::id(args[0])) {
        return Err(Stop::Symbolic { at: args[0], size: 0 });
    }
    m.memory.raw_bytes(args[0], args[1]).map_err(|fault| m.memory_error(fault))?;
    Ok(Some(0))
}

/// `klee_define_fixed_object`: memory at an address of the program's choice.
fn fixed_object(m: &mut Machine, args: &[u64], _: &mut dyn Host) -> Outcome {
    Err(m.unsupported(format!("an object at the fixed address {:#x} (klee_define_fixed_object)", args[0])))
}

/// Only where a run is predicted: what a harness does with its results must not split paths.
fn wants_results(m: &mut Machine, _: &[u64], _: &mut dyn Host) -> Outcome {
    Ok(Some(u64::from(m.sym.as_ref().is_some_and(|sym| sym.concrete_inputs))))
}

/// `(to, from, size)`: copies, if all of it can be read and has a value, and tells whether.
fn peek(m: &mut Machine, args: &[u64], _: &mut dyn Host) -> Outcome {
    let (to, from, size) = (args[0], args[1], args[2]);
    let defined = |m: &Machine| m.memory.shadow(from, size).is_none_or(|bits| bits.iter().all(|b| *b == 0));
    let Ok(bytes) = m.memory.bytes(from, size).map(<[u8]>::to_vec) else { return Ok(Some(0)) };
    if !defined(m) {
        return Ok(Some(0));
    }
    m.memory.write_bytes(to, &bytes).map_err(|fault| m.memory_error(fault))?;
    Ok(Some(1))
}

/// `(value, size, place)`: something that the function under test ended with.
fn result(m: &mut Machine, args: &[u64], _: &mut dyn Host) -> Outcome {
    let place = text(m, args[2]).unwrap_or_default();
    let bytes = m.memory.bytes(args[0], args[1]).map(<[u8]>::to_vec);
    if let (Ok(bytes), Some(sym)) = (bytes, m.sym.as_mut()) {
        sym.results.push((place, bytes));
    }
    Ok(Some(0))
}

fn set_forking(m: &mut Machine, args: &[u64], _: &mut dyn Host) -> Outcome {
    m.set_forking(args[0] != 0);
    Ok(Some(0))
}
