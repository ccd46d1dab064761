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
}
