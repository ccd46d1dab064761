//! Random programs on which paths meet again: small state machines, lists and helper functions driven by a few bytes of input.
//!
//! Their variables are of two kinds. *State* is small numbers that never depend on input but through branches; it lives in globals,
//! registers, structs, behind pointers and in heap objects. *Data* is bytes that may be input. Branches on input leave
//! differences in both, of which later code overwrites some and looks at others. At the end a switch over some of the state has a
//! case of its own for each value, so that whoever takes two different states for one misses a branch.
//!
//! The same seed gives the same program. A path decides on input about [`DECISIONS`] times at most, so that plain search comes to
//! an end.

mod memory;
mod statements;

use super::text::Text;
use fastrand::Rng;

/// A program, and options of `secateur test` for it.
pub struct Made {
    pub source: String,
    pub words: Vec<String>,
}

/// Decisions on input that a path may make, about.
const DECISIONS: u32 = 8;

/// Bytes of input.
const BYTES: u32 = 5;

/// Values of the switch at the end.
const VALUES: u32 = 16;

/// Where a statement stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Main,
    /// With the number of the helper.
    Helper(usize),
}

pub(crate) struct Maker {
    random: Rng,
    text: Text,
    /// Decisions that are left to this path.
    budget: u32,
    /// How often the statement at hand is run.
    times: u32,
    nesting: u32,
    /// The variable of the loop around.
    round: Option<&'static str>,
    place: Place,
    /// Decisions of a call, by helper.
    costs: Vec<u32>,
    /// Variables of the state that were changed.
    changed: Vec<String>,
    /// Whether freed pointers are left behind.
    careless: bool,
    /// Whether messages come from standard input.
    reads: bool,
}

pub fn make(seed: u64) -> Made {
    let mut maker = Maker {
        random: Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        text: Text::default(),
        budget: DECISIONS,
        times: 1,
        nesting: 0,
        round: None,
        place: Place::Main,
        costs: Vec::new(),
        changed: Vec::new(),
        careless: false,
        reads: false,
    };
    maker.careless = maker.one_in(4);
    maker.reads = maker.one_in(5);
    maker.program();
    let words = if maker.reads { vec!["--sym-stdin".into(), "3".into()] } else { vec![] };
    Made { source: maker.text.finish(), words }
}

impl Maker {
    fn one_in(&mut self, n: u32) -> bool {
        self.random.u32(..n) == 0
    }

    fn number(&mut self, below: u32) -> u32 {
        self.random.u32(..below)
    }

    fn choose<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.random.usize(..from.len())]
    }

    fn line(&mut self, line: impl AsRef<str>) {
        self.text.line(line.as_ref());
    }

    fn program(&mut self) {
        self.declarations();
        let helpers = self.number(3) as usize;
        for number in 0..helpers {
            self.helper(number);
        }
        self.line("int main(void)");
        self.block(|m| m.body());
    }

    fn declarations(&mut self) {
        for header in ["secateur.h", "stdlib.h", "string.h", "unistd.h"] {
            self.line(format!("#include <{header}>"));
        }
        self.line("struct cell { struct cell *next; unsigned char a, b; };");
        self.line("struct pair { unsigned a : 2, b : 6; unsigned char c; };");
        self.line(format!("static unsigned char in[{BYTES}], d0, d1 = 7, box[4];"));
        self.line("static int g0, g1 = 1, g2 = 2, g3, table[3] = {1, 2, 3};");
        self.line("static int *p0 = &g0, *p1 = &g1;");
        self.line("static struct pair s0, s1;");
        self.line("static struct cell *h0, *h1;");
        self.line("static union { unsigned word; unsigned char byte[4]; } u;");
        self.line("static volatile int sink;");
        self.line("static void add(int *x) { *x = (*x + 1) & 3; }");
        self.line("static void flip(int *x) { *x ^= 1; }");
        self.line("static void (*change)(int *) = add;");
        self.line("static struct cell *make(struct cell *next)");
        self.block(|m| {
            m.line("struct cell *c = calloc(1, sizeof *c);");
            m.line("if (!c)");
            m.line("    exit(0);");
            m.line("c->next = next;");
            m.line("return c;");
        });
    }

    /// A function that is called from several places, with a bit of state and a byte.
    fn helper(&mut self, number: usize) {
        let (outer, budget) = (self.budget, 1 + self.number(2));
        (self.place, self.budget) = (Place::Helper(number), budget);
        self.line(format!("static int f{number}(int x, unsigned char c)"));
        self.block(|m| {
            for _ in 0..1 + m.number(3) {
                m.statement();
            }
            let result = m.state();
            m.line(format!("return ({result} + x) & 3;"));
        });
        self.costs.push(budget - self.budget);
        (self.place, self.budget) = (Place::Main, outer);
    }

    fn body(&mut self) {
        self.line("int l0 = 0, l1 = 2;");
        self.line("unsigned char m = 0;");
        if self.reads {
            // What is asked for beside standard input is not worth a decision of its own.
            self.budget = self.budget.min(6);
        }
        self.line("secateur_symbolic(in, sizeof in, \"in\");");
        if self.one_in(2) {
            self.line("h0 = make(0);");
        }
        for data in ["d0", "d1"] {
            if self.one_in(2) {
                self.line(format!("secateur_symbolic(&{data}, 1, \"{data}\");"));
            }
        }
        for _ in 0..1 + self.number(4) {
            self.statement();
        }
        match self.number(4) {
            0 => {}
            1 => self.machine(),
            _ => self.messages(),
        }
        for _ in 0..2 + self.number(4) {
            self.statement();
        }
        if self.reads {
            self.stream();
        }
        self.observe();
        self.line("return 0;");
    }

    /// A loop over messages.
    fn messages(&mut self) {
        let rounds = 2 + self.number(2);
        self.line(format!("for (int i = 0; i < {rounds}; i++) {{"));
        self.rounds(rounds, "i", |m| {
            for _ in 0..2 + m.number(2) {
                m.statement();
            }
        });
        self.line("}");
    }

    /// A loop over messages, in which a state says what they mean.
    fn machine(&mut self) {
        let (rounds, state) = (2 + self.number(2), self.variable());
        self.line(format!("for (int i = 0; i < {rounds}; i++) {{"));
        self.rounds(rounds, "i", |m| {
            m.line(format!("switch ({state}) {{"));
            let before = m.budget;
            let mut least = before;
            for value in 0..3 {
                m.budget = before;
                m.line(format!("case {value}:"));
                m.nested(|m| {
                    m.statement();
                    m.change_of(&state.clone());
                    m.line("break;");
                });
                least = least.min(m.budget);
            }
            m.budget = least;
            m.line("}");
        });
        self.line("}");
    }

    /// Messages from standard input, as many as there are.
    fn stream(&mut self) {
        self.line("while (read(0, &m, 1) == 1) {");
        self.rounds(3, "", |m| {
            let (mask, state) = (1 << m.number(8), m.variable());
            m.line(format!("if (m & {mask})"));
            let value = m.number(4);
            m.line(format!("    {state} = {value};"));
            m.statement();
        });
        self.line("}");
    }

    fn rounds(&mut self, rounds: u32, variable: &'static str, inside: impl FnOnce(&mut Maker)) {
        let outer = (self.times, self.round);
        self.times *= rounds;
        self.round = (!variable.is_empty()).then_some(variable);
        self.nested(inside);
        (self.times, self.round) = outer;
    }

    /// Some of the state decides which case of a switch is taken; some data decides a branch now and then.
    fn observe(&mut self) {
        let (a, b) = (self.changed_state(), self.changed_state());
        if self.one_in(3) {
            let byte = self.choose(&["d0", "d1", "box[1]", "u.byte[2]"]);
            let than = self.number(250);
            self.line(format!("if ({byte} > {than})"));
            self.line("    sink = 99;");
        }
        let sum = if self.one_in(3) { a } else { format!("{a} * 4 + {b}") };
        self.line(format!("switch (({sum}) & {}) {{", VALUES - 1));
        for value in 0..VALUES {
            self.line(format!("case {value}:"));
            if self.one_in(6) {
                self.line("    secateur_assert(sink == 1000);");
            }
            self.line(format!("    sink = {value};"));
            self.line("    break;");
        }
        self.line("}");
    }

    fn block(&mut self, inside: impl FnOnce(&mut Maker)) {
        self.line("{");
        self.nested(inside);
        self.line("}");
    }

    fn nested(&mut self, inside: impl FnOnce(&mut Maker)) {
        self.text.indent += 1;
        self.nesting += 1;
        inside(self);
        self.nesting -= 1;
        self.text.indent -= 1;
    }
}
