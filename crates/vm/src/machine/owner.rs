//! Which object a pointer belongs to, where its address alone would name another one.
//!
//! An offset of some GiB leaves the range of addresses that an object has (see [`crate::addr`]). The object that the
//! program meant is still known where the sum is: as the constant part of a symbolic address, and at a concrete access as
//! the base that the accessing instruction adds an index to. What it loses: a sum that was computed concretely
//! before the instruction that uses it, and a constant displacement of a multiple of 4 GiB.

use super::Machine;
use crate::addr;
use crate::memory::Fault;
use secateur_expr::{Op as TermOp, Pool, Term};
use secateur_ir::{Op, Operand, Reg};

/// Nodes of an address that are looked at. Constants of sums stand outermost, so the first ones tell.
const MOST_NODES: usize = 64;

/// How far outside its object a base may point, with the constant displacements of an access.
const NEAR: i64 = 1 << 20;

impl Machine<'_> {
    /// The object that the constant part of a symbolic address names.
    pub(super) fn own_object(&self, address: Term) -> Option<u32> {
        let pool = &self.sym.as_ref()?.pool;
        let constant = constant_part(pool, address);
        let id = addr::id(constant);
        let size = self.memory.info(id)?.size() as i64;
        // Further away, it is more likely a constant of the index that leads from one object to another.
        (-NEAR..=size + NEAR).contains(&addr::signed_offset(constant)).then_some(id)
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
/// off and adds the high ones; where high bits are zero, it adds fewer.
///
/// *Invariant:* only terms that reach up to the address's highest bit are looked into, where arithmetic is the
/// address's own. A constant of a narrower number is a part of an index, and may stand for a negative one.
fn constant_part(pool: &Pool, address: Term) -> u64 {
    let mut sum = 0u64;
    let mut left = std::collections::VecDeque::from([Summand { term: address, up: 0, minus: false }]);
    let mut top = 64;
    for step in 0..MOST_NODES {
        let Some(Summand { term, up, minus }) = left.pop_front() else { break };
        let node = pool.node(term);
        let mut add = |i: usize, up: i32, minus: bool| left.push_back(Summand { term: node.arg(i), up, minus });
        if let Some(value) = pool.as_u64(term) {
            let moved = if up >= 0 { value.checked_shl(up as u32) } else { value.checked_shr(up.unsigned_abs()) };
            let value = moved.unwrap_or(0);
            sum = if minus { sum.wrapping_sub(value) } else { sum.wrapping_add(value) };
            continue;
        }
        if node.width() as i32 + up != top {
            continue;
        }
        match node.op {
            TermOp::Add => (0..2).for_each(|i| add(i, up, minus)),
            TermOp::Sub => (0..2).for_each(|i| add(i, up, minus != (i == 1))),
            TermOp::Neg => add(0, up, !minus),
            TermOp::Concat => {
                let low = pool.width(node.arg(1)) as i32;
                add(0, up + low, minus);
                add(1, up, minus);
            }
            // The whole address, and not a summand: nothing else was looked at yet.
            TermOp::ZExt if step == 0 => {
                top = pool.width(node.arg(0)) as i32;
                add(0, up, minus);
            }
            // The high part of a sum: what is carried into it is of no weight.
            TermOp::Extract if node.lo() + node.width() == pool.width(node.arg(0)) => {
                add(0, up - node.lo() as i32, minus);
            }
            _ => {}
        }
    }
    sum
}

/// A part of a sum, whose lowest bit is so far up in it (below it, if negative).
struct Summand {
    term: Term,
    up: i32,
    minus: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_expr::InputByte;

    fn int(pool: &mut Pool) -> Term {
        let bytes: Vec<Term> = (0..4).map(|offset| pool.input(InputByte { input: 0, offset })).collect();
        bytes.into_iter().reduce(|low, high| pool.concat(high, low)).expect("four bytes")
    }

    /// `base + sext(i) * scale + disp`, of a 32-bit input.
    fn address(pool: &mut Pool, base: u64, scale: u64, disp: u64) -> Term {
        let index = int(pool);
        let index = pool.sext(index, 64);
        element(pool, index, base, scale, disp)
    }

    fn element(pool: &mut Pool, index: Term, base: u64, scale: u64, disp: u64) -> Term {
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
    fn constants_of_an_index_are_no_part_of_the_address() {
        let mut pool = Pool::new();
        for (scale, less) in [(1, 1), (4, 1), (4, 600_000_000), (16, 1), (24, 7), (4096, 1)] {
            let (index, less) = (int(&mut pool), pool.constant(32, less));
            let index = pool.sub(index, less);
            for index in [pool.sext(index, 64), pool.zext(index, 64)] {
                let term = element(&mut pool, index, addr::of(7), scale, 0);
                assert_eq!(addr::id(constant_part(&pool, term)), 7, "scale {scale}");
            }
            // A byte, so that sums have fewer bits.
            let byte = pool.input(InputByte { input: 1, offset: 0 });
            let byte = pool.zext(byte, 64);
            let term = element(&mut pool, byte, addr::of(7), scale, 0);
            assert_eq!(addr::id(constant_part(&pool, term)), 7, "scale {scale}");
        }
    }

    #[test]
    fn an_index_is_no_address() {
        let mut pool = Pool::new();
        let term = address(&mut pool, 0, 4, 8);
        assert_eq!(addr::id(constant_part(&pool, term)), 0);
    }
}
