//! Types and names as C declares them: around the name, from the inside out.

use secateur_front::ctypes::{Struct, Type, TypeId, Types};

/// Names of our own for what C99 has no word for.
pub const INT128: &str = "secateur_int128";
pub const UINT128: &str = "secateur_uint128";

/// A declaration of `name`, such as `int (*name)[3]`. Without a name, the type alone.
pub fn declare(types: &Types, id: TypeId, name: &str) -> String {
    match types.get(id) {
        Type::Pointer(to) => {
            let inner = format!("*{name}");
            let around = matches!(types.get(*to), Type::Array { .. } | Type::Function { .. });
            declare(types, *to, &if around { format!("({inner})") } else { inner })
        }
        Type::Array { of, count } => {
            let count = count.map_or(String::new(), |n| n.to_string());
            declare(types, *of, &format!("{name}[{count}]"))
        }
        Type::Function { ret, params, variadic } => {
            let params: Vec<(TypeId, &str)> = params.iter().map(|p| (*p, "")).collect();
            declare(types, *ret, &format!("{name}({})", parameters(types, &params, *variadic)))
        }
        Type::Const(to) => qualified(types, "const", *to, name),
        Type::Qualified(word, to) => qualified(types, word, *to, name),
        _ => join(&base(types, id), name),
    }
}

/// What stands between the parentheses of a function.
pub fn parameters(types: &Types, params: &[(TypeId, &str)], variadic: bool) -> String {
    let mut all: Vec<String> = params.iter().map(|(ty, name)| declare(types, *ty, name)).collect();
    if variadic {
        all.push("...".into());
    }
    if all.is_empty() { "void".into() } else { all.join(", ") }
}

/// A qualifier of a pointer stands behind its star, any other before the type.
fn qualified(types: &Types, word: &str, to: TypeId, name: &str) -> String {
    match types.get(to) {
        Type::Pointer(_) => declare(types, to, &join(word, name)),
        // Of an array its elements are qualified.
        Type::Array { of, count } => {
            let count = count.map_or(String::new(), |n| n.to_string());
            qualified(types, word, *of, &format!("{name}[{count}]"))
        }
        Type::Const(inner) if word == "const" => qualified(types, word, *inner, name),
        _ => format!("{word} {}", declare(types, to, name)),
    }
}

fn join(left: &str, right: &str) -> String {
    if right.is_empty() { left.into() } else { format!("{left} {right}") }
}

fn base(types: &Types, id: TypeId) -> String {
    match types.get(id) {
        Type::Int { name, bytes: 16, signed: true, .. } if name.contains("int128") => INT128.into(),
        Type::Int { name, bytes: 16, .. } if name.contains("int128") => UINT128.into(),
        Type::Int { name, .. } | Type::Float { name, .. } | Type::Typedef { name, .. } | Type::Other { name, .. } => {
            name.clone()
        }
        Type::Enum { tag: Some(tag), .. } => format!("enum {tag}"),
        // Its constants are declared elsewhere, and only once.
        Type::Enum { signed, .. } => if *signed { "int" } else { "unsigned int" }.into(),
        Type::Struct(Struct { tag: Some(tag), is_union, .. }) => format!("{} {tag}", keyword(*is_union)),
        Type::Struct(it) => format!("{} {}", keyword(it.is_union), members(types, it, 0)),
        _ => "void".into(),
    }
}

pub fn keyword(is_union: bool) -> &'static str {
    if is_union { "union" } else { "struct" }
}

pub fn enumerators(constants: &[(String, i128)]) -> String {
    let one = |(name, value): &(String, i128)| match value {
        v if *v == i128::from(i32::MIN) => format!("{name} = -2147483647 - 1"),
        v => format!("{name} = {v}"),
    };
    format!("{{ {} }}", constants.iter().map(one).collect::<Vec<_>>().join(", "))
}

/// The members in braces, on lines of their own.
pub fn members(types: &Types, it: &Struct, depth: usize) -> String {
    let indent = "    ".repeat(depth + 1);
    let mut out = String::from("{\n");
    for field in &it.fields {
        let inner = match types.get(field.ty) {
            Type::Struct(inner) if inner.tag.is_none() => Some(inner),
            _ => None,
        };
        let name = field.name.as_deref().unwrap_or("");
        let text = match inner {
            // C99 does not know members without a name; compilers do, if told that we know.
            Some(inner) if field.name.is_none() => {
                format!("__extension__ {} {}", keyword(inner.is_union), members(types, inner, depth + 1))
            }
            Some(inner) => format!("{} {} {name}", keyword(inner.is_union), members(types, inner, depth + 1)),
            None => declare(types, field.ty, name),
        };
        let bits = field.bits.map_or(String::new(), |(_, width)| format!(" : {width}"));
        out.push_str(&format!("{indent}{text}{bits};\n"));
    }
    out + &"    ".repeat(depth) + "}"
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_front::ctypes::IntKind;

    #[test]
    fn declarators_go_from_the_inside_out() {
        let int = Type::Int { name: "int".into(), bytes: 4, signed: true, kind: IntKind::Plain };
        let char = Type::Int { name: "char".into(), bytes: 1, signed: true, kind: IntKind::Char };
        let t = Types {
            all: vec![
                int,
                char,
                Type::Const(TypeId(1)),
                Type::Pointer(TypeId(2)),
                Type::Array { of: TypeId(3), count: Some(3) },
                Type::Pointer(TypeId(4)),
                Type::Function { ret: TypeId(0), params: vec![TypeId(3), TypeId(0)], variadic: true },
                Type::Pointer(TypeId(6)),
                Type::Const(TypeId(3)),
                Type::Array { of: TypeId(7), count: Some(2) },
                Type::Function { ret: TypeId(7), params: vec![], variadic: false },
                Type::Void,
            ],
        };
        let show = |i: u32, name: &str| declare(&t, TypeId(i), name);
        assert_eq!(show(3, "p"), "const char *p");
        assert_eq!(show(4, "p"), "const char *p[3]");
        assert_eq!(show(5, "p"), "const char *(*p)[3]");
        assert_eq!(show(7, "f"), "int (*f)(const char *, int, ...)");
        assert_eq!(show(8, "p"), "const char *const p");
        assert_eq!(show(9, "a"), "int (*a[2])(const char *, int, ...)");
        assert_eq!(show(10, "f"), "int (*f(void))(const char *, int, ...)");
        assert_eq!(show(3, ""), "const char *");
        assert_eq!(show(11, ""), "void");
    }
}
