//! Positions and sizes of files: `lseek`, `truncate`, `fallocate`, `fsync`.
//!
//! Growing a file stores nothing (its pages come with writes), but its size is bounded: `EFBIG`.

use super::abi::AT_FDCWD;
use super::dispatch::{Answer, Args, Calls, Ctx, done, fail, ok, succeed};
use super::errno::Errno;
use super::fds::Object;
use super::inode::{Ino, Kind};
use super::perms::WRITE;
use super::walk::Follow;

pub(super) const CALLS: Calls = &[
    ("lseek", lseek),
    ("truncate", truncate),
    ("ftruncate", ftruncate),
    ("fallocate", fallocate),
    ("fsync", sync_one),
    ("fdatasync", sync_one),
    ("syncfs", sync_one),
    ("sync", succeed),
    ("fadvise64", fadvise),
    ("readahead", sync_one),
];

fn lseek(c: &mut Ctx, a: Args) -> Answer {
    let (fd, offset, whence) = (a[0] as i32, a[1] as i64, a[2] as u32);
    let desc = c.world.fds.get(fd)?;
    if whence > 4 {
        return fail(Errno::EINVAL);
    }
    if matches!(desc.object, Object::Stdin) && c.world.config.stdin_file.is_some() {
        let pos = c.host.seek_stdin(offset, whence).map_err(Errno::from)?;
        return done(pos as i64);
    }
    let Object::Node(ino) = desc.object else {
        return fail(Errno::ESPIPE);
    };
    let node = c.world.fs.node(ino);
    if let Kind::Device(_) = node.kind {
        return ok();
    }
    let pos = target(offset, whence, desc.pos, node.size())?;
    let desc = c.world.fds_mut().get_mut(fd)?;
    desc.pos = pos as u64;
    desc.listing.take_if(|_| pos == 0);
    done(pos)
}

/// Where a seek leads; all of a file is data, with the hole behind its end.
fn target(offset: i64, whence: u32, pos: u64, size: u64) -> Result<i64, Errno> {
    let inside = (0..size as i64).contains(&offset);
    let to = match whence {
        0 => Some(offset),
        1 => offset.checked_add(pos as i64),
        2 => offset.checked_add(size as i64),
        3 | 4 if !inside => return Err(Errno::ENXIO),
        3 => Some(offset),
        4 => Some(size as i64),
        _ => None,
    };
    to.filter(|to| *to >= 0).ok_or(Errno::EINVAL)
}

fn truncate(c: &mut Ctx, a: Args) -> Answer {
    let path = c.path(a[0])?;
    if (a[1] as i64) < 0 {
        return fail(Errno::EINVAL);
    }
    let ino = c.world.find(AT_FDCWD, &path, Follow::Yes)?;
    match c.world.fs.node(ino).kind {
        Kind::Dir(_) => return fail(Errno::EISDIR),
        Kind::File(_) => c.world.fs.check(ino, WRITE)?,
        _ => return fail(Errno::EINVAL),
    }
    set_size(c, ino, a[1])
}

fn ftruncate(c: &mut Ctx, a: Args) -> Answer {
    if (a[1] as i64) < 0 {
        return fail(Errno::EINVAL);
    }
    let desc = c.world.fds.get(a[0] as i32)?;
    match desc.object {
        Object::Node(ino) if desc.writable() => set_size(c, ino, a[1]),
        _ => fail(Errno::EINVAL),
    }
}

fn set_size(c: &mut Ctx, ino: Ino, size: u64) -> Answer {
    let now = c.world.now();
    let fs = c.world.fs_mut();
    if size > fs.max_file {
        return fail(Errno::EFBIG);
    }
    let (content, budget, _) = fs.content_mut(ino).ok_or(Errno::EINVAL)?;
    content.truncate(budget, size);
    fs.written(ino, now);
    ok()
}

const KEEP_SIZE: u64 = 1;

fn fallocate(c: &mut Ctx, a: Args) -> Answer {
    let (offset, len) = (a[2] as i64, a[3] as i64);
    let desc = c.world.fds.get(a[0] as i32)?;
    if offset < 0 || len <= 0 {
        return fail(Errno::EINVAL);
    }
    if a[1] & !KEEP_SIZE != 0 {
        return fail(Errno::EOPNOTSUPP);
    }
    if !desc.writable() {
        return fail(Errno::EBADF);
    }
    let Object::Node(ino) = desc.object else {
        return fail(Errno::ESPIPE);
    };
    let end = offset.checked_add(len).ok_or(Errno::EFBIG)? as u64;
    let Kind::File(content) = &c.world.fs.node(ino).kind else {
        return fail(Errno::ENODEV);
    };
    if a[1] & KEEP_SIZE != 0 || end <= content.size {
        return ok();
    }
    if end <= c.world.fs.max_file {
        c.world.fs.budget.room_for(len as u64)?;
    }
    set_size(c, ino, end)
}

/// There is no disk to wait for.
fn sync_one(c: &mut Ctx, a: Args) -> Answer {
    let desc = c.world.fds.get(a[0] as i32)?;
    if let Object::Node(_) = desc.object { ok() } else { fail(Errno::EINVAL) }
}

fn fadvise(c: &mut Ctx, a: Args) -> Answer {
    match c.world.fds.get(a[0] as i32)?.object {
        Object::PipeRead(_) | Object::PipeWrite(_) => fail(Errno::ESPIPE),
        _ => ok(),
    }
}
