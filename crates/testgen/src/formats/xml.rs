//! Test suites as Test-Comp exchanges them: `test-suite/metadata.xml` and `test-suite/testcase-N.xml`.
//!
//! The n-th `<input>` is the n-th value that the program asks for. Inputs of `__VERIFIER_nondet_T` and of CREST's macros are written as
//! their type wants it, so that a validator that reads numbers gets the very value: integers as decimal numbers, also
//! characters and pointers; floating point as the shortest decimal number that reads back as the same. Memory of other
//! harnesses (`secateur_symbolic`, `klee_make_symbolic`, parameters of `--function`) has no type here: 1, 2, 4 and 8 bytes are a
//! signed number, everything else a number for each byte. A number that is not one (NaN) loses its payload.
//!
//! The format knows neither arguments nor standard input nor files: what a test has of them stands in a comment, and a
//! validator cannot repeat such a test. The hash is SHA-256, of all files in order if there are several; `programfile`
//! then names them all. The only thing that differs between equal runs is the time; `SOURCE_DATE_EPOCH` fixes it.

use super::{File, Info, Recorded, Whole};
use crate::xml::escape;
use crate::{Expected, Input, InputKind, TestgenError, show};
use sha2::{Digest, Sha256};
use std::fmt::Write;

pub static INFO: Info = Info {
    name: "xml",
    summary: "Test-Comp's suites: test-suite/metadata.xml and testcase-N.xml",
    default: false,
    write: super::no_file,
    finish: |whole| {
        let mut files = vec![file("metadata.xml".into(), metadata(whole)?)];
        files.extend(whole.tests.iter().map(|test| file(format!("testcase-{}.xml", test.number), testcase(test))));
        Ok(files)
    },
};

const FOLDER: &str = "test-suite";
const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n";
const SPECIFICATION: &str = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";

fn file(name: String, text: String) -> File {
    File { name: format!("{FOLDER}/{name}"), bytes: text.into_bytes() }
}

fn doctype(name: &str) -> String {
    format!(
        "<!DOCTYPE {name} PUBLIC \"+//IDN sosy-lab.org//DTD test-format {name} 1.1//EN\" \
         \"https://sosy-lab.org/test-format/{name}-1.1.dtd\">\n"
    )
}

/// The order of the elements is part of the format.
fn metadata(whole: &Whole) -> Result<String, TestgenError> {
    let mut hash = Sha256::new();
    for path in whole.program {
        hash.update(std::fs::read(path).map_err(|e| TestgenError::io(path, e))?);
    }
    let hash: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let program: Vec<String> = whole.program.iter().map(|p| p.display().to_string()).collect();
    let entry = whole.function.unwrap_or("main");
    let elements = [
        ("sourcecodelang", "C"),
        ("producer", concat!("secateur ", env!("CARGO_PKG_VERSION"))),
        ("specification", &SPECIFICATION.replace("main", entry)),
        ("programfile", &program.join(" ")),
        ("programhash", &hash),
        ("entryfunction", entry),
        ("architecture", "64bit"),
        ("creationtime", &now()),
    ];
    let mut out = DECLARATION.to_string() + &doctype("test-metadata") + "<test-metadata>\n";
    for (name, value) in elements {
        let _ = writeln!(out, "  <{name}>{}</{name}>", escape(value));
    }
    Ok(out + "</test-metadata>\n")
}

/// RFC 3339, in UTC.
fn now() -> String {
    let fixed = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse::<u32>().ok());
    let time = match fixed {
        Some(seconds) => std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds.into()),
        None => std::time::SystemTime::now(),
    };
    humantime::format_rfc3339_seconds(time).to_string()
}

fn testcase(test: &Recorded) -> String {
    let error = matches!(test.expected, Expected::Bug { kind: "error-call", .. });
    let mut out = DECLARATION.to_string() + &doctype("testcase");
    out += if error { "<testcase coversError=\"true\">\n" } else { "<testcase>\n" };
    // Two dashes would end the comment.
    let comment = |text: &str| escape(text).replace("--", "- -");
    let arguments = test.case.arguments();
    if !arguments.is_empty() {
        let words: Vec<String> = arguments.iter().map(|a| show::quoted(a)).collect();
        let _ = writeln!(out, "  <!-- arguments, which the format does not know: {} -->", comment(&words.join(" ")));
    }
    for input in &test.case.inputs {
        match &input.kind {
            InputKind::Object => object(&mut out, input),
            InputKind::Arg | InputKind::ArgCount => {}
            InputKind::Stdin { .. } => {
                let text = comment(&show::quoted(input.content()));
                let _ = writeln!(out, "  <!-- standard input, which the format does not know: {text} -->");
            }
            InputKind::File { path, .. } => {
                let text = comment(&format!("{path}: {}", show::quoted(input.content())));
                let _ = writeln!(out, "  <!-- a file, which the format does not know: {text} -->");
            }
        }
    }
    out + "</testcase>\n"
}

fn object(out: &mut String, input: &Input) {
    let mut put = |name: &str, ty: &str, value: String| {
        let (name, ty) = (escape(name), escape(ty));
        let _ = writeln!(out, "  <input variable=\"{name}\" type=\"{ty}\">{value}</input>");
    };
    let known = typed(&input.name).filter(|(_, size, _)| *size == input.bytes.len());
    if let Some((ty, _, form)) = known {
        return put(&input.name, ty, form.write(&input.bytes));
    }
    let ty = match input.bytes.len() {
        1 => "char",
        2 => "short",
        4 => "int",
        8 => "long",
        _ => {
            for (i, byte) in input.bytes.iter().enumerate() {
                put(&format!("{}[{i}]", input.name), "unsigned char", byte.to_string());
            }
            return;
        }
    };
    put(&input.name, ty, Form::Signed.write(&input.bytes));
}

#[derive(Clone, Copy)]
enum Form {
    Signed,
    Unsigned,
    Float,
}

impl Form {
    fn write(self, bytes: &[u8]) -> String {
        let mut wide = [0; 16];
        wide[..bytes.len()].copy_from_slice(bytes);
        let (value, unused) = (u128::from_le_bytes(wide), 128 - 8 * bytes.len() as u32);
        match self {
            Form::Unsigned => value.to_string(),
            Form::Signed => (((value << unused) as i128) >> unused).to_string(),
            Form::Float if bytes.len() == 4 => decimal(f32::from_bits(value as u32)),
            Form::Float => decimal(f64::from_bits(value as u64)),
        }
    }
}

/// As `strtod` reads it: with an exponent, since plain digits may be hundreds.
fn decimal(value: impl std::fmt::LowerExp + Into<f64> + Copy) -> String {
    let number: f64 = value.into();
    let sign = if number.is_sign_negative() { "-" } else { "" };
    match number {
        n if n.is_nan() => format!("{sign}nan"),
        n if n.is_infinite() => format!("{sign}inf"),
        _ => format!("{value:e}"),
    }
}

/// By an input's name: its type in C, its size, and how it is written. `runtime/harness.c` gives the names.
fn typed(name: &str) -> Option<(&'static str, usize, Form)> {
    use Form::{Float, Signed, Unsigned};
    let known = match name.strip_prefix("__VERIFIER_nondet_").unwrap_or(name) {
        "bool" => ("_Bool", 1, Unsigned),
        "char" => ("char", 1, Signed),
        "schar" => ("signed char", 1, Signed),
        "uchar" | "unsigned_char" | "u8" | "U8" => ("unsigned char", 1, Unsigned),
        "short" => ("short", 2, Signed),
        "ushort" | "unsigned_short" | "u16" | "U16" => ("unsigned short", 2, Unsigned),
        "int" => ("int", 4, Signed),
        "uint" | "unsigned" | "unsigned_int" | "u32" | "U32" => ("unsigned int", 4, Unsigned),
        "long" => ("long", 8, Signed),
        "ulong" | "unsigned_long" | "sector_t" | "pthread_t" => ("unsigned long", 8, Unsigned),
        "longlong" | "long_long" | "loff_t" => ("long long", 8, Signed),
        "ulonglong" | "unsigned_long_long" => ("unsigned long long", 8, Unsigned),
        "size_t" => ("size_t", 8, Unsigned),
        "int128" => ("__int128", 16, Signed),
        "uint128" => ("unsigned __int128", 16, Unsigned),
        "float" => ("float", 4, Float),
        "double" => ("double", 8, Float),
        "pointer" => ("void *", 8, Unsigned),
        "pchar" => ("char *", 8, Unsigned),
        _ => return None,
    };
    Some(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(name: &str, bytes: &[u8]) -> String {
        let mut out = String::new();
        object(&mut out, &Input { name: name.into(), kind: InputKind::Object, bytes: bytes.to_vec() });
        let values = out.lines().map(|l| l.split_once('>').and_then(|(_, r)| r.split_once('<')).expect("an input").0);
        values.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn values_have_the_notation_of_their_type() {
        assert_eq!(value("__VERIFIER_nondet_char", &[0xff]), "-1");
        assert_eq!(value("__VERIFIER_nondet_uchar", &[0xff]), "255");
        assert_eq!(value("unsigned_int", &[0xff; 4]), "4294967295");
        assert_eq!(value("x", &[0xfe, 0xff, 0xff, 0xff]), "-2");
        assert_eq!(value("x", &[1, 2, 255]), "1 2 255");
        assert_eq!(value("__VERIFIER_nondet_memory", &[1, 2, 3, 4, 5]), "1 2 3 4 5");
        assert_eq!(value("__VERIFIER_nondet_int128", &[0xff; 16]), "-1");
        assert_eq!(value("__VERIFIER_nondet_uint128", &[0xff; 16]), u128::MAX.to_string());
        // A user's object may have such a name and another size.
        assert_eq!(value("double", &[7]), "7");
    }

    /// The C library reads every number back.
    #[test]
    fn floating_point_reads_back() {
        let hard = [0.0, -0.0, 0.1, 1e300, f64::MIN_POSITIVE, 5e-324, f64::MAX, f64::INFINITY, 1.0 / 3.0];
        let mut rng = fastrand::Rng::with_seed(7);
        let random = (0..2000).map(|_| f64::from_bits(rng.u64(..))).filter(|f| !f.is_nan()).collect::<Vec<_>>();
        for number in hard.into_iter().chain(random) {
            let text =
                std::ffi::CString::new(value("__VERIFIER_nondet_double", &number.to_le_bytes())).expect("no zero");
            // SAFETY: a string with an end, and nobody asks for the rest.
            let read = unsafe { libc::strtod(text.as_ptr(), std::ptr::null_mut()) };
            assert_eq!(read.to_bits(), number.to_bits(), "{text:?}");
            let single = number as f32;
            let text: f32 = value("float", &single.to_le_bytes()).parse().expect("a number");
            assert_eq!(text.to_bits(), single.to_bits());
        }
    }
}
