//! The pool: every term, its facts, and the side tables for wide constants and tables.
//!
//! This file has what does not simplify; the constructors are in `simplify/`.

use crate::bits::{Bits, mask};
use crate::facts::Facts;
use crate::fold;
use crate::intern::{Interner, hash_words};
use crate::support::{Support, Supports};
use crate::table::{Table, TableId};
use crate::term::{InputByte, Node, Op, Term};
use crate::transfer;

/// Owns terms. Ids are given in the order of creation, so the same calls give the same ids.
#[derive(Clone, Default)]
pub struct Pool {
    nodes: Vec<Node>,
    facts: Vec<Facts>,
    /// What each term is, as a number in which no ids are.
    forms: Vec<u64>,
    index: Interner,
    wide: Vec<Bits>,
    wide_index: Interner,
    tables: Vec<Table>,
    table_index: Interner,
    supports: Supports,
    /// How deep rules that push an operator into its operands are nested now.
    pub(crate) nesting: u32,
}

impl Pool {
    pub fn new() -> Pool {
        Pool::default()
    }
    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
    pub fn node(&self, t: Term) -> Node {
        self.nodes[t.index()]
    }
    pub fn facts(&self, t: Term) -> &Facts {
        &self.facts[t.index()]
    }
    pub fn width(&self, t: Term) -> u32 {
        self.nodes[t.index()].width()
    }
    pub fn op(&self, t: Term) -> Op {
        self.nodes[t.index()].op
    }
    pub fn support(&self, t: Term) -> Support {
        self.facts[t.index()].support
    }
    /// The bytes of a support set, in order.
    pub fn support_bytes(&self, set: Support) -> Vec<InputByte> {
        self.supports.bytes(set)
    }
    /// Whether something holds for each part of a set: a mask of 64 neighbouring bytes, from the one that is named on.
    pub fn support_parts(&self, set: Support, holds: impl FnMut(InputByte, u64) -> bool) -> bool {
        self.supports.all_parts(set, holds)
    }
    pub fn support_len(&self, set: Support) -> usize {
        self.supports.len(set)
    }
    pub fn support_contains(&self, set: Support, byte: InputByte) -> bool {
        self.supports.contains(set, byte)
    }
    /// Whether all bytes of the second set are in the first.
    pub fn support_includes(&self, whole: Support, part: Support) -> bool {
        self.supports.includes(whole, part)
    }
    pub fn supports_intersect(&self, a: Support, b: Support) -> bool {
        self.supports.intersects(a, b)
    }
    #[inline]
    pub fn support_union(&mut self, a: Support, b: Support) -> Support {
        match (a == b || b.is_empty(), a.is_empty()) {
            (true, _) => a,
            (_, true) => b,
            _ => self.supports.union(a, b),
        }
    }

    pub fn is_const(&self, t: Term) -> bool {
        self.op(t).is_const()
    }
    /// The value of a constant of at most 64 bits.
    pub fn as_u64(&self, t: Term) -> Option<u64> {
        let node = &self.nodes[t.index()];
        (node.op == Op::Const).then(|| u64::from(node.a) | u64::from(node.b) << 32)
    }
    /// The value of a constant.
    pub fn as_bits(&self, t: Term) -> Option<Bits> {
        let node = self.node(t);
        node.op.is_const().then(|| fold::value(self, &node, |_| unreachable!("constants have no operands")))
    }
    pub fn is_zero(&self, t: Term) -> bool {
        self.is_value(t, 0, Bits::is_zero)
    }
    pub fn is_ones(&self, t: Term) -> bool {
        self.is_value(t, mask(self.width(t)), Bits::is_ones)
    }
    fn is_value(&self, t: Term, narrow: u64, wide: impl Fn(&Bits) -> bool) -> bool {
        let node = &self.nodes[t.index()];
        match node.op {
            Op::Const => u64::from(node.a) | u64::from(node.b) << 32 == narrow,
            Op::WideConst => wide(&self.wide[node.a as usize]),
            _ => false,
        }
    }
    pub(crate) fn wide_constant(&self, index: u32) -> &Bits {
        &self.wide[index as usize]
    }
    pub fn table(&self, id: TableId) -> &Table {
        &self.tables[id.0 as usize]
    }

    /// A constant; the value is cut to the width.
    pub fn constant(&mut self, width: u32, value: u64) -> Term {
        if width > 64 {
            return self.constant_bits(&Bits::from_u64(width, value));
        }
        let value = value & mask(width);
        self.intern(Node::new(Op::Const, width, value as u32, (value >> 32) as u32, 0))
    }
    pub fn constant_bits(&mut self, value: &Bits) -> Term {
        if value.width() <= 64 {
            return self.constant(value.width(), value.low());
        }
        let code = hash_words(value.words()) ^ u64::from(value.width());
        let wide = &self.wide;
        let id = self.wide_index.find(code, |id| wide[id as usize] == *value).unwrap_or_else(|| {
            let id = self.wide.len() as u32;
            self.wide.push(value.clone());
            let wide = &self.wide;
            let hash_of = |id| hash_words(wide[id as usize].words()) ^ u64::from(wide[id as usize].width());
            self.wide_index.insert(code, id, hash_of);
            id
        });
        self.intern(Node::new(Op::WideConst, value.width(), id, 0, 0))
    }
    pub fn zero(&mut self, width: u32) -> Term {
        self.constant(width, 0)
    }
    pub fn ones(&mut self, width: u32) -> Term {
        if width <= 64 { self.constant(width, u64::MAX) } else { self.constant_bits(&Bits::ones(width)) }
    }
    pub fn bool(&mut self, value: bool) -> Term {
        self.constant(1, u64::from(value))
    }
    pub fn input(&mut self, byte: InputByte) -> Term {
        self.intern(Node::new(Op::Input, 8, byte.input, byte.offset, 0))
    }
    /// Registers a constant table.
    pub fn add_table(&mut self, width: u32, values: Vec<Bits>) -> TableId {
        let table = Table::new(width, values);
        let code = table.hash;
        if let Some(id) = self.table_index.find(code, |id| self.tables[id as usize] == table) {
            return TableId(id);
        }
        let id = self.tables.len() as u32;
        self.tables.push(table);
        let tables = &self.tables;
        self.table_index.insert(code, id, |id| tables[id as usize].hash);
        TableId(id)
    }

    /// The term of a node as it stands, with no simplification. For tests and special callers; the
    /// constructors are what others want.
    pub fn intern(&mut self, node: Node) -> Term {
        let hash = hash_words(&node.words());
        if let Some(id) = self.find(hash, &node) {
            return Term(id);
        }
        let facts = self.facts_of(&node);
        self.push(hash, node, facts)
    }
    /// As [`Pool::intern`], but a node whose facts leave one value becomes that constant.
    pub(crate) fn seal(&mut self, node: Node) -> Term {
        let hash = hash_words(&node.words());
        if let Some(id) = self.find(hash, &node) {
            return Term(id);
        }
        let facts = self.facts_of(&node);
        if facts.lo == facts.hi && node.width <= 64 {
            return self.constant(node.width(), facts.lo);
        }
        self.push(hash, node, facts)
    }
    fn find(&self, hash: u64, node: &Node) -> Option<u32> {
        self.index.find(hash, |id| self.nodes[id as usize] == *node)
    }
    fn push(&mut self, hash: u64, node: Node, facts: Facts) -> Term {
        let id = u32::try_from(self.nodes.len()).expect("more than 2^32 terms");
        self.forms.push(self.form(&node));
        self.nodes.push(node);
        self.facts.push(facts);
        let nodes = &self.nodes;
        self.index.insert(hash, id, |id| hash_words(&nodes[id as usize].words()));
        Term(id)
    }

    /// Above, the first byte that it mentions, as far as that fits; below, a hash. The same for the same term in every pool,
    /// whatever was made there before.
    fn form(&self, node: &Node) -> u64 {
        const HASH: u64 = (1 << 48) - 1;
        let form = |i: usize| self.forms[node.arg(i).index()];
        let first = match node.op {
            Op::Input => u64::from(node.a.min(15)) << 12 | u64::from(node.b.min(4095)),
            _ => (0..node.arity()).map(|i| form(i) >> 48).min().unwrap_or(u64::MAX >> 48),
        };
        let own = node.without_operands();
        let [a, b] = [own as u64, (own >> 64) as u64];
        let hash = match node.op {
            Op::WideConst => hash_words(self.wide[node.a as usize].words()),
            Op::TableRead => hash_words(&[u64::from(node.width), self.tables[node.table().0 as usize].hash, form(0)]),
            _ => match node.arity() {
                0 => hash_words(&[a, b]),
                1 => hash_words(&[a, b, form(0)]),
                2 => hash_words(&[a, form(0), form(1)]),
                _ => hash_words(&[a, form(0), form(1), form(2)]),
            },
        };
        first << 48 | hash & HASH
    }
    /// Where a term comes among others: shallow ones first, the rest by their forms. The order does not depend on what else
    /// the pool has, so a path that is followed again in another pool has the same terms, and decides the same.
    pub(crate) fn place(&self, t: Term) -> (u32, u64, Term) {
        (self.facts[t.index()].depth, self.forms[t.index()], t)
    }

    fn facts_of(&mut self, node: &Node) -> Facts {
        let mut facts = self.value_facts(node, |i| self.facts[node.arg(i).index()]);
        if node.width <= 64 {
            facts = facts.refined(node.width());
        }
        if node.op == Op::Input {
            facts.support = self.supports.singleton(node.input_byte());
        }
        for arg in node.args() {
            let Facts { support, depth, size, .. } = self.facts[arg.index()];
            facts.support = self.supports.union(facts.support, support);
            facts.depth = facts.depth.max(depth + 1);
            facts.size = facts.size.saturating_add(size);
        }
        facts
    }
    /// Range and known bits of a node from those of its operands, for one who knows more of them than the pool
    /// does. Comparisons are decided too; the support stays empty.
    pub fn facts_given(&self, node: &Node, fact: impl Fn(usize) -> Facts) -> Facts {
        let w = node.width();
        if w > 64 {
            return Facts::full(w);
        }
        let narrow = node.args().all(|t| self.width(t) <= 64);
        if node.op.is_comparison() && !node.op.is_float() && narrow {
            return transfer::compare(node.op, self.width(node.arg(0)), &fact(0), &fact(1));
        }
        self.value_facts(node, fact).refined(w)
    }
    fn value_facts(&self, node: &Node, fact: impl Fn(usize) -> Facts) -> Facts {
        let w = node.width();
        let width = |i: usize| self.width(node.arg(i));
        match node.op {
            _ if w > 64 => Facts::full(w),
            Op::Const => Facts::constant(w, u64::from(node.a) | u64::from(node.b) << 32),
            Op::Not => transfer::not(w, &fact(0)),
            Op::Neg => transfer::binary(Op::Sub, w, &Facts::constant(w, 0), &fact(0)),
            Op::Concat => transfer::concat(w, &fact(0), &fact(1), width(1)),
            Op::Extract if width(0) <= 64 => transfer::extract(w, &fact(0), node.lo()),
            Op::ZExt => transfer::zext(w, &fact(0), width(0)),
            Op::SExt => transfer::sext(w, &fact(0), width(0)),
            Op::Ite => transfer::ite(w, &fact(1), &fact(2)),
            Op::TableRead => self.table_facts(node, &fact(0)),
            op if op.is_int_binary() && !op.is_comparison() => transfer::binary(op, w, &fact(0), &fact(1)),
            _ => Facts::full(w),
        }
    }
    fn table_facts(&self, node: &Node, index: &Facts) -> Facts {
        let table = self.table(node.table());
        let (lo, hi) = table.range;
        let inside = self.width(node.arg(0)) <= 64 && index.hi < table.len() as u64;
        let lo = if inside { lo } else { 0 };
        let ones = if inside { table.known.1 } else { 0 };
        Facts { zeros: table.known.0, ones, ..Facts::range(node.width(), lo, hi) }
    }
}
