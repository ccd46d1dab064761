//! Constructors that simplify while they build, one file per group of operators.
//!
//! Each rule carries `match:` and `result:`; all are checked exhaustively at 4 bits and at random at other
//! widths (`tests/`). Normal forms that rules rely on, and that users may too:
//! - constants are the last operand of commutative operators, other operands are ordered by id;
//! - `x - c` is `x + (-c)`, a comparison with a constant is never `<=`, `1:1` equality is `not (xor a b)`;
//! - constant shifts, masks of one run, and multiplications, divisions and remainders by powers of two are
//!   wiring (`extract`, `concat`, `zext`, `sext`); `concat` nests to the right, and `concat 0 x` is `zext x`.
//!
//! Rules that push an operator into its operands stop at [`MAX_NESTING`], so the stack stays small
//! however deep terms are. What is built then is correct, only less simple.

mod add;
mod bitwise;
mod compare;
mod concat;
mod divide;
mod equal;
mod extend;
mod extract;
mod float;
mod ite;
mod mul;
mod shift;
mod table;
mod wiring;

use crate::bits::Bits;
use crate::fold;
use crate::pool::Pool;
use crate::term::{InputByte, Node, Op, Term};

const MAX_NESTING: u32 = 12;

impl Pool {
    /// The simplified term of a node: calls the constructor of its operator.
    pub fn build(&mut self, node: Node) -> Term {
        let arg = |i: usize| node.arg(i);
        match node.op {
            Op::Const | Op::WideConst | Op::Input => self.intern(node),
            Op::Not => self.not(arg(0)),
            Op::Neg => self.neg(arg(0)),
            Op::Concat => self.concat(arg(0), arg(1)),
            Op::Extract => self.extract(arg(0), node.lo(), node.width()),
            Op::ZExt => self.zext(arg(0), node.width()),
            Op::SExt => self.sext(arg(0), node.width()),
            Op::Ite => self.ite(arg(0), arg(1), arg(2)),
            Op::TableRead => self.table_read(node.table(), arg(0)),
            op if op.is_float() => self.float(node),
            op => self.binary(op, arg(0), arg(1)),
        }
    }
    /// An integer operator on two operands of the same width.
    pub fn binary(&mut self, op: Op, a: Term, b: Term) -> Term {
        match op {
            Op::Add => self.add(a, b),
            Op::Sub => self.sub(a, b),
            Op::Mul => self.mul(a, b),
            Op::UDiv => self.udiv(a, b),
            Op::SDiv => self.sdiv(a, b),
            Op::URem => self.urem(a, b),
            Op::SRem => self.srem(a, b),
            Op::Shl => self.shl(a, b),
            Op::LShr => self.lshr(a, b),
            Op::AShr => self.ashr(a, b),
            Op::And => self.and(a, b),
            Op::Or => self.or(a, b),
            Op::Xor => self.xor(a, b),
            Op::Eq => self.eq(a, b),
            Op::Ult => self.ult(a, b),
            Op::Ule => self.ule(a, b),
            Op::Slt => self.slt(a, b),
            Op::Sle => self.sle(a, b),
            _ => panic!("{op:?} is no integer operator on two operands"),
        }
    }
    /// `bytes` neighbouring input bytes as a little-endian word.
    pub fn input_word(&mut self, first: InputByte, bytes: u32) -> Term {
        let byte = |i: u32| InputByte { offset: first.offset + i, ..first };
        let mut word = self.input(first);
        for i in 1..bytes {
            let high = self.input(byte(i));
            word = self.concat(high, word);
        }
        word
    }

    /// What every operator on two integers tries first: constants, and choices between constants.
    fn fold(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        debug_assert_eq!(self.width(a), self.width(b), "{op:?} of {} and {}", self.text(a), self.text(b));
        // match: op c1 c2
        // result: the value
        if self.is_const(a) && self.is_const(b) {
            let width = if op.is_comparison() { 1 } else { self.width(a) };
            return Some(self.fold_node(Node::binary(op, width, a, b)));
        }
        // match: op (ite k c1 c2) c3, op c3 (ite k c1 c2)
        // result: ite k (op c1 c3) (op c2 c3)
        if self.is_const(b) {
            let (k, x, y) = self.constant_choice(a)?;
            let (x, y) = (self.binary(op, x, b), self.binary(op, y, b));
            return Some(self.ite(k, x, y));
        }
        if self.is_const(a) {
            let (k, x, y) = self.constant_choice(b)?;
            let (x, y) = (self.binary(op, a, x), self.binary(op, a, y));
            return Some(self.ite(k, x, y));
        }
        None
    }
    /// The constant of a node with constant operands.
    fn fold_node(&mut self, node: Node) -> Term {
        let width = |i: usize| self.width(node.arg(i));
        let narrow = node.width <= 64 && (0..node.arity()).all(|i| width(i) <= 64);
        let word = |i: usize| (self.as_u64(node.arg(i)).unwrap_or(0), width(i));
        if narrow && let Some(value) = fold::narrow_value(&node, word) {
            return self.constant(node.width(), value);
        }
        let arg = |i: usize| self.as_bits(node.arg(i)).unwrap_or_else(|| Bits::zero(1));
        let value = fold::value(self, &node, arg);
        self.constant_bits(&value)
    }
    /// A choice whose arms are both constant.
    fn constant_choice(&self, t: Term) -> Option<(Term, Term, Term)> {
        let node = self.node(t);
        let is_choice = node.op == Op::Ite && self.is_const(node.arg(1)) && self.is_const(node.arg(2));
        is_choice.then(|| (node.arg(0), node.arg(1), node.arg(2)))
    }
    /// Operands of a commutative operator: constants last.
    fn ordered(&self, a: Term, b: Term) -> (Term, Term) {
        let key = |t: Term| (self.is_const(t), self.place(t));
        if key(a) <= key(b) { (a, b) } else { (b, a) }
    }
    /// The operands, if the term has this operator (of two operands).
    fn parts(&self, op: Op, t: Term) -> Option<(Term, Term)> {
        let node = self.node(t);
        (node.op == op).then(|| (node.arg(0), node.arg(1)))
    }
    /// The operands of `op x c` with a constant.
    fn parts_const(&self, op: Op, t: Term) -> Option<(Term, Term)> {
        self.parts(op, t).filter(|(_, c)| self.is_const(*c))
    }
    /// The only operand, if the term has this operator.
    fn inner(&self, op: Op, t: Term) -> Option<Term> {
        let node = self.node(t);
        (node.op == op).then(|| node.arg(0))
    }
    /// `Some(k)` for the constant 2^k.
    fn power_of_two(&self, t: Term) -> Option<u32> {
        match self.as_u64(t) {
            Some(v) => v.is_power_of_two().then(|| v.trailing_zeros()),
            None => self.as_bits(t).filter(|v| v.count_ones() == 1).map(|v| v.trailing_zeros()),
        }
    }
    /// Runs a rule that pushes an operator inwards, unless such rules are nested too deeply already.
    fn pushing<R>(&mut self, rule: impl FnOnce(&mut Pool) -> Option<R>) -> Option<R> {
        if self.nesting >= MAX_NESTING {
            return None;
        }
        self.nesting += 1;
        let result = rule(self);
        self.nesting -= 1;
        result
    }
    /// The sign bit as a 1-bit term.
    fn sign_bit(&mut self, t: Term) -> Term {
        let width = self.width(t);
        self.extract(t, width - 1, 1)
    }
    /// The sign bit, if it is known.
    fn known_sign(&self, t: Term) -> Option<bool> {
        let node = self.node(t);
        match node.op {
            Op::WideConst => self.as_bits(t).map(|v| v.bit(v.width() - 1)),
            Op::ZExt => Some(false),
            _ if node.width() <= 64 => self.facts(t).sign(node.width()),
            _ => None,
        }
    }
}
