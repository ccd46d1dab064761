//! What the world looks like before the program starts: plain values, no globals.
//!
//! The defaults are fixed, except the user's identity and the working directory, which are the
//! host's: file permissions then mean the same here and in a native replay.

use std::path::PathBuf;

/// The starting state of an [`Env`](super::Env).
#[derive(Clone, Debug)]
pub struct EnvConfig {
    /// The working directory. One that does not exist (in the visible world) becomes `/`.
    pub cwd: PathBuf,
    /// Whether the working directory is one that exists here only, and is empty.
    pub fresh_cwd: bool,
    /// Whether the host's files can be read. Without, the world is `/dev`, `/proc/self/exe`,
    /// `/tmp` and the working directory, all empty.
    pub host_files: bool,
    /// If given, files of the host can be changed, in the program's eyes, below these folders only. This is what
    /// confines native runs, so that both see the same.
    pub guard: Option<Vec<PathBuf>>,
    /// The number of the device that files are on (`st_dev`). Programs put it into hash tables, so a native run on another device may
    /// go another way.
    pub device: u64,
    /// The size of the regular file that standard input is; `None`: it is a pipe.
    pub stdin_file: Option<u64>,
    /// Which of the three standard streams are terminals, so that output is written line by line.
    pub terminals: [bool; 3],
    /// What `/proc/self/exe` points to; the file need not exist.
    pub exe: Vec<u8>,
    /// The instant the clock starts at, in nanoseconds since 1970.
    pub clock_start: u64,
    /// How far each look at the clock advances it, in nanoseconds.
    pub clock_step: u64,
    /// Seeds `getrandom`, `/dev/random` and `/dev/urandom`.
    pub seed: u64,
    pub pid: i32,
    pub identity: Identity,
    pub umask: u32,
    pub limits: Limits,
}

impl Default for EnvConfig {
    fn default() -> EnvConfig {
        EnvConfig {
            cwd: std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/")),
            fresh_cwd: false,
            host_files: true,
            guard: None,
            device: 0x801,
            stdin_file: None,
            terminals: [false; 3],
            exe: b"/secateur/program".to_vec(),
            clock_start: 1_700_000_000_000_000_000,
            clock_step: 1_000,
            seed: 0,
            pid: 1000,
            identity: Identity::of_host(),
            umask: 0o022,
            limits: Limits::default(),
        }
    }
}

/// Bounds that keep a hostile program from exhausting the host.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes that the overlay may hold, file data and bookkeeping together (`ENOSPC` beyond).
    pub overlay: u64,
    /// The largest size of one file, sparse or not (`EFBIG` beyond).
    pub file_size: u64,
    /// Open file descriptors (`EMFILE` beyond), at most 65536.
    pub open_files: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { overlay: 64 << 20, file_size: 1 << 40, open_files: 1024 }
    }
}

/// Who runs the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// Real, effective and saved user id.
    pub uid: [u32; 3],
    /// Real, effective and saved group id.
    pub gid: [u32; 3],
    pub groups: Vec<u32>,
}

impl Identity {
    /// An ordinary user with one group.
    #[must_use]
    pub fn user(uid: u32, gid: u32) -> Identity {
        Identity { uid: [uid; 3], gid: [gid; 3], groups: vec![gid] }
    }

    /// The user that runs this process, from `/proc`; user 1000 where that cannot be read.
    #[must_use]
    pub fn of_host() -> Identity {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ids = |key| numbers_after(&status, key);
        match (&ids("Uid:")[..], &ids("Gid:")[..]) {
            (&[ruid, euid, suid, ..], &[rgid, egid, sgid, ..]) => {
                Identity { uid: [ruid, euid, suid], gid: [rgid, egid, sgid], groups: ids("Groups:") }
            }
            _ => Identity::user(1000, 1000),
        }
    }
}

fn numbers_after(status: &str, key: &str) -> Vec<u32> {
    let line = status.lines().find_map(|line| line.strip_prefix(key)).unwrap_or("");
    line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}
