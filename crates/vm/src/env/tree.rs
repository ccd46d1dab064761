//! The file tree: an in-memory overlay over the host's files.
//!
//! A host file enters the overlay when the program first names it ("adoption"); from then on its
//! entry, attributes and later its pages are ours. Deleted host files leave a whiteout.
//!
//! Why it is sound: a path is walked component by component (`walk.rs`), each looked up in the
//! overlay first; so every change that the program made is seen, and the host only fills the rest.
//! What it loses: mount points, file systems' own limits, and hard links between host files one of
//! which was listed but never named.

use std::collections::BTreeMap;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::abi::S_IFMT;
use super::config::Identity;
use super::content::{Budget, Content};
use super::errno::Errno;
use super::hostfs::{self, HostFiles};
use super::inode::{Dir, Ino, Inode, Kind, Stamp};

pub(super) const ROOT: Ino = 2;

#[derive(Clone)]
pub(super) struct Fs {
    nodes: BTreeMap<Ino, Arc<Inode>>,
    /// Host files with several names: (device, inode) to ours.
    linked: BTreeMap<(u64, u64), Ino>,
    next: Ino,
    pub budget: Budget,
    pub host: Arc<HostFiles>,
    pub who: Identity,
    pub max_file: u64,
    /// See [`super::EnvConfig::guard`].
    pub guard: Option<Arc<[PathBuf]>>,
}

/// A name in a folder, for `getdents64`.
#[derive(Clone)]
pub(super) struct Listed {
    pub name: Vec<u8>,
    pub ino: Ino,
    /// The `S_IFMT` type.
    pub kind: u32,
}

impl Fs {
    /// A tree whose root shows the host's, or is empty.
    pub(super) fn new(host_files: bool, who: Identity, budget: Budget, max_file: u64) -> Fs {
        let host: Option<Arc<Path>> = host_files.then(|| Path::new("/").into());
        let root = Dir { parent: ROOT, entries: BTreeMap::new(), host };
        let mut root = Inode::new(Kind::Dir(root), 0o755, (0, 0), Stamp::default());
        if let (true, Ok(Some(meta))) = (host_files, hostfs::lstat(Path::new("/"))) {
            root.mode = meta.mode() & 0o7777;
            root.nlink = meta.nlink();
        }
        Fs {
            nodes: BTreeMap::from([(ROOT, Arc::new(root))]),
            linked: BTreeMap::new(),
            next: 1000,
            budget,
            host: Arc::default(),
            who,
            max_file,
            guard: None,
        }
    }

    pub(super) fn node(&self, ino: Ino) -> &Inode {
        &self.nodes[&ino]
    }

    pub(super) fn node_mut(&mut self, ino: Ino) -> &mut Inode {
        Arc::make_mut(self.nodes.get_mut(&ino).expect("inode numbers come from the tree"))
    }

    pub(super) fn dir(&self, ino: Ino) -> Result<&Dir, Errno> {
        match &self.node(ino).kind {
            Kind::Dir(dir) => Ok(dir),
            _ => Err(Errno::ENOTDIR),
        }
    }

    fn dir_mut(&mut self, ino: Ino) -> Result<&mut Dir, Errno> {
        match &mut self.node_mut(ino).kind {
            Kind::Dir(dir) => Ok(dir),
            _ => Err(Errno::ENOTDIR),
        }
    }

    /// A file's bytes together with what is needed to change them.
    pub(super) fn content_mut(&mut self, ino: Ino) -> Option<(&mut Content, &mut Budget, &HostFiles)> {
        let node = Arc::make_mut(self.nodes.get_mut(&ino)?);
        match &mut node.kind {
            Kind::File(content) => Some((content, &mut self.budget, &self.host)),
            _ => None,
        }
    }

    /// The file with this name in a folder, adopting the host's if need be.
    pub(super) fn lookup(&mut self, dir: Ino, name: &[u8]) -> Result<Option<Ino>, Errno> {
        let folder = self.dir(dir)?;
        match (folder.entries.get(name), &folder.host) {
            (Some(entry), _) => Ok(*entry),
            (None, None) => Ok(None),
            (None, Some(host)) => {
                let path: Arc<Path> = hostfs::child(host, name).into();
                self.adopt(dir, name, path)
            }
        }
    }

    fn adopt(&mut self, dir: Ino, name: &[u8], path: Arc<Path>) -> Result<Option<Ino>, Errno> {
        let Some(meta) = hostfs::lstat(&path)? else {
            return Ok(None);
        };
        let id = (meta.dev(), meta.ino());
        let shared = !meta.is_dir() && meta.nlink() > 1;
        let known = if shared { self.linked.get(&id).copied() } else { None };
        let ino = match known.filter(|ino| self.nodes.contains_key(ino)) {
            Some(ino) => ino,
            None => {
                let mut inode = Inode::of_host(path.clone(), &meta, dir)?;
                inode.guarded = self.guards(&path);
                self.budget.take(cost(&inode.kind)).map_err(|_| Errno::ENOMEM)?;
                self.nodes.insert(host_ino(&path), Arc::new(inode));
                host_ino(&path)
            }
        };
        if shared {
            self.linked.insert(id, ino);
        }
        self.enter(dir, name, Some(ino))?;
        Ok(Some(ino))
    }

    /// The folders of the host that have been met.
    pub(super) fn host_folders(&self) -> Vec<(Ino, Arc<Path>)> {
        let host = |node: &Inode| match &node.kind {
            Kind::Dir(dir) => dir.host.clone(),
            _ => None,
        };
        self.nodes.iter().filter_map(|(ino, node)| host(node).map(|path| (*ino, path))).collect()
    }

    /// Whether a file of the host is one that cannot be changed.
    pub(super) fn guards(&self, path: &Path) -> bool {
        self.guard.as_ref().is_some_and(|open| !open.iter().any(|folder| path.starts_with(folder)))
    }

    /// Makes an inode that has no name yet.
    pub(super) fn make(&mut self, kind: Kind, mode: u32, now: Stamp) -> Result<Ino, Errno> {
        let inode = Inode::new(kind, mode, (self.who.uid[1], self.who.gid[1]), now);
        self.budget.take(cost(&inode.kind))?;
        self.next += 1;
        self.nodes.insert(self.next, Arc::new(inode));
        Ok(self.next)
    }

    /// Names an inode. The name must be free.
    pub(super) fn attach(&mut self, dir: Ino, name: &[u8], ino: Ino, now: Stamp) -> Result<(), Errno> {
        self.enter(dir, name, Some(ino))?;
        let is_dir = self.node(ino).is_dir();
        if is_dir {
            self.dir_mut(ino)?.parent = dir;
        }
        let folder = self.node_mut(dir);
        folder.nlink += u64::from(is_dir);
        (folder.mtime, folder.ctime) = (now, now);
        Ok(())
    }

    /// Sets an entry. A name costs its length for as long as it is in `entries`.
    fn enter(&mut self, dir: Ino, name: &[u8], entry: Option<Ino>) -> Result<(), Errno> {
        if !self.dir(dir)?.entries.contains_key(name) {
            self.budget.take(name.len() as u64)?;
        }
        self.dir_mut(dir)?.entries.insert(name.to_vec(), entry);
        Ok(())
    }

    /// Takes a name away; the inode stays. A name that the host has leaves a whiteout.
    pub(super) fn detach(&mut self, dir: Ino, name: &[u8], now: Stamp) -> Result<(), Errno> {
        let folder = self.dir_mut(dir)?;
        let under = folder.host.as_ref().map(|host| hostfs::child(host, name));
        let old = folder.entries.remove(name).flatten();
        if under.is_some_and(|path| !matches!(hostfs::lstat(&path), Ok(None))) {
            folder.entries.insert(name.to_vec(), None);
        } else {
            self.budget.give_back(name.len() as u64);
        }
        let was_dir = old.is_some_and(|ino| self.node(ino).is_dir());
        let folder = self.node_mut(dir);
        folder.nlink = folder.nlink.saturating_sub(u64::from(was_dir));
        (folder.mtime, folder.ctime) = (now, now);
        Ok(())
    }

    /// Forgets a file that has neither a name nor an open description.
    pub(super) fn collect(&mut self, ino: Ino) {
        let node = self.node(ino);
        if node.nlink > 0 || node.opens > 0 || ino == ROOT {
            return;
        }
        if let Some((content, budget, _)) = self.content_mut(ino) {
            content.truncate(budget, 0);
        }
        let gone = self.nodes.remove(&ino);
        self.budget.give_back(gone.map_or(0, |node| cost(&node.kind)));
    }

    /// All names of a folder, sorted, without `.` and `..`.
    pub(super) fn list(&self, dir: Ino) -> Result<Vec<Listed>, Errno> {
        let folder = self.dir(dir)?;
        let mut listed: Vec<Listed> = Vec::new();
        if let Some(host) = &folder.host {
            let names = hostfs::list(host)?;
            let seen = names.into_iter().filter(|(name, _)| !folder.entries.contains_key(name));
            listed.extend(seen.map(|(name, kind)| {
                let ino = host_ino(&hostfs::child(host, &name));
                Listed { name, ino, kind }
            }));
        }
        for (name, ino) in &folder.entries {
            if let Some(ino) = *ino {
                let kind = self.node(ino).file_type() & S_IFMT;
                listed.push(Listed { name: name.clone(), ino, kind });
            }
        }
        listed.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(listed)
    }

    /// Forgets the whiteouts of a removed folder, and its host.
    pub(super) fn empty_for_good(&mut self, dir: Ino) {
        if let Ok(folder) = self.dir_mut(dir) {
            folder.host = None;
            let names = std::mem::take(&mut folder.entries);
            self.budget.give_back(names.keys().map(|name| name.len() as u64).sum());
        }
    }

    /// Hides a name of the host for good.
    pub(super) fn hide(&mut self, dir: Ino, name: &[u8]) -> Result<(), Errno> {
        self.enter(dir, name, None)
    }
}

/// What an inode costs of the budget, next to its names and pages.
fn cost(kind: &Kind) -> u64 {
    match kind {
        Kind::Symlink(target) => 256 + target.len() as u64,
        _ => 256,
    }
}

/// The number of a host file: a hash (FNV-1a) of its path, so that it neither depends on the
/// order of look-ups nor on the host's file system. The top bits keep it apart from our own.
fn host_ino(path: &Path) -> Ino {
    let hash = path
        .as_os_str()
        .as_bytes()
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    (hash >> 2) | 1 << 62
}
