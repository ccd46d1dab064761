//! Random modules.

use fastrand::Rng;
use secateur_ir::*;

/// What random programs may contain.
#[derive(Clone, Copy)]
pub struct Features {
    pub pointers: bool,
    pub jumps: bool,
    pub recursion: bool,
}

/// Functions outside the module: one that returns, one that does not, and the jumps.
pub const OUTSIDE: [&str; 4] = ["puts", "abort", "setjmp", "longjmp"];

const CONDITION: Reg = Reg(0);
const POINTER: Reg = Reg(1);

/// A module whose function 0 is `main`. Symbols are the functions, then [`OUTSIDE`].
pub fn module(rng: &mut Rng, features: Features) -> Module {
    let count = rng.u32(2..6);
    let functions: Vec<Function> = (0..count).map(|f| function(rng, features, f, count)).collect();
    let symbol = |name: &str, def| Symbol { name: name.into(), linkage: Linkage::Strong, def };
    let mut symbols: Vec<Symbol> =
        (0..count).map(|f| symbol(&functions[f as usize].name, Def::Function(FuncId(f)))).collect();
    symbols.extend(OUTSIDE.iter().map(|name| symbol(name, Def::Undefined)));
    let taken = (1..count).filter(|_| rng.u8(0..2) == 0);
    let relocs: Vec<Reloc> =
        taken.enumerate().map(|(i, f)| Reloc { offset: 8 * i as u64, sym: SymId(f), addend: 0 }).collect();
    let table =
        Global { name: "table".into(), size: 64, align: 8, bytes: vec![], relocs, constant: true, loc: Loc::default() };
    let module = Module { symbols, functions, globals: vec![table], ..Module::default() };
    verify(&module).expect("the generator makes valid modules");
    module
}

fn function(rng: &mut Rng, features: Features, f: u32, count: u32) -> Function {
    let blocks = rng.u32(1..6);
    let library = f != 0 && rng.u8(0..4) == 0;
    Function {
        name: if f == 0 { "main".into() } else { format!("f{f}") },
        loc: Loc::default(),
        library,
        params: vec![],
        variadic: false,
        rets: vec![],
        regs: vec![Ty::Int(1), Ty::Ptr],
        blocks: (0..blocks).map(|_| block(rng, features, f, count, blocks)).collect(),
        locs: vec![Loc::default()],
        vars: vec![],
        wide: vec![],
        frame_bytes: 0,
    }
}

fn block(rng: &mut Rng, features: Features, f: u32, count: u32, blocks: u32) -> Block {
    let insts =
        (0..rng.u32(0..4)).filter_map(|_| inst(rng, features, f, count)).map(|op| Inst { op, loc: 0 }).collect();
    let mut to = || BlockId(rng.u32(0..blocks));
    let (a, b, c) = (to(), to(), to());
    let term = match rng.u8(0..9) {
        0 | 1 => Term::Jump(a),
        2..=4 => Term::Branch { cond: Operand::Reg(CONDITION), then: a, els: b },
        5 => Term::Switch { ty: Ty::Int(1), value: Operand::Reg(CONDITION), cases: vec![(0, a), (1, b)], default: c },
        6 => Term::Branch { cond: Operand::Const(rng.u64(0..2)), then: a, els: b },
        7 if rng.u8(0..3) == 0 => Term::Unreachable,
        _ => Term::Return([].into()),
    };
    Block { insts, term, term_loc: 0, negated: false }
}

fn inst(rng: &mut Rng, features: Features, f: u32, count: u32) -> Option<Op> {
    let call = |callee| Op::Call { dsts: [].into(), rets: [].into(), callee, args: [].into(), fixed: 0 };
    Some(match rng.u8(0..10) {
        0..=2 if features.recursion => call(Callee::Direct(SymId(rng.u32(0..count)))),
        0..=2 if f + 1 < count => call(Callee::Direct(SymId(rng.u32(f + 1..count)))),
        3 if features.pointers => call(Callee::Indirect(Operand::Reg(POINTER))),
        4 => call(Callee::Direct(SymId(count))),
        5 if rng.u8(0..3) == 0 => call(Callee::Direct(SymId(count + 1))),
        6 if features.jumps => call(Callee::Direct(SymId(count + 2))),
        7 if features.jumps && rng.bool() => call(Callee::Direct(SymId(count + 3))),
        // An access that may fail.
        8 if rng.bool() => Op::Load { ty: Ty::Int(1), dst: CONDITION, addr: Operand::Reg(POINTER) },
        9 => Op::Copy { ty: Ty::Int(1), dst: CONDITION, src: Operand::Const(1) },
        _ => return None,
    })
}
