//! Randomness that repeats: `SplitMix64` from the configured seed.

use super::dispatch::{Answer, Args, Calls, Ctx, done, fail};
use super::errno::Errno;

pub(super) const CALLS: Calls = &[("getrandom", getrandom)];

#[derive(Clone, Copy)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    pub(super) fn fill(&mut self, buf: &mut [u8]) {
        for chunk in buf.chunks_mut(8) {
            chunk.copy_from_slice(&self.word().to_le_bytes()[..chunk.len()]);
        }
    }
}

/// The most that the kernel gives at once.
const MOST: u64 = (32 << 20) - 1;

fn getrandom(c: &mut Ctx, a: Args) -> Answer {
    if a[2] & !7 != 0 || a[2] & 6 == 6 {
        return fail(Errno::EINVAL);
    }
    let len = a[1].min(MOST);
    let mut chunk = [0; 4096];
    for at in (0..len).step_by(chunk.len()) {
        let part = &mut chunk[..(len - at).min(4096) as usize];
        c.world.random.fill(part);
        c.put(a[0] + at, part)?;
    }
    done(len as i64)
}
