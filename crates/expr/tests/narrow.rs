//! Operators at one to three bits, where constants like 1 and -1 coincide: every rule must hold there too.

use secateur_expr::{Assignment, InputByte, Node, Op, Pool, Term, eval};

fn agree(pool: &Pool, raw: Term, simple: Term) {
    for value in 0..64u8 {
        let mut inputs = Assignment::new();
        inputs.set(InputByte { input: 0, offset: 0 }, value);
        assert_eq!(
            eval(pool, raw, &inputs),
            eval(pool, simple, &inputs),
            "{} became {} for {value}",
            pool.text(raw),
            pool.text(simple)
        );
    }
}

#[test]
fn operators_with_constants_and_with_themselves() {
    for width in 1..=3 {
        let mut pool = Pool::new();
        let input = pool.input(InputByte { input: 0, offset: 0 });
        let (x, y) = (pool.extract(input, 0, width), pool.extract(input, 3, width));
        let mut operands = vec![x, y, pool.not(x), pool.neg(x), pool.add(x, y), pool.xor(x, y)];
        operands.extend((0..1 << width).map(|c| pool.constant(width, c)));
        for op in Op::ALL.iter().copied().filter(|o| o.is_int_binary()) {
            for a in operands.clone() {
                for b in operands.clone() {
                    let node = Node::binary(op, if op.is_comparison() { 1 } else { width }, a, b);
                    let (raw, simple) = (pool.intern(node), pool.build(node));
                    agree(&pool, raw, simple);
                    let (raw, simple) = (pool.intern(Node::unary(Op::Not, pool.width(raw), raw)), pool.not(simple));
                    agree(&pool, raw, simple);
                }
            }
        }
    }
}
