//! Floating-point operations on terms. They are kept as they are, for the solver that knows them.

use super::super::value::Val;
use super::super::{Machine, Stop};
use super::ops::operator;
use secateur_expr::{Format, Op, Rounding, Term};
use secateur_ir::{BinOp, CastOp, FloatPred, Intrinsic as I, Reg, Ty};

fn format(ty: Ty) -> Format {
    match ty {
        Ty::F32 => Format::F32,
        Ty::F64 => Format::F64,
        _ => Format::F80,
    }
}

impl Machine<'_> {
    pub(super) fn float_binary(&mut self, op: BinOp, ty: Ty, x: Term, y: Term) -> Val {
        let term = self.sym().pool.float_binary(operator(op), format(ty), x, y);
        self.value_of(term)
    }

    pub(in crate::machine) fn symbolic_negate(&mut self, ty: Ty, a: &Val) -> Val {
        let x = self.term_of(a, ty.bits());
        let term = self.sym().pool.fneg(format(ty), x);
        self.value_of(term)
    }

    pub(in crate::machine) fn symbolic_float_compare(&mut self, pred: FloatPred, ty: Ty, a: &Val, b: &Val) -> Val {
        let (x, y) = (self.term_of(a, ty.bits()), self.term_of(b, ty.bits()));
        let format = format(ty);
        let pool = &mut self.sym().pool;
        let mut holds = pool.bool(false);
        let ordered = match (pred.lt, pred.eq, pred.gt) {
            (true, true, false) => Some((Op::FLe, x, y)),
            (true, false, false) => Some((Op::FLt, x, y)),
            (false, true, true) => Some((Op::FLe, y, x)),
            (false, false, true) => Some((Op::FLt, y, x)),
            (false, true, false) => Some((Op::FEq, x, y)),
            _ => None,
        };
        let unordered = {
            let (a, b) = (pool.is_nan(format, x), pool.is_nan(format, y));
            pool.or(a, b)
        };
        match (ordered, pred.lt, pred.eq) {
            (Some((op, a, b)), ..) => holds = pool.float_compare(op, format, a, b),
            // All three: whatever is ordered. Less or greater: ordered and not equal.
            (None, true, eq) => {
                holds = pool.not(unordered);
                if !eq {
                    let same = pool.float_compare(Op::FEq, format, x, y);
                    let differ = pool.not(same);
                    holds = pool.and(holds, differ);
                }
            }
            _ => {}
        }
        if pred.unordered {
            holds = pool.or(holds, unordered);
        }
        self.value_of(holds)
    }

    pub(super) fn float_cast(&mut self, op: CastOp, from: Ty, to: Ty, x: Term) -> Val {
        let pool = &mut self.sym().pool;
        let term = match op {
            CastOp::FpConv => pool.float_to_float(format(from), format(to), x),
            CastOp::SiToFp => pool.int_to_float(format(to), true, x),
            CastOp::UiToFp => pool.int_to_float(format(to), false, x),
            CastOp::FpToSi => pool.float_to_int(format(from), true, x, to.bits()),
            _ => pool.float_to_int(format(from), false, x, to.bits()),
        };
        self.value_of(term)
    }

    /// An intrinsic on floats of which an argument is symbolic.
    pub(in crate::machine) fn symbolic_float_intrinsic(
        &mut self,
        op: I,
        ty: Ty,
        dsts: &[Reg],
        args: &[Val],
    ) -> Result<(), Stop> {
        let (bits, format) = (ty.bits(), format(ty));
        let terms: Vec<Term> = args.iter().map(|v| self.term_of(v, bits)).collect();
        let pool = &mut self.sym().pool;
        let (x, y) = (terms[0], *terms.get(1).unwrap_or(&terms[0]));
        let term = match op {
            I::FAbs => pool.fabs(format, x),
            I::Sqrt => pool.fsqrt(format, x),
            I::Floor => pool.fround(format, Rounding::Down, x),
            I::Ceil => pool.fround(format, Rounding::Up, x),
            I::FTrunc => pool.fround(format, Rounding::Zero, x),
            I::Rint | I::RoundEven => pool.fround(format, Rounding::NearestEven, x),
            I::Round => pool.fround(format, Rounding::NearestAway, x),
            I::Fma => pool.fma(format, x, y, terms[2]),
            I::CopySign => {
                let (sign, rest) = (pool.extract(y, bits - 1, 1), pool.extract(x, 0, bits - 1));
                pool.concat(sign, rest)
            }
            I::FMin | I::FMax => {
                let (a, b) = if op == I::FMin { (x, y) } else { (y, x) };
                let wins = pool.float_compare(Op::FLe, format, a, b);
                let (nan_x, nan_y) = (pool.is_nan(format, x), pool.is_nan(format, y));
                let ordered = pool.ite(wins, x, y);
                let without = pool.ite(nan_y, x, ordered);
                pool.ite(nan_x, y, without)
            }
            _ => {
                // Class tests look at the bits; one value at a time.
                return self.concrete_float_intrinsic(op, ty, dsts, args, &terms);
            }
        };
        let value = self.value_of(term);
        self.write(dsts[0], ty, &value);
        Ok(())
    }

    fn concrete_float_intrinsic(
        &mut self,
        op: I,
        ty: Ty,
        dsts: &[Reg],
        args: &[Val],
        terms: &[Term],
    ) -> Result<(), Stop> {
        let mut values = args.to_vec();
        for (value, term) in values.iter_mut().zip(terms) {
            if value.is_symbolic() {
                *value = self.concrete_value(*term)?;
            }
        }
        let Some(value) = super::super::float::intrinsic(op, ty, &values) else {
            return Err(self.unsupported(format!("the operation {op:?} on {ty}")));
        };
        let to = if op == I::IsFpClass { Ty::Int(1) } else { ty };
        self.write(dsts[0], to, &value);
        Ok(())
    }

    /// As [`Machine::concrete`], of any width.
    pub(crate) fn concrete_value(&mut self, term: Term) -> Result<Val, Stop> {
        let width = self.sym().pool.width(term);
        let mut words = smallvec::SmallVec::new();
        for lo in (0..width).step_by(64) {
            let part = self.sym().pool.extract(term, lo, (width - lo).min(64));
            words.push(self.concrete(part)?);
        }
        Ok(Val::words(words))
    }
}
