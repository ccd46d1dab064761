//! The text form, for people: `secateur exec --print-ir`, error messages and tests.

use crate::*;
use std::fmt;

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Reg(r) => write!(f, "{r}"),
            Operand::Const(c) if *c < 1 << 16 => write!(f, "{c}"),
            Operand::Const(c) => write!(f, "{c:#x}"),
            Operand::Wide(i) => write!(f, "wide{i}"),
            Operand::Sym(s, 0) => write!(f, "&{s}"),
            Operand::Sym(s, add) => write!(f, "&{s}{add:+}"),
            Operand::Undef => f.write_str("undef"),
        }
    }
}

impl fmt::Display for Callee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Callee::Direct(s) => write!(f, "{s}"),
            Callee::Indirect(op) => write!(f, "*{op}"),
        }
    }
}

impl fmt::Display for Arg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Arg::Value(op, ty) => write!(f, "{ty} {op}"),
            Arg::Joined(op, ty) => write!(f, "joined {ty} {op}"),
            Arg::ByVal { ptr, size, align } => write!(f, "byval({size}, {align}) {ptr}"),
        }
    }
}

/// Anything printable, separated by commas.
struct List<'a, T>(&'a [T]);

impl<T: fmt::Display> fmt::Display for List<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, item) in self.0.iter().enumerate() {
            write!(f, "{}{item}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

fn lower(name: &impl fmt::Debug) -> String {
    format!("{name:?}").to_lowercase()
}

impl fmt::Display for FloatPred {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (on, c) in [(self.lt, '<'), (self.eq, '='), (self.gt, '>'), (self.unordered, '?')] {
            if on {
                write!(f, "{c}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Op::Copy { ty, dst, src } => write!(f, "{dst} = copy {ty} {src}"),
            Op::Bin { op, ty, dst, a, b, nsw, nuw } => {
                let flags = [(*nsw, " nsw"), (*nuw, " nuw")].map(|(on, s)| if on { s } else { "" }).concat();
                write!(f, "{dst} = {}{flags} {ty} {a}, {b}", lower(op))
            }
            Op::FNeg { ty, dst, src } => write!(f, "{dst} = fneg {ty} {src}"),
            Op::ICmp { pred, ty, dst, a, b } => write!(f, "{dst} = icmp {} {ty} {a}, {b}", lower(pred)),
            Op::FCmp { pred, ty, dst, a, b } => write!(f, "{dst} = fcmp {pred} {ty} {a}, {b}"),
            Op::Cast { op, from, to, dst, src } => write!(f, "{dst} = {} {from} {src} to {to}", lower(op)),
            Op::Select { ty, dst, cond, a, b } => write!(f, "{dst} = select {ty} {cond} ? {a} : {b}"),
            Op::PtrAdd { dst, base, index, scale, disp } => {
                write!(f, "{dst} = ptradd {base} + {index} * {scale} + {disp}")
            }
            Op::Load { ty, dst, addr } => write!(f, "{dst} = load {ty} [{addr}]"),
            Op::Store { ty, src, addr } => write!(f, "store {ty} {src}, [{addr}]"),
            Op::Alloca { dst, size, align, var } => write!(f, "{dst} = alloca {size}, align {align}, {var}"),
            Op::Call { dsts, callee, args, fixed, .. } => {
                write!(f, "{} = call {callee}({}; fixed {fixed})", List(dsts), List(args))
            }
            Op::Intrinsic { op, ty, dsts, args } => {
                write!(f, "{} = {} {ty} {}", List(dsts), lower(op), List(args))
            }
            Op::Unsupported { what } => write!(f, "unsupported {what:?}"),
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Jump(b) => write!(f, "jump {b}"),
            Term::Branch { cond, then, els } => write!(f, "branch {cond} ? {then} : {els}"),
            Term::Switch { ty, value, cases, default } => {
                write!(f, "switch {ty} {value} [")?;
                for (value, block) in cases {
                    write!(f, "{value}: {block}, ")?;
                }
                write!(f, "else: {default}]")
            }
            Term::Indirect { addr, targets } => write!(f, "goto *{addr} [{}]", List(targets)),
            Term::Return(ops) => write!(f, "return {}", List(ops)),
            Term::Unreachable => f.write_str("unreachable"),
        }
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let params: Vec<String> =
            self.params.iter().enumerate().map(|(i, p)| format!("{} {}", p.ty, Reg::new(i))).collect();
        let dots = if self.variadic { ", ..." } else { "" };
        writeln!(f, "function {}({}{dots}) -> ({}) {{", self.name, params.join(", "), List(&self.rets))?;
        for (i, var) in self.vars.iter().enumerate() {
            writeln!(f, "  {} = variable {:?}, line {}", VarId::new(i), var.name, var.loc.line)?;
        }
        for (id, block) in self.block_ids().zip(&self.blocks) {
            writeln!(f, "{id}:")?;
            for inst in &block.insts {
                writeln!(f, "  {:<56} ; line {}", inst.op.to_string(), self.locs[inst.loc as usize].line)?;
            }
            let negated = if block.negated { " negated" } else { "" };
            let term = format!("{}{negated}", block.term);
            writeln!(f, "  {term:<56} ; line {}", self.locs[block.term_loc as usize].line)?;
        }
        writeln!(f, "}}")
    }
}

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, symbol) in self.symbols.iter().enumerate() {
            writeln!(f, "{} = {} {:?} {:?}", SymId::new(i), lower(&symbol.linkage), symbol.name, symbol.def)?;
        }
        for (i, global) in self.globals.iter().enumerate() {
            let constant = if global.constant { "constant" } else { "global" };
            writeln!(f, "{} = {constant} {:?}, {} bytes", GlobalId::new(i), global.name, global.size)?;
        }
        for function in &self.functions {
            write!(f, "\n{function}")?;
        }
        Ok(())
    }
}
