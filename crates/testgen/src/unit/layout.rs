//! Sizes of C's types, and their names as C spells them.

use secateur_front::ctypes::{IntKind, Struct, Type, TypeId, Types};

/// Every pointer of the target.
pub const POINTER: u64 = 8;

/// In bytes; `None` for what has no size: functions, incomplete types, arrays of unknown length.
pub fn size_of(types: &Types, id: TypeId) -> Option<u64> {
    match types.get(types.plain(id)) {
        Type::Int { bytes, .. } | Type::Float { bytes, .. } | Type::Enum { bytes, .. } => Some(u64::from(*bytes)),
        Type::Other { bytes, .. } => Some(u64::from(*bytes)).filter(|bytes| *bytes > 0),
        Type::Pointer(_) => Some(POINTER),
        Type::Array { of, count } => size_of(types, *of)?.checked_mul((*count)?),
        Type::Struct(Struct { incomplete: false, bytes, .. }) => Some(*bytes),
        Type::Struct(_) | Type::Function { .. } | Type::Void | Type::Typedef { .. } => None,
        Type::Const(_) | Type::Qualified(..) => None,
    }
}

/// A name that every value of the type can be handed on with: pointers are `void *`, enumerations are integers.
/// `None` where C has no name for the type, such as for a structure without tag and typedef.
pub fn spelled(types: &Types, id: TypeId) -> Option<String> {
    match types.get(id) {
        Type::Typedef { name, to } => match types.get(types.plain(*to)) {
            Type::Struct(Struct { tag: None, .. }) | Type::Other { .. } => Some(name.clone()),
            _ => spelled(types, *to),
        },
        Type::Const(to) | Type::Qualified(_, to) => spelled(types, *to),
        Type::Void => Some("void".into()),
        Type::Int { kind: IntKind::Bool, .. } => Some("_Bool".into()),
        Type::Int { name, .. } | Type::Float { name, .. } => Some(name.clone()),
        Type::Enum { bytes, signed, .. } => integer(*bytes, *signed).map(str::to_string),
        Type::Pointer(_) => Some("void *".into()),
        Type::Struct(Struct { tag, is_union, .. }) => {
            let word = if *is_union { "union" } else { "struct" };
            tag.as_ref().map(|tag| format!("{word} {tag}"))
        }
        Type::Array { .. } | Type::Function { .. } => None,
        Type::Other { .. } => None,
    }
}

fn integer(bytes: u32, signed: bool) -> Option<&'static str> {
    Some(match (bytes, signed) {
        (1, true) => "signed char",
        (1, false) => "unsigned char",
        (2, true) => "short",
        (2, false) => "unsigned short",
        (4, true) => "int",
        (4, false) => "unsigned int",
        (8, true) => "long",
        (8, false) => "unsigned long",
        _ => return None,
    })
}

/// As people write it: `const char *`, `struct node *`, `int (*)(…)`.
pub fn shown(types: &Types, id: TypeId) -> String {
    match types.get(id) {
        Type::Typedef { name, .. } => name.clone(),
        Type::Const(to) => match types.get(*to) {
            Type::Pointer(_) => format!("{}const", shown(types, *to)),
            _ => format!("const {}", shown(types, *to)),
        },
        Type::Qualified(word, to) => format!("{word} {}", shown(types, *to)),
        Type::Void => "void".into(),
        Type::Int { name, .. } | Type::Float { name, .. } | Type::Other { name, .. } => name.clone(),
        Type::Enum { tag, .. } => tag.as_ref().map_or("enum".into(), |tag| format!("enum {tag}")),
        Type::Pointer(to) => match types.get(types.plain(*to)) {
            Type::Function { ret, params, .. } if matches!(types.get(*to), Type::Function { .. }) => {
                let list: Vec<String> = params.iter().map(|p| shown(types, *p)).collect();
                format!("{} (*)({})", shown(types, *ret), list.join(", "))
            }
            _ => {
                let target = shown(types, *to);
                let space = if target.ends_with('*') { "" } else { " " };
                format!("{target}{space}*")
            }
        },
        Type::Array { of, count } => {
            format!("{}[{}]", shown(types, *of), count.map_or(String::new(), |n| n.to_string()))
        }
        Type::Struct(s) => {
            let word = if s.is_union { "union" } else { "struct" };
            s.tag.as_ref().map_or(word.into(), |tag| format!("{word} {tag}"))
        }
        Type::Function { .. } => "function".into(),
    }
}
