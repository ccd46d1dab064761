//! How often each register of a function is written and read, and whether one block alone knows it.

use crate::{Function, Operand, Reg};

pub struct Uses {
    /// Writes; the caller's of a parameter counts as one.
    pub defs: Vec<u32>,
    pub reads: Vec<u32>,
    home: Vec<Home>,
}

#[derive(Clone, Copy, PartialEq)]
enum Home {
    Nowhere,
    Block(u32),
    Many,
}

impl Uses {
    pub fn of(f: &Function) -> Uses {
        let n = f.regs.len();
        let mut uses = Uses { defs: vec![0; n], reads: vec![0; n], home: vec![Home::Nowhere; n] };
        for i in 0..f.params.len() {
            uses.defs[i] = 1;
        }
        for (b, block) in f.blocks.iter().enumerate() {
            let b = b as u32;
            block.insts.iter().for_each(|inst| inst.op.for_each_operand(&mut |op| uses.read(op, b)));
            block.term.for_each_operand(&mut |op| uses.read(op, b));
            for dst in block.insts.iter().flat_map(|inst| inst.op.defs()) {
                uses.defs[dst.index()] += 1;
                uses.place(*dst, b);
            }
        }
        uses
    }

    fn read(&mut self, op: Operand, block: u32) {
        if let Operand::Reg(r) = op {
            self.reads[r.index()] += 1;
            self.place(r, block);
        }
    }

    fn place(&mut self, reg: Reg, block: u32) {
        let home = &mut self.home[reg.index()];
        let same = matches!(home, Home::Nowhere) || *home == Home::Block(block);
        *home = if same { Home::Block(block) } else { Home::Many };
    }

    /// Whether more than one block mentions the register.
    pub fn is_shared(&self, reg: Reg) -> bool {
        self.home[reg.index()] == Home::Many
    }

    /// Written once, and known in this block only.
    pub fn is_temp(&self, reg: Reg, block: u32) -> bool {
        self.defs[reg.index()] == 1 && self.home[reg.index()] == Home::Block(block)
    }

    /// A temporary that is read once: it links two instructions.
    pub fn is_link(&self, reg: Reg, block: u32) -> bool {
        self.is_temp(reg, block) && self.reads[reg.index()] == 1
    }
}
