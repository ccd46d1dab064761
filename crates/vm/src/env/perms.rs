//! Who may do what: the classic permission bits, and root's exemption from them.
//!
//! What it loses: access-control lists, capabilities and read-only mounts.

use super::errno::Errno;
use super::inode::{Ino, Inode, Kind, Stamp};
use super::tree::Fs;

pub(super) const READ: u32 = 4;
pub(super) const WRITE: u32 = 2;
pub(super) const EXEC: u32 = 1;

impl Fs {
    /// Checks the effective user's rights, and that a guarded file is not changed.
    pub(super) fn check(&self, ino: Ino, want: u32) -> Result<(), Errno> {
        if want & WRITE != 0 && self.node(ino).guarded {
            return Err(Errno::EACCES);
        }
        self.check_rights(ino, want)
    }

    /// Checks the effective user's rights alone, which is all that the kernel asks of changes to attributes.
    pub(super) fn check_rights(&self, ino: Ino, want: u32) -> Result<(), Errno> {
        self.check_as(ino, want, self.who.uid[1], self.who.gid[1])
    }

    pub(super) fn check_as(&self, ino: Ino, want: u32, uid: u32, gid: u32) -> Result<(), Errno> {
        let node = self.node(ino);
        let granted = if uid == 0 { root_bits(node) } else { self.bits(node, uid, gid) };
        if want & !granted == 0 { Ok(()) } else { Err(Errno::EACCES) }
    }

    fn bits(&self, node: &Inode, uid: u32, gid: u32) -> u32 {
        let shift = if node.uid == uid {
            6
        } else if node.gid == gid || self.who.groups.contains(&node.gid) {
            3
        } else {
            0
        };
        node.mode >> shift & 7
    }

    /// Whether the user may take this file's name out of the folder.
    pub(super) fn check_delete(&self, dir: Ino, ino: Ino) -> Result<(), Errno> {
        self.check(dir, WRITE | EXEC)?;
        let (folder, node, uid) = (self.node(dir), self.node(ino), self.who.uid[1]);
        let sticky = folder.mode & 0o1000 != 0;
        if sticky && uid != 0 && uid != folder.uid && uid != node.uid {
            return Err(Errno::EPERM);
        }
        Ok(())
    }

    /// Whether the user may link to this file: one's own, or a plain one that one could change
    /// (Linux's `protected_hardlinks`, on everywhere).
    pub(super) fn may_link(&self, ino: Ino) -> bool {
        let node = self.node(ino);
        let privileged = node.mode & 0o4000 != 0 || node.mode & 0o2010 == 0o2010;
        let plain = matches!(node.kind, Kind::File(_)) && !privileged;
        self.check_owner(ino).is_ok() || plain && self.check(ino, READ | WRITE).is_ok()
    }

    /// A file's contents changed: its times do, and it loses set-user-id unless root wrote.
    pub(super) fn written(&mut self, ino: Ino, now: Stamp) {
        let root = self.who.uid[1] == 0;
        let node = self.node_mut(ino);
        (node.mtime, node.ctime) = (now, now);
        node.mode &= if root { 0o7777 } else { without_privileges(node.mode) };
    }

    /// Whether the user may change this file's attributes.
    pub(super) fn check_owner(&self, ino: Ino) -> Result<(), Errno> {
        let uid = self.who.uid[1];
        if uid == 0 || uid == self.node(ino).uid { Ok(()) } else { Err(Errno::EPERM) }
    }
}

/// The bits that stay when set-user-id goes; set-group-id means locking without group execution.
pub(super) fn without_privileges(mode: u32) -> u32 {
    if mode & 0o010 != 0 { 0o1777 } else { 0o3777 }
}

/// Root reads and writes everything, and executes what anyone may execute.
fn root_bits(node: &Inode) -> u32 {
    let exec = node.is_dir() || node.mode & 0o111 != 0;
    if exec { READ | WRITE | EXEC } else { READ | WRITE }
}
