//! Bytes between quotes, as C writes them: for compilers, and for people.

use std::fmt::Write;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum For {
    /// Octal escapes always have three digits, so that what follows is never taken for a part of them; `?` is escaped,
    /// because `??=` and the like are other characters.
    Compiler,
    /// Hexadecimal, which is how people read bytes. Where C would not see the end of an escape, the literal ends and
    /// another begins.
    People,
}

/// `"..."`.
pub fn string(bytes: &[u8], reader: For) -> String {
    between(bytes, '"', reader)
}

/// `'x'`.
pub fn character(byte: u8, reader: For) -> String {
    between(&[byte], '\'', reader)
}

fn between(bytes: &[u8], quote: char, reader: For) -> String {
    let mut out = String::from(quote);
    let mut after_hex = false;
    for byte in bytes {
        if after_hex && byte.is_ascii_hexdigit() {
            out.extend([quote, quote]);
        }
        after_hex = false;
        match byte {
            b'\n' => out += "\\n",
            b'\t' => out += "\\t",
            b'\r' => out += "\\r",
            b'\\' => out += "\\\\",
            b'?' if reader == For::Compiler && quote == '"' => out += "\\?",
            b if *b == quote as u8 => out.extend(['\\', quote]),
            b' '..=b'~' => out.push(char::from(*byte)),
            // Writing to a string cannot fail.
            _ if reader == For::Compiler => drop(write!(out, "\\{byte:03o}")),
            _ => {
                let _ = write!(out, "\\x{byte:02x}");
                after_hex = true;
            }
        }
    }
    out.push(quote);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_hold_just_their_bytes() {
        assert_eq!(string(b"a\"'\\\n\x01f", For::People), r#""a\"'\\\n\x01""f""#);
        assert_eq!(string(b"a\"'\\\n\x01f", For::Compiler), r#""a\"'\\\n\001f""#);
        assert_eq!(string(b"??=1\xff2", For::Compiler), r#""\?\?=1\3772""#);
        assert_eq!(string(b"??=1\xff2", For::People), r#""??=1\xff""2""#);
        assert_eq!([b'\'', b'"', b'?', 7].map(|b| character(b, For::Compiler)), [r"'\''", "'\"'", "'?'", r"'\007'"]);
    }
}
