//! Floating point: folded when constant, else kept. Only what is exact on bits is done on bits.

use crate::pool::Pool;
use crate::term::{Format, Node, Op, Rounding, Term};

impl Pool {
    /// A floating-point node; see [`Node::float`].
    pub fn float(&mut self, node: Node) -> Term {
        // match: op c1 …
        // result: the value
        if node.args().all(|t| self.is_const(t)) {
            return self.fold_node(node);
        }
        // match: a == b, commutative
        // result: the operands ordered by id
        if node.op == Op::FEq && node.a > node.b {
            return self.seal(Node { a: node.b, b: node.a, ..node });
        }
        self.seal(node)
    }
    /// `FAdd`, `FSub`, `FMul`, `FDiv` or `FRem`.
    pub fn float_binary(&mut self, op: Op, format: Format, a: Term, b: Term) -> Term {
        debug_assert!(matches!(op, Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FRem));
        self.float(Node::float(op, format.width(), format, format, Rounding::NearestEven, &[a, b]))
    }
    /// `FLt`, `FLe` or `FEq`: false if an operand is NaN.
    pub fn float_compare(&mut self, op: Op, format: Format, a: Term, b: Term) -> Term {
        debug_assert!(matches!(op, Op::FLt | Op::FLe | Op::FEq));
        self.float(Node::float(op, 1, format, format, Rounding::NearestEven, &[a, b]))
    }
    /// Flips the sign bit, which is exact for NaN as well.
    pub fn fneg(&mut self, format: Format, a: Term) -> Term {
        let sign = self.float_sign(format);
        self.xor(a, sign)
    }
    /// Clears the sign bit.
    pub fn fabs(&mut self, format: Format, a: Term) -> Term {
        let sign = self.float_sign(format);
        let rest = self.not(sign);
        self.and(a, rest)
    }
    fn float_sign(&mut self, format: Format) -> Term {
        let (one, zeros) = (self.bool(true), self.zero(format.width() - 1));
        self.concat(one, zeros)
    }
    /// Whether the value is NaN.
    pub fn is_nan(&mut self, format: Format, a: Term) -> Term {
        let equal = self.float_compare(Op::FEq, format, a, a);
        self.not(equal)
    }
    pub fn fsqrt(&mut self, format: Format, a: Term) -> Term {
        self.float(Node::float(Op::FSqrt, format.width(), format, format, Rounding::NearestEven, &[a]))
    }
    /// Rounds to a whole number.
    pub fn fround(&mut self, format: Format, mode: Rounding, a: Term) -> Term {
        self.float(Node::float(Op::FRound, format.width(), format, format, mode, &[a]))
    }
    /// `a * b + c`, rounded once.
    pub fn fma(&mut self, format: Format, a: Term, b: Term, c: Term) -> Term {
        self.float(Node::float(Op::FFma, format.width(), format, format, Rounding::NearestEven, &[a, b, c]))
    }
    pub fn float_to_float(&mut self, from: Format, to: Format, a: Term) -> Term {
        // match: a conversion to the same format
        // result: the operand
        if from == to {
            return a;
        }
        self.float(Node::float(Op::FToF, to.width(), from, to, Rounding::NearestEven, &[a]))
    }
    /// An integer as a float.
    pub fn int_to_float(&mut self, to: Format, signed: bool, a: Term) -> Term {
        let op = if signed { Op::SToF } else { Op::UToF };
        self.float(Node::float(op, to.width(), to, to, Rounding::NearestEven, &[a]))
    }
    /// A float, truncated to an integer; out of range it is what x86-64's instructions give.
    pub fn float_to_int(&mut self, from: Format, signed: bool, a: Term, width: u32) -> Term {
        let op = if signed { Op::FToS } else { Op::FToU };
        self.float(Node::float(op, width, from, from, Rounding::Zero, &[a]))
    }
}
