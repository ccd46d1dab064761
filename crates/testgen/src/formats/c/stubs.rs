//! Functions that stand in for those that the function under test takes pointers to: each call returns the next of
//! the recorded values, and the last one again when there are no more.

use super::declare::declare;
use super::values::Values;
use crate::unit::{Call, Value};
use secateur_front::ctypes::{Type, TypeId};
use std::collections::BTreeSet;

/// The text of the stubs of a call that are used, under these names.
pub fn functions(call: &Call, names: &[String], used: &dyn Fn(&str) -> bool) -> Result<String, String> {
    let mut out = String::new();
    for (stub, name) in call.stubs.iter().zip(names).filter(|(_, name)| used(name)) {
        let Type::Function { ret, params, variadic } = call.types.get(call.types.plain(stub.ty)) else {
            return Err("a stub that is no function".into());
        };
        let given: Vec<String> = (0..params.len()).map(|i| format!("a{i}")).collect();
        let pairs: Vec<(TypeId, &str)> = params.iter().copied().zip(given.iter().map(String::as_str)).collect();
        let list = super::declare::parameters(call.types, &pairs, *variadic);
        let mut body: Vec<String> = given.iter().map(|a| format!("(void){a};")).collect();
        if !matches!(call.types.get(call.types.plain(*ret)), Type::Void) {
            body.extend(answers(call, *ret, &stub.returns, names)?);
        }
        let head = declare(call.types, *ret, &format!("{name}({list})"));
        let body: String = body.iter().map(|line| format!("    {line}\n")).collect();
        out.push_str(&format!("static {head}\n{{\n{body}}}\n\n"));
    }
    Ok(out)
}

fn answers(call: &Call, ret: TypeId, returns: &[Value], names: &[String]) -> Result<Vec<String>, String> {
    let mut lines = vec!["static int secateur_calls;".to_string(), "switch (secateur_calls++) {".into()];
    for (i, value) in returns.iter().enumerate() {
        let mut values = Values::new(call.types, names, BTreeSet::from(["answer".to_string()]));
        values.declare(ret, "answer", value)?;
        let label = if i + 1 == returns.len() { "default:".into() } else { format!("case {i}:") };
        lines.push(format!("{label} {{"));
        lines.extend(values.lines.into_iter().map(|line| format!("    {line}")));
        lines.extend(["    return answer;".into(), "}".into()]);
    }
    if returns.is_empty() {
        let values = Values::new(call.types, names, BTreeSet::new());
        let zero = values.zero(ret);
        lines = vec![format!("{} = {zero};", declare(call.types, ret, "answer")), "return answer;".into()];
    } else {
        lines.push("}".into());
    }
    Ok(lines)
}
