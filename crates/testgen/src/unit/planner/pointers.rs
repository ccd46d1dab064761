//! Pointers: what they lead to, how deep recursive types go, and stubs of functions.

use super::Planner;
use crate::unit::layout::{self, POINTER};
use crate::unit::plan::{Kind, NodeId, Pointer, Scalar, Shape, StubPlan, Zero};
use secateur_front::ctypes::{Type, TypeId};

impl Planner<'_> {
    pub(super) fn pointer(&mut self, to: TypeId, shape: Shape, name: &str) -> Result<NodeId, String> {
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
