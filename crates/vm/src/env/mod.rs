//! The outside world of the program under test, at the level of x86_64 Linux system calls.
//!
//! Programs run on musl inside the VM; each of musl's system calls arrives here as a number and
//! six words, and is answered from an in-memory world: files, descriptors, clock, signals.
//!
//! Why it is sound: answers follow the kernel's rules, so what a program sees here it could see on
//! a real machine (one process, redirected streams, no network, a file system mounted `noatime`).
//! The differential tests in `tests/` compare the file semantics with the running kernel.
//!
//! *Invariant:* the host is never changed. Only `hostfs.rs` touches the host's files, and it only
//! reads; bytes leave through [`Host`] alone.
//!
//! *Invariant:* everything is deterministic: same configuration, same calls, same answers.
//!
//! What it loses: other processes, threads, sockets, timers that fire, and whatever symbolic bytes
//! pass through files and pipes (they arrive here as concrete bytes, [`GuestMemory::read`] decides
//! them). A call without a model is [`SysResult::Unmodelled`], never a silent `ENOSYS`.

mod abi;
mod attrs;
mod config;
mod content;
mod dirs;
mod dispatch;
mod edit;
mod epoll;
mod errno;
mod fdcalls;
mod fds;
mod hostfs;
mod inode;
mod io;
mod links;
mod memory;
mod names;
mod network;
mod open;
mod perms;
mod pipes;
mod poll;
mod process;
mod random;
mod rename;
mod resources;
mod signals;
mod sizes;
mod stat;
mod system;
mod time;
mod tree;
mod walk;
mod wire;
mod world;

#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use config::{EnvConfig, Identity, Limits};
pub use names::syscall_name;

/// What a system call may do with the program's memory. Implemented by the VM.
pub trait GuestMemory {
    /// Copies `buf.len()` bytes from the program's memory.
    ///
    /// # Errors
    /// The program passed a bad pointer; the VM makes a bug report of the token.
    fn read(&mut self, addr: u64, buf: &mut [u8]) -> Result<(), MemFault>;

    /// Copies `data` into the program's memory.
    ///
    /// # Errors
    /// The program passed a bad pointer.
    fn write(&mut self, addr: u64, data: &[u8]) -> Result<(), MemFault>;

    /// As [`GuestMemory::write`]; the bytes are those of a symbolic input from `offset` on.
    ///
    /// # Errors
    /// The program passed a bad pointer.
    fn write_input(&mut self, addr: u64, data: &[u8], input: u32, offset: u64) -> Result<(), MemFault> {
        let _ = (input, offset);
        self.write(addr, data)
    }

    /// Reads a NUL-terminated string, without its NUL. A string longer than `PATH_MAX` (4096) may
    /// be cut at any length of at least 4096: it is answered with `ENAMETOOLONG`.
    ///
    /// # Errors
    /// The program passed a bad pointer.
    fn read_cstr(&mut self, addr: u64) -> Result<Vec<u8>, MemFault>;

    /// A fresh zeroed anonymous object of `len` bytes; its address, or `None` if too large.
    fn map(&mut self, len: u64) -> Option<u64>;

    /// Releases an object made by `map`. `false` if it is not one, whole.
    fn unmap(&mut self, addr: u64, len: u64) -> bool;

    /// Copies within the program's memory (`mremap`). Override it to keep symbolic bytes symbolic.
    ///
    /// # Errors
    /// One of the ranges is not the program's.
    fn copy(&mut self, to: u64, from: u64, len: u64) -> Result<(), MemFault> {
        let mut chunk = vec![0; len.min(1 << 16) as usize];
        let mut done = 0;
        while done < len {
            let part = &mut chunk[..(len - done).min(1 << 16) as usize];
            self.read(from + done, part)?;
            self.write(to + done, part)?;
            done += part.len() as u64;
        }
        Ok(())
    }
}

/// A bad pointer in a system call. The number is a token of the VM, opaque here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemFault(pub u32);

/// An output stream of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    Stdout,
    Stderr,
}

/// The real world, as far as a program may touch it: its three standard streams.
pub trait Host {
    /// Reads from standard input; 0 is its end.
    ///
    /// # Errors
    /// Becomes the program's `errno`.
    fn read_stdin(&mut self, buf: &mut [u8]) -> std::io::Result<usize>;

    /// Moves the position in standard input, where [`EnvConfig::stdin_file`] says that it is a file;
    /// `whence` as for `lseek`. The new position.
    ///
    /// # Errors
    /// Becomes the program's `errno`.
    fn seek_stdin(&mut self, offset: i64, whence: u32) -> std::io::Result<u64> {
        let _ = (offset, whence);
        Err(std::io::Error::from_raw_os_error(errno::Errno::ESPIPE.0))
    }

    /// Writes all of `data`.
    ///
    /// # Errors
    /// Becomes the program's `errno`; a broken pipe also raises `SIGPIPE`.
    fn write_out(&mut self, stream: Stream, data: &[u8]) -> std::io::Result<()>;
}

/// How a system call ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum SysResult {
    /// The call returns this: at least 0, or `-errno`.
    Return(i64),
    /// The program ends with this exit status.
    Exit(i32),
    /// The program ends by this signal.
    Killed(i32),
    /// The program's own handler must run, as `handler(signal, siginfo, NULL)`; when it returns,
    /// [`Env::signal_return`] says how the interrupted call goes on.
    Handler { signal: i32, handler: u64 },
    /// The call would wait for ever: no other process could end the wait.
    Blocks { name: &'static str },
    /// The program passed a bad pointer.
    Fault(MemFault),
    /// We have no model for this call, or for what was asked of it.
    Unmodelled { number: u64, name: &'static str },
}

/// The outside world of one path. Cloning costs one reference count; parts are copied when changed.
#[derive(Clone)]
pub struct Env {
    world: Arc<world::World>,
    /// What became of it since the start: equal where the same calls were made with the same data.
    pub history: History,
}

/// Two worlds with equal histories that began alike are alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct History {
    /// Of all calls that may change something.
    pub calls: u64,
    /// Of those among them that do more than read, write or seek: which descriptors are open.
    pub descriptors: u64,
}

impl Env {
    #[must_use]
    pub fn new(config: EnvConfig) -> Env {
        Env { world: Arc::new(world::World::new(config)), history: History::default() }
    }

    /// Answers one system call.
    pub fn syscall(
        &mut self,
        mem: &mut dyn GuestMemory,
        host: &mut dyn Host,
        number: u64,
        args: [u64; 6],
    ) -> SysResult {
        let world = Arc::make_mut(&mut self.world);
        dispatch::run(&mut dispatch::Ctx { world, mem, host }, number, args)
    }

    /// Whether what is written to a descriptor is never read by the program.
    #[must_use]
    pub fn is_sink(&self, fd: i32) -> bool {
        self.world.fds.get(fd).is_ok_and(|desc| matches!(desc.object, fds::Object::Out(_)))
    }

    /// Goes on after a signal handler returned ([`SysResult::Handler`]): either the next handler
    /// runs, or the interrupted system call returns.
    pub fn signal_return(&mut self) -> SysResult {
        Arc::make_mut(&mut self.world).signals_mut().handler_returned()
    }

    /// Puts a file with these contents into the overlay, making missing parent folders.
    /// `false` if the path runs through something that is not a folder, or the overlay is full.
    pub fn add_file(&mut self, path: &[u8], contents: &[u8]) -> bool {
        Arc::make_mut(&mut self.world).add_file(path, contents).is_ok()
    }

    /// Puts a file whose bytes are a symbolic input; `None` for the input: its bytes are as given.
    /// With `stdin`, standard input reads from it.
    pub fn add_input_file(&mut self, path: &[u8], contents: &[u8], input: Option<u32>, stdin: bool) -> bool {
        Arc::make_mut(&mut self.world).add_input_file(path, contents, input, stdin).is_ok()
    }

    /// The contents of a file as the program would see them now, up to `limit` bytes.
    #[must_use]
    pub fn file_contents(&mut self, path: &[u8], limit: usize) -> Option<Vec<u8>> {
        Arc::make_mut(&mut self.world).file_contents(path, limit).ok()
    }
}
