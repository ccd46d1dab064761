//! Bytes and names as C, make, CMake and the shell write them.

use crate::escape::{self, For};

/// A string literal with these bytes, and no more.
pub fn literal(bytes: &[u8]) -> String {
    escape::string(bytes, For::Compiler)
}

/// `'x'`.
pub fn char_literal(byte: u8) -> String {
    escape::character(byte, For::Compiler)
}

/// More than a compiler of C99 must take as one literal.
const LONGEST_LITERAL: usize = 4095;

/// As an expression that points to the bytes. Those of long ones need an array of their own: its name, and a
/// statement for it.
pub fn pointer(bytes: &[u8], name: &str) -> (String, Option<String>) {
    if bytes.len() <= LONGEST_LITERAL {
        return (literal(bytes), None);
    }
    (name.to_string(), Some(format!("static const unsigned char {name}[{}] = {};", bytes.len(), braces(bytes))))
}

/// As the initialiser of an array, in lines.
pub fn braces(bytes: &[u8]) -> String {
    let lines: Vec<String> =
        bytes.chunks(20).map(|line| line.iter().map(|b| format!("{b}")).collect::<Vec<_>>().join(", ")).collect();
    match &lines[..] {
        [one] => format!("{{ {one} }}"),
        _ => format!("{{\n        {}\n    }}", lines.join(",\n        ")),
    }
}

/// The initialiser of an array of characters with just these bytes. A literal as long as the array has no room
/// for its zero, which compilers warn of.
pub fn char_array(bytes: &[u8]) -> String {
    match bytes.split_last() {
        Some((0, text)) if text.len() < LONGEST_LITERAL && reads_well(text) => literal(text),
        _ => braces_of_chars(bytes),
    }
}

fn braces_of_chars(bytes: &[u8]) -> String {
    if bytes.len() > 40 || !reads_well(bytes) {
        let signed: Vec<String> = bytes.iter().map(|b| (*b as i8).to_string()).collect();
        return lines(&signed);
    }
    lines(&bytes.iter().map(|b| if *b < 0x80 { char_literal(*b) } else { (*b as i8).to_string() }).collect::<Vec<_>>())
}

/// Items in braces, a few on a line.
pub fn lines(items: &[String]) -> String {
    let lines: Vec<String> = items.chunks(16).map(|line| line.join(", ")).collect();
    match &lines[..] {
        [one] => format!("{{ {one} }}"),
        _ => format!("{{\n        {}\n    }}", lines.join(",\n        ")),
    }
}

/// Whether half of it is text.
pub fn reads_well(bytes: &[u8]) -> bool {
    let text = bytes.iter().filter(|b| matches!(b, 0x20..=0x7e | b'\n' | b'\t')).count();
    text * 2 >= bytes.len()
}

/// Longer titles of cases are cut.
const LONGEST_TITLE: usize = 160;

pub fn title(text: &str) -> String {
    if text.chars().count() <= LONGEST_TITLE {
        return text.to_string();
    }
    text.chars().take(LONGEST_TITLE - 4).chain(" ...".chars()).collect()
}

/// One word of a shell's command, quoted only where it must be.
pub fn shell(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=,:@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// One word of a command in a makefile.
pub fn make(word: &str) -> String {
    shell(word).replace('$', "$$")
}

/// A quoted argument in CMake.
pub fn cmake(word: &str) -> String {
    let mut out = String::from("\"");
    for c in word.chars() {
        if matches!(c, '"' | '\\' | '$' | ';') {
            out.push('\\');
        }
        out.push(c);
    }
    out + "\""
}

/// Text that may stand in a comment.
pub fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *").replace('\\', "\\\\").replace("??/", "? ?/").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_of_characters_have_their_size() {
        assert_eq!(char_array(b"abc\0"), "\"abc\"");
        assert_eq!(char_array(b"a'c"), r"{ 'a', '\'', 'c' }");
        assert_eq!(char_array(b"\xff\0"), "{ -1, 0 }");
    }

    #[test]
    fn words_survive_the_shell() {
        assert_eq!((shell("a/b.c"), shell("it's"), shell("")), ("a/b.c".into(), r"'it'\''s'".into(), "''".into()));
        assert_eq!(make("-DA=$x"), "'-DA=$$x'");
        assert_eq!(cmake("a;b\"$"), "\"a\\;b\\\"\\$\"");
    }
}
