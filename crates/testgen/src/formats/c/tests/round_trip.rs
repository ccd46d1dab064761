//! Values printed as C, compiled, and read back from memory.

use super::{COMPILERS, Make, bits, compile, field, run};
use crate::formats::c::declarations::declare_all;
use crate::formats::c::values::Values;
use crate::formats::c::{cases, layout};
use crate::unit::Value;
use secateur_front::ctypes::{Type, TypeId, Types};
use std::collections::{BTreeSet, HashSet};
use std::process::Command;

/// A byte, and which of its bits it says: compilers set those behind bit-fields to anything.
type Bits = (u8, u8);

/// The bytes of a value as the machine has them; `None` is padding. Pointers are not compared.
fn encode(types: &Types, id: TypeId, value: &Value, out: &mut [Option<Bits>]) {
    let put = |out: &mut [Option<Bits>], bytes: &[u8]| {
        for (to, byte) in out.iter_mut().zip(bytes) {
            *to = Some((*byte, u8::MAX));
        }
    };
    match (types.get(types.plain(id)), value) {
        (Type::Int { bytes, .. } | Type::Enum { bytes, .. }, Value::Int(v)) => {
            put(out, &v.to_le_bytes()[..*bytes as usize]);
        }
        (Type::Float { bytes: 16, .. }, Value::Float(bytes)) => put(out, &bytes[..10]),
        (_, Value::Float(bytes) | Value::Bytes(bytes)) => put(out, bytes),
        (Type::Array { of, .. }, Value::Array(all)) => {
            let size = out.len() / all.len();
            for (i, v) in all.iter().enumerate() {
                encode(types, *of, v, &mut out[i * size..(i + 1) * size]);
            }
        }
        (Type::Struct(s), Value::Struct(all)) => {
            for (i, (f, v)) in s.fields.iter().zip(all).enumerate() {
                let from = f.offset as usize;
                if let (Some((first, width)), Value::Int(v)) = (f.bits, v) {
                    for bit in 0..width {
                        let at = from * 8 + (first + bit) as usize;
                        let ((byte, known), place) = (out[at / 8].unwrap_or((0, 0)), 1 << (at % 8));
                        let set = if *v >> bit & 1 == 1 { place } else { 0 };
                        out[at / 8] = Some((byte & !place | set, known | place));
                    }
                    continue;
                }
                let next = s.fields[i + 1..].iter().map(|n| n.offset as usize).find(|n| *n > from);
                let end = size(types, f.ty).map_or(next.unwrap_or(out.len()), |size| from + size);
                encode(types, f.ty, v, &mut out[from..end]);
            }
        }
        (_, Value::Null) => put(out, &[0; 8]),
        other => panic!("no encoding of {other:?}"),
    }
}

fn size(types: &Types, id: TypeId) -> Option<usize> {
    match types.get(types.plain(id)) {
        Type::Int { bytes, .. } | Type::Enum { bytes, .. } | Type::Float { bytes, .. } => Some(*bytes as usize),
        Type::Struct(s) => Some(s.bytes as usize),
        Type::Array { of, count } => Some(size(types, *of)? * (*count)? as usize),
        Type::Pointer(_) => Some(8),
        _ => None,
    }
}

/// Prints the values, compiles that, and compares the memory.
fn check(types: &Types, values: &[(TypeId, Value)]) {
    let roots: Vec<TypeId> = values.iter().map(|v| v.0).collect();
    for id in &roots {
        assert_eq!(layout::obstacle(types, *id, &mut HashSet::new()), None);
    }
    let mut text = cases::HEAD.to_string();
    let declared = declare_all(types, &roots);
    text.extend(declared.headers.iter().map(|h| format!("#include <{h}>\n")));
    text.push_str(&declared.text);
    text.push_str(cases::OBJECTS);
    text.push_str("static void dump(const void *p, size_t n)\n{\n    const unsigned char *b = p;\n");
    text.push_str("    while (n--) printf(\"%02x\", *b++);\n    printf(\"\\n\");\n}\n");
    text.push_str("int main(void)\n{\n    secateur_current = NULL; secateur_failures = 0; (void)secateur_failures;\n");
    text.push_str("    (void)secateur_current; free(secateur_new(\"\", 0));\n");
    for (i, (id, value)) in values.iter().enumerate() {
        let name = format!("v{i}");
        let mut printer = Values::new(types, &[], BTreeSet::from([name.clone()]));
        printer.declare(*id, &name, value).expect("it can be printed");
        let what = match (types.get(types.plain(*id)), value) {
            (Type::Pointer(_), Value::Object(all)) => format!("{name}, {} * sizeof *{name}", all.len()),
            _ => format!("&{name}, sizeof {name}"),
        };
        text.push_str(&format!("    {}\n    dump({what});\n", printer.lines.join("\n    ")));
    }
    text.push_str("    return 0;\n}\n");
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("t.c"), &text).expect("writable");
    for compiler in COMPILERS {
        compile(compiler, folder.path(), &["t.c"], &["-fsanitize=address,undefined", "-O1"], "t");
        let out = run(Command::new(folder.path().join("t")).env("ASAN_OPTIONS", "detect_leaks=0"));
        assert!(out.status.success() && out.stderr.is_empty(), "{}", String::from_utf8_lossy(&out.stderr));
        let lines: Vec<String> = String::from_utf8_lossy(&out.stdout).lines().map(str::to_string).collect();
        assert_eq!(lines.len(), values.len());
        for (i, ((id, value), line)) in values.iter().zip(&lines).enumerate() {
            let found: Vec<u8> =
                (0..line.len() / 2).map(|k| u8::from_str_radix(&line[k * 2..k * 2 + 2], 16).expect("hex")).collect();
            let mut expected = vec![None; found.len()];
            match (types.get(types.plain(*id)), value) {
                (Type::Pointer(to), Value::Object(all)) => {
                    let array = Types { all: [types.all.clone(), vec![Type::Array { of: *to, count: None }]].concat() };
                    let id = TypeId(types.all.len() as u32);
                    encode(&array, id, &Value::Array(all.clone()), &mut expected);
                }
                _ => encode(types, *id, value, &mut expected),
            }
            assert!(expected.iter().any(Option::is_some), "nothing is compared of value {i}");
            for (k, (byte, known)) in expected.iter().enumerate().filter_map(|(k, b)| b.map(|b| (k, b))) {
                assert_eq!(found[k] & known, byte, "{compiler}: value {i}, byte {k} of {line}\n{text}");
            }
        }
    }
}

fn ints(all: impl IntoIterator<Item = i128>) -> Vec<Value> {
    all.into_iter().map(Value::Int).collect()
}

fn text_of(bytes: &[u8]) -> Value {
    Value::Object(ints(bytes.iter().map(|b| i128::from(*b as i8))))
}

#[test]
fn numbers_keep_their_bytes() {
    let mut m = Make::new();
    let mut values = Vec::new();
    let names = [("char", 1), ("signed char", 1), ("short", 2), ("int", 4), ("long", 8), ("long long", 8)];
    for (name, bytes) in names.into_iter().chain([("__int128", 16)]) {
        let signed = m.int(name, bytes, true);
        let unsigned = match name {
            "char" | "signed char" => m.int("unsigned char", 1, false),
            name => m.int(&format!("unsigned {name}"), bytes, false),
        };
        let top: i128 = if bytes == 16 { i128::MAX } else { (1 << (bytes * 8 - 1)) - 1 };
        for v in [0, 1, -1, top, -top - 1, 39, 34, 92, 63, 10] {
            values.push((signed, Value::Int(v)));
        }
        for v in [0, 1, top, if bytes == 16 { -1 } else { top * 2 + 1 }] {
            values.push((unsigned, Value::Int(v)));
        }
    }
    let bool = m.int("_Bool", 1, false);
    values.extend([(bool, Value::Int(0)), (bool, Value::Int(1))]);
    let (float, double, long) = (m.float("float", 4), m.float("double", 8), m.float("long double", 16));
    let mut random = fastrand::Rng::with_seed(7);
    let some = [0.0, -0.0, 1.5, 0.1, 1e308, 5e-324, 2.2e-308, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    for v in some.into_iter().chain((0..40).map(|_| f64::from_bits(random.u64(..)))) {
        values.push((double, Value::Float(v.to_le_bytes().to_vec())));
        values.push((float, Value::Float((v as f32).to_le_bytes().to_vec())));
    }
    values.push((float, Value::Float(1u32.to_le_bytes().to_vec())));
    for (mantissa, top) in
        [(1u64 << 63, 0x3fffu16), (0xdead_beef_1234_5678, 0xc0de), (u64::MAX, 0x7ffe), (1, 0), (0, 0)]
    {
        let bytes = [&mantissa.to_le_bytes()[..], &top.to_le_bytes(), &[0; 6]].concat();
        values.push((long, Value::Float(bytes)));
    }
    check(&m.types, &values);
}

#[test]
fn texts_keep_their_bytes() {
    let mut m = Make::new();
    let (char, byte) = (m.int("char", 1, true), m.int("unsigned char", 1, false));
    let constant = m.add(Type::Const(char));
    let (text, bytes) = (m.add(Type::Pointer(constant)), m.add(Type::Pointer(byte)));
    let array = m.add(Type::Array { of: char, count: Some(6) });
    let mut values = Vec::new();
    let some: [&[u8]; 9] = [
        b"\0",
        b"abc\0",
        b"abc",
        b"??=??/\0",
        b"\x01\x021\0",
        b"a\0b\0",
        b"\\\"'\n\t\r%s\0",
        b"\xff\x80\x7f",
        b"\0\0\0",
    ];
    for bytes_of in some {
        values.push((text, text_of(bytes_of)));
        values.push((bytes, Value::Object(ints(bytes_of.iter().map(|b| i128::from(*b))))));
    }
    values.push((text, text_of(&(0..=255).cycle().take(6000).collect::<Vec<u8>>())));
    values.push((bytes, Value::Object(ints((0..300).map(|i| i % 256)))));
    values.push((array, Value::Array(ints(b"abcde\0".map(i128::from)))));
    values.push((array, Value::Array(ints(b"abcdef".map(i128::from)))));
    values.push((array, Value::Array(ints([0, -1, 2, 3, 4, 0]))));
    check(&m.types, &values);
}

#[test]
fn structures_keep_their_bytes() {
    let mut m = Make::new();
    let (char, int, uint) = (m.int("char", 1, true), m.int("int", 4, true), m.int("unsigned int", 4, false));
    let (long, double) = (m.int("long", 8, true), m.float("double", 8));
    let colour = m.add(Type::Enum {
        tag: Some("colour".into()),
        bytes: 4,
        signed: false,
        constants: vec![("RED".into(), 0), ("GREEN".into(), 5)],
    });
    let number = m.structure(Some("number"), true, 8, vec![field("whole", long, 0), field("real", double, 0)]);
    let flags = m.structure(
        Some("flags"),
        false,
        8,
        vec![
            bits("a", int, 0, 0, 3),
            bits("b", uint, 0, 3, 7),
            bits("c", int, 0, 10, 1),
            bits("d", uint, 4, 0, 24),
            field("e", char, 7),
        ],
    );
    let inner = m.structure(None, false, 8, vec![field("x", int, 0), field("y", int, 4)]);
    let nameless = m.structure(None, true, 4, vec![field("i", int, 0), field("u", uint, 0)]);
    let name = m.add(Type::Array { of: char, count: Some(5) });
    let grid = m.add(Type::Array { of: flags, count: Some(2) });
    let node = TypeId(m.types.all.len() as u32 + 1);
    let next = m.add(Type::Pointer(node));
    let fields = vec![
        field("tag", char, 0),
        field("colour", colour, 4),
        field("number", number, 8),
        field("at", inner, 16),
        field("", inner, 24),
        field("", nameless, 32),
        field("name", name, 36),
        field("grid", grid, 44),
        field("next", next, 64),
    ];
    assert_eq!(m.structure(Some("node"), false, 72, fields), node);
    let alias = m.add(Type::Typedef { name: "node_t".into(), to: node });
    let pointer = m.add(Type::Pointer(alias));
    let flag = |a: i128, b: i128| Value::Struct(ints([a, b, -1, 0xff_ffff, -5]));
    let one = |tag: i128, next: Value| {
        Value::Struct(vec![
            Value::Int(tag),
            Value::Int(if tag == 65 { 5 } else { 3 }),
            Value::Bytes(vec![1, 2, 3, 0, 0, 0xf0, 0x7f, tag as u8]),
            Value::Struct(ints([i128::from(i32::MIN), 7])),
            Value::Struct(ints([-1, -2])),
            Value::Bytes(vec![9, 8, 7, 6]),
            Value::Array(ints(b"ab\0\xe1".map(|b| i128::from(b as i8)).into_iter().chain([0]))),
            Value::Array(vec![flag(-4, 127), flag(3, 0)]),
            next,
        ])
    };
    let values = vec![
        (alias, one(65, Value::Null)),
        (flags, flag(-1, 1)),
        (number, Value::Bytes(vec![0, 0, 0, 0, 0, 0, 0xf8, 0xff])),
        (pointer, Value::Object(vec![one(1, Value::Null), one(66, Value::Null)])),
    ];
    // Pointers to others are followed by the compiler; here they are only accepted.
    check(&m.types, &values);
}
