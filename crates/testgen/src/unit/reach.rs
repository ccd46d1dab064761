//! Which functions a program can come to: those that are named by what it can come to.

use secateur_ir::{Callee, Def, Module, Op, Operand, SymId};

/// By function: whether `main` or a constructor leads to it, by calls or by taking its address.
pub fn reachable(module: &Module) -> Vec<bool> {
    let mut functions = vec![false; module.functions.len()];
    let mut globals = vec![false; module.globals.len()];
    let mut open: Vec<SymId> = module.find("main").into_iter().chain(module.ctors.iter().copied()).collect();
    while let Some(symbol) = open.pop() {
        match module.symbol(module.resolve(symbol).0).def {
            Def::Function(id) if !std::mem::replace(&mut functions[id.index()], true) => {
                let function = module.function(id);
                for block in &function.blocks {
                    block.insts.iter().for_each(|inst| named(&inst.op, &mut open));
                    block.term.for_each_operand(&mut |operand| push(operand, &mut open));
                }
            }
            Def::Global(id) if !std::mem::replace(&mut globals[id.index()], true) => {
                open.extend(module.global(id).relocs.iter().map(|reloc| reloc.sym));
            }
            _ => {}
        }
    }
    functions
}

fn named(op: &Op, open: &mut Vec<SymId>) {
    if let Op::Call { callee: Callee::Direct(symbol), .. } = op {
        open.push(*symbol);
    }
    op.for_each_operand(&mut |operand| push(operand, open));
}

fn push(operand: Operand, open: &mut Vec<SymId>) {
    if let Operand::Sym(symbol, _) = operand {
        open.push(symbol);
    }
}
