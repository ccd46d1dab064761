//! A small machine for tests: flat memory, recorded streams, calls by name.

use crate::env::names::syscall_number;
use crate::env::{Env, EnvConfig, GuestMemory, Host, Identity, MemFault, Stream, SysResult};

const BASE: u64 = 0x10000;
pub(super) const AT_FDCWD: u64 = -100i64 as u64;

/// One range of memory from `BASE` on; mappings are appended.
#[derive(Clone, Default)]
pub(super) struct FlatMemory(pub Vec<u8>);

impl FlatMemory {
    fn range(&mut self, addr: u64, len: usize) -> Result<&mut [u8], MemFault> {
        let start = addr.checked_sub(BASE).ok_or(MemFault(1))? as usize;
        self.0.get_mut(start..).and_then(|rest| rest.get_mut(..len)).ok_or(MemFault(2))
    }
}

impl GuestMemory for FlatMemory {
    fn read(&mut self, addr: u64, buf: &mut [u8]) -> Result<(), MemFault> {
        buf.copy_from_slice(self.range(addr, buf.len())?);
        Ok(())
    }

    fn write(&mut self, addr: u64, data: &[u8]) -> Result<(), MemFault> {
        self.range(addr, data.len())?.copy_from_slice(data);
        Ok(())
    }

    fn read_cstr(&mut self, addr: u64) -> Result<Vec<u8>, MemFault> {
        self.range(addr, 0)?;
        let rest = &self.0[(addr - BASE) as usize..];
        let end = rest.iter().position(|byte| *byte == 0).ok_or(MemFault(3))?;
        Ok(rest[..end].to_vec())
    }

    fn map(&mut self, len: u64) -> Option<u64> {
        let start = self.0.len().next_multiple_of(4096);
        self.0.resize(start.checked_add(usize::try_from(len).ok()?).filter(|n| *n < 1 << 26)?, 0);
        Some(BASE + start as u64)
    }

    fn unmap(&mut self, _: u64, _: u64) -> bool {
        true
    }
}

#[derive(Clone, Default)]
pub(super) struct Streams {
    pub input: Vec<u8>,
    pub out: Vec<u8>,
    pub err: Vec<u8>,
    pub broken: bool,
}

impl Host for Streams {
    fn read_stdin(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        let len = buf.len().min(self.input.len());
        buf[..len].copy_from_slice(&self.input[..len]);
        self.input.drain(..len);
        Ok(len)
    }

    fn write_out(&mut self, stream: Stream, data: &[u8]) -> std::io::Result<()> {
        match (self.broken, stream) {
            (true, _) => return Err(std::io::ErrorKind::BrokenPipe.into()),
            (_, Stream::Stdout) => self.out.extend(data),
            (_, Stream::Stderr) => self.err.extend(data),
        }
        Ok(())
    }
}

/// An environment with its memory and streams.
#[derive(Clone)]
pub(super) struct Machine {
    pub env: Env,
    pub mem: FlatMemory,
    pub host: Streams,
}

impl Machine {
    pub(super) fn new(config: EnvConfig) -> Machine {
        Machine { env: Env::new(config), mem: FlatMemory(vec![0; 4096]), host: Streams::default() }
    }

    /// A world without the host's files, of an ordinary user in `/home`.
    pub(super) fn empty() -> Machine {
        Machine::new(EnvConfig {
            cwd: "/home".into(),
            host_files: false,
            identity: Identity::user(1000, 1000),
            ..EnvConfig::default()
        })
    }

    /// Puts bytes somewhere in memory.
    pub(super) fn put(&mut self, data: &[u8]) -> u64 {
        let addr = BASE + self.mem.0.len().next_multiple_of(8) as u64;
        self.mem.0.resize((addr - BASE) as usize, 0);
        self.mem.0.extend(data);
        addr
    }

    pub(super) fn str(&mut self, text: &str) -> u64 {
        self.put(&[text.as_bytes(), b"\0"].concat())
    }

    pub(super) fn space(&mut self, len: usize) -> u64 {
        self.put(&vec![0xaa; len])
    }

    pub(super) fn bytes(&mut self, addr: u64, len: usize) -> Vec<u8> {
        self.mem.range(addr, len).unwrap().to_vec()
    }

    pub(super) fn word(&mut self, addr: u64) -> u64 {
        u64::from_le_bytes(self.bytes(addr, 8).try_into().unwrap())
    }

    pub(super) fn result(&mut self, name: &str, args: &[u64]) -> SysResult {
        let number = syscall_number(name).expect("a known call");
        let mut all = [0; 6];
        all[..args.len()].copy_from_slice(args);
        self.env.syscall(&mut self.mem, &mut self.host, number, all)
    }

    /// A call that returns.
    pub(super) fn call(&mut self, name: &str, args: &[u64]) -> i64 {
        match self.result(name, args) {
            SysResult::Return(value) => value,
            other => panic!("{name}: {other:?}"),
        }
    }

    pub(super) fn open(&mut self, path: &str, flags: u64) -> i64 {
        let path = self.str(path);
        self.call("open", &[path, flags, 0o644])
    }

    pub(super) fn write(&mut self, fd: i64, data: &[u8]) -> i64 {
        let addr = self.put(data);
        self.call("write", &[fd as u64, addr, data.len() as u64])
    }

    pub(super) fn read(&mut self, fd: i64, len: usize) -> Vec<u8> {
        let addr = self.space(len);
        let got = self.call("read", &[fd as u64, addr, len as u64]);
        self.bytes(addr, usize::try_from(got).expect("a successful read"))
    }

    /// A call whose first argument is a path.
    pub(super) fn on_path(&mut self, name: &str, path: &str, rest: &[u64]) -> i64 {
        let path = self.str(path);
        self.call(name, &[&[path], rest].concat())
    }
}
