//! Changes of the tree's names: making, linking, removing, renaming.
//!
//! The order of the checks is the kernel's, so that a call with several faults gives the same
//! error here as there.

use super::errno::Errno;
use super::inode::{Ino, Kind, Stamp};
use super::perms::{EXEC, WRITE};
use super::tree::{Fs, ROOT};
use super::walk::{Follow, Found, Last};

/// A folder and a name in it.
type Place<'a> = (Ino, &'a [u8]);

impl Fs {
    /// Finds the free name where something will be made; `dir`: a slash may follow it.
    pub(super) fn free_name(&mut self, start: Ino, path: &[u8], dir: bool) -> Result<(Ino, Vec<u8>), Errno> {
        let found = self.walk(start, path, Follow::Never)?;
        let (parent, name) = found.name(Errno::EEXIST)?;
        match found.node {
            Some(_) => Err(Errno::EEXIST),
            None if found.slash && !dir => Err(Errno::ENOENT),
            None => {
                self.check_insert(parent)?;
                Ok((parent, name.to_vec()))
            }
        }
    }

    /// Whether a name may be added to the folder: it must be writable, and still have a name.
    pub(super) fn check_insert(&self, dir: Ino) -> Result<(), Errno> {
        if self.node(dir).nlink == 0 {
            return Err(Errno::ENOENT);
        }
        self.check(dir, WRITE | EXEC)
    }

    /// Makes a file and names it.
    pub(super) fn create(&mut self, dir: Ino, name: &[u8], kind: Kind, mode: u32, now: Stamp) -> Result<Ino, Errno> {
        let inherit = self.node(dir).mode & 0o2000 != 0;
        let group = self.node(dir).gid;
        let ino = self.make(kind, mode, now)?;
        if inherit {
            let node = self.node_mut(ino);
            node.gid = group;
            node.mode |= if node.is_dir() { 0o2000 } else { 0 };
        }
        match self.attach(dir, name, ino, now) {
            Ok(()) => Ok(ino),
            Err(errno) => {
                self.node_mut(ino).nlink = 0;
                self.collect(ino);
                Err(errno)
            }
        }
    }

    /// Gives a file one more name.
    pub(super) fn link(&mut self, ino: Ino, dir: Ino, name: &[u8], now: Stamp) -> Result<(), Errno> {
        let node = self.node(ino);
        if node.is_dir() || !self.may_link(ino) {
            return Err(Errno::EPERM);
        }
        if node.nlink == 0 {
            return Err(Errno::ENOENT);
        }
        self.attach(dir, name, ino, now)?;
        let node = self.node_mut(ino);
        node.nlink += 1;
        node.ctime = now;
        Ok(())
    }

    /// Removes a name of a file that is not a folder.
    pub(super) fn unlink(&mut self, start: Ino, path: &[u8], now: Stamp) -> Result<(), Errno> {
        let found = self.walk(start, path, Follow::Never)?;
        let (parent, name) = found.name(Errno::EISDIR)?;
        let ino = found.node.ok_or(Errno::ENOENT)?;
        if found.slash {
            return Err(if self.node(ino).is_dir() { Errno::EISDIR } else { Errno::ENOTDIR });
        }
        self.check_delete(parent, ino)?;
        if self.node(ino).is_dir() {
            return Err(Errno::EISDIR);
        }
        self.detach(parent, name, now)?;
        self.drop_link(ino, now);
        Ok(())
    }

    /// Removes an empty folder.
    pub(super) fn rmdir(&mut self, start: Ino, path: &[u8], now: Stamp) -> Result<(), Errno> {
        let found = self.walk(start, path, Follow::Never)?;
        let (parent, name) = found.name(match found.last {
            Last::Dot => Errno::EINVAL,
            Last::DotDot => Errno::ENOTEMPTY,
            _ => Errno::EBUSY,
        })?;
        let ino = found.node.ok_or(Errno::ENOENT)?;
        self.check_delete(parent, ino)?;
        self.check_empty_dir(ino)?;
        self.detach(parent, name, now)?;
        self.drop_link(ino, now);
        Ok(())
    }

    /// A folder of the host that we cannot read counts as not empty.
    fn check_empty_dir(&self, ino: Ino) -> Result<(), Errno> {
        match self.list(ino) {
            Ok(names) if names.is_empty() => Ok(()),
            Ok(_) | Err(Errno::EACCES) => Err(Errno::ENOTEMPTY),
            Err(errno) => Err(errno),
        }
    }

    /// A name of the inode is gone; a folder has only one.
    fn drop_link(&mut self, ino: Ino, now: Stamp) {
        let node = self.node_mut(ino);
        node.ctime = now;
        node.nlink = if node.is_dir() { 0 } else { node.nlink.saturating_sub(1) };
        if node.nlink == 0 && node.is_dir() {
            self.empty_for_good(ino);
        }
        self.collect(ino);
    }

    /// Moves `from` to `to`, replacing what is there.
    pub(super) fn rename(&mut self, from: &Found, to: &Found, now: Stamp) -> Result<(), Errno> {
        let (ino, (from_dir, from_name), (to_dir, to_name)) = self.check_rename(from, to, false)?;
        if to.node == Some(ino) {
            return Ok(());
        }
        self.check_delete(from_dir, ino)?;
        match to.node {
            None => self.check_insert(to_dir)?,
            Some(old) => self.check_replace(to_dir, ino, old)?,
        }
        self.check_move(ino, from_dir, to_dir)?;
        if let Some(old) = to.node.filter(|old| self.node(*old).is_dir()) {
            self.check_empty_dir(old)?;
        }
        self.budget.room_for(to_name.len() as u64)?;
        if let Some(old) = to.node {
            self.detach(to_dir, to_name, now)?;
            self.drop_link(old, now);
        }
        self.attach(to_dir, to_name, ino, now)?;
        self.detach(from_dir, from_name, now)?;
        self.node_mut(ino).ctime = now;
        Ok(())
    }

    /// Exchanges two files.
    pub(super) fn exchange(&mut self, a: &Found, b: &Found, now: Stamp) -> Result<(), Errno> {
        let (a_ino, (a_dir, a_name), (b_dir, b_name)) = self.check_rename(a, b, true)?;
        let b_ino = b.node.ok_or(Errno::ENOENT)?;
        if a_ino == b_ino {
            return Ok(());
        }
        self.check_delete(a_dir, a_ino)?;
        self.check_delete(b_dir, b_ino)?;
        self.check_move(a_ino, a_dir, b_dir)?;
        self.check_move(b_ino, b_dir, a_dir)?;
        self.detach(a_dir, a_name, now)?;
        self.detach(b_dir, b_name, now)?;
        self.attach(a_dir, a_name, b_ino, now)?;
        self.attach(b_dir, b_name, a_ino, now)
    }

    /// The checks that do not depend on permissions, in the order of the kernel's `do_renameat2`.
    fn check_rename<'a>(
        &self,
        from: &'a Found,
        to: &'a Found,
        exchange: bool,
    ) -> Result<(Ino, Place<'a>, Place<'a>), Errno> {
        let (from_place, to_place) = (from.name(Errno::EBUSY)?, to.name(Errno::EBUSY)?);
        let ino = from.node.ok_or(Errno::ENOENT)?;
        let folder = |ino| self.node(ino).is_dir();
        let misplaced_slash = match (exchange, to.node) {
            (true, None) => return Err(Errno::ENOENT),
            (true, Some(other)) => to.slash && !folder(other) || from.slash && !folder(ino),
            (false, _) => (from.slash || to.slash) && !folder(ino),
        };
        if misplaced_slash {
            return Err(Errno::ENOTDIR);
        }
        if self.is_above(ino, to.parent) {
            return Err(Errno::EINVAL);
        }
        match to.node {
            Some(old) if !self.is_above(old, from.parent) => {}
            Some(_) if exchange => return Err(Errno::EINVAL),
            Some(_) => return Err(Errno::ENOTEMPTY),
            None => {}
        }
        Ok((ino, from_place, to_place))
    }

    fn check_replace(&self, dir: Ino, new: Ino, old: Ino) -> Result<(), Errno> {
        self.check_delete(dir, old)?;
        match (self.node(new).is_dir(), self.node(old).is_dir()) {
            (true, false) => Err(Errno::ENOTDIR),
            (false, true) => Err(Errno::EISDIR),
            _ => Ok(()),
        }
    }

    /// A folder that gets another parent is itself written to: its `..` changes.
    fn check_move(&self, ino: Ino, from: Ino, to: Ino) -> Result<(), Errno> {
        if from != to && self.node(ino).is_dir() { self.check(ino, WRITE) } else { Ok(()) }
    }

    /// Whether `upper` is `lower` or one of its parents.
    fn is_above(&self, upper: Ino, mut lower: Ino) -> bool {
        while lower != upper && lower != ROOT {
            lower = self.dir(lower).map_or(ROOT, |dir| dir.parent);
        }
        lower == upper
    }

    /// The absolute path of a folder.
    pub(super) fn path_of(&self, mut dir: Ino) -> Result<Vec<u8>, Errno> {
        let mut names: Vec<&[u8]> = Vec::new();
        while dir != ROOT {
            if self.node(dir).nlink == 0 {
                return Err(Errno::ENOENT);
            }
            let parent = self.dir(dir)?.parent;
            let entries = &self.dir(parent)?.entries;
            let named = entries.iter().find(|(_, ino)| **ino == Some(dir));
            names.push(named.ok_or(Errno::ENOENT)?.0);
            dir = parent;
        }
        names.reverse();
        Ok([b"/", &names.join(&b'/')[..]].concat())
    }
}
