//! Words of a program: constants that it compares with, and its strings. Inputs that pass its checks often contain them.

use secateur_ir::{Module, Op, Operand, Term, Ty};
use std::collections::BTreeSet;

/// Strings that are taken, by their length.
const LONGEST: usize = 16;

/// Words that are kept.
const MOST: usize = 4096;

/// Bytes as they are in memory, none empty, in order.
pub fn words(module: &Module) -> Vec<Vec<u8>> {
    let mut all = BTreeSet::new();
    let mut number = |value: u64, ty: Ty| {
        let size = (ty.bits() as usize).div_ceil(8).clamp(1, 8);
        // Characters are compared as `int`.
        let least = if value < 256 { 1 } else { (8 - value.leading_zeros() as usize / 8).min(size) };
        for size in [least, size] {
            all.insert(value.to_le_bytes()[..size].to_vec());
        }
    };
    for function in module.functions.iter().filter(|function| !function.library) {
        for block in &function.blocks {
            for inst in &block.insts {
                if let Op::ICmp { ty, a, b, .. } = &inst.op {
                    for operand in [a, b] {
                        if let Operand::Const(value) = operand {
                            number(*value, *ty);
                        }
                    }
                }
            }
            if let Term::Switch { ty, cases, .. } = &block.term {
                cases.iter().for_each(|(value, _)| number(*value, *ty));
            }
        }
    }
    for global in module.globals.iter().filter(|global| global.constant && global.relocs.is_empty()) {
        let end = global.bytes.iter().position(|byte| *byte == 0).unwrap_or(global.bytes.len());
        let is_text = global.bytes[..end].iter().all(|byte| byte.is_ascii_graphic() || *byte == b' ');
        if (1..=LONGEST).contains(&end) && is_text {
            all.insert(global.bytes[..end].to_vec());
        }
    }
    all.into_iter().take(MOST).collect()
}
