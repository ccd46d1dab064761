//! SMT-LIB 2.6 scripts.
//!
//! One `(_ BitVec 8)` constant per input byte. Terms that are used more than once, or nested too deep for
//! other programs' parsers, are named by `define-fun` in order of their ids, which shares them between
//! assertions as a `let` could not, and keeps the nesting small. Terms of one bit that are logic are printed
//! as `Bool`. Floating point uses Z3's `fp.to_ieee_bv`, the only function here that is not standard.

use crate::bits::Bits;
use crate::pool::Pool;
use crate::table::Table;
use crate::term::{InputByte, Node, Op, Term};
use crate::traverse::cone;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// Expressions nested deeper than this are named.
const MAX_INLINE: u32 = 12;

/// What to put into a script.
#[derive(Clone, Copy, Default)]
pub struct SmtScript<'a> {
    /// 1-bit terms that hold.
    pub assertions: &'a [Term],
    /// Terms whose values are asked for, after `(check-sat)`.
    pub values: &'a [Term],
    /// Asks for the value of every input byte as well.
    pub inputs: bool,
}

/// The name of an input byte.
pub fn input_name(byte: InputByte) -> String {
    format!("i{}_{}", byte.input, byte.offset)
}

/// A whole script: logic, declarations, assertions, `(check-sat)`, `(get-value …)`.
pub fn smt_script(pool: &Pool, script: SmtScript) -> String {
    let roots: Vec<Term> = script.assertions.iter().chain(script.values).copied().collect();
    let terms = cone(pool, &roots);
    let printer = Printer::new(pool, &terms);
    let mut out = String::new();
    let floats = terms.iter().any(|t| pool.op(*t).is_float());
    let _ = writeln!(out, "(set-logic {})", if floats { "QF_BVFP" } else { "QF_BV" });
    let mut inputs: Vec<InputByte> = terms.iter().filter_map(|t| pool.as_input(*t)).collect();
    inputs.sort_unstable();
    for byte in &inputs {
        let _ = writeln!(out, "(declare-const {} (_ BitVec 8))", input_name(*byte));
    }
    for term in terms.iter().filter(|t| printer.is_named(**t)) {
        let sort = if is_bool(pool, *term) { "Bool".into() } else { format!("(_ BitVec {})", pool.width(*term)) };
        let _ = writeln!(out, "(define-fun {term} () {sort} {})", printer.body(*term));
    }
    for term in script.assertions {
        let _ = writeln!(out, "(assert {})", printer.as_bool(*term));
    }
    out.push_str("(check-sat)\n");
    ask(&mut out, &printer, script, &inputs);
    out
}

fn ask(out: &mut String, printer: &Printer, script: SmtScript, inputs: &[InputByte]) {
    let names = inputs.iter().filter(|_| script.inputs).map(|b| input_name(*b));
    let asked: Vec<String> = script.values.iter().map(|t| printer.as_bits(*t)).chain(names).collect();
    if !asked.is_empty() {
        let _ = writeln!(out, "(get-value ({}))", asked.join(" "));
    }
}

/// Whether the term is printed with sort `Bool`.
fn is_bool(pool: &Pool, t: Term) -> bool {
    let node = pool.node(t);
    node.op.is_comparison() || node.width() == 1 && matches!(node.op, Op::Not | Op::And | Op::Or | Op::Xor | Op::Ite)
}

/// Prints terms of one script.
pub(super) struct Printer<'a> {
    pub(super) pool: &'a Pool,
    named: FxHashMap<Term, bool>,
}

impl<'a> Printer<'a> {
    fn new(pool: &'a Pool, terms: &[Term]) -> Printer<'a> {
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        for node in terms.iter().map(|t| pool.node(*t)) {
            // These operators mention their operands more than once.
            let weight = if node.op.is_float() || node.op == Op::TableRead { 2 } else { 1 };
            node.args().for_each(|arg| *uses.entry(arg).or_default() += weight);
        }
        let mut depth: FxHashMap<Term, u32> = FxHashMap::default();
        let mut named: FxHashMap<Term, bool> = FxHashMap::default();
        for term in terms {
            let node = pool.node(*term);
            let inline = node.args().map(|t| depth[&t] + 1).max().unwrap_or(0);
            let name = node.arity() > 0 && (uses.get(term).is_some_and(|n| *n > 1) || inline >= MAX_INLINE);
            depth.insert(*term, if name { 0 } else { inline });
            named.insert(*term, name);
        }
        Printer { pool, named }
    }
    fn is_named(&self, t: Term) -> bool {
        self.named[&t]
    }
    /// The term where a `Bool` is wanted.
    fn as_bool(&self, t: Term) -> String {
        match self.pool.as_u64(t) {
            Some(value) => (value == 1).to_string(),
            None if is_bool(self.pool, t) => self.plain(t),
            None => format!("(= {} #b1)", self.plain(t)),
        }
    }
    /// The term where a bit-vector is wanted.
    pub(super) fn as_bits(&self, t: Term) -> String {
        if is_bool(self.pool, t) { format!("(ite {} #b1 #b0)", self.plain(t)) } else { self.plain(t) }
    }
    fn plain(&self, t: Term) -> String {
        if self.is_named(t) { t.to_string() } else { self.body(t) }
    }
    /// The term's own expression. Recursion is bounded, since deep operands are named.
    fn body(&self, t: Term) -> String {
        let node = self.pool.node(t);
        let bits = |i: usize| self.as_bits(node.arg(i));
        match node.op {
            Op::Const | Op::WideConst => constant(&self.pool.as_bits(t).unwrap_or_else(|| Bits::zero(1))),
            Op::Input => input_name(node.input_byte()),
            Op::Concat => format!("(concat {} {})", bits(0), bits(1)),
            Op::Extract => format!("((_ extract {} {}) {})", node.lo() + node.width() - 1, node.lo(), bits(0)),
            Op::ZExt | Op::SExt => {
                let name = if node.op == Op::ZExt { "zero" } else { "sign" };
                format!("((_ {name}_extend {}) {})", node.width() - self.pool.width(node.arg(0)), bits(0))
            }
            Op::TableRead => self.table(&node),
            op if op.is_float() => self.float(&node),
            _ if is_bool(self.pool, t) => self.logic(&node),
            Op::Ite => format!("(ite {} {} {})", self.as_bool(node.arg(0)), bits(1), bits(2)),
            op => {
                let args: Vec<String> = (0..node.arity()).map(bits).collect();
                format!("(bv{} {})", op.name(), args.join(" "))
            }
        }
    }
    fn logic(&self, node: &Node) -> String {
        let name = match node.op {
            Op::Not | Op::And | Op::Or | Op::Xor | Op::Ite => {
                let args: Vec<String> = node.args().map(|t| self.as_bool(t)).collect();
                return format!("({} {})", node.op.name(), args.join(" "));
            }
            Op::Eq => "=".to_string(),
            op => format!("bv{}", op.name()),
        };
        format!("({name} {} {})", self.as_bits(node.arg(0)), self.as_bits(node.arg(1)))
    }
    /// A balanced tree over the index.
    fn table(&self, node: &Node) -> String {
        let index = node.arg(0);
        let table = self.pool.table(node.table());
        let width = self.pool.width(index);
        let reached = if width < 63 { table.len().min(1 << width) } else { table.len() };
        let tree = table_tree(table, &self.as_bits(index), width, 0, reached);
        if width < 63 && reached == 1 << width {
            return tree;
        }
        let end = constant(&Bits::from_u64(width, reached as u64));
        format!("(ite (bvult {} {end}) {tree} {})", self.as_bits(index), constant(&Bits::zero(table.width)))
    }
}

fn table_tree(table: &Table, index: &str, width: u32, from: usize, to: usize) -> String {
    let first = &table.values[from];
    if table.values[from..to].iter().all(|v| v == first) {
        return constant(first);
    }
    let middle = (from + to) / 2;
    let (low, high) = (table_tree(table, index, width, from, middle), table_tree(table, index, width, middle, to));
    format!("(ite (bvult {index} {}) {low} {high})", constant(&Bits::from_u64(width, middle as u64)))
}

/// A literal: hexadecimal if the width allows.
pub(super) fn constant(value: &Bits) -> String {
    let width = value.width();
    if width.is_multiple_of(4) {
        let digit = |i: u32| char::from_digit(value.extract(i * 4, 4).low() as u32, 16).unwrap_or('0');
        return format!("#x{}", (0..width / 4).rev().map(digit).collect::<String>());
    }
    format!("#b{}", (0..width).rev().map(|i| if value.bit(i) { '1' } else { '0' }).collect::<String>())
}
