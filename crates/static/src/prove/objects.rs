//! The objects that pointers may point to, as far as they are told apart: globals, local variables by function, heap blocks
//! by the call that made them, functions, and all that comes from outside as one.

use secateur_ir::{Callee, Def, Module, Op, Operand, SymId};
use std::collections::HashMap;

/// A place in the program: function, block, instruction.
pub type Place = (u32, u32, u32);

/// Numbers of objects.
pub type Object = u32;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Arguments, environment, mappings: whatever the system gives.
    Outside,
    Global(u32),
    Function(u32),
    /// A local variable, a copy of a structure that was passed, or the arguments behind `...`: of this function.
    Stack(u32),
    Heap(Place),
}

/// The object that stands for everything outside.
pub const OUTSIDE: Object = 0;

pub struct Objects {
    pub kinds: Vec<Kind>,
    /// In bytes, where the program says so.
    pub sizes: Vec<Option<u64>>,
    pub constant: Vec<bool>,
    globals: u32,
    functions: u32,
    by_place: HashMap<Place, Object>,
    copies: HashMap<(u32, u32), Object>,
    variadic: HashMap<u32, Object>,
}

/// Functions of the machine that make heap blocks.
pub const ALLOCATORS: [&str; 7] =
    ["malloc", "calloc", "realloc", "memalign", "aligned_alloc", "valloc", "posix_memalign"];

impl Objects {
    pub fn new(module: &Module) -> Objects {
        let mut objects = Objects {
            kinds: vec![],
            sizes: vec![],
            constant: vec![],
            globals: 0,
            functions: 0,
            by_place: HashMap::new(),
            copies: HashMap::new(),
            variadic: HashMap::new(),
        };
        objects.add(Kind::Outside, None, false);
        objects.globals = objects.kinds.len() as u32;
        for (g, global) in (0..).zip(&module.globals) {
            objects.add(Kind::Global(g), Some(global.size), global.constant);
        }
        objects.functions = objects.kinds.len() as u32;
        for f in 0..module.functions.len() as u32 {
            objects.add(Kind::Function(f), None, true);
        }
        for (f, function) in (0..).zip(&module.functions) {
            for (p, param) in (0..).zip(&function.params) {
                if let Some((size, _)) = param.byval {
                    let object = objects.add(Kind::Stack(f), Some(size), false);
                    objects.copies.insert((f, p), object);
                }
            }
            if function.variadic {
                let object = objects.add(Kind::Stack(f), None, false);
                objects.variadic.insert(f, object);
            }
            for (b, block) in (0..).zip(&function.blocks) {
                for (i, inst) in (0..).zip(&block.insts) {
                    objects.look(module, (f, b, i), &inst.op);
                }
            }
        }
        objects
    }

    fn look(&mut self, module: &Module, place: Place, op: &Op) {
        let object = match op {
            Op::Alloca { size, .. } => {
                let size = if let Operand::Const(size) = size { Some(*size) } else { None };
                self.add(Kind::Stack(place.0), size, false)
            }
            Op::Call { callee: Callee::Direct(symbol), .. } => match outside_name(module, *symbol) {
                Some(name) if ALLOCATORS.contains(&name) => self.add(Kind::Heap(place), None, false),
                _ => return,
            },
            _ => return,
        };
        self.by_place.insert(place, object);
    }

    fn add(&mut self, kind: Kind, size: Option<u64>, constant: bool) -> Object {
        self.kinds.push(kind);
        self.sizes.push(size);
        self.constant.push(constant);
        self.kinds.len() as u32 - 1
    }

    pub fn len(&self) -> usize {
        self.kinds.len()
    }
    /// The local variable or heap block that an instruction makes.
    pub fn made_at(&self, place: Place) -> Option<Object> {
        self.by_place.get(&place).copied()
    }
    /// The copy of a structure that a parameter is.
    pub fn copy(&self, function: u32, param: u32) -> Option<Object> {
        self.copies.get(&(function, param)).copied()
    }
    /// The arguments behind `...`.
    pub fn variadic(&self, function: u32) -> Option<Object> {
        self.variadic.get(&function).copied()
    }
    pub fn global(&self, global: u32) -> Object {
        self.globals + global
    }
    pub fn function(&self, function: u32) -> Object {
        self.functions + function
    }
    /// What a symbol names, and how far behind its start.
    pub fn symbol(&self, module: &Module, symbol: SymId, add: i64) -> (Object, i64) {
        let (symbol, more) = module.resolve(symbol);
        let offset = add.wrapping_add(more);
        match module.symbol(symbol).def {
            Def::Global(g) => (self.global(g.0), offset),
            Def::Function(f) => (self.function(f.0), offset),
            _ => (OUTSIDE, offset),
        }
    }
    pub fn is_heap(&self, object: Object) -> bool {
        matches!(self.kinds[object as usize], Kind::Heap(_))
    }
    pub fn is_global(&self, object: Object) -> bool {
        matches!(self.kinds[object as usize], Kind::Global(_))
    }
    /// The function whose frame it is in.
    pub fn owner(&self, object: Object) -> Option<u32> {
        match self.kinds[object as usize] {
            Kind::Stack(f) => Some(f),
            _ => None,
        }
    }
}

/// The name of a function that the machine implements or nobody defines.
pub fn outside_name(module: &Module, symbol: SymId) -> Option<&str> {
    let (symbol, _) = module.resolve(symbol);
    let symbol = module.symbol(symbol);
    matches!(symbol.def, Def::Undefined | Def::WeakUndefined).then_some(symbol.name.as_str())
}
