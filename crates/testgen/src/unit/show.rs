//! A call as people read it: `clamp(5, 7, 0)`, `parse("ab\n", 3)`, `sum({1, -2}, 2)`.

use super::layout::shown;
use super::value::{Call, Value};
use crate::escape::{self, For};
use secateur_front::ctypes::{IntKind, Type, TypeId};

/// The call with its arguments, and the variables and stubs that it depends on.
pub fn show(call: &Call) -> String {
    let args = call.function.params.iter().zip(&call.args);
    let args: Vec<String> = args.map(|(param, value)| shown_value(call, param.ty, value)).collect();
    let mut text = format!("{}({})", call.function.name, args.join(", "));
    let mut first = true;
    let mut more = |text: &mut String, what: String| {
        text.push_str(if first { " with " } else { ", " });
        text.push_str(&what);
        first = false;
    };
    for (variable, value) in &call.variables {
        more(&mut text, format!("{} = {}", variable.name, shown_value(call, variable.ty, value)));
    }
    for (i, stub) in call.stubs.iter().enumerate().filter(|(_, stub)| !stub.returns.is_empty()) {
        let Type::Function { ret, .. } = call.types.get(call.types.plain(stub.ty)) else { continue };
        let values: Vec<String> = stub.returns.iter().map(|value| shown_value(call, *ret, value)).collect();
        more(&mut text, format!("{} returning {}", stub_name(i), values.join(", ")));
    }
    text
}

/// The call and what it ended with: `clamp(5, 7, 9) gives result = 7`. Values are shown as signed integers.
pub fn show_with(call: &Call, results: &[super::Result]) -> String {
    let shown = results.iter().map(|r| format!("{} = {}", r.place, super::decode::integer(&r.bytes, true)));
    let list: Vec<String> = shown.collect();
    if list.is_empty() { show(call) } else { format!("{} gives {}", show(call), list.join(", ")) }
}

fn stub_name(index: usize) -> String {
    format!("stub{}", index + 1)
}

/// A value of a type, as it would stand in C or close to it.
fn shown_value(call: &Call, ty: TypeId, value: &Value) -> String {
    let types = call.types;
    let plain = types.plain(ty);
    match (value, types.get(plain)) {
        (Value::Null, _) => "NULL".into(),
        (Value::Stub(i), _) => stub_name(*i),
        (Value::Int(n), Type::Int { kind: IntKind::Char, .. }) => character(*n),
        (Value::Int(n), Type::Int { kind: IntKind::Bool, .. }) => if *n == 0 { "false" } else { "true" }.into(),
        (Value::Int(n), Type::Enum { constants, .. }) => {
            let name = constants.iter().find(|(_, value)| value == n);
            name.map_or_else(|| format!("({}){n}", shown(types, ty)), |(name, _)| name.clone())
        }
        (Value::Int(n), _) => n.to_string(),
        (Value::Float(bytes), _) => float(bytes),
        (Value::Object(elements), Type::Pointer(to)) => object(call, *to, elements),
        (Value::Array(elements), Type::Array { of, .. }) => list(call, *of, elements),
        (Value::Struct(values), Type::Struct(_)) => structure(call, plain, values),
        (Value::Bytes(bytes), _) => {
            let hex: Vec<String> = bytes.iter().map(|b| format!("{b:#04x}")).collect();
            format!("{{{}}}", hex.join(", "))
        }
        // No value of this type; shown as it is.
        (other, _) => format!("{other:?}"),
    }
}

fn object(call: &Call, to: TypeId, elements: &[Value]) -> String {
    let types = call.types;
    match (types.get(types.plain(to)), elements) {
        (Type::Int { kind: IntKind::Char, name, .. }, _) if name == "char" => string(elements),
        (Type::Struct(_), [one]) => {
            let name = shown(types, types.plain(to));
            let name = if matches!(types.get(to), Type::Typedef { .. }) { shown(types, to) } else { name };
            format!("&({name}){}", shown_value(call, to, one))
        }
        (Type::Void, _) => {
            let bytes =
                elements.iter().map(|e| if let Value::Int(n) = e { format!("{n:#04x}") } else { String::new() });
            format!("{{{}}}", bytes.collect::<Vec<_>>().join(", "))
        }
        _ => list(call, to, elements),
    }
}

fn list(call: &Call, of: TypeId, elements: &[Value]) -> String {
    let values: Vec<String> = elements.iter().map(|value| shown_value(call, of, value)).collect();
    format!("{{{}}}", values.join(", "))
}

fn structure(call: &Call, id: TypeId, values: &[Value]) -> String {
    let Type::Struct(s) = call.types.get(id) else { return String::new() };
    let fields = s.fields.iter().zip(values).map(|(field, value)| {
        let value = shown_value(call, field.ty, value);
        field.name.as_ref().map_or(value.clone(), |name| format!(".{name} = {value}"))
    });
    format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
}

/// With the zero at the end it is a string; without, an array of characters.
fn string(elements: &[Value]) -> String {
    let bytes: Vec<u8> = elements.iter().map(|e| if let Value::Int(n) = e { *n as u8 } else { 0 }).collect();
    if let Some((0, text)) = bytes.split_last()
        && !text.contains(&0)
    {
        return escape::string(text, For::People);
    }
    let values: Vec<String> = bytes.iter().map(|b| character(i128::from(*b as i8))).collect();
    format!("{{{}}}", values.join(", "))
}

fn character(n: i128) -> String {
    match u8::try_from(n) {
        Ok(b) if b.is_ascii_graphic() || matches!(b, b' ' | b'\n' | b'\t' | b'\r') => escape::character(b, For::People),
        _ => n.to_string(),
    }
}

fn float(bytes: &[u8]) -> String {
    let number = match bytes.len() {
        4 => bytes.first_chunk().map(|b| f32::from_le_bytes(*b).to_string()),
        8 => bytes.first_chunk().map(|b| f64::from_le_bytes(*b).to_string()),
        10 | 16 => extended(bytes),
        _ => None,
    };
    number.unwrap_or_else(|| format!("{bytes:?}"))
}

/// A long double that a double made.
fn extended(bytes: &[u8]) -> Option<String> {
    let mantissa = u64::from_le_bytes(*bytes.first_chunk()?);
    let head = u16::from_le_bytes(*bytes.get(8..)?.first_chunk()?);
    let sign = if head >> 15 != 0 { -1.0 } else { 1.0 };
    let exponent = i32::from(head & 0x7fff);
    let number = match (exponent, mantissa << 1) {
        (0x7fff, 0) => f64::INFINITY,
        (0x7fff, _) => f64::NAN,
        _ => {
            // In two steps, because 2^-1074 and its like are no doubles by themselves.
            let power = exponent - 0x3fff - 63;
            mantissa as f64 * 2f64.powi(power / 2) * 2f64.powi(power - power / 2)
        }
    };
    Some(format!("{}L", sign * number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_front::ctypes::{Field, Parameter, Signature, Struct, Types};

    fn types() -> Types {
        let int = |name: &str, bytes, kind| Type::Int { name: name.into(), bytes, signed: true, kind };
        let field = |name: &str, ty, offset| Field { name: Some(name.into()), ty: TypeId(ty), offset, bits: None };
        Types {
            all: vec![
                int("int", 4, IntKind::Plain),
                int("char", 1, IntKind::Char),
                Type::Pointer(TypeId(1)),
                Type::Pointer(TypeId(0)),
                Type::Struct(Struct {
                    tag: Some("rect".into()),
                    is_union: false,
                    incomplete: false,
                    bytes: 8,
                    fields: vec![field("w", 0, 0), field("h", 0, 4)],
                }),
                Type::Pointer(TypeId(4)),
                Type::Enum { tag: Some("c".into()), bytes: 4, signed: false, constants: vec![("RED".into(), 0)] },
            ],
        }
    }

    fn check(params: &[u32], args: Vec<Value>, expected: &str) {
        let types = types();
        let function = Signature {
            name: "f".into(),
            file: "f.c".into(),
            directory: String::new(),
            line: 1,
            is_static: false,
            params: params.iter().map(|ty| Parameter { name: "p".into(), ty: TypeId(*ty) }).collect(),
            ret: TypeId(0),
            variadic: false,
        };
        let call = Call { function: &function, types: &types, args, variables: vec![], stubs: vec![] };
        assert_eq!(show(&call), expected);
    }

    #[test]
    fn calls_look_like_c() {
        let int = Value::Int;
        let string = |text: &str| Value::Object(text.bytes().chain([0]).map(|b| int(i128::from(b))).collect());
        check(&[0, 0], vec![int(5), int(-7)], "f(5, -7)");
        check(&[2, 0], vec![string("a\"b\n\x011"), int(3)], "f(\"a\\\"b\\n\\x01\"\"1\", 3)");
        check(&[2], vec![Value::Object(vec![int(97), int(-1)])], "f({'a', -1})");
        check(&[3], vec![Value::Object(vec![int(1), int(-2)])], "f({1, -2})");
        check(&[3, 2], vec![Value::Null, string("")], "f(NULL, \"\")");
        let rect = Value::Struct(vec![int(3), int(4)]);
        check(&[5], vec![Value::Object(vec![rect.clone()])], "f(&(struct rect){.w = 3, .h = 4})");
        check(&[4], vec![rect], "f({.w = 3, .h = 4})");
        check(&[6, 6], vec![int(0), int(7)], "f(RED, (enum c)7)");
    }

    #[test]
    fn long_doubles_are_shown_as_numbers() {
        assert_eq!(float(&[0, 0, 0, 0, 0, 0, 0, 0xa0, 0, 0xc0]), "-2.5L");
    }
}
