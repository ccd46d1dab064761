//! Which object a pointer belongs to, where its address alone would name another one.
//!
//! An offset of some GiB leaves the range of addresses that an object has (see [`crate::addr`]). The object that the
//! program meant is still known where the sum is: as the constant part of a symbolic address, and at a concrete access as
//! the base that the accessing instruction adds an index to. What it loses: a sum that was computed concretely
//! before the instruction that uses it, and a constant that is itself that far away.

use super::Machine;
use crate::addr;
use crate::memory::Fault;
use secateur_expr::{Op as TermOp, Pool, Term};
use secateur_ir::{Op, Operand, Reg};

/// Nodes of an address that are looked at. Constants of sums stand outermost, so the first ones tell.
const MOST_NODES: usize = 64;

impl Machine<'_> {
    /// The object that the constant part of a symbolic address names.
    pub(super) fn own_object(&self, address: Term) -> Option<u32> {
        let pool = &self.sym.as_ref()?.pool;
        let id = addr::id(constant_part(pool, address));
        self.memory.info(id).map(|_| id)
    }

    /// The same fault, judged against the object whose address the running load or store adds to.
    pub(super) fn of_own_object(&self, fault: Fault) -> Fault {
        match self.base_of_access().filter(|id| *id != addr::id(fault.addr)) {
            Some(id) => self.memory.fault_of(id, fault.addr, fault.size, fault.write),
            None => fault,
        }
    }

    fn base_of_access(&self) -> Option<u32> {
        let site = self.site();
        let code = self.program.existing_code(site.function);
        let range = code.origins[site.at as usize].ops.clone();
        let ops = &code.ops[range.start as usize..range.end as usize];
        let address = ops.iter().rev().find_map(|op| match op {
            Op::Load { addr, .. } | Op::Store { addr, .. } => Some(*addr),
            _ => None,
        });
        let mut base = address?;
        let mut sums: Vec<Reg> = vec![];
        while let Some((sum, under)) = base.reg().and_then(|reg| sum_into(ops, reg)) {
            // Evaluating it overwrote what it was computed from.
            if sums.contains(&sum) || under.reg() == Some(sum) {
                return None;
            }
            sums.push(sum);
            base = under;
        }
        let at = match base {
            Operand::Reg(slot) if sums.is_empty() || sums.contains(&slot) => return None,
            Operand::Reg(slot) => {
                let at = self.frames.last()?.base as usize + slot.index();
                self.tags.get(at).is_none_or(|tag| *tag == 0).then(|| self.regs[at])?
            }
            Operand::Sym(symbol, add) => self.program.symbol_address(symbol).wrapping_add(add as u64),
            _ => return None,
        };
        self.memory.info(addr::id(at)).map(|_| addr::id(at))
    }
}

/// The sum that makes a slot, and what it adds to.
fn sum_into(ops: &[Op], slot: Reg) -> Option<(Reg, Operand)> {
    ops.iter().find_map(|op| match op {
        Op::PtrAdd { dst, base, .. } if *dst == slot => Some((*dst, *base)),
        _ => None,
    })
}

/// The sum of the constants in an address, through what the simplifier makes of sums: where low bits are known, it cuts them
/// off and adds the high ones. Constants of 32-bit numbers are part of an index, not of an address.
fn constant_part(pool: &Pool, address: Term) -> u64 {
    let mut sum = 0u64;
    // With how far the term's lowest bit is up in the address (below it, if negative), and whether it is subtracted.
    let mut left = std::collections::VecDeque::from([(address, 0i32, false)]);
    for _ in 0..MOST_NODES {
        let Some((term, up, minus)) = left.pop_front() else { break };
        let node = pool.node(term);
        match node.op {
            TermOp::Const => {
                let value = pool.as_u64(term).unwrap_or(0);
                let moved = if up >= 0 { value.checked_shl(up as u32) } else { value.checked_shr(up.unsigned_abs()) };
                let value = moved.unwrap_or(0);
                sum = if minus { sum.wrapping_sub(value) } else { sum.wrapping_add(value) };
            }
            TermOp::Add => left.extend(node.args().map(|part| (part, up, minus))),
            TermOp::Sub => left.extend([(node.arg(0), up, minus), (node.arg(1), up, !minus)]),
            TermOp::Neg => left.push_back((node.arg(0), up, !minus)),
            TermOp::Concat => {
                let low = pool.width(node.arg(1)) as i32;
                left.push_back((node.arg(0), up + low, minus));
                left.push_back((node.arg(1), up, minus));
            }
            TermOp::ZExt | TermOp::SExt if pool.width(node.arg(0)) as i32 + up > 32 => {
                left.push_back((node.arg(0), up, minus));
            }
            // The high part of a sum: what is carried into it is of no weight.
            TermOp::Extract if node.lo() + node.width() == pool.width(node.arg(0)) => {
                left.push_back((node.arg(0), up - node.lo() as i32, minus));
            }
            _ => {}
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_expr::InputByte;

    /// `base + sext(i) * scale + disp`, of a 32-bit input.
    fn address(pool: &mut Pool, base: u64, scale: u64, disp: u64) -> Term {
        let bytes: Vec<Term> = (0..4).map(|offset| pool.input(InputByte { input: 0, offset })).collect();
        let index = bytes.into_iter().reduce(|low, high| pool.concat(high, low)).expect("four bytes");
        let index = pool.sext(index, 64);
        let (base, scale, disp) = (pool.constant(64, base), pool.constant(64, scale), pool.constant(64, disp));
        let scaled = pool.mul(index, scale);
        let sum = pool.add(base, scaled);
        pool.add(sum, disp)
    }

    #[test]
    fn an_address_names_its_object_for_every_size_of_element() {
        let mut pool = Pool::new();
        for scale in [1, 2, 3, 4, 8, 12, 16, 24, 4096, 1u64.wrapping_neg(), 4u64.wrapping_neg()] {
            for disp in [0, 4, 7] {
                let term = address(&mut pool, addr::of(7), scale, disp);
                assert_eq!(addr::id(constant_part(&pool, term)), 7, "scale {scale}, displacement {disp}");
            }
        }
    }

    #[test]
    fn two_indices_and_a_mask_do_not_hide_it() {
        let mut pool = Pool::new();
        let row = address(&mut pool, addr::of(9), 16, 4);
        let column = address(&mut pool, 0, 4, 0);
        let sum = pool.add(row, column);
        assert_eq!(addr::id(constant_part(&pool, sum)), 9);
        let mask = pool.constant(64, !15);
        let aligned = pool.and(sum, mask);
        assert_eq!(addr::id(constant_part(&pool, aligned)), 9);
    }

    #[test]
    fn an_index_is_no_address() {
        let mut pool = Pool::new();
        let term = address(&mut pool, 0, 4, 8);
        assert_eq!(addr::id(constant_part(&pool, term)), 0);
    }
}
