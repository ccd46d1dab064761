//! What files are: `stat`, `statx`, `statfs`, `access`.
//!
//! All files lie on one made-up device; the streams look like pipes. Of a host file, the program
//! sees the host's mode, owner, size and times, as they were when it first named the file.

use super::Stream;
use super::abi::{AT_EMPTY_PATH, AT_FDCWD, AT_NO_AUTOMOUNT, AT_SYMLINK_NOFOLLOW, S_IFIFO, S_IFREG};
use super::dispatch::{Answer, Args, Calls, Ctx, Failure, fail, ok};
use super::errno::Errno;
use super::fds::Object;
use super::inode::{Ino, Stamp};
use super::walk::Follow;
use super::wire::Record;
use super::world::World;

pub(super) const CALLS: Calls = &[
    ("stat", |c, a| stat_path(c, AT_FDCWD, a[0], a[1], 0)),
    ("lstat", |c, a| stat_path(c, AT_FDCWD, a[0], a[1], AT_SYMLINK_NOFOLLOW)),
    ("newfstatat", |c, a| stat_path(c, a[0] as i32, a[1], a[2], a[3])),
    ("fstat", fstat),
    ("statx", statx),
    ("statfs", |c, a| {
        let path = c.path(a[0])?;
        c.world.find(AT_FDCWD, &path, Follow::Yes)?;
        statfs(c, a[1])
    }),
    ("fstatfs", |c, a| {
        c.world.fds.any(a[0] as i32)?;
        statfs(c, a[1])
    }),
    ("access", |c, a| access(c, AT_FDCWD, a[0], a[1] as u32, 0)),
    ("faccessat", |c, a| access(c, a[0] as i32, a[1], a[2] as u32, 0)),
    ("faccessat2", |c, a| access(c, a[0] as i32, a[1], a[2] as u32, a[3])),
];

struct Stat {
    ino: u64,
    mode: u32,
    nlink: u64,
    uid: u32,
    gid: u32,
    rdev: u64,
    size: u64,
    atime: Stamp,
    mtime: Stamp,
    ctime: Stamp,
}

fn stat_node(world: &World, ino: Ino) -> Stat {
    let node = world.fs.node(ino);
    Stat {
        ino,
        mode: node.file_type() | node.mode,
        nlink: node.nlink,
        uid: node.uid,
        gid: node.gid,
        rdev: node.rdev(),
        size: node.size(),
        atime: node.atime,
        mtime: node.mtime,
        ctime: node.ctime,
    }
}

fn stat_fd(world: &World, fd: i32) -> Result<Stat, Errno> {
    let mut size = 0;
    let (ino, mode) = match &world.fds.any(fd)?.object {
        Object::Node(ino) => return Ok(stat_node(world, *ino)),
        Object::Stdin if world.config.stdin_file.is_some() => {
            size = world.config.stdin_file.unwrap_or(0);
            (10, S_IFREG | 0o600)
        }
        Object::Stdin => (10, S_IFIFO | 0o600),
        // A pipe each, as in native replays.
        Object::Out(Stream::Stdout) => (11, S_IFIFO | 0o600),
        Object::Out(Stream::Stderr) => (13, S_IFIFO | 0o600),
        Object::PipeRead(id) | Object::PipeWrite(id) => (100 + u64::from(*id), S_IFIFO | 0o600),
        Object::Epoll(_) => (12, 0o600),
    };
    let start = Stamp { sec: (world.config.clock_start / 1_000_000_000) as i64, nsec: 0 };
    let [uid, gid] = [world.fs.who.uid[0], world.fs.who.gid[0]];
    let (atime, mtime, ctime) = (start, start, start);
    Ok(Stat { ino, mode, nlink: 1, uid, gid, rdev: 0, size, atime, mtime, ctime })
}

/// What a path and `AT_` flags name.
fn look(c: &mut Ctx, dirfd: i32, path: u64, flags: u64) -> Result<Stat, Failure> {
    let path = c.path(path)?;
    if path.is_empty() && flags & AT_EMPTY_PATH != 0 {
        let cwd = c.world.cwd;
        return match dirfd {
            AT_FDCWD => Ok(stat_node(c.world, cwd)),
            fd => Ok(stat_fd(c.world, fd)?),
        };
    }
    let follow = if flags & AT_SYMLINK_NOFOLLOW == 0 { Follow::Yes } else { Follow::No };
    let ino = c.world.find(dirfd, &path, follow)?;
    Ok(stat_node(c.world, ino))
}

fn stat_path(c: &mut Ctx, dirfd: i32, path: u64, buf: u64, flags: u64) -> Answer {
    if flags & !(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH | AT_NO_AUTOMOUNT) != 0 {
        return fail(Errno::EINVAL);
    }
    let stat = look(c, dirfd, path, flags)?;
    c.put(buf, &stat_record(&stat, c.world.config.device))?;
    ok()
}

fn fstat(c: &mut Ctx, a: Args) -> Answer {
    let stat = stat_fd(c.world, a[0] as i32)?;
    c.put(a[1], &stat_record(&stat, c.world.config.device))?;
    ok()
}

/// `struct stat`, 144 bytes.
fn stat_record(stat: &Stat, device: u64) -> Vec<u8> {
    let time = |record: Record, at: Stamp| record.i64(at.sec).u64(at.nsec.into());
    let record = Record::default()
        .u64(device)
        .u64(stat.ino)
        .u64(stat.nlink)
        .u32(stat.mode)
        .u32(stat.uid)
        .u32(stat.gid)
        .u32(0)
        .u64(stat.rdev)
        .u64(stat.size)
        .u64(4096)
        .u64(blocks(stat));
    time(time(time(record, stat.atime), stat.mtime), stat.ctime).pad_to(144).0
}

fn blocks(stat: &Stat) -> u64 {
    stat.size.div_ceil(4096) * 8
}

/// The first eleven fields of `struct statx`, all but the time of birth.
const BASIC_STATS: u32 = 0x7ff;

fn statx(c: &mut Ctx, a: Args) -> Answer {
    let known = AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH | AT_NO_AUTOMOUNT | 0x6000;
    if a[2] & !known != 0 || a[3] & 0x8000_0000 != 0 {
        return fail(Errno::EINVAL);
    }
    let stat = look(c, a[0] as i32, a[1], a[2])?;
    c.put(a[4], &statx_record(&stat, c.world.config.device))?;
    ok()
}

/// `struct statx`, 256 bytes.
fn statx_record(stat: &Stat, device: u64) -> Vec<u8> {
    let time = |record: Record, at: Stamp| record.i64(at.sec).u32(at.nsec).u32(0);
    let record = Record::default()
        .u32(BASIC_STATS)
        .u32(4096)
        .u64(0)
        .u32(stat.nlink as u32)
        .u32(stat.uid)
        .u32(stat.gid)
        .u16(stat.mode as u16)
        .u16(0)
        .u64(stat.ino)
        .u64(stat.size)
        .u64(blocks(stat))
        .u64(0);
    let record = time(time(record, stat.atime), Stamp::default());
    time(time(record, stat.ctime), stat.mtime)
        .u32((stat.rdev >> 8) as u32)
        .u32((stat.rdev & 0xff) as u32)
        .u32((device >> 8 & 0xfff | device >> 32 & !0xfff) as u32)
        .u32((device & 0xff | device >> 12 & !0xff) as u32)
        .pad_to(256)
        .0
}

/// `struct statfs`, 120 bytes: a file system of the overlay's size.
fn statfs(c: &mut Ctx, buf: u64) -> Answer {
    let budget = c.world.fs.budget;
    let free = (budget.limit - budget.used) / 4096;
    let record = Record::default().u64(0xef53).u64(4096).u64(budget.limit / 4096).u64(free);
    let record = record.u64(free).u64(1 << 20).u64(1 << 20).u64(0).u64(255).u64(4096).pad_to(120);
    c.put(buf, &record.0)?;
    ok()
}

const AT_EACCESS: u64 = 0x200;

fn access(c: &mut Ctx, dirfd: i32, path: u64, mode: u32, flags: u64) -> Answer {
    if mode & !7 != 0 || flags & !(AT_EACCESS | AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH) != 0 {
        return fail(Errno::EINVAL);
    }
    let path = c.path(path)?;
    let follow = if flags & AT_SYMLINK_NOFOLLOW == 0 { Follow::Yes } else { Follow::No };
    let ino = match (path.is_empty() && flags & AT_EMPTY_PATH != 0, dirfd) {
        (false, _) => c.world.find(dirfd, &path, follow)?,
        (true, AT_FDCWD) => c.world.cwd,
        (true, fd) => c.world.node_of(fd)?,
    };
    let who = if flags & AT_EACCESS == 0 { 0 } else { 1 };
    let fs = &c.world.fs;
    fs.check_as(ino, mode, fs.who.uid[who], fs.who.gid[who])?;
    ok()
}
