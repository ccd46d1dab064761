//! Calls on descriptors as such: closing, duplicating, pipes, flags, device controls.
//!
//! A standard stream is a terminal for `TIOCGWINSZ` (which is what `isatty` asks) where the
//! configuration says so; all other questions about terminals give `ENOTTY`. Record locks always succeed, for there is no one else to hold one.

use super::Stream;
use super::abi::{O_APPEND, O_CLOEXEC, O_DIRECT, O_LARGEFILE, O_NOATIME, O_NONBLOCK, O_PATH, O_RDONLY, O_WRONLY};
use super::dispatch::{Answer, Args, Calls, Ctx, Failure, done, fail, ok};
use super::errno::Errno;
use super::fds::{Desc, Object};
use super::inode::Kind;
use super::pipes::CAPACITY;

pub(super) const CALLS: Calls = &[
    ("close", |c, a| {
        c.world.close(a[0] as i32)?;
        ok()
    }),
    ("close_range", close_range),
    ("dup", |c, a| dup_from(c, a[0] as i32, 0, false)),
    ("dup2", |c, a| dup_to(c, a[0] as i32, a[1] as u32, false)),
    ("dup3", dup3),
    ("pipe", |c, a| pipe(c, a[0], 0)),
    ("pipe2", |c, a| pipe(c, a[0], a[1] as u32)),
    ("fcntl", fcntl),
    ("ioctl", ioctl),
    ("flock", |c, a| {
        c.world.fds.get(a[0] as i32)?;
        ok()
    }),
];

fn close_range(c: &mut Ctx, a: Args) -> Answer {
    let (first, last) = (a[0] as u32, a[1] as u32);
    if first > last {
        return fail(Errno::EINVAL);
    }
    for fd in c.world.fds.numbers() {
        match (first..=last).contains(&(fd as u32)) {
            true if a[2] & 4 != 0 => c.world.fds_mut().set_cloexec(fd, true)?,
            true => c.world.close(fd)?,
            false => {}
        }
    }
    ok()
}

/// The lowest free number from `least` on becomes a second name.
fn dup_from(c: &mut Ctx, fd: i32, least: u64, cloexec: bool) -> Answer {
    let id = c.world.fds.id(fd)?;
    let new = c.world.fds.free(least)?;
    c.world.fds_mut().set(new, id, cloexec);
    done(i64::from(new))
}

fn dup_to(c: &mut Ctx, fd: i32, new: u32, cloexec: bool) -> Answer {
    let id = c.world.fds.id(fd)?;
    if u64::from(new) >= c.world.fds.limit {
        return fail(Errno::EBADF);
    }
    if new as i32 != fd {
        c.world.close(new as i32).ok();
        c.world.fds_mut().set(new as i32, id, cloexec);
    }
    done(i64::from(new))
}

fn dup3(c: &mut Ctx, a: Args) -> Answer {
    let flags = a[2] as u32;
    if flags & !O_CLOEXEC != 0 || a[0] as i32 == a[1] as i32 {
        return fail(Errno::EINVAL);
    }
    dup_to(c, a[0] as i32, a[1] as u32, flags != 0)
}

fn pipe(c: &mut Ctx, addr: u64, flags: u32) -> Answer {
    if flags & !(O_CLOEXEC | O_NONBLOCK | O_DIRECT) != 0 {
        return fail(Errno::EINVAL);
    }
    let second = c.world.fds.free(0)? as u64 + 1;
    c.world.fds.free(second)?;
    let id = c.world.pipes_mut().make();
    let (status, cloexec) = (flags & (O_NONBLOCK | O_DIRECT), flags & O_CLOEXEC != 0);
    let fds = c.world.fds_mut();
    let read = fds.open(Desc::new(Object::PipeRead(id), O_RDONLY | status), cloexec)?;
    let write = fds.open(Desc::new(Object::PipeWrite(id), O_WRONLY | status), cloexec)?;
    c.put(addr, &read.to_le_bytes())?;
    c.put(addr + 4, &write.to_le_bytes())?;
    ok()
}

/// The flags that `F_SETFL` can change.
const SETTABLE: u32 = O_APPEND | O_NONBLOCK | O_DIRECT | O_NOATIME;

fn fcntl(c: &mut Ctx, a: Args) -> Answer {
    let (fd, command, arg) = (a[0] as i32, a[1] as u32, a[2]);
    let desc = c.world.fds.any(fd)?;
    let (flags, path_only) = (desc.flags, desc.flags & O_PATH != 0);
    match command {
        0 | 1030 if arg as u32 as u64 >= c.world.fds.limit => fail(Errno::EINVAL),
        0 | 1030 => dup_from(c, fd, arg as u32 as u64, command == 1030),
        1 => done(i64::from(c.world.fds.cloexec(fd)?)),
        2 => {
            c.world.fds_mut().set_cloexec(fd, arg & 1 != 0)?;
            ok()
        }
        3 => done(i64::from(flags)),
        _ if path_only => fail(Errno::EBADF),
        4 => {
            let new = flags & !SETTABLE | arg as u32 & SETTABLE | flags & O_LARGEFILE;
            c.world.fds_mut().get_mut(fd)?.flags = new;
            ok()
        }
        5..=7 | 36..=38 => lock(c, a),
        9 => ok(),
        1031 | 1032 => pipe_size(c, fd),
        8 | 10..=16 | 1024..=1040 => Err(Failure::Unmodelled),
        _ => fail(Errno::EINVAL),
    }
}

/// No one else holds a lock: asking gives `F_UNLCK`, taking succeeds.
fn lock(c: &mut Ctx, a: Args) -> Answer {
    let asked = u16::from_le_bytes(c.get::<2>(a[2])?);
    let desc = c.world.fds.get(a[0] as i32)?;
    match (a[1], asked) {
        (5 | 36, 0 | 1) => {
            c.put(a[2], &2u16.to_le_bytes())?;
            ok()
        }
        (5 | 36, _) | (_, 3..) => fail(Errno::EINVAL),
        (_, 0) if !desc.readable() => fail(Errno::EBADF),
        (_, 1) if !desc.writable() => fail(Errno::EBADF),
        _ => ok(),
    }
}

fn pipe_size(c: &mut Ctx, fd: i32) -> Answer {
    match c.world.fds.get(fd)?.object {
        Object::PipeRead(_) | Object::PipeWrite(_) => done(CAPACITY as i64),
        _ => fail(Errno::EBADF),
    }
}

const FIONCLEX: u64 = 0x5450;
const FIOCLEX: u64 = 0x5451;
const FIONBIO: u64 = 0x5421;
const FIONREAD: u64 = 0x541b;

fn ioctl(c: &mut Ctx, a: Args) -> Answer {
    let (fd, request) = (a[0] as i32, a[1] & 0xffff_ffff);
    c.world.fds.get(fd)?;
    match request {
        FIOCLEX | FIONCLEX => c.world.fds_mut().set_cloexec(fd, request == FIOCLEX)?,
        FIONBIO => {
            let on = c.get_u32(a[2])? != 0;
            let desc = c.world.fds_mut().get_mut(fd)?;
            desc.flags = desc.flags & !O_NONBLOCK | if on { O_NONBLOCK } else { 0 };
        }
        FIONREAD => {
            let waiting = waiting(c, fd)?;
            c.put(a[2], &waiting.to_le_bytes())?;
        }
        TIOCGWINSZ if is_terminal(c, fd)? => {
            // 24 rows of 80 columns; the size in pixels is unknown.
            c.put(a[2], &[24, 0, 80, 0, 0, 0, 0, 0])?;
        }
        _ => return fail(Errno::ENOTTY),
    }
    ok()
}

/// What `isatty` asks on musl.
const TIOCGWINSZ: u64 = 0x5413;

fn is_terminal(c: &Ctx, fd: i32) -> Result<bool, Errno> {
    let [stdin, stdout, stderr] = c.world.config.terminals;
    Ok(match c.world.fds.get(fd)?.object {
        Object::Stdin => stdin,
        Object::Out(Stream::Stdout) => stdout,
        Object::Out(Stream::Stderr) => stderr,
        _ => false,
    })
}

/// How many bytes a read would find at once; negative behind a file's end. Standard input does not tell: 0.
fn waiting(c: &Ctx, fd: i32) -> Result<u32, Errno> {
    let desc = c.world.fds.get(fd)?;
    match desc.object {
        Object::Node(ino) => match &c.world.fs.node(ino).kind {
            Kind::File(content) => Ok(content.size.wrapping_sub(desc.pos) as u32),
            _ => Err(Errno::ENOTTY),
        },
        Object::PipeRead(id) | Object::PipeWrite(id) => Ok(c.world.pipes.state(id).queued as u32),
        Object::Stdin | Object::Out(_) => Ok(0),
        Object::Epoll(_) => Err(Errno::ENOTTY),
    }
}
