//! Words for a shell: what is shown to people to be pasted.

/// A command line of these words, quoted where a shell needs it.
pub fn join<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words.into_iter().map(quote).collect::<Vec<_>>().join(" ")
}

/// One word. Control characters become `$'…'`, which bash, zsh and ksh read.
pub fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./=+:,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.into();
    }
    if !word.contains(|c: char| c.is_control()) {
        return format!("'{}'", word.replace('\'', r"'\''"));
    }
    let mut out = String::from("$'");
    for c in word.chars() {
        match c {
            '\\' | '\'' => out.extend(['\\', c]),
            // Three octal digits end by themselves, whatever follows.
            c if c.is_ascii_control() => out += &format!("\\{:03o}", u32::from(c)),
            c => out.push(c),
        }
    }
    out + "'"
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
