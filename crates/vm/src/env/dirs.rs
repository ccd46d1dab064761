//! Folders: making, removing, reading, and the working directory.

use std::sync::Arc;

use super::abi::{AT_FDCWD, S_IFIFO, S_IFMT, S_IFREG};
use super::content::Content;
use super::dispatch::{Answer, Args, Calls, Ctx, Failure, done, fail, ok};
use super::errno::Errno;
use super::fds::Object;
use super::inode::{Dir, Ino, Kind};
use super::perms::EXEC;
use super::tree::Listed;
use super::walk::Follow;
use super::wire::Record;
use super::world::World;

pub(super) const CALLS: Calls = &[
    ("mkdir", |c, a| mkdir(c, AT_FDCWD, a[0], a[1] as u32)),
    ("mkdirat", |c, a| mkdir(c, a[0] as i32, a[1], a[2] as u32)),
    ("rmdir", |c, a| rmdir(c, AT_FDCWD, a[0])),
    ("mknod", |c, a| mknod(c, AT_FDCWD, a[0], a[1] as u32)),
    ("mknodat", |c, a| mknod(c, a[0] as i32, a[1], a[2] as u32)),
    ("getdents64", getdents64),
    ("getcwd", getcwd),
    ("chdir", |c, a| {
        let path = c.path(a[0])?;
        let ino = c.world.find(AT_FDCWD, &path, Follow::Yes)?;
        change_dir(c.world, ino)
    }),
    ("fchdir", |c, a| {
        let ino = c.world.node_of(a[0] as i32).map_err(not_a_folder)?;
        change_dir(c.world, ino)
    }),
];

fn not_a_folder(errno: Errno) -> Errno {
    if errno == Errno::EINVAL { Errno::ENOTDIR } else { errno }
}

fn mkdir(c: &mut Ctx, dirfd: i32, path: u64, mode: u32) -> Answer {
    let path = c.path(path)?;
    let (start, now) = (c.world.start(dirfd, &path)?, c.world.now());
    let mode = mode & 0o1777 & !c.world.umask;
    let fs = c.world.fs_mut();
    let (dir, name) = fs.free_name(start, &path, true)?;
    fs.create(dir, &name, Kind::Dir(Dir::default()), mode, now)?;
    ok()
}

pub(super) fn rmdir(c: &mut Ctx, dirfd: i32, path: u64) -> Answer {
    let path = c.path(path)?;
    let (start, now) = (c.world.start(dirfd, &path)?, c.world.now());
    c.world.fs_mut().rmdir(start, &path, now)?;
    ok()
}

/// Only regular files can be made; a named pipe has no model, a device needs rights.
fn mknod(c: &mut Ctx, dirfd: i32, path: u64, mode: u32) -> Answer {
    let path = c.path(path)?;
    match mode & S_IFMT {
        0 | S_IFREG => {}
        S_IFIFO => return Err(Failure::Unmodelled),
        _ => return fail(Errno::EPERM),
    }
    let (start, now) = (c.world.start(dirfd, &path)?, c.world.now());
    let mode = mode & 0o7777 & !c.world.umask;
    let fs = c.world.fs_mut();
    let (dir, name) = fs.free_name(start, &path, false)?;
    fs.create(dir, &name, Kind::File(Content::default()), mode, now)?;
    ok()
}

fn getcwd(c: &mut Ctx, a: Args) -> Answer {
    let mut path = c.world.fs.path_of(c.world.cwd)?;
    path.push(0);
    if path.len() as u64 > a[1] {
        return fail(Errno::ERANGE);
    }
    c.put(a[0], &path)?;
    done(path.len() as i64)
}

/// The working directory counts as open, so that it survives its own removal.
fn change_dir(world: &mut World, ino: Ino) -> Answer {
    world.fs.dir(ino)?;
    world.fs.check(ino, EXEC)?;
    world.fs_mut().node_mut(ino).opens += 1;
    let old = std::mem::replace(&mut world.cwd, ino);
    world.release(old);
    ok()
}

fn getdents64(c: &mut Ctx, a: Args) -> Answer {
    let (fd, mut addr) = (a[0] as i32, a[1]);
    let listing = listing(c, fd)?;
    let (mut at, mut room) = (c.world.fds.get(fd)?.pos, a[2] & 0xffff_ffff);
    let first = at;
    while let Some(entry) = usize::try_from(at).ok().and_then(|at| listing.get(at)) {
        let record = dirent(entry, at + 1);
        if record.len() as u64 > room {
            break;
        }
        c.put(addr, &record)?;
        addr += record.len() as u64;
        room -= record.len() as u64;
        at += 1;
    }
    if at == first && (at as usize) < listing.len() {
        return fail(Errno::EINVAL);
    }
    c.world.fds_mut().get_mut(fd)?.pos = at;
    done((addr - a[1]) as i64)
}

/// The most names that open folders keep together, so that they cannot fill the host's memory.
const MOST_LISTED: usize = 1 << 20;

/// The folder's names, taken when reading starts.
fn listing(c: &mut Ctx, fd: i32) -> Result<Arc<Vec<Listed>>, Errno> {
    let desc = c.world.fds.get(fd)?;
    let Object::Node(dir) = desc.object else {
        return Err(Errno::ENOTDIR);
    };
    if let Some(listing) = &desc.listing {
        return Ok(listing.clone());
    }
    let listing = Arc::new(all_names(c.world, dir)?);
    if c.world.fds.listed() + listing.len() > MOST_LISTED {
        return Err(Errno::ENOMEM);
    }
    c.world.fds_mut().get_mut(fd)?.listing = Some(listing.clone());
    Ok(listing)
}

fn all_names(world: &World, dir: Ino) -> Result<Vec<Listed>, Errno> {
    let parent = world.fs.dir(dir)?.parent;
    if world.fs.node(dir).nlink == 0 {
        return Err(Errno::ENOENT);
    }
    let kind = world.fs.node(dir).file_type();
    let mut names =
        vec![Listed { name: b".".to_vec(), ino: dir, kind }, Listed { name: b"..".to_vec(), ino: parent, kind }];
    names.extend(world.fs.list(dir)?);
    Ok(names)
}

/// `struct linux_dirent64`, padded to eight bytes.
fn dirent(entry: &Listed, next: u64) -> Vec<u8> {
    let len = (19 + entry.name.len() + 1).next_multiple_of(8);
    let record = Record::default().u64(entry.ino).u64(next).u16(len as u16);
    record.bytes(&[(entry.kind >> 12) as u8]).bytes(&entry.name).pad_to(len).0
}
