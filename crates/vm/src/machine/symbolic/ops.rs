//! Operations of the IR on terms. Concrete operands become constants, and the simplifier does the rest.

use super::super::value::Val;
use super::super::{Machine, Stop};
use secateur_expr::{Op, Pool, Term};
use secateur_ir::{BinOp, CastOp, IntPred, Intrinsic as I, Reg, Ty};

impl Machine<'_> {
    /// Arithmetic of which an operand is symbolic.
    pub(in crate::machine) fn symbolic_binary(
        &mut self,
        op: BinOp,
        ty: Ty,
        a: &Val,
        b: &Val,
        nsw: bool,
    ) -> Result<Val, Stop> {
        let bits = ty.bits();
        let (x, y) = (self.term_of(a, bits), self.term_of(b, bits));
        if ty.is_float() {
            return Ok(self.float_binary(op, ty, x, y));
        }
        self.check_symbolic(op, bits, x, y, nsw)?;
        let pool = &mut self.sym().pool;
        let term = match op {
            // The check of shifts may be off; then the processor's way holds.
            BinOp::Shl | BinOp::LShr | BinOp::AShr => {
                let wrap = bits.next_power_of_two().max(32);
                let limit = pool.constant(bits, u64::from(wrap));
                let fits = bits < 6 || pool.facts(y).hi < u64::from(wrap);
                let amount = if fits { y } else { pool.urem(y, limit) };
                pool.binary(operator(op), x, amount)
            }
            _ => pool.binary(operator(op), x, y),
        };
        Ok(self.value_of(term))
    }

    /// Undefined behaviour that some input may cause.
    fn check_symbolic(&mut self, op: BinOp, bits: u32, x: Term, y: Term, nsw: bool) -> Result<(), Stop> {
        let checks = self.program.checks();
        let in_library = self.in_library();
        let overflow_checked = nsw && checks.signed_overflow() && !in_library;
        let pool = &mut self.sym.as_mut().expect("terms exist in symbolic runs only").pool;
        let right = match op {
            BinOp::UDiv | BinOp::URem => {
                let zero = pool.zero(bits);
                pool.ne(y, zero)
            }
            BinOp::SDiv | BinOp::SRem => {
                let (zero, ones) = (pool.zero(bits), pool.ones(bits));
                let one = pool.constant(bits, 1);
                let shift = pool.constant(bits, u64::from(bits) - 1);
                let least = pool.shl(one, shift);
                let (is_least, is_minus) = (pool.eq(x, least), pool.eq(y, ones));
                let traps = pool.and(is_least, is_minus);
                let (nonzero, fine) = (pool.ne(y, zero), pool.not(traps));
                // Two errors, so two decisions.
                self.require_operands(nonzero, op, bits, (x, y), nsw)?;
                fine
            }
            BinOp::Shl | BinOp::LShr | BinOp::AShr
                if !in_library && checks.reports(&crate::checks::SHIFT_OUT_OF_RANGE) =>
            {
                let limit = pool.constant(bits, u64::from(bits));
                // An amount of few bits cannot even say the width.
                if bits < 64 && u64::from(bits) > secateur_ir::mask(bits) {
                    pool.bool(true)
                } else {
                    pool.ult(y, limit)
                }
            }
            BinOp::Add | BinOp::Sub | BinOp::Mul if overflow_checked => {
                let over = signed_overflow(pool, operator(op), x, y);
                pool.not(over)
            }
            _ => return Ok(()),
        };
        self.require_operands(right, op, bits, (x, y), nsw)
    }

    /// Goes on where a condition holds; where it does not, the model's own operands make the report.
    fn require_operands(
        &mut self,
        right: Term,
        op: BinOp,
        bits: u32,
        (x, y): (Term, Term),
        nsw: bool,
    ) -> Result<(), Stop> {
        if self.check(right, true)? {
            return Ok(());
        }
        let (a, b) = (self.model_value(x), self.model_value(y));
        self.check_binary(op, bits, &a, &b, nsw)
    }

    /// What the model says of a term.
    pub(crate) fn model_value(&mut self, term: Term) -> Val {
        let bits = self.sym().eval(term);
        Val::words(bits.words().into())
    }

    pub(in crate::machine) fn symbolic_compare(&mut self, pred: IntPred, ty: Ty, a: &Val, b: &Val) -> Val {
        let (x, y) = (self.term_of(a, ty.bits()), self.term_of(b, ty.bits()));
        let pool = &mut self.sym().pool;
        let term = match pred {
            IntPred::Eq => pool.eq(x, y),
            IntPred::Ne => pool.ne(x, y),
            IntPred::Ult => pool.ult(x, y),
            IntPred::Ule => pool.ule(x, y),
            IntPred::Ugt => pool.ult(y, x),
            IntPred::Uge => pool.ule(y, x),
            IntPred::Slt => pool.slt(x, y),
            IntPred::Sle => pool.sle(x, y),
            IntPred::Sgt => pool.slt(y, x),
            IntPred::Sge => pool.sle(y, x),
        };
        self.value_of(term)
    }

    pub(in crate::machine) fn symbolic_cast(&mut self, op: CastOp, from: Ty, to: Ty, a: &Val) -> Val {
        let x = self.term_of(a, from.bits());
        let bits = to.bits();
        let term = match op {
            CastOp::Trunc | CastOp::ZExt | CastOp::Bits => self.sym().pool.zext_or_cut(x, bits),
            CastOp::SExt => self.sym().pool.sext(x, bits),
            _ => return self.float_cast(op, from, to, x),
        };
        self.value_of(term)
    }

    pub(in crate::machine) fn symbolic_select(&mut self, cond: Term, ty: Ty, a: &Val, b: &Val) -> Val {
        let (x, y) = (self.term_of(a, ty.bits()), self.term_of(b, ty.bits()));
        let term = self.sym().pool.ite(cond, x, y);
        self.value_of(term)
    }

    pub(in crate::machine) fn symbolic_pointer(&mut self, base: &Val, index: &Val, scale: i64, disp: i64) -> Val {
        let (base, index) = (self.term_of(base, 64), self.term_of(index, 64));
        let pool = &mut self.sym().pool;
        let (scale, disp) = (pool.constant(64, scale as u64), pool.constant(64, disp as u64));
        let scaled = pool.mul(index, scale);
        let sum = pool.add(base, scaled);
        let term = pool.add(sum, disp);
        self.value_of(term)
    }

    /// An intrinsic on integers; `false` if it has no form on terms.
    pub(in crate::machine) fn symbolic_intrinsic(&mut self, op: I, ty: Ty, dsts: &[Reg], args: &[Val]) -> bool {
        let bits = ty.bits();
        let terms: Vec<Term> = args.iter().map(|v| self.term_of(v, bits)).collect();
        let pool = &mut self.sym().pool;
        let (x, y) = (terms[0], *terms.get(1).unwrap_or(&terms[0]));
        let choose = |pool: &mut Pool, cond: Term| pool.ite(cond, x, y);
        let mut flag = None;
        let value = match op {
            I::CtPop => population(pool, x),
            I::Ctlz => leading_zeros(pool, x),
            I::Cttz => trailing_zeros(pool, x),
            I::BSwap => swapped(pool, x, 8),
            I::BitReverse => swapped(pool, x, 1),
            I::FShl | I::FShr => funnel(pool, op, x, y, terms[2]),
            I::Abs => {
                let (zero, negated) = (pool.zero(bits), pool.neg(x));
                let negative = pool.slt(x, zero);
                pool.ite(negative, negated, x)
            }
            I::SMax => {
                let less = pool.slt(y, x);
                choose(pool, less)
            }
            I::SMin => {
                let less = pool.slt(x, y);
                choose(pool, less)
            }
            I::UMax => {
                let less = pool.ult(y, x);
                choose(pool, less)
            }
            I::UMin => {
                let less = pool.ult(x, y);
                choose(pool, less)
            }
            I::SAddO | I::SSubO | I::SMulO => {
                let op = base(op);
                flag = Some(signed_overflow(pool, op, x, y));
                pool.binary(op, x, y)
            }
            I::UAddO | I::USubO | I::UMulO => {
                let op = base(op);
                flag = Some(unsigned_overflow(pool, op, x, y));
                pool.binary(op, x, y)
            }
            I::UAddSat | I::USubSat => {
                let op = base(op);
                let over = unsigned_overflow(pool, op, x, y);
                let limit = if op == Op::Add { pool.ones(bits) } else { pool.zero(bits) };
                let plain = pool.binary(op, x, y);
                pool.ite(over, limit, plain)
            }
            I::SAddSat | I::SSubSat => {
                let op = base(op);
                let over = signed_overflow(pool, op, x, y);
                let (one, shift, zero) =
                    (pool.constant(bits, 1), pool.constant(bits, u64::from(bits) - 1), pool.zero(bits));
                let least = pool.shl(one, shift);
                let (most, negative) = (pool.not(least), pool.slt(x, zero));
                let limit = pool.ite(negative, least, most);
                let plain = pool.binary(op, x, y);
                pool.ite(over, limit, plain)
            }
            _ => return false,
        };
        let value = self.value_of(value);
        self.write(dsts[0], ty, &value);
        if let (Some(reg), Some(flag)) = (dsts.get(1), flag) {
            let flag = self.value_of(flag);
            self.write(*reg, Ty::Int(1), &flag);
        }
        true
    }
}

/// The operator on terms.
pub(super) fn operator(op: BinOp) -> Op {
    match op {
        BinOp::Add => Op::Add,
        BinOp::Sub => Op::Sub,
        BinOp::Mul => Op::Mul,
        BinOp::UDiv => Op::UDiv,
        BinOp::SDiv => Op::SDiv,
        BinOp::URem => Op::URem,
        BinOp::SRem => Op::SRem,
        BinOp::Shl => Op::Shl,
        BinOp::LShr => Op::LShr,
        BinOp::AShr => Op::AShr,
        BinOp::And => Op::And,
        BinOp::Or => Op::Or,
        BinOp::Xor => Op::Xor,
        BinOp::FAdd => Op::FAdd,
        BinOp::FSub => Op::FSub,
        BinOp::FMul => Op::FMul,
        BinOp::FDiv => Op::FDiv,
        BinOp::FRem => Op::FRem,
    }
}

fn base(op: I) -> Op {
    match op {
        I::SAddO | I::UAddO | I::SAddSat | I::UAddSat => Op::Add,
        I::SSubO | I::USubO | I::SSubSat | I::USubSat => Op::Sub,
        _ => Op::Mul,
    }
}

/// Whether the exact result, computed with more bits, differs from the wrapped one.
fn signed_overflow(pool: &mut Pool, op: Op, x: Term, y: Term) -> Term {
    let bits = pool.width(x);
    let wide = if op == Op::Mul { 2 * bits } else { bits + 1 };
    let (a, b) = (pool.sext(x, wide), pool.sext(y, wide));
    let exact = pool.binary(op, a, b);
    let wrapped = pool.binary(op, x, y);
    let wrapped = pool.sext(wrapped, wide);
    pool.ne(exact, wrapped)
}

fn unsigned_overflow(pool: &mut Pool, op: Op, x: Term, y: Term) -> Term {
    let bits = pool.width(x);
    match op {
        Op::Sub => pool.ult(x, y),
        Op::Add => {
            let sum = pool.add(x, y);
            pool.ult(sum, x)
        }
        _ => {
            let (a, b) = (pool.zext(x, 2 * bits), pool.zext(y, 2 * bits));
            let product = pool.mul(a, b);
            let high = pool.extract(product, bits, bits);
            let zero = pool.zero(bits);
            pool.ne(high, zero)
        }
    }
}

fn population(pool: &mut Pool, x: Term) -> Term {
    let bits = pool.width(x);
    let mut sum = pool.zero(bits);
    for i in 0..bits {
        let bit = pool.extract(x, i, 1);
        let bit = pool.zext(bit, bits);
        sum = pool.add(sum, bit);
    }
    sum
}

/// From the lowest bit up, so that the highest set one has the last word.
fn leading_zeros(pool: &mut Pool, x: Term) -> Term {
    let bits = pool.width(x);
    let mut count = pool.constant(bits, u64::from(bits));
    for i in 0..bits {
        let bit = pool.extract(x, i, 1);
        let here = pool.constant(bits, u64::from(bits - 1 - i));
        count = pool.ite(bit, here, count);
    }
    count
}

fn trailing_zeros(pool: &mut Pool, x: Term) -> Term {
    let bits = pool.width(x);
    let mut count = pool.constant(bits, u64::from(bits));
    for i in (0..bits).rev() {
        let bit = pool.extract(x, i, 1);
        let here = pool.constant(bits, u64::from(i));
        count = pool.ite(bit, here, count);
    }
    count
}

/// Units of this many bits in the opposite order.
fn swapped(pool: &mut Pool, x: Term, unit: u32) -> Term {
    let bits = pool.width(x);
    let mut value = pool.extract(x, 0, unit);
    for i in 1..bits / unit {
        let next = pool.extract(x, i * unit, unit);
        value = pool.concat(value, next);
    }
    value
}

fn funnel(pool: &mut Pool, op: I, high: Term, low: Term, amount: Term) -> Term {
    let bits = pool.width(high);
    let both = pool.concat(high, low);
    let modulus = pool.constant(bits, u64::from(bits));
    let amount = pool.urem(amount, modulus);
    let amount = pool.zext(amount, 2 * bits);
    if op == I::FShl {
        let shifted = pool.shl(both, amount);
        pool.extract(shifted, bits, bits)
    } else {
        let shifted = pool.lshr(both, amount);
        pool.extract(shifted, 0, bits)
    }
}
