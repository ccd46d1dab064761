//! What global variables hold: at first, ever, and where nobody writes them.

use super::follow::Follow;
use super::objects::{Kind, OUTSIDE, Object};
use super::range::Range;
use super::summary::Item;
use super::value::{Null, Pointer, Val};
use secateur_ir::Ty;

/// Positions of a constant table that are looked at.
const MOST_POSITIONS: i64 = 4096;

impl Follow<'_, '_> {
    /// What a global holds at a place, whoever wrote it.
    pub fn remembered(&mut self, object: Object, offset: i64, ty: Ty) -> Val {
        let Kind::Global(g) = self.context.objects.kinds[object as usize] else { return Val::top(ty) };
        let initial = || self.initial(g, offset, ty).unwrap_or(Val::top(ty));
        if !self.context.written.contains(object) {
            return initial();
        }
        if self.context.objects.sizes[object as usize].is_none_or(|size| offset < 0 || offset as u64 >= size) {
            return Val::top(ty);
        }
        self.reads(Item::Global(object));
        self.summary.borrow().load((object, offset), ty.store_size(), initial()).unwrap_or(Val::top(ty))
    }

    /// What a table that nobody writes holds at the positions of a pointer.
    pub fn table(&self, object: Object, pointer: &Pointer, ty: Ty) -> Option<Val> {
        let Kind::Global(g) = self.context.objects.kinds[object as usize] else { return None };
        let (lo, hi) = pointer.lo.zip(pointer.hi)?;
        let step = pointer.step.max(1);
        let size = i64::try_from(self.context.objects.sizes[object as usize]?).ok()?;
        let last = hi.min(size - ty.store_size() as i64);
        if self.context.written.contains(object) || (last - lo) / step > MOST_POSITIONS {
            return None;
        }
        let mut all: Option<Val> = None;
        let mut at = lo;
        while at <= last {
            if at >= 0 {
                let val = self.initial(g, at, ty)?;
                all = Some(all.map_or(val.clone(), |all| all.join(&val)));
            }
            at += step;
        }
        all
    }

    /// What a global begins with.
    pub fn initial(&self, g: u32, offset: i64, ty: Ty) -> Option<Val> {
        let global = &self.context.module.globals[g as usize];
        let from = u64::try_from(offset).ok()?;
        let size = ty.store_size();
        if size > 8 || from + size > global.size {
            return None;
        }
        let touches = |reloc: &&secateur_ir::Reloc| reloc.offset < from + size && reloc.offset + 8 > from;
        match global.relocs.iter().find(touches) {
            Some(reloc) if reloc.offset == from && size == 8 => {
                let objects = self.context.objects;
                let (object, offset) = objects.symbol(self.context.module, reloc.sym, reloc.addend);
                (object != OUTSIDE).then(|| Val::address(object, offset, Null::No, false))
            }
            Some(_) => None,
            None => {
                let byte = |at: u64| u64::from(global.bytes.get(at as usize).copied().unwrap_or(0));
                let value = (0..size).fold(0, |value, i| value | byte(from + i) << (8 * i));
                Some(Val::int(Range::constant(8 * size as u32, value)))
            }
        }
    }
}
