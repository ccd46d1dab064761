//! C's types, functions and variables, as the program declares them.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct TypeId(pub u32);

/// Every type that a program's declarations use. Types may refer to each other in circles, through pointers.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Types {
    pub all: Vec<Type>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Type {
    Void,
    Int {
        name: String,
        bytes: u32,
        signed: bool,
        kind: IntKind,
    },
    /// `float`, `double`, `long double`.
    Float {
        name: String,
        bytes: u32,
    },
    Enum {
        tag: Option<String>,
        bytes: u32,
        signed: bool,
        constants: Vec<(String, i128)>,
    },
    Pointer(TypeId),
    /// Without a count: a flexible member, or of unknown length.
    Array {
        of: TypeId,
        count: Option<u64>,
    },
    /// Also unions.
    Struct(Struct),
    Function {
        ret: TypeId,
        params: Vec<TypeId>,
        variadic: bool,
    },
    Typedef {
        name: String,
        to: TypeId,
    },
    Const(TypeId),
    /// `volatile`, `restrict`, `_Atomic`: the qualifier as it is written.
    Qualified(String, TypeId),
    /// What this list has no form for, such as `_Complex` or vectors.
    Other {
        name: String,
        bytes: u32,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum IntKind {
    Plain,
    Bool,
    /// `char`, `signed char`, `unsigned char`.
    Char,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Struct {
    pub tag: Option<String>,
    pub is_union: bool,
    /// Only declared.
    pub incomplete: bool,
    pub bytes: u64,
    pub fields: Vec<Field>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Field {
    /// `None`: an anonymous struct or union.
    pub name: Option<String>,
    pub ty: TypeId,
    pub offset: u64,
    /// Of a bit-field: its first bit, counted from `offset`, least significant first; and how many.
    pub bits: Option<(u32, u32)>,
}

/// A function of the user's.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Signature {
    pub name: String,
    /// As the compiler was given it, and relative to which folder.
    pub file: String,
    pub directory: String,
    pub line: u32,
    pub is_static: bool,
    pub params: Vec<Parameter>,
    pub ret: TypeId,
    pub variadic: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Parameter {
    /// Invented where the program gives none.
    pub name: String,
    pub ty: TypeId,
}

/// A variable of static storage duration.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Variable {
    pub name: String,
    pub file: String,
    pub line: u32,
    pub is_static: bool,
    pub ty: TypeId,
}

/// What one source file declares.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Declarations {
    pub types: Types,
    /// Defined in it.
    pub functions: Vec<Signature>,
    pub variables: Vec<Variable>,
}

impl Types {
    pub fn get(&self, id: TypeId) -> &Type {
        &self.all[id.0 as usize]
    }

    /// Without typedefs and qualifiers.
    pub fn plain(&self, mut id: TypeId) -> TypeId {
        while let Type::Typedef { to, .. } | Type::Const(to) | Type::Qualified(_, to) = self.get(id) {
            id = *to;
        }
        id
    }

    pub fn is_const(&self, mut id: TypeId) -> bool {
        loop {
            match self.get(id) {
                Type::Const(_) => return true,
                Type::Typedef { to, .. } | Type::Qualified(_, to) => id = *to,
                _ => return false,
            }
        }
    }
}
