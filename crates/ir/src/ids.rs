//! Typed `u32` ids. Each prints exactly as it does in the text form (`f3`, `b0`, `r17`, …), so a
//! number in a message can be searched for in a dump.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub struct $name(pub u32);

        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }
            pub fn new(index: usize) -> Self {
                $name(u32::try_from(index).expect("more than 2^32 entities"))
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

id!(
    /// A function with a body, in its module.
    FuncId, "f"
);
id!(
    /// A basic block, in its function.
    BlockId, "b"
);
id!(
    /// A virtual register, in its function. Registers are assigned any number of times (no SSA).
    Reg, "r"
);
id!(
    /// A name that code refers to: a function or an object, defined here or elsewhere.
    SymId, "s"
);
id!(
    /// A global object with its initial bytes, in its module.
    GlobalId, "g"
);
id!(
    /// A source file, in its module.
    FileId, "file"
);
id!(
    /// A source variable that lives in memory, in its function.
    VarId, "v"
);
