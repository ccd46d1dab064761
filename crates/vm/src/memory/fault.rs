//! Accesses that a correct program never makes.

use super::Memory;
use super::object::Kind;
use crate::addr;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    pub kind: FaultKind,
    pub addr: u64,
    /// The object that the pointer belongs to. The address may lie far outside its range.
    pub object: u32,
    pub size: u64,
    pub write: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    Null,
    OutOfBounds,
    Freed,
    /// A write to something constant.
    Constant,
    /// Code read or written as data.
    Code,
    /// A number that never was an address of the program.
    Wild,
    /// Undefined bits arrived where a value is needed.
    Undefined,
    /// Not an error of the program: the bytes are symbolic, and a function needs concrete ones.
    Symbolic,
}

/// Addresses below this are null, or a member of a structure at null.
const NULL_PAGE: u64 = 1 << 16;

impl Memory {
    /// Why an access of `size` bytes at `addr` is wrong. Called only when it is.
    pub fn fault(&self, addr: u64, size: u64, write: bool) -> Fault {
        match (NULL_PAGE..=u64::MAX - NULL_PAGE).contains(&addr) {
            false => Fault { kind: FaultKind::Null, addr, object: 0, size, write },
            true => self.fault_of(addr::id(addr), addr, size, write),
        }
    }

    /// The same for a pointer that is known to belong to an object.
    pub fn fault_of(&self, object: u32, addr: u64, size: u64, write: bool) -> Fault {
        self.note_about(object);
        let kind = match self.info(object) {
            None => FaultKind::Wild,
            Some(info) if matches!(info.kind, Kind::Code(_)) => FaultKind::Code,
            Some(info) if !info.is_live() => FaultKind::Freed,
            Some(info) if write && info.constant && addr::id(addr) == object && self.in_bounds(addr, size) => {
                FaultKind::Constant
            }
            Some(_) => FaultKind::OutOfBounds,
        };
        Fault { kind, addr, object, size, write }
    }

    pub fn in_bounds(&self, addr: u64, size: u64) -> bool {
        self.note_about(addr::id(addr));
        let info = self.info(addr::id(addr));
        info.is_some_and(|i| i.is_live() && u64::from(addr::offset(addr)).saturating_add(size) <= i.size())
    }
}
