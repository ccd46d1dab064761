//! `va_start`: the arguments behind `...`, laid out as the x86-64 ABI has them, because clang reads
//! them there with ordinary loads.

use super::value::Val;
use super::{Machine, Stop};
use crate::memory::{Cell, Kind, Site};
use secateur_expr::Support;
use secateur_ir::{Arg, Param, Ty};
use std::rc::Rc;

/// Bytes of the two register areas: six integers, then eight vector registers.
const GENERAL: usize = 48;
const REGISTERS: usize = GENERAL + 128;

#[derive(Clone, Hash)]
pub struct VarArgs {
    list: Vec<VarArg>,
    /// Registers that the named parameters use already.
    general_used: usize,
    vector_used: usize,
    /// Objects that `va_start` made; they live as long as the frame.
    areas: Vec<u32>,
    /// What the arguments depend on.
    label: Support,
}

#[derive(Clone, Hash)]
struct VarArg {
    class: Class,
    /// As it lies in memory, and which of its bits are undefined.
    bytes: Vec<u8>,
    undefined: Vec<u8>,
    /// Which of its bytes are symbolic, if any is.
    cells: Vec<(usize, Cell)>,
}

#[derive(Clone, Copy, PartialEq, Hash)]
enum Class {
    General,
    /// Two consecutive general registers, or 16 aligned bytes of memory.
    Pair,
    Vector,
    /// On the stack, 16 bytes aligned to 16.
    LongDouble,
    /// On the stack: a structure with this alignment.
    Memory {
        align: usize,
    },
}

impl VarArg {
    fn new(class: Class, value: &Val, bytes: usize) -> VarArg {
        let mut arg = VarArg { class, bytes: vec![], undefined: vec![], cells: vec![] };
        arg.append(value, bytes);
        arg
    }
    fn append(&mut self, value: &Val, size: usize) {
        let spread = |words: &[u64]| -> Vec<u8> {
            let mut bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
            bytes.resize(size, 0);
            bytes
        };
        if let Some(term) = value.term {
            let first = self.bytes.len();
            let cell = |i: usize| (first + i, Cell { term: term.0, index: i as u32 });
            self.cells.extend((0..size).map(cell));
        }
        self.bytes.extend(spread(&value.words));
        self.undefined.extend(spread(&value.undefined));
    }
}

fn class(ty: Ty) -> Class {
    match ty {
        Ty::F80 => Class::LongDouble,
        Ty::F32 | Ty::F64 => Class::Vector,
        ty if ty.words() > 1 => Class::Pair,
        _ => Class::General,
    }
}

impl Machine<'_> {
    /// What stands behind the `...` of a call. Structures are copied now: the callee may change the
    /// originals before it looks.
    pub(super) fn collect_varargs(&mut self, params: &[Param], args: &[Arg], values: &[Val]) -> Result<VarArgs, Stop> {
        let mut list: Vec<VarArg> = Vec::with_capacity(args.len());
        let widened = |m: &mut Self, value: &Val, size: u64| match value.term {
            Some(_) => {
                let term = m.term_of(value, 8 * size as u32);
                m.value_of(term)
            }
            None => value.clone(),
        };
        for (arg, value) in args.iter().zip(values) {
            let value = &widened(self, value, arg.ty().store_size());
            match (arg, list.last_mut()) {
                (Arg::Joined(_, ty), Some(before)) => {
                    // Vectors, also of integers, travel in a vector register.
                    before.class = Class::Vector;
                    before.append(value, ty.store_size() as usize);
                }
                (Arg::ByVal { size, align, .. }, _) => {
                    let at = self.concrete_word(value)?;
                    self.check_size(at, *size, false)?;
                    list.push(self.copied_structure(at, *size, *align)?);
                }
                (arg, _) => list.push(VarArg::new(class(arg.ty()), value, arg.ty().store_size() as usize)),
            }
        }
        let (mut general, mut vector) = (0, 0);
        for param in params.iter().filter(|p| p.byval.is_none()) {
            match class(param.ty) {
                Class::Vector => vector += 1,
                Class::LongDouble => {}
                _ => general += param.ty.words(),
            }
        }
        Ok(VarArgs { list, general_used: general.min(6), vector_used: vector.min(8), areas: vec![], label: self.label })
    }

    fn copied_structure(&mut self, from: u64, size: u64, align: u64) -> Result<VarArg, Stop> {
        let bytes = self.memory.raw_bytes(from, size).map(<[u8]>::to_vec);
        let bytes = bytes.map_err(|fault| self.memory_error(fault))?;
        let cells = self.memory.cells(from, size).unwrap_or_default();
        let cells = cells.into_iter().enumerate().filter_map(|(i, c)| c.map(|c| (i, c))).collect();
        let shadow = self.memory.shadow(from, size).map(<[u8]>::to_vec);
        let undefined = shadow.unwrap_or_else(|| vec![0; bytes.len()]);
        Ok(VarArg { class: Class::Memory { align: align as usize }, bytes, undefined, cells })
    }

    /// Ends what `va_start` made for a frame.
    pub(super) fn drop_varargs(&mut self, args: &VarArgs) {
        let site = self.site();
        args.areas.iter().for_each(|id| self.memory.release(*id, site));
    }
}

/// The areas being filled, with the undefined bits alongside.
struct Areas {
    registers: Vec<u8>,
    registers_undefined: Vec<u8>,
    stack: Vec<u8>,
    stack_undefined: Vec<u8>,
    register_cells: Vec<(usize, Cell)>,
    stack_cells: Vec<(usize, Cell)>,
}

impl Areas {
    fn put_register(&mut self, at: usize, arg: &VarArg) {
        let size = arg.bytes.len().min(16);
        self.registers[at..at + size].copy_from_slice(&arg.bytes[..size]);
        self.registers_undefined[at..at + size].copy_from_slice(&arg.undefined[..size]);
        self.register_cells.extend(arg.cells.iter().filter(|c| c.0 < size).map(|(i, c)| (at + i, *c)));
    }
    fn push(&mut self, arg: &VarArg, align: usize) {
        let at = self.stack.len().next_multiple_of(align);
        let end = (at + arg.bytes.len()).next_multiple_of(8);
        self.stack.resize(end, 0);
        self.stack_undefined.resize(end, 0);
        self.stack[at..at + arg.bytes.len()].copy_from_slice(&arg.bytes);
        self.stack_undefined[at..at + arg.bytes.len()].copy_from_slice(&arg.undefined);
        self.stack_cells.extend(arg.cells.iter().map(|(i, c)| (at + i, *c)));
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
        self.add_label(args.label);
        let mut areas = Areas {
            registers: vec![0; REGISTERS],
            registers_undefined: vec![0; REGISTERS],
            stack: vec![],
            stack_undefined: vec![],
            register_cells: vec![],
            stack_cells: vec![],
        };
        let (mut general, mut vector) = (args.general_used, args.vector_used);
        for arg in &args.list {
            match arg.class {
                Class::General if general < 6 => {
                    areas.put_register(8 * general, arg);
                    general += 1;
                }
                Class::Pair if general < 5 => {
                    areas.put_register(8 * general, arg);
                    general += 2;
                }
                Class::Vector if vector < 8 && arg.bytes.len() <= 16 => {
                    areas.put_register(GENERAL + 16 * vector, arg);
                    vector += 1;
                }
                Class::General => areas.push(arg, 8),
                Class::Vector => areas.push(arg, arg.bytes.len().next_power_of_two().clamp(8, 32)),
                Class::Pair | Class::LongDouble => {
                    areas.push(arg, 16);
                    areas.stack.resize(areas.stack.len().next_multiple_of(16), 0);
                    areas.stack_undefined.resize(areas.stack.len(), 0);
                }
                Class::Memory { align } => areas.push(arg, align.max(8)),
            }
        }
        self.finish_list(list, &args, &areas)
    }

    /// An object that lives as long as the running frame, whatever its blocks do with the stack.
    fn va_area(&mut self, size: u64, site: Site) -> Result<u64, Stop> {
        let at = self.memory.allocate(size, Kind::Stack, site, false).ok_or_else(|| self.limit("memory"))?;
        let depth = self.frames.len();
        if let Some((_, args)) = self.varargs.iter_mut().rev().find(|v| v.0 == depth) {
            Rc::make_mut(args).areas.push(crate::addr::id(at));
        }
        Ok(at)
    }

    fn finish_list(&mut self, list: u64, args: &VarArgs, areas: &Areas) -> Result<(), Stop> {
        let site = Site { var: u32::MAX, ..self.site() };
        let registers = self.va_area(REGISTERS as u64, site)?;
        // One byte at least, so that the area has an address of its own. libc's `syscall` reads six
        // arguments, however many there are.
        let library = self.program.function(site.function).library;
        let spare = if library { 64 } else { 1 };
        let stack = self.va_area((areas.stack.len() + spare) as u64, site)?;
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
        for (i, cell) in &areas.register_cells {
            self.memory.set_cells(registers + *i as u64, std::iter::once(Some(*cell)));
        }
        for (i, cell) in &areas.stack_cells {
            self.memory.set_cells(stack + *i as u64, std::iter::once(Some(*cell)));
        }
        if self.undef {
            self.memory.set_undefined(registers, &areas.registers_undefined);
            let spare = vec![0; if library { spare } else { 0 }];
            self.memory.set_undefined(stack, &[areas.stack_undefined.as_slice(), &spare].concat());
        }
        Ok(())
    }
}
