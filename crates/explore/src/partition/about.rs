//! What decisions are about: bytes of the input, and the class that those are in.

use super::classes::{Class, Classes};
use rustc_hash::FxHashMap;
use secateur_vm::flow::EventId;
use smallvec::SmallVec;

#[derive(Default)]
pub struct About {
    /// By decision; none is without a byte.
    bytes: Vec<SmallVec<[u32; 4]>>,
    class: Vec<Class>,
    /// How many bytes there are in classes of more than one.
    sizes: FxHashMap<Class, usize>,
}

impl About {
    /// A decision, in order of their numbers, about bytes of one class.
    pub fn add(&mut self, bytes: &[u32], classes: &Classes) {
        self.class.push(classes.find(bytes[0]));
        self.bytes.push(bytes.into());
    }

    pub fn len(&self) -> usize {
        self.class.len()
    }

    pub fn class_of(&self, event: EventId) -> Class {
        self.class[event.0 as usize]
    }

    pub fn bytes_of(&self, event: EventId) -> &[u32] {
        &self.bytes[event.0 as usize]
    }

    /// How many bytes are in a class.
    pub fn size(&self, class: Class) -> usize {
        self.sizes.get(&class).copied().unwrap_or(1)
    }

    /// Two classes became one.
    pub fn joined(&mut self, keep: Class, gone: Class) {
        self.class.iter_mut().filter(|class| **class == gone).for_each(|class| *class = keep);
        let both = self.size(keep) + self.size(gone);
        self.sizes.insert(keep, both);
    }
}
