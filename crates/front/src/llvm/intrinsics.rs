//! LLVM's intrinsics. One table for those with a counterpart of ours; the few others by name.

use super::Unsupported;
use super::function::{FunctionLowering, const_word};
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use secateur_ir::Intrinsic as I;
use secateur_ir::*;

/// LLVM's name without its type suffix, ours, and how many operands count (the rest are flags).
const TABLE: &[(&str, I, usize)] = &[
    ("ctpop", I::CtPop, 1),
    ("ctlz", I::Ctlz, 1),
    ("cttz", I::Cttz, 1),
    ("bswap", I::BSwap, 1),
    ("bitreverse", I::BitReverse, 1),
    ("fshl", I::FShl, 3),
    ("fshr", I::FShr, 3),
    ("abs", I::Abs, 1),
    ("smax", I::SMax, 2),
    ("smin", I::SMin, 2),
    ("umax", I::UMax, 2),
    ("umin", I::UMin, 2),
    ("sadd.with.overflow", I::SAddO, 2),
    ("uadd.with.overflow", I::UAddO, 2),
    ("ssub.with.overflow", I::SSubO, 2),
    ("usub.with.overflow", I::USubO, 2),
    ("smul.with.overflow", I::SMulO, 2),
    ("umul.with.overflow", I::UMulO, 2),
    ("sadd.sat", I::SAddSat, 2),
    ("uadd.sat", I::UAddSat, 2),
    ("ssub.sat", I::SSubSat, 2),
    ("usub.sat", I::USubSat, 2),
    ("fabs", I::FAbs, 1),
    ("sqrt", I::Sqrt, 1),
    ("floor", I::Floor, 1),
    ("ceil", I::Ceil, 1),
    ("trunc", I::FTrunc, 1),
    ("rint", I::Rint, 1),
    ("nearbyint", I::Rint, 1),
    ("round", I::Round, 1),
    ("roundeven", I::RoundEven, 1),
    ("copysign", I::CopySign, 2),
    ("minnum", I::FMin, 2),
    ("maxnum", I::FMax, 2),
    ("fma", I::Fma, 3),
    ("is.fpclass", I::IsFpClass, 2),
];

/// Functions of libm that LLVM knows by a name of its own: called as what they are.
const LIBM: &[&str] = &[
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "exp2", "exp10", "log", "log10",
    "log2", "pow", "lrint", "llrint", "lround", "llround", "ldexp", "sqrt",
];

/// Hints for optimisers and debuggers: running them does nothing.
const NOTHING: &[&str] = &[
    "dbg.",
    "lifetime.",
    "assume",
    "experimental.noalias.scope.decl",
    "prefetch",
    "donothing",
    "sideeffect",
    "pseudoprobe",
    "var.annotation",
    "codeview.annotation",
    "invariant.",
    "fake.use",
    "va_end",
];

impl FunctionLowering<'_, '_> {
    pub fn intrinsic(&mut self, inst: LLVMValueRef, name: &str) -> Result<(), Unsupported> {
        if NOTHING.iter().any(|prefix| name.starts_with(prefix)) {
            return Ok(());
        }
        let is = |prefix: &str| name == prefix || name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('.'));
        let long_double = name.ends_with(".f80");
        if LIBM.iter().any(|f| is(f)) && (long_double || !name.starts_with("sqrt")) {
            return self.libm(inst, name);
        }
        if let Some((_, op, count)) = TABLE.iter().find(|(prefix, ..)| is(prefix)) {
            return self.elementwise(inst, *op, *count);
        }
        match name {
            _ if is("memcpy") || is("memcpy.inline") => self.whole(inst, I::MemCpy, 3),
            _ if is("memmove") => self.whole(inst, I::MemMove, 3),
            _ if is("memset") || is("memset.inline") => self.whole(inst, I::MemSet, 3),
            _ if is("va_start") => self.whole(inst, I::VaStart, 1),
            _ if is("va_copy") => self.whole(inst, I::VaCopy, 2),
            _ if is("stacksave") => self.whole(inst, I::StackSave, 0),
            _ if is("stackrestore") => self.whole(inst, I::StackRestore, 1),
            _ if is("frameaddress") || is("returnaddress") => self.whole(inst, I::FrameAddress, 0),
            _ if is("trap") || is("debugtrap") || is("ubsantrap") => self.whole(inst, I::Trap, 0),
            _ if is("get.rounding") => self.whole(inst, I::GetRounding, 0),
            _ if is("expect")
                || is("expect.with.probability")
                || is("annotation")
                || is("ptr.annotation")
                || is("launder.invariant.group")
                || is("strip.invariant.group")
                || is("ssa.copy")
                || is("threadlocal.address")
                || is("arithmetic.fence") =>
            {
                let value = self.arg(inst, 0)?;
                self.assign(inst, value)
            }
            _ if is("is.constant") => self.assign(inst, vec![Operand::Const(0)]),
            _ if is("fmuladd") => self.multiply_add(inst),
            _ if is("objectsize") => self.object_size(inst),
            _ if is("ptrmask") => self.ptrmask(inst),
            _ if name.starts_with("vector.reduce.") => self.reduce(inst, name),
            _ => Err(Unsupported::new(format!("the intrinsic llvm.{name}"))),
        }
    }

    /// `llvm.sin.f32` is `sinf`, and so on; vectors are not.
    fn libm(&mut self, inst: LLVMValueRef, name: &str) -> Result<(), Unsupported> {
        let base = name.split('.').next().unwrap_or(name);
        let suffix = match name.rsplit('.').next() {
            Some("f32") => "f",
            Some("f64") => "",
            Some("f80") => "l",
            _ => return Err(Unsupported::new(format!("the intrinsic llvm.{name}"))),
        };
        let sym = self.m.external(&format!("{base}{suffix}"));
        self.call_symbol(inst, sym)
    }

    /// An operation on numbers, done for each element of vectors.
    fn elementwise(&mut self, inst: LLVMValueRef, op: I, count: usize) -> Result<(), Unsupported> {
        let inputs = (0..count as u32).map(|i| self.arg(inst, i)).collect::<Result<Vec<_>, _>>()?;
        // SAFETY: `inst` is live.
        let leaves = self.m.layout.leaves(unsafe { LLVMTypeOf(LLVMGetOperand(inst, 0)) })?;
        let (width, results) = (leaves.len(), self.results(inst)?);
        let ty = leaves[0].ty;
        for i in 0..width {
            // Operations with two results have all first results before all second ones.
            let dsts = results.iter().skip(i).step_by(width).copied().collect();
            let args = inputs.iter().map(|input| *input.get(i).unwrap_or(&input[0])).collect();
            self.emit(Op::Intrinsic { op, ty, dsts, args });
        }
        Ok(())
    }

    fn whole(&mut self, inst: LLVMValueRef, op: I, count: u32) -> Result<(), Unsupported> {
        let args = (0..count).map(|i| self.arg1(inst, i)).collect::<Result<Vec<_>, _>>()?;
        let args = self.widen_length(inst, op, args)?;
        let dsts: Vec<Reg> = self.values.get(&inst).cloned().unwrap_or_default();
        let ty = dsts.first().map_or(Ty::Ptr, |r| self.f.ty(*r));
        self.emit(Op::Intrinsic { op, ty, dsts: dsts.into(), args: args.into() });
        Ok(())
    }

    /// The length of a block operation as a 64-bit word.
    fn widen_length(&mut self, inst: LLVMValueRef, op: I, mut args: Vec<Operand>) -> Result<Vec<Operand>, Unsupported> {
        if matches!(op, I::MemCpy | I::MemMove | I::MemSet) {
            // SAFETY: `inst` is live and has three operands.
            let width = unsafe { LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(inst, 2))) };
            if width < 64 && args[2].reg().is_some() {
                let dst = self.f.new_reg(Ty::Int(64));
                let (from, to) = (Ty::Int(width), Ty::Int(64));
                self.emit(Op::Cast { op: CastOp::ZExt, from, to, dst, src: args[2] });
                args[2] = Operand::Reg(dst);
            }
        }
        Ok(args)
    }

    /// `__builtin_object_size` without optimisation: unknown, which is -1 or 0 by its second operand.
    fn object_size(&mut self, inst: LLVMValueRef) -> Result<(), Unsupported> {
        let min = const_word(unsafe { LLVMGetOperand(inst, 1) }) == Some(1);
        let ty = self.f.ty(self.result(inst)?);
        self.assign(inst, vec![Operand::Const(if min { 0 } else { ty.mask() })])
    }

    /// `a * b + c`, rounded twice, as unoptimised code for a machine without fused arithmetic does it.
    fn multiply_add(&mut self, inst: LLVMValueRef) -> Result<(), Unsupported> {
        let (a, b, c) = (self.arg(inst, 0)?, self.arg(inst, 1)?, self.arg(inst, 2)?);
        for (i, dst) in self.results(inst)?.into_iter().enumerate() {
            let ty = self.f.ty(dst);
            let product = self.f.new_reg(ty);
            self.emit(Op::Bin { op: BinOp::FMul, ty, dst: product, a: a[i], b: b[i], nsw: false, nuw: false });
            let a = Operand::Reg(product);
            self.emit(Op::Bin { op: BinOp::FAdd, ty, dst, a, b: c[i], nsw: false, nuw: false });
        }
        Ok(())
    }

    fn ptrmask(&mut self, inst: LLVMValueRef) -> Result<(), Unsupported> {
        let (a, b) = (self.arg1(inst, 0)?, self.arg1(inst, 1)?);
        let (dst, word) = (self.result(inst)?, Ty::Int(64));
        let (number, masked) = (self.f.new_reg(word), self.f.new_reg(word));
        self.emit(Op::Cast { op: CastOp::Bits, from: Ty::Ptr, to: word, dst: number, src: a });
        let a = Operand::Reg(number);
        self.emit(Op::Bin { op: BinOp::And, ty: word, dst: masked, a, b, nsw: false, nuw: false });
        self.emit(Op::Cast { op: CastOp::Bits, from: word, to: Ty::Ptr, dst, src: Operand::Reg(masked) });
        Ok(())
    }

    fn reduce(&mut self, inst: LLVMValueRef, name: &str) -> Result<(), Unsupported> {
        let op = match name["vector.reduce.".len()..].split('.').next().unwrap_or("") {
            "add" => BinOp::Add,
            "mul" => BinOp::Mul,
            "and" => BinOp::And,
            "or" => BinOp::Or,
            "xor" => BinOp::Xor,
            _ => return Err(Unsupported::new(format!("the intrinsic llvm.{name}"))),
        };
        let elements = self.arg(inst, 0)?;
        let dst = self.result(inst)?;
        let ty = self.f.ty(dst);
        self.emit(Op::Copy { ty, dst, src: elements[0] });
        for b in elements.into_iter().skip(1) {
            self.emit(Op::Bin { op, ty, dst, a: Operand::Reg(dst), b, nsw: false, nuw: false });
        }
        Ok(())
    }
}
