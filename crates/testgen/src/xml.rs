//! Text inside XML documents.
//!
//! XML 1.0 has no control characters but tab and the ends of lines, not even as references. What it cannot hold is written as
//! people write it in C, `\x1b`; so text that has a backslash of its own before an `x` reads the same as such a
//! character. Documents are for people and CI servers there; tests have exact forms elsewhere.

use std::fmt::Write;

/// For the inside of an element or of an attribute in double quotes.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // A reader would turn them into spaces in attributes, and both kinds of line ends into one.
            '\n' | '\r' | '\t' => {
                let _ = write!(out, "&#{};", u32::from(c));
            }
            '\0'..='\x1f' | '\x7f'..='\u{9f}' => {
                let _ = write!(out, "\\x{:02x}", u32::from(c));
            }
            '\u{fffe}' | '\u{ffff}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}

/// For the inside of an element: line ends and tabs stay as they are, so that people can read the document.
pub fn text(text: &str) -> String {
    let parts: Vec<String> = text.split('\n').map(|line| escape(line).replace("&#9;", "\t")).collect();
    parts.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_that_xml_does_not_have() {
        let all: String = ('\0'..='\u{ff}').chain(['\u{fffe}', 'é', '日', '\u{10ffff}']).collect();
        for written in [escape(&all), text(&all)] {
            let wrong = |c: char| (c < ' ' && c != '\n' && c != '\t') || "<>\"\u{fffe}".contains(c);
            assert!(!written.contains(wrong), "{written:?}");
        }
        assert_eq!(escape("a<b>&\"c\"\n\x1b"), "a&lt;b&gt;&amp;&quot;c&quot;&#10;\\x1b");
        assert_eq!(text("a\tb\r\nc]]>"), "a\tb&#13;\nc]]&gt;");
    }
}
