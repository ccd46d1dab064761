//! From the inputs of a test case back to the values that the harness makes of them.
//!
//! *Invariant:* this walks the plan as `harness.c` does: the same inputs in the same order. An input with
//! another name or size than expected means that the test is not of this function, and gives `None`.

use super::plan::{Kind, NodeId, Part, Plan, Pointer, STUB_CALLS, Scalar, Shape, Zero};
use super::value::{Stub, Value};
use crate::{Input, InputKind, TestCase};

/// The values of variables, of the parameters, and of what stubs return.
pub struct Decoded {
    pub variables: Vec<Value>,
    pub args: Vec<Value>,
    pub stubs: Vec<Stub>,
}

/// `None` if the test does not fit the plan. A test that ends early fits.
pub fn decode(plan: &Plan, case: &TestCase) -> Option<Decoded> {
    let inputs: Vec<&Input> = case.inputs.iter().filter(|i| i.kind == InputKind::Object).collect();
    let mut decoder = Decoder { plan, inputs: &inputs };
    let most = plan.bounds.max_length;
    let variables =
        plan.variables.iter().map(|(_, node)| decoder.value(*node, None, 0, most)).collect::<Option<_>>()?;
    let Value::Struct(args) = decoder.value(plan.params, None, 0, most)? else { return None };
    let mut stubs: Vec<Stub> = plan.stubs.iter().map(|s| Stub { ty: s.ty, returns: vec![] }).collect();
    while let Some(next) = decoder.inputs.first() {
        let index = plan.stubs.iter().position(|s| next.name.starts_with(&s.label))?;
        let value = decoder.value(plan.stubs[index].ret?, None, 0, most)?;
        stubs[index].returns.push(value);
        if stubs[index].returns.len() > STUB_CALLS as usize {
            return None;
        }
    }
    Some(Decoded { variables, args, stubs })
}

struct Decoder<'a> {
    plan: &'a Plan,
    /// What is left.
    inputs: &'a [&'a Input],
}

/// The fields beside the one that is read, as far as they are known.
type Siblings<'a> = Option<&'a [Option<Value>]>;

impl<'a> Decoder<'a> {
    fn take(&mut self, size: u64) -> Option<&'a [u8]> {
        let (first, rest) = self.inputs.split_first()?;
        self.inputs = rest;
        (first.bytes.len() as u64 == size).then_some(&first.bytes[..])
    }

    fn ask(&mut self) -> Option<u32> {
        self.take(1).map(|bytes| u32::from(bytes[0]))
    }

    fn value(&mut self, id: NodeId, siblings: Siblings, depth: u32, most: u32) -> Option<Value> {
        let node = self.plan.node(id);
        let plan = self.plan;
        Some(match &node.kind {
            Kind::Scalar(_) if node.size == 0 => Value::Bytes(vec![]),
            Kind::Scalar(scalar) => scalar_value(*scalar, self.take(node.size)?),
            Kind::Bool => Value::Int(i128::from(self.take(1)?[0])),
            Kind::Length { signed, .. } => scalar_value(Scalar::Int { signed: *signed }, self.take(node.size)?),
            Kind::LongDouble => Value::Float(extended(f64::from_le_bytes(*self.take(8)?.first_chunk()?))),
            Kind::Struct { fields, order } => Value::Struct(self.fields(fields, order, depth, most)?),
            Kind::Array { of, count } => Value::Array(self.elements(*of, *count, depth, most)?),
            Kind::Pointer(pointer) => self.pointer(pointer, siblings, depth, most)?,
            Kind::Stub { nullable: true, .. } if self.ask()? == 1 => Value::Null,
            Kind::Stub { index, .. } => Value::Stub(*index),
            Kind::Zero(Zero::Null) => Value::Null,
            Kind::Zero(Zero::Bytes) => Value::Bytes(vec![0; plan.node(id).size as usize]),
            Kind::Zero(Zero::Nothing) => Value::Array(vec![]),
        })
    }

    fn fields(&mut self, parts: &[Part], order: &[usize], depth: u32, most: u32) -> Option<Vec<Value>> {
        let mut values: Vec<Option<Value>> = vec![None; parts.len()];
        for i in order {
            let part = &parts[*i];
            let value = match part.bits {
                Some((_, bits, signed)) => bits_value(self.take(u64::from(bits.div_ceil(8)))?, bits, signed),
                None => self.value(part.node, Some(&values), depth, most)?,
            };
            values[*i] = Some(value);
        }
        values.into_iter().collect()
    }

    fn elements(&mut self, of: NodeId, count: u64, depth: u32, most: u32) -> Option<Vec<Value>> {
        let node = self.plan.node(of);
        let Kind::Scalar(scalar) = &node.kind else {
            return (0..count).map(|_| self.value(of, None, depth, most)).collect();
        };
        if node.size == 0 || count == 0 {
            return Some(vec![]);
        }
        let bytes = self.take(node.size * count)?;
        Some(bytes.chunks_exact(node.size as usize).map(|chunk| scalar_value(*scalar, chunk)).collect())
    }

    fn pointer(&mut self, pointer: &Pointer, siblings: Siblings, depth: u32, most: u32) -> Option<Value> {
        if pointer.deep && depth >= self.plan.bounds.pointer_depth {
            return Some(Value::Null);
        }
        if pointer.nullable && self.ask()? == 1 {
            return Some(Value::Null);
        }
        let most = self.plan.inside(pointer, most);
        let count = match pointer.shape {
            Shape::Fixed(count) => count,
            Shape::Any | Shape::String => self.ask()?.min(most),
            Shape::Sibling(field) => match siblings?.get(field)? {
                Some(Value::Int(length)) => (*length).clamp(0, i128::from(most)) as u32,
                _ => return None,
            },
        };
        if pointer.shape == Shape::String {
            let bytes = if count > 0 { self.take(u64::from(count))? } else { &[] };
            let signed = matches!(self.plan.node(pointer.of).kind, Kind::Scalar(Scalar::Int { signed: true }));
            let character = |b: &u8| if signed { i128::from(*b as i8) } else { i128::from(*b) };
            return Some(Value::Object(bytes.iter().chain([&0]).map(character).map(Value::Int).collect()));
        }
        let depth = depth + u32::from(pointer.deep);
        Some(Value::Object(self.elements(pointer.of, u64::from(count), depth, most)?))
    }
}

fn scalar_value(scalar: Scalar, bytes: &[u8]) -> Value {
    match scalar {
        Scalar::Int { signed } => Value::Int(integer(bytes, signed)),
        Scalar::Float => Value::Float(bytes.to_vec()),
        Scalar::Bytes => Value::Bytes(bytes.to_vec()),
    }
}

/// Of at most 16 bytes, least significant first.
pub fn integer(bytes: &[u8], signed: bool) -> i128 {
    let fill = if signed && bytes.last().is_some_and(|b| b >> 7 != 0) { 0xff } else { 0 };
    let mut wide = [fill; 16];
    let n = bytes.len().min(16);
    wide[..n].copy_from_slice(&bytes[..n]);
    i128::from_le_bytes(wide)
}

fn bits_value(bytes: &[u8], bits: u32, signed: bool) -> Value {
    let raw = integer(bytes, false) & ((1i128 << bits) - 1);
    let negative = signed && raw >> (bits - 1) & 1 != 0;
    Value::Int(if negative { raw - (1i128 << bits) } else { raw })
}

/// The bytes of `long double` for a double.
fn extended(number: f64) -> Vec<u8> {
    let bits = number.to_bits();
    let (sign, exponent, fraction) = ((bits >> 63) as u16, (bits >> 52 & 0x7ff) as u16, bits & ((1 << 52) - 1));
    let (exponent, mantissa) = match (exponent, fraction) {
        (0, 0) => (0, 0),
        // Subnormal numbers become normal ones.
        (0, fraction) => {
            let shift = fraction.leading_zeros();
            (0x3fff - 1011 - shift as u16, fraction << shift)
        }
        (0x7ff, 0) => (0x7fff, 1 << 63),
        // A conversion makes every NaN a quiet one.
        (0x7ff, fraction) => (0x7fff, 3 << 62 | fraction << 11),
        (exponent, fraction) => (exponent + 0x3fff - 1023, 1 << 63 | fraction << 11),
    };
    let mut bytes = mantissa.to_le_bytes().to_vec();
    bytes.extend((sign << 15 | exponent).to_le_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_their_sign() {
        assert_eq!(integer(&[0xfe, 0xff], true), -2);
        assert_eq!(integer(&[0xfe, 0xff], false), 0xfffe);
        assert_eq!(bits_value(&[0b101], 3, true), Value::Int(-3));
        assert_eq!(bits_value(&[0b1101], 3, false), Value::Int(5));
    }

    /// Known patterns of x87's format.
    #[test]
    fn doubles_become_long_doubles() {
        let hex = |x: f64| extended(x).iter().rev().map(|b| format!("{b:02x}")).collect::<String>();
        assert_eq!(hex(1.0), "3fff8000000000000000");
        assert_eq!(hex(-2.5), "c000a000000000000000");
        assert_eq!(hex(0.0), "00000000000000000000");
        assert_eq!(hex(f64::INFINITY), "7fff8000000000000000");
        // The smallest double is 2^-1074: exponent 16383 - 1074.
        assert_eq!(hex(f64::from_bits(1)), "3bcd8000000000000000");
    }
}
