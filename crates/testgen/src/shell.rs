//! Words for a shell: what is shown to people to be pasted.

/// A command line of these words, quoted where a shell needs it.
pub fn join<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words.into_iter().map(quote).collect::<Vec<_>>().join(" ")
}

/// One word.
pub fn quote(word: &str) -> String {
    quote_bytes(word.as_bytes())
}

/// One word of any bytes. Those that no text has become `$'…'`, which bash, zsh and ksh read.
pub fn quote_bytes(word: &[u8]) -> String {
    let plain = |b: &u8| b.is_ascii_alphanumeric() || b"_-./=+:,@%".contains(b);
    let text = std::str::from_utf8(word).ok().filter(|text| !text.contains(|c: char| c.is_control()));
    match text {
        Some(text) if !text.is_empty() && word.iter().all(plain) => text.into(),
        Some(text) => format!("'{}'", text.replace('\'', r"'\''")),
        None => {
            // Three octal digits end by themselves, whatever follows.
            let byte = |b: &u8| match b {
                b'\\' | b'\'' => format!("\\{}", *b as char),
                b' '..=b'~' => (*b as char).to_string(),
                b => format!("\\{b:03o}"),
            };
            format!("$'{}'", word.iter().map(byte).collect::<String>())
        }
    }
}

/// One word of any bytes on one line, as every descendant of the Bourne shell reads it. Nothing is escaped but what has
/// to be, so this is not for people.
pub fn for_every_shell(word: &[u8]) -> Vec<u8> {
    let mut out = vec![b'\''];
    for byte in word {
        match byte {
            b'\'' => out.extend(br"'\''"),
            // The third character of IFS, which no shell takes from its environment.
            b'\n' => out.extend(br#"'"${IFS#??}"'"#),
            byte => out.push(*byte),
        }
    }
    out.push(b'\'');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// bash has the last word.
    #[test]
    fn a_shell_reads_the_words_back() {
        let words = ["a", "", "it's", "$x `y` \"z\"", "*?[", "a\nb\x011", "\\", "é\t'", "-x", "~", "#", "a;b&c|d"];
        let script = format!("printf '%s\\0' {}", join(words));
        let output = std::process::Command::new("bash").arg("-c").arg(&script).output().expect("bash is there");
        let text = String::from_utf8(output.stdout).expect("words were text");
        assert_eq!(text.split_terminator('\0').collect::<Vec<_>>(), words, "{script}");
    }

    #[test]
    fn every_shell_reads_any_bytes_back() {
        use std::os::unix::ffi::OsStringExt;
        let all: Vec<u8> = (1..=255).collect();
        let words: [&[u8]; 6] = [&all, b"", b"it's\n'\n", b"\n", b"$'\\001'", b"$(x) \xff\xfe"];
        let mut script = b"printf '%s\\0'".to_vec();
        for word in words {
            script.push(b' ');
            script.extend(for_every_shell(word));
        }
        assert!(!script.contains(&b'\n'), "it is one line");
        for shell in ["sh", "dash", "bash"] {
            let script = std::ffi::OsString::from_vec(script.clone());
            let output = std::process::Command::new(shell).arg("-c").arg(&script).env("IFS", "abc").output();
            let output = output.unwrap_or_else(|e| panic!("{shell}: {e}"));
            let expected: Vec<u8> = words.iter().flat_map(|w| [w, &b"\0"[..]].concat()).collect();
            assert_eq!(output.stdout, expected, "{shell}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
}
