//! Lines of C, indented.

#[derive(Default)]
pub struct Text {
    pub indent: usize,
    source: String,
}

impl Text {
    pub fn line(&mut self, line: &str) {
        // A block that is opened at the end of a line is closed by a line of its own, at the same place.
        self.source += &"    ".repeat(self.indent);
        self.source += line;
        self.source.push('\n');
    }

    pub fn finish(self) -> String {
        self.source
    }
}
