//! What is told about the parts of the input when a run is over.

use super::{Byte, Join, Partition, Summary};
use secateur_expr::InputByte;
use secateur_vm::Program;

impl Partition {
    pub(crate) fn summary(&self, program: &Program) -> Summary {
        let byte = |byte: InputByte| {
            let unknown = || format!("input {}", byte.input);
            Byte { input: self.inputs.get(byte.input).cloned().unwrap_or_else(unknown), offset: byte.offset }
        };
        let members = self.classes.members();
        let block = |group: &super::groups::Members| {
            let classes = self.groups.classes_of(group);
            let bytes = classes.iter().flat_map(|class| members.get(class).into_iter().flatten());
            let mut bytes: Vec<InputByte> = bytes.filter(|byte| byte.input < u32::MAX - 1).copied().collect();
            bytes.sort_unstable();
            bytes.dedup();
            bytes
        };
        let mut blocks: Vec<Vec<InputByte>> = self.groups.all().map(block).filter(|block| !block.is_empty()).collect();
        blocks.sort();
        blocks.dedup();
        let largest = largest(&blocks);
        let join = |m: &super::Meeting| {
            let place = program.place_at(m.site.function, m.site.at);
            let (file, line, function) = place.map_or_else(Default::default, |p| (p.file, p.line, p.function));
            Join { a: byte(m.a), b: byte(m.b), file, line, function, why: m.why, is_against: m.is_against }
        };
        Summary {
            blocks: largest.into_iter().map(|block| block.iter().map(|b| byte(*b)).collect()).collect(),
            joins: self.meetings.iter().map(join).collect(),
            decisions: self.groups.events() as u64,
            left_out: self.waiting.len() as u64,
            again: self.stale.count,
            gave_up: self.gave_up,
        }
    }
}

/// Those that are no part of another.
fn largest(blocks: &[Vec<InputByte>]) -> Vec<&Vec<InputByte>> {
    let is_part = |small: &[InputByte], large: &[InputByte]| small.iter().all(|b| large.binary_search(b).is_ok());
    let has_larger =
        |block: &Vec<InputByte>| blocks.iter().any(|other| other.len() > block.len() && is_part(block, other));
    blocks.iter().filter(|block| !has_larger(block)).collect()
}
