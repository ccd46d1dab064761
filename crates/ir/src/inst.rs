//! Instructions. A function is a list of blocks, a block a list of [`Inst`] and one [`Term`].

use crate::{BlockId, Reg, SymId, Ty, VarId};
use serde::{Deserialize, Serialize};

/// Something an instruction reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Operand {
    Reg(Reg),
    /// A constant of a one-word type, zero-extended. Floats are their bit pattern.
    Const(u64),
    /// A constant of a wider type: an index into [`crate::Function::wide`].
    Wide(u32),
    /// The address of a symbol plus a number of bytes. The address of block `n` of a function (GNU
    /// C's `&&label`) is the function's address plus `n + 1`, see [`label_offset`].
    Sym(SymId, i64),
    /// No particular value: what an uninitialised variable holds.
    Undef,
}

impl Operand {
    pub fn reg(self) -> Option<Reg> {
        match self {
            Operand::Reg(r) => Some(r),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum IntPred {
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
}

impl IntPred {
    /// The predicate that holds exactly when this one does not.
    pub fn negate(self) -> IntPred {
        use IntPred::*;
        match self {
            Eq => Ne,
            Ne => Eq,
            Ult => Uge,
            Ule => Ugt,
            Ugt => Ule,
            Uge => Ult,
            Slt => Sge,
            Sle => Sgt,
            Sgt => Sle,
            Sge => Slt,
        }
    }
    /// The predicate with its operands exchanged.
    pub fn swap(self) -> IntPred {
        use IntPred::*;
        match self {
            Eq => Eq,
            Ne => Ne,
            Ult => Ugt,
            Ule => Uge,
            Ugt => Ult,
            Uge => Ule,
            Slt => Sgt,
            Sle => Sge,
            Sgt => Slt,
            Sge => Sle,
        }
    }
}

/// A floating-point comparison as the set of outcomes for which it is true.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct FloatPred {
    pub lt: bool,
    pub eq: bool,
    pub gt: bool,
    pub unordered: bool,
}

impl FloatPred {
    pub fn holds(self, order: Option<std::cmp::Ordering>) -> bool {
        match order {
            None => self.unordered,
            Some(std::cmp::Ordering::Less) => self.lt,
            Some(std::cmp::Ordering::Equal) => self.eq,
            Some(std::cmp::Ordering::Greater) => self.gt,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    /// Between float formats, widening or rounding.
    FpConv,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    /// Same bits, another type of the same width; also pointer to integer and back.
    Bits,
}

/// Operations with a fixed meaning that are not worth an instruction of their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Intrinsic {
    /// `(dst, src, len)`
    MemCpy,
    /// `(dst, src, len)`
    MemMove,
    /// `(dst, byte, len)`
    MemSet,
    CtPop,
    /// Leading zeros; the width for zero.
    Ctlz,
    /// Trailing zeros; the width for zero.
    Cttz,
    BSwap,
    BitReverse,
    /// Funnel shift left `(hi, lo, amount)`.
    FShl,
    /// Funnel shift right `(hi, lo, amount)`.
    FShr,
    Abs,
    SMax,
    SMin,
    UMax,
    UMin,
    /// Two results: the wrapped value and whether it overflowed.
    SAddO,
    UAddO,
    SSubO,
    USubO,
    SMulO,
    UMulO,
    SAddSat,
    UAddSat,
    SSubSat,
    USubSat,
    FAbs,
    Sqrt,
    Floor,
    Ceil,
    FTrunc,
    Rint,
    Round,
    RoundEven,
    CopySign,
    FMin,
    FMax,
    /// `a * b + c`, rounded once.
    Fma,
    /// Class test `(value, mask)`, as LLVM's `is.fpclass`.
    IsFpClass,
    /// `(list)`
    VaStart,
    /// `(dst, src)`
    VaCopy,
    VaEnd,
    /// A token for the current end of the frame's variable-length objects.
    StackSave,
    StackRestore,
    /// `__builtin_trap`, `__builtin_debugtrap`.
    Trap,
    /// An address that stands for the current frame; only its identity means something.
    FrameAddress,
    /// `fegetround`-like: the current rounding mode, always to nearest.
    GetRounding,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Callee {
    Direct(SymId),
    Indirect(Operand),
}

/// How an argument behind the `...` travels on x86-64 (System V ABI §3.5.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Arg {
    /// A register-sized value of this type.
    Value(Operand, Ty),
    /// The next part of the vector that the value before it began: both share a vector register.
    Joined(Operand, Ty),
    /// A copy of this many bytes behind the pointer, with this alignment (LLVM's `byval`).
    ByVal { ptr: Operand, size: u64, align: u64 },
}

impl Arg {
    pub fn operand(self) -> Operand {
        match self {
            Arg::Value(op, _) | Arg::Joined(op, _) | Arg::ByVal { ptr: op, .. } => op,
        }
    }
    /// The type of the register that the callee gets.
    pub fn ty(&self) -> Ty {
        match self {
            Arg::Value(_, ty) | Arg::Joined(_, ty) => *ty,
            Arg::ByVal { .. } => Ty::Ptr,
        }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Op {
    Copy {
        ty: Ty,
        dst: Reg,
        src: Operand,
    },
    /// `nsw`: a signed overflow is undefined; `nuw`: an unsigned one.
    Bin {
        op: BinOp,
        ty: Ty,
        dst: Reg,
        a: Operand,
        b: Operand,
        nsw: bool,
        nuw: bool,
    },
    FNeg {
        ty: Ty,
        dst: Reg,
        src: Operand,
    },
    ICmp {
        pred: IntPred,
        ty: Ty,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    FCmp {
        pred: FloatPred,
        ty: Ty,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    Cast {
        op: CastOp,
        from: Ty,
        to: Ty,
        dst: Reg,
        src: Operand,
    },
    Select {
        ty: Ty,
        dst: Reg,
        cond: Operand,
        a: Operand,
        b: Operand,
    },
    /// `base + index * scale + disp`; the index is a 64-bit word.
    PtrAdd {
        dst: Reg,
        base: Operand,
        index: Operand,
        scale: i64,
        disp: i64,
    },
    Load {
        ty: Ty,
        dst: Reg,
        addr: Operand,
    },
    Store {
        ty: Ty,
        src: Operand,
        addr: Operand,
    },
    /// A fresh object of `size` bytes that lives until the function returns.
    Alloca {
        dst: Reg,
        size: Operand,
        align: u64,
        var: VarId,
    },
    /// `fixed` arguments belong to parameters, the others stand behind the `...`.
    Call {
        dsts: Box<[Reg]>,
        rets: Box<[Ty]>,
        callee: Callee,
        args: Box<[Arg]>,
        fixed: u32,
    },
    Intrinsic {
        op: Intrinsic,
        ty: Ty,
        dsts: Box<[Reg]>,
        args: Box<[Operand]>,
    },
    /// Ends the path: the front end met something it cannot express.
    Unsupported {
        what: Box<str>,
    },
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Inst {
    pub op: Op,
    /// Index into [`crate::Function::locs`]; 0 is "unknown".
    pub loc: u32,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Term {
    Jump(BlockId),
    Branch {
        cond: Operand,
        then: BlockId,
        els: BlockId,
    },
    /// Cases are distinct; values zero-extended.
    Switch {
        ty: Ty,
        value: Operand,
        cases: Vec<(u64, BlockId)>,
        default: BlockId,
    },
    /// Jump to the address of a label of this function, see [`label_offset`].
    Indirect {
        addr: Operand,
        targets: Vec<BlockId>,
    },
    Return(Box<[Operand]>),
    Unreachable,
}

impl Term {
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Term::Jump(b) => vec![*b],
            Term::Branch { then, els, .. } => vec![*then, *els],
            Term::Switch { cases, default, .. } => cases.iter().map(|c| c.1).chain([*default]).collect(),
            Term::Indirect { targets, .. } => targets.clone(),
            Term::Return(_) | Term::Unreachable => vec![],
        }
    }
    /// The sides of a decision: its distinct successors, in the order true, false of a branch, and
    /// cases then default of a switch. Empty where there is nothing to decide. Traces and coverage
    /// count sides, on the virtual machine and in native builds alike, so this order is a contract.
    pub fn sides(&self) -> Vec<BlockId> {
        let mut sides = Vec::new();
        if let Term::Branch { .. } | Term::Switch { .. } = self {
            let mut seen = std::collections::HashSet::new();
            sides.extend(self.successors().into_iter().filter(|b| seen.insert(*b)));
        }
        if sides.len() < 2 { Vec::new() } else { sides }
    }
    pub fn for_each_operand(&self, f: &mut dyn FnMut(Operand)) {
        match self {
            Term::Branch { cond: op, .. } | Term::Switch { value: op, .. } | Term::Indirect { addr: op, .. } => f(*op),
            Term::Return(ops) => ops.iter().for_each(|op| f(*op)),
            Term::Jump(_) | Term::Unreachable => {}
        }
    }
    pub fn for_each_operand_mut(&mut self, f: &mut dyn FnMut(&mut Operand)) {
        match self {
            Term::Branch { cond: op, .. } | Term::Switch { value: op, .. } | Term::Indirect { addr: op, .. } => f(op),
            Term::Return(ops) => ops.iter_mut().for_each(f),
            Term::Jump(_) | Term::Unreachable => {}
        }
    }
}

impl Op {
    /// Calls `f` with every operand read, in order.
    pub fn for_each_operand(&self, f: &mut dyn FnMut(Operand)) {
        match self {
            Op::Call { callee, args, .. } => {
                if let Callee::Indirect(op) = callee {
                    f(*op);
                }
                args.iter().for_each(|a| f(a.operand()));
            }
            Op::Intrinsic { args, .. } => args.iter().for_each(|a| f(*a)),
            Op::Copy { src: a, .. }
            | Op::FNeg { src: a, .. }
            | Op::Cast { src: a, .. }
            | Op::Load { addr: a, .. }
            | Op::Alloca { size: a, .. } => f(*a),
            Op::Bin { a, b, .. }
            | Op::ICmp { a, b, .. }
            | Op::FCmp { a, b, .. }
            | Op::PtrAdd { base: a, index: b, .. }
            | Op::Store { src: a, addr: b, .. } => {
                f(*a);
                f(*b);
            }
            Op::Select { cond, a, b, .. } => {
                f(*cond);
                f(*a);
                f(*b);
            }
            Op::Unsupported { .. } => {}
        }
    }
    pub fn for_each_operand_mut(&mut self, f: &mut dyn FnMut(&mut Operand)) {
        match self {
            Op::Call { callee, args, .. } => {
                if let Callee::Indirect(op) = callee {
                    f(op);
                }
                for arg in args {
                    match arg {
                        Arg::Value(op, _) | Arg::Joined(op, _) | Arg::ByVal { ptr: op, .. } => f(op),
                    }
                }
            }
            Op::Intrinsic { args, .. } => args.iter_mut().for_each(f),
            Op::Copy { src: a, .. }
            | Op::FNeg { src: a, .. }
            | Op::Cast { src: a, .. }
            | Op::Load { addr: a, .. }
            | Op::Alloca { size: a, .. } => f(a),
            Op::Bin { a, b, .. }
            | Op::ICmp { a, b, .. }
            | Op::FCmp { a, b, .. }
            | Op::PtrAdd { base: a, index: b, .. }
            | Op::Store { src: a, addr: b, .. } => {
                f(a);
                f(b);
            }
            Op::Select { cond, a, b, .. } => {
                f(cond);
                f(a);
                f(b);
            }
            Op::Unsupported { .. } => {}
        }
    }
    /// The registers written.
    pub fn defs(&self) -> &[Reg] {
        match self {
            Op::Copy { dst, .. }
            | Op::Bin { dst, .. }
            | Op::FNeg { dst, .. }
            | Op::ICmp { dst, .. }
            | Op::FCmp { dst, .. }
            | Op::Cast { dst, .. }
            | Op::Select { dst, .. }
            | Op::PtrAdd { dst, .. }
            | Op::Load { dst, .. }
            | Op::Alloca { dst, .. } => std::slice::from_ref(dst),
            Op::Call { dsts, .. } | Op::Intrinsic { dsts, .. } => dsts,
            Op::Store { .. } | Op::Unsupported { .. } => &[],
        }
    }
    pub fn defs_mut(&mut self) -> &mut [Reg] {
        match self {
            Op::Copy { dst, .. }
            | Op::Bin { dst, .. }
            | Op::FNeg { dst, .. }
            | Op::ICmp { dst, .. }
            | Op::FCmp { dst, .. }
            | Op::Cast { dst, .. }
            | Op::Select { dst, .. }
            | Op::PtrAdd { dst, .. }
            | Op::Load { dst, .. }
            | Op::Alloca { dst, .. } => std::slice::from_mut(dst),
            Op::Call { dsts, .. } | Op::Intrinsic { dsts, .. } => dsts,
            Op::Store { .. } | Op::Unsupported { .. } => &mut [],
        }
    }
    pub fn reads(&self, reg: Reg) -> bool {
        let mut found = false;
        self.for_each_operand(&mut |op| found |= op == Operand::Reg(reg));
        found
    }
}

/// Where the label of a block stands behind its function's address. Labels are consecutive, so that
/// tables of label differences, a GNU C idiom, are plain numbers.
pub fn label_offset(block: BlockId) -> i64 {
    i64::from(block.0) + 1
}
