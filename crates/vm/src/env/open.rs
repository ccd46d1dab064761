//! `open` and its relatives.
//!
//! The order of the checks is that of the kernel's `do_open`. Host files are only ever opened for
//! reading (`hostfs.rs`); an open for writing gives the program the overlay's copy. Fifos, sockets
//! and devices of the host are not opened: `EACCES`.

use super::abi::{
    AT_FDCWD, O_ACCMODE, O_CLOEXEC, O_CREAT, O_DIRECTORY, O_EXCL, O_LARGEFILE, O_NOCTTY, O_NOFOLLOW, O_PATH, O_RDONLY,
    O_RDWR, O_TMPFILE_BIT, O_TRUNC, O_WRONLY,
};
use super::content::Content;
use super::dispatch::{Answer, Args, Calls, Ctx, done};
use super::errno::Errno;
use super::fds::{Desc, Object};
use super::hostfs;
use super::inode::{Device, Ino, Inode, Kind};
use super::perms::{EXEC, READ, WRITE};
use super::walk::{Follow, Found, Last};
use super::world::World;

pub(super) const CALLS: Calls = &[
    ("open", |c, a| open_at(c, AT_FDCWD, a[0], a[1] as u32, a[2] as u32)),
    ("openat", |c, a| open_at(c, a[0] as i32, a[1], a[2] as u32, a[3] as u32)),
    ("creat", |c, a| open_at(c, AT_FDCWD, a[0], O_CREAT | O_WRONLY | O_TRUNC, a[1] as u32)),
    ("memfd_create", memfd_create),
];

fn open_at(c: &mut Ctx, dirfd: i32, path: u64, flags: u32, mode: u32) -> Answer {
    let path = c.path(path)?;
    let flags = check_flags(flags)?;
    c.world.fds.free(0)?;
    let start = c.world.start(dirfd, &path)?;
    let ino = if flags & O_TMPFILE_BIT != 0 {
        temporary(c.world, start, &path, mode)?
    } else {
        existing_or_new(c.world, start, &path, flags, mode)?
    };
    let fd = match c.world.fs.node(ino).kind {
        Kind::Device(Device::Fd(fd)) if flags & O_PATH == 0 => reopen(c.world, fd, flags)?,
        _ => open_node(c.world, ino, flags)?,
    };
    done(i64::from(fd))
}

fn check_flags(flags: u32) -> Result<u32, Errno> {
    if flags & O_PATH != 0 {
        return Ok(flags & (O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    }
    let writes = flags & O_ACCMODE != O_RDONLY;
    let temporary = flags & O_TMPFILE_BIT != 0;
    if temporary && (flags & O_DIRECTORY == 0 || !writes || flags & O_CREAT != 0) {
        return Err(Errno::EINVAL);
    }
    if flags & (O_CREAT | O_DIRECTORY) == O_CREAT | O_DIRECTORY {
        return Err(Errno::EINVAL);
    }
    Ok(flags | O_LARGEFILE)
}

fn existing_or_new(world: &mut World, start: Ino, path: &[u8], flags: u32, mode: u32) -> Result<Ino, Errno> {
    let exclusive = flags & O_CREAT != 0 && flags & O_EXCL != 0;
    let follow = match flags & O_CREAT != 0 && (exclusive || path.ends_with(b"/")) {
        true => Follow::Never,
        false if flags & O_NOFOLLOW != 0 => Follow::No,
        false => Follow::Yes,
    };
    let found = world.fs_mut().walk(start, path, follow)?;
    if flags & O_CREAT != 0 && found.slash && matches!(found.last, Last::Name(_)) {
        return Err(Errno::EISDIR);
    }
    match found.node {
        None => create(world, &found, flags, mode),
        Some(_) if exclusive => Err(Errno::EEXIST),
        Some(ino) => {
            check_existing(world, ino, &found, flags)?;
            truncate_if(world, ino, flags);
            Ok(ino)
        }
    }
}

fn create(world: &mut World, found: &Found, flags: u32, mode: u32) -> Result<Ino, Errno> {
    if flags & O_CREAT == 0 {
        return Err(Errno::ENOENT);
    }
    let (dir, name) = found.name(Errno::EISDIR)?;
    let (now, mode) = (world.now(), mode & 0o7777 & !world.umask);
    let fs = world.fs_mut();
    fs.check_insert(dir)?;
    fs.create(dir, name, Kind::File(Content::default()), mode, now)
}

fn check_existing(world: &World, ino: Ino, found: &Found, flags: u32) -> Result<(), Errno> {
    let node = world.fs.node(ino);
    let writes = flags & O_ACCMODE != O_RDONLY || flags & O_TRUNC != 0;
    if node.is_dir() && flags & O_CREAT != 0 {
        return Err(Errno::EISDIR);
    }
    if !node.is_dir() && (found.slash || flags & O_DIRECTORY != 0) {
        return Err(Errno::ENOTDIR);
    }
    if flags & O_PATH != 0 {
        return Ok(());
    }
    match node.kind {
        Kind::Symlink(_) => return Err(Errno::ELOOP),
        Kind::Dir(_) if writes => return Err(Errno::EISDIR),
        Kind::Special(_) => return Err(Errno::EACCES),
        _ => {}
    }
    let reads = flags & O_ACCMODE != O_WRONLY;
    let want = if reads { READ } else { 0 } | if writes { WRITE } else { 0 };
    world.fs.check(ino, want)?;
    if reads && flags & O_TRUNC == 0 { check_host(node) } else { Ok(()) }
}

/// The host has the last word on whether its file can be read.
fn check_host(node: &Inode) -> Result<(), Errno> {
    match &node.kind {
        Kind::File(content) => content.host_path().map_or(Ok(()), hostfs::check_readable),
        _ => Ok(()),
    }
}

/// Linux truncates even when the file is opened for reading only.
fn truncate_if(world: &mut World, ino: Ino, flags: u32) {
    let now = world.now();
    if flags & O_TRUNC == 0 {
        return;
    }
    if let Some((content, budget, _)) = world.fs_mut().content_mut(ino) {
        content.truncate(budget, 0);
        world.fs_mut().written(ino, now);
    }
}

/// `O_TMPFILE`: a file without a name, in the folder `path`.
fn temporary(world: &mut World, start: Ino, path: &[u8], mode: u32) -> Result<Ino, Errno> {
    let (now, mode) = (world.now(), mode & 0o7777 & !world.umask);
    let fs = world.fs_mut();
    let dir = fs.find(start, path, Follow::Yes)?;
    fs.dir(dir)?;
    fs.check(dir, WRITE | EXEC)?;
    let ino = fs.make(Kind::File(Content::default()), mode, now)?;
    fs.node_mut(ino).nlink = 0;
    Ok(ino)
}

/// A new description of a file. The flags that only matter while opening are forgotten.
fn open_node(world: &mut World, ino: Ino, flags: u32) -> Result<i32, Errno> {
    match world.fs.node(ino).kind {
        Kind::Device(Device::Tty) if flags & O_PATH == 0 => return Err(Errno::ENXIO),
        _ => {}
    }
    let kept = flags & !(O_CREAT | O_EXCL | O_NOCTTY | O_TRUNC | O_CLOEXEC);
    let fd = world.fds_mut().open(Desc::new(Object::Node(ino), kept), flags & O_CLOEXEC != 0)?;
    world.fs_mut().node_mut(ino).opens += 1;
    Ok(fd)
}

/// `/dev/stdin` and its sisters: a file is opened again, a stream or pipe is shared.
fn reopen(world: &mut World, fd: i32, flags: u32) -> Result<i32, Errno> {
    let desc = world.fds.get(fd).map_err(|_| Errno::ENOENT)?;
    if let Object::Node(ino) = desc.object {
        return open_node(world, ino, flags);
    }
    let (id, new) = (world.fds.id(fd)?, world.fds.free(0)?);
    world.fds_mut().set(new, id, flags & O_CLOEXEC != 0);
    Ok(new)
}

fn memfd_create(c: &mut Ctx, a: Args) -> Answer {
    c.path(a[0])?;
    c.world.fds.free(0)?;
    let now = c.world.now();
    let ino = c.world.fs_mut().make(Kind::File(Content::default()), 0o777, now)?;
    c.world.fs_mut().node_mut(ino).nlink = 0;
    let cloexec = if a[1] & 1 != 0 { O_CLOEXEC } else { 0 };
    done(i64::from(open_node(c.world, ino, O_RDWR | O_LARGEFILE | cloexec)?))
}
