//! The encoding of addresses, and the only place that knows it.
//!
//! The object's id is in the high 32 bits, the offset in the low 32, and offsets start at
//! [`FIRST`] so that a pointer somewhat before its object still names it. Objects never touch, so a
//! bounds check is exact. Id 0 is nothing: null and small integers are addresses inside it.
//! What it loses: a pointer more than 1 GiB before or 3 GiB behind its object's start names another one; `machine/owner.rs`
//! finds the right one where the sum is still known.

/// The offset of an object's first byte.
pub const FIRST: u32 = 0x4000_0000;

/// The largest object: larger ones would run out of offsets.
pub const MAX_SIZE: u64 = 0x8000_0000;

/// The address of an object's first byte.
#[inline(always)]
pub fn of(id: u32) -> u64 {
    (u64::from(id) << 32) | u64::from(FIRST)
}

#[inline(always)]
pub fn id(addr: u64) -> u32 {
    (addr >> 32) as u32
}

/// The offset into the object as the machine checks it: wraps to a huge number before the object.
#[inline(always)]
pub fn offset(addr: u64) -> u32 {
    (addr as u32).wrapping_sub(FIRST)
}

/// The offset into the object as a person would say it, negative before the object.
pub fn signed_offset(addr: u64) -> i64 {
    i64::from(addr as u32) - i64::from(FIRST)
}
