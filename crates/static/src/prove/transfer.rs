//! What each instruction makes of the values it reads.

use super::check::{DIVISION, OVERFLOW, SHIFT};
use super::follow::{Follow, Made};
use super::objects::Place;
use super::range::Range;
use super::state::State;
use super::value::{Linear, Null, Pointer, Val, Value};
use secateur_ir::{BinOp, CastOp, IntPred, Intrinsic, Op, Operand, Ty};

impl Follow<'_, '_> {
    /// Runs an instruction. False: nothing comes behind it.
    pub fn inst(&mut self, state: &mut State, place: Place, op: &Op) -> bool {
        match op {
            Op::Copy { ty, dst, src } => {
                let val = self.operand(state, *src, *ty);
                self.define(state, *dst, val);
                if let (Operand::Reg(from), Ty::Int(1)) = (src, ty)
                    && from != dst
                {
                    self.made.insert(*dst, Made::Same(*from));
                }
            }
            Op::Bin { op, ty, dst, a, b, nsw, .. } => {
                let (x, y) = (self.operand(state, *a, *ty), self.operand(state, *b, *ty));
                self.check_arithmetic(place, *op, *ty, (&x, &y), *nsw);
                let val = self.binary(*op, *ty, x, y);
                self.define(state, *dst, val);
            }
            Op::ICmp { pred, ty, dst, a, b } => {
                let (x, y) = (self.operand(state, *a, *ty), self.operand(state, *b, *ty));
                let val = Val::int(outcome(*pred, *ty, &x, &y));
                self.define(state, *dst, val);
                if *a != Operand::Reg(*dst) && *b != Operand::Reg(*dst) {
                    self.made.insert(*dst, Made::Compared(*pred, *ty, *a, *b));
                }
            }
            Op::Cast { op, from, to, dst, src } => {
                let val = self.operand(state, *src, *from);
                let val = cast(*op, *from, *to, val);
                self.define(state, *dst, val);
                if let (CastOp::ZExt, Ty::Int(1), Operand::Reg(reg)) = (op, from, src)
                    && reg != dst
                {
                    self.made.insert(*dst, Made::Same(*reg));
                }
            }
            Op::Select { ty, dst, cond, a, b } => {
                let (x, y) = (self.operand(state, *a, *ty), self.operand(state, *b, *ty));
                let val = self.select(state, *cond, (*a, x), (*b, y), *ty);
                self.define(state, *dst, val);
            }
            Op::PtrAdd { dst, base, index, scale, disp } => {
                let (from, by) = (self.operand(state, *base, Ty::Ptr), self.operand(state, *index, Ty::Int(64)));
                let val = moved(&from, &by, *scale, *disp);
                self.define(state, *dst, val);
            }
            Op::Alloca { dst, .. } => {
                let Some(object) = self.context.objects.made_at(place) else { return true };
                state.makes(object, false);
                let mut val = Val::address(object, 0, Null::No, true);
                val.origin = None;
                self.define(state, *dst, val);
            }
            Op::Load { ty, dst, addr } => {
                let val = self.load(state, place, *ty, *addr);
                self.define(state, *dst, val.0);
                if let Some((object, offset)) = val.1 {
                    self.made.insert(*dst, Made::Loaded(object, offset));
                }
            }
            Op::Store { ty, src, addr } => self.store(state, place, *ty, *src, *addr),
            Op::Call { .. } => return self.call(state, place, op),
            Op::Intrinsic { op, ty, dsts, args } => {
                if *op == Intrinsic::Trap {
                    return false;
                }
                self.intrinsic_memory(state, place, *op, args);
                let tys: Vec<Ty> = dsts.iter().map(|dst| self.function.ty(*dst)).collect();
                for (dst, dst_ty) in dsts.iter().zip(tys) {
                    let val = self.intrinsic(state, *op, *ty, args, dst_ty);
                    self.define(state, *dst, val);
                }
            }
            Op::FNeg { ty, dst, .. } => self.define(state, *dst, Val::top(*ty)),
            Op::FCmp { dst, .. } => self.define(state, *dst, Val::int(Range::full(1))),
            Op::Unsupported { .. } => return false,
        }
        true
    }

    fn check_arithmetic(&mut self, place: Place, op: BinOp, ty: Ty, (x, y): (&Val, &Val), nsw: bool) {
        if self.found.is_none() || !ty.is_word() || ty.is_float() {
            return;
        }
        let (a, b) = (x.range(ty.bits()), y.range(ty.bits()));
        match op {
            BinOp::UDiv | BinOp::URem | BinOp::SDiv | BinOp::SRem => {
                let signed = matches!(op, BinOp::SDiv | BinOp::SRem);
                let traps = signed && b.contains(u64::MAX) && a.contains(1 << (ty.bits() - 1));
                // Division by a constant that is fine is no check.
                if b.single().is_none_or(|b| b == 0) || traps {
                    self.note(place, DIVISION, !b.contains(0));
                    if signed {
                        self.note(place, OVERFLOW, !traps);
                    }
                }
            }
            BinOp::Shl | BinOp::LShr | BinOp::AShr if b.single().is_none_or(|b| b >= u64::from(ty.bits())) => {
                self.note(place, SHIFT, b.uhi < u64::from(ty.bits()));
            }
            BinOp::Add | BinOp::Sub | BinOp::Mul if nsw && self.context.overflow => {
                self.note(place, OVERFLOW, !Range::may_overflow(op, a, b));
            }
            _ => {}
        }
    }

    fn binary(&self, op: BinOp, ty: Ty, x: Val, y: Val) -> Val {
        if !ty.is_word() || ty.is_float() {
            return Val::top(ty);
        }
        let bits = ty.bits();
        match (op, &x.value, &y.value) {
            (BinOp::Add, Value::Ptr(_), Value::Int(_)) => return moved(&x, &y, 1, 0),
            (BinOp::Add, Value::Int(_), Value::Ptr(_)) => return moved(&y, &x, 1, 0),
            (BinOp::Sub, Value::Ptr(p), Value::Int(by)) => {
                return Value::Ptr(p.moved(-i128::from(by.shi), -i128::from(by.slo), 1)).into();
            }
            (BinOp::Sub, Value::Ptr(p), Value::Ptr(q)) => return self.distance(p, q),
            _ => {}
        }
        let (a, b) = (x.range(bits), y.range(bits));
        let mut val = Val::int(Range::binary(op, a, b));
        val.linear = linear(op, (a, x.number()), (b, y.number()));
        val
    }

    /// The difference of two addresses in the same object.
    fn distance(&self, p: &Pointer, q: &Pointer) -> Val {
        let same = p.only().filter(|object| q.only() == Some(*object));
        let one = |object: u32| self.context.objects.is_global(object) || p.own && q.own;
        let ends = p.lo.zip(p.hi).zip(q.lo.zip(q.hi));
        match (same.filter(|object| one(*object)), ends) {
            (Some(_), Some(((plo, phi), (qlo, qhi)))) => {
                Val::int(Range::wrapped(64, i128::from(plo) - i128::from(qhi), i128::from(phi) - i128::from(qlo)))
            }
            _ => Val::int(Range::full(64)),
        }
    }

    fn select(&mut self, state: &State, cond: Operand, a: (Operand, Val), b: (Operand, Val), ty: Ty) -> Val {
        // Each side as it is where the condition holds, and where it does not.
        let mut side = |operand: Operand, holds: bool| {
            let mut other = state.clone();
            self.assume(&mut other, cond, holds, 0).then(|| self.operand(&other, operand, ty))
        };
        match (side(a.0, true), side(b.0, false)) {
            (Some(x), Some(y)) => x.join(&y),
            (Some(x), None) => x,
            (None, Some(y)) => y,
            (None, None) => a.1.join(&b.1),
        }
    }

    fn intrinsic(&self, state: &State, op: Intrinsic, ty: Ty, args: &[Operand], dst: Ty) -> Val {
        use Intrinsic::*;
        let (Ty::Int(bits), true) = (dst, ty.is_word() && !ty.is_float()) else { return Val::top(dst) };
        if bits > 64 || ty.bits() != bits {
            return Val::top(dst);
        }
        let arg = |i: usize| args.get(i).map_or(Range::full(bits), |a| self.operand(state, *a, ty).range(bits));
        let signed = |lo: i64, hi: i64| Val::int(Range::wrapped(bits, lo.into(), hi.into()));
        let unsigned = |lo: u64, hi: u64| Val::int(Range::wrapped(bits, lo.into(), hi.into()));
        let (a, b) = (arg(0), arg(1));
        match op {
            SMax => signed(a.slo.max(b.slo), a.shi.max(b.shi)),
            SMin => signed(a.slo.min(b.slo), a.shi.min(b.shi)),
            UMax => unsigned(a.ulo.max(b.ulo), a.uhi.max(b.uhi)),
            UMin => unsigned(a.ulo.min(b.ulo), a.uhi.min(b.uhi)),
            CtPop | Ctlz | Cttz => unsigned(0, u64::from(bits)),
            // The absolute value of the least number is that number.
            Abs if a.slo >= 0 => Val::int(a),
            Abs if a.slo > -(1i128 << (bits - 1)) as i64 => signed(0, a.shi.max(-a.slo)),
            SAddO | UAddO => Val::int(Range::binary(BinOp::Add, a, b)),
            SSubO | USubO => Val::int(Range::binary(BinOp::Sub, a, b)),
            SMulO | UMulO => Val::int(Range::binary(BinOp::Mul, a, b)),
            _ => Val::top(dst),
        }
    }
}

/// Whether a comparison holds: 0, 1 or either.
fn outcome(pred: IntPred, ty: Ty, x: &Val, y: &Val) -> Range {
    let full = Range::full(1);
    if !ty.is_word() {
        return full;
    }
    if let (Value::Ptr(p), Value::Int(zero)) | (Value::Int(zero), Value::Ptr(p)) = (&x.value, &y.value) {
        // An address that is near its object is not zero.
        let is_near = p.null == Null::No && p.lo.is_some() && p.hi.is_some() && zero.single() == Some(0);
        return match pred {
            IntPred::Eq if is_near => Range::constant(1, 0),
            IntPred::Ne if is_near => Range::constant(1, 1),
            _ => full,
        };
    }
    let (a, b) = (x.range(ty.bits()), y.range(ty.bits()));
    match (Range::assume(pred, a, b), Range::assume(pred.negate(), a, b)) {
        (Some(_), None) => Range::constant(1, 1),
        (None, Some(_)) => Range::constant(1, 0),
        _ => full,
    }
}

/// `base + index * scale + disp`.
fn moved(base: &Val, index: &Val, scale: i64, disp: i64) -> Val {
    let Value::Ptr(pointer) = &base.value else {
        let mut val: Val = Value::Top.into();
        let by = index.range(64).single().map(|by| (by as i64).wrapping_mul(scale).wrapping_add(disp));
        val.origin = base.origin.zip(by).map(|((reg, add), by)| (reg, add.wrapping_add(by)));
        return val;
    };
    let range = index.range(64);
    let ends = [i128::from(range.slo) * i128::from(scale), i128::from(range.shi) * i128::from(scale)];
    let (lo, hi) = (ends[0].min(ends[1]) + i128::from(disp), ends[0].max(ends[1]) + i128::from(disp));
    let step = if lo == hi { 0 } else { scale.saturating_abs() };
    let mut val: Val = Value::Ptr(pointer.moved(lo, hi, step)).into();
    let by = (lo == hi).then_some(lo).and_then(|by| i64::try_from(by).ok());
    val.origin = base.origin.zip(by).map(|((reg, add), by)| (reg, add.wrapping_add(by)));
    val.linear = match (by, index.number(), pointer.offset()) {
        (Some(by), _, _) => base.linear.and_then(|l| Some(Linear { add: l.add.checked_add(by)?, ..l })),
        (None, Some(l), Some(from)) if seen_signed(l, range) => scaled(l, scale)
            .and_then(|l| Some(Linear { add: l.add.checked_add(disp)?.checked_add(from)?, unsigned: false, ..l })),
        _ => None,
    };
    val
}

fn scaled(l: Linear, by: i64) -> Option<Linear> {
    Some(Linear { scale: l.scale.checked_mul(by)?, add: l.add.checked_mul(by)?, ..l })
}

/// Whether what is said of one reading of a value is true of its signed reading.
pub fn seen_signed(l: Linear, range: Range) -> bool {
    !l.unsigned || range.slo >= 0
}
/// The same for its unsigned reading.
pub fn seen_unsigned(l: Linear, range: Range) -> bool {
    l.unsigned || range.slo >= 0
}

/// A sum or product with a constant, where it does not wrap.
fn linear(op: BinOp, (a, la): (Range, Option<Linear>), (b, lb): (Range, Option<Linear>)) -> Option<Linear> {
    let (range, l, constant) = match (b.single(), a.single()) {
        (Some(_), _) => (a, la?, b.slo),
        (_, Some(_)) if matches!(op, BinOp::Add | BinOp::Mul) => (b, lb?, a.slo),
        _ => return None,
    };
    let (lo, hi) = match l.unsigned {
        true => (i128::from(range.ulo), i128::from(range.uhi)),
        false => (i128::from(range.slo), i128::from(range.shi)),
    };
    let full = Range::full(range.bits);
    let fits = |low: i128, high: i128| match l.unsigned {
        true => low >= 0 && high <= i128::from(full.uhi),
        false => low >= i128::from(full.slo) && high <= i128::from(full.shi),
    };
    let c = i128::from(constant);
    match op {
        BinOp::Add if fits(lo + c, hi + c) => Some(Linear { add: l.add.checked_add(constant)?, ..l }),
        BinOp::Sub if fits(lo - c, hi - c) => Some(Linear { add: l.add.checked_sub(constant)?, ..l }),
        BinOp::Mul if c > 0 && fits(lo.checked_mul(c)?, hi.checked_mul(c)?) => scaled(l, constant),
        BinOp::Shl if (0..62).contains(&constant) && fits(lo << constant, hi << constant) => scaled(l, 1 << constant),
        _ => None,
    }
}

fn cast(op: CastOp, from: Ty, to: Ty, val: Val) -> Val {
    if !from.is_word() || !to.is_word() || from.is_float() || to.is_float() {
        return Val::top(to);
    }
    let range = val.range(from.bits());
    match op {
        CastOp::Bits if to.bits() == from.bits() => val,
        CastOp::ZExt => {
            let linear = val.number().filter(|l| seen_unsigned(*l, range)).map(|l| Linear { unsigned: true, ..l });
            Val { value: Value::Int(range.zext(to.bits())), linear, origin: None, safe: Default::default() }
        }
        CastOp::SExt => {
            let linear = val.number().filter(|l| seen_signed(*l, range)).map(|l| Linear { unsigned: false, ..l });
            Val { value: Value::Int(range.sext(to.bits())), linear, origin: None, safe: Default::default() }
        }
        CastOp::Trunc => {
            let cut = range.trunc(to.bits());
            let same = cut.slo == range.slo && cut.shi == range.shi && cut.ulo == range.ulo && cut.uhi == range.uhi;
            // Only where the value is the same number in both readings.
            let linear = val.number().filter(|_| same && range.slo >= 0);
            Val { value: Value::Int(cut), linear, origin: None, safe: Default::default() }
        }
        _ => Val::top(to),
    }
}
