//! Input bytes that conditions tie together: bytes that one condition is about are in one class.

use rustc_hash::FxHashMap;
use secateur_expr::InputByte;

/// A class, by one of its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Class(pub u32);

#[derive(Default)]
pub struct Classes {
    index: FxHashMap<InputByte, u32>,
    bytes: Vec<InputByte>,
    above: Vec<u32>,
}

impl Classes {
    /// The number of a byte, and whether it is new.
    pub fn enter(&mut self, byte: InputByte) -> (u32, bool) {
        let fresh = self.bytes.len() as u32;
        let number = *self.index.entry(byte).or_insert(fresh);
        if number == fresh {
            self.bytes.push(byte);
            self.above.push(fresh);
        }
        (number, number == fresh)
    }

    pub fn find(&self, number: u32) -> Class {
        let mut at = number;
        while self.above[at as usize] != at {
            at = self.above[at as usize];
        }
        Class(at)
    }

    /// Makes one class of two: the one that is left and the one that is gone, if they were two.
    pub fn join(&mut self, a: u32, b: u32) -> Option<(Class, Class)> {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return None;
        }
        let (keep, gone) = if a < b { (a, b) } else { (b, a) };
        self.above[gone.0 as usize] = keep.0;
        Some((keep, gone))
    }

    pub fn byte(&self, number: u32) -> InputByte {
        self.bytes[number as usize]
    }

    /// All bytes, by class.
    pub fn members(&self) -> FxHashMap<Class, Vec<InputByte>> {
        let mut members: FxHashMap<Class, Vec<InputByte>> = FxHashMap::default();
        for (i, byte) in self.bytes.iter().enumerate() {
            members.entry(self.find(i as u32)).or_default().push(*byte);
        }
        members
    }
}
