//! Where something may go wrong: the goals of look-ahead when bugs are looked for.
//!
//! Every instruction counts that may be reported as an error, or end a path in another way, unless a proof local to its function shows that it cannot:
//! accesses of memory by [`crate::proof`], divisions and shifts by constants or known ranges; or a proof about the whole program
//! does ([`crate::prove`]). Bounded recursion and
//! frames that fit the stack are told from the call graph. Conservative: a hazard too many costs paths, one too few would cost a bug.

use crate::bits::Bits;
use crate::build::{Flow, flow};
use crate::calls::{Calls, Target};
use crate::graph::{Graph, NONE, calls_before};
use crate::names;
use crate::proof::Proof;
use crate::prove::Proofs;
use crate::recursion::Recursion;
use secateur_ir::{Arg, BinOp, Block, BlockId, Callee, Function, Intrinsic, Module, Op, Operand, Term, Ty};

/// Which checks are on beside those that always are.
#[derive(Clone, Copy, Default, Debug)]
pub struct Checks {
    pub signed_overflow: bool,
    pub uninitialised_read: bool,
    pub memory_leak: bool,
}

/// The segments in which something may go wrong.
#[derive(Clone, Debug)]
pub struct Hazards {
    pub(crate) nodes: Bits,
}

impl Hazards {
    /// Looks at every instruction of the module. The graph must be that of the same module.
    pub fn new(module: &Module, graph: &Graph, checks: Checks) -> Hazards {
        Hazards::but_for(module, graph, checks, None)
    }

    /// The same without what is proved for the program as a whole.
    pub fn but_for(module: &Module, graph: &Graph, checks: Checks, proofs: Option<&Proofs>) -> Hazards {
        let mut nodes = Bits::new(graph.node_count() as usize);
        let mut calls = Calls::new(module);
        for_each(module, checks, proofs, &mut calls, &mut |(f, b, _), before| {
            nodes.insert(graph.node_at(f, b, before).0);
        });
        if checks.memory_leak && graph.main != NONE {
            let main = &module.functions[graph.main as usize];
            for (b, block) in (0u32..).zip(&main.blocks).filter(|(_, block)| matches!(block.term, Term::Return(_))) {
                let at = calls_before(main, BlockId(b), block.insts.len());
                nodes.insert(graph.node_at(graph.main, b, at).0);
            }
        }
        // The end of the program is where leaks are found, and where the library writes from buffers that it was lent.
        if checks.memory_leak {
            nodes.insert(graph.quit);
        }
        if checks.memory_leak || graph.lends {
            nodes.insert(graph.exit);
        }
        Hazards { nodes }
    }

    /// The segments in which a path may end as if it had never been.
    pub fn exclusions(module: &Module, graph: &Graph) -> Hazards {
        let excludes = |op: &Op| match op {
            Op::Call { callee: Callee::Direct(symbol), .. } => {
                names::excludes(&module.symbol(module.resolve(*symbol).0).name)
            }
            _ => false,
        };
        let mut nodes = Bits::new(graph.node_count() as usize);
        for (f, function) in module.functions.iter().enumerate() {
            for (b, block) in function.blocks.iter().enumerate() {
                let mut node = graph.block_start(f as u32, b as u32).0;
                for inst in &block.insts {
                    if excludes(&inst.op) {
                        nodes.insert(node);
                    }
                    node += u32::from(matches!(inst.op, Op::Call { .. }));
                }
            }
        }
        Hazards { nodes }
    }

    /// Whether something may go wrong in the segment.
    pub fn contains(&self, node: crate::Node) -> bool {
        self.nodes.contains(node.0)
    }
    /// How many segments there are in which something may go wrong.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
    /// Whether nothing can go wrong anywhere.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

/// Tells every place where something may go wrong, and how many calls of its block are before it: function, block and
/// instruction, where the end of a block comes behind its instructions.
pub(crate) fn for_each(
    module: &Module,
    checks: Checks,
    proofs: Option<&Proofs>,
    calls: &mut Calls,
    tell: &mut dyn FnMut((u32, u32, u32), u32),
) {
    let recursion = &Recursion::new(module, calls);
    for (f, function) in (0u32..).zip(&module.functions) {
        let proof = Proof::new(module, function);
        let mut look = Look { module, function, f, proof, proofs, checks, calls, recursion };
        for (b, block) in function.blocks.iter().enumerate() {
            let mut before = 0;
            for (i, inst) in block.insts.iter().enumerate() {
                if look.inst(b, i, &inst.op) {
                    tell((f, b as u32, i as u32), before);
                }
                before += u32::from(matches!(inst.op, Op::Call { .. }));
            }
            if look.end(block) {
                tell((f, b as u32, block.insts.len() as u32), before);
            }
        }
    }
}

struct Look<'a> {
    module: &'a Module,
    function: &'a Function,
    f: u32,
    proof: Proof<'a>,
    proofs: Option<&'a Proofs>,
    checks: Checks,
    calls: &'a mut Calls,
    recursion: &'a Recursion,
}

impl Look<'_> {
    /// Whether an instruction may go wrong.
    fn inst(&mut self, block: usize, at: usize, op: &Op) -> bool {
        let place = (block, at);
        // Undefined values travel through everything, and are reported where they are used.
        self.checks.uninitialised_read
            || match op {
                Op::Load { ty, addr, .. } => {
                    !self.proof.can_read(place, *addr, ty.store_size()) && !self.is_proved(place)
                }
                Op::Store { ty, addr, .. } => {
                    !self.proof.can_write(place, *addr, ty.store_size()) && !self.is_proved(place)
                }
                Op::Bin { op, ty, a: _, b, nsw, nuw, .. } => {
                    let overflows = self.checks.signed_overflow && (*nsw || *nuw);
                    (self.arithmetic(place, *op, *ty, *b) || overflows)
                        && (*nuw || is_rare(*ty) || !self.is_proved(place))
                }
                Op::Alloca { size, .. } => !matches!(size, Operand::Const(_)),
                Op::Call { callee, args, fixed, rets, .. } => {
                    let target = self.calls.target(self.module, self.function, callee, args, *fixed, rets);
                    self.call(place, target, args)
                }
                Op::Intrinsic { op, ty, args, .. } => {
                    let copies = matches!(op, Intrinsic::MemCpy | Intrinsic::MemMove | Intrinsic::MemSet);
                    is_rare(*ty)
                        || ty.is_float()
                        || self.intrinsic(place, *op, args) && !(copies && self.is_proved(place))
                }
                Op::Unsupported { .. } => true,
                Op::FNeg { ty, .. } | Op::ICmp { ty, .. } | Op::FCmp { ty, .. } => is_rare(*ty),
                Op::Cast { from, to, .. } => is_rare(*from) || is_rare(*to),
                Op::Copy { .. } | Op::Select { .. } | Op::PtrAdd { .. } => false,
            }
    }

    /// Whether a proof about the whole program covers the instruction.
    fn is_proved(&self, (block, at): (usize, usize)) -> bool {
        self.proofs.is_some_and(|proofs| proofs.is_proved((self.f, block as u32, at as u32)))
    }

    fn arithmetic(&self, place: (usize, usize), op: BinOp, ty: Ty, b: Operand) -> bool {
        let divisor = |b: Operand| matches!(b, Operand::Const(c) if c != 0);
        match op {
            _ if is_rare(ty) => true,
            BinOp::UDiv | BinOp::URem => !divisor(b),
            BinOp::SDiv | BinOp::SRem => !divisor(b) || b == Operand::Const(ty.mask()),
            BinOp::Shl | BinOp::LShr | BinOp::AShr => {
                self.proof.range(place, b, ty).is_none_or(|(_, most)| most >= u64::from(ty.bits()))
            }
            _ => false,
        }
    }

    fn call(&self, place: (usize, usize), target: Target, args: &[Arg]) -> bool {
        let copies = args.iter().any(|arg| match arg {
            Arg::ByVal { ptr, size, .. } => !self.proof.can_read(place, *ptr, *size),
            _ => false,
        });
        copies
            || match target {
                Target::Function(g) => self.recursion.may_overflow(self.f, g.0),
                Target::Pointer { .. } => true,
                Target::Outside(symbol) => match self.module.symbol(symbol).name.as_str() {
                    names::SYMBOLIC => match (args.first(), args.get(1).map(|arg| arg.operand())) {
                        (Some(object), Some(Operand::Const(size))) => {
                            !self.proof.can_write(place, object.operand(), size) && !self.is_proved(place)
                        }
                        _ => true,
                    },
                    name if names::is_proved_by_arguments(name) => !self.is_proved(place),
                    name => !names::is_harmless(name),
                },
            }
    }

    fn intrinsic(&self, place: (usize, usize), op: Intrinsic, args: &[Operand]) -> bool {
        use Intrinsic::*;
        const LIST: u64 = 24;
        let length = |i: usize| if let Some(Operand::Const(n)) = args.get(i) { Some(*n) } else { None };
        match op {
            MemCpy | MemMove => length(2)
                .is_none_or(|n| !self.proof.can_write(place, args[0], n) || !self.proof.can_read(place, args[1], n)),
            MemSet => length(2).is_none_or(|n| !self.proof.can_write(place, args[0], n)),
            VaStart => !self.proof.can_write(place, args[0], LIST),
            VaCopy => !self.proof.can_write(place, args[0], LIST) || !self.proof.can_read(place, args[1], LIST),
            Trap => true,
            Abs => self.checks.signed_overflow,
            CtPop | Ctlz | Cttz | BSwap | BitReverse | FShl | FShr | SMax | SMin | UMax | UMin | SAddO | UAddO
            | SSubO | USubO | SMulO | UMulO | SAddSat | UAddSat | SSubSat | USubSat | FAbs | Sqrt | Floor | Ceil
            | FTrunc | Rint | Round | RoundEven | CopySign | FMin | FMax | Fma | IsFpClass => false,
            VaEnd | StackSave | StackRestore | FrameAddress | GetRounding => false,
        }
    }

    fn end(&self, block: &Block) -> bool {
        match flow(&block.term) {
            Flow::End | Flow::Any(_) => true,
            Flow::Sides(_) => self.checks.uninitialised_read,
            Flow::Goto(_) | Flow::Return => false,
        }
    }
}

/// Types that the machine may not have every operation for; it says so, and ends the path.
fn is_rare(ty: Ty) -> bool {
    !ty.is_word()
}
