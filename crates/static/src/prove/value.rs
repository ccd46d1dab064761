//! What is known of a value: a range of integers, or an address as objects and a range of offsets.

use super::objects::Object;
use super::range::Range;
use super::safe::Safe;
use secateur_ir::{Reg, Ty};
use std::rc::Rc;

/// Offsets further away are not told apart: the address may be anything that the arithmetic of 64 bits makes.
const FAR: i128 = 1 << 30;
/// An address may be in that many objects, or in any.
const MOST_BASES: usize = 64;

#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Nothing is known.
    Top,
    Int(Range),
    Ptr(Pointer),
}

/// How an address may be null.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Null {
    No,
    /// Zero itself.
    Zero,
    /// Zero, with something added.
    Moved,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Pointer {
    /// In ascending order, not empty.
    pub bases: Rc<[Object]>,
    /// Offsets from the object's start; `None` is any.
    pub lo: Option<i64>,
    pub hi: Option<i64>,
    /// All offsets differ from the least by multiples of this; 0 if there is one only.
    pub step: i64,
    pub null: Null,
    /// The object was made by this activation of the function, and none of its kind since.
    pub own: bool,
}

/// A value in terms of a register that has not changed since: `reg * scale + add`, exactly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Linear {
    pub reg: Reg,
    pub scale: i64,
    pub add: i64,
    /// In the unsigned reading of the value, or in the signed one.
    pub unsigned: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Val {
    pub value: Value,
    /// Of an integer itself, of an address its offset.
    pub linear: Option<Linear>,
    /// The address is that of a register that has not changed since, plus so many bytes.
    pub origin: Option<(Reg, i64)>,
    /// Of an address: where there was an access, with nothing freed since.
    pub safe: Safe,
}

impl From<Value> for Val {
    fn from(value: Value) -> Val {
        Val { value, linear: None, origin: None, safe: Safe::default() }
    }
}

impl Val {
    /// Anything of this type.
    pub fn top(ty: Ty) -> Val {
        match ty {
            Ty::Int(bits) if bits <= 64 => Value::Int(Range::full(bits)).into(),
            _ => Value::Top.into(),
        }
    }
    pub fn int(range: Range) -> Val {
        Value::Int(range).into()
    }
    pub fn address(object: Object, offset: i64, null: Null, own: bool) -> Val {
        let bases = [object].into();
        Value::Ptr(Pointer { bases, lo: Some(offset), hi: Some(offset), step: 0, null, own }.bounded()).into()
    }
    /// As another function sees it.
    pub fn abroad(&self) -> Val {
        let mut value = self.value.clone();
        if let Value::Ptr(pointer) = &mut value {
            pointer.own = false;
        }
        value.into()
    }
    /// As a function sees it that is called with it: what was accessed is alive until it returns, or something is freed.
    pub fn passed(&self) -> Val {
        Val { safe: self.safe, ..self.abroad() }
    }
    pub fn pointer(&self) -> Option<&Pointer> {
        if let Value::Ptr(pointer) = &self.value { Some(pointer) } else { None }
    }
    pub fn range(&self, bits: u32) -> Range {
        match &self.value {
            Value::Int(range) if range.bits == bits => *range,
            _ => Range::full(bits),
        }
    }
    /// An integer in terms of a register.
    pub fn number(&self) -> Option<Linear> {
        self.linear.filter(|_| matches!(self.value, Value::Int(_)))
    }
    pub fn join(&self, other: &Val) -> Val {
        let is_same_kind = std::mem::discriminant(&self.value) == std::mem::discriminant(&other.value);
        Val {
            value: self.value.join(&other.value),
            linear: self.linear.filter(|linear| is_same_kind && other.linear == Some(*linear)),
            origin: self.origin.filter(|origin| other.origin == Some(*origin)),
            safe: self.safe.join(other.safe),
        }
    }
    /// `next` includes `self`.
    pub fn widen(&self, next: &Val, stops: &[i64]) -> Val {
        let value = match (&self.value, &next.value) {
            (Value::Int(old), Value::Int(new)) if old.bits == new.bits => Value::Int(old.widen(*new, stops)),
            (Value::Ptr(old), Value::Ptr(new)) => {
                let mut wide = new.clone();
                if wide.lo != old.lo {
                    wide.step = gcd(wide.step, wide.lo.unwrap_or(1));
                    wide.lo = wide.lo.filter(|lo| *lo >= 0).map(|_| 0);
                }
                if wide.hi != old.hi {
                    wide.hi = None;
                }
                Value::Ptr(wide)
            }
            (_, new) => new.clone(),
        };
        Val { value, linear: next.linear, origin: next.origin, safe: next.safe }
    }
}

impl Value {
    pub fn join(&self, other: &Value) -> Value {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) if a.bits == b.bits => Value::Int(a.join(*b)),
            (Value::Ptr(a), Value::Ptr(b)) => a.join(b),
            (Value::Ptr(a), Value::Int(zero)) | (Value::Int(zero), Value::Ptr(a)) if zero.single() == Some(0) => {
                Value::Ptr(Pointer { null: a.null.max(Null::Zero), ..a.clone() })
            }
            _ => Value::Top,
        }
    }
}

impl Pointer {
    fn join(&self, other: &Pointer) -> Value {
        let mut bases: Vec<Object> = self.bases.iter().chain(other.bases.iter()).copied().collect();
        bases.sort_unstable();
        bases.dedup();
        if bases.len() > MOST_BASES {
            return Value::Top;
        }
        Value::Ptr(Pointer {
            bases: if *bases == *self.bases { self.bases.clone() } else { bases.into() },
            lo: self.lo.zip(other.lo).map(|(a, b)| a.min(b)),
            hi: self.hi.zip(other.hi).map(|(a, b)| a.max(b)),
            step: match self.lo.zip(other.lo) {
                Some((a, b)) => gcd(gcd(self.step, other.step), a - b),
                None => 1,
            },
            null: self.null.max(other.null),
            own: self.own && other.own,
        })
    }

    /// With so many bytes added, which differ from the least of them by multiples of a step.
    pub fn moved(&self, lo: i128, hi: i128, step: i64) -> Pointer {
        let mut to = self.clone();
        let ends = self.lo.zip(self.hi).map(|(low, high)| (i128::from(low) + lo, i128::from(high) + hi));
        // Where one end is not known, the sum may go round.
        let near = ends.filter(|(low, high)| *low >= -FAR && *high <= FAR);
        (to.lo, to.hi) = (near.map(|ends| ends.0 as i64), near.map(|ends| ends.1 as i64));
        to.step = if near.is_some() { gcd(self.step, step) } else { 1 };
        if (lo, hi) != (0, 0) && to.null == Null::Zero {
            to.null = Null::Moved;
        }
        to
    }

    fn bounded(self) -> Pointer {
        self.moved(0, 0, 0)
    }

    /// The one offset.
    pub fn offset(&self) -> Option<i64> {
        self.lo.filter(|lo| self.hi == Some(*lo))
    }
    /// The one object, if that is all that it may be.
    pub fn only(&self) -> Option<Object> {
        if let ([object], Null::No) = (&*self.bases, self.null) { Some(*object) } else { None }
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(1)
}
