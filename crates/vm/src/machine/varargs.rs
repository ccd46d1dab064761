//! `va_start`: the arguments behind `...`, laid out as the x86-64 ABI has them, because clang reads
//! them there with ordinary loads.

use super::value::Val;
use super::{Machine, Stop};
use crate::memory::Site;
use secateur_ir::{Arg, Param, Ty};

/// Bytes of the two register areas: six integers, then eight vector registers.
const GENERAL: usize = 48;
const REGISTERS: usize = GENERAL + 128;

#[derive(Clone)]
pub struct VarArgs {
    /// Values of arguments that fit a register class, in order, with their class.
    list: Vec<(Class, Val)>,
    /// Registers that the named parameters use already.
    general_used: usize,
    vector_used: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Class {
    General,
    /// Two consecutive general registers, or 16 aligned bytes of memory.
    Pair,
    Vector,
    /// On the stack, 16 bytes aligned to 16.
    LongDouble,
    /// A copy of an object of this size and alignment.
    Memory {
        size: u64,
        align: u64,
    },
}

impl VarArgs {
    pub fn new(params: &[Param], args: &[Arg], values: &[Val]) -> VarArgs {
        let class = |arg: &Arg| match arg {
            Arg::Value(_, Ty::F80) => Class::LongDouble,
            Arg::Value(_, Ty::F32 | Ty::F64) => Class::Vector,
            Arg::Value(_, ty) if ty.words() > 1 => Class::Pair,
            Arg::Value(..) => Class::General,
            Arg::ByVal { size, align, .. } => Class::Memory { size: *size, align: *align },
        };
        let list = args.iter().zip(values).map(|(arg, value)| (class(arg), value.clone())).collect();
        let (mut general, mut vector) = (0, 0);
        for param in params {
            match param.ty {
                _ if param.byval.is_some() => {}
                Ty::F32 | Ty::F64 => vector += 1,
                Ty::F80 => {}
                ty => general += ty.words(),
            }
        }
        VarArgs { list, general_used: general.min(6), vector_used: vector.min(8) }
    }
}

/// The areas being filled, with the undefined bits alongside.
struct Areas {
    registers: Vec<u8>,
    registers_undefined: Vec<u8>,
    stack: Vec<u8>,
    stack_undefined: Vec<u8>,
}

impl Areas {
    fn put_register(&mut self, at: usize, value: &Val) {
        put(&mut self.registers, &mut self.registers_undefined, at, value);
    }
    fn push(&mut self, value: &Val, size: usize, align: usize) {
        let at = self.stack.len().next_multiple_of(align);
        self.stack.resize(at + size, 0);
        self.stack_undefined.resize(at + size, 0);
        put(&mut self.stack, &mut self.stack_undefined, at, value);
    }
}

fn put(bytes: &mut [u8], undefined: &mut [u8], at: usize, value: &Val) {
    for (i, word) in value.words.iter().enumerate() {
        bytes[at + 8 * i..at + 8 * i + 8].copy_from_slice(&word.to_le_bytes());
        let mask = value.undefined.get(i).copied().unwrap_or(0);
        undefined[at + 8 * i..at + 8 * i + 8].copy_from_slice(&mask.to_le_bytes());
    }
}

impl Machine<'_> {
    /// Fills the `va_list` at `list` for the running function.
    pub(super) fn va_start(&mut self, list: u64) -> Result<(), Stop> {
        let depth = self.frames.len();
        let Some((_, args)) = self.varargs.iter().rev().find(|v| v.0 == depth).cloned() else {
            return Err(
                self.unsupported("va_start in a function that was called without its variable arguments".into())
            );
        };
        let mut areas = Areas {
            registers: vec![0; REGISTERS],
            registers_undefined: vec![0; REGISTERS],
            stack: vec![],
            stack_undefined: vec![],
        };
        let (mut general, mut vector) = (args.general_used, args.vector_used);
        for (class, value) in &args.list {
            match class {
                Class::General if general < 6 => {
                    areas.put_register(8 * general, value);
                    general += 1;
                }
                Class::Pair if general < 5 => {
                    areas.put_register(8 * general, value);
                    general += 2;
                }
                Class::Vector if vector < 8 => {
                    areas.put_register(GENERAL + 16 * vector, value);
                    vector += 1;
                }
                Class::General | Class::Vector => areas.push(value, 8, 8),
                Class::Pair | Class::LongDouble => areas.push(value, 16, 16),
                Class::Memory { size, align } => self.push_object(&mut areas, value.low(), *size, *align)?,
            }
        }
        self.finish_list(list, &args, &areas)
    }

    fn push_object(&mut self, areas: &mut Areas, from: u64, size: u64, align: u64) -> Result<(), Stop> {
        let at = areas.stack.len().next_multiple_of(align.max(8) as usize);
        let end = (at + size as usize).next_multiple_of(8);
        areas.stack.resize(end, 0);
        areas.stack_undefined.resize(end, 0);
        let bytes = self.memory.bytes(from, size).map_err(|fault| self.memory_error(fault))?;
        areas.stack[at..at + size as usize].copy_from_slice(bytes);
        if let Some(shadow) = self.memory.shadow(from, size) {
            areas.stack_undefined[at..at + size as usize].copy_from_slice(shadow);
        }
        Ok(())
    }

    fn finish_list(&mut self, list: u64, args: &VarArgs, areas: &Areas) -> Result<(), Stop> {
        let site = Site { var: u32::MAX, ..self.site() };
        let registers = self.stack_object(REGISTERS as u64, site)?;
        // One byte at least, so that the area has an address of its own. libc's `syscall` reads six
        // arguments, however many there are.
        let library = self.program.function(site.function).library;
        let spare = if library { 64 } else { 1 };
        let stack = self.stack_object((areas.stack.len() + spare) as u64, site)?;
        let mut bytes = Vec::with_capacity(24);
        bytes.extend_from_slice(&((8 * args.general_used) as u32).to_le_bytes());
        bytes.extend_from_slice(&((GENERAL + 16 * args.vector_used) as u32).to_le_bytes());
        bytes.extend_from_slice(&stack.to_le_bytes());
        bytes.extend_from_slice(&registers.to_le_bytes());
        let written = self
            .memory
            .write_bytes(registers, &areas.registers)
            .and_then(|()| self.memory.write_bytes(stack, &areas.stack))
            .and_then(|()| self.memory.write_bytes(list, &bytes));
        written.map_err(|fault| self.memory_error(fault))?;
        if self.track {
            self.memory.set_undefined(registers, &areas.registers_undefined);
            let spare = vec![0; if library { spare } else { 0 }];
            self.memory.set_undefined(stack, &[areas.stack_undefined.as_slice(), &spare].concat());
        }
        Ok(())
    }
}
