//! The bytecode: 16-byte instructions that the loop decodes by looking at them.
//!
//! Registers are 64-bit words of the frame, named by their index. Values narrower than a word are
//! zero-extended, so copies, unsigned comparisons and bitwise operations are the same for all widths.

use std::sync::atomic::AtomicU8;

/// What is known of a branch, all but `SWAPPED` only in the user's own code; and of an access to memory.
pub mod flag {
    /// It counts.
    pub const COUNTS: u8 = 1;
    /// The side in the low half of the immediate is the program's `else`.
    pub const SWAPPED: u8 = 2;
    /// The side in the low, and in the high half has been taken.
    pub const SEEN_LOW: u8 = 4;
    pub const SEEN_HIGH: u8 = 8;
    /// The load and the store of a value that only serves to make the next one in the same place.
    pub const UPDATE: u8 = 16;
}

/// What an instruction does. The numbers are only positions in the dispatch table.
#[rustfmt::skip]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Op {
    // Moves: a = b, a = imm, "no value", and b less the bits that imm has not.
    Mov, MovI, Undef, Trim,
    // a = b add c, and with an immediate.
    Add8, Add8I, Add16, Add16I, Add32, Add32I, Add64, Add64I,
    // a = b sub c, and with an immediate.
    Sub8, Sub8I, Sub16, Sub16I, Sub32, Sub32I, Sub64, Sub64I,
    // a = b mul c, and with an immediate.
    Mul8, Mul8I, Mul16, Mul16I, Mul32, Mul32I, Mul64, Mul64I,
    // Bitwise: the width does not matter, since words are zero-extended.
    And, AndI, Or, OrI, Xor, XorI,
    // Shl: the amount is checked; immediates are known to be in range.
    Shl32, Shl32I, Shl64, Shl64I,
    // LShr: the amount is checked; immediates are known to be in range.
    LShr32, LShr32I, LShr64, LShr64I,
    // AShr: the amount is checked; immediates are known to be in range.
    AShr32, AShr32I, AShr64, AShr64I,
    // UDiv: checked; immediates are known to be neither 0 nor -1.
    UDiv32, UDiv32I, UDiv64, UDiv64I,
    // SDiv: checked; immediates are known to be neither 0 nor -1.
    SDiv32, SDiv32I, SDiv64, SDiv64I,
    // URem: checked; immediates are known to be neither 0 nor -1.
    URem32, URem32I, URem64, URem64I,
    // SRem: checked; immediates are known to be neither 0 nor -1.
    SRem32, SRem32I, SRem64, SRem64I,
    // Comparisons to 0 or 1.
    Eq, EqI, Ne, NeI, Ult, UltI, Ule, UleI, Slt32, Slt32I, Slt64, Slt64I, Sle32, Sle32I, Sle64, Sle64I,
    // Sign extension, from and to.
    SExt8To32, SExt16To32, SExt8To64, SExt16To64, SExt32To64,
    // Fused compare and branch: offsets of both sides in imm; the immediate forms have 32 bits in b and c.
    JEq, JEqI, JUlt, JUltI, JUle, JUleI, JSlt32, JSlt32I, JSlt64, JSlt64I, JSle32, JSle32I, JSle64, JSle64I,
    JTrue, Jmp, Switch, Indirect,
    // Loads: [b + disp], [b + index c * scale + disp], [imm], [imm + index b * scale c].
    Load8, Load16, Load32, Load64, Load8X, Load16X, Load32X, Load64X, Load8A, Load16A, Load32A, Load64A,
    Load8AX, Load16AX, Load32AX, Load64AX,
    // Sign-extending loads, to 32 and 64 bits.
    LoadS8To32, LoadS16To32, LoadS32To64, LoadS8To32X, LoadS16To32X, LoadS32To64X,
    // Stores of a, with the same addressing; of an immediate to [b + disp].
    Store8, Store16, Store32, Store64, Store8X, Store16X, Store32X, Store64X, Store8A, Store16A, Store32A,
    Store64A, Store8AX, Store16AX, Store32AX, Store64AX, Store8I, Store16I, Store32I, Store64I,
    // Addresses: a = b + disp, a = b + index c * scale + disp, a = imm + index b * scale c.
    Lea, LeaX, LeaAX,
    // Floats.
    FAdd32, FAdd64, FSub32, FSub64, FMul32, FMul64, FDiv32, FDiv64, FLt64, FLe64, FEq64,
    SiToF64, F64ToSi32, F64ToF32, F32ToF64,
    // Choice: a = b ? c : imm slot.
    Select,
    // Calls and returns.
    Call, CallFast, CallNative, CallIndirect, CallSlow, Ret, RetI, RetVoid, RetMany, RetSlow,
    // Where the sides of a branch meet, and where a function is left, if it is followed what branches decide about.
    Join, Leave,
    // A stack object of a fixed size.
    Alloca,
    // Blocks: to [a] from [b], and to [a] the byte c; of a fixed size, or of the size in slot c.
    CopyBlock, FillBlock, CopyBlockN,
    // a = f(b) and a = f(b, c): a function of the machine by its address.
    Word1, Word2,
    // Everything that is rare is evaluated from the IR's own operations.
    Slow,
    // Ends of paths.
    Unreachable, Unsupported,
}

impl Op {
    /// A branch on a comparison or on a register.
    pub fn is_branch(self) -> bool {
        (self as u8) >= (Op::JEq as u8) && (self as u8) <= (Op::JTrue as u8)
    }

    /// An access to memory with an index.
    #[inline(always)]
    pub fn is_indexed(self) -> bool {
        use Op::*;
        matches!(
            self,
            Load8X
                | Load16X
                | Load32X
                | Load64X
                | Load8AX
                | Load16AX
                | Load32AX
                | Load64AX
                | LoadS8To32X
                | LoadS16To32X
                | LoadS32To64X
                | Store8X
                | Store16X
                | Store32X
                | Store64X
                | Store8AX
                | Store16AX
                | Store32AX
                | Store64AX
        )
    }
}

#[repr(C, align(16))]
pub struct Inst {
    pub op: Op,
    /// Of branches, while coverage is recorded: see [`flag`].
    pub flags: AtomicU8,
    pub a: u16,
    pub b: u16,
    pub c: u16,
    /// An immediate, an address, or two 32-bit halves.
    pub imm: u64,
}

impl Inst {
    pub fn new(op: Op, a: u16, b: u16, c: u16, imm: u64) -> Inst {
        // Nobody asks about a branch that was seen both ways.
        Inst { op, flags: AtomicU8::new(flag::SEEN_LOW | flag::SEEN_HIGH), a, b, c, imm }
    }
    #[inline(always)]
    pub fn lo(&self) -> i32 {
        self.imm as i32
    }
    #[inline(always)]
    pub fn hi(&self) -> i32 {
        (self.imm >> 32) as i32
    }
    /// The 32-bit immediate of a fused compare and branch, sign-extended.
    #[inline(always)]
    pub fn bc(&self) -> i32 {
        (u32::from(self.b) | u32::from(self.c) << 16) as i32
    }
}

pub fn halves(lo: i32, hi: i32) -> u64 {
    u64::from(lo as u32) | u64::from(hi as u32) << 32
}

/// How an address is scaled: `index * scale`, the index first sign-extended from 32 bits if `narrow`.
/// Packed into the high half of the immediate: 16 bits of scale, then the shift of the extension.
pub fn pack_scale(scale: u16, narrow: bool) -> i32 {
    (u32::from(scale) | if narrow { 32 << 16 } else { 0 }) as i32
}

const _: () = assert!(std::mem::size_of::<Inst>() == 16);
