//! Colour and width of what people read. Colour only on a terminal, and not where `NO_COLOR` is set.

use std::io::IsTerminal;

/// Whether stderr is a terminal that a line can be redrawn on.
pub fn live() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|t| t != "dumb")
}

/// Whether stderr takes colours.
pub fn colour() -> bool {
    live() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}

/// Columns of the terminal.
pub fn width() -> usize {
    terminal_size::terminal_size_of(std::io::stderr()).map_or(100, |(w, _)| usize::from(w.0)).max(20)
}

/// A line that fits the terminal.
pub fn cut(text: &str) -> String {
    shorten(text, width() - 1)
}

/// At most so many columns.
pub fn shorten(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        text.to_string()
    } else {
        text.chars().take(width - 1).collect::<String>() + "…"
    }
}

#[derive(Clone, Copy)]
pub struct Paint {
    pub colour: bool,
}

impl Paint {
    pub fn error(self, text: &str) -> String {
        self.with("1;31", text)
    }
    pub fn good(self, text: &str) -> String {
        self.with("1;32", text)
    }
    pub fn warn(self, text: &str) -> String {
        self.with("1;33", text)
    }
    pub fn bold(self, text: &str) -> String {
        self.with("1", text)
    }
    pub fn dim(self, text: &str) -> String {
        self.with("2", text)
    }
    fn with(self, code: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }
}

/// `1 branch`, `3 branches`.
pub fn branches(n: u64) -> String {
    format!("{} {}", number(n), if n == 1 { "branch" } else { "branches" })
}

/// With commas: `12,345`.
pub fn number(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!([0, 999, 1000, 1_234_567].map(number), ["0", "999", "1,000", "1,234,567"]);
    }
}
