//! Statements: what bytes decide to be written, what is done whatever they are, and where it is looked at.

use super::functions::ACTIONS;
use super::{Inside, Maker, Output};

/// Conditions are not nested deeper.
const DEEPEST: u32 = 3;

/// Statements that print. Numbers of places decide how long a line is, and a zero is printed in a way of its own.
const PRINTS: [&str; 6] = [
    "puts(\"a line\");",
    "printf(\"%d\\n\", g1);",
    "fprintf(stderr, \"%u %d\\n\", in[1], box[2]);",
    "putchar('a' + g0);",
    "printf(\"%03u%s\", in[2], g2 ? \"\" : \"none\");",
    "g3 = printf(\"%d\", g2) > 1;",
];

/// Statements about blocks that may be gone. Which of them is meant is decided elsewhere.
const FREES: [&str; 8] = [
    "free(spare);",
    "free(spare);",
    "spare[0] = 1;",
    "spare = realloc(spare, 8);",
    "meant = other;",
    "meant = spare;",
    "free(meant);",
    "meant[0] = 1;",
];

/// Places whose addresses can be taken.
const ADDRESSES: [&str; 6] = ["g0", "g1", "g2", "box[1]", "box[2]", "box[3]"];

impl Maker {
    pub(super) fn any(&mut self) {
        match self.number(4) {
            0 => self.effect(),
            1 => self.reads(),
            _ => self.writes(),
        }
    }

    /// Something that a byte decides.
    pub(super) fn writes(&mut self) {
        if self.shares && self.one_in(3) {
            return if self.one_in(2) { self.counted() } else { self.bounded() };
        }
        if self.exits && self.one_in(2) {
            return self.leaving();
        }
        match self.number(16) {
            0..=6 => self.under_condition(),
            7..=9 => self.call(),
            10 => self.cases(),
            11 => self.jump_over(),
            12 => self.rounds(),
            13 => self.data(),
            _ => self.otherwise(),
        }
    }

    /// `if (CONDITION) { ... }`.
    fn under_condition(&mut self) {
        if self.nesting > DEEPEST || !self.decides(1) {
            return self.effect();
        }
        let condition = self.condition();
        self.block(&format!("if ({condition}) {{"), |m| {
            m.effect();
            if m.one_in(5) {
                m.writes();
            }
        });
    }

    /// The same, with an `else`.
    fn otherwise(&mut self) {
        if self.nesting > DEEPEST || !self.decides(1) {
            return self.effect();
        }
        let condition = self.condition();
        self.block(&format!("if ({condition}) {{"), |m| m.effect());
        self.block("else {", |m| m.effect());
    }

    fn cases(&mut self) {
        if !self.decides(2) {
            return self.effect();
        }
        let byte = self.byte();
        self.block(&format!("switch ({byte}) {{"), |m| {
            let first = m.number(3);
            for value in first..first + 2 {
                m.line(format!("case {value}:"));
                m.effect();
                if m.one_in(2) {
                    m.line("break;");
                }
            }
            m.line("default:");
            m.effect();
        });
    }

    /// What is jumped over is not done.
    fn jump_over(&mut self) {
        if !self.decides(1) {
            return self.effect();
        }
        let (condition, label) = (self.condition(), self.labels);
        self.labels += 1;
        self.line(format!("if ({condition})"));
        self.line(format!("    goto behind{label};"));
        self.effect();
        if self.one_in(3) {
            self.effect();
        }
        self.line(format!("behind{label}:;"));
    }

    /// A loop that one of its bytes may leave, or each may count in.
    fn rounds(&mut self) {
        if self.nesting > 1 || !self.decides(2) {
            return self.effect();
        }
        let (first, number, leaves) = (self.number(super::BYTES - 1), 1 + self.number(250), self.one_in(2));
        let compare = self.choose(&["==", "!=", ">", "<"]);
        self.block(&format!("for (int i = {first}; i < {}; i++) {{", first + 2), |m| {
            m.line(format!("if (in[i] {compare} {number})"));
            if leaves {
                m.line("    break;");
                m.effect();
            } else {
                let (place, by) = (m.place(), 1 + m.number(2));
                m.line(format!("    {place} = ({place} + {by}) & 3;"));
                m.wrote(place, (2 * by) & 3);
            }
        });
    }

    /// Where a byte decides so, only some values of the first one lead on: whoever came by there has later decisions about it forced.
    pub(super) fn bounded(&mut self) {
        if self.nesting > DEEPEST || !self.decides(2) {
            return self.under_condition();
        }
        let condition = self.condition_elsewhere();
        self.block(&format!("if ({condition}) {{"), |m| {
            let bound = m.bound();
            if m.inside == Inside::Main && m.one_in(2) {
                m.line(format!("if ({bound})"));
                m.line("    return 1;");
            } else {
                m.line(format!("secateur_assert(!({bound}));"));
            }
        });
    }

    /// A condition on the first byte.
    fn bound(&mut self) -> String {
        let (compare, number) = (self.choose(&["==", "!=", ">", "<="]), 1 + self.number(5));
        format!("{} {compare} {number}", super::SHARED)
    }

    /// A loop over bytes that the first one counts.
    fn counted(&mut self) {
        if self.nesting > 1 || !self.decides(4) {
            return self.under_condition();
        }
        let (first, number) = (1 + self.number(super::BYTES - 2), 1 + self.number(250));
        let compare = self.choose(&["==", "!=", ">", "<"]);
        self.block(&format!("for (int i = 0; i < 2 && i < {}; i++) {{", super::SHARED), |m| {
            m.block(&format!("if (in[{first} + i] {compare} {number}) {{"), |m| {
                m.effect();
                if m.one_in(4) {
                    m.line("break;");
                }
            });
        });
    }

    /// Input itself is kept, or says where something is written or read. That decides nothing here.
    fn data(&mut self) {
        let (byte, place, value) = (self.byte(), self.place(), 1 + self.number(3));
        match self.number(3) {
            0 => self.line(format!("{place} = {byte} & 3;")),
            1 => self.line(format!("box[{byte} & 3] = {value};")),
            _ => self.line(format!("{place} = box[{byte} & 3];")),
        }
        let written = if self.one_in(2) { format!("box[{value}]") } else { place };
        self.wrote(written, value);
    }

    pub(super) fn effect(&mut self) {
        self.effect_on(|_| true);
    }

    /// Something that no byte decides on: a write, where a pointer or an index leads, a copy, or what follows from places. Only
    /// places that are wanted are written.
    pub(super) fn effect_on(&mut self, wanted: impl Fn(&str) -> bool) {
        if self.frees && self.one_in(4) {
            // Whoever comes second does wrong, and what lies behind is seen only where the other did not come by.
            let statement = self.choose(&FREES);
            return self.line(statement);
        }
        if self.assumes && self.one_in(6) {
            return self.assumption();
        }
        if self.output != Output::Nothing && self.one_in(3) {
            let statement = if self.output == Output::Tell && self.one_in(2) {
                self.choose(&["if (__fpending(stdout) > 2) g3 = 2;", "if (fflush(stdout)) g1 = 3;", "close(1);"])
            } else {
                self.choose(&PRINTS)
            };
            return self.line(statement);
        }
        let place = loop {
            let place = self.place();
            if wanted(&place) {
                break place;
            }
        };
        let (value, which) = (self.value(), self.random.usize(..2));
        match self.number(20) {
            0..=6 => {
                self.line(format!("{place} = {value};"));
                self.wrote(place, value);
            }
            7..=8 => {
                let target = self.choose(&ADDRESSES).to_string();
                self.line(format!("p{which} = &{target};"));
                self.targets[which].push(target);
            }
            9..=10 => {
                self.line(format!("*p{which} = {value};"));
                let target = self.choose(&self.targets[which].clone());
                self.wrote(target, value);
            }
            11 => {
                self.line(format!("k{which} = {value};"));
                self.indices[which].push(value);
            }
            12 => {
                self.line(format!("box[k{which}] = {value};"));
                let index = self.choose(&self.indices[which].clone());
                self.wrote(format!("box[{index}]"), value);
            }
            13 => {
                let action = self.choose(&ACTIONS);
                self.line(format!("action = {action};"));
            }
            14 => self.line("action();"),
            15 => {
                let from = self.seen();
                self.line(format!("{place} = {};", from.place));
                self.wrote(place, from.value);
            }
            16 => {
                self.line(format!("{place} = ({place} + 1) & 3;"));
                self.wrote(place, 2);
            }
            17 => {
                let seen = self.seen();
                self.line(format!("if ({} == {})", seen.place, seen.value));
                self.line(format!("    {place} = {value};"));
                self.wrote(place, value);
            }
            18 => self.heap(),
            _ => self.line(["t = s;", "memcpy(&s, &t, sizeof s);"][which]),
        }
    }

    /// About a place that is set, so that it depends on other bytes whether anybody goes on, or about a byte.
    fn assumption(&mut self) {
        let seen = self.seen();
        match self.number(4) {
            0 => self.line(format!("secateur_assume({} == {});", seen.place, seen.value)),
            1 if self.decides(1) => {
                let condition = self.condition();
                self.line(format!("secateur_assume({condition} || {} != {});", seen.place, seen.value));
            }
            _ => self.line(format!("secateur_assume({} != {});", seen.place, seen.value)),
        }
    }

    /// Which blocks there are, and which of them are meant.
    fn heap(&mut self) {
        let value = 1 + self.number(3);
        match self.number(4) {
            0 => {
                self.line("h1 = h0;");
            }
            1 => {
                self.line("free(h1 == h0 ? 0 : h1);");
                self.line("h1 = calloc(1, sizeof *h1);");
            }
            2 => {
                self.line(format!("h1->b = {value};"));
                self.wrote("h0->b", value);
            }
            _ => {
                self.line(format!("h0->a = {value};"));
                self.wrote("h1->a", value);
            }
        }
    }

    /// Where places are looked at, mostly if a byte decides so.
    pub(super) fn reads(&mut self) {
        let looks = |m: &mut Maker| {
            m.looks();
            if m.one_in(2) {
                m.looks();
            }
        };
        if self.nesting > DEEPEST || !self.decides(1) {
            return looks(self);
        }
        let condition = self.condition_elsewhere();
        self.block(&format!("if ({condition}) {{"), |m| {
            if m.shares && m.one_in(2) && m.decides(1) {
                let bound = m.bound();
                return m.block(&format!("if ({bound}) {{"), looks);
            }
            looks(m);
        });
    }

    fn looks(&mut self) {
        match self.number(10) {
            0..=5 => self.assertion(),
            6 => self.checks(),
            7 if self.inside == Inside::Main => {
                let seen = self.seen();
                self.line(format!("if ({} != {})", seen.place, seen.value));
                self.line("    return 1;");
            }
            _ => {
                let (seen, place, value) = (self.seen(), self.place(), self.value());
                self.line(format!("if ({} == {})", seen.place, seen.value));
                self.line(format!("    {place} = {value};"));
                self.wrote(place, value);
            }
        }
    }

    /// Fails where two places have values that they may have.
    pub(super) fn assertion(&mut self) {
        let one = self.seen();
        let others = (0..4).map(|_| self.seen());
        let other = others.collect::<Vec<_>>().into_iter().find(|o| o.place != one.place && o.clause != one.clause);
        match other {
            Some(other) if !self.one_in(4) => {
                let (a, b) = (format!("{} != {}", one.place, one.value), format!("{} != {}", other.place, other.value));
                self.line(format!("secateur_assert({a} || {b});"));
            }
            _ => self.line(format!("secateur_assert({} != {});", one.place, one.value)),
        }
    }

    /// Errors that no branch looks for.
    fn checks(&mut self) {
        let super::Write { place, value, .. } = self.seen();
        match self.number(6) {
            4 => self.line("memset(&box[k0], 0, (k1 + 1) * sizeof *box);"),
            5 => self.line("memcpy(box, &box[k1], (k0 + 1) * sizeof *box);"),
            0 => self.line(format!("l2 = 12 / ({place} - {value});")),
            1 => self.line("l2 = box[k0 + k1];"),
            2 => self.line(format!("box[k1 + {place}] = {value};")),
            _ => self.line(format!("l2 = 1u << ({place} * 9 + k0);")),
        }
    }
}
