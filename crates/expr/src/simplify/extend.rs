//! Zero and sign extension.

use crate::pool::Pool;
use crate::term::{Node, Op, Term};

impl Pool {
    /// Zero-extends to a width that is not smaller.
    pub fn zext(&mut self, a: Term, width: u32) -> Term {
        let node = self.node(a);
        match node.op {
            // match: zext x to its own width
            // result: x
            _ if node.width() == width => a,
            // match: zext c
            // result: the value
            op if op.is_const() => self.fold_node(Node::unary(Op::ZExt, width, a)),
            // match: zext (zext x)
            // result: zext x
            Op::ZExt => self.zext(node.arg(0), width),
            // match: zext (ite k c1 c2)
            // result: ite k (zext c1) (zext c2)
            Op::Ite if self.constant_choice(a).is_some() => {
                let (k, x, y) = (node.arg(0), node.arg(1), node.arg(2));
                let (x, y) = (self.zext(x, width), self.zext(y, width));
                self.ite(k, x, y)
            }
            _ => self.seal(Node::unary(Op::ZExt, width, a)),
        }
    }
    /// Sign-extends to a width that is not smaller.
    pub fn sext(&mut self, a: Term, width: u32) -> Term {
        let node = self.node(a);
        match node.op {
            // match: sext x to its own width
            // result: x
            _ if node.width() == width => a,
            // match: sext c
            // result: the value
            op if op.is_const() => self.fold_node(Node::unary(Op::SExt, width, a)),
            // match: sext x with x not negative
            // result: zext x
            _ if self.known_sign(a) == Some(false) => self.zext(a, width),
            // match: sext (sext x)
            // result: sext x
            Op::SExt => self.sext(node.arg(0), width),
            // match: sext (ite k c1 c2)
            // result: ite k (sext c1) (sext c2)
            Op::Ite if self.constant_choice(a).is_some() => {
                let (k, x, y) = (node.arg(0), node.arg(1), node.arg(2));
                let (x, y) = (self.sext(x, width), self.sext(y, width));
                self.ite(k, x, y)
            }
            _ => self.seal(Node::unary(Op::SExt, width, a)),
        }
    }
    /// Zero-extends or cuts to the width.
    pub fn zext_or_cut(&mut self, a: Term, width: u32) -> Term {
        if width <= self.width(a) { self.extract(a, 0, width) } else { self.zext(a, width) }
    }
}
