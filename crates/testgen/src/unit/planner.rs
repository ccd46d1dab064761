//! Makes the plan of a function: its parameters first, then variables and what it returns.

mod pointers;
mod types;

use super::layout::size_of;
use super::lengths;
use super::plan::{Bounds, Kind, Loss, Node, NodeId, Part, Plan, Shape, StubPlan};
use secateur_front::ctypes::{Declarations, IntKind, Signature, Type, TypeId, Types};
use std::collections::HashMap;

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
}

/// A buffer that is only written to has at least so many elements.
const OUTPUT: u32 = 64;
