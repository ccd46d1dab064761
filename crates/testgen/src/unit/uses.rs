//! What a function's code does with its parameters: evidence for [`super::lengths`].
//!
//! One pass over the lowered function without its callees. It looks for hints, not for proofs: what it misses makes a pointer lead to a
//! single object, what it gets wrong makes a wrong assumption that the user is told of.

use super::layout::size_of;
use super::lengths::Use;
use secateur_front::ctypes::{Signature, Type, Types};
use secateur_ir::{Arg, BinOp, Callee, Function, IntPred, Intrinsic, Module, Op, Operand, Reg, Ty};

/// One for each parameter of the signature. Empty where the function is not in the module.
pub fn of(module: &Module, types: &Types, signature: &Signature) -> Vec<Use> {
    let Some(function) = module.functions.iter().find(|f| f.name == signature.name) else { return vec![] };
    let registers = registers(function, types, signature);
    let classes = Classes::of(function);
    let mut all = Vec::new();
    for (i, ty) in signature.params.iter().map(|p| types.plain(p.ty)).enumerate() {
        let Type::Pointer(to) = types.get(ty) else {
            all.push(Use::default());
            continue;
        };
        let element = size_of(types, *to).unwrap_or(1).max(1) as i64;
        let used = registers.get(i).copied().flatten();
        all.push(
            used.map(|reg| {
                let mut scan = Scan::new(module, function, &classes, &registers, element);
                scan.is_struct = matches!(types.get(types.plain(*to)), Type::Struct(_));
                scan.run(reg)
            })
            .unwrap_or_default(),
        );
    }
    all
}

/// The register of each parameter, as far as that is plain: an aggregate by value takes none, one or two.
fn registers(function: &Function, types: &Types, signature: &Signature) -> Vec<Option<Reg>> {
    let is_simple = |ty| {
        matches!(
            types.get(types.plain(ty)),
            Type::Int { bytes: 1..=8, .. } | Type::Enum { .. } | Type::Float { .. } | Type::Pointer(_)
        )
    };
    let is_struct = matches!(types.get(types.plain(signature.ret)), Type::Struct(_));
    // A large structure is returned through a pointer, which comes first.
    let hidden = usize::from(is_struct && size_of(types, signature.ret).is_some_and(|size| size > 16));
    let count = signature.params.iter().take_while(|p| is_simple(p.ty)).count();
    let all = count == signature.params.len();
    if all && function.params.len() != count + hidden {
        return vec![];
    }
    (0..signature.params.len()).map(|i| (i < count).then(|| Reg::new(i + hidden))).collect()
}

/// Integer registers that hold the same number up to a constant: by copies, conversions, and sums with constants.
struct Classes {
    parent: Vec<usize>,
    /// By class: a constant is added to it somewhere, as to a counter.
    counts: Vec<bool>,
}

impl Classes {
    fn of(function: &Function) -> Classes {
        let n = function.regs.len();
        let mut classes = Classes { parent: (0..n).collect(), counts: vec![false; n] };
        let mut counters = Vec::new();
        for inst in function.blocks.iter().flat_map(|b| &b.insts) {
            match &inst.op {
                Op::Copy { dst, src: Operand::Reg(src), .. } | Op::Cast { dst, src: Operand::Reg(src), .. } => {
                    classes.join(*dst, *src);
                }
                Op::Bin { op: BinOp::Add | BinOp::Sub, dst, a: Operand::Reg(a), b: Operand::Const(_), .. } => {
                    classes.join(*dst, *a);
                    counters.push(*dst);
                }
                _ => {}
            }
        }
        for reg in counters {
            let class = classes.find(reg);
            classes.counts[class] = true;
        }
        classes
    }

    fn find(&self, reg: Reg) -> usize {
        let mut at = reg.index();
        while self.parent[at] != at {
            at = self.parent[at];
        }
        at
    }

    fn join(&mut self, a: Reg, b: Reg) {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a] = b;
    }
}

/// Where a register points, seen from the parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    At(i64),
    /// At some element.
    Somewhere,
    /// At some place inside of an element, such as in an array that is a field.
    Inside,
}

struct Scan<'a> {
    module: &'a Module,
    function: &'a Function,
    classes: &'a Classes,
    params: &'a [Option<Reg>],
    /// The size of what it points at, and whether that is a structure: a place in one is no place in an array.
    element: i64,
    is_struct: bool,
    /// Of registers that are derived from the pointer.
    places: Vec<Option<Place>>,
    used: Use,
    read: bool,
    written: bool,
}

/// Functions of libc that write to their first argument and do not read it.
const WRITERS: [&str; 8] = ["sprintf", "snprintf", "vsprintf", "vsnprintf", "strcpy", "strncpy", "memcpy", "memset"];

/// Functions of libc that read strings, and the argument from which on they do.
const READERS: [(&str, usize); 22] = [
    ("strlen", 0),
    ("strchr", 0),
    ("strrchr", 0),
    ("strcmp", 0),
    ("strcasecmp", 0),
    ("strstr", 0),
    ("strspn", 0),
    ("strcspn", 0),
    ("strpbrk", 0),
    ("strdup", 0),
    ("strtok", 0),
    ("strcat", 0),
    ("strcpy", 1),
    ("stpcpy", 1),
    ("atoi", 0),
    ("atol", 0),
    ("strtol", 0),
    ("strtoul", 0),
    ("strtod", 0),
    ("sscanf", 0),
    ("puts", 0),
    ("fopen", 0),
];

impl<'a> Scan<'a> {
    fn new(
        module: &'a Module,
        function: &'a Function,
        classes: &'a Classes,
        params: &'a [Option<Reg>],
        element: i64,
    ) -> Scan<'a> {
        let places = vec![None; function.regs.len()];
        let used = Use::default();
        Scan { module, function, classes, params, element, is_struct: false, places, used, read: false, written: false }
    }

    fn run(mut self, pointer: Reg) -> Use {
        self.places[pointer.index()] = Some(Place::At(0));
        while self.spread() {}
        for inst in self.function.blocks.iter().flat_map(|b| &b.insts) {
            self.look(&inst.op);
        }
        self.used.compared.sort_unstable();
        self.used.compared.dedup();
        self.used.only_written = self.written && !self.read;
        self.used
    }

    fn place(&self, operand: Operand) -> Option<Place> {
        self.places[operand.reg()?.index()]
    }

    /// Whether what is done there in a call is done to elements that follow each other.
    fn is_array(&self, operand: Operand) -> bool {
        match self.place(operand) {
            Some(Place::At(_)) => !self.is_struct,
            Some(Place::Somewhere) => true,
            Some(Place::Inside) | None => false,
        }
    }

    /// One round of following the pointer through copies and sums; `true` if there was something new.
    fn spread(&mut self) -> bool {
        let mut changed = false;
        for inst in self.function.blocks.iter().flat_map(|b| &b.insts) {
            let (dst, place) = match &inst.op {
                Op::Copy { dst, src, .. } => (*dst, self.place(*src)),
                Op::Select { dst, a, b, .. } => (*dst, self.place(*a).or(self.place(*b))),
                Op::PtrAdd { dst, base, index, scale, disp } => {
                    let place = self.place(*base).map(|place| match (place, index) {
                        (Place::Inside, _) => Place::Inside,
                        (Place::At(at), Operand::Const(i)) => {
                            Place::At(at.wrapping_add(disp.wrapping_add((*i as i64).wrapping_mul(*scale))))
                        }
                        (_, Operand::Const(_)) => Place::Somewhere,
                        _ if scale % self.element == 0 => Place::Somewhere,
                        _ => Place::Inside,
                    });
                    (*dst, place)
                }
                _ => continue,
            };
            let Some(new) = place else { continue };
            let old = &mut self.places[dst.index()];
            let joined = match *old {
                None => new,
                Some(old) if old == new => old,
                Some(Place::Inside) => Place::Inside,
                Some(Place::At(a)) if matches!(new, Place::At(b) if (a - b) % self.element != 0) => Place::Inside,
                Some(_) if new == Place::Inside => Place::Inside,
                Some(_) => Place::Somewhere,
            };
            changed |= *old != Some(joined);
            *old = Some(joined);
        }
        changed
    }

    fn look(&mut self, op: &Op) {
        match op {
            Op::PtrAdd { dst, base, .. } if self.place(*base).is_some() => {
                self.used.indexed |= self.places[dst.index()] == Some(Place::Somewhere);
            }
            Op::Load { ty, addr, .. } if self.place(*addr).is_some() => {
                self.read = true;
                self.reach(*addr, *ty);
            }
            Op::Store { ty, addr, .. } if self.place(*addr).is_some() => {
                self.written = true;
                self.reach(*addr, *ty);
            }
            Op::ICmp { pred, ty, a, b, .. } => self.compare(*pred, *ty, *a, *b),
            Op::Call { callee, args, .. } => self.call(*callee, args),
            Op::Intrinsic { op: Intrinsic::MemCpy | Intrinsic::MemMove | Intrinsic::MemSet, args, .. } => {
                self.block(args);
            }
            _ => {}
        }
    }

    fn reach(&mut self, addr: Operand, ty: Ty) {
        if let Some(Place::At(at)) = self.place(addr) {
            let end = u64::try_from(at).unwrap_or(0) + ty.store_size();
            self.used.extent = self.used.extent.max(end);
        }
    }

    /// Which parameter's number an operand is.
    fn parameter(&self, operand: Operand) -> Option<usize> {
        let class = self.classes.find(operand.reg()?);
        self.params.iter().position(|reg| reg.is_some_and(|reg| self.classes.find(reg) == class))
    }

    /// A counter that runs up to a parameter and indexes the pointer, or the pointer itself up to an end.
    fn compare(&mut self, pred: IntPred, ty: Ty, a: Operand, b: Operand) {
        if ty == Ty::Ptr && self.place(a).is_some() && self.place(b).is_some() {
            let ends: Vec<usize> = (0..self.params.len()).filter(|i| self.is_end(*i)).collect();
            self.used.compared.extend(ends);
            return;
        }
        let (index, bound) = match pred {
            IntPred::Ult | IntPred::Slt | IntPred::Ule | IntPred::Sle | IntPred::Ne => (a, b),
            IntPred::Ugt | IntPred::Sgt | IntPred::Uge | IntPred::Sge => (b, a),
            IntPred::Eq => return,
        };
        let Some(param) = self.parameter(bound) else { return };
        let Some(index) = index.reg().map(|reg| self.classes.find(reg)) else { return };
        if self.indexes(index) && self.classes.counts[index] {
            self.used.compared.push(param);
        }
    }

    /// Whether the pointer is moved by the parameter's number.
    fn is_end(&self, param: usize) -> bool {
        let class = self.params[param].map(|reg| self.classes.find(reg));
        class.is_some_and(|class| self.indexes(class))
    }

    /// Whether a number of this class indexes the pointer anywhere in the function.
    fn indexes(&self, class: usize) -> bool {
        self.function.blocks.iter().flat_map(|b| &b.insts).any(|inst| match inst.op {
            Op::PtrAdd { dst, base, index: Operand::Reg(index), .. } => {
                let somewhere = self.places[dst.index()] == Some(Place::Somewhere);
                self.place(base).is_some() && somewhere && self.classes.find(index) == class
            }
            _ => false,
        })
    }

    fn call(&mut self, callee: Callee, args: &[Arg]) {
        let Some(at) = args.iter().position(|arg| self.place(arg.operand()).is_some()) else { return };
        let name = match callee {
            Callee::Direct(symbol) => self.module.symbol(symbol).name.as_str(),
            Callee::Indirect(_) => "",
        };
        let is_array = self.is_array(args[at].operand());
        if at == 0 && WRITERS.contains(&name) {
            self.written = true;
            self.used.indexed |= is_array;
        } else {
            self.read = true;
        }
        if !is_array {
            return;
        }
        self.used.string |= READERS.iter().any(|(reader, from)| *reader == name && at >= *from);
        let with: Vec<usize> = args.iter().filter_map(|arg| self.parameter(arg.operand())).collect();
        self.used.together.extend(with.into_iter().filter(|i| !self.used.together.contains(i)).collect::<Vec<_>>());
    }

    /// `memcpy` and its like: the length is that of both.
    fn block(&mut self, args: &[Operand]) {
        let [to, from, size] = *args else { return };
        if self.place(to).is_none() && self.place(from).is_none() {
            return;
        }
        self.written |= self.place(to).is_some();
        self.read |= self.place(from).is_some();
        if !self.is_array(to) && !self.is_array(from) {
            return;
        }
        match size {
            Operand::Const(n) => self.used.extent = self.used.extent.max(n),
            _ => self.used.indexed = true,
        }
        self.used.compared.extend(self.parameter(size));
    }
}
