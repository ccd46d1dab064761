//! What a term is made of: ids, operators, and the 16-byte node that is hash-consed.

use std::fmt;

/// The widest term, in bits.
pub const MAX_WIDTH: u32 = 65535;

/// A term, in its pool. Equal terms have equal ids, and operands have smaller ids than their users.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(pub u32);

impl Term {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One byte of a symbolic input. Prints as `i2[7]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct InputByte {
    pub input: u32,
    pub offset: u32,
}

impl fmt::Display for InputByte {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "i{}[{}]", self.input, self.offset)
    }
}

/// A binary floating-point format, held in a bit-vector of its own width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Format {
    F32,
    F64,
    /// x87's 80 bits, with an explicit integer bit.
    F80,
}

impl Format {
    pub const ALL: [Format; 3] = [Format::F32, Format::F64, Format::F80];

    pub fn width(self) -> u32 {
        [32, 64, 80][self as usize]
    }
}

/// IEEE 754's rounding directions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Rounding {
    NearestEven,
    NearestAway,
    Up,
    Down,
    Zero,
}

impl Rounding {
    pub const ALL: [Rounding; 5] =
        [Rounding::NearestEven, Rounding::NearestAway, Rounding::Up, Rounding::Down, Rounding::Zero];
}

macro_rules! ops {
    ($($(#[$doc:meta])* $name:ident $arity:literal $text:literal,)*) => {
        /// The operator of a node.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Op { $($(#[$doc])* $name,)* }

        impl Op {
            pub const ALL: &[Op] = &[$(Op::$name,)*];
            /// How many operands are terms.
            pub fn arity(self) -> usize {
                const ARITY: &[u8] = &[$($arity,)*];
                ARITY[self as usize] as usize
            }
            /// The name in the text form; for the operators SMT-LIB has, theirs without `bv`.
            pub fn name(self) -> &'static str {
                const NAMES: &[&str] = &[$($text,)*];
                NAMES[self as usize]
            }
        }
    };
}

ops! {
    Const 0 "const",
    /// A constant of more than 64 bits, in the pool's side table.
    WideConst 0 "const",
    Input 0 "input",
    Not 1 "not", Neg 1 "neg",
    Add 2 "add", Sub 2 "sub", Mul 2 "mul",
    UDiv 2 "udiv", SDiv 2 "sdiv", URem 2 "urem", SRem 2 "srem",
    Shl 2 "shl", LShr 2 "lshr", AShr 2 "ashr",
    And 2 "and", Or 2 "or", Xor 2 "xor",
    Eq 2 "eq", Ult 2 "ult", Ule 2 "ule", Slt 2 "slt", Sle 2 "sle",
    /// The first operand is the high part.
    Concat 2 "concat",
    Extract 1 "extract", ZExt 1 "zext", SExt 1 "sext",
    Ite 3 "ite",
    /// A constant table read at a symbolic index; zero past its end.
    TableRead 1 "table",
    FAdd 2 "fadd", FSub 2 "fsub", FMul 2 "fmul", FDiv 2 "fdiv",
    /// C's `fmod`: the quotient is truncated.
    FRem 2 "frem",
    FLt 2 "flt", FLe 2 "fle", FEq 2 "feq",
    FSqrt 1 "fsqrt", FRound 1 "fround", FFma 3 "ffma",
    FToF 1 "ftof", SToF 1 "stof", UToF 1 "utof",
    /// Truncates; out of range the result is what x86-64's instructions give.
    FToS 1 "ftos",
    FToU 1 "ftou",
}

impl Op {
    pub fn is_commutative(self) -> bool {
        matches!(self, Op::Add | Op::Mul | Op::And | Op::Or | Op::Xor | Op::Eq)
    }
    /// The result has one bit, whatever the operands' width.
    pub fn is_comparison(self) -> bool {
        matches!(self, Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle | Op::FLt | Op::FLe | Op::FEq)
    }
    pub fn is_float(self) -> bool {
        self >= Op::FAdd
    }
    pub fn is_const(self) -> bool {
        self <= Op::WideConst
    }
    /// One of the integer operators on two operands of the same width, comparisons included.
    pub fn is_int_binary(self) -> bool {
        self >= Op::Add && self <= Op::Sle
    }
}

/// One hash-consed node. Its operands are term ids, or immediates where the operator has fewer.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Node {
    pub op: Op,
    /// Formats and rounding of floating-point operators, else zero.
    pub(crate) aux: u8,
    pub(crate) width: u16,
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) c: u32,
}

impl Node {
    pub(crate) fn new(op: Op, width: u32, a: u32, b: u32, c: u32) -> Node {
        assert!((1..=MAX_WIDTH).contains(&width), "a term of {width} bits; the limit is {MAX_WIDTH}");
        Node { op, aux: 0, width: width as u16, a, b, c }
    }
    pub fn unary(op: Op, width: u32, a: Term) -> Node {
        Node::new(op, width, a.0, 0, 0)
    }
    pub fn binary(op: Op, width: u32, a: Term, b: Term) -> Node {
        Node::new(op, width, a.0, b.0, 0)
    }
    pub fn ite(width: u32, cond: Term, then: Term, other: Term) -> Node {
        Node::new(Op::Ite, width, cond.0, then.0, other.0)
    }
    pub fn extract(arg: Term, lo: u32, width: u32) -> Node {
        Node::new(Op::Extract, width, arg.0, lo, 0)
    }
    /// A floating-point operator on up to three operands; `to` matters to conversions only.
    pub fn float(op: Op, width: u32, from: Format, to: Format, mode: Rounding, args: &[Term]) -> Node {
        let arg = |i: usize| args.get(i).map_or(0, |t| t.0);
        let aux = from as u8 | (to as u8) << 2 | (mode as u8) << 4;
        Node { aux, ..Node::new(op, width, arg(0), arg(1), arg(2)) }
    }

    pub fn width(&self) -> u32 {
        u32::from(self.width)
    }
    pub fn arity(&self) -> usize {
        self.op.arity()
    }
    /// The operand at a position below the arity.
    pub fn arg(&self, i: usize) -> Term {
        Term([self.a, self.b, self.c][i])
    }
    pub fn args(&self) -> impl DoubleEndedIterator<Item = Term> + use<> {
        let all = [Term(self.a), Term(self.b), Term(self.c)];
        all.into_iter().take(self.arity())
    }
    pub(crate) fn with_args(mut self, mut new: impl FnMut(Term) -> Term) -> Node {
        let arity = self.arity();
        for (i, slot) in [&mut self.a, &mut self.b, &mut self.c].into_iter().enumerate() {
            if i < arity {
                *slot = new(Term(*slot)).0;
            }
        }
        self
    }
    /// Of an `Extract`: the lowest bit taken.
    pub fn lo(&self) -> u32 {
        self.b
    }
    /// Of an `Input`: which byte.
    pub fn input_byte(&self) -> InputByte {
        InputByte { input: self.a, offset: self.b }
    }
    /// Of a `TableRead`: the table.
    pub fn table(&self) -> crate::TableId {
        crate::TableId(self.b)
    }
    /// The format that the operands have (of `SToF`, `UToF`: that the result has).
    pub fn format(&self) -> Format {
        Format::ALL[usize::from(self.aux & 3)]
    }
    /// Of an `FToF`: the result's format.
    pub fn to_format(&self) -> Format {
        Format::ALL[usize::from(self.aux >> 2 & 3)]
    }
    pub fn rounding(&self) -> Rounding {
        Rounding::ALL[usize::from(self.aux >> 4)]
    }
    /// What tells it from other nodes, apart from its operands.
    pub(crate) fn without_operands(&self) -> u128 {
        let mut node = *self;
        let arity = node.arity();
        for (i, slot) in [&mut node.a, &mut node.b, &mut node.c].into_iter().enumerate() {
            if i < arity {
                *slot = 0;
            }
        }
        let [low, high] = node.words();
        u128::from(low) | u128::from(high) << 64
    }
    pub(crate) fn words(&self) -> [u64; 2] {
        let head = u64::from(self.op as u8) | u64::from(self.aux) << 8 | u64::from(self.width) << 16;
        [head | u64::from(self.a) << 32, u64::from(self.b) | u64::from(self.c) << 32]
    }
}
