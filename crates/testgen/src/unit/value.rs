//! The values that a test hands to a function under test.

use secateur_front::ctypes::{Signature, TypeId, Types, Variable};
use serde::{Deserialize, Serialize};

/// A value of some C type, which whoever holds it knows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Value {
    /// Also of enumerations and `_Bool`.
    Int(i128),
    /// The bytes of the number, least significant first.
    Float(Vec<u8>),
    Null,
    /// A pointer to the first element of a fresh object with these elements.
    Object(Vec<Value>),
    /// One for each field, in order.
    Struct(Vec<Value>),
    Array(Vec<Value>),
    /// A union, or what there is no better form for, as its bytes.
    Bytes(Vec<u8>),
    /// A pointer to a function that stands in for the real one: an index into [`Call::stubs`].
    Stub(usize),
}

/// One call of the function under test.
#[derive(Clone, PartialEq, Debug)]
pub struct Call<'a> {
    pub function: &'a Signature,
    pub types: &'a Types,
    /// One for each parameter.
    pub args: Vec<Value>,
    /// Variables that the test sets before the call.
    pub variables: Vec<(&'a Variable, Value)>,
    pub stubs: Vec<Stub>,
}

/// A function that stands in where the function under test takes a pointer to one.
#[derive(Clone, PartialEq, Debug)]
pub struct Stub {
    /// A [`secateur_front::ctypes::Type::Function`].
    pub ty: TypeId,
    /// What it returns: the first call, the second, and so on.
    pub returns: Vec<Value>,
}

/// Something that a run was seen to end with, for a test to compare.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Result {
    /// An expression of C over `result` (what the function returned; if a parameter has that name, see
    /// [`super::Unit::result_name`]) and the parameters' names, such
    /// as `result`, `result.x`, `*out`, `a[2]`. Pointers are compared as `result == NULL`, whose value is 0 or 1,
    /// or as a distance, `result - s`.
    pub place: String,
    /// Its bytes, least significant first.
    pub bytes: Vec<u8>,
}
