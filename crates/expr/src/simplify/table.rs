//! Reads of constant tables at a symbolic index.

use crate::bits::Bits;
use crate::pool::Pool;
use crate::table::TableId;
use crate::term::{Node, Op, Term};

impl Pool {
    /// The table's value at an index, zero past its end.
    pub fn table_read(&mut self, table: TableId, index: Term) -> Term {
        // match: table[c]
        // result: the value
        if let Some(i) = self.as_bits(index) {
            let value = self.table(table).get(&i);
            return self.constant_bits(&value);
        }
        // match: table[zext i]
        // result: table[i]
        if let Some(i) = self.inner(Op::ZExt, index) {
            return self.table_read(table, i);
        }
        let rule = self.table_choice(table, index).or_else(|| self.table_plain(table, index));
        rule.unwrap_or_else(|| {
            let width = self.table(table).width;
            self.seal(Node::new(Op::TableRead, width, index.0, table.0, 0))
        })
    }
    /// match: table[ite k c1 c2], table[k] with k of 1 bit
    /// result: ite k table[c1] table[c2], ite k table[1] table[0]
    fn table_choice(&mut self, table: TableId, index: Term) -> Option<Term> {
        let (k, yes, no) = if self.width(index) == 1 {
            (index, Bits::from_u64(1, 1), Bits::zero(1))
        } else {
            let (k, x, y) = self.constant_choice(index)?;
            (k, self.as_bits(x)?, self.as_bits(y)?)
        };
        let (yes, no) = (self.table(table).get(&yes), self.table(table).get(&no));
        let (yes, no) = (self.constant_bits(&yes), self.constant_bits(&no));
        Some(self.ite(k, yes, no))
    }
    /// Only where the index stays inside the table.
    fn table_plain(&mut self, table: TableId, index: Term) -> Option<Term> {
        let (lo, hi) = (self.facts(index).lo, self.facts(index).hi);
        let source = self.table(table);
        if self.width(index) > 64 || hi >= source.len() as u64 {
            return None;
        }
        let reached = &source.values[lo as usize..=hi as usize];
        let (first, width) = (reached[0].clone(), source.width);
        let equal = reached.iter().all(|v| *v == first);
        let identity = reached.iter().zip(lo..).all(|(v, i)| *v == Bits::from_u64(width, i));
        // match: table[i], all reachable values equal
        // result: that value
        if equal {
            return Some(self.constant_bits(&first));
        }
        // match: table[i], every reachable value its own index
        // result: i, extended or cut
        identity.then(|| self.zext_or_cut(index, width))
    }
}
