//! What is left from behind several branches: a loop, a block or a function, on some of their sides only.

use super::{BYTES, Inside, Maker};

impl Maker {
    /// A loop or a block that some sides leave, and what is done behind it.
    pub(super) fn leaving(&mut self) {
        let is_loop = self.one_in(2);
        if self.nesting > 1 || self.turning.is_some() || !self.decides(if is_loop { 5 } else { 3 }) {
            return self.effect();
        }
        let label = self.labels;
        self.labels += 1;
        let first = self.number(BYTES - 1);
        let head = if is_loop { format!("for (int i = 0; i < {}; i++) {{", 1 + self.number(2)) } else { "{".into() };
        self.block(&head, |m| {
            m.turning = is_loop.then_some(first);
            if m.one_in(3) {
                m.effect();
            }
            match m.number(4) {
                0 => m.nested(label),
                1 => m.chain(label),
                2 => m.cases_that_leave(label),
                _ => m.several(label),
            }
            if !m.one_in(3) {
                m.effect();
            }
            m.turning = None;
        });
        if self.one_in(2) {
            self.effect();
        }
        self.line(format!("out{label}:;"));
    }

    /// Leaves, mostly with something done before.
    fn leave(&mut self, label: u32) {
        if self.one_in(2) {
            self.effect();
        }
        let is_loop = self.turning.is_some();
        let statement = match self.number(6) {
            0..=1 if is_loop => "break;".into(),
            2..=3 if is_loop => "continue;".into(),
            4 if self.inside == Inside::Main => format!("return {};", self.number(3)),
            _ => format!("goto out{label};"),
        };
        self.line(statement);
    }

    fn leave_if(&mut self, label: u32) {
        let condition = self.condition();
        self.block(&format!("if ({condition}) {{"), |m| m.leave(label));
    }

    /// One of two sides is left halfway, or both are.
    fn nested(&mut self, label: u32) {
        let (condition, both) = (self.condition(), self.one_in(3));
        self.block(&format!("if ({condition}) {{"), |m| {
            if m.one_in(2) {
                m.effect();
            }
            m.leave_if(label);
            if m.one_in(2) {
                m.effect();
            }
        });
        self.block("else {", |m| {
            m.effect();
            if both {
                m.leave_if(label);
            }
        });
    }

    /// The last of several conditions leaves.
    fn chain(&mut self, label: u32) {
        let (one, other) = (self.condition(), self.condition());
        self.block(&format!("if ({one}) {{"), |m| m.effect());
        self.block(&format!("else if ({other}) {{"), |m| m.effect());
        if self.one_in(2) {
            let last = self.condition();
            return self.block(&format!("else if ({last}) {{"), |m| m.leave(label));
        }
        self.block("else {", |m| m.leave(label));
    }

    fn cases_that_leave(&mut self, label: u32) {
        let byte = self.byte();
        self.block(&format!("switch ({byte}) {{"), |m| {
            let first = m.number(3);
            for value in first..first + 2 {
                m.line(format!("case {value}:"));
                m.effect();
                if m.one_in(3) {
                    m.leave_if(label);
                }
                // A `break` would leave the switch.
                m.line(format!("goto met{label};"));
            }
            m.line("default:");
            if m.one_in(2) { m.leave(label) } else { m.effect() }
        });
        self.line(format!("met{label}:;"));
    }

    /// Conditions that are joined.
    fn several(&mut self, label: u32) {
        let (one, other, how) = (self.condition(), self.condition(), self.choose(&["||", "&&"]));
        let is_left = self.one_in(2);
        self.block(&format!("if (({one}) {how} ({other})) {{"), |m| {
            m.effect();
            if is_left {
                m.leave(label);
            } else {
                m.leave_if(label);
            }
        });
    }
}
