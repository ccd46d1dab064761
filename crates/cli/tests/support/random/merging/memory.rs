//! Statements about memory: arrays at symbolic places, pointers, heap objects, parts of words and structs.

use super::Maker;

impl Maker {
    pub(super) fn array(&mut self) {
        let (byte, at, number) = (self.byte(), self.number(4), self.number(256));
        let data = self.choose(&["d0", "d1"]);
        match self.number(6) {
            0 => self.line(format!("box[{at}] = {number};")),
            1 => self.line(format!("box[{at}] = {byte};")),
            2 => self.line(format!("box[{byte} & 3] = {number};")),
            3 => self.line(format!("{data} = box[{byte} & 3];")),
            4 => self.line(format!("{data} = box[{at}];")),
            _ => {
                let (from, length) = (self.number(3), 1 + self.number(2));
                self.line(format!("memmove(box + {from}, in + {at}, {length});"));
            }
        }
        if self.one_in(3) && self.decides(1) {
            let (variable, value) = (self.variable(), self.number(4));
            self.line(format!("if (box[{at}] == {number})"));
            self.line(format!("    {variable} = {value};"));
        }
    }

    pub(super) fn pointers(&mut self) {
        let (pointer, target) = (self.choose(&["p0", "p1"]), self.choose(&["&g0", "&g1", "&g2", "&g3"]));
        match self.number(4) {
            0 => {
                self.line("{");
                self.nested(|m| {
                    m.line("int *t = p0;");
                    m.line("p0 = p1;");
                    m.line("p1 = t;");
                });
                self.line("}");
            }
            1 => {
                let variable = self.variable();
                self.line(format!("{variable} = p0 == p1;"));
            }
            _ => self.line(format!("{pointer} = {target};")),
        }
    }

    pub(super) fn heap(&mut self) {
        let (one, other) = if self.one_in(2) { ("h0", "h1") } else { ("h1", "h0") };
        let number = self.number(4);
        match self.number(9) {
            // What was there is lost, which is no error here.
            0 => self.line(format!("{one} = make({other});")),
            1 => self.line(format!("{one} = make(0);")),
            2 => self.release(one),
            3 => self.line(format!("{one} = {other};")),
            4 => self.guarded(one, &format!("{one}->a = {number};")),
            5 => {
                let variable = self.variable();
                self.guarded(one, &format!("{variable} = {one}->a & 3;"));
            }
            6 => self.guarded(one, &format!("{one}->next = {other};")),
            7 => {
                let byte = self.byte();
                self.guarded(one, &format!("{one}->b = {byte};"));
            }
            _ => {
                let byte = self.choose(&["d0", "d1"]);
                self.guarded(one, &format!("{byte} = {one}->b;"));
            }
        }
    }

    /// Frees an object. In a careless program the pointer stays, and so do others to it.
    fn release(&mut self, pointer: &str) {
        let careless = self.careless && self.one_in(2);
        self.line(format!("if ({pointer}) {{"));
        self.nested(|m| {
            if !m.careless {
                let other = if pointer == "h0" { "h1" } else { "h0" };
                m.line(format!("if ({other} == {pointer})"));
                m.line(format!("    {other} = 0;"));
                m.line(format!("if ({other} && {other}->next == {pointer})"));
                m.line(format!("    {other}->next = 0;"));
            }
            m.line(format!("free({pointer});"));
            if !careless {
                m.line(format!("{pointer} = 0;"));
            }
        });
        self.line("}");
    }

    /// Mostly behind a look at the pointer.
    fn guarded(&mut self, pointer: &str, statement: &str) {
        if !self.careless || !self.one_in(3) {
            self.line(format!("if ({pointer})"));
            self.line(format!("    {statement}"));
        } else {
            self.line(statement);
        }
    }

    /// Words by bytes, structs by halves.
    pub(super) fn parts(&mut self) {
        let (byte, at, number) = (self.byte(), self.number(4), self.number(256));
        match self.number(7) {
            0 => self.line(format!("u.byte[{at}] = {number};")),
            1 => self.line(format!("u.byte[{at}] = {byte};")),
            2 => self.line(format!("u.word = {number};")),
            3 => self.line("s1 = s0;"),
            4 => self.line("memcpy(&s0, &s1, 1);"),
            5 => self.line(format!("s0.c = {number};")),
            _ if self.decides(1) => {
                let (variable, value) = (self.variable(), self.number(4));
                self.line(format!("if (u.word > {number})"));
                self.line(format!("    {variable} = {value};"));
            }
            _ => self.line("s0 = s1;"),
        }
    }
}
