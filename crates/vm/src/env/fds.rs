//! The descriptor table, and the open file descriptions that descriptors share after `dup`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Stream;
use super::abi::{O_ACCMODE, O_LARGEFILE, O_PATH, O_RDONLY, O_RDWR, O_WRONLY};
use super::errno::Errno;
use super::inode::Ino;
use super::tree::Listed;

pub(super) type DescId = u32;
pub(super) type PipeId = u32;

/// What a descriptor leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Object {
    Stdin,
    Out(Stream),
    Node(Ino),
    PipeRead(PipeId),
    PipeWrite(PipeId),
    /// Watched descriptors, with their events and the program's word.
    Epoll(BTreeMap<i32, (u32, u64)>),
}

/// An open file description: shared by all descriptors that `dup` made of one.
#[derive(Clone)]
pub(super) struct Desc {
    refs: u32,
    pub object: Object,
    /// As given to `open`, without those that matter only there.
    pub flags: u32,
    pub pos: u64,
    /// A folder's names as they were when reading it began, so that deleting while reading
    /// neither skips nor repeats.
    pub listing: Option<Arc<Vec<Listed>>>,
}

impl Desc {
    pub(super) fn new(object: Object, flags: u32) -> Desc {
        Desc { refs: 0, object, flags, pos: 0, listing: None }
    }

    pub(super) fn readable(&self) -> bool {
        matches!(self.flags & O_ACCMODE, O_RDONLY | O_RDWR)
    }

    pub(super) fn writable(&self) -> bool {
        matches!(self.flags & O_ACCMODE, O_WRONLY | O_RDWR)
    }
}

#[derive(Clone, Copy)]
struct Slot {
    desc: DescId,
    cloexec: bool,
}

/// Invariant: a description's `refs` is the number of slots that name it, and at least 1.
#[derive(Clone)]
pub(super) struct Fds {
    slots: Vec<Option<Slot>>,
    descs: BTreeMap<DescId, Desc>,
    next: DescId,
    /// The first number that may not be used (`RLIMIT_NOFILE`).
    pub limit: u64,
}

impl Fds {
    /// The three standard streams.
    pub(super) fn new(limit: u64) -> Fds {
        let mut fds = Fds { slots: Vec::new(), descs: BTreeMap::new(), next: 0, limit: 3 };
        let streams = [
            (Object::Stdin, O_RDONLY),
            (Object::Out(Stream::Stdout), O_WRONLY),
            (Object::Out(Stream::Stderr), O_WRONLY),
        ];
        for (object, access) in streams {
            fds.open(Desc::new(object, access | O_LARGEFILE), false).expect("three numbers are free");
        }
        fds.limit = limit;
        fds
    }

    fn slot(&self, fd: i32) -> Result<&Slot, Errno> {
        let slot = usize::try_from(fd).ok().and_then(|fd| self.slots.get(fd)?.as_ref());
        slot.ok_or(Errno::EBADF)
    }

    pub(super) fn id(&self, fd: i32) -> Result<DescId, Errno> {
        Ok(self.slot(fd)?.desc)
    }

    /// A description for calls that use the file itself: not one opened with `O_PATH`.
    pub(super) fn get(&self, fd: i32) -> Result<&Desc, Errno> {
        let desc = self.any(fd)?;
        if desc.flags & O_PATH == 0 { Ok(desc) } else { Err(Errno::EBADF) }
    }

    /// Any description, for calls that only look at it or start a path there.
    pub(super) fn any(&self, fd: i32) -> Result<&Desc, Errno> {
        Ok(&self.descs[&self.slot(fd)?.desc])
    }

    pub(super) fn get_mut(&mut self, fd: i32) -> Result<&mut Desc, Errno> {
        let id = self.slot(fd)?.desc;
        Ok(self.descs.get_mut(&id).expect("slots name live descriptions"))
    }

    pub(super) fn cloexec(&self, fd: i32) -> Result<bool, Errno> {
        Ok(self.slot(fd)?.cloexec)
    }

    pub(super) fn set_cloexec(&mut self, fd: i32, cloexec: bool) -> Result<(), Errno> {
        self.slot(fd)?;
        self.slots[fd as usize] = Some(Slot { desc: self.id(fd)?, cloexec });
        Ok(())
    }

    /// The lowest free number from `least` on.
    pub(super) fn free(&self, least: u64) -> Result<i32, Errno> {
        let taken = |fd: u64| self.slots.get(fd as usize).is_some_and(Option::is_some);
        (least..self.limit).find(|fd| !taken(*fd)).map(|fd| fd as i32).ok_or(Errno::EMFILE)
    }

    /// A new description at the lowest free number.
    pub(super) fn open(&mut self, desc: Desc, cloexec: bool) -> Result<i32, Errno> {
        let fd = self.free(0)?;
        self.next += 1;
        self.descs.insert(self.next, desc);
        self.set(fd, self.next, cloexec);
        Ok(fd)
    }

    /// Lets a free number name a description.
    pub(super) fn set(&mut self, fd: i32, desc: DescId, cloexec: bool) {
        let at = fd as usize;
        if self.slots.len() <= at {
            self.slots.resize(at + 1, None);
        }
        self.slots[at] = Some(Slot { desc, cloexec });
        self.descs.get_mut(&desc).expect("slots name live descriptions").refs += 1;
    }

    /// Closes a number. The object is given back when nothing names it any more.
    pub(super) fn close(&mut self, fd: i32) -> Result<Option<Object>, Errno> {
        let id = self.id(fd)?;
        self.slots[fd as usize] = None;
        let desc = self.descs.get_mut(&id).expect("slots name live descriptions");
        desc.refs -= 1;
        let gone = desc.refs == 0;
        Ok(if gone { self.descs.remove(&id).map(|desc| desc.object) } else { None })
    }

    /// How many names all folders that are being read keep.
    pub(super) fn listed(&self) -> usize {
        self.descs.values().filter_map(|desc| desc.listing.as_ref()).map(|names| names.len()).sum()
    }

    /// The open numbers, in order.
    pub(super) fn numbers(&self) -> Vec<i32> {
        (0..self.slots.len()).filter(|fd| self.slots[*fd].is_some()).map(|fd| fd as i32).collect()
    }
}
