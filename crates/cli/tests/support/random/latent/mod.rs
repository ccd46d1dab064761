//! Random programs in which bytes of input depend on each other without showing it: what one byte decides is written on a side
//! that few paths take, and read on a side that others do not take.
//!
//! *Places* hold small numbers: globals, locals, members, elements, heap blocks and what pointers lead to. Conditions on single
//! bytes decide what is written to them, where pointers and indices lead, which function is called, and whether functions come
//! back early, jump out or end the program. In some a block is freed, and used by others; in some statements print, or look at what was printed;
//! in some the first byte is decided about again and again, so that decisions about it force each other; in some loops, functions and
//! blocks are left from behind several branches; in some nobody goes on for whom an assumption does not hold. Later conditions, mostly on other bytes, decide whether places are looked at. What
//! they are compared with was written somewhere before, so that most assertions fail for some combination of bytes.
//!
//! The same seed gives the same program. On half of the conditions the first path, on which all bytes are zero, takes the side that
//! does something. A path decides on input about [`DECISIONS`] times at most.

mod exits;
mod functions;
mod statements;

use super::text::Text;
use fastrand::Rng;

/// Decisions on input that a path may make, about.
const DECISIONS: u32 = 8;

/// Bytes of input.
const BYTES: u32 = 5;

/// The byte that some programs decide about again and again.
const SHARED: &str = "in[0]";

/// Where the statement at hand stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Main,
    Function,
}

/// A function that a byte is handed to.
struct Function {
    /// Decisions that a call costs.
    cost: u32,
    returns: bool,
    /// Whether it may jump to where `main` has said.
    jumps: bool,
}

/// A place that was written, with what, and in which clause: different ones are mostly about different bytes.
#[derive(Clone)]
struct Write {
    place: String,
    value: u32,
    clause: u32,
}

struct Maker {
    random: Rng,
    text: Text,
    budget: u32,
    nesting: u32,
    inside: Inside,
    /// Bytes that no condition is about yet.
    fresh: Vec<u32>,
    functions: Vec<Function>,
    written: Vec<Write>,
    /// Statements so far that stand by themselves.
    clauses: u32,
    /// What each of the two pointers may lead to.
    targets: [Vec<String>; 2],
    /// What each of the two indices may be.
    indices: [Vec<u32>; 2],
    labels: u32,
    /// There is a block that statements free and use.
    frees: bool,
    /// The first byte is decided about again and again.
    shares: bool,
    /// Some sides of branches inside of others leave what these stand in.
    exits: bool,
    /// Some statements let nobody go on for whom something does not hold.
    assumes: bool,
    /// In a loop: its first byte.
    turning: Option<u32>,
    output: Output,
}

/// What statements do with the output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Output {
    Nothing,
    /// They print, which nothing may depend on.
    Print,
    /// And some ask what waits in the buffer, or close it, so that it matters what was printed.
    Tell,
}

impl Output {
    /// Of a chance of its own, too.
    fn of(seed: u64) -> Output {
        match Rng::with_seed(!seed).u32(..12) {
            0..=2 => Output::Print,
            3 => Output::Tell,
            _ => Output::Nothing,
        }
    }
}

/// The program for a seed.
pub fn make(seed: u64) -> String {
    let mut maker = Maker {
        random: Rng::with_seed(seed.wrapping_mul(0xa076_1d64_78bd_642f)),
        text: Text::default(),
        budget: DECISIONS,
        nesting: 0,
        inside: Inside::Main,
        fresh: Vec::new(),
        functions: Vec::new(),
        written: Vec::new(),
        clauses: 0,
        targets: [vec!["g0".into()], vec!["box[1]".into()]],
        indices: [vec![0], vec![1]],
        labels: 0,
        // Of its own chance, so that the other programs do not depend on it.
        frees: Rng::with_seed(seed).u32(..3) == 0,
        shares: Rng::with_seed(seed.rotate_left(32)).u32(..3) == 0,
        exits: Rng::with_seed(seed.rotate_left(16)).u32(..3) == 0,
        assumes: Rng::with_seed(seed.rotate_left(48)).u32(..4) == 0,
        turning: None,
        output: Output::of(seed),
    };
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

    fn choose<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.random.usize(..from.len())].clone()
    }

    fn line(&mut self, line: impl AsRef<str>) {
        self.text.line(line.as_ref());
    }

    fn program(&mut self) {
        for header in ["secateur.h", "setjmp.h", "stdlib.h", "string.h"] {
            self.line(format!("#include <{header}>"));
        }
        if self.output != Output::Nothing {
            ["stdio.h", "stdio_ext.h", "unistd.h"].iter().for_each(|header| self.line(format!("#include <{header}>")));
        }
        self.line("struct block { unsigned char a, b; };");
        self.line(format!("static unsigned char in[{BYTES}];"));
        self.line("static int g0, g1, g2 = 1, g3, box[4], k0, k1 = 1;");
        self.line("static struct { unsigned a : 2, b : 2; signed char c; } s, t;");
        self.line("static int *p0 = &g0, *p1 = &box[1];");
        self.line("static struct block *h0, *h1;");
        if self.frees {
            self.line("static char *spare, *other, *meant;");
        }
        self.line("static jmp_buf place;");
        self.actions();
        for number in 0..1 + self.number(3) {
            self.function(number);
        }
        self.line("int main(void)");
        self.block("{", |m| m.body());
    }

    fn body(&mut self) {
        (self.inside, self.budget) = (Inside::Main, DECISIONS);
        self.line("volatile int l0 = 0;");
        self.line("int l1 = 0, l2 = 1;");
        self.line("secateur_symbolic(in, sizeof in, \"in\");");
        self.line("h0 = calloc(1, sizeof *h0);");
        self.line("h1 = h0;");
        if self.frees {
            self.line("spare = malloc(4);");
            self.line("meant = other = malloc(4);");
        }
        self.line("if (!h0)");
        self.line("    return 1;");
        for _ in 0..if self.shares { 1 + self.number(2) } else { 0 } {
            self.clause(|m| m.bounded());
        }
        for _ in 0..3 + self.number(2) {
            self.clause(|m| m.writes());
            if self.one_in(3) {
                self.clause(|m| m.effect());
            }
        }
        for _ in 0..1 + self.number(3) {
            self.clause(|m| m.any());
        }
        for _ in 0..2 + self.number(3) {
            self.clause(|m| m.reads());
        }
        if self.one_in(2) {
            self.assertion();
        }
        self.line("return l1 + l2 > 9;");
    }

    fn clause(&mut self, statement: impl FnOnce(&mut Maker)) {
        self.clauses += 1;
        statement(self);
    }

    /// Whether so many more decisions fit; they are counted.
    fn decides(&mut self, cost: u32) -> bool {
        let fits = cost <= self.budget;
        if fits {
            self.budget -= cost;
        }
        fits
    }

    /// Lines between this one and a brace.
    fn block(&mut self, head: &str, inside: impl FnOnce(&mut Maker)) {
        self.line(head);
        self.text.indent += 1;
        self.nesting += 1;
        inside(self);
        self.nesting -= 1;
        self.text.indent -= 1;
        self.line("}");
    }

    /// A byte, mostly one that no condition is about yet. Functions are handed theirs.
    fn byte(&mut self) -> String {
        if self.shares && self.one_in(3) {
            return SHARED.into();
        }
        if let Some(first) = self.turning
            && !self.one_in(4)
        {
            return format!("in[{first} + i]");
        }
        if self.inside == Inside::Function && !self.one_in(4) {
            return "c".into();
        }
        if self.fresh.is_empty() {
            self.fresh = (0..BYTES).collect();
        }
        let at = self.random.usize(..self.fresh.len());
        let number = if self.one_in(4) { self.number(BYTES) } else { self.fresh.swap_remove(at) };
        format!("in[{number}]")
    }

    /// A condition on input. For zero bytes it holds as often as not.
    fn condition(&mut self) -> String {
        let (byte, number) = (self.byte(), 1 + self.number(250));
        // Near to each other, so that one mostly forces the next.
        let number = if self.shares && byte == SHARED { 1 + number % 5 } else { number };
        match self.number(12) {
            0..=1 => format!("{byte} > {number}"),
            2..=3 => format!("{byte} <= {number}"),
            4..=5 => format!("{byte} == {number}"),
            6..=7 => format!("{byte} != {number}"),
            8 => format!("{byte} & {}", 1 << (number & 7)),
            9 => format!("!({byte} & {})", 1 << (number & 7)),
            10 => {
                let other = self.byte();
                format!("{byte} < {other}")
            }
            _ => {
                let other = self.byte();
                format!("{byte} + {other} == {number}")
            }
        }
    }

    /// One that is not about the byte that is decided about again and again, or by chance.
    fn condition_elsewhere(&mut self) -> String {
        let shares = std::mem::take(&mut self.shares);
        let condition = self.condition();
        self.shares = shares;
        condition
    }

    /// A place that can be written, whatever was done before.
    fn place(&mut self) -> String {
        let mut all = vec!["g0", "g1", "g2", "g3", "box[0]", "box[1]", "box[2]", "box[3]"];
        all.extend(["s.a", "s.b", "s.c", "t.b", "h0->a", "h1->b"]);
        if self.inside == Inside::Main {
            all.extend(["l0", "l1", "l2", "l1", "l2"]);
        }
        self.choose(&all).to_string()
    }

    /// A value to be written. Most places begin with zero.
    fn value(&mut self) -> u32 {
        if self.one_in(6) { 0 } else { 1 + self.number(3) }
    }

    fn wrote(&mut self, place: impl Into<String>, value: u32) {
        self.written.push(Write { place: place.into(), value, clause: self.clauses });
    }

    /// A place and a value that it may have by what was done before, but in this clause.
    fn seen(&mut self) -> Write {
        let is_local = |name: &str| name.starts_with('l');
        let own = |write: &&Write| self.inside == Inside::Main || !is_local(&write.place);
        let is_before = |write: &&Write| write.clause != self.clauses;
        let all: Vec<_> = self.written.iter().filter(own).filter(is_before).cloned().collect();
        if all.is_empty() || self.one_in(16) {
            return Write { place: self.place(), value: self.number(4), clause: self.clauses };
        }
        // Late writes rather than early ones, which may be overwritten.
        let at = self.random.usize(..all.len()).max(self.random.usize(..all.len()));
        all[at].clone()
    }
}
