//! Numbers as constants of C, exactly.

use super::text;
use secateur_front::ctypes::IntKind;

/// Brings a number into the range of a type, as the machine does.
pub fn wrap(value: i128, bits: u32, signed: bool) -> i128 {
    if bits == 0 || bits >= 128 {
        return value;
    }
    let low = value & ((1i128 << bits) - 1);
    if signed && low >> (bits - 1) & 1 == 1 { low - (1i128 << bits) } else { low }
}

/// The number in these bytes, least significant first.
pub fn from_bytes(bytes: &[u8], signed: bool) -> i128 {
    let mut all = [0; 16];
    let n = bytes.len().min(16);
    all[..n].copy_from_slice(&bytes[..n]);
    wrap(i128::from_le_bytes(all), n as u32 * 8, signed)
}

/// A constant of an integer type of at most 64 bits, which the value must be in the range of.
pub fn integer(value: i128, name: &str, kind: IntKind) -> String {
    if kind == IntKind::Char && name == "char" && (0x20..0x7f).contains(&value) {
        return text::char_literal(value as u8);
    }
    let suffix = if name.contains("long long") { "LL" } else { "L" };
    match value {
        v if v == i128::from(i64::MIN) => if suffix == "LL" { "LLONG_MIN" } else { "LONG_MIN" }.into(),
        v if v == i128::from(i32::MIN) => "INT_MIN".into(),
        v if i32::try_from(v).is_ok() => v.to_string(),
        v if name.starts_with("unsigned") && u32::try_from(v).is_ok() => format!("{v}U"),
        v if name.starts_with("unsigned") || v > i128::from(i64::MAX) => format!("{v}U{suffix}"),
        v => format!("{v}{suffix}"),
    }
}

/// A floating-point number.
#[derive(Clone, PartialEq, Debug)]
pub enum Float {
    /// A constant without its suffix.
    Finite(String),
    Infinity {
        negative: bool,
    },
    NotANumber,
    /// Bytes that stand for no number.
    Invalid,
}

/// What bytes of a `float`, `double` or x86's `long double` stand for.
pub fn float(bytes: &[u8]) -> Float {
    let word = |n: usize| from_bytes(&bytes[..n], false) as u64;
    match bytes.len() {
        4 => {
            let bits = word(4);
            finite(bits >> 31 != 0, (bits >> 23 & 0xff) as i32, bits & 0x7f_ffff, (23, 127, 0xff))
        }
        8 => {
            let bits = word(8);
            finite(bits >> 63 != 0, (bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1), (52, 1023, 0x7ff))
        }
        // What follows the first ten bytes is padding.
        10 | 16 => extended(word(8), from_bytes(&bytes[8..10], false) as u32),
        _ => Float::Invalid,
    }
}

fn finite(negative: bool, exponent: i32, mantissa: u64, (bits, bias, top): (u32, i32, i32)) -> Float {
    match (exponent, mantissa) {
        (e, 0) if e == top => Float::Infinity { negative },
        (e, _) if e == top => Float::NotANumber,
        (0, m) => Float::Finite(constant(negative, m, 1 - bias - bits as i32)),
        (e, m) => Float::Finite(constant(negative, m | 1 << bits, e - bias - bits as i32)),
    }
}

/// x87's format: 64 bits of which the first is not left out, then exponent and sign.
fn extended(mantissa: u64, top: u32) -> Float {
    let (negative, exponent) = (top >> 15 != 0, (top & 0x7fff) as i32);
    match (exponent, mantissa >> 63) {
        (0x7fff, 1) if mantissa << 1 == 0 => Float::Infinity { negative },
        (0x7fff, 1) => Float::NotANumber,
        (0, 0) => Float::Finite(constant(negative, mantissa, -16382 - 63)),
        (0, 1) | (_, 0) => Float::Invalid,
        (e, _) => Float::Finite(constant(negative, mantissa, e - 16383 - 63)),
    }
}

/// `mantissa * 2^exponent`. Decimal where that is short and exact, otherwise hexadecimal.
fn constant(negative: bool, mantissa: u64, exponent: i32) -> String {
    let sign = if negative { "-" } else { "" };
    if mantissa == 0 {
        return format!("{sign}0.0");
    }
    let zeros = mantissa.trailing_zeros();
    let (mantissa, exponent) = (mantissa >> zeros, exponent + zeros as i32);
    // Up to four binary digits behind the point are as many decimal ones.
    if (-4..=0).contains(&exponent) && mantissa < 1 << 24 {
        let number = format!("{}", mantissa as f64 / f64::from(1u32 << -exponent));
        return format!("{sign}{number}{}", if number.contains('.') { "" } else { ".0" });
    }
    if exponent > 0 && exponent < 30 && mantissa < 1 << 20 {
        return format!("{sign}{}.0", mantissa << exponent);
    }
    format!("{sign}0x{mantissa:x}p{exponent:+}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_the_suffix_that_they_need() {
        let plain = |v, name| integer(v, name, IntKind::Plain);
        assert_eq!(plain(-5, "int"), "-5");
        assert_eq!(plain(i32::MIN.into(), "int"), "INT_MIN");
        assert_eq!(plain(i64::MIN.into(), "long long"), "LLONG_MIN");
        assert_eq!(plain(u32::MAX.into(), "unsigned int"), "4294967295U");
        assert_eq!(plain(u64::MAX.into(), "unsigned long"), "18446744073709551615UL");
        assert_eq!(plain(1 << 40, "long"), "1099511627776L");
        assert_eq!(integer(39, "char", IntKind::Char), r"'\''");
        assert_eq!(integer(39, "unsigned char", IntKind::Char), "39");
        assert_eq!((wrap(255, 8, true), wrap(-1, 8, false), wrap(5, 3, true)), (-1, 255, -3));
    }

    #[test]
    fn floats_are_exact() {
        let double = |v: f64| float(&v.to_le_bytes());
        for (value, text) in [(1.5, "1.5"), (-0.0, "-0.0"), (3.0, "3.0"), (1048576.0, "1048576.0")] {
            assert_eq!(double(value), Float::Finite(text.into()));
        }
        assert_eq!(double(0.1), Float::Finite("0xccccccccccccdp-55".into()));
        assert_eq!(double(5e-324), Float::Finite("0x1p-1074".into()));
        assert_eq!(double(f64::NEG_INFINITY), Float::Infinity { negative: true });
        assert_eq!(double(f64::NAN), Float::NotANumber);
        assert_eq!(float(&f32::MIN_POSITIVE.to_le_bytes()), Float::Finite("0x1p-126".into()));
    }
}
