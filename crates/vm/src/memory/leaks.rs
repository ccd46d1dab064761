//! Which heap objects nothing refers to any more.
//!
//! As native leak checkers do it: whatever looks like an address, at an aligned place in something
//! reachable, keeps its object alive. So nothing is reported that could still be freed.

use super::{Kind, Memory};
use crate::addr;

impl Memory {
    /// Ids of live heap objects that cannot be reached from globals, the stack, or `roots`.
    pub fn leaked(&self, roots: &[u64]) -> Vec<u32> {
        // Everything is looked at, so no two states are alike.
        self.note_world(super::log::UNIQUE, 0);
        self.hear_all();
        let mut reached = vec![false; self.next as usize];
        let mut work: Vec<u32> = Vec::new();
        for id in self.ids() {
            let live = self.info(id).filter(|i| i.is_live());
            if live.is_some_and(|i| matches!(i.kind, Kind::Global(_) | Kind::System | Kind::Stack | Kind::Map)) {
                reached[id as usize] = true;
                work.push(id);
            }
        }
        let mut visit = |value: u64, work: &mut Vec<u32>| {
            let id = addr::id(value);
            if id != 0 && id < self.next && !std::mem::replace(&mut reached[id as usize], true) {
                work.push(id);
            }
        };
        roots.iter().for_each(|r| visit(*r, &mut work));
        while let Some(id) = work.pop() {
            let Some(data) = self.body(id).and_then(|b| b.data.as_ref()) else { continue };
            for word in data.bytes().chunks_exact(8) {
                visit(u64::from_le_bytes(word.try_into().expect("eight bytes")), &mut work);
            }
        }
        let leaked = |id: &u32| {
            let heap = self.info(*id).is_some_and(|i| i.kind == Kind::Heap && i.is_live());
            heap && !reached[*id as usize]
        };
        self.ids().filter(leaked).collect()
    }
}
