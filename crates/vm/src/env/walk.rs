//! Path look-up, component by component, as in the kernel's `fs/namei.c`.
//!
//! Links are followed here and never by the host, so that the overlay sees every component.

use super::abi::{MAX_LINKS, NAME_MAX, PATH_MAX};
use super::errno::Errno;
use super::inode::{Ino, Kind};
use super::perms::EXEC;
use super::tree::{Fs, ROOT};

/// Whether a link at the end of a path is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Follow {
    Yes,
    /// Only if a slash follows it.
    No,
    /// Never: for calls that change the name itself (`unlink`, `rename`, `mkdir`).
    Never,
}

/// How a path ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Last {
    Name(Vec<u8>),
    Dot,
    DotDot,
    /// The path is `/`.
    Root,
}

/// What a path leads to.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub parent: Ino,
    pub last: Last,
    /// The path ends in a slash.
    pub slash: bool,
    /// `None` if only the last component is missing.
    pub node: Option<Ino>,
}

impl Found {
    /// The folder and the name, for calls that need a proper name.
    pub(super) fn name(&self, otherwise: Errno) -> Result<(Ino, &[u8]), Errno> {
        match &self.last {
            Last::Name(name) => Ok((self.parent, name)),
            _ => Err(otherwise),
        }
    }
}

impl Fs {
    pub(super) fn walk(&mut self, start: Ino, path: &[u8], follow: Follow) -> Result<Found, Errno> {
        check_path(path)?;
        let mut dir = if path[0] == b'/' { ROOT } else { start };
        let mut slash = path.ends_with(b"/");
        let mut todo = components(path);
        let mut links = 0;
        loop {
            let found = self.step(dir, &mut todo, slash)?;
            let last = todo.is_empty();
            match (found.node, self.link_target(found.node)) {
                (_, Some(target)) if !last || follows(follow, slash) => {
                    links += 1;
                    if links > MAX_LINKS {
                        return Err(Errno::ELOOP);
                    }
                    dir = if target.starts_with(b"/") { ROOT } else { dir };
                    slash |= last && target.ends_with(b"/");
                    todo.extend(components(&target));
                }
                _ if last => return Ok(found),
                (Some(node), _) => dir = node,
                (None, _) => return Err(Errno::ENOENT),
            }
        }
    }

    /// Takes the next component off `todo`.
    fn step(&mut self, dir: Ino, todo: &mut Vec<Vec<u8>>, slash: bool) -> Result<Found, Errno> {
        let parent = self.dir(dir)?.parent;
        let Some(name) = todo.pop() else {
            return Ok(Found { parent: dir, last: Last::Root, slash, node: Some(dir) });
        };
        self.check(dir, EXEC)?;
        let (last, node) = match &name[..] {
            b"." => (Last::Dot, Some(dir)),
            b".." => (Last::DotDot, Some(parent)),
            _ if name.len() > NAME_MAX => return Err(Errno::ENAMETOOLONG),
            _ => {
                let node = self.lookup(dir, &name)?;
                (Last::Name(name), node)
            }
        };
        Ok(Found { parent: dir, last, slash, node })
    }

    fn link_target(&self, node: Option<Ino>) -> Option<Vec<u8>> {
        match &self.node(node?).kind {
            Kind::Symlink(target) => Some(target.clone()),
            _ => None,
        }
    }

    /// The file at the end of a path, which must exist.
    pub(super) fn find(&mut self, start: Ino, path: &[u8], follow: Follow) -> Result<Ino, Errno> {
        let found = self.walk(start, path, follow)?;
        let node = found.node.ok_or(Errno::ENOENT)?;
        if found.slash && !self.node(node).is_dir() {
            return Err(Errno::ENOTDIR);
        }
        Ok(node)
    }
}

fn check_path(path: &[u8]) -> Result<(), Errno> {
    match path.len() {
        0 => Err(Errno::ENOENT),
        PATH_MAX.. => Err(Errno::ENAMETOOLONG),
        _ => Ok(()),
    }
}

fn follows(follow: Follow, slash: bool) -> bool {
    follow == Follow::Yes || follow == Follow::No && slash
}

/// The components of a path, last first.
fn components(path: &[u8]) -> Vec<Vec<u8>> {
    path.split(|byte| *byte == b'/').rev().filter(|c| !c.is_empty()).map(<[u8]>::to_vec).collect()
}
