//! Statements: branches on input, changes of state and data, calls, assumptions and assertions.

use super::{BYTES, Maker, Place};

/// Blocks are not nested deeper.
const DEEPEST: u32 = 4;

impl Maker {
    pub(super) fn statement(&mut self) {
        let deep = self.nesting >= DEEPEST;
        match self.number(38) {
            34..=37 | 0..=6 if !deep => self.branch_on_input(),
            7..=9 if !deep => self.branch_on_state(),
            10 if !deep => self.switch_on_input(),
            11..=14 => self.change(),
            15..=16 => self.forget(),
            17..=18 => self.data(),
            19..=20 => self.array(),
            21..=22 => self.pointers(),
            23..=25 => self.heap(),
            26 => self.parts(),
            27..=28 => self.call(),
            29 => self.assume(),
            30 => self.assertion(),
            31 => self.checks(),
            32 => self.fresh(),
            _ => self.line("sink = 0;"),
        }
    }

    /// Whether another decision on input fits; it is counted.
    pub(super) fn decides(&mut self, cost: u32) -> bool {
        let cost = cost * self.times;
        let fits = cost <= self.budget;
        if fits {
            self.budget -= cost;
        }
        fits
    }

    /// A byte of input, mostly.
    pub(super) fn byte(&mut self) -> String {
        let at = self.number(BYTES);
        match (self.number(8), self.place, self.round) {
            (0, ..) => "d0".into(),
            (1, ..) => "d1".into(),
            (2..=5, Place::Helper(_), _) => "c".into(),
            (2..=6, _, Some(round)) => format!("in[{round}]"),
            _ => format!("in[{at}]"),
        }
    }

    fn condition(&mut self) -> String {
        let (byte, number) = (self.byte(), self.number(256));
        match self.number(5) {
            0 => format!("{byte} == {number}"),
            1 => {
                let bit = 1 << self.number(8);
                format!("{byte} & {bit}")
            }
            2 => {
                let other = self.byte();
                format!("{byte} < {other}")
            }
            _ => format!("{byte} > {number}"),
        }
    }

    /// A variable of the state that can be assigned to, whatever was done before.
    pub(super) fn variable(&mut self) -> String {
        let locals: &[&str] = match self.place {
            Place::Main => &["l0", "l1", "l0"],
            Place::Helper(_) => &["x", "g0", "g2"],
        };
        let globals = ["g0", "g1", "g2", "g3", "*p0", "*p1", "s0.a", "s1.a", "s0.b"];
        let all: Vec<&str> = globals.iter().chain(locals).copied().collect();
        self.choose(&all).to_string()
    }

    /// What has a state's value: a variable, an element of a table, a member of an object that is there.
    pub(super) fn state(&mut self) -> String {
        match self.number(8) {
            0 => "(h0 ? h0->a : 3)".into(),
            1 => "(h1 && h1->next ? 1 : 0)".into(),
            _ => self.variable(),
        }
    }

    fn branch_on_input(&mut self) {
        if !self.decides(1) {
            return self.change();
        }
        let condition = self.condition();
        self.branch(&condition);
    }

    fn branch_on_state(&mut self) {
        let (state, value) = (self.state(), self.number(4));
        self.branch(&format!("{state} == {value}"));
    }

    /// Both sides may use up what is left of the budget, since a path takes only one of them.
    fn branch(&mut self, condition: &str) {
        self.line(format!("if ({condition}) {{"));
        let before = self.budget;
        self.nested(|m| m.some());
        let after = std::mem::replace(&mut self.budget, before);
        if self.one_in(2) {
            self.line("} else {");
            self.nested(|m| m.some());
        }
        self.budget = self.budget.min(after);
        self.line("}");
    }

    /// What a side does: mostly it leaves something behind.
    fn some(&mut self) {
        if !self.one_in(3) {
            self.change();
        }
        for _ in 0..1 + self.number(2) {
            self.statement();
        }
    }

    fn switch_on_input(&mut self) {
        if !self.decides(2) {
            return self.change();
        }
        let (byte, variable) = (self.byte(), self.variable());
        self.line(format!("switch ({byte} & 3) {{"));
        for value in 0..3 {
            self.line(format!("case {value}:"));
            let number = self.number(4);
            self.line(format!("    {variable} = {number};"));
            if self.one_in(2) {
                self.line("    break;");
            }
        }
        self.line("}");
    }

    /// A change of the state.
    pub(super) fn change(&mut self) {
        let variable = self.variable();
        self.change_of(&variable);
    }

    pub(super) fn change_of(&mut self, variable: &str) {
        let (other, number) = (self.state(), self.number(4));
        let value = match self.number(6) {
            0 => format!("({variable} + 1) & 3"),
            1 => format!("{variable} ^ 1"),
            2 => format!("({other} + {variable}) & 3"),
            3 => format!("{other} & 3"),
            _ => number.to_string(),
        };
        self.line(format!("{variable} = {value};"));
        self.changed.push(variable.to_string());
    }

    /// State that something was done to, if there is any.
    pub(super) fn changed_state(&mut self) -> String {
        let usable: Vec<String> = self.changed.iter().filter(|name| *name != "x").cloned().collect();
        if usable.is_empty() || self.one_in(4) {
            self.state()
        } else {
            usable[self.random.usize(..usable.len())].clone()
        }
    }

    /// A difference between paths is gone.
    fn forget(&mut self) {
        let (variable, number) = (self.variable(), self.number(4));
        let number = if self.one_in(2) { number } else { 0 };
        self.line(format!("{variable} = {number};"));
        if self.one_in(3) {
            let byte = self.number(BYTES);
            self.line(format!("in[{byte}] = {number};"));
        }
    }

    fn data(&mut self) {
        let (to, byte, number) = (self.choose(&["d0", "d1"]), self.byte(), self.number(256));
        let operator = self.choose(&["+", "^", "&", "|"]);
        match self.number(4) {
            0 => self.line(format!("{to} = {number};")),
            1 => self.line(format!("{to} = {byte};")),
            _ => self.line(format!("{to} = {byte} {operator} {number};")),
        }
    }

    /// Calls of a helper, or through a pointer.
    fn call(&mut self) {
        let own = match self.place {
            Place::Main => self.costs.len(),
            Place::Helper(number) => number,
        };
        if own > 0 {
            let which = self.random.usize(..own);
            if self.decides(self.costs[which]) {
                let (variable, state, byte) = (self.variable(), self.state(), self.byte());
                return self.line(format!("{variable} = f{which}({state}, {byte});"));
            }
        }
        let (which, target) = (self.choose(&["add", "flip"]), self.choose(&["p0", "p1", "&g2", "&g3"]));
        match self.number(3) {
            0 => self.line(format!("change = {which};")),
            _ => self.line(format!("change({target});")),
        }
    }

    fn assume(&mut self) {
        let (byte, number, state) = (self.byte(), 20 + self.number(230), self.state());
        match self.number(4) {
            0 => self.line(format!("secateur_assume({state} != 3);")),
            1 => {
                let other = self.byte();
                self.line(format!("secateur_assume({byte} != {other} || {byte} < {number});"));
            }
            2 => self.line(format!("secateur_assume({byte} > {});", number / 4)),
            _ => self.line(format!("secateur_assume({byte} < {number});")),
        }
    }

    fn assertion(&mut self) {
        let (a, b, x, y) = (self.state(), self.state(), self.number(4), self.number(4));
        self.line(format!("secateur_assert({a} != {x} || {b} != {y});"));
    }

    /// What is checked though no branch looks at it.
    fn checks(&mut self) {
        let (state, number) = (self.state(), self.number(4));
        match self.number(4) {
            0 => self.line(format!("sink = 10 / ({state} - {number});")),
            1 => self.line(format!("sink = table[{state}];")),
            2 => self.line(format!("table[{state}] = {number};")),
            _ => self.line(format!("sink = 1 << ({state} * 11);")),
        }
    }

    /// New input takes the place of something else.
    fn fresh(&mut self) {
        let (to, at) = (self.choose(&["d0", "d1", "box[2]"]), self.number(BYTES));
        match self.number(3) {
            0 => self.line(format!("secateur_symbolic(&in[{at}], 1, \"again\");")),
            _ => self.line(format!("secateur_symbolic(&{to}, 1, \"fresh\");")),
        }
    }
}
