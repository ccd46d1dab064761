//! Declarations from debug information, compared with what a native program says of itself.

use crate::ctypes::{Declarations, IntKind, Type, TypeId};
use crate::dwarf;
use std::process::Command;

const SOURCE: &str = r#"
#include <stddef.h>
#include <stdio.h>
enum color { RED, GREEN = 5, BLUE = -1 };
typedef struct { short x; long y; } pair;
struct hidden;
union number { int i; double d; unsigned char raw[12]; };
struct all {
    char c; _Bool flag; long double wide; __int128 huge;
    unsigned low : 3; int high : 7; unsigned long long far : 40;
    struct { char inner; union number u; };
    pair pairs[2][3]; const char *const name; struct all *next; struct hidden *secret;
    int (*compare)(const void *, volatile int *); enum color color; float tail[];
};
static int unused(int z) { return z; }
int old(a, b) int a; char *b; { return a + *b; }
int many(const char *format, ...) { return *format; }
pair both(pair, struct all *p) { return p->pairs[0][1]; }
static unsigned counter[4]; unsigned use(void) { return counter[1]; }
#define FIELD(name) printf(#name " %zu %zu\n", offsetof(struct all, name), sizeof ((struct all *)0)->name)
int main(void) {
    printf("all %zu\npair %zu\nnumber %zu\ncolor %zu\n", sizeof(struct all), sizeof(pair), sizeof(union number), sizeof(enum color));
    FIELD(c); FIELD(flag); FIELD(wide); FIELD(huge); FIELD(inner); FIELD(u); FIELD(pairs); FIELD(name); FIELD(next);
    FIELD(secret); FIELD(compare); FIELD(color);
    struct all a; unsigned char *bytes = (unsigned char *)&a;
    for (size_t i = 0; i < sizeof a; i++) bytes[i] = 0;
    a.high = -1;
    for (size_t i = 0; i < sizeof a * 8; i++) if (bytes[i / 8] >> i % 8 & 1) { printf("high %zu\n", i); break; }
    a.high = 0; a.far = -1;
    for (size_t i = 0; i < sizeof a * 8; i++) if (bytes[i / 8] >> i % 8 & 1) { printf("far %zu\n", i); break; }
    return 0;
}
"#;

/// Built with the host's compiler and headers: layouts are the same for what the file itself defines.
fn both() -> (Declarations, Vec<String>) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("all.c"), SOURCE).expect("writable");
    let clang = |args: &[&str]| {
        let status = Command::new("clang-19").args(["-w", "-g"]).args(args).current_dir(folder.path()).status();
        assert!(status.expect("clang can be run").success());
    };
    clang(&["-femit-all-decls", "-c", "all.c", "-o", "all.o"]);
    clang(&["all.c", "-o", "all"]);
    let said = Command::new(at("all")).output().expect("it runs").stdout;
    let lines = String::from_utf8_lossy(&said).lines().map(str::to_string).collect();
    let declarations = dwarf::read(&std::fs::read(at("all.o")).expect("made")).expect("readable");
    (declarations, lines)
}

fn bytes(d: &Declarations, ty: TypeId) -> u64 {
    match d.types.get(d.types.plain(ty)) {
        Type::Int { bytes, .. } | Type::Float { bytes, .. } | Type::Enum { bytes, .. } => u64::from(*bytes),
        Type::Pointer(_) => 8,
        Type::Array { of, count } => bytes(d, *of) * count.unwrap_or(0),
        Type::Struct(s) => s.bytes,
        other => panic!("no size: {other:?}"),
    }
}

/// Every line that the program prints can be made of the declarations too.
#[test]
fn layouts_are_those_of_the_native_program() {
    let (d, native) = both();
    let structs = d.types.all.iter().filter_map(|t| if let Type::Struct(s) = t { Some(s) } else { None });
    let all = structs.clone().find(|s| s.tag.as_deref() == Some("all")).expect("struct all");
    let mut said = vec![format!("all {}", all.bytes)];
    let named = |name: &str| {
        let find = |t: &Type| matches!(t, Type::Typedef { name: n, .. } if n == name);
        TypeId(d.types.all.iter().position(find).expect("a typedef") as u32)
    };
    said.push(format!("pair {}", bytes(&d, named("pair"))));
    let union = structs.clone().find(|s| s.is_union).expect("the union");
    said.push(format!("number {}", union.bytes));
    let color = d.types.all.iter().find_map(|t| if let Type::Enum { bytes, .. } = t { Some(*bytes) } else { None });
    said.push(format!("color {}", color.expect("the enumeration")));
    let mut bit_fields = Vec::new();
    for field in &all.fields {
        match (&field.name, field.bits) {
            (Some(name), Some((first, _))) => {
                bit_fields.push(format!("{name} {}", field.offset * 8 + u64::from(first)))
            }
            (Some(name), None) if name == "tail" => {
                assert!(matches!(d.types.get(field.ty), Type::Array { count: None, .. }), "a flexible member");
            }
            (Some(name), None) => said.push(format!("{name} {} {}", field.offset, bytes(&d, field.ty))),
            (None, _) => {
                let Type::Struct(inner) = d.types.get(field.ty) else { panic!("an anonymous structure") };
                for part in &inner.fields {
                    let name = part.name.clone().expect("named");
                    said.push(format!("{name} {} {}", field.offset + part.offset, bytes(&d, part.ty)));
                }
            }
        }
    }
    said.extend(bit_fields.into_iter().filter(|line| !line.starts_with("low")));
    assert_eq!(said, native);
}

#[test]
fn functions_and_variables_are_those_of_the_file() {
    let (d, _) = both();
    let names: Vec<&str> = d.functions.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["unused", "old", "many", "both", "use", "main"]);
    let function = |name: &str| d.functions.iter().find(|f| f.name == name).expect("it is there");
    assert!(function("unused").is_static && !function("old").is_static);
    assert!(function("many").variadic && !function("old").variadic);
    assert_eq!((function("unused").file.as_str(), function("unused").line), ("all.c", 15));
    let params: Vec<&str> = function("both").params.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(params, ["arg1", "p"], "a parameter without a name gets one");
    assert_eq!(d.variables.len(), 1);
    assert!(d.variables[0].is_static && bytes(&d, d.variables[0].ty) == 16);
}

#[test]
fn types_keep_what_c_says() {
    let (d, _) = both();
    let is = |what: fn(&Type) -> bool| d.types.all.iter().any(what);
    assert!(is(|t| matches!(t, Type::Int { kind: IntKind::Bool, bytes: 1, .. })));
    assert!(is(|t| matches!(t, Type::Int { name, bytes: 16, signed: true, .. } if name == "__int128")));
    assert!(is(|t| matches!(t, Type::Float { name, bytes: 16 } if name == "long double")));
    assert!(is(|t| matches!(t, Type::Struct(s) if s.incomplete && s.tag.as_deref() == Some("hidden"))));
    assert!(is(|t| matches!(t, Type::Function { params, variadic: false, .. } if params.len() == 2)));
    assert!(is(|t| matches!(t, Type::Qualified(word, _) if word == "volatile")));
    let constants =
        d.types.all.iter().find_map(|t| if let Type::Enum { constants, .. } = t { Some(constants) } else { None });
    let expected = [("RED", 0), ("GREEN", 5), ("BLUE", -1)].map(|(name, n)| (name.to_string(), n));
    assert_eq!(constants.expect("the enumeration"), &expected);
}
