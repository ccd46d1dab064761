//! Hashes of several bytes whose remainder is compared with a constant. There are one to three conditions: each is about the
//! hash of some more bytes, and the more there are, the more often each of them holds.

use super::language::{Expression, Statement, byte, constant, variable};
use super::maker::Maker;
use super::values::{Type, Value};

/// How a hash takes a byte, `h` and `i` being the hash and the index of the byte.
struct Kind {
    of: Type,
    start: u64,
    body: fn() -> Vec<Statement>,
}

const KINDS: [Kind; 7] = [
    Kind { of: Type::U32, start: 2_166_136_261, body: fowler },
    Kind { of: Type::U64, start: 14_695_981_039_346_656_037, body: fowler_wide },
    Kind { of: Type::U32, start: 5381, body: bernstein },
    Kind { of: Type::U64, start: 1, body: split },
    Kind { of: Type::U32, start: 0xffff_ffff, body: cyclic },
    Kind { of: Type::U32, start: 0, body: one_at_a_time },
    Kind { of: Type::U64, start: 0x9e37_79b9_7f4a_7c15, body: finished },
];

pub fn make(maker: &mut Maker) -> Option<()> {
    let kind = &KINDS[maker.random.usize(..KINDS.len())];
    let stages = maker.random.u32(1..4);
    let each = maker.random.u32(3..6);
    maker.bytes((stages * each) as usize);
    let start = if kind.of == Type::U32 { Value::U32(kind.start as u32) } else { Value::U64(kind.start) };
    maker.define(kind.of, "h", constant(start))?;
    for stage in 0..stages {
        maker.run(Statement::Count("i", stage * each, (stage + 1) * each, (kind.body)()))?;
        let (often, seldom) = [(2e4, 3e5), (3e3, 3e4), (1e3, 8e3)][stages as usize - 1];
        let share = maker.share(often, seldom);
        let few = maker.random.u32(1..20);
        maker.residue("h", (f64::from(few) / share) as u32, few)?;
    }
    Some(())
}

fn narrow(n: u32) -> Expression {
    constant(Value::U32(n))
}

fn wide(n: u64) -> Expression {
    constant(Value::U64(n))
}

fn h() -> Expression {
    variable("h")
}

fn next() -> Expression {
    byte(variable("i"))
}

fn set(value: Expression) -> Statement {
    Statement::Assign("h", value)
}

fn fowler() -> Vec<Statement> {
    vec![set(h() ^ next()), set(h() * narrow(16_777_619))]
}

fn fowler_wide() -> Vec<Statement> {
    vec![set(h() ^ next().to(Type::U64)), set(h() * wide(1_099_511_628_211)), set(h() ^ (h() >> wide(29)))]
}

fn bernstein() -> Vec<Statement> {
    vec![set(h() * narrow(33) + next()), set(h() ^ (h() >> narrow(13)))]
}

fn split() -> Vec<Statement> {
    vec![
        set(h() + next().to(Type::U64)),
        set((h() ^ (h() >> wide(30))) * wide(0xbf58_476d_1ce4_e5b9)),
        set((h() ^ (h() >> wide(27))) * wide(0x94d0_49bb_1331_11eb)),
        set(h() ^ (h() >> wide(31))),
    ]
}

fn cyclic() -> Vec<Statement> {
    let bit = set((h() >> narrow(1)) ^ (h() % narrow(2) * narrow(0xedb8_8320)));
    vec![set(h() ^ next()), Statement::Count("k", 0, 8, vec![bit]), set(h() * narrow(0x85eb_ca6b))]
}

fn one_at_a_time() -> Vec<Statement> {
    vec![set(h() + next()), set(h() * narrow(1025)), set(h() ^ (h() >> narrow(6))), set(h() * narrow(0xc2b2_ae35))]
}

fn finished() -> Vec<Statement> {
    vec![
        set((h() ^ next().to(Type::U64)) * wide(0xff51_afd7_ed55_8ccd)),
        set((h() ^ (h() >> wide(33))) * wide(0xc4ce_b9fe_1a85_ec53)),
        set(h() ^ (h() >> wide(29))),
    ]
}
