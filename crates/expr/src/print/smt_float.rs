//! Floating point in SMT-LIB: the same results as `float.rs`, NaN payloads and out-of-range conversions
//! included, which the standard leaves open and this spells out.
//!
//! 80-bit values lose their integer bit on the way in and get the canonical one on the way out, so
//! encodings that no operation makes (unnormals, pseudo-denormals) are outside this model.

use super::smt::{Printer, constant};
use crate::bits::Bits;
use crate::float::{conversion_failure, conversion_width, default_nan, quiet_bit};
use crate::term::{Format, Node, Op, Rounding};

const MODES: [&str; 5] = ["RNE", "RNA", "RTP", "RTN", "RTZ"];

fn sort(format: Format) -> &'static str {
    ["8 24", "11 53", "15 64"][format as usize]
}

/// A bit-vector as a number.
fn number(format: Format, bits: &str) -> String {
    match format {
        Format::F80 => format!("((_ to_fp 15 64) (concat ((_ extract 79 64) {bits}) ((_ extract 62 0) {bits})))"),
        _ => format!("((_ to_fp {}) {bits})", sort(format)),
    }
}

/// A number called `f` as a bit-vector.
fn encoded(format: Format) -> String {
    if format != Format::F80 {
        return "(fp.to_ieee_bv f)".into();
    }
    let integer = format!("(ite (= ((_ extract 77 63) b) {}) #b0 #b1)", constant(&Bits::zero(15)));
    format!("(let ((b (fp.to_ieee_bv f))) (concat (concat ((_ extract 78 63) b) {integer}) ((_ extract 62 0) b)))")
}

impl Printer<'_> {
    pub(super) fn float(&self, node: &Node) -> String {
        let format = node.format();
        let bits: Vec<String> = node.args().map(|t| self.as_bits(t)).collect();
        let numbers: Vec<String> = bits.iter().map(|b| number(format, b)).collect();
        let mode = MODES[node.rounding() as usize];
        let result = match node.op {
            Op::FLt => return format!("(fp.lt {} {})", numbers[0], numbers[1]),
            Op::FLe => return format!("(fp.leq {} {})", numbers[0], numbers[1]),
            Op::FEq => return format!("(fp.eq {} {})", numbers[0], numbers[1]),
            Op::FToS | Op::FToU => return to_int(node, &numbers[0]),
            Op::SToF => return settled(format, &format!("((_ to_fp {}) RNE {})", sort(format), bits[0]), ""),
            Op::UToF => return settled(format, &format!("((_ to_fp_unsigned {}) RNE {})", sort(format), bits[0]), ""),
            Op::FToF => {
                let to = node.to_format();
                let value = format!("((_ to_fp {}) RNE {})", sort(to), numbers[0]);
                return settled(to, &value, &converted_nan(format, to, &bits[0]));
            }
            Op::FAdd => format!("(fp.add RNE {} {})", numbers[0], numbers[1]),
            Op::FSub => format!("(fp.sub RNE {} {})", numbers[0], numbers[1]),
            Op::FMul => format!("(fp.mul RNE {} {})", numbers[0], numbers[1]),
            Op::FDiv => format!("(fp.div RNE {} {})", numbers[0], numbers[1]),
            Op::FRem => fmod(&numbers[0], &numbers[1]),
            Op::FFma => format!("(fp.fma RNE {} {} {})", numbers[0], numbers[1], numbers[2]),
            Op::FSqrt => format!("(fp.sqrt RNE {})", numbers[0]),
            _ => format!("(fp.roundToIntegral {mode} {})", numbers[0]),
        };
        settled(format, &result, &first_nan(format, &bits))
    }
}

/// The bits of a number, with NaN replaced by the given bits.
fn settled(format: Format, value: &str, nan: &str) -> String {
    let encoded = encoded(format);
    if nan.is_empty() {
        return format!("(let ((f {value})) {encoded})");
    }
    format!("(let ((f {value})) (ite (fp.isNaN f) {nan} {encoded}))")
}

/// The first operand that is NaN, made quiet; else the default one.
fn first_nan(format: Format, operands: &[String]) -> String {
    let quiet = constant(&Bits::from_u128(format.width(), 1 << quiet_bit(format)));
    operands.iter().rev().fold(constant(&default_nan(format)), |rest, bits| {
        format!("(ite (fp.isNaN {}) (bvor {bits} {quiet}) {rest})", number(format, bits))
    })
}

fn converted_nan(from: Format, to: Format, bits: &str) -> String {
    let (short, long) = (quiet_bit(from), quiet_bit(to));
    let sign = from.width() - 1;
    let exponent = constant(&default_nan(to).extract(long + 1, to.width() - long - 2));
    let payload = if short == 0 || long == 0 {
        String::new()
    } else if long >= short {
        let fill = constant(&Bits::zero(long - short));
        format!("(concat ((_ extract {} 0) {bits}) {fill})", short - 1)
    } else {
        format!("((_ extract {} {}) {bits})", short - 1, short - long)
    };
    format!("(concat (concat (concat ((_ extract {sign} {sign}) {bits}) {exponent}) #b1) {payload})")
}

/// C's `fmod` by IEEE's remainder, which rounds the quotient to nearest instead of truncating it.
fn fmod(x: &str, y: &str) -> String {
    let remainder = format!("(fp.rem (fp.abs {x}) (fp.abs {y}))");
    let positive = format!("(ite (fp.isNegative r) (ite (fp.isZero r) r (fp.add RNE r (fp.abs {y}))) r)");
    format!("(let ((r {remainder})) (let ((m (fp.abs {positive}))) (ite (fp.isNegative {x}) (fp.neg m) m)))")
}

fn to_int(node: &Node, x: &str) -> String {
    let (width, signed) = (node.width(), node.op == Op::FToS);
    let through = conversion_width(width, signed);
    let low = if through == 65 { 63 } else { through - 1 };
    let power = |k: u32| (1u128 << k).to_string();
    let literal =
        |text: String| format!("((_ to_fp {}) {} {text})", sort(node.format()), MODES[Rounding::Zero as usize]);
    let (least, end) = (literal(format!("(- {}.0)", power(low))), literal(format!("{}.0", power(through - 1))));
    let failure = constant(&Bits::from_u128(through, conversion_failure(width, signed) as u128));
    let whole = format!("(fp.roundToIntegral RTZ {x})");
    let inside = format!("(and (fp.leq {least} r) (fp.lt r {end}))");
    let value = format!("(let ((r {whole})) (ite {inside} ((_ fp.to_sbv {through}) RTZ r) {failure}))");
    if width <= through {
        format!("((_ extract {} 0) {value})", width - 1)
    } else {
        format!("((_ {}_extend {}) {value})", if signed { "sign" } else { "zero" }, width - through)
    }
}
