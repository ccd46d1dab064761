//! Fast paths for functions of libc on plain data. Unlike a native function, a fast path may
//! decline, before it has changed anything; then libc's own code runs, and finds and reports what is
//! wrong, sets `errno`, or does what is rare.

use super::{format, numbers, search};
use crate::machine::Machine;
use std::collections::HashMap;
use std::sync::OnceLock;

pub struct Fast {
    pub name: &'static str,
    pub run: fn(&mut Machine, &[u64]) -> Option<u64>,
}

static ALL: &[&[Fast]] = &[format::FAST, numbers::FAST, search::FAST];

fn table() -> &'static (Vec<&'static Fast>, HashMap<&'static str, u16>) {
    static TABLE: OnceLock<(Vec<&'static Fast>, HashMap<&'static str, u16>)> = OnceLock::new();
    TABLE.get_or_init(|| {
        let list: Vec<&Fast> = ALL.iter().flat_map(|g| g.iter()).collect();
        let names = list.iter().enumerate().map(|(i, f)| (f.name, i as u16)).collect();
        (list, names)
    })
}

pub fn find(name: &str) -> Option<u16> {
    table().1.get(name).copied()
}

pub fn get(index: u16) -> &'static Fast {
    table().0[index as usize]
}

/// A string with all its bytes defined, without its NUL.
pub fn string<'m>(m: &'m Machine, at: u64) -> Option<&'m [u8]> {
    let size = super::strings::find(m, at, u64::MAX, |b| b == 0).ok()??;
    m.memory.bytes(at, size).ok()
}
