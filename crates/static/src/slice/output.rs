//! Calls that only print: what they do cannot be seen by the program, and what they are given is fine.
//!
//! Nothing of the program's depends on the streams `stdout` and `stderr` if it uses them only to print: that is so if it calls
//! nothing of the library but what [`names`] lists as printing, or as not looking at streams for output. Then a call is left out
//! if it cannot be wrong: its stream is one of the two, its text is a constant, and its arguments are those that the text asks for.

use crate::names::{self, Printer};
use secateur_ir::{Arg, Callee, Def, Function, Module, Op, Operand, SymId, Ty};

pub struct Output<'a> {
    module: &'a Module,
    is_private: bool,
}

impl<'a> Output<'a> {
    pub fn new(module: &'a Module) -> Output<'a> {
        Output { module, is_private: is_private(module) }
    }

    /// Whether a call of a library function only prints.
    pub fn is_harmless(&self, caller: &Function, name: &str, op: &Op) -> bool {
        let Op::Call { args, .. } = op else { return false };
        let arg = |i: usize| args.get(i).map(|arg| arg.operand());
        let is_text = |i: usize| arg(i).and_then(|text| self.text(text)).is_some();
        self.is_private
            && match names::printer(name) {
                Some(Printer::Character) => args.len() == 1,
                Some(Printer::CharacterTo) => args.len() == 2 && self.is_stream(caller, arg(1)),
                Some(Printer::Text) => args.len() == 1 && is_text(0),
                Some(Printer::TextTo) => args.len() == 2 && is_text(0) && self.is_stream(caller, arg(1)),
                Some(Printer::Format) => self.is_format(args),
                Some(Printer::FormatTo) => {
                    args.len() > 1 && self.is_stream(caller, arg(0)) && self.is_format(&args[1..])
                }
                Some(Printer::Flush) => args.len() == 1 && self.is_stream(caller, arg(0)),
                None => false,
            }
    }

    /// Whether an operand is `stdout` or `stderr`.
    fn is_stream(&self, caller: &Function, operand: Option<Operand>) -> bool {
        let Some(Operand::Reg(reg)) = operand else { return false };
        let mut defs =
            caller.blocks.iter().flat_map(|b| &b.insts).filter(|inst| inst.op.defs().contains(&reg)).peekable();
        let is_load = |op: &Op| match op {
            Op::Load { addr: Operand::Sym(symbol, 0), .. } => {
                let symbol = self.module.symbol(self.module.resolve(*symbol).0);
                let is_fixed = matches!(symbol.def, Def::Global(g) if self.module.global(g).constant);
                is_fixed && names::STREAMS_FOR_OUTPUT.contains(&symbol.name.as_str())
            }
            _ => false,
        };
        reg.index() >= caller.params.len() && defs.peek().is_some() && defs.all(|inst| is_load(&inst.op))
    }

    /// The text of a constant string, if the operand is one.
    fn text(&self, operand: Operand) -> Option<&'a [u8]> {
        let Operand::Sym(symbol, add) = operand else { return None };
        let (symbol, more) = self.module.resolve(symbol);
        let Def::Global(g) = self.module.symbol(symbol).def else { return None };
        let global = self.module.global(g);
        let start = usize::try_from(add.checked_add(more)?).ok()?;
        let size = usize::try_from(global.size).ok()?;
        if !global.constant || !global.relocs.is_empty() || start >= size {
            return None;
        }
        let bytes = global.bytes.get(start..).unwrap_or(&[]);
        let end = bytes.iter().position(|byte| *byte == 0);
        // What is missing is zero.
        end.or((bytes.len() < size - start).then_some(bytes.len())).map(|end| &bytes[..end])
    }

    /// Whether the first argument is a format that asks for the rest.
    fn is_format(&self, args: &[Arg]) -> bool {
        let text = args.first().and_then(|arg| self.text(arg.operand()));
        text.is_some_and(|text| self.fits(text, &args[1..]).is_some())
    }

    fn fits(&self, text: &[u8], args: &[Arg]) -> Option<()> {
        let wanted = wanted(text)?;
        let fits = |(wanted, arg): (&Wanted, &Arg)| match (wanted, arg) {
            (Wanted::Number, Arg::Value(_, ty)) => ty.is_word() && !ty.is_float(),
            (Wanted::Double, Arg::Value(_, ty)) => *ty == Ty::F64,
            (Wanted::LongDouble, Arg::Value(_, ty)) => *ty == Ty::F80,
            (Wanted::Text, Arg::Value(operand, _)) => self.text(*operand).is_some(),
            _ => false,
        };
        (wanted.len() <= args.len() && wanted.iter().zip(args).all(fits)).then_some(())
    }
}

/// What a format asks for.
enum Wanted {
    Number,
    Double,
    LongDouble,
    Text,
}

/// None for what is rarely used, and for what writes or reads memory in other ways.
fn wanted(format: &[u8]) -> Option<Vec<Wanted>> {
    let mut all = vec![];
    let mut rest = format.iter();
    while rest.by_ref().any(|byte| *byte == b'%') {
        let (mut is_long, mut is_long_double) = (false, false);
        loop {
            let wanted = match rest.next()? {
                b'-' | b'+' | b' ' | b'#' | b'0'..=b'9' | b'.' | b'h' | b'z' | b'j' | b't' => continue,
                b'l' => {
                    is_long = true;
                    continue;
                }
                b'L' => {
                    is_long_double = true;
                    continue;
                }
                b'*' => {
                    all.push(Wanted::Number);
                    continue;
                }
                b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'p' => Wanted::Number,
                b'c' | b's' if is_long => return None,
                b'c' => Wanted::Number,
                b's' => Wanted::Text,
                b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' if is_long_double => Wanted::LongDouble,
                b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => Wanted::Double,
                b'%' => break,
                _ => return None,
            };
            all.push(wanted);
            break;
        }
    }
    Some(all)
}

/// Whether the program uses the library's streams for output in no other way than to print.
fn is_private(module: &Module) -> bool {
    let is_known = |symbol: SymId| {
        let (resolved, _) = module.resolve(symbol);
        let name = &module.symbol(resolved).name;
        match module.symbol(resolved).def {
            Def::Function(f) if !module.function(f).library => true,
            Def::Global(_) | Def::Alias(..) => true,
            _ => names::printer(name).is_some() || names::sees_no_output(name),
        }
    };
    // Tables of the library's have names of its own in them.
    let relocs = module.globals.iter().flat_map(|global| &global.relocs);
    let mut tables = relocs.filter(|reloc| !module.symbol(module.resolve(reloc.sym).0).name.starts_with("__"));
    let mut own = module.functions.iter().filter(|f| !f.library).flat_map(|f| &f.blocks);
    let knows = |op: &Op| {
        let mut all = true;
        let mut look = |operand: Operand| {
            if let Operand::Sym(symbol, _) = operand {
                all &= is_known(symbol);
            }
        };
        op.for_each_operand(&mut look);
        match op {
            Op::Call { callee: Callee::Direct(symbol), .. } => all && is_known(*symbol),
            _ => all,
        }
    };
    tables.all(|reloc| is_known(reloc.sym)) && own.all(|block| block.insts.iter().all(|inst| knows(&inst.op)))
}
