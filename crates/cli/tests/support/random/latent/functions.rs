//! Functions: some without an argument, for a pointer to functions, and some that are handed a byte and come back early.

use super::{Function, Inside, Maker};

/// Functions that the pointer may lead to.
pub(super) const ACTIONS: [&str; 3] = ["nothing", "first", "second"];

impl Maker {
    pub(super) fn actions(&mut self) {
        self.inside = Inside::Function;
        self.line("static void nothing(void) {}");
        for name in &ACTIONS[1..] {
            self.clauses += 1;
            self.block(&format!("static void {name}(void) {{"), |m| {
                // Actions have no byte, and no decision.
                let (place, value) = (m.place(), 1 + m.number(3));
                m.line(format!("{place} = {value};"));
                m.wrote(place, value);
            });
        }
        self.line("static void (*action)(void) = nothing;");
    }

    /// A function that is handed a byte: it leaves early, by one of the ways there are, or does something.
    pub(super) fn function(&mut self, number: u32) {
        (self.inside, self.budget) = (Inside::Function, 2);
        let (returns, jumps) = (self.one_in(2), self.one_in(4));
        let result = if returns { "int" } else { "void" };
        self.clauses += 1;
        self.block(&format!("static {result} f{number}(unsigned char c) {{"), |m| {
            if m.one_in(3) {
                m.effect();
            }
            m.leaves(returns, jumps);
            m.effect();
            if m.one_in(2) {
                m.writes();
            }
            if returns {
                let value = m.number(4);
                m.line(format!("return {value};"));
            }
        });
        self.functions.push(Function { cost: 2 - self.budget, returns, jumps });
    }

    /// The rest of the function is left out if a byte wants it.
    fn leaves(&mut self, returns: bool, jumps: bool) {
        if !self.decides(1) {
            return;
        }
        let condition = self.condition();
        self.block(&format!("if ({condition}) {{"), |m| {
            if m.one_in(3) {
                m.effect();
            }
            let value = 1 + m.number(3);
            match m.number(5) {
                _ if jumps => m.line(format!("longjmp(place, {value});")),
                0 => m.line("exit(0);"),
                _ if returns => m.line(format!("return {value};")),
                _ => m.line("return;"),
            }
        });
    }

    /// A call. One that may jump out stands where a jump leads behind it.
    pub(super) fn call(&mut self) {
        if self.inside == Inside::Function || self.functions.is_empty() {
            return self.effect();
        }
        let which = self.random.usize(..self.functions.len());
        let Function { cost, returns, jumps } = self.functions[which];
        if !self.decides(cost) {
            return self.effect();
        }
        let byte = self.byte();
        let call = format!("f{which}({byte});");
        if jumps {
            return self.block("if (!setjmp(place)) {", |m| {
                m.line(call);
                m.effect_on(|name| !matches!(name, "l1" | "l2"));
            });
        }
        if !returns {
            return self.line(call);
        }
        let (place, value) = (self.place(), self.number(4));
        self.line(format!("{place} = {call}"));
        self.wrote(place, value);
    }
}
