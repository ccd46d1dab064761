//! The program as C, and on which lines its decisions and assertions are.

use super::{Condition, Place, Program, Statement, Value};
use std::collections::BTreeMap;

/// A text, and lines by number.
#[derive(Default)]
pub struct Rendered {
    pub source: String,
    line: u32,
    pub decisions: BTreeMap<usize, u32>,
    pub assertions: BTreeMap<usize, u32>,
}

impl Program {
    pub fn render(&self) -> Rendered {
        let mut to = Rendered::default();
        for line in [
            "#include <secateur.h>",
            "#include <stdlib.h>",
            "static struct { int before, v0, v1, v2; } m;",
            "static struct { char name[3]; unsigned char v0, v1, v2; } *h;",
            "static int g0, g1, g2, far0, far1, far2, *p0 = &far0, *p1 = &far1, *p2 = &far2;",
            "static unsigned char c, last, trace[2];",
            "static volatile int sink;",
        ] {
            to.line(0, line);
        }
        for (i, helper) in self.helpers.iter().enumerate() {
            to.line(0, &format!("static void f{i}(void)"));
            to.line(0, "{");
            self.list(&mut to, 1, helper);
            to.line(0, "}");
        }
        self.main(&mut to);
        to
    }

    fn main(&self, to: &mut Rendered) {
        to.line(0, "int main(void)");
        to.line(0, "{");
        to.line(1, "int l0 = 0, l1 = 0, l2 = 0;");
        to.line(1, "h = calloc(1, sizeof *h);");
        to.line(1, "if (!h)");
        to.line(2, "return 0;");
        to.line(1, "for (;;) {");
        to.line(2, "secateur_symbolic(&c, 1, \"message\");");
        if let Some(least) = self.least {
            to.line(2, &format!("secateur_assume(c > {least});"));
        }
        self.list(to, 2, &self.main);
        to.line(1, "}");
        to.line(0, "}");
    }

    fn list(&self, to: &mut Rendered, indent: usize, statements: &[Statement]) {
        statements.iter().for_each(|statement| self.statement(to, indent, statement));
    }

    fn statement(&self, to: &mut Rendered, indent: usize, statement: &Statement) {
        match statement {
            Statement::If(number, condition, yes, no) => {
                to.decisions.insert(*number, to.line + 1);
                to.line(indent, &format!("if ({}) {{", self.condition(*condition)));
                self.list(to, indent + 1, yes);
                if !no.is_empty() {
                    to.line(indent, "} else {");
                    self.list(to, indent + 1, no);
                }
                to.line(indent, "}");
            }
            Statement::Set(variable, value) => {
                let name = self.name(*variable);
                let value = match value {
                    Value::Number(n) => n.to_string(),
                    Value::Copy(other) => self.name(*other),
                    Value::Next => format!("({name} + 1) & 3"),
                    Value::Flip => format!("{name} ^ 1"),
                };
                to.line(indent, &format!("{name} = {value};"));
            }
            Statement::Assert(number, (a, x), (b, y)) => {
                to.assertions.insert(*number, to.line + 1);
                let (a, b) = (self.name(*a), self.name(*b));
                to.line(indent, &format!("secateur_assert({a} != {x} || {b} != {y});"));
            }
            Statement::Call(which) => to.line(indent, &format!("f{which}();")),
            Statement::Remember => to.line(indent, "last = c;"),
            Statement::Noise(0) => to.line(indent, "sink = c;"),
            Statement::Noise(1) => to.line(indent, "trace[0] = c;"),
            Statement::Noise(_) => to.line(indent, "trace[1] = trace[0];"),
            Statement::Leave => to.line(indent, "return 0;"),
        }
    }

    fn condition(&self, condition: Condition) -> String {
        match condition {
            Condition::Greater(n) => format!("c > {n}"),
            Condition::Equal(n) => format!("c == {n}"),
            Condition::Bit(bit) => format!("c & {bit}"),
            Condition::Same => "c == last".into(),
            Condition::State(variable, value) => format!("{} == {value}", self.name(variable)),
        }
    }

    fn name(&self, variable: usize) -> String {
        match self.places[variable] {
            Place::Global => format!("g{variable}"),
            Place::Local => format!("l{variable}"),
            Place::Member => format!("m.v{variable}"),
            Place::Heap => format!("h->v{variable}"),
            Place::Behind => format!("*p{variable}"),
        }
    }
}

impl Rendered {
    fn line(&mut self, indent: usize, line: &str) {
        self.source += &"    ".repeat(indent);
        self.source += line;
        self.source.push('\n');
        self.line += 1;
    }
}
