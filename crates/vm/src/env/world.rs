//! The state behind an [`Env`](super::Env): parts that are shared until changed.

use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;

use super::SysResult;
use super::abi::AT_FDCWD;
use super::config::EnvConfig;
use super::content::Budget;
use super::errno::Errno;
use super::fds::{Fds, Object};
use super::inode::{Device, Dir, Ino, Kind, Stamp};
use super::memory::Maps;
use super::pipes::Pipes;
use super::process::Process;
use super::random::Random;
use super::signals::Signals;
use super::time::Clock;
use super::tree::{Fs, ROOT};
use super::walk::Follow;

/// Copying it copies some pointers and words; the parts are copied when they change.
#[derive(Clone)]
pub(super) struct World {
    pub config: Arc<EnvConfig>,
    pub fs: Arc<Fs>,
    pub fds: Arc<Fds>,
    pub pipes: Arc<Pipes>,
    pub signals: Arc<Signals>,
    pub maps: Arc<Maps>,
    pub process: Arc<Process>,
    pub clock: Clock,
    pub random: Random,
    pub cwd: Ino,
    pub umask: u32,
}

impl World {
    pub(super) fn new(config: EnvConfig) -> World {
        let open_files = config.limits.open_files.min(65536);
        let mut world = World {
            fs: Arc::new(first_tree(&config)),
            fds: Arc::new(Fds::new(open_files)),
            pipes: Arc::default(),
            signals: Arc::default(),
            maps: Arc::default(),
            process: Arc::new(Process::new(config.limits, config.pid)),
            clock: Clock::new(config.clock_start, config.clock_step),
            random: Random::new(config.seed),
            cwd: ROOT,
            umask: config.umask & 0o777,
            config: Arc::new(config),
        };
        let config = world.config.clone();
        let cwd = config.cwd.as_os_str().as_bytes();
        if !config.host_files || config.fresh_cwd {
            world.make_dirs(cwd).ok();
        }
        let found = world.fs_mut().find(ROOT, cwd, Follow::Yes);
        let cwd = found.ok().filter(|ino| world.fs.node(*ino).is_dir()).unwrap_or(ROOT);
        world.fs_mut().node_mut(cwd).opens += 1;
        world.cwd = cwd;
        world.guard();
        world
    }

    /// From now on what the host has, and the folders that stand for its own, stay as they are.
    fn guard(&mut self) {
        let Some(open) = self.config.guard.clone() else { return };
        let fs = self.fs_mut();
        fs.guard = Some(open.into());
        let known: Vec<_> = fs.host_folders();
        for (ino, path) in known {
            fs.node_mut(ino).guarded = fs.guards(&path);
        }
        if let Ok(dev) = fs.find(ROOT, b"/dev", Follow::Yes) {
            fs.node_mut(dev).guarded = true;
        }
    }

    pub(super) fn fs_mut(&mut self) -> &mut Fs {
        Arc::make_mut(&mut self.fs)
    }

    pub(super) fn fds_mut(&mut self) -> &mut Fds {
        Arc::make_mut(&mut self.fds)
    }

    pub(super) fn pipes_mut(&mut self) -> &mut Pipes {
        Arc::make_mut(&mut self.pipes)
    }

    pub(super) fn signals_mut(&mut self) -> &mut Signals {
        Arc::make_mut(&mut self.signals)
    }

    pub(super) fn maps_mut(&mut self) -> &mut Maps {
        Arc::make_mut(&mut self.maps)
    }

    pub(super) fn process_mut(&mut self) -> &mut Process {
        Arc::make_mut(&mut self.process)
    }

    /// The time that files are stamped with. Looking does not advance the clock.
    pub(super) fn now(&self) -> Stamp {
        self.clock.stamp()
    }

    /// The folder that a relative path starts at.
    pub(super) fn start(&self, dirfd: i32, path: &[u8]) -> Result<Ino, Errno> {
        if path.starts_with(b"/") || dirfd == AT_FDCWD || path.is_empty() {
            return Ok(self.cwd);
        }
        match self.fds.any(dirfd)?.object {
            Object::Node(ino) if self.fs.node(ino).is_dir() => Ok(ino),
            _ => Err(Errno::ENOTDIR),
        }
    }

    pub(super) fn find(&mut self, dirfd: i32, path: &[u8], follow: Follow) -> Result<Ino, Errno> {
        let start = self.start(dirfd, path)?;
        self.fs_mut().find(start, path, follow)
    }

    /// The file behind a descriptor; `EINVAL` for streams and pipes.
    pub(super) fn node_of(&self, fd: i32) -> Result<Ino, Errno> {
        match self.fds.any(fd)?.object {
            Object::Node(ino) => Ok(ino),
            _ => Err(Errno::EINVAL),
        }
    }

    pub(super) fn close(&mut self, fd: i32) -> Result<(), Errno> {
        self.fds.any(fd)?;
        match self.fds_mut().close(fd)? {
            Some(Object::Node(ino)) => self.release(ino),
            Some(Object::PipeRead(id)) => self.pipes_mut().close(id, true),
            Some(Object::PipeWrite(id)) => self.pipes_mut().close(id, false),
            _ => {}
        }
        Ok(())
    }

    /// One thing less keeps this file alive.
    pub(super) fn release(&mut self, ino: Ino) {
        let fs = self.fs_mut();
        fs.node_mut(ino).opens -= 1;
        fs.collect(ino);
    }

    pub(super) fn deliver_signals(&mut self, value: i64) -> SysResult {
        if self.signals.next().is_none() {
            return SysResult::Return(value);
        }
        self.signals_mut().deliver(value)
    }

    /// Makes the folders that this path names.
    fn make_dirs(&mut self, path: &[u8]) -> Result<Ino, Errno> {
        let (now, mut at) = (self.now(), if path.starts_with(b"/") { ROOT } else { self.cwd });
        for name in path.split(|byte| *byte == b'/').filter(|name| !name.is_empty()) {
            let fs = self.fs_mut();
            at = match fs.walk(at, name, Follow::Yes)?.node {
                Some(ino) => ino,
                None => fs.create(at, name, Kind::Dir(Dir::default()), 0o755, now)?,
            };
        }
        self.fs.dir(at).map(|_| at)
    }

    pub(super) fn add_file(&mut self, path: &[u8], contents: &[u8]) -> Result<(), Errno> {
        let cut = path.iter().rposition(|byte| *byte == b'/').map_or(0, |at| at + 1);
        let (folder, name) = path.split_at(cut);
        let (dir, now) = (self.make_dirs(folder)?, self.now());
        let fs = self.fs_mut();
        let found = fs.walk(dir, name, Follow::Yes)?;
        let ino = match (found.node, found.name(Errno::EISDIR)?) {
            (Some(ino), _) => ino,
            (None, (dir, name)) => fs.create(dir, name, Kind::File(Default::default()), 0o644, now)?,
        };
        let (content, budget, host) = fs.content_mut(ino).ok_or(Errno::EISDIR)?;
        content.truncate(budget, 0);
        match content.write_at(host, budget, 0, contents)? {
            written if written == contents.len() => Ok(()),
            _ => Err(Errno::ENOSPC),
        }
    }

    pub(super) fn add_input_file(
        &mut self,
        path: &[u8],
        contents: &[u8],
        input: Option<u32>,
        stdin: bool,
    ) -> Result<(), Errno> {
        self.add_file(path, contents)?;
        let ino = self.find(AT_FDCWD, path, Follow::Yes)?;
        let fs = self.fs_mut();
        if let Some((content, ..)) = fs.content_mut(ino) {
            content.input = input;
        }
        if stdin {
            fs.node_mut(ino).opens += 1;
            self.fds_mut().get_mut(0)?.object = Object::Node(ino);
        }
        Ok(())
    }

    pub(super) fn file_contents(&mut self, path: &[u8], limit: usize) -> Result<Vec<u8>, Errno> {
        let ino = self.find(AT_FDCWD, path, Follow::Yes)?;
        let Kind::File(content) = &self.fs.node(ino).kind else {
            return Err(Errno::EISDIR);
        };
        let mut bytes = vec![0; content.size.min(limit as u64) as usize];
        content.read_at(&self.fs.host, 0, &mut bytes)?;
        Ok(bytes)
    }
}

/// `/dev` and `/proc` are ours, `/sys` is hidden; `/tmp` is there even without the host's files.
fn first_tree(config: &EnvConfig) -> Fs {
    let limits = config.limits;
    let budget = Budget { used: 0, limit: u64::MAX };
    let mut fs = Fs::new(config.host_files, config.identity.clone(), budget, limits.file_size);
    furnish(&mut fs, config).expect("the first tree fits into an unlimited budget");
    fs.budget = Budget { used: 0, limit: limits.overlay };
    fs
}

fn furnish(fs: &mut Fs, config: &EnvConfig) -> Result<(), Errno> {
    let now = Clock::new(config.clock_start, 0).stamp();
    let owner = (std::mem::replace(&mut fs.who.uid[1], 0), std::mem::replace(&mut fs.who.gid[1], 0));
    let folder = || Kind::Dir(Dir::default());
    let dev = fs.create(ROOT, b"dev", folder(), 0o755, now)?;
    for (name, device) in DEVICES {
        fs.create(dev, name, Kind::Device(device), 0o666, now)?;
    }
    let proc = fs.create(ROOT, b"proc", folder(), 0o555, now)?;
    let own = fs.create(proc, b"self", folder(), 0o555, now)?;
    fs.create(own, b"exe", Kind::Symlink(config.exe.clone()), 0o777, now)?;
    fs.hide(ROOT, b"sys")?;
    if !config.host_files {
        fs.create(ROOT, b"tmp", folder(), 0o1777, now)?;
    }
    (fs.who.uid[1], fs.who.gid[1]) = owner;
    Ok(())
}

const DEVICES: [(&[u8], Device); 9] = [
    (b"null", Device::Null),
    (b"zero", Device::Zero),
    (b"full", Device::Full),
    (b"random", Device::Random),
    (b"urandom", Device::Random),
    (b"tty", Device::Tty),
    (b"stdin", Device::Fd(0)),
    (b"stdout", Device::Fd(1)),
    (b"stderr", Device::Fd(2)),
];
