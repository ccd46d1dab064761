//! Fast paths for searching in strings.

use super::fast::{Fast, string};
use crate::machine::Machine;

pub static FAST: &[Fast] = &[
    Fast { name: "strspn", run: |m, a| Some(span(m, a[0], a[1], true)? as u64) },
    Fast { name: "strcspn", run: |m, a| Some(span(m, a[0], a[1], false)? as u64) },
    Fast { name: "strpbrk", run: strpbrk },
    Fast { name: "strstr", run: strstr },
    Fast { name: "strncpy", run: strncpy },
];

/// How many bytes at the start are (or are not) in the set.
fn span(m: &Machine, at: u64, set: u64, inside: bool) -> Option<usize> {
    let mut member = [false; 256];
    string(m, set)?.iter().for_each(|b| member[usize::from(*b)] = true);
    // No further than libc would read: callers walk through long strings in small steps.
    let ends = |b: u8| b == 0 || member[usize::from(b)] != inside;
    super::strings::find(m, at, u64::MAX, ends).ok()?.map(|n| n as usize)
}

fn strpbrk(m: &mut Machine, args: &[u64]) -> Option<u64> {
    let n = span(m, args[0], args[1], false)?;
    let found = m.memory.bytes(args[0].wrapping_add(n as u64), 1).ok()?[0] != 0;
    Some(if found { args[0].wrapping_add(n as u64) } else { 0 })
}

fn strstr(m: &mut Machine, args: &[u64]) -> Option<u64> {
    let (text, needle) = (string(m, args[0])?, string(m, args[1])?);
    let Some(first) = needle.first() else { return Some(args[0]) };
    let last = text.len().checked_sub(needle.len());
    let found = last.and_then(|last| (0..=last).find(|i| text[*i] == *first && text[*i..].starts_with(needle)));
    Some(found.map_or(0, |i| args[0].wrapping_add(i as u64)))
}

/// Copies at most `n` bytes and fills the rest with zeros.
fn strncpy(m: &mut Machine, args: &[u64]) -> Option<u64> {
    let size = super::strings::find(m, args[1], args[2], |b| b == 0).ok()?.unwrap_or(args[2]);
    if args[2] > 1 << 20 || !m.memory.in_bounds(args[0], args[2]) {
        return None;
    }
    let mut bytes = m.memory.bytes(args[1], size).ok()?.to_vec();
    bytes.resize(args[2] as usize, 0);
    m.memory.write_bytes(args[0], &bytes).ok()?;
    Some(args[0])
}
