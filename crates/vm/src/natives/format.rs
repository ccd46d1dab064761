//! A fast path for `vsnprintf`, which `snprintf` and `sprintf` end in: integers, characters and
//! strings. Everything else (floats, wide characters, `%n`, errors) is left to libc.

use super::fast::{Fast, string};
use crate::machine::Machine;

pub static FAST: &[Fast] = &[Fast { name: "vsnprintf", run: vsnprintf }];

/// `(buffer, size, format, arguments)`.
fn vsnprintf(m: &mut Machine, args: &[u64]) -> Option<u64> {
    let (buffer, size, format, list) = (args[0], args[1], args[2], args[3]);
    let format = string(m, format)?.to_vec();
    let mut list = List::open(m, list)?;
    let text = print(m, &format, &mut list)?;
    if text.len() >= i32::MAX as usize || size > i32::MAX as u64 {
        return None;
    }
    if size > 0 {
        let kept = text.len().min(size as usize - 1);
        let bytes = [&text[..kept], b"\0"].concat();
        m.memory.write_bytes(buffer, &bytes).ok()?;
    }
    Some(text.len() as u64)
}

/// A `va_list` of the x86-64 ABI. It is read, never changed: after the call it may not be used.
struct List {
    general: u32,
    overflow: u64,
    registers: u64,
}

impl List {
    fn open(m: &Machine, at: u64) -> Option<List> {
        let bytes = m.memory.defined_bytes(at, 24).ok()?;
        let word = |i: usize| u64::from_le_bytes(bytes[i..i + 8].try_into().expect("eight bytes"));
        Some(List { general: word(0) as u32, overflow: word(8), registers: word(16) })
    }

    fn next(&mut self, m: &Machine) -> Option<u64> {
        let at = if self.general < 48 {
            self.general += 8;
            self.registers.wrapping_add(u64::from(self.general) - 8)
        } else {
            self.overflow = self.overflow.wrapping_add(8);
            self.overflow.wrapping_sub(8)
        };
        let bytes = m.memory.defined_bytes(at, 8).ok()?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    }
}

/// One conversion: `%[flags][width][.precision][length]letter`.
#[derive(Default)]
struct Spec {
    minus: bool,
    plus: bool,
    space: bool,
    hash: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    bits: u32,
}

fn print(m: &Machine, format: &[u8], list: &mut List) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(format.len() + 32);
    let mut i = 0;
    while i < format.len() {
        if format[i] != b'%' {
            out.push(format[i]);
            i += 1;
            continue;
        }
        i += 1;
        if format.get(i) == Some(&b'%') {
            out.push(b'%');
            i += 1;
            continue;
        }
        let spec = read_spec(m, format, &mut i, list)?;
        convert(m, &spec, *format.get(i)?, list, &mut out)?;
        i += 1;
    }
    Some(out)
}

fn read_spec(m: &Machine, format: &[u8], i: &mut usize, list: &mut List) -> Option<Spec> {
    let mut spec = Spec { bits: 32, ..Spec::default() };
    loop {
        match format.get(*i)? {
            b'-' => spec.minus = true,
            b'+' => spec.plus = true,
            b' ' => spec.space = true,
            b'#' => spec.hash = true,
            b'0' => spec.zero = true,
            _ => break,
        }
        *i += 1;
    }
    let width = read_number(m, format, i, list)?.unwrap_or(0);
    spec.minus |= width < 0;
    spec.width = width.unsigned_abs() as usize;
    if format.get(*i)? == &b'.' {
        *i += 1;
        let precision = read_number(m, format, i, list)?.unwrap_or(0);
        spec.precision = usize::try_from(precision).ok();
    }
    let rest = &format[*i..];
    let lengths: [(&[u8], u32); 8] =
        [(b"hh", 8), (b"ll", 64), (b"h", 16), (b"l", 64), (b"z", 64), (b"j", 64), (b"t", 64), (b"", 32)];
    let (length, bits) = lengths.iter().find(|(length, _)| rest.starts_with(length))?;
    spec.bits = *bits;
    *i += length.len();
    // A wide string or character, or one with a length that it cannot have.
    let odd = *bits != 32 && matches!(format.get(*i)?, b's' | b'c');
    (!odd).then_some(spec)
}

/// Digits or `*`. Large numbers are left to libc, which knows the errors.
fn read_number(m: &Machine, format: &[u8], i: &mut usize, list: &mut List) -> Option<Option<i32>> {
    if format.get(*i)? == &b'*' {
        *i += 1;
        let value = list.next(m)? as i32;
        return (value.unsigned_abs() < 100_000).then_some(Some(value));
    }
    let digits = format[*i..].iter().take_while(|b| b.is_ascii_digit()).count();
    let text = &format[*i..*i + digits];
    // `1$` names an argument by position.
    if digits > 5 || format.get(*i + digits)? == &b'$' {
        return None;
    }
    *i += digits;
    Some(std::str::from_utf8(text).ok()?.parse().ok())
}

fn convert(m: &Machine, spec: &Spec, letter: u8, list: &mut List, out: &mut Vec<u8>) -> Option<()> {
    match letter {
        b'c' => pad(spec, &[list.next(m)? as u8], out),
        b's' => {
            let at = list.next(m)?;
            let most = spec.precision.map_or(u64::MAX, |p| p as u64);
            let size = super::strings::find(m, at, most, |b| b == 0).ok()?.unwrap_or(most);
            pad(spec, m.memory.bytes(at, size).ok().filter(|_| size > 0).unwrap_or(b""), out);
        }
        b'd' | b'i' => {
            let value = sign_extend(list.next(m)?, spec.bits);
            let sign: &[u8] = match () {
                () if value < 0 => b"-",
                () if spec.plus => b"+",
                () if spec.space => b" ",
                () => b"",
            };
            number(spec, sign, value.unsigned_abs().to_string().into_bytes(), out);
        }
        b'u' | b'x' | b'X' | b'o' => {
            let value = list.next(m)? & secateur_ir::mask(spec.bits);
            let digits = match letter {
                b'u' => value.to_string(),
                b'x' => format!("{value:x}"),
                b'X' => format!("{value:X}"),
                _ if spec.hash => return None,
                _ => format!("{value:o}"),
            };
            let prefix: &[u8] = match letter {
                b'x' if spec.hash && value != 0 => b"0x",
                b'X' if spec.hash && value != 0 => b"0X",
                _ => b"",
            };
            number(spec, prefix, digits.into_bytes(), out);
        }
        _ => return None,
    }
    Some(())
}

fn sign_extend(value: u64, bits: u32) -> i64 {
    let shift = 64 - bits;
    ((value << shift) as i64) >> shift
}

/// Precision gives the least number of digits, and none at all for zero with precision zero.
fn number(spec: &Spec, prefix: &[u8], mut digits: Vec<u8>, out: &mut Vec<u8>) {
    if spec.precision == Some(0) && digits == b"0" {
        digits.clear();
    }
    let mut least = spec.precision.unwrap_or(1);
    if spec.zero && !spec.minus && spec.precision.is_none() {
        least = spec.width.saturating_sub(prefix.len());
    }
    let zeros = least.saturating_sub(digits.len());
    let text = [prefix, &vec![b'0'; zeros], &digits].concat();
    pad(spec, &text, out);
}

fn pad(spec: &Spec, text: &[u8], out: &mut Vec<u8>) {
    let blanks = spec.width.saturating_sub(text.len());
    let fill = |out: &mut Vec<u8>| out.resize(out.len() + blanks, b' ');
    if !spec.minus {
        fill(out);
    }
    out.extend_from_slice(text);
    if spec.minus {
        fill(out);
    }
}
