//! `rename` and its variants; the moves themselves are in `edit.rs`.

use super::abi::AT_FDCWD;
use super::dispatch::{Answer, Calls, Ctx, fail, ok};
use super::errno::Errno;
use super::walk::Follow;

pub(super) const CALLS: Calls = &[
    ("rename", |c, a| rename(c, (AT_FDCWD, a[0]), (AT_FDCWD, a[1]), 0)),
    ("renameat", |c, a| rename(c, (a[0] as i32, a[1]), (a[2] as i32, a[3]), 0)),
    ("renameat2", |c, a| rename(c, (a[0] as i32, a[1]), (a[2] as i32, a[3]), a[4])),
];

const NOREPLACE: u64 = 1;
const EXCHANGE: u64 = 2;

fn rename(c: &mut Ctx, from: (i32, u64), to: (i32, u64), flags: u64) -> Answer {
    if !matches!(flags, 0 | NOREPLACE | EXCHANGE) {
        return fail(Errno::EINVAL);
    }
    let (from_path, to_path) = (c.path(from.1)?, c.path(to.1)?);
    let (from_start, to_start) = (c.world.start(from.0, &from_path)?, c.world.start(to.0, &to_path)?);
    let now = c.world.now();
    let fs = c.world.fs_mut();
    let from = fs.walk(from_start, &from_path, Follow::Never)?;
    let to = fs.walk(to_start, &to_path, Follow::Never)?;
    if flags == NOREPLACE {
        from.name(Errno::EBUSY)?;
        to.name(Errno::EEXIST)?;
        from.node.ok_or(Errno::ENOENT)?;
        to.node.map_or(Ok(()), |_| Err(Errno::EEXIST))?;
    }
    match flags {
        EXCHANGE => fs.exchange(&from, &to, now)?,
        _ => fs.rename(&from, &to, now)?,
    }
    ok()
}
