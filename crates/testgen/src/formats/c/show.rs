//! Calls as people read them, for the titles of cases: `clamp(5, 0, 10)`, `count("a,b", ',')`.

use super::numbers::{self, Float};
use super::{text, values};
use crate::unit::{Call, Value};
use secateur_front::ctypes::{IntKind, Type, TypeId, Types};

/// Longer titles are cut.
const LONGEST: usize = 160;

pub fn call(call: &Call) -> String {
    let args: Vec<String> =
        call.function.params.iter().zip(&call.args).map(|(p, v)| value(call.types, p.ty, v)).collect();
    let mut out = format!("{}({})", call.function.name, args.join(", "));
    for (variable, v) in &call.variables {
        out.push_str(&format!(" with {} = {}", variable.name, value(call.types, variable.ty, v)));
    }
    cut(out)
}

pub fn cut(title: String) -> String {
    if title.chars().count() <= LONGEST {
        title
    } else {
        title.chars().take(LONGEST - 4).chain(" ...".chars()).collect()
    }
}

pub fn value(types: &Types, id: TypeId, it: &Value) -> String {
    match (types.get(types.plain(id)), it) {
        (Type::Int { bytes, signed, name, kind }, Value::Int(v)) if *bytes <= 8 => {
            let v = numbers::wrap(*v, bytes * 8, *signed && *kind != IntKind::Bool);
            if *kind == IntKind::Char { numbers::integer(v, name, *kind) } else { v.to_string() }
        }
        (Type::Enum { constants, .. }, Value::Int(v)) => {
            constants.iter().find(|c| c.1 == *v).map_or(v.to_string(), |c| c.0.clone())
        }
        (_, Value::Int(v)) => v.to_string(),
        (_, Value::Float(bytes)) => float(bytes),
        (_, Value::Null) => "NULL".into(),
        (_, Value::Stub(_)) => "a stub".into(),
        (Type::Pointer(to), Value::Object(all)) => {
            if let Some(bytes) = values::characters(types, *to, all)
                && let Some((0, characters)) = bytes.split_last()
            {
                return text::literal(characters);
            }
            let all = list(types, *to, all, '[', ']');
            if all.contains(',') { all } else { format!("&{}", &all[1..all.len() - 1]) }
        }
        (Type::Array { of, .. }, Value::Array(all)) => list(types, *of, all, '[', ']'),
        (Type::Struct(s), Value::Struct(all)) => {
            let one = |(field, v): (&secateur_front::ctypes::Field, &Value)| {
                let name = field.name.as_ref().map_or(String::new(), |name| format!(".{name} = "));
                format!("{name}{}", value(types, field.ty, v))
            };
            format!("{{{}}}", s.fields.iter().zip(all).map(one).collect::<Vec<_>>().join(", "))
        }
        (_, Value::Bytes(bytes)) => {
            let shown: Vec<String> = bytes.iter().take(16).map(|b| format!("{b:02x}")).collect();
            format!("<{}{}>", shown.join(" "), if bytes.len() > 16 { " ..." } else { "" })
        }
        _ => "...".into(),
    }
}

fn list(types: &Types, of: TypeId, all: &[Value], open: char, close: char) -> String {
    let of_void = matches!(types.get(types.plain(of)), Type::Void);
    let one = |v: &Value| match v {
        Value::Int(v) if of_void => v.to_string(),
        v => value(types, of, v),
    };
    format!("{open}{}{close}", all.iter().take(64).map(one).collect::<Vec<_>>().join(", "))
}

fn float(bytes: &[u8]) -> String {
    match (bytes.len(), numbers::float(bytes)) {
        (4, Float::Finite(_)) => format!("{:?}", f32::from_bits(numbers::from_bytes(bytes, false) as u32)),
        (8, Float::Finite(_)) => format!("{:?}", f64::from_bits(numbers::from_bytes(bytes, false) as u64)),
        (_, Float::Finite(text)) => text,
        (_, Float::Infinity { negative }) => if negative { "-infinity" } else { "infinity" }.into(),
        _ => "nan".into(),
    }
}
