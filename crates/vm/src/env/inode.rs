//! Files as the overlay keeps them: what they are, and what `stat` says of them.

use std::collections::BTreeMap;
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::Arc;

use super::abi::{S_IFCHR, S_IFDIR, S_IFLNK, S_IFMT, S_IFREG};
use super::content::Content;
use super::errno::Errno;
use super::hostfs;

/// The number of a file; what the program sees as `st_ino`.
pub(super) type Ino = u64;

/// An instant, as the kernel gives it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Stamp {
    pub sec: i64,
    pub nsec: u32,
}

#[derive(Clone)]
pub(super) struct Inode {
    pub kind: Kind,
    /// Permission bits, `S_ISUID` and so on; not the type.
    pub mode: u32,
    pub uid: u32,
    pub gid: u32,
    pub nlink: u64,
    /// Open file descriptions that keep this file alive.
    pub opens: u32,
    pub atime: Stamp,
    pub mtime: Stamp,
    pub ctime: Stamp,
    /// Of a world that is guarded: it cannot be changed, whoever asks.
    pub guarded: bool,
}

#[derive(Clone)]
pub(super) enum Kind {
    File(Content),
    Dir(Dir),
    Symlink(Vec<u8>),
    Device(Device),
    /// A fifo, socket or device of the host: visible, never opened.
    Special(u32),
}

/// A folder: the program's changes over the host's folder.
#[derive(Clone, Default)]
pub(super) struct Dir {
    pub parent: Ino,
    /// Known names; `None` hides a name of the host (a whiteout).
    pub entries: BTreeMap<Vec<u8>, Option<Ino>>,
    /// Where names that are not in `entries` are looked up.
    pub host: Option<Arc<Path>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Device {
    Null,
    Zero,
    Full,
    Random,
    Tty,
    /// `/dev/stdin` and its sisters: whatever that descriptor is when they are opened.
    Fd(i32),
}

impl Inode {
    pub(super) fn new(kind: Kind, mode: u32, owner: (u32, u32), now: Stamp) -> Inode {
        let nlink = if matches!(kind, Kind::Dir(_)) { 2 } else { 1 };
        let (uid, gid) = owner;
        Inode { kind, mode, uid, gid, nlink, opens: 0, atime: now, mtime: now, ctime: now, guarded: false }
    }

    /// The overlay's picture of a host file, in folder `parent`.
    pub(super) fn of_host(path: Arc<Path>, meta: &Metadata, parent: Ino) -> Result<Inode, Errno> {
        let kind = match meta.mode() & S_IFMT {
            S_IFREG => Kind::File(Content::of_host(path, meta.size())),
            S_IFDIR => Kind::Dir(Dir { parent, entries: BTreeMap::new(), host: Some(path) }),
            S_IFLNK => Kind::Symlink(hostfs::read_link(&path)?),
            special => Kind::Special(special),
        };
        let mut inode = Inode::new(kind, meta.mode() & 0o7777, (meta.uid(), meta.gid()), Stamp::default());
        inode.nlink = meta.nlink();
        inode.atime = Stamp { sec: meta.atime(), nsec: meta.atime_nsec() as u32 };
        inode.mtime = Stamp { sec: meta.mtime(), nsec: meta.mtime_nsec() as u32 };
        inode.ctime = Stamp { sec: meta.ctime(), nsec: meta.ctime_nsec() as u32 };
        Ok(inode)
    }

    /// The `S_IFMT` type.
    pub(super) fn file_type(&self) -> u32 {
        match self.kind {
            Kind::File(_) => S_IFREG,
            Kind::Dir(_) => S_IFDIR,
            Kind::Symlink(_) => S_IFLNK,
            Kind::Device(_) => S_IFCHR,
            Kind::Special(special) => special,
        }
    }

    pub(super) fn size(&self) -> u64 {
        match &self.kind {
            Kind::File(content) => content.size,
            Kind::Dir(_) => 4096,
            Kind::Symlink(target) => target.len() as u64,
            Kind::Device(_) | Kind::Special(_) => 0,
        }
    }

    /// The device number that a character device stands for.
    pub(super) fn rdev(&self) -> u64 {
        match self.kind {
            Kind::Device(Device::Null) => 0x103,
            Kind::Device(Device::Zero) => 0x105,
            Kind::Device(Device::Full) => 0x107,
            Kind::Device(Device::Random) => 0x109,
            Kind::Device(Device::Tty) => 0x500,
            _ => 0,
        }
    }

    pub(super) fn is_dir(&self) -> bool {
        matches!(self.kind, Kind::Dir(_))
    }
}
