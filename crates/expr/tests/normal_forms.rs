//! That rules fire: what constructors make of typical terms. (That they are sound is tested elsewhere.)

use secateur_expr::{Bits, InputByte, Pool, Term};

type Make = fn(&mut Pool, Term, Term) -> Term;

/// x and y are two bytes, in the text i0[0] and i0[1].
fn check(make: Make, expected: &str) {
    let mut pool = Pool::new();
    let [x, y] = [0, 1].map(|offset| pool.input(InputByte { input: 0, offset }));
    let term = make(&mut pool, x, y);
    assert_eq!(pool.text(term), expected);
}

fn c(p: &mut Pool, value: u64) -> Term {
    p.constant(8, value)
}
fn c32(p: &mut Pool, value: u64) -> Term {
    p.constant(32, value)
}
fn int(p: &mut Pool, x: Term) -> Term {
    p.zext(x, 32)
}

macro_rules! cases {
    ($($name:ident: |$p:ident, $x:ident, $y:ident| $body:block => $expected:literal;)*) => {
        $(#[test] fn $name() { check(|$p, $x, $y| { let _ = ($x, $y); $body }, $expected); })*
    };
}

cases! {
    sums_collect_constants: |p, x, y| { let k = c(p, 3); let a = p.add(x, k); let b = p.sub(y, k); p.add(b, a) } => "(add i0[0] i0[1])";
    operands_are_ordered: |p, x, y| { p.mul(y, x) } => "(mul i0[0] i0[1])";
    differences_cancel: |p, x, y| { let s = p.add(x, y); p.sub(s, x) } => "i0[1]";
    equality_moves_constants: |p, x, y| { let k = c(p, 250); let s = p.add(x, k); let d = c(p, 1); p.eq(s, d) } => "(eq i0[0] 7:8)";
    equality_narrows: |p, x, y| { let w = int(p, x); let k = c32(p, 48); p.eq(w, k) } => "(eq i0[0] 0x30:8)";
    equality_out_of_range: |p, x, y| { let w = int(p, x); let k = c32(p, 256); p.eq(w, k) } => "0:1";
    equality_splits: |p, x, y| { let w = p.concat(y, x); let k = p.constant(16, 0x1203); p.eq(w, k) } => "(and (eq i0[0] 3:8) (eq i0[1] 0x12:8))";
    equality_by_xor: |p, x, y| { let w = p.xor(x, y); let k = c(p, 0); p.eq(w, k) } => "(eq i0[0] i0[1])";
    odd_factors_divide: |p, x, y| { let k = c(p, 3); let t = p.mul(x, k); let d = c(p, 9); p.eq(t, d) } => "(eq i0[0] 3:8)";
    orders_narrow: |p, x, y| { let (a, b) = (int(p, x), int(p, y)); p.slt(a, b) } => "(ult i0[0] i0[1])";
    orders_of_signs_narrow: |p, x, y| { let (a, b) = (p.sext(x, 32), p.sext(y, 64)); let a = p.sext(a, 64); p.sle(a, b) } => "(sle i0[0] i0[1])";
    negation_flips_orders: |p, x, y| { let l = p.ult(x, y); p.not(l) } => "(ule i0[1] i0[0])";
    at_most_is_below: |p, x, y| { let k = c(p, 9); p.ule(x, k) } => "(ult i0[0] 0xa:8)";
    below_one_is_zero: |p, x, y| { let k = c(p, 1); p.ult(x, k) } => "(eq i0[0] 0:8)";
    below_zero_is_a_bit: |p, x, y| { let k = c(p, 0); p.slt(x, k) } => "(extract 7..8 i0[0])";
    ranges_decide: |p, x, y| { let w = int(p, x); let k = c32(p, 300); p.ult(w, k) } => "1:1";
    shifts_are_wiring: |p, x, y| { let k = c(p, 3); p.shl(x, k) } => "(concat (extract 0..5 i0[0]) 0:3)";
    masks_are_wiring: |p, x, y| { let k = c(p, 0x3c); p.and(x, k) } => "(zext 8 (concat (extract 2..6 i0[0]) 0:2))";
    bytes_assemble: |p, x, y| { let (a, b) = (int(p, x), int(p, y)); let k = c32(p, 8); let h = p.shl(b, k); p.or(h, a) } => "(zext 32 (concat i0[1] i0[0]))";
    bytes_assemble_by_sum: |p, x, y| { let (a, b) = (int(p, x), int(p, y)); let k = c32(p, 256); let h = p.mul(b, k); p.add(a, h) } => "(zext 32 (concat i0[1] i0[0]))";
    stored_signs_load_again: |p, x, y| {
        let w = p.sext(x, 32);
        let bytes = [0, 8, 16, 24].map(|lo| p.extract(w, lo, 8));
        let a = p.concat(bytes[1], bytes[0]);
        let b = p.concat(bytes[3], bytes[2]);
        p.concat(b, a)
    } => "(sext 32 i0[0])";
    stored_sums_load_again: |p, x, y| {
        let (a, b) = (int(p, x), int(p, y));
        let w = p.add(a, b);
        let bytes = [0, 8, 16, 24].map(|lo| p.extract(w, lo, 8));
        bytes[1..].iter().fold(bytes[0], |low, high| p.concat(*high, low))
    } => "(zext 32 (add (zext 9 i0[0]) (zext 9 i0[1])))";
    stored_words_load_again: |p, x, y| {
        let (a, b) = (p.concat(x, y), p.concat(y, x));
        let w = p.add(a, b);
        let bytes = [0, 8].map(|lo| p.extract(w, lo, 8));
        let again = p.concat(bytes[1], bytes[0]);
        p.eq(again, w)
    } => "1:1";
    promoted_sums_narrow: |p, x, y| { let (a, b) = (int(p, x), int(p, y)); let w = p.add(a, b); p.extract(w, 0, 8) } => "(add i0[0] i0[1])";
    remainders_by_powers: |p, x, y| { let k = c(p, 16); p.urem(x, k) } => "(zext 8 (extract 0..4 i0[0]))";
    signed_division_of_bytes: |p, x, y| { let w = int(p, x); let k = c32(p, 10); p.sdiv(w, k) } => "(zext 32 (udiv i0[0] 0xa:8))";
    conditions_extend: |p, x, y| { let k = p.eq(x, y); let (a, b) = (c32(p, 1), c32(p, 0)); p.ite(k, a, b) } => "(zext 32 (eq i0[0] i0[1]))";
    truth_of_conditions: |p, x, y| { let k = p.eq(x, y); let w = p.zext(k, 32); let z = c32(p, 0); p.ne(w, z) } => "(eq i0[0] i0[1])";
    choices_of_constants: |p, x, y| { let k = p.eq(x, y); let (a, b) = (c(p, 5), c(p, 9)); let t = p.ite(k, a, b); p.eq(t, b) } => "(not (eq i0[0] i0[1]))";
    same_condition_twice: |p, x, y| { let k = p.ult(x, y); let t = p.ite(k, x, y); p.ite(k, t, x) } => "i0[0]";
    contradictions: |p, x, y| { let k = p.ult(x, y); let n = p.not(k); p.and(k, n) } => "0:1";
    absorption: |p, x, y| { let k = p.ult(x, y); let e = p.eq(x, y); let o = p.or(k, e); p.and(o, k) } => "(ult i0[0] i0[1])";
    tables_invert: |p, x, y| {
        let values = (0..256).map(|i| Bits::from_u64(8, i ^ 0x20)).collect();
        let t = p.add_table(8, values);
        let r = p.table_read(t, x);
        let k = c(p, 0x61);
        p.eq(r, k)
    } => "(eq i0[0] 0x41:8)";
    identity_tables: |p, x, y| {
        let values = (0..256).map(|i| Bits::from_u64(32, i)).collect();
        let t = p.add_table(32, values);
        let i = p.zext(x, 64);
        p.table_read(t, i)
    } => "(zext 32 i0[0])";
}

/// What a pool was used for before does not show in the terms that are made in it: a path that is followed again, after all
/// terms were forgotten or in another worker, has the same ones.
#[test]
fn terms_do_not_depend_on_what_was_made_before() {
    let made = |before: &[u32]| {
        let mut pool = Pool::new();
        let bytes: Vec<Term> =
            before.iter().map(|offset| pool.input(InputByte { input: 0, offset: *offset })).collect();
        let wide: Vec<Term> = bytes.iter().map(|byte| pool.zext(*byte, 64)).collect();
        for pair in wide.windows(2) {
            let sum = pool.sub(pair[1], pair[0]);
            pool.neg(sum);
        }
        let [a, b, c] = [0, 1, 2].map(|offset| {
            let byte = pool.input(InputByte { input: 0, offset });
            pool.zext(byte, 64)
        });
        let two = pool.constant(64, 2);
        let (long, product) = (pool.shl(b, two), pool.mul(a, c));
        let less = pool.neg(long);
        let both = pool.sub(less, a);
        let table = pool.add_table(64, (0..3).map(|i| Bits::from_u64(64, 7 * i)).collect());
        let read = pool.table_read(table, c);
        let sum = pool.add(both, product);
        let sum = pool.add(sum, read);
        let is_same = pool.eq(sum, c);
        let is_less = pool.ult(product, sum);
        let condition = pool.and(is_same, is_less);
        pool.text(condition)
    };
    let first = made(&[]);
    for before in [&[2, 1, 0][..], &[1, 2, 0], &[1, 0, 2], &[2, 0, 1], &[0, 2, 1]] {
        assert_eq!(made(before), first, "after {before:?}");
    }
}
