//! Whether types can be declared again: whether C's rules, for x86-64, lay them out as the program did.
//!
//! Attributes such as `packed` leave no other trace than offsets, and members without a name that only pad
//! leave none at all. So the layout is computed as for a plain declaration and compared.

use super::declarations::is_foreign;
use secateur_front::ctypes::{Struct, Type, TypeId, Types};
use std::collections::HashSet;

/// Size and alignment in bytes.
type Shape = (u64, u64);

const POINTER: Shape = (8, 8);

/// Why the type, or one that it leads to, cannot be declared again.
pub fn obstacle(types: &Types, id: TypeId, seen: &mut HashSet<TypeId>) -> Option<String> {
    if !seen.insert(id) {
        return None;
    }
    if is_foreign(types, id) {
        return Some(format!("{}, a type of the C library", name(types, id)));
    }
    match types.get(id) {
        Type::Void => None,
        Type::Int { .. } | Type::Float { .. } => {
            shape(types, id).is_none().then(|| format!("the type {}", name(types, id)))
        }
        Type::Enum { bytes, constants, .. } => {
            let fits = |v: &i128| i32::try_from(*v).is_ok();
            let plain = *bytes == 4 && constants.iter().all(|(_, v)| fits(v));
            (!plain).then(|| format!("constants of {} that are no int", name(types, id)))
        }
        Type::Other { name, .. } => Some(format!("the type {name}")),
        Type::Qualified(word, _) if !matches!(word.as_str(), "volatile" | "restrict") => {
            Some(format!("the qualifier {word}"))
        }
        Type::Pointer(to) | Type::Typedef { to, .. } | Type::Const(to) | Type::Qualified(_, to) => {
            obstacle(types, *to, seen)
        }
        Type::Array { of, .. } => obstacle(types, *of, seen),
        Type::Function { ret, params, .. } => {
            params.iter().chain([ret]).find_map(|param| obstacle(types, *param, seen))
        }
        Type::Struct(it) if it.incomplete => None,
        Type::Struct(it) => {
            if !is_plain(types, it) {
                return Some(format!("the layout of {}", name(types, id)));
            }
            it.fields.iter().find_map(|field| obstacle(types, field.ty, seen))
        }
    }
}

fn name(types: &Types, id: TypeId) -> String {
    match types.get(id) {
        Type::Struct(Struct { tag: None, is_union, .. }) => {
            format!("a {} without a name", super::declare::keyword(*is_union))
        }
        Type::Enum { tag: None, .. } => "an enum without a name".into(),
        _ => super::declare::declare(types, id, ""),
    }
}

/// Whether the fields are where a plain declaration puts them.
fn is_plain(types: &Types, it: &Struct) -> bool {
    let Some((shape, places)) = place(types, it) else { return false };
    let found = it.fields.iter().map(|f| f.offset * 8 + u64::from(f.bits.map_or(0, |(first, _)| first)));
    shape.0 == it.bytes && found.eq(places)
}

/// The shape of a struct, and the first bit of each field.
fn place(types: &Types, it: &Struct) -> Option<(Shape, Vec<u64>)> {
    let (mut at, mut size, mut align, mut places) = (0u64, 0u64, 1u64, Vec::new());
    for field in &it.fields {
        let flexible = matches!(types.get(types.plain(field.ty)), Type::Array { count: None, .. });
        let (bytes, needed) = if flexible { (0, element_alignment(types, field.ty)?) } else { shape(types, field.ty)? };
        let bits = field.bits.map_or(bytes * 8, |(_, width)| u64::from(width));
        at = match field.bits {
            // A bit-field must not cross a boundary of its type.
            Some(_) if at / (bytes * 8) == (at + bits.max(1) - 1) / (bytes * 8) => at,
            _ => at.next_multiple_of(needed * 8),
        };
        align = align.max(needed);
        places.push(at);
        size = size.max(at + bits);
        at = if it.is_union { 0 } else { at + bits };
    }
    Some(((size.div_ceil(8).next_multiple_of(align), align), places))
}

fn element_alignment(types: &Types, id: TypeId) -> Option<u64> {
    match types.get(types.plain(id)) {
        Type::Array { of, .. } => element_alignment(types, *of),
        _ => shape(types, id).map(|s| s.1),
    }
}

fn shape(types: &Types, id: TypeId) -> Option<Shape> {
    match types.get(types.plain(id)) {
        Type::Int { bytes, name, .. } if *bytes <= 8 || name.contains("int128") => Some(own(*bytes)),
        Type::Float { bytes, name } if matches!(name.as_str(), "float" | "double" | "long double") => Some(own(*bytes)),
        Type::Enum { bytes, .. } => Some(own(*bytes)),
        Type::Pointer(_) => Some(POINTER),
        Type::Array { of, count } => {
            shape(types, *of).and_then(|(size, align)| Some((size.checked_mul((*count)?)?, align)))
        }
        Type::Struct(it) if !it.incomplete => place(types, it).map(|(shape, _)| shape),
        _ => None,
    }
}

fn own(bytes: u32) -> Shape {
    (bytes.into(), u64::from(bytes).max(1))
}
