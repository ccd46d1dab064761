//! How inputs and their bytes are written: in partition files, warnings, `summary.json` and the report alike.
//!
//! `packet[3]`, `packet[0..3]`, `packet[4..]` and `packet`. A name that would be read as something else stands in
//! quotes, as `"my packet"[3]`.
//!
//! *Invariant:* what [`name`] writes, [`word`] reads as that name.

use std::fmt::Write;

/// Offsets are below it: there is no larger input.
pub const MOST_BYTES: u32 = 1 << 24;

/// A name as a partition file has it.
pub fn name(name: &str) -> String {
    let is_plain = odd(name).is_none() && !name.is_empty() && !name.starts_with('#') && !name.ends_with(']');
    let is_plain = is_plain && is_balanced(name) && pieces(name).1.is_none();
    if is_plain {
        return name.to_string();
    }
    let mut out = String::from("\"");
    for c in name.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out += "\\n",
            '\t' => out += "\\t",
            c if c.is_ascii_control() => {
                let _ = write!(out, "\\x{:02x}", u32::from(c));
            }
            c if c.is_control() || c.is_whitespace() && c != ' ' => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out + "\""
}

/// A word of a partition file.
#[derive(Debug, PartialEq, Eq)]
pub struct Word {
    pub name: String,
    /// The first and the last byte, if not all are meant. There is no last one in `a[4..]`.
    pub bytes: Option<(u32, Option<u32>)>,
    /// `/4`: a block for each 4 bytes.
    pub each: Option<u32>,
}

/// Reads the word that `text` begins with; what follows it, or what is wrong.
pub fn word(text: &str) -> Result<(Word, &str), String> {
    let (quoted, rest) = match text.strip_prefix('"') {
        Some(inside) => {
            let (name, rest) = unquote(inside)?;
            (Some(name), rest)
        }
        None => (None, text),
    };
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let (tail, rest) = rest.split_at(end);
    let (tail, each) = pieces(tail);
    let each = match each {
        Some("0") => return Err("`/0` is no size of a block".into()),
        Some(digits) => Some(offset(digits)?),
        None => None,
    };
    let (plain, inside) = brackets(tail)?;
    let bytes = inside.map(range).transpose()?;
    let name = match quoted {
        Some(_) if !plain.is_empty() => {
            return Err(format!("`{plain}` follows a name in quotes; write a space between them"));
        }
        Some(name) => name,
        None => plain.to_string(),
    };
    if name.is_empty() {
        return Err("a name is missing; write NAME, NAME[3], NAME[0..3] or NAME[4..]".into());
    }
    if !text.starts_with('"') {
        if let Some(c) = odd(&name) {
            return Err(format!("`{c}` stands in names in quotes only; between the bytes of a block there are spaces"));
        }
        if !is_balanced(&name) {
            return Err(format!("`{name}` has a bracket that is not closed, or not opened"));
        }
    }
    Ok((Word { name, bytes, each }, rest))
}

/// A character that no name has outside of quotes.
fn odd(name: &str) -> Option<char> {
    name.chars().find(|c| !c.is_alphanumeric() && !"_-.>[]/:@+~%$*#".contains(*c))
}

/// Whether every bracket has its other half.
fn is_balanced(name: &str) -> bool {
    let mut open = 0;
    name.chars().all(|c| {
        open += i32::from(c == '[') - i32::from(c == ']');
        open >= 0
    }) && open == 0
}

/// `…/4` in two.
fn pieces(word: &str) -> (&str, Option<&str>) {
    match word.rsplit_once('/') {
        Some((before, digits)) if !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit()) => {
            (before, Some(digits))
        }
        _ => (word, None),
    }
}

/// `…[…]` in two.
fn brackets(word: &str) -> Result<(&str, Option<&str>), String> {
    let Some(inside) = word.strip_suffix(']') else { return Ok((word, None)) };
    let (name, range) = inside.rsplit_once('[').ok_or_else(|| format!("`{word}` has a `]` without a `[`"))?;
    Ok((name, Some(range)))
}

fn range(text: &str) -> Result<(u32, Option<u32>), String> {
    let Some((first, last)) = text.split_once("..") else { return offset(text).map(|at| (at, Some(at))) };
    let first = offset(first)?;
    if last.is_empty() {
        return Ok((first, None));
    }
    let last = offset(last)?;
    if last < first {
        return Err(format!("`[{text}]`: the last byte comes before the first"));
    }
    Ok((first, Some(last)))
}

fn offset(text: &str) -> Result<u32, String> {
    if text.is_empty() || !text.bytes().all(|c| c.is_ascii_digit()) {
        return Err(format!(
            "`{text}` is not the number of a byte; write NAME[3], NAME[0..3] or NAME[4..], and a name with brackets in quotes"
        ));
    }
    let number = text.parse().ok().filter(|at| *at < MOST_BYTES);
    number.ok_or_else(|| format!("`{text}` is too large: an input has at most {MOST_BYTES} bytes"))
}

/// The name up to the closing quote, and what follows that.
fn unquote(text: &str) -> Result<(String, &str), String> {
    let mut name = String::new();
    let mut rest = text.chars();
    loop {
        match rest.next() {
            None => return Err("a name in quotes has no end; write a second `\"`".into()),
            Some('"') => return Ok((name, rest.as_str())),
            Some('\\') => name.push(escaped(&mut rest)?),
            Some(c) => name.push(c),
        }
    }
}

fn escaped(rest: &mut std::str::Chars) -> Result<char, String> {
    let wrong = || "after a backslash come \", \\, n, t, two hexadecimal digits as in \\x1f, or \\u{2028}".to_string();
    let code = |digits: &str| u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).ok_or_else(wrong);
    match rest.next().ok_or_else(wrong)? {
        c @ ('"' | '\\') => Ok(c),
        'n' => Ok('\n'),
        't' => Ok('\t'),
        'x' => {
            let digits =
                rest.as_str().get(..2).filter(|d| d.bytes().all(|c| c.is_ascii_hexdigit())).ok_or_else(wrong)?;
            *rest = rest.as_str()[2..].chars();
            code(digits)
        }
        'u' => {
            let inside = rest.as_str().strip_prefix('{').ok_or_else(wrong)?;
            let (digits, after) = inside.split_once('}').ok_or_else(wrong)?;
            *rest = after.chars();
            code(digits)
        }
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Shown = (String, Option<(u32, Option<u32>)>, Option<u32>);

    fn read(text: &str) -> Shown {
        let (word, rest) = word(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(rest, "", "{text}");
        (word.name, word.bytes, word.each)
    }

    #[test]
    fn words_are_names_and_bytes() {
        let named = |name: &str| name.to_string();
        assert_eq!(read("packet"), (named("packet"), None, None));
        assert_eq!(read("packet[3]"), (named("packet"), Some((3, Some(3))), None));
        assert_eq!(read("packet[0..3]"), (named("packet"), Some((0, Some(3))), None));
        assert_eq!(read("packet[4..]"), (named("packet"), Some((4, None)), None));
        assert_eq!(read("packet[0..63]/4"), (named("packet"), Some((0, Some(63))), Some(4)));
        assert_eq!(read("list->items[1].key"), (named("list->items[1].key"), None, None));
        assert_eq!(read("items[1][0..3]"), (named("items[1]"), Some((0, Some(3))), None));
        assert_eq!(read("\"items[1]\""), (named("items[1]"), None, None));
        assert_eq!(
            read("\"a \\\"b\\\" \\\\ \\x07\\u{2028}\"[2]"),
            (named("a \"b\" \\ \u{7}\u{2028}"), Some((2, Some(2))), None)
        );
        assert_eq!(read("dir/file"), (named("dir/file"), None, None));
        assert_eq!(word("a[1] b").map(|(_, rest)| rest), Ok(" b"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let told = |text: &str| word(text).expect_err(text);
        for (text, words) in [
            ("a[x]", "`x` is not the number"),
            ("a[]", "`` is not the number"),
            ("a[-1]", "`-1` is not the number"),
            ("a[..3]", "`` is not the number"),
            ("a[1..2..3]", "`2..3` is not the number"),
            ("a[+1]", "`+1` is not the number"),
            ("a[5..3]", "comes before the first"),
            ("a[16777216]", "at most 16777216 bytes"),
            ("a[99999999999999999999]", "at most 16777216 bytes"),
            ("a]", "without a `[`"),
            ("[3]", "a name is missing"),
            ("\"\"[3]", "a name is missing"),
            ("\"a", "no end"),
            ("\"a\\q\"", "after a backslash"),
            ("\"a\\xf\"", "after a backslash"),
            ("\"a\\xé\"", "after a backslash"),
            ("\"a\"b", "follows a name in quotes"),
            ("a\"b", "`\"` stands in names in quotes only"),
            ("a[0], b[1]", "`,` stands in names in quotes only; between the bytes"),
            ("a[0..3", "has a bracket that is not closed"),
            ("a]b", "has a bracket that is not closed, or not opened"),
            ("a[0..7]/0", "`/0` is no size"),
        ] {
            assert!(told(text).contains(words), "{text}: {}", told(text));
        }
    }

    #[test]
    fn every_name_is_read_as_it_is_written() {
        let parts =
            ["a", "[", "]", "3", "..", "/", "#", "\"", "\\", " ", "\t", "\n", "\u{7}", "\u{2028}", "é", "\u{feff}"];
        let mut names = vec![String::new()];
        for length in 0..3 {
            let shorter: Vec<String> = names.iter().filter(|n| n.chars().count() == length).cloned().collect();
            names.extend(shorter.iter().flat_map(|n| parts.iter().map(move |p| n.clone() + p)));
        }
        for n in names.iter().filter(|n| !n.is_empty()) {
            for (tail, bytes) in [("", None), ("[7]", Some((7, Some(7))))] {
                let written = name(n) + tail;
                assert_eq!(read(&written), (n.clone(), bytes, None), "{written}");
                assert!(!written.starts_with('#') && !written.contains('\n'));
            }
        }
    }
}
