//! Random programs that look at statuses before they go on: what bytes decided in several places is put together in a number, and who
//! comes by it has passed in one of several ways.
//!
//! Bytes have few values that matter, so conditions on one of them force each other; in half of the programs two bytes are all there are, and
//! statuses want one value where marks are set for several. Marks are set before, inside, between and behind the places
//! where a status is found out and looked at, and assertions want to know which of them come together. Other ways out stand in between, some of them
//! open only where a mark is set.
//!
//! The same seed gives the same program. A path decides on input about [`DECISIONS`] times at most.

use super::text::Text;
use fastrand::Rng;

const DECISIONS: u32 = 9;
const BYTES: u32 = 4;
const MARKS: u32 = 3;
const WORDS: u32 = 2;

struct Maker {
    random: Rng,
    /// How many bytes conditions are about.
    bytes: u32,
    /// Statuses are about single values, and marks about several.
    is_narrow: bool,
    text: Text,
    budget: u32,
    /// In a function: the bytes that it is handed.
    is_inside: bool,
    /// What calls of each function cost.
    costs: Vec<u32>,
    /// Words that were set, and not looked at since.
    set: Vec<u32>,
}

/// The program for a seed.
pub fn make(seed: u64) -> String {
    let random = Rng::with_seed(seed.wrapping_mul(0x9e6c_63d0_876a_68bd));
    let text = Text::default();
    let mut maker =
        Maker { random, bytes: BYTES, is_narrow: false, text, budget: 0, is_inside: false, costs: vec![], set: vec![] };
    maker.is_narrow = maker.one_in(2);
    maker.bytes = if maker.is_narrow { 2 + maker.number(2) } else { BYTES };
    maker.program();
    maker.text.finish()
}

impl Maker {
    fn one_in(&mut self, n: u32) -> bool {
        self.random.u32(..n) == 0
    }

    fn number(&mut self, below: u32) -> u32 {
        self.random.u32(..below)
    }

    fn line(&mut self, line: impl AsRef<str>) {
        self.text.line(line.as_ref());
    }

    fn block(&mut self, head: &str, inside: impl FnOnce(&mut Maker)) {
        self.line(head);
        self.text.indent += 1;
        inside(self);
        self.text.indent -= 1;
        self.line("}");
    }

    fn decides(&mut self, cost: u32) -> bool {
        let fits = cost <= self.budget;
        self.budget -= if fits { cost } else { 0 };
        fits
    }

    fn program(&mut self) {
        self.line("#include <secateur.h>");
        self.line("#include <stdlib.h>");
        self.line(format!("static unsigned char in[{BYTES}];"));
        self.line("static int m0, m1, m2;");
        for number in 0..1 + self.number(2) {
            self.function(number);
        }
        self.line("int main(void)");
        self.line("{");
        self.text.indent = 1;
        self.line("int w0 = 0, w1 = 0;");
        self.line("secateur_symbolic(in, sizeof in, \"in\");");
        self.budget = DECISIONS;
        if self.one_in(2) {
            self.mark();
        }
        for _ in 0..3 + self.number(4) {
            self.statement();
        }
        if let Some(word) = self.set.pop() {
            self.look(&format!("w{word}"));
        }
        self.assertion();
        self.line("return 0;");
        self.text.indent = 0;
        self.line("}");
    }

    /// A function that says what it found out about one byte or two.
    fn function(&mut self, number: u32) {
        (self.is_inside, self.budget) = (true, 3);
        self.block(&format!("static int s{number}(int a, int b) {{"), |m| {
            m.line("int found = 0;");
            for _ in 0..2 + m.number(2) {
                match m.number(5) {
                    0 => m.mark(),
                    1..=2 => m.comes_back(),
                    _ => m.finds("found"),
                }
            }
            m.line("return found;");
        });
        self.is_inside = false;
        self.costs.push(3 - self.budget);
    }

    fn byte(&mut self) -> String {
        match self.is_inside && !self.one_in(6) {
            true => ["a", "a", "b"][self.random.usize(..3)].into(),
            false => self.any_byte(),
        }
    }

    fn any_byte(&mut self) -> String {
        let bytes = self.bytes;
        format!("in[{}]", self.number(bytes))
    }

    fn condition(&mut self) -> String {
        let (byte, value) = (self.byte(), self.number(4));
        let kind = match (self.is_narrow, self.is_inside) {
            (true, true) => self.number(5),
            (true, false) => 4 + self.number(4),
            _ => self.number(9),
        };
        match kind {
            0..=3 => format!("{byte} == {value}"),
            4 => format!("{byte} != {value}"),
            5 => format!("{byte} > {value}"),
            6 => format!("{byte} <= {value}"),
            7 => format!("{byte} & {}", 1 + value % 2),
            _ => {
                let other = self.byte();
                format!("{byte} < {other}")
            }
        }
    }

    fn mark(&mut self) {
        if !self.decides(1) {
            return;
        }
        let (condition, mark, value) = (self.condition(), self.number(MARKS), self.value());
        self.line(format!("if ({condition})"));
        self.line(format!("    m{mark} = {value};"));
    }

    /// Of a mark: mostly that it is there.
    fn value(&mut self) -> u32 {
        if self.one_in(5) { 2 * self.number(2) } else { 1 }
    }

    fn comes_back(&mut self) {
        if !self.decides(1) {
            return;
        }
        let (condition, value) = (self.condition(), self.number(4));
        self.block(&format!("if ({condition}) {{"), |m| {
            if m.one_in(3) {
                m.mark();
            }
            let mark = m.number(MARKS);
            match m.number(8) {
                0 => m.line(format!("if (!m{mark})\n            exit(3);")),
                1 => m.line(format!("if (m{mark})\n            exit(3);")),
                _ => {}
            }
            if !m.one_in(5) {
                m.line(format!("return {value} - 1;"));
            }
        });
    }

    fn finds(&mut self, what: &str) {
        if !self.decides(1) {
            return;
        }
        let (condition, value) = (self.condition(), 1 + self.number(3));
        let how = ["=", "|=", "^=", "+=", "-="][self.random.usize(..5)];
        self.line(format!("if ({condition})"));
        self.line(format!("    {what} {how} {value};"));
        if self.one_in(4) {
            self.line("else");
            self.line(format!("    {what} {how} 1;"));
        }
    }

    fn statement(&mut self) {
        match self.number(12) {
            11 => self.assumption(),
            0..=1 => self.mark(),
            2..=4 => self.status(),
            5..=6 => {
                let word = self.number(WORDS);
                let is_set = self.set.iter().position(|set| *set == word);
                if let Some(at) = is_set {
                    self.set.swap_remove(at);
                    self.look(&format!("w{word}"));
                } else {
                    self.mark();
                }
            }
            7 => self.way_out(),
            8 => self.in_turn(),
            9 => {
                let mark = self.number(MARKS);
                self.line(format!("w1 += m{mark};"));
            }
            _ => self.assertion(),
        }
    }

    /// A call, or `None` if it costs too much.
    fn call(&mut self, first: &str) -> Option<String> {
        let which = self.random.usize(..self.costs.len());
        let (second, cost) = (self.any_byte(), self.costs[which]);
        self.decides(cost).then(|| format!("s{which}({first}, {second})"))
    }

    fn status(&mut self) {
        let (word, byte) = (self.number(WORDS), self.any_byte());
        if self.one_in(3) {
            self.line(format!("w{word} = 0;"));
            for _ in 0..1 + self.number(2) {
                self.finds(&format!("w{word}"));
            }
        } else {
            let Some(call) = self.call(&byte) else { return };
            if self.one_in(2) {
                return self.look(&call);
            }
            self.line(format!("w{word} = {call};"));
        }
        self.set.retain(|set| *set != word);
        self.set.push(word);
    }

    /// Who comes by a status.
    fn look(&mut self, status: &str) {
        let value = self.number(3);
        let look = match self.number(6) {
            0 => format!("{status} < {value}"),
            1 => format!("{status} > {value}"),
            2..=3 => format!("{status} == {value}"),
            4 => format!("{status} != {value}"),
            _ => format!("{status} + {} > 2", self.any_byte()),
        };
        self.block(&format!("if ({look}) {{"), |m| {
            if m.one_in(3) {
                let mark = m.number(MARKS);
                m.line(format!("m{mark} = 1;"));
            }
            if !m.one_in(6) {
                m.line("return 1;");
            }
        });
        if self.one_in(2) {
            self.assertion();
        }
    }

    fn way_out(&mut self) {
        if !self.decides(1) {
            return;
        }
        let (condition, mark) = (self.condition(), self.number(MARKS));
        let also = if self.one_in(3) { format!(" && !m{mark}") } else { String::new() };
        self.line(format!("if (({condition}){also})"));
        self.line("    return 2;");
    }

    /// Nobody goes on who has a mark, or has none, perhaps only with some values of a byte.
    fn assumption(&mut self) {
        let (mark, word) = (self.number(MARKS), self.number(WORDS));
        match self.number(4) {
            0 if self.decides(1) => {
                let condition = self.condition();
                self.line(format!("secateur_assume({condition} || m{mark} == 1);"));
            }
            1 => self.line(format!("secateur_assume(w{word} != 1);")),
            2 => self.line(format!("secateur_assume(m{mark} == 1);")),
            _ => self.line(format!("secateur_assume(m{mark} != 1);")),
        }
    }

    fn in_turn(&mut self) {
        let budget = self.budget;
        let bytes = self.bytes;
        let first = self.number(bytes - 1);
        let calls = [self.call(&format!("in[{first} + i]")), self.call("")];
        let [Some(call), Some(_)] = calls else {
            self.budget = budget;
            return self.mark();
        };
        let (value, leave) = (self.number(3), ["return 1;", "break;", "continue;"][self.random.usize(..3)]);
        let mark = self.number(MARKS);
        self.block("for (int i = 0; i < 2; i++) {", |m| {
            m.line(format!("if ({call} == {value})"));
            m.line(format!("    {leave}"));
            if m.one_in(3) {
                m.line(format!("m{mark} += 1;"));
            }
        });
    }

    /// Fails where marks come together, perhaps only for one value of a byte.
    fn assertion(&mut self) {
        let (one, other) = (self.number(MARKS), self.number(MARKS));
        let value = if self.one_in(6) { 2 } else { 1 };
        let both = if one == other || self.one_in(3) { String::new() } else { format!(" || m{other} != 1") };
        let assertion = format!("secateur_assert(m{one} != {value}{both});");
        if self.one_in(2) && self.decides(1) {
            let condition = self.condition();
            self.line(format!("if ({condition})"));
            return self.line(format!("    {assertion}"));
        }
        self.line(assertion);
    }
}
