//! Names: `link`, `unlink`, `symlink`, `readlink`.

use super::abi::{AT_EMPTY_PATH, AT_FDCWD, AT_REMOVEDIR, AT_SYMLINK_FOLLOW, PATH_MAX};
use super::dirs::rmdir;
use super::dispatch::{Answer, Calls, Ctx, done, fail, ok};
use super::errno::Errno;
use super::inode::Kind;
use super::walk::Follow;

pub(super) const CALLS: Calls = &[
    ("link", |c, a| link(c, (AT_FDCWD, a[0]), (AT_FDCWD, a[1]), 0)),
    ("linkat", |c, a| link(c, (a[0] as i32, a[1]), (a[2] as i32, a[3]), a[4])),
    ("unlink", |c, a| unlink(c, AT_FDCWD, a[0])),
    ("unlinkat", |c, a| match a[2] {
        0 => unlink(c, a[0] as i32, a[1]),
        AT_REMOVEDIR => rmdir(c, a[0] as i32, a[1]),
        _ => fail(Errno::EINVAL),
    }),
    ("symlink", |c, a| symlink(c, a[0], AT_FDCWD, a[1])),
    ("symlinkat", |c, a| symlink(c, a[0], a[1] as i32, a[2])),
    ("readlink", |c, a| readlink(c, AT_FDCWD, a[0], a[1], a[2])),
    ("readlinkat", |c, a| readlink(c, a[0] as i32, a[1], a[2], a[3])),
];

fn link(c: &mut Ctx, from: (i32, u64), to: (i32, u64), flags: u64) -> Answer {
    if flags & !(AT_SYMLINK_FOLLOW | AT_EMPTY_PATH) != 0 {
        return fail(Errno::EINVAL);
    }
    let (from_path, to_path) = (c.path(from.1)?, c.path(to.1)?);
    let follow = if flags & AT_SYMLINK_FOLLOW == 0 { Follow::No } else { Follow::Yes };
    let ino = match from_path.is_empty() && flags & AT_EMPTY_PATH != 0 {
        true => c.world.node_of(from.0)?,
        false => c.world.find(from.0, &from_path, follow)?,
    };
    let (start, now) = (c.world.start(to.0, &to_path)?, c.world.now());
    let fs = c.world.fs_mut();
    let (dir, name) = fs.free_name(start, &to_path, false)?;
    fs.link(ino, dir, &name, now)?;
    ok()
}

fn unlink(c: &mut Ctx, dirfd: i32, path: u64) -> Answer {
    let path = c.path(path)?;
    let (start, now) = (c.world.start(dirfd, &path)?, c.world.now());
    c.world.fs_mut().unlink(start, &path, now)?;
    ok()
}

fn symlink(c: &mut Ctx, target: u64, dirfd: i32, path: u64) -> Answer {
    let (target, path) = (c.path(target)?, c.path(path)?);
    match target.len() {
        0 => return fail(Errno::ENOENT),
        PATH_MAX.. => return fail(Errno::ENAMETOOLONG),
        _ => {}
    }
    let (start, now) = (c.world.start(dirfd, &path)?, c.world.now());
    let fs = c.world.fs_mut();
    let (dir, name) = fs.free_name(start, &path, false)?;
    fs.create(dir, &name, Kind::Symlink(target), 0o777, now)?;
    ok()
}

fn readlink(c: &mut Ctx, dirfd: i32, path: u64, buf: u64, size: u64) -> Answer {
    if size as i32 <= 0 {
        return fail(Errno::EINVAL);
    }
    let path = c.path(path)?;
    let ino = c.world.find(dirfd, &path, Follow::No)?;
    let Kind::Symlink(target) = &c.world.fs.node(ino).kind else {
        return fail(Errno::EINVAL);
    };
    let len = target.len().min(size as usize);
    let target = target[..len].to_vec();
    c.put(buf, &target)?;
    done(len as i64)
}
