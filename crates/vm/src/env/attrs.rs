//! Attributes of files: permissions, owner, times, the mask for new files, extended attributes.
//!
//! The file system has no extended attributes (`EOPNOTSUPP`), as many have none.

use super::abi::{AT_EMPTY_PATH, AT_FDCWD, AT_SYMLINK_NOFOLLOW};
use super::dispatch::{Answer, Args, Calls, Ctx, Failure, done, fail, ok};
use super::errno::Errno;
use super::fds::Object;
use super::inode::{Ino, Kind, Stamp};
use super::perms::{WRITE, without_privileges};
use super::walk::Follow;

pub(super) const CALLS: Calls = &[
    ("umask", |c, a| {
        let old = std::mem::replace(&mut c.world.umask, a[0] as u32 & 0o777);
        done(i64::from(old))
    }),
    ("chmod", |c, a| chmod(c, Target::path(AT_FDCWD, a[0], 0), a[1] as u32)),
    ("fchmod", |c, a| chmod(c, Target::Fd(a[0] as i32), a[1] as u32)),
    ("fchmodat", |c, a| chmod(c, Target::path(a[0] as i32, a[1], 0), a[2] as u32)),
    ("fchmodat2", |c, a| chmod(c, Target::path(a[0] as i32, a[1], a[3]), a[2] as u32)),
    ("chown", |c, a| chown(c, Target::path(AT_FDCWD, a[0], 0), a[1] as u32, a[2] as u32)),
    ("lchown", |c, a| {
        let target = Target::path(AT_FDCWD, a[0], AT_SYMLINK_NOFOLLOW);
        chown(c, target, a[1] as u32, a[2] as u32)
    }),
    ("fchown", |c, a| chown(c, Target::Fd(a[0] as i32), a[1] as u32, a[2] as u32)),
    ("fchownat", |c, a| chown(c, Target::path(a[0] as i32, a[1], a[4]), a[2] as u32, a[3] as u32)),
    ("utimensat", utimensat),
    ("getxattr", no_xattr),
    ("lgetxattr", no_xattr),
    ("fgetxattr", no_xattr),
    ("setxattr", no_xattr),
    ("lsetxattr", no_xattr),
    ("fsetxattr", no_xattr),
    ("listxattr", no_xattr),
    ("llistxattr", no_xattr),
    ("flistxattr", no_xattr),
    ("removexattr", no_xattr),
    ("lremovexattr", no_xattr),
    ("fremovexattr", no_xattr),
];

/// The file whose attributes are to change.
enum Target {
    Fd(i32),
    Path { dirfd: i32, path: u64, flags: u64 },
}

impl Target {
    fn path(dirfd: i32, path: u64, flags: u64) -> Target {
        Target::Path { dirfd, path, flags }
    }

    /// `None`: a stream or pipe, whose attributes no one looks at.
    fn find(self, c: &mut Ctx) -> Result<Option<Ino>, Failure> {
        match self {
            Target::Fd(fd) => match c.world.fds.get(fd)?.object {
                Object::Node(ino) => Ok(Some(ino)),
                _ => Ok(None),
            },
            Target::Path { flags, .. } if flags & !(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH) != 0 => {
                Err(Errno::EINVAL.into())
            }
            Target::Path { dirfd, path, flags } => {
                let path = c.path(path)?;
                let follow = if flags & AT_SYMLINK_NOFOLLOW == 0 { Follow::Yes } else { Follow::No };
                match path.is_empty() && flags & AT_EMPTY_PATH != 0 {
                    true if dirfd == AT_FDCWD => Ok(Some(c.world.cwd)),
                    true => Target::Fd(dirfd).find(c),
                    false => Ok(Some(c.world.find(dirfd, &path, follow)?)),
                }
            }
        }
    }
}

fn chmod(c: &mut Ctx, target: Target, mode: u32) -> Answer {
    let Some(ino) = target.find(c)? else { return ok() };
    let now = c.world.now();
    let fs = c.world.fs_mut();
    fs.check_owner(ino)?;
    if let Kind::Symlink(_) = fs.node(ino).kind {
        return fail(Errno::EOPNOTSUPP);
    }
    let node = fs.node_mut(ino);
    (node.mode, node.ctime) = (mode & 0o7777, now);
    ok()
}

/// Root gives files away; others may only choose among their own groups.
fn chown(c: &mut Ctx, target: Target, uid: u32, gid: u32) -> Answer {
    let Some(ino) = target.find(c)? else { return ok() };
    let now = c.world.now();
    let fs = c.world.fs_mut();
    let (me, node) = (&fs.who, fs.node(ino));
    let uid = if uid == u32::MAX { node.uid } else { uid };
    let gid = if gid == u32::MAX { node.gid } else { gid };
    let my_group = gid == node.gid || gid == me.gid[1] || me.groups.contains(&gid);
    let mine = node.uid == me.uid[1] && uid == node.uid && my_group;
    if me.uid[1] != 0 && !mine {
        return fail(Errno::EPERM);
    }
    let node = fs.node_mut(ino);
    (node.uid, node.gid, node.ctime) = (uid, gid, now);
    if !node.is_dir() {
        node.mode &= without_privileges(node.mode);
    }
    ok()
}

const UTIME_NOW: u64 = 0x3fff_ffff;
const UTIME_OMIT: u64 = 0x3fff_fffe;

fn utimensat(c: &mut Ctx, a: Args) -> Answer {
    let now = c.world.now();
    let times = if a[2] == 0 { [Some(now); 2] } else { [stamp(c, a[2], now)?, stamp(c, a[2] + 16, now)?] };
    let target = if a[1] == 0 { Target::Fd(a[0] as i32) } else { Target::path(a[0] as i32, a[1], a[3]) };
    let Some(ino) = target.find(c)? else { return ok() };
    let fs = c.world.fs_mut();
    if fs.check_owner(ino).is_err() {
        if times != [Some(now); 2] {
            return fail(Errno::EPERM);
        }
        fs.check_rights(ino, WRITE)?;
    }
    let node = fs.node_mut(ino);
    node.atime = times[0].unwrap_or(node.atime);
    node.mtime = times[1].unwrap_or(node.mtime);
    node.ctime = now;
    ok()
}

/// A time that the program gives; `None`: leave it.
fn stamp(c: &mut Ctx, addr: u64, now: Stamp) -> Result<Option<Stamp>, Failure> {
    let (sec, nsec) = (c.get_u64(addr)? as i64, c.get_u64(addr + 8)?);
    match nsec {
        UTIME_NOW => Ok(Some(now)),
        UTIME_OMIT => Ok(None),
        0..1_000_000_000 => Ok(Some(Stamp { sec, nsec: nsec as u32 })),
        _ => Err(Errno::EINVAL.into()),
    }
}

fn no_xattr(_: &mut Ctx, _: Args) -> Answer {
    fail(Errno::EOPNOTSUPP)
}
