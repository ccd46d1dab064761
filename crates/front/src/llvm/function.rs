//! A function body: which variables become registers, phi nodes as copies, and the blocks.

use super::consts::Const;
use super::module::ModuleLowering;
use super::types::scalar;
use super::{Unsupported, block_index, blocks, debug, instructions, list, name_of, written};
use llvm_sys::LLVMOpcode::*;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use secateur_ir::*;
use std::collections::HashMap;

pub struct FunctionLowering<'m, 'a> {
    pub m: &'m mut ModuleLowering<'a>,
    pub f: Function,
    /// Registers of every instruction and parameter, by leaf.
    pub values: HashMap<LLVMValueRef, Vec<Reg>>,
    /// Allocas that became a register, since their address goes nowhere.
    pub promoted: HashMap<LLVMValueRef, Reg>,
    /// Names and places of variables that stay in memory.
    pub declared: HashMap<LLVMValueRef, (String, Loc)>,
    pub insts: Vec<Inst>,
    pub loc: u32,
    locs: HashMap<(u32, u32, u32), u32>,
}

/// Never fails: what cannot be expressed becomes [`Op::Unsupported`] at its place.
pub fn lower_function(m: &mut ModuleLowering, function: LLVMValueRef) -> Function {
    let loc = m.files.of_function(function);
    let f = Function {
        name: name_of(function),
        loc,
        library: m.library,
        params: vec![],
        variadic: false,
        rets: vec![],
        regs: vec![],
        blocks: vec![],
        locs: vec![Loc::default()],
        vars: vec![],
        wide: vec![],
        frame_bytes: 64,
    };
    let mut lowering = FunctionLowering {
        m,
        f,
        values: HashMap::new(),
        promoted: HashMap::new(),
        declared: HashMap::new(),
        insts: vec![],
        loc: 0,
        locs: HashMap::new(),
    };
    if let Err(what) = lowering.run(function) {
        lowering.give_up(&what);
    }
    tidy::tidy(&mut lowering.f);
    lowering.f
}

impl FunctionLowering<'_, '_> {
    fn run(&mut self, function: LLVMValueRef) -> Result<(), Unsupported> {
        self.signature(function)?;
        self.find_variables(function);
        self.declare_values(function)?;
        for block in blocks(function) {
            self.block(block);
        }
        self.phis(function)
    }

    /// The whole function becomes one unsupported instruction.
    fn give_up(&mut self, what: &Unsupported) {
        self.f.params.clear();
        self.f.regs.clear();
        self.f.rets.clear();
        let op = Op::Unsupported { what: what.0.clone().into() };
        self.f.blocks =
            vec![Block { insts: vec![Inst { op, loc: 0 }], term: Term::Unreachable, term_loc: 0, negated: false }];
        self.f.locs[0] = self.f.loc;
    }

    fn signature(&mut self, function: LLVMValueRef) -> Result<(), Unsupported> {
        // SAFETY: `function` is a live function with a body.
        let (ty, count) = unsafe { (LLVMGlobalGetValueType(function), LLVMCountParams(function)) };
        for i in 0..count {
            let param = unsafe { LLVMGetParam(function, i) };
            let byval = super::call::byval_of_param(self.m, function, i);
            let mut regs = vec![];
            for leaf in self.m.layout.leaves(unsafe { LLVMTypeOf(param) })? {
                self.f.params.push(Param { ty: leaf.ty, byval });
                regs.push(self.f.new_reg(leaf.ty));
            }
            self.values.insert(param, regs);
        }
        self.f.variadic = unsafe { LLVMIsFunctionVarArg(ty) != 0 };
        let ret = self.m.layout.leaves(unsafe { LLVMGetReturnType(ty) })?;
        self.f.rets = ret.iter().map(|l| l.ty).collect();
        Ok(())
    }

    /// Names the variables, and finds those that can live in a register.
    fn find_variables(&mut self, function: LLVMValueRef) {
        // SAFETY: reads of live instructions.
        for inst in blocks(function).flat_map(instructions) {
            match unsafe { LLVMGetInstructionOpcode(inst) } {
                LLVMCall if is_declare(inst) => {
                    if let Some((storage, name, loc)) = debug::declared_variable(self.m, inst) {
                        self.declared.insert(storage, (name, loc));
                    }
                }
                LLVMAlloca => {
                    let ty = unsafe { LLVMGetAllocatedType(inst) };
                    let count = unsafe { LLVMGetOperand(inst, 0) };
                    if let Some(n) = const_word(count) {
                        self.f.frame_bytes =
                            self.f.frame_bytes.saturating_add(self.m.layout.size(ty).saturating_mul(n));
                    }
                    if let Some(ty) = promotable(inst) {
                        let home = home_parameter(function, inst).and_then(|p| self.values.get(&p));
                        let reg = home.map(|regs| regs[0]).unwrap_or_else(|| self.f.new_reg(ty));
                        self.promoted.insert(inst, reg);
                    }
                }
                _ => {}
            }
        }
    }

    fn declare_values(&mut self, function: LLVMValueRef) -> Result<(), Unsupported> {
        for inst in blocks(function).flat_map(instructions) {
            // SAFETY: `inst` is a live instruction.
            let Ok(leaves) = self.m.layout.leaves(unsafe { LLVMTypeOf(inst) }) else { continue };
            if leaves.is_empty() || self.promoted.contains_key(&inst) {
                continue;
            }
            let regs = leaves.iter().map(|l| self.f.new_reg(l.ty)).collect();
            self.values.insert(inst, regs);
            if self.f.regs.len() > MAX_REGS {
                return Err(Unsupported::new("a function with more than a million values"));
            }
        }
        Ok(())
    }

    fn block(&mut self, block: LLVMBasicBlockRef) {
        let (mut term, mut negated) = (Term::Unreachable, false);
        for inst in instructions(block) {
            self.loc = self.location(inst);
            // SAFETY: `inst` is a live instruction.
            let is_term = !unsafe { LLVMIsATerminatorInst(inst) }.is_null();
            let result = if is_term { self.terminator(inst).map(|t| term = t) } else { self.instruction(inst) };
            negated = is_term && matches!(term, Term::Branch { .. }) && written::is_negated(inst);
            if let Err(what) = result {
                self.emit(Op::Unsupported { what: what.0.into() });
            }
        }
        let insts = std::mem::take(&mut self.insts);
        self.f.blocks.push(Block { insts, term, term_loc: self.loc, negated });
    }

    fn location(&mut self, inst: LLVMValueRef) -> u32 {
        let loc = self.m.files.of_instruction(inst);
        if !loc.is_known() {
            return 0;
        }
        let next = self.f.locs.len() as u32;
        let id = *self.locs.entry((loc.file, loc.line, loc.col)).or_insert(next);
        if id == next {
            self.f.locs.push(loc);
        }
        id
    }

    pub fn emit(&mut self, op: Op) {
        let loc = self.loc;
        self.insts.push(Inst { op, loc });
    }

    /// The operands of a value of any type, one per leaf.
    pub fn operands(&mut self, value: LLVMValueRef) -> Result<Vec<Operand>, Unsupported> {
        if let Some(regs) = self.values.get(&value) {
            return Ok(regs.iter().map(|r| Operand::Reg(*r)).collect());
        }
        // SAFETY: `value` is live.
        if unsafe { LLVMIsConstant(value) } == 0 {
            return Err(Unsupported::new("a value that could not be represented"));
        }
        let leaves = match self.m.const_leaves(value) {
            Ok(leaves) => leaves,
            Err(what) => return self.const_code(value).ok_or(what).map(|op| vec![op]),
        };
        Ok(leaves.into_iter().map(|(c, _)| self.const_operand(c)).collect())
    }

    /// A constant expression over addresses that no linker could resolve, such as half an address:
    /// computed where it is used.
    fn const_code(&mut self, value: LLVMValueRef) -> Option<Operand> {
        // SAFETY: `value` is a live constant; the kind is checked before its operands are read.
        let (opcode, ty) = unsafe {
            if LLVMIsAConstantExpr(value).is_null() {
                return None;
            }
            (LLVMGetConstOpcode(value), scalar(LLVMTypeOf(value)).ok()??)
        };
        let dst = self.f.new_reg(ty);
        let mut read = |i: u32| -> Option<(Operand, Ty)> {
            // SAFETY: as above.
            let op = unsafe { LLVMGetOperand(value, i) };
            let ty = scalar(unsafe { LLVMTypeOf(op) }).ok()??;
            Some((self.operand(op).ok()?, ty))
        };
        let op = match opcode {
            LLVMPtrToInt | LLVMIntToPtr | LLVMTrunc => {
                let (src, from) = read(0)?;
                let op = match from.bits().cmp(&ty.bits()) {
                    std::cmp::Ordering::Greater => CastOp::Trunc,
                    std::cmp::Ordering::Equal => CastOp::Bits,
                    std::cmp::Ordering::Less => CastOp::ZExt,
                };
                Op::Cast { op, from, to: ty, dst, src }
            }
            LLVMAdd | LLVMSub | LLVMXor => {
                let ((a, _), (b, _)) = (read(0)?, read(1)?);
                let op = match opcode {
                    LLVMAdd => BinOp::Add,
                    LLVMSub => BinOp::Sub,
                    _ => BinOp::Xor,
                };
                Op::Bin { op, ty, dst, a, b, nsw: false, nuw: false }
            }
            _ => return None,
        };
        self.emit(op);
        Some(Operand::Reg(dst))
    }

    fn const_operand(&mut self, value: Const) -> Operand {
        match value {
            Const::Bits(words) if words.len() == 1 => Operand::Const(words[0]),
            Const::Bits(words) => {
                let at = self.f.wide.iter().position(|w| *w == words).unwrap_or_else(|| {
                    self.f.wide.push(words);
                    self.f.wide.len() - 1
                });
                Operand::Wide(at as u32)
            }
            Const::Addr(sym, add) => Operand::Sym(sym, add),
            Const::Undef => Operand::Undef,
        }
    }

    pub fn operand(&mut self, value: LLVMValueRef) -> Result<Operand, Unsupported> {
        match self.operands(value)?[..] {
            [op] => Ok(op),
            _ => Err(Unsupported::new("an aggregate where a number is expected")),
        }
    }

    /// The registers that an instruction's value goes to.
    pub fn results(&self, inst: LLVMValueRef) -> Result<Vec<Reg>, Unsupported> {
        let unknown = || Unsupported::new("a value of a type that Secateur does not know");
        self.values.get(&inst).cloned().ok_or_else(unknown)
    }

    pub fn result(&self, inst: LLVMValueRef) -> Result<Reg, Unsupported> {
        Ok(self.results(inst)?[0])
    }

    /// Phi nodes become copies at the end of each predecessor, or in a block of their own on an edge
    /// that leaves a branch.
    fn phis(&mut self, function: LLVMValueRef) -> Result<(), Unsupported> {
        for block in blocks(function) {
            // SAFETY: `block` is live.
            let phis: Vec<_> =
                list(unsafe { LLVMGetFirstInstruction(block) }, |i| unsafe { LLVMGetNextInstruction(i) })
                    .take_while(|i| !unsafe { LLVMIsAPHINode(*i) }.is_null())
                    .collect();
            let Some(first) = phis.first() else { continue };
            let target = block_index(function, block);
            let mut done: Vec<LLVMBasicBlockRef> = Vec::new();
            for k in 0..unsafe { LLVMCountIncoming(*first) } {
                let pred = unsafe { LLVMGetIncomingBlock(*first, k) };
                if done.contains(&pred) {
                    continue;
                }
                done.push(pred);
                let copies = self.phi_copies(&phis, pred)?;
                self.place_on_edge(block_index(function, pred), target, copies);
            }
        }
        Ok(())
    }

    /// The parallel assignment for one predecessor, in an order that is safe one by one.
    fn phi_copies(&mut self, phis: &[LLVMValueRef], pred: LLVMBasicBlockRef) -> Result<Vec<Inst>, Unsupported> {
        let mut moves = Vec::new();
        for phi in phis {
            // SAFETY: `phi` is a live phi node.
            let count = unsafe { LLVMCountIncoming(*phi) };
            let Some(k) = (0..count).find(|k| unsafe { LLVMGetIncomingBlock(*phi, *k) } == pred) else { continue };
            let sources = self.operands(unsafe { LLVMGetIncomingValue(*phi, k) })?;
            moves.extend(self.results(*phi)?.into_iter().zip(sources));
        }
        // Constants that take instructions to make were emitted just now; they come first. A source that
        // another move of the same edge overwrites is saved next.
        let made = std::mem::take(&mut self.insts);
        let mut copies = Vec::new();
        let targets: Vec<Reg> = moves.iter().map(|m| m.0).collect();
        for (dst, src) in &mut moves {
            if let Operand::Reg(r) = src
                && targets.contains(r)
                && r != dst
            {
                let ty = self.f.ty(*r);
                let saved = self.f.new_reg(ty);
                copies.push(Op::Copy { ty, dst: saved, src: *src });
                *src = Operand::Reg(saved);
            }
        }
        for (dst, src) in moves {
            copies.push(Op::Copy { ty: self.f.ty(dst), dst, src });
        }
        Ok(made.into_iter().chain(copies.into_iter().map(|op| Inst { op, loc: 0 })).collect())
    }

    fn place_on_edge(&mut self, pred: BlockId, target: BlockId, copies: Vec<Inst>) {
        let fresh = BlockId::new(self.f.blocks.len());
        let block = &mut self.f.blocks[pred.index()];
        if matches!(block.term, Term::Jump(_)) {
            block.insts.extend(copies);
            return;
        }
        let term_loc = block.term_loc;
        let redirect = |b: &mut BlockId| {
            if *b == target {
                *b = fresh;
            }
        };
        match &mut block.term {
            Term::Branch { then, els, .. } => [then, els].into_iter().for_each(redirect),
            Term::Switch { cases, default, .. } => {
                cases.iter_mut().map(|c| &mut c.1).chain([default]).for_each(redirect);
            }
            // A computed goto cannot be redirected; its targets take the copies before the jump. All
            // targets of one jump that have phis are rare enough to be refused.
            Term::Indirect { .. } => {
                let what = "a computed goto to a label where values meet".into();
                block.insts.push(Inst { op: Op::Unsupported { what }, loc: term_loc });
                return;
            }
            Term::Jump(_) | Term::Return(_) | Term::Unreachable => return,
        }
        self.f.blocks.push(Block { insts: copies, term: Term::Jump(target), term_loc, negated: false });
    }
}

const MAX_REGS: usize = 1 << 20;

/// A call that only describes a variable.
pub fn is_declare(call: LLVMValueRef) -> bool {
    // SAFETY: `call` is a live call.
    name_of(unsafe { LLVMGetCalledValue(call) }) == "llvm.dbg.declare"
}

/// The value of a constant integer of one word.
pub fn const_word(value: LLVMValueRef) -> Option<u64> {
    // SAFETY: `value` is live; only integers of at most 64 bits are read.
    unsafe {
        let int = !LLVMIsAConstantInt(value).is_null() && LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64;
        int.then(|| LLVMConstIntGetZExtValue(value))
    }
}

/// The type of a variable that is only loaded and stored whole, and so can live in a register.
/// Unlike LLVM's own pass this changes no branch and forgets no uninitialised read.
fn promotable(alloca: LLVMValueRef) -> Option<Ty> {
    // SAFETY: `alloca` is live, and so are its users.
    unsafe {
        let allocated = LLVMGetAllocatedType(alloca);
        let ty = scalar(allocated).ok().flatten()?;
        if const_word(LLVMGetOperand(alloca, 0)) != Some(1) {
            return None;
        }
        let mut uses = list(LLVMGetFirstUse(alloca), |u| LLVMGetNextUse(u)).map(|u| LLVMGetUser(u));
        let whole = uses.all(|user| match LLVMIsAInstruction(user).is_null() {
            true => false,
            false => match LLVMGetInstructionOpcode(user) {
                LLVMLoad => LLVMTypeOf(user) == allocated && LLVMGetVolatile(user) == 0,
                LLVMStore => {
                    let value = LLVMGetOperand(user, 0);
                    value != alloca && LLVMTypeOf(value) == allocated && LLVMGetVolatile(user) == 0
                }
                _ => false,
            },
        });
        whole.then_some(ty)
    }
}

/// The parameter whose home a promoted variable is: the parameter is stored there first of all and
/// used nowhere else, so both can share a register.
fn home_parameter(function: LLVMValueRef, alloca: LLVMValueRef) -> Option<LLVMValueRef> {
    // SAFETY: the users of a promotable alloca are live loads and stores.
    unsafe {
        let users = list(LLVMGetFirstUse(alloca), |u| LLVMGetNextUse(u)).map(|u| LLVMGetUser(u));
        let stores = users.filter(|u| matches!(LLVMGetInstructionOpcode(*u), LLVMStore));
        let entry = LLVMGetEntryBasicBlock(function);
        let mut homes = stores.filter(|s| LLVMGetInstructionParent(*s) == entry).filter(|s| {
            let value = LLVMGetOperand(*s, 0);
            let first = LLVMGetFirstUse(value);
            !LLVMIsAArgument(value).is_null() && !first.is_null() && LLVMGetNextUse(first).is_null()
        });
        let home = homes.next();
        home.filter(|_| homes.next().is_none()).map(|s| LLVMGetOperand(s, 0))
    }
}
