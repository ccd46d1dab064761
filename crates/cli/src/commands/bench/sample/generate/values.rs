//! Values of the small language: their types, conversions and arithmetic, as in C.

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    I32(i32),
    U32(u32),
    I64(i64),
    U64(u64),
    F32(f32),
    F64(f64),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Xor,
    ShiftRight,
}

impl Value {
    pub fn convert(self, to: Type) -> Option<Value> {
        // Every integer is one of 128 bits; what does not fit is cut as C does it.
        let integer = match self {
            Value::I32(n) => i128::from(n),
            Value::U32(n) => i128::from(n),
            Value::I64(n) => i128::from(n),
            Value::U64(n) => i128::from(n),
            Value::F32(x) => return real(f64::from(x), to),
            Value::F64(x) => return real(x, to),
        };
        Some(match to {
            Type::I32 => Value::I32(integer as i32),
            Type::U32 => Value::U32(integer as u32),
            Type::I64 => Value::I64(integer as i64),
            Type::U64 => Value::U64(integer as u64),
            Type::F32 => Value::F32(integer as f32),
            Type::F64 => Value::F64(integer as f64),
        })
    }

    /// As a number that can be compared and measured, about.
    pub fn about(self) -> f64 {
        match self.convert(Type::F64) {
            Some(Value::F64(x)) => x,
            _ => f64::NAN,
        }
    }

    pub fn text(self) -> String {
        match self {
            Value::I32(n) => n.to_string(),
            Value::U32(n) => format!("{n}u"),
            Value::I64(n) => format!("INT64_C({n})"),
            Value::U64(n) => format!("UINT64_C({n})"),
            Value::F32(x) => format!("{x:?}f"),
            Value::F64(x) => format!("{x:?}"),
        }
    }
}

/// A real number that does not fit into an integer has no value there.
fn real(x: f64, to: Type) -> Option<Value> {
    let fits = |limit: f64| (x.abs() < limit).then_some(x);
    Some(match to {
        Type::F64 => Value::F64(x),
        Type::F32 => Value::F32(x as f32),
        Type::I32 => Value::I32(fits(2e9)? as i32),
        Type::I64 => Value::I64(fits(9e18)? as i64),
        Type::U32 => Value::U32(fits(4e9).filter(|x| *x >= 0.0)? as u32),
        Type::U64 => Value::U64(fits(9e18).filter(|x| *x >= 0.0)? as u64),
    })
}

macro_rules! unsigned {
    ($make:expr, $operation:expr, $l:expr, $r:expr) => {
        Some($make(match $operation {
            Operation::Add => $l.wrapping_add($r),
            Operation::Subtract => $l.wrapping_sub($r),
            Operation::Multiply => $l.wrapping_mul($r),
            Operation::Divide => $l.checked_div($r)?,
            Operation::Remainder => $l.checked_rem($r)?,
            Operation::Xor => $l ^ $r,
            Operation::ShiftRight => $l.checked_shr(u32::try_from($r).ok()?)?,
        }))
    };
}

macro_rules! floating {
    ($make:expr, $operation:expr, $l:expr, $r:expr) => {
        Some($make(match $operation {
            Operation::Add => $l + $r,
            Operation::Subtract => $l - $r,
            Operation::Multiply => $l * $r,
            Operation::Divide if $r != 0.0 => $l / $r,
            _ => return None,
        }))
        .filter(|value: &Value| value.about().is_finite())
    };
}

pub fn calculate(operation: Operation, left: Value, right: Value) -> Option<Value> {
    match (left, right) {
        (Value::U32(l), Value::U32(r)) => unsigned!(Value::U32, operation, l, r),
        (Value::U64(l), Value::U64(r)) => unsigned!(Value::U64, operation, l, r),
        (Value::I64(l), Value::I64(r)) => Some(Value::I64(match operation {
            Operation::Add => l.checked_add(r)?,
            Operation::Subtract => l.checked_sub(r)?,
            Operation::Multiply => l.checked_mul(r)?,
            Operation::Divide => l.checked_div(r)?,
            Operation::Remainder => l.checked_rem(r)?,
            Operation::Xor => l ^ r,
            Operation::ShiftRight => return None,
        })),
        (Value::F32(l), Value::F32(r)) => floating!(Value::F32, operation, l, r),
        (Value::F64(l), Value::F64(r)) => floating!(Value::F64, operation, l, r),
        _ => None,
    }
}

impl Type {
    pub fn text(self) -> &'static str {
        match self {
            Type::I32 => "int32_t",
            Type::U32 => "uint32_t",
            Type::I64 => "int64_t",
            Type::U64 => "uint64_t",
            Type::F32 => "float",
            Type::F64 => "double",
        }
    }
}

impl Operation {
    pub fn text(self) -> &'static str {
        match self {
            Operation::Add => "+",
            Operation::Subtract => "-",
            Operation::Multiply => "*",
            Operation::Divide => "/",
            Operation::Remainder => "%",
            Operation::Xor => "^",
            Operation::ShiftRight => ">>",
        }
    }
}
