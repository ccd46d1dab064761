//! Inputs as people read them.

use crate::escape::{self, For};
use crate::reports::Shown;
use crate::{Input, InputKind, TestCase};
use std::fmt::Write;

/// More bytes than this are cut.
const MOST: usize = 256;

/// One line for each input, in order; arguments together, as a shell would take them.
pub fn inputs(case: &TestCase) -> Vec<Shown> {
    let mut shown = Vec::new();
    let arguments = case.arguments();
    if !arguments.is_empty() {
        let value = arguments.iter().map(|a| quoted(a)).collect::<Vec<_>>().join(" ");
        shown.push(Shown { name: if arguments.len() == 1 { "argument" } else { "arguments" }.into(), value });
    }
    for input in &case.inputs {
        let (name, value) = match &input.kind {
            InputKind::Arg | InputKind::ArgCount => continue,
            InputKind::Stdin { .. } => ("standard input".to_string(), text_or_bytes(input.content())),
            InputKind::File { path, .. } => (format!("file {}", on_a_line(path)), text_or_bytes(input.content())),
            InputKind::Object => (on_a_line(&input.name), object(input)),
        };
        shown.push(Shown { name, value });
    }
    shown
}

/// Text of many lines without control characters, which a terminal would obey.
pub fn printable(text: &str) -> String {
    escaped(text, |c| c.is_control() && c != '\n' && c != '\t')
}

/// A name, which the program under test chose, without control characters.
fn on_a_line(name: &str) -> String {
    escaped(name, char::is_control)
}

fn escaped(text: &str, is_wrong: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' if is_wrong(c) => out += "\\n",
            '\t' if is_wrong(c) => out += "\\t",
            c if is_wrong(c) => {
                let _ = write!(out, "\\x{:02x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}

/// Memory of unknown type: a number if it has the size of one.
fn object(input: &Input) -> String {
    let bytes = &input.bytes;
    let number: Option<(i64, u64)> = match bytes[..] {
        [a] => Some((i64::from(a as i8), u64::from(a))),
        [a, b] => Some((i64::from(i16::from_le_bytes([a, b])), u64::from(u16::from_le_bytes([a, b])))),
        [a, b, c, d] => {
            Some((i64::from(i32::from_le_bytes([a, b, c, d])), u64::from(u32::from_le_bytes([a, b, c, d]))))
        }
        _ => bytes[..].try_into().ok().map(|b| (i64::from_le_bytes(b), u64::from_le_bytes(b))),
    };
    let Some((signed, unsigned)) = number else { return text_or_bytes(bytes) };
    let mut text = if bytes.len() == 1 { unsigned.to_string() } else { signed.to_string() };
    if bytes.len() == 1 && (b' '..=b'~').contains(&bytes[0]) {
        let _ = write!(text, " ({})", escape::character(bytes[0], For::People));
    } else if bytes.len() > 1 && bytes.iter().all(|b| (b' '..=b'~').contains(b)) {
        let _ = write!(text, " ({})", quoted(bytes));
    } else if signed < 0 || unsigned > 999 {
        let _ = write!(text, " ({unsigned:#x})");
    }
    text
}

/// A string if a good part of it can be read, else hexadecimal.
fn text_or_bytes(bytes: &[u8]) -> String {
    let readable = bytes.iter().filter(|b| matches!(b, b' '..=b'~' | b'\n' | b'\t' | b'\r')).count();
    let cut = &bytes[..bytes.len().min(MOST)];
    let mut text = if readable * 3 >= bytes.len() {
        quoted(cut)
    } else {
        cut.iter().map(|b| format!("{b:02x}")).collect::<Vec<_>>().join(" ")
    };
    if bytes.len() > MOST {
        let _ = write!(text, " … ({} bytes)", bytes.len());
    }
    text
}

/// A string as C writes it.
pub fn quoted(bytes: &[u8]) -> String {
    escape::string(bytes, For::People)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object_of(bytes: &[u8]) -> String {
        object(&Input { name: "x".into(), kind: InputKind::Object, bytes: bytes.to_vec() })
    }

    #[test]
    fn memory_of_a_numbers_size_is_a_number() {
        assert_eq!(object_of(&[42]), "42 ('*')");
        assert_eq!(object_of(&[0xff; 4]), "-1 (0xffffffff)");
        assert_eq!(object_of(&[7, 0, 0, 0]), "7");
        assert_eq!(object_of(b"GET "), "542393671 (\"GET \")");
        assert_eq!(object_of(b"abc"), "\"abc\"");
        assert_eq!(object_of(&[1, 2, 0xff]), "01 02 ff");
        assert_eq!(object_of(b"hi \x01\x01\x01\x01"), "\"hi \\x01\\x01\\x01\\x01\"");
    }

    #[test]
    fn names_have_no_control_characters() {
        let input = |name: &str, kind| Input { name: name.into(), kind, bytes: b"a".to_vec() };
        let file = InputKind::File { path: "a\u{9b}31m".into(), len: 1 };
        let case =
            TestCase { args: vec![], inputs: vec![input("\x1b[31mé\n\t", InputKind::Object), input("A", file)] };
        let names: Vec<String> = inputs(&case).into_iter().map(|s| s.name).collect();
        assert_eq!(names, ["\\x1b[31mé\\n\\t", "file a\\x9b31m"]);
        assert_eq!(printable("a\x1b]0;\x07\r\n\tb"), "a\\x1b]0;\\x07\\x0d\n\tb");
    }

    #[test]
    fn strings_read_as_c_reads_them() {
        let case = TestCase {
            args: vec![b"-n".to_vec()],
            inputs: vec![
                Input { name: "arg00".into(), kind: InputKind::Arg, bytes: b"3\0".to_vec() },
                Input { name: "stdin".into(), kind: InputKind::Stdin { len: 2 }, bytes: b"x\nrest".to_vec() },
            ],
        };
        let lines: Vec<String> = inputs(&case).iter().map(|s| format!("{}: {}", s.name, s.value)).collect();
        assert_eq!(lines, [r#"arguments: "-n" "3""#, r#"standard input: "x\n""#]);
    }
}
