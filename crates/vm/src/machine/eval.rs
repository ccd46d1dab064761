//! The slow path: evaluates operations of the IR directly, for values of any width and with
//! undefined bits. Whatever has no instruction of its own runs here, and so does every instruction
//! one of whose operands is not a plain value.

use super::value::{Val, trim};
use super::{Machine, SYMBOLIC, Stop, UNDEFINED, float, int, undefined};
use crate::checks::logic;
use crate::code::Code;
use crate::memory::Site;
use secateur_ir::{BinOp, CastOp, IntPred, Op, Operand, Ty};
use smallvec::SmallVec;

impl Machine<'_> {
    /// Evaluates what the instruction at hand stands for.
    pub(super) fn slow(&mut self) -> Result<(), Stop> {
        self.begin_instruction();
        if self.sym.is_some() {
            self.charge(1)?;
        }
        let program = self.program;
        let site = self.site();
        let code = program.existing_code(site.function);
        self.eval_all(code, code.origins[site.at as usize].ops.clone())?;
        self.finish_instruction();
        Ok(())
    }

    /// Evaluates operations of the running function, by their positions.
    pub(super) fn eval_all(&mut self, code: &Code, range: std::ops::Range<u32>) -> Result<(), Stop> {
        for op in &code.ops[range.start as usize..range.end as usize] {
            if !self.eval_plain(op) {
                self.eval(op)?;
            }
        }
        Ok(())
    }

    /// On values of any kind.
    #[inline(never)]
    fn eval(&mut self, op: &Op) -> Result<(), Stop> {
        match op {
            Op::Copy { ty, dst, src } => {
                let value = self.read(*src, *ty);
                self.write(*dst, *ty, &value);
            }
            Op::Bin { op, ty, dst, a, b, nsw, .. } => {
                let (a, b) = (self.read(*a, *ty), self.read(*b, *ty));
                if self.flow && (may_fail(*op) || *nsw && self.program.checks().signed_overflow()) {
                    self.group_here();
                }
                let value = self.binary(*op, *ty, &a, &b, *nsw)?;
                self.write(*dst, *ty, &value);
            }
            Op::FNeg { ty, dst, src } => {
                let a = self.read(*src, *ty);
                let value = match a.is_symbolic() {
                    true => self.symbolic_negate(*ty, &a),
                    false => float::negate(*ty, &a).tainted_by(&[&a], ty.bits()),
                };
                self.write(*dst, *ty, &value);
            }
            Op::ICmp { pred, ty, dst, a, b } => {
                let (a, b) = (self.read(*a, *ty), self.read(*b, *ty));
                let value = match a.is_symbolic() || b.is_symbolic() {
                    true => self.symbolic_compare(*pred, *ty, &a, &b),
                    false => compare(*pred, *ty, &a, &b),
                };
                self.write(*dst, Ty::Int(1), &value);
            }
            Op::FCmp { pred, ty, dst, a, b } => {
                let (a, b) = (self.read(*a, *ty), self.read(*b, *ty));
                let value = if a.is_symbolic() || b.is_symbolic() {
                    self.symbolic_float_compare(*pred, *ty, &a, &b)
                } else {
                    let holds = pred.holds(float::compare(*ty, &a, &b));
                    Val::word(u64::from(holds)).tainted_by(&[&a, &b], 1)
                };
                self.write(*dst, Ty::Int(1), &value);
            }
            Op::Cast { op, from, to, dst, src } => {
                let a = self.read(*src, *from);
                let value = match a.is_symbolic() {
                    true => self.symbolic_cast(*op, *from, *to, &a),
                    false => cast(*op, *from, *to, &a),
                };
                self.write(*dst, *to, &value);
            }
            Op::Select { ty, dst, cond, a, b } => {
                let cond = self.read(*cond, Ty::Int(1));
                if let Some(term) = cond.term {
                    let (a, b) = (self.read(*a, *ty), self.read(*b, *ty));
                    let value = self.symbolic_select(term, *ty, &a, &b);
                    self.write(*dst, *ty, &value);
                    return Ok(());
                }
                let chosen = if cond.low() & 1 == 1 { *a } else { *b };
                let value = self.read(chosen, *ty).tainted_by(&[&cond], ty.bits());
                self.write(*dst, *ty, &value);
            }
            Op::PtrAdd { dst, base, index, scale, disp } => {
                let (base, index) = (self.read(*base, Ty::Ptr), self.read(*index, Ty::Int(64)));
                let value = if base.is_symbolic() || index.is_symbolic() {
                    self.symbolic_pointer(&base, &index, *scale, *disp)
                } else {
                    let offset = index.low().wrapping_mul(*scale as u64).wrapping_add(*disp as u64);
                    Val::word(base.low().wrapping_add(offset)).tainted_by(&[&base, &index], 64)
                };
                self.write(*dst, Ty::Ptr, &value);
            }
            Op::Load { ty, dst, addr } => {
                let at = self.read(*addr, Ty::Ptr);
                self.require_defined(&at, "an address that is read")?;
                if self.flow {
                    self.group_here();
                }
                let value = self.load_from(*ty, &at)?;
                self.write(*dst, *ty, &value);
            }
            Op::Store { ty, src, addr } => {
                let at = self.read(*addr, Ty::Ptr);
                if self.flow {
                    self.group_here();
                    self.note_address(&at);
                }
                let address = self.label;
                let value = self.read(*src, *ty);
                self.require_defined(&at, "an address that is written")?;
                // Where it goes, and whether it may, has nothing to do with what is stored, unless bits of that are not defined.
                let stored = self.label;
                if value.is_defined() {
                    self.label = address;
                }
                self.store_to(*ty, &at, &value)?;
                self.add_label(stored);
            }
            Op::Alloca { dst, size, var, .. } => {
                let size = self.read(*size, Ty::Int(64));
                self.require_defined(&size, "the size of an array")?;
                let size = self.concrete_word(&size)?;
                let at = self.alloca(size, var.0)?;
                self.write(*dst, Ty::Ptr, &Val::word(at));
            }
            Op::Intrinsic { op, ty, dsts, args } => self.intrinsic(*op, *ty, dsts, args)?,
            Op::Call { .. } => unreachable!("calls have instructions of their own"),
            Op::Unsupported { what } => return Err(self.unsupported(what.to_string())),
        }
        Ok(())
    }

    /// A variable-length array, or a local variable on the slow path.
    pub(super) fn alloca(&mut self, size: u64, var: u32) -> Result<u64, Stop> {
        let frame = self.frames.last_mut().expect("code runs in a frame");
        frame.stack = frame.stack.saturating_add(u32::try_from(size).unwrap_or(u32::MAX));
        if u64::from(frame.stack) > crate::checks::STACK_LIMIT {
            return Err(self.stack_overflow());
        }
        let site = Site { var, ..self.site() };
        self.stack_object(size, site)
    }

    pub(super) fn load(&mut self, ty: Ty, at: u64) -> Result<Val, Stop> {
        let size = ty.store_size();
        self.check_size(at, size, false)?;
        let bytes = self.memory.raw_bytes(at, size).map_err(|fault| self.memory_error(self.of_own_object(fault)))?;
        let words = pack(bytes, ty);
        if let Some(value) = self.load_symbolic(ty, at) {
            return Ok(value);
        }
        let shadow = self.memory.shadow(at, size).map(|s| pack(s, ty));
        Ok(Val { words, undefined: shadow.unwrap_or_default(), term: None })
    }

    pub(super) fn store(&mut self, ty: Ty, at: u64, value: &Val) -> Result<(), Stop> {
        let size = ty.store_size() as usize;
        let unpack = |words: &[u64]| -> Vec<u8> {
            let mut bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
            bytes.resize(size, 0);
            bytes
        };
        let bytes = unpack(&value.words);
        self.check_size(at, size as u64, true)?;
        self.memory.write_raw(at, &bytes).map_err(|fault| self.memory_error(self.of_own_object(fault)))?;
        if value.is_symbolic() {
            let term = self.term_of(value, 8 * size as u32);
            self.memory.set_term(at, term.0, size as u64);
        } else if self.undef && !value.is_defined() {
            self.memory.set_undefined(at, &unpack(&value.undefined));
        }
        Ok(())
    }

    /// The value of an operand whose registers are slots of the running frame.
    pub(super) fn read(&mut self, op: Operand, ty: Ty) -> Val {
        match op {
            Operand::Reg(slot) => {
                let base = self.frames.last().map_or(0, |f| f.base) as usize + slot.index();
                self.get_value(base, ty)
            }
            Operand::Const(c) => Val::word(c),
            Operand::Wide(i) => {
                let function = self.frames.last().map_or(0, |f| f.function);
                Val::words(SmallVec::from_slice(&self.program.function(function).wide[i as usize]))
            }
            Operand::Sym(sym, add) => Val::word(self.program.symbol_address(sym).wrapping_add(add as u64)),
            Operand::Undef if self.undef => Val::undefined(ty.bits()),
            Operand::Undef => Val::words(SmallVec::from_elem(0, ty.words())),
        }
    }

    fn get_value(&mut self, at: usize, ty: Ty) -> Val {
        let n = ty.words();
        if self.flow {
            self.hear_registers(at, n);
        }
        if self.track && self.tags[at..at + n].contains(&SYMBOLIC) {
            return self.symbolic_registers(at, ty);
        }
        let mut words: super::value::Words = SmallVec::from_slice(&self.regs[at..at + n]);
        trim(&mut words, ty.bits());
        let mut undefined = SmallVec::new();
        if self.track && self.tags[at..at + n].contains(&UNDEFINED) {
            undefined = (at..at + n).map(|i| if self.tags[i] == UNDEFINED { self.extra[i] } else { 0 }).collect();
            trim(&mut undefined, ty.bits());
        }
        Val { words, undefined, term: None }
    }

    pub(super) fn write(&mut self, dst: secateur_ir::Reg, ty: Ty, value: &Val) {
        let at = self.frames.last().map_or(0, |f| f.base) as usize + dst.index();
        self.set_value(at, ty, value);
    }

    /// Sets registers by their absolute position.
    pub(super) fn set_value(&mut self, at: usize, ty: Ty, value: &Val) {
        self.set_registers(at, ty, value);
        if self.flow {
            self.label_registers(at, ty.words());
        }
    }

    fn set_registers(&mut self, at: usize, ty: Ty, value: &Val) {
        if let Some(term) = value.term {
            return self.set_symbolic(at, ty, term);
        }
        for i in 0..ty.words() {
            // A caller with a wrong idea of its callee may hand over more bits than the type has.
            let bits = secateur_ir::mask(ty.bits().saturating_sub(64 * i as u32));
            self.regs[at + i] = value.words.get(i).copied().unwrap_or(0) & bits;
            if self.track {
                let mask = value.undefined.get(i).copied().unwrap_or(0) & bits;
                self.extra[at + i] = mask;
                self.tags[at + i] = if mask != 0 { UNDEFINED } else { 0 };
            }
        }
    }

    fn binary(&mut self, op: BinOp, ty: Ty, a: &Val, b: &Val, nsw: bool) -> Result<Val, Stop> {
        let bits = ty.bits();
        if a.is_symbolic() || b.is_symbolic() {
            return self.symbolic_binary(op, ty, a, b, nsw);
        }
        if ty.is_float() {
            return Ok(float::binary(op, ty, a, b).tainted_by(&[a, b], bits));
        }
        self.check_binary(op, bits, a, b, nsw)?;
        let words = int::binary(op, bits, &a.words, &b.words);
        Ok(Val { words, undefined: undefined::binary(op, bits, a, b), term: None })
    }

    /// Undefined behaviour of integer arithmetic.
    pub(super) fn check_binary(&mut self, op: BinOp, bits: u32, a: &Val, b: &Val, nsw: bool) -> Result<(), Stop> {
        let signed = matches!(op, BinOp::SDiv | BinOp::SRem | BinOp::Add | BinOp::Sub | BinOp::Mul);
        let number = |v: &Val| if signed { v.i128(bits) } else { v.u128() as i128 };
        let wrong = match op {
            BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem => {
                self.require_defined(b, "a divisor")?;
                // Zero must be zero in all words, also beyond those that fit here.
                let divisor =
                    if b.words.iter().all(|w| *w == 0) { 0 } else { if number(b) == 0 { 1 } else { number(b) } };
                logic::division(op, bits.min(128), number(a), divisor).filter(|_| bits <= 128 || divisor == 0)
            }
            BinOp::Shl | BinOp::LShr | BinOp::AShr => {
                let high = b.words.iter().skip(2).any(|w| *w != 0);
                let amount = if high { i128::MAX } else { int_amount(b, bits) };
                // The optimiser, which libc went through, computes shifts before it knows that their
                // result is wanted.
                let wanted = |check: &_| self.program.checks().reports(check) && !self.in_library();
                logic::shift(bits, amount).filter(|(check, _)| wanted(check))
            }
            BinOp::Add | BinOp::Sub | BinOp::Mul
                if nsw
                    && bits <= 128
                    && self.program.checks().signed_overflow()
                    && !self.in_library()
                    && a.is_defined()
                    && b.is_defined() =>
            {
                logic::overflow(op, bits, number(a), number(b))
            }
            _ => None,
        };
        match wrong {
            Some((check, message)) => Err(self.bug(check, message)),
            None => Ok(()),
        }
    }

    pub(super) fn in_library(&self) -> bool {
        self.frames.last().is_some_and(|f| self.program.function(f.function).library)
    }
}

/// Whether some operands are wrong.
fn may_fail(op: BinOp) -> bool {
    !matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor)
}

/// A shift amount as C sees it: signed, since it usually is.
fn int_amount(b: &Val, bits: u32) -> i128 {
    b.i128(bits)
}

fn compare(pred: IntPred, ty: Ty, a: &Val, b: &Val) -> Val {
    let holds = int::compare(pred, ty.bits(), &a.words, &b.words);
    let mut value = Val::word(u64::from(holds));
    if undefined::compare(pred, a, b) {
        value.undefined = SmallVec::from_slice(&[1]);
    }
    value
}

fn cast(op: CastOp, from: Ty, to: Ty, a: &Val) -> Val {
    let resized = |signed: bool| {
        let mut words = if signed { int::sign_extend_words(&a.words, from.bits(), to.bits()) } else { a.words.clone() };
        words.resize(to.words(), 0);
        trim(&mut words, to.bits());
        Val { words, undefined: undefined::resize(a, from.bits(), to.bits(), signed), term: None }
    };
    match op {
        CastOp::Trunc | CastOp::ZExt | CastOp::Bits => resized(false),
        CastOp::SExt => resized(true),
        _ => float::cast(op, from, to, a).tainted_by(&[a], to.bits()),
    }
}

/// Bytes as they lie in memory, to words, without the bits above the type's width.
fn pack(bytes: &[u8], ty: Ty) -> super::value::Words {
    let mut words: super::value::Words = bytes
        .chunks(8)
        .map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        })
        .collect();
    words.resize(ty.words(), 0);
    trim(&mut words, ty.bits());
    words
}
