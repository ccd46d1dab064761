//! Tests that people can read: of the inputs that take a path, one with letters where it may have any.

use secateur_expr::{Assignment, InputByte, Op, Term};
use secateur_vm::{Input, InputKind, Symbolic};
use std::sync::Arc;

/// The state's model, or one that takes the same path and reads better. Where the path ends with an error because a number is too large or too small,
/// it stays as it is: an index just behind an array is seen by the sanitizers, one that is a letter may be too far away, and the report speaks of the former.
pub fn model(symbols: &mut Symbolic, is_error: bool) -> Arc<Assignment> {
    // Values that were taken from the model without a condition belong to the path, too.
    if !symbols.known.picks.is_empty() {
        return symbols.model.clone();
    }
    let inputs = symbols.known.inputs.clone();
    let model = symbols.model.clone();
    let is_order = |term: &Term| !matches!(symbols.pool.op(*term), Op::Eq | Op::Not);
    let last = symbols.known.path.last().filter(|term| is_error && is_order(term));
    let kept = last.map_or(vec![], |term| symbols.pool.support_bytes(symbols.pool.support(term)));
    let texts = (0..).zip(inputs.iter()).flat_map(|(i, input)| of_text(i, input, &model));
    let bytes: Vec<InputByte> = texts.filter(|byte| !kept.contains(byte)).collect();
    if bytes.is_empty() {
        return model;
    }
    Arc::new(symbols.solver.readable(&symbols.pool, &symbols.known.path, &model, &bytes))
}

/// The bytes of an input that may be text. Numbers are better small than readable.
fn of_text(number: u32, input: &Input, model: &Assignment) -> Vec<InputByte> {
    let value = |offset: u32| model.get(InputByte { input: number, offset });
    let readable = |offset: &u32| (b' '..=b'~').contains(&value(*offset));
    let offsets: Vec<u32> = match input.kind {
        InputKind::ArgCount => vec![],
        InputKind::Stdin { len } | InputKind::File { len, .. } => (0..len.min(input.size)).collect(),
        InputKind::Arg => (0..input.size).take_while(|o| value(*o) != 0).collect(),
        InputKind::Object if matches!(input.size, 1 | 2 | 4 | 8) => vec![],
        InputKind::Object if !(0..input.size).any(|o| readable(&o)) => vec![],
        // A zero may be the end of a string, or nothing at all.
        InputKind::Object => (0..input.size).filter(|o| value(*o) != 0).collect(),
    };
    offsets.into_iter().map(|offset| InputByte { input: number, offset }).collect()
}
