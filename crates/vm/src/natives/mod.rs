//! Functions that the machine implements itself, found by name at link time: what needs the machine
//! (allocation, jumps, system calls), and string functions that would be slow to interpret.
//!
//! A definition in the program itself takes precedence, except of error functions; one in libc does not.

mod alloc;
mod blocks;
pub mod fast;
mod format;
mod harness;
mod jump;
mod numbers;
pub(crate) mod process;
mod search;
mod strings;
mod symbolic;

use crate::env::Host;
use crate::machine::{Machine, Stop};
use std::collections::HashMap;
use std::sync::OnceLock;

/// The result, or `None` if the function went elsewhere.
pub type Outcome = Result<Option<u64>, Stop>;

pub struct Native {
    pub name: &'static str,
    /// How many words it reads; more that are passed are ignored.
    pub args: usize,
    pub run: fn(&mut Machine, &[u64], &mut dyn Host) -> Outcome,
}

static GROUPS: &[&[Native]] =
    &[alloc::NATIVES, blocks::NATIVES, harness::NATIVES, jump::NATIVES, process::NATIVES, strings::NATIVES];

fn table() -> &'static (Vec<&'static Native>, HashMap<&'static str, u32>) {
    static TABLE: OnceLock<(Vec<&'static Native>, HashMap<&'static str, u32>)> = OnceLock::new();
    TABLE.get_or_init(|| {
        let list: Vec<&Native> = GROUPS.iter().flat_map(|g| g.iter()).collect();
        let names = list.iter().enumerate().map(|(i, n)| (n.name, i as u32)).collect();
        (list, names)
    })
}

pub fn find(name: &str) -> Option<u32> {
    table().1.get(name).copied()
}

pub fn get(index: u32) -> &'static Native {
    table().0[index as usize]
}

/// What a function does with symbolic values, if it has a form for them.
pub fn symbolic(index: u32) -> Option<symbolic::Run> {
    static TABLE: OnceLock<Vec<Option<symbolic::Run>>> = OnceLock::new();
    TABLE.get_or_init(|| table().0.iter().map(|n| symbolic::find(n)).collect())[index as usize]
}

/// What a function sets beside its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sets {
    Nothing,
    /// The bytes at its first argument, as many as the third says.
    Bytes,
    /// Whether the block at its first argument is there.
    Life,
    /// The outside world.
    World,
}

/// For those who want to know before it runs. Of a function that is not named here they find it out when it does.
pub fn sets(index: u32) -> Sets {
    match get(index).name {
        "free" | "realloc" => Sets::Life,
        "memcpy" | "memmove" | "mempcpy" | "memset" => Sets::Bytes,
        "__secateur_syscall" => Sets::World,
        _ => Sets::Nothing,
    }
}

/// Whether the machine implements a function of this name.
pub fn is_native(name: &str) -> bool {
    find(name).is_some()
}
