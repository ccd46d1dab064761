//! `setjmp` and `longjmp`. libc's headers make `sigsetjmp` of them.

use super::{Native, Outcome};
use crate::env::Host;
use crate::machine::Machine;

pub static NATIVES: &[Native] = &[
    Native { name: "setjmp", args: 1, run: setjmp },
    Native { name: "_setjmp", args: 1, run: setjmp },
    Native { name: "__setjmp", args: 1, run: setjmp },
    Native { name: "longjmp", args: 2, run: longjmp },
    Native { name: "_longjmp", args: 2, run: longjmp },
    Native { name: "siglongjmp", args: 2, run: longjmp },
];

fn setjmp(m: &mut Machine, args: &[u64], _: &mut dyn Host) -> Outcome {
    m.set_jump(args[0]).map(Some)
}

fn longjmp(m: &mut Machine, args: &[u64], _: &mut dyn Host) -> Outcome {
    m.long_jump(args[0], args[1])?;
    Ok(None)
}
