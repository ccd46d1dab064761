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

use super::layout::{self, POINTER, size_of};
use super::lengths;
use secateur_front::ctypes::{Declarations, Field, IntKind, Signature, Struct, Type, TypeId, Types};
use std::collections::HashMap;

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

/// Everything that a plan is made of.
pub struct Request<'a> {
    pub declarations: &'a Declarations,
    pub function: &'a Signature,
    pub bounds: Bounds,
    /// Indices of variables that are inputs too.
    pub variables: Vec<usize>,
    /// What the code says of the parameters, one for each.
    pub uses: &'a [lengths::Use],
}

/// Makes the plan, or says why there is none.
pub fn make(request: &Request) -> Result<Plan, String> {
    let mut planner = Planner {
        types: &request.declarations.types,
        bounds: request.bounds,
        nodes: vec![],
        known: HashMap::new(),
        open: vec![],
        stubs: vec![],
        notes: vec![],
        losses: vec![],
    };
    let params = planner.parameters(request)?;
    let mut variables = Vec::new();
    for index in &request.variables {
        let variable = &request.declarations.variables[*index];
        variables.push((*index, planner.node(variable.ty, &variable.name)?));
    }
    let void = matches!(planner.types.get(planner.types.plain(request.function.ret)), Type::Void);
    // What is returned is read, not made: what cannot be made of its type is no loss.
    let (losses, notes) = (planner.losses.len(), planner.notes.len());
    let ret = if void { None } else { planner.node(request.function.ret, "result").ok() };
    planner.losses.truncate(losses);
    planner.notes.truncate(notes);
    if request.function.variadic {
        planner.lose("the function takes a variable number of arguments: it is called with none of them".into());
    }
    let Planner { bounds, nodes, stubs, notes, losses, .. } = planner;
    let mut plan = Plan { bounds, nodes, params, ret, variables, stubs, notes, losses };
    plan.halve();
    Ok(plan)
}

struct Planner<'a> {
    types: &'a Types,
    bounds: Bounds,
    nodes: Vec<Node>,
    known: HashMap<TypeId, NodeId>,
    /// Structures whose fields are being planned.
    open: Vec<TypeId>,
    stubs: Vec<StubPlan>,
    notes: Vec<String>,
    losses: Vec<Loss>,
}

/// Every parameter begins at such a multiple in the structure of all.
const STRIDE: u64 = 16;

impl Planner<'_> {
    fn add(&mut self, size: u64, kind: Kind) -> NodeId {
        self.nodes.push(Node { size, kind });
        NodeId(self.nodes.len() as u32 - 1)
    }

    fn lose(&mut self, what: String) {
        let loss = Loss { what };
        if !self.losses.contains(&loss) {
            self.losses.push(loss);
        }
    }

    fn note(&mut self, text: String) {
        if !self.notes.contains(&text) {
            self.notes.push(text);
        }
    }

    fn parameters(&mut self, request: &Request) -> Result<NodeId, String> {
        let params = &request.function.params;
        let pairs = lengths::of_parameters(self.types, request.function, request.uses);
        let (mut fields, mut offset) = (Vec::new(), 0);
        for (i, param) in params.iter().enumerate() {
            let node = match pairs[i] {
                lengths::Role::Length => self.length(param.ty),
                role => self.parameter(param.ty, &param.name, role, request.uses.get(i))?,
            };
            fields.push(Part { name: Some(param.name.clone()), offset, node, bits: None });
            offset += self.nodes[node.0 as usize].size.max(1).next_multiple_of(STRIDE);
        }
        for (i, role) in pairs.iter().enumerate() {
            if let lengths::Role::Array(of) = role {
                self.note(format!("`{}` is taken as the length of `{}`", params[*of].name, params[i].name));
            }
        }
        let order = self.order(&fields);
        Ok(self.add(offset.max(STRIDE), Kind::Struct { fields, order }))
    }

    /// A parameter that is no length: what is known of its use decides how long its object is.
    fn parameter(
        &mut self,
        ty: TypeId,
        name: &str,
        role: lengths::Role,
        used: Option<&lengths::Use>,
    ) -> Result<NodeId, String> {
        let shape = match (role, self.types.get(self.types.plain(ty))) {
            (lengths::Role::Array(length), _) => Shape::Sibling(length),
            (_, Type::Pointer(to)) => match self.own_shape(*to, name, used) {
                Some(shape) => shape,
                None => return self.node(ty, name),
            },
            _ => return self.node(ty, name),
        };
        let Type::Pointer(to) = self.types.get(self.types.plain(ty)) else { return self.node(ty, name) };
        self.pointer(*to, shape, name)
    }

    /// The shape of an object without a length, where the code says more than the type.
    fn own_shape(&mut self, to: TypeId, name: &str, used: Option<&lengths::Use>) -> Option<Shape> {
        let used = used?;
        let size = size_of(self.types, to).unwrap_or(1).max(1);
        let reached = u32::try_from(used.extent.div_ceil(size)).unwrap_or(1).clamp(1, 4096);
        if self.is_char(to) && !used.only_written {
            return None;
        }
        let most = self.bounds.max_length;
        let count = match used {
            lengths::Use { only_written: true, indexed: true, .. } => reached.max(most).max(OUTPUT),
            lengths::Use { indexed: true, .. } => reached.max(most),
            _ if reached > 1 => reached,
            _ => return None,
        };
        self.note(format!("`{name}` points at {count} elements"));
        Some(Shape::Fixed(count))
    }

    fn is_char(&self, ty: TypeId) -> bool {
        matches!(self.types.get(self.types.plain(ty)), Type::Int { name, kind: IntKind::Char, .. } if name == "char")
    }

    /// Lengths first, so that they are known when their arrays are made.
    fn order(&self, fields: &[Part]) -> Vec<usize> {
        let is_length = |i: &usize| matches!(self.nodes[fields[*i].node.0 as usize].kind, Kind::Length { .. });
        let (first, rest): (Vec<usize>, Vec<usize>) = (0..fields.len()).partition(is_length);
        first.into_iter().chain(rest).collect()
    }

    fn length(&mut self, ty: TypeId) -> NodeId {
        let signed = matches!(self.types.get(self.types.plain(ty)), Type::Int { signed: true, .. });
        self.add(size_of(self.types, ty).unwrap_or(4), Kind::Length { signed, halved: false })
    }

    /// The node of a type, as far as nothing but the type is known.
    fn node(&mut self, ty: TypeId, name: &str) -> Result<NodeId, String> {
        let plain = self.types.plain(ty);
        if let Some(id) = self.known.get(&plain) {
            return Ok(*id);
        }
        let size = size_of(self.types, plain);
        let simple = |this: &mut Self, kind| Ok::<NodeId, String>(this.add(size.unwrap_or(0), kind));
        let id = match self.types.get(plain) {
            Type::Int { kind: IntKind::Bool, .. } => simple(self, Kind::Bool)?,
            Type::Int { signed, .. } | Type::Enum { signed, .. } => {
                simple(self, Kind::Scalar(Scalar::Int { signed: *signed }))?
            }
            Type::Float { bytes: 16, .. } => {
                self.lose(format!("`{name}` is a long double: only the values of double are tried"));
                simple(self, Kind::LongDouble)?
            }
            Type::Float { .. } => simple(self, Kind::Scalar(Scalar::Float))?,
            Type::Other { name: other, .. } if other.contains("_BitInt") => {
                self.lose(format!("`{name}` is a {other}: only zero is tried"));
                simple(self, Kind::Zero(Zero::Bytes))?
            }
            Type::Other { .. } => simple(self, Kind::Scalar(Scalar::Bytes))?,
            Type::Array { of, count } => self.array(*of, *count, name)?,
            Type::Struct(s) if s.incomplete => {
                return Err(format!("`{name}` is a {} that is only declared", layout::shown(self.types, plain)));
            }
            Type::Struct(s) => return self.structure(plain, s, name),
            Type::Pointer(to) => {
                let shape = if self.is_char(*to) { Shape::String } else { self.plain_shape(*to) };
                return self.pointer(*to, shape, name);
            }
            Type::Void | Type::Function { .. } => return Err(format!("`{name}` has no value")),
            Type::Typedef { .. } | Type::Const(_) | Type::Qualified(..) => unreachable!("a plain type"),
        };
        self.known.insert(plain, id);
        Ok(id)
    }

    /// Bytes behind `void *` have any length, everything else is a single object.
    fn plain_shape(&self, to: TypeId) -> Shape {
        if matches!(self.types.get(self.types.plain(to)), Type::Void) { Shape::Any } else { Shape::Fixed(1) }
    }

    fn array(&mut self, of: TypeId, count: Option<u64>, name: &str) -> Result<NodeId, String> {
        let of = self.node(of, name)?;
        let size = self.nodes[of.0 as usize].size;
        match count {
            Some(count) => Ok(self.add(size * count, Kind::Array { of, count })),
            None => Ok(self.add(0, Kind::Zero(Zero::Nothing))),
        }
    }

    fn structure(&mut self, id: TypeId, s: &Struct, name: &str) -> Result<NodeId, String> {
        if s.is_union {
            let kind = if self.has_pointer(id, 0) {
                self.lose(format!("`{name}` is a union with pointers in it: it stays zero"));
                Kind::Zero(Zero::Bytes)
            } else {
                Kind::Scalar(Scalar::Bytes)
            };
            let node = self.add(s.bytes, kind);
            self.known.insert(id, node);
            return Ok(node);
        }
        // Known before its fields are, since one may lead back here.
        let node = self.add(s.bytes, Kind::Struct { fields: vec![], order: vec![] });
        self.known.insert(id, node);
        self.open.push(id);
        let fields = self.fields(s)?;
        self.open.pop();
        let order = self.order(&fields);
        self.nodes[node.0 as usize].kind = Kind::Struct { fields, order };
        Ok(node)
    }

    fn fields(&mut self, s: &Struct) -> Result<Vec<Part>, String> {
        let pairs = lengths::of_fields(self.types, s);
        let mut parts = Vec::new();
        for (i, field) in s.fields.iter().enumerate() {
            let name = field.name.clone().unwrap_or_else(|| "(anonymous)".into());
            let node = match (pairs[i], self.types.get(self.types.plain(field.ty))) {
                (lengths::Role::Length, _) => self.length(field.ty),
                (lengths::Role::Array(of), Type::Pointer(to)) => {
                    let length = s.fields[of].name.clone().unwrap_or_default();
                    let tag = s.tag.as_ref().map_or(String::new(), |tag| format!(" of struct {tag}"));
                    self.note(format!("`{length}`{tag} is taken as the length of `{name}`"));
                    self.pointer(*to, Shape::Sibling(of), &name)?
                }
                _ => self.node(field.ty, &name)?,
            };
            parts.push(Part { name: field.name.clone(), offset: field.offset, node, bits: self.bits(field) });
        }
        Ok(parts)
    }

    fn bits(&self, field: &Field) -> Option<(u32, u32, bool)> {
        let (first, count) = field.bits?;
        let signed = match self.types.get(self.types.plain(field.ty)) {
            Type::Int { signed, .. } | Type::Enum { signed, .. } => *signed,
            _ => false,
        };
        Some((first, count, signed))
    }

    fn has_pointer(&self, id: TypeId, depth: u32) -> bool {
        match self.types.get(self.types.plain(id)) {
            Type::Pointer(_) => true,
            Type::Array { of, .. } => self.has_pointer(*of, depth + 1),
            Type::Struct(s) => depth > 32 || s.fields.iter().any(|f| self.has_pointer(f.ty, depth + 1)),
            _ => false,
        }
    }

    fn pointer(&mut self, to: TypeId, shape: Shape, name: &str) -> Result<NodeId, String> {
        let plain = self.types.plain(to);
        let nullable = !self.bounds.non_null;
        match self.types.get(plain) {
            Type::Function { .. } => return self.stub(plain, name),
            Type::Struct(s) if s.incomplete => {
                let shown = layout::shown(self.types, to);
                self.lose(format!("`{name}` points at a {shown}, which is only declared: it is always null"));
                return Ok(self.add(POINTER, Kind::Zero(Zero::Null)));
            }
            Type::Array { count: None, .. } => {
                return Err(format!("`{name}` points at arrays whose length depends on other values"));
            }
            _ => {}
        }
        let of = match self.types.get(plain) {
            Type::Void => self.add(1, Kind::Scalar(Scalar::Int { signed: false })),
            _ => self.node(plain, name)?,
        };
        let deep = self.open.contains(&plain) || self.is_recursive(plain);
        if deep {
            let shown = layout::shown(self.types, plain);
            let depth = self.bounds.pointer_depth;
            self.note(format!("at most {depth} objects of type {shown} follow each other"));
        }
        let read_only = self.types.is_const(to);
        Ok(self.add(POINTER, Kind::Pointer(Pointer { of, shape, nullable, deep, read_only })))
    }

    /// Whether objects of the type lead to others of it.
    fn is_recursive(&self, id: TypeId) -> bool {
        let mut seen = vec![];
        self.reaches(id, id, &mut seen)
    }

    fn reaches(&self, from: TypeId, goal: TypeId, seen: &mut Vec<TypeId>) -> bool {
        let next: Vec<TypeId> = match self.types.get(from) {
            Type::Struct(s) if !s.is_union => s.fields.iter().map(|f| self.types.plain(f.ty)).collect(),
            Type::Pointer(to) | Type::Array { of: to, .. } => vec![self.types.plain(*to)],
            _ => vec![],
        };
        next.into_iter().any(|id| {
            let new = !seen.contains(&id);
            seen.push(id);
            id == goal || (new && self.reaches(id, goal, seen))
        })
    }

    fn stub(&mut self, ty: TypeId, name: &str) -> Result<NodeId, String> {
        let Type::Function { ret, params, variadic } = self.types.get(ty) else {
            unreachable!("asked for functions only")
        };
        let null = |this: &mut Self, why: &str| {
            this.lose(format!("`{name}` points at a function {why}: it is always null"));
            Ok(this.add(POINTER, Kind::Zero(Zero::Null)))
        };
        if *variadic && !params.is_empty() {
            return null(self, "of a variable number of arguments");
        }
        if params.iter().chain([ret]).any(|ty| layout::spelled(self.types, *ty).is_none()) {
            return null(self, "with a type that has no name");
        }
        let void = matches!(self.types.get(self.types.plain(*ret)), Type::Void);
        let ret = if void { None } else { Some(self.node(*ret, name)?) };
        self.lose(format!("`{name}` is a stub that returns any value: what the real functions do is not explored"));
        let same = self.stubs.iter().filter(|s| s.label.starts_with(&format!("{name}("))).count();
        let label = if same == 0 { format!("{name}()") } else { format!("{name}(){}", same + 1) };
        self.stubs.push(StubPlan { ty, ret, label });
        let index = self.stubs.len() - 1;
        Ok(self.add(POINTER, Kind::Stub { nullable: !self.bounds.non_null, index }))
    }
}

/// A buffer that is only written to has at least so many elements.
const OUTPUT: u32 = 64;

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
    fn halve(&mut self) {
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
