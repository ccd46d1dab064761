//! Fast paths for numbers in text: decimal, octal and hexadecimal integers that fit their type.

use super::fast::Fast;
use super::strings::find;
use crate::machine::Machine;

pub static FAST: &[Fast] = &[
    Fast { name: "strtol", run: |m, a| parse(m, a, true) },
    Fast { name: "strtoll", run: |m, a| parse(m, a, true) },
    Fast { name: "strtoul", run: |m, a| parse(m, a, false) },
    Fast { name: "strtoull", run: |m, a| parse(m, a, false) },
    Fast { name: "atoi", run: |m, a| parse(m, &[a[0], 0, 10], true).map(|v| v & 0xffff_ffff) },
    Fast { name: "atol", run: |m, a| parse(m, &[a[0], 0, 10], true) },
];

/// `(text, end pointer, base)`. Declines what sets `errno` or has no digits.
fn parse(m: &mut Machine, args: &[u64], signed: bool) -> Option<u64> {
    let (at, end, base) = (args[0], args[1], args[2] as u32);
    let text = number_text(m, at)?;
    let mut i = text.iter().take_while(|b| is_space(**b)).count();
    let negative = text.get(i) == Some(&b'-');
    i += usize::from(matches!(text.get(i), Some(b'-' | b'+')));
    let hex =
        matches!(text.get(i..i + 2), Some([b'0', b'x' | b'X'])) && text.get(i + 2).is_some_and(u8::is_ascii_hexdigit);
    let base = match base {
        0 if hex => 16,
        0 if text.get(i) == Some(&b'0') => 8,
        0 => 10,
        2..=36 => base,
        _ => return None,
    };
    i += if base == 16 && hex { 2 } else { 0 };
    let digits = text[i..].iter().take_while(|b| char::from(**b).is_digit(base)).count();
    if digits == 0 {
        return None;
    }
    let mut value = 0u64;
    for digit in &text[i..i + digits] {
        let digit = char::from(*digit).to_digit(base)?;
        value = value.checked_mul(u64::from(base))?.checked_add(u64::from(digit))?;
    }
    if signed && value > i64::MAX as u64 {
        return None;
    }
    let length = (i + digits) as u64;
    if end != 0 {
        let stop = at.wrapping_add(length);
        m.memory.write_bytes(end, &stop.to_le_bytes()).ok()?;
    }
    Some(if negative { value.wrapping_neg() } else { value })
}

fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t'..=b'\r')
}

/// Blanks, a sign, then letters and digits: all that a number can be made of, and no more, since
/// callers walk through long strings from number to number.
fn number_text<'m>(m: &'m Machine, at: u64) -> Option<&'m [u8]> {
    let blanks = find(m, at, u64::MAX, |b| !is_space(b)).ok()??;
    let sign = matches!(m.memory.bytes(at.wrapping_add(blanks), 1).ok()?[0], b'+' | b'-');
    let start = blanks + u64::from(sign);
    let digits = find(m, at.wrapping_add(start), u64::MAX, |b| !b.is_ascii_alphanumeric()).ok()??;
    m.memory.bytes(at, start + digits).ok()
}
