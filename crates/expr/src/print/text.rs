//! The compact text form: `(add i0[3] 9:8)`, with constants as value and width.

use crate::pool::Pool;
use crate::term::{Node, Op, Term};
use crate::traverse::cone;
use std::fmt::Write;

/// Below this depth a term is shown by its id only.
const MAX_DEPTH: u32 = 8;

impl Pool {
    /// One term on one line; operands deeper than eight levels appear as ids.
    pub fn text(&self, term: Term) -> String {
        self.text_to(term, MAX_DEPTH)
    }
    fn text_to(&self, term: Term, depth: u32) -> String {
        let node = self.node(term);
        if node.arity() == 0 {
            return self.leaf_text(term, &node);
        }
        if depth == 0 {
            return term.to_string();
        }
        let mut out = format!("({}", self.head(&node));
        for arg in node.args() {
            let _ = write!(out, " {}", self.text_to(arg, depth - 1));
        }
        out + ")"
    }
    fn leaf_text(&self, term: Term, node: &Node) -> String {
        match (node.op, self.as_u64(term), self.as_bits(term)) {
            (Op::Input, _, _) => node.input_byte().to_string(),
            (_, Some(value), _) if value < 10 => format!("{value}:{}", node.width()),
            (_, Some(value), _) => format!("{value:#x}:{}", node.width()),
            (_, _, Some(bits)) => {
                let digits: String = bits.words().iter().rev().map(|w| format!("{w:016x}")).collect();
                format!("0x{}:{}", digits.trim_start_matches('0'), node.width())
            }
            _ => term.to_string(),
        }
    }
    /// The operator with its immediates.
    fn head(&self, node: &Node) -> String {
        let name = node.op.name();
        match node.op {
            Op::Extract => format!("{name} {}..{}", node.lo(), node.lo() + node.width()),
            Op::ZExt | Op::SExt => format!("{name} {}", node.width()),
            Op::TableRead => format!("{name} {}[{}]", node.table().0, self.table(node.table()).len()),
            Op::FRound => format!("{name} {:?} {:?}", node.format(), node.rounding()),
            Op::FToF => format!("{name} {:?} {:?}", node.format(), node.to_format()),
            Op::FToS | Op::FToU => format!("{name} {:?} {}", node.format(), node.width()),
            op if op.is_float() => format!("{name} {:?}", node.format()),
            _ => name.to_string(),
        }
    }
    /// All terms that the roots are made of, one a line, operands first: `t7 = (add t3 t5) : 32`.
    pub fn dump(&self, roots: &[Term]) -> String {
        let mut out = String::new();
        for term in cone(self, roots) {
            let node = self.node(term);
            let _ = if node.arity() == 0 {
                writeln!(out, "{term} = {}", self.leaf_text(term, &node))
            } else {
                let args: String = node.args().map(|t| format!(" {t}")).collect();
                writeln!(out, "{term} = ({}{args}) : {}", self.head(&node), node.width())
            };
        }
        out
    }
}
