//! Memory from the kernel: `mmap` and its relatives.
//!
//! A mapping is one object of the VM, of whole pages; a private file mapping is a copy made when
//! mapping. What it loses: protection (a page made inaccessible stays accessible), later changes of
//! a mapped file, and a part of a mapping that is unmapped stays until the whole is. Shared writable
//! file mappings are refused (`ENODEV`, as by file systems that cannot map); fixed addresses are
//! not modelled. `brk` never moves, so that allocators
//! use `mmap`.

use std::collections::BTreeMap;

use super::content::PAGE;
use super::dispatch::{Answer, Args, Calls, Ctx, Failure, done, fail, ok, succeed};
use super::errno::Errno;
use super::fds::Object;
use super::inode::{Device, Ino, Kind};

pub(super) const CALLS: Calls = &[
    ("mmap", mmap),
    ("munmap", munmap),
    ("mremap", mremap),
    ("mprotect", succeed),
    ("madvise", succeed),
    ("msync", succeed),
    ("mlock", succeed),
    ("mlock2", succeed),
    ("munlock", succeed),
    ("mlockall", succeed),
    ("munlockall", succeed),
    ("membarrier", succeed),
    ("brk", |_, _| done(BREAK)),
];

/// The end of a heap that cannot grow.
const BREAK: i64 = 0x1000;

/// The mappings made here, by address.
#[derive(Clone, Default)]
pub(super) struct Maps(BTreeMap<u64, Mapping>);

/// Lengths in whole pages. Invariant: `len <= whole`.
#[derive(Clone, Copy)]
struct Mapping {
    /// Of the VM's object.
    whole: u64,
    /// As the program knows it, after `mremap`.
    len: u64,
}

const PROT_WRITE: u64 = 2;
const MAP_TYPE: u64 = 0xf;
const MAP_FIXED: u64 = 0x10;
const MAP_FIXED_NOREPLACE: u64 = 0x10_0000;
const MAP_ANONYMOUS: u64 = 0x20;

fn whole_pages(len: u64) -> Option<u64> {
    len.checked_next_multiple_of(PAGE as u64).filter(|len| *len > 0)
}

fn mmap(c: &mut Ctx, a: Args) -> Answer {
    let (len, protection, flags) = (a[1], a[2], a[3]);
    if len == 0 || !matches!(flags & MAP_TYPE, 1..=3) || !a[5].is_multiple_of(PAGE as u64) {
        return fail(Errno::EINVAL);
    }
    let shared = flags & MAP_TYPE != 2;
    let source = match flags & MAP_ANONYMOUS {
        0 => mapped_file(c, a[4] as i32, shared && protection & PROT_WRITE != 0)?,
        _ => None,
    };
    if flags & (MAP_FIXED | MAP_FIXED_NOREPLACE) != 0 {
        return Err(Failure::Unmodelled);
    }
    let addr = map(c, len)?;
    if let Some(ino) = source {
        copy_file(c, ino, a[5], addr, len)?;
    }
    done(addr as i64)
}

fn map(c: &mut Ctx, len: u64) -> Result<u64, Errno> {
    let len = whole_pages(len).ok_or(Errno::ENOMEM)?;
    let addr = c.mem.map(len).ok_or(Errno::ENOMEM)?;
    c.world.maps_mut().0.insert(addr, Mapping { whole: len, len });
    Ok(addr)
}

/// The file to copy from; none for `/dev/zero`.
fn mapped_file(c: &Ctx, fd: i32, shared_write: bool) -> Result<Option<Ino>, Failure> {
    let desc = c.world.fds.get(fd)?;
    if !desc.readable() {
        return Err(Errno::EACCES.into());
    }
    let Object::Node(ino) = desc.object else {
        return Err(Errno::ENODEV.into());
    };
    match c.world.fs.node(ino).kind {
        Kind::File(_) if shared_write && !desc.writable() => Err(Errno::EACCES.into()),
        Kind::File(_) if !shared_write => Ok(Some(ino)),
        Kind::Device(Device::Zero) => Ok(None),
        _ => Err(Errno::ENODEV.into()),
    }
}

fn copy_file(c: &mut Ctx, ino: Ino, from: u64, addr: u64, len: u64) -> Result<(), Failure> {
    let mut chunk = vec![0; len.min(1 << 16) as usize];
    let mut done = 0;
    while done < len {
        let want = (len - done).min(chunk.len() as u64) as usize;
        let Kind::File(content) = &c.world.fs.node(ino).kind else { break };
        let got = content.read_at(&c.world.fs.host, from.saturating_add(done), &mut chunk[..want])?;
        c.put(addr + done, &chunk[..got])?;
        done += got as u64;
        if got < want {
            break;
        }
    }
    Ok(())
}

/// The kernel also accepts ranges without a mapping.
fn munmap(c: &mut Ctx, a: Args) -> Answer {
    let (addr, Some(len)) = (a[0], whole_pages(a[1])) else {
        return fail(Errno::EINVAL);
    };
    if !addr.is_multiple_of(PAGE as u64) && !c.world.maps.0.contains_key(&addr) {
        return fail(Errno::EINVAL);
    }
    match c.world.maps.0.get(&addr) {
        Some(mapping) if mapping.len == len => drop_mapping(c, addr, mapping.whole),
        _ => {}
    }
    ok()
}

fn drop_mapping(c: &mut Ctx, addr: u64, whole: u64) {
    if c.mem.unmap(addr, whole) {
        c.world.maps_mut().0.remove(&addr);
    }
}

const MAY_MOVE: u64 = 1;

/// Shrinking keeps the object; growing moves it.
fn mremap(c: &mut Ctx, a: Args) -> Answer {
    let (addr, flags) = (a[0], a[3]);
    let Some(&Mapping { whole, len: old }) = c.world.maps.0.get(&addr) else {
        return fail(Errno::ENOMEM);
    };
    let Some(new) = whole_pages(a[2]) else {
        return fail(Errno::EINVAL);
    };
    if flags & !MAY_MOVE != 0 {
        return fail(Errno::EINVAL);
    }
    if new <= old {
        c.world.maps_mut().0.insert(addr, Mapping { whole, len: new });
        return done(addr as i64);
    }
    if flags & MAY_MOVE == 0 {
        return fail(Errno::ENOMEM);
    }
    let to = map(c, new)?;
    c.mem.copy(to, addr, old)?;
    drop_mapping(c, addr, whole);
    done(to as i64)
}
