//! Reading and writing.
//!
//! Data moves in chunks, so that a count of 2^60 costs no memory. A transfer over several buffers
//! is one transfer, as in the kernel: standard input is asked again only if it gave all it was
//! asked for, so that an interactive program does not wait for input it has no use for.

use super::abi::{MAX_RW, O_APPEND, O_NONBLOCK, SIGPIPE};
use super::dispatch::{Answer, Args, Calls, Ctx, Failure, done};
use super::errno::Errno;
use super::fds::Object;
use super::inode::{Device, Ino, Kind};
use super::wire::u64_at;

pub(super) const CALLS: Calls = &[
    ("read", |c, a| read(c, a[0] as i32, &one(a), None)),
    ("readv", |c, a| {
        let buffers = vector(c, a)?;
        read(c, a[0] as i32, &buffers, None)
    }),
    ("pread64", |c, a| read(c, a[0] as i32, &one(a), Some(a[3]))),
    ("preadv", |c, a| {
        let buffers = vector(c, a)?;
        read(c, a[0] as i32, &buffers, Some(a[3]))
    }),
    ("write", |c, a| write(c, a[0] as i32, &one(a), None)),
    ("writev", |c, a| {
        let buffers = vector(c, a)?;
        write(c, a[0] as i32, &buffers, None)
    }),
    ("pwrite64", |c, a| write(c, a[0] as i32, &one(a), Some(a[3]))),
    ("pwritev", |c, a| {
        let buffers = vector(c, a)?;
        write(c, a[0] as i32, &buffers, Some(a[3]))
    }),
    ("sendfile", sendfile),
];

const CHUNK: u64 = 1 << 16;
const IOV_MAX: u64 = 1024;

/// A buffer of the program: address and length.
type Buffer = (u64, u64);

fn one(a: Args) -> Vec<Buffer> {
    vec![(a[1], a[2])]
}

/// Reads an array of `struct iovec`.
fn vector(c: &mut Ctx, a: Args) -> Result<Vec<Buffer>, Failure> {
    c.world.fds.get(a[0] as i32)?;
    if a[2] > IOV_MAX {
        return Err(Errno::EINVAL.into());
    }
    let mut buffers = Vec::new();
    for at in 0..a[2] {
        let bytes = c.get::<16>(a[1] + at * 16)?;
        buffers.push((u64_at(&bytes, 0), u64_at(&bytes, 8)));
    }
    let total = buffers.iter().try_fold(0i64, |sum, (_, len)| sum.checked_add(i64::try_from(*len).ok()?));
    total.map(|_| buffers).ok_or(Errno::EINVAL.into())
}

/// Walks over the program's buffers, as if they were one, up to the kernel's limit.
struct Cursor<'a> {
    buffers: &'a [Buffer],
    left: u64,
    /// How much of the first buffer is used.
    used: u64,
}

impl Cursor<'_> {
    fn new(buffers: &[Buffer]) -> Cursor<'_> {
        let total = buffers.iter().fold(0u64, |sum, (_, len)| sum.saturating_add(*len));
        Cursor { buffers, left: total.min(MAX_RW), used: 0 }
    }

    /// The addresses of the next `len` bytes, piece by piece.
    fn take(&mut self, mut len: u64) -> Vec<Buffer> {
        let mut pieces = Vec::new();
        self.left -= len;
        while len > 0 {
            let (addr, size) = self.buffers[0];
            let part = len.min(size - self.used);
            if part > 0 {
                pieces.push((addr.wrapping_add(self.used), part));
            }
            self.used += part;
            len -= part;
            if self.used == size {
                (self.buffers, self.used) = (&self.buffers[1..], 0);
            }
        }
        pieces
    }
}

fn read(c: &mut Ctx, fd: i32, buffers: &[Buffer], at: Option<u64>) -> Answer {
    check_offset(at)?;
    let desc = c.world.fds.get(fd)?;
    check_position(&desc.object, at)?;
    if !desc.readable() {
        return Err(Errno::EBADF.into());
    }
    let mut cursor = Cursor::new(buffers);
    let mut chunk = vec![0; cursor.left.min(CHUNK) as usize];
    let mut total = 0;
    loop {
        let want = cursor.left.min(CHUNK) as usize;
        let source = symbolic_source(c, fd, at.map(|at| at + total));
        let len = match read_chunk(c, fd, &mut chunk[..want], at.map(|at| at + total)) {
            Err(_) if total > 0 => 0,
            other => other?,
        };
        let mut from = 0;
        for (addr, part) in cursor.take(len as u64) {
            let data = &chunk[from..from + part as usize];
            match source {
                Some((input, pos)) => c.mem.write_input(addr, data, input, pos + from as u64)?,
                None => c.put(addr, data)?,
            }
            from += part as usize;
        }
        total += len as u64;
        if len < want || cursor.left == 0 {
            return done(total as i64);
        }
    }
}

/// The symbolic input that a descriptor reads from next, and its position in it.
fn symbolic_source(c: &Ctx, fd: i32, at: Option<u64>) -> Option<(u32, u64)> {
    let desc = c.world.fds.get(fd).ok()?;
    let Object::Node(ino) = desc.object else { return None };
    let Kind::File(content) = &c.world.fs.node(ino).kind else { return None };
    Some((content.input?, at.unwrap_or(desc.pos)))
}

fn check_offset(at: Option<u64>) -> Result<(), Errno> {
    if at.is_some_and(|at| (at as i64) < 0) { Err(Errno::EINVAL) } else { Ok(()) }
}

/// Positioned transfers need something with positions.
fn check_position(object: &Object, at: Option<u64>) -> Result<(), Errno> {
    match (object, at) {
        (Object::Node(_), _) | (_, None) => Ok(()),
        _ => Err(Errno::ESPIPE),
    }
}

/// One piece of data from whatever the descriptor is.
fn read_chunk(c: &mut Ctx, fd: i32, buf: &mut [u8], at: Option<u64>) -> Result<usize, Failure> {
    let desc = c.world.fds.get(fd)?;
    let nonblock = desc.flags & O_NONBLOCK != 0;
    match desc.object {
        _ if buf.is_empty() && !matches!(desc.object, Object::Node(_)) => Ok(0),
        Object::Stdin => Ok(c.host.read_stdin(buf).map_err(Errno::from)?),
        Object::PipeRead(id) => c.world.pipes_mut().read(id, buf, nonblock),
        Object::Node(ino) => Ok(read_node(c, fd, ino, buf, at)?),
        Object::Out(_) | Object::PipeWrite(_) => Err(Errno::EBADF.into()),
        Object::Epoll(_) => Err(Errno::EINVAL.into()),
    }
}

fn read_node(c: &mut Ctx, fd: i32, ino: Ino, buf: &mut [u8], at: Option<u64>) -> Result<usize, Errno> {
    let pos = at.unwrap_or(c.world.fds.get(fd)?.pos);
    let len = match &c.world.fs.node(ino).kind {
        Kind::File(content) => content.read_at(&c.world.fs.host, pos, buf)?,
        Kind::Device(Device::Null) => 0,
        Kind::Device(Device::Random) => {
            c.world.random.fill(buf);
            return Ok(buf.len());
        }
        Kind::Device(_) => {
            buf.fill(0);
            return Ok(buf.len());
        }
        Kind::Dir(_) => return Err(Errno::EISDIR),
        Kind::Symlink(_) | Kind::Special(_) => return Err(Errno::EBADF),
    };
    if at.is_none() && len > 0 {
        c.world.fds_mut().get_mut(fd)?.pos = pos + len as u64;
    }
    Ok(len)
}

fn write(c: &mut Ctx, fd: i32, buffers: &[Buffer], at: Option<u64>) -> Answer {
    check_offset(at)?;
    let desc = c.world.fds.get(fd)?;
    check_position(&desc.object, at)?;
    if !desc.writable() {
        return Err(Errno::EBADF.into());
    }
    let mut cursor = Cursor::new(buffers);
    let mut chunk = vec![0; cursor.left.min(CHUNK) as usize];
    let mut total = 0;
    while cursor.left > 0 {
        let want = cursor.left.min(CHUNK) as usize;
        let mut to = 0;
        for (addr, part) in cursor.take(want as u64) {
            c.mem.read(addr, &mut chunk[to..to + part as usize])?;
            to += part as usize;
        }
        let len = match write_chunk(c, fd, &chunk[..want], at.map(|at| at + total)) {
            Err(Failure::Errno(_)) if total > 0 => 0,
            other => other?,
        };
        total += len as u64;
        if len < want {
            break;
        }
    }
    done(total as i64)
}

fn write_chunk(c: &mut Ctx, fd: i32, data: &[u8], at: Option<u64>) -> Result<usize, Failure> {
    let desc = c.world.fds.get(fd)?;
    let nonblock = desc.flags & O_NONBLOCK != 0;
    let written = match desc.object {
        Object::Out(stream) => match c.host.write_out(stream, data) {
            Ok(()) => Ok(data.len()),
            Err(error) => Err(Errno::from(error).into()),
        },
        Object::PipeWrite(id) => c.world.pipes_mut().write(id, data, nonblock),
        Object::Node(ino) => Ok(write_node(c, fd, ino, data, at)?),
        Object::Stdin | Object::PipeRead(_) => Err(Errno::EBADF.into()),
        Object::Epoll(_) => Err(Errno::EINVAL.into()),
    };
    if written == Err(Errno::EPIPE.into()) {
        c.world.signals_mut().raise(SIGPIPE);
    }
    written
}

fn write_node(c: &mut Ctx, fd: i32, ino: Ino, data: &[u8], at: Option<u64>) -> Result<usize, Errno> {
    match c.world.fs.node(ino).kind {
        Kind::File(_) => {}
        Kind::Device(Device::Full) => return Err(Errno::ENOSPC),
        Kind::Device(_) => return Ok(data.len()),
        _ => return Err(Errno::EBADF),
    }
    let desc = c.world.fds.get(fd)?;
    let pos = match at {
        _ if desc.flags & O_APPEND != 0 => c.world.fs.node(ino).size(),
        Some(at) => at,
        None => desc.pos,
    };
    let len = write_file(c, ino, data, pos)?;
    if at.is_none() {
        c.world.fds_mut().get_mut(fd)?.pos = pos + len as u64;
    }
    Ok(len)
}

/// Writes to a file's contents, within the largest file size.
fn write_file(c: &mut Ctx, ino: Ino, data: &[u8], pos: u64) -> Result<usize, Errno> {
    let now = c.world.now();
    let fs = c.world.fs_mut();
    let room = fs.max_file.saturating_sub(pos).min(data.len() as u64) as usize;
    if room == 0 && !data.is_empty() {
        return Err(Errno::EFBIG);
    }
    let (content, budget, host) = fs.content_mut(ino).ok_or(Errno::EBADF)?;
    let len = content.write_at(host, budget, pos, &data[..room])?;
    fs.written(ino, now);
    Ok(len)
}

/// Copies from one descriptor to another, within this module.
fn sendfile(c: &mut Ctx, a: Args) -> Answer {
    let (out, from, offset) = (a[0] as i32, a[1] as i32, a[2]);
    let (source, target) = (c.world.fds.get(from)?, c.world.fds.get(out)?);
    if !source.readable() || !target.writable() {
        return Err(Errno::EBADF.into());
    }
    let plain = match source.object {
        Object::Node(ino) => !c.world.fs.node(ino).is_dir(),
        _ if offset != 0 => return Err(Errno::ESPIPE.into()),
        _ => false,
    };
    if !plain || target.flags & O_APPEND != 0 {
        return Err(Errno::EINVAL.into());
    }
    let start = if offset == 0 { source.pos } else { c.get_u64(offset)? };
    let total = pump(c, from, start, out, a[3].min(MAX_RW))?;
    match offset {
        0 => c.world.fds_mut().get_mut(from)?.pos = start + total,
        addr => c.put(addr, &(start + total).to_le_bytes())?,
    }
    done(total as i64)
}

/// Copies up to `count` bytes from position `start` on; how many it were.
fn pump(c: &mut Ctx, from: i32, start: u64, out: i32, count: u64) -> Result<u64, Failure> {
    let mut chunk = vec![0; count.min(CHUNK) as usize];
    let mut total = 0;
    while total < count {
        let want = (count - total).min(CHUNK) as usize;
        let got = read_chunk(c, from, &mut chunk[..want], Some(start + total))?;
        let len = if got == 0 { 0 } else { write_chunk(c, out, &chunk[..got], None)? };
        total += len as u64;
        if got == 0 || len < got {
            break;
        }
    }
    Ok(total)
}
