//! The nodes of types, as far as nothing but the type is known.

use super::Planner;
use crate::unit::layout::{self, size_of};
use crate::unit::lengths;
use crate::unit::plan::{Kind, NodeId, Part, Scalar, Shape, Zero};
use secateur_front::ctypes::{Field, IntKind, Struct, Type, TypeId};

impl Planner<'_> {
    /// The node of a type, as far as nothing but the type is known.
    pub(super) fn node(&mut self, ty: TypeId, name: &str) -> Result<NodeId, String> {
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
}
