//! Words of a program: constants that it compares with, and its strings. Inputs that pass its checks often contain them.

use fastrand::Rng;
use secateur_ir::{Def, Global, Module, Op, Operand, SymId, Term, Ty};
use std::collections::BTreeSet;

/// Strings that are taken, by their length.
const LONGEST: usize = 16;

/// Words of each kind that are kept.
const MOST: usize = 4096;

/// Bytes as they are in memory, none empty, in order.
#[derive(Default)]
pub struct Words {
    texts: Vec<Vec<u8>>,
    numbers: Vec<Vec<u8>>,
}

impl Words {
    /// The words of the user's own code. Strings of libc, and those that only libc refers to, say nothing of the program's input.
    pub fn new(module: &Module) -> Words {
        let (mut texts, mut numbers) = (BTreeSet::new(), BTreeSet::new());
        let mut number = |value: u64, ty: Ty| {
            let size = (ty.bits() as usize).div_ceil(8).clamp(1, 8);
            // Characters are compared as `int`.
            let least = if value < 256 { 1 } else { (8 - value.leading_zeros() as usize / 8).min(size) };
            for size in [least, size] {
                numbers.insert(value.to_le_bytes()[..size].to_vec());
            }
        };
        let mut reached = Reached::new(module);
        for function in module.functions.iter().filter(|function| !function.library) {
            for block in &function.blocks {
                for inst in &block.insts {
                    inst.op.for_each_operand(&mut |operand| reached.operand(operand));
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
        for global in reached.globals() {
            let end = global.bytes.iter().position(|byte| *byte == 0).unwrap_or(global.bytes.len());
            let is_text = global.bytes[..end].iter().all(|byte| byte.is_ascii_graphic() || *byte == b' ');
            if global.constant && global.relocs.is_empty() && (1..=LONGEST).contains(&end) && is_text {
                texts.insert(global.bytes[..end].to_vec());
            }
        }
        let keep = |all: BTreeSet<Vec<u8>>| all.into_iter().take(MOST).collect();
        Words { texts: keep(texts), numbers: keep(numbers) }
    }

    /// Any of them, strings as often as numbers: there are few strings as a rule, and each says more.
    pub fn pick(&self, rng: &mut Rng) -> Option<&[u8]> {
        let (first, second) = if rng.bool() { (&self.texts, &self.numbers) } else { (&self.numbers, &self.texts) };
        let all = if first.is_empty() { second } else { first };
        (!all.is_empty()).then(|| &all[rng.usize(..all.len())][..])
    }
}

/// Globals that the program refers to, directly or through others, such as tables of strings.
struct Reached<'m> {
    module: &'m Module,
    is_reached: Vec<bool>,
    found: Vec<usize>,
}

impl<'m> Reached<'m> {
    fn new(module: &'m Module) -> Reached<'m> {
        Reached { module, is_reached: vec![false; module.globals.len()], found: vec![] }
    }

    fn operand(&mut self, operand: Operand) {
        if let Operand::Sym(symbol, _) = operand {
            self.symbol(symbol);
        }
    }

    fn symbol(&mut self, symbol: SymId) {
        if let Def::Global(global) = self.module.symbol(self.module.resolve(symbol).0).def
            && !std::mem::replace(&mut self.is_reached[global.index()], true)
        {
            self.found.push(global.index());
        }
    }

    fn globals(mut self) -> impl Iterator<Item = &'m Global> {
        let mut at = 0;
        while let Some(global) = self.found.get(at) {
            at += 1;
            self.module.globals[*global].relocs.iter().for_each(|reloc| self.symbol(reloc.sym));
        }
        self.found.into_iter().map(|global| &self.module.globals[global])
    }
}

#[cfg(test)]
impl Words {
    pub fn of(texts: &[&[u8]], numbers: &[&[u8]]) -> Words {
        let owned = |all: &[&[u8]]| all.iter().map(|word| word.to_vec()).collect();
        Words { texts: owned(texts), numbers: owned(numbers) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_come_up_as_often_as_numbers() {
        let words = Words::of(&[b"GET"], &[&[1], &[2], &[3], &[4]]);
        let mut rng = Rng::with_seed(1);
        let texts = (0..1000).filter(|_| words.pick(&mut rng) == Some(b"GET")).count();
        assert!((400..600).contains(&texts), "{texts}");
        assert_eq!(Words::of(&[], &[&[7]]).pick(&mut rng), Some(&[7][..]));
        assert_eq!(Words::default().pick(&mut rng), None);
    }
}
