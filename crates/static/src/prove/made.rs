//! How conditions and values were computed in the block that is looked at, so that what a branch says is known of those too.

use super::objects::Object;
use secateur_ir::{IntPred, Operand, Reg, Ty};

#[derive(Clone, Copy, PartialEq)]
pub enum Made {
    Compared(IntPred, Ty, Operand, Operand),
    /// Not zero exactly when another one is not.
    Same(Reg),
    Loaded(Object, i64),
}

/// By register, for those that were set in the block and have not changed since.
#[derive(Default)]
pub struct Making {
    how: rustc_hash::FxHashMap<Reg, Made>,
    /// Those that were loaded, some of them no longer so.
    loaded: Vec<Reg>,
}

impl Making {
    pub fn clear(&mut self) {
        self.how.clear();
        self.loaded.clear();
    }
    pub fn get(&self, reg: Reg) -> Option<Made> {
        self.how.get(&reg).copied()
    }
    pub fn insert(&mut self, reg: Reg, made: Made) {
        if let Made::Loaded(..) = made {
            self.loaded.push(reg);
        }
        self.how.insert(reg, made);
    }
    pub fn remove(&mut self, reg: Reg) {
        self.how.remove(&reg);
    }

    /// A register gets another value: what was computed from it is no longer known to be.
    pub fn changes(&mut self, reg: Reg) {
        let uses = |operand: &Operand| *operand == Operand::Reg(reg);
        self.how.retain(|_, how| match how {
            Made::Compared(_, _, a, b) => !uses(a) && !uses(b),
            Made::Same(other) => *other != reg,
            Made::Loaded(..) => true,
        });
    }

    /// Memory changes: what was loaded may no longer be what is there.
    pub fn forget_loaded(&mut self) {
        for reg in self.loaded.drain(..) {
            if let Some(Made::Loaded(..)) = self.how.get(&reg) {
                self.how.remove(&reg);
            }
        }
    }
}
