//! How each value that a function under test is given is made of inputs.
//!
//! A plan is a graph of nodes, one for each way to fill a piece of memory. The harness gets it as tables
//! ([`super::harness`]), and [`super::decode`] walks the same nodes to read a test case back: both ask for the same inputs
//! in the same order. The parameters together are one structure, so that a parameter may be another's length just as a field may.
//!
//! What is not explored, by decision:
//! - Objects are trees: no two pointers lead to the same object, and none back.
//! - A pointer leads to the first element of its object.
//! - Recursive types end after `pointer_depth` objects, with null. This and the lengths are bounds that the user chose.

use secateur_front::ctypes::TypeId;

#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The longest array or string, in elements.
    pub max_length: u32,
    /// How many objects of a recursive type follow each other.
    pub pointer_depth: u32,
    /// Pointers are never null.
    pub non_null: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeId(pub u32);

#[derive(Clone, Debug)]
pub struct Node {
    /// In bytes.
    pub size: u64,
    pub kind: Kind,
}

/// How a piece of memory is filled.
#[derive(Clone, Debug)]
pub enum Kind {
    /// One input of all its bytes: integers, enumerations, floats; unions and what there is no better form for.
    Scalar(Scalar),
    /// 0 or 1.
    Bool,
    /// An integer that is the length of something beside it; `halved`: of elements with pointers, see [`Plan::inside`].
    Length {
        signed: bool,
        halved: bool,
    },
    /// The values of `double`, since not every pattern of its bytes is a number.
    LongDouble,
    /// One for each field of the type, in order.
    Struct {
        fields: Vec<Part>,
        order: Vec<usize>,
    },
    Array {
        of: NodeId,
        count: u64,
    },
    Pointer(Pointer),
    /// A function that stands in for the real one: an index into [`Plan::stubs`].
    Stub {
        nullable: bool,
        index: usize,
    },
    /// Stays zero.
    Zero(Zero),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    Int { signed: bool },
    Float,
    Bytes,
}

/// What a value that stays zero is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Zero {
    Null,
    Bytes,
    /// A flexible member: no element.
    Nothing,
}

#[derive(Clone, Debug)]
pub struct Part {
    pub name: Option<String>,
    pub offset: u64,
    pub node: NodeId,
    /// Of a bit-field: first bit from `offset`, how many, and whether it has a sign.
    pub bits: Option<(u32, u32, bool)>,
}

#[derive(Clone, Debug)]
pub struct Pointer {
    pub of: NodeId,
    pub shape: Shape,
    pub nullable: bool,
    /// Leads from an object of a recursive type to the next.
    pub deep: bool,
    /// What it leads to may not be changed through it.
    pub read_only: bool,
}

/// How many elements the object behind a pointer has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// So many.
    Fixed(u32),
    /// From none to the most, an input of its own.
    Any,
    /// Characters up to a zero, and no more.
    String,
    /// As the field with this index says.
    Sibling(usize),
}

/// Something that the plan leaves out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loss {
    pub what: String,
}

#[derive(Clone, Debug)]
pub struct StubPlan {
    /// A [`Type::Function`].
    pub ty: TypeId,
    /// `None` if it returns nothing.
    pub ret: Option<NodeId>,
    /// Names its inputs.
    pub label: String,
}

#[derive(Clone, Debug)]
pub struct Plan {
    pub bounds: Bounds,
    pub nodes: Vec<Node>,
    /// A structure of all parameters.
    pub params: NodeId,
    /// What the function returns, as a layout to read it by.
    pub ret: Option<NodeId>,
    /// Variables by index, and how each is set.
    pub variables: Vec<(usize, NodeId)>,
    pub stubs: Vec<StubPlan>,
    /// What was assumed, for the user to read.
    pub notes: Vec<String>,
    pub losses: Vec<Loss>,
}

/// How often a stub is asked; after that it gives its last answer.
pub const STUB_CALLS: u32 = 8;

impl Plan {
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The bound on what is inside of an object of several elements: half, if they hold pointers, since each may
    /// lead to an object of its own.
    pub fn inside(&self, pointer: &Pointer, most: u32) -> u32 {
        let several = !matches!(pointer.shape, Shape::Fixed(_));
        if several && most > 1 && self.has_pointer(pointer.of) { most / 2 } else { most }
    }

    /// Lengths obey the bound of their arrays.
    pub(super) fn halve(&mut self) {
        let mut lengths = Vec::new();
        for node in &self.nodes {
            let Kind::Struct { fields, .. } = &node.kind else { continue };
            for field in fields {
                if let Kind::Pointer(pointer) = &self.node(field.node).kind
                    && let Shape::Sibling(length) = pointer.shape
                    && self.has_pointer(pointer.of)
                {
                    lengths.push(fields[length].node);
                }
            }
        }
        for id in lengths {
            if let Kind::Length { halved, .. } = &mut self.nodes[id.0 as usize].kind {
                *halved = true;
            }
        }
    }

    /// Whether a value made by the node holds pointers.
    pub fn has_pointer(&self, id: NodeId) -> bool {
        match &self.node(id).kind {
            Kind::Pointer(_) | Kind::Stub { .. } => true,
            Kind::Array { of, .. } => self.has_pointer(*of),
            // Fields that are structures lie inside, so this ends.
            Kind::Struct { fields, .. } => fields.iter().any(|f| self.has_pointer(f.node)),
            _ => false,
        }
    }
}
