//! Keeps native runs from changing the machine they run on, with Linux's Landlock: a run may write below its own folder, the
//! folder for temporary files and `/dev`, and nowhere else; it may not use TCP, nor signal processes other than its own.
//!
//! Tests are inputs that nobody chose: without this, a program that deletes the file it is told to would delete it. A kernel
//! without Landlock confines nothing, which [`is_possible`] tells. Reading is not confined.

use std::ffi::CString;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

const CREATE_RULESET: i64 = 444;
const ADD_RULE: i64 = 445;
const RESTRICT_SELF: i64 = 446;
const VERSION: u32 = 1;
const PATH_BENEATH: i32 = 1;

const WRITE_FILE: u64 = 1 << 1;
/// Removing and making entries of every kind.
const ENTRIES: u64 = 0b1_1111_1111 << 4;
/// From version 2: moving between folders. From version 3: cutting files.
const REFER: u64 = 1 << 13;
const TRUNCATE: u64 = 1 << 14;
/// From version 4: binding and connecting. From version 6: signals and abstract sockets.
const TCP: u64 = 0b11;
const SCOPES: u64 = 0b11;

#[repr(C)]
struct Ruleset {
    files: u64,
    network: u64,
    scoped: u64,
}

#[repr(C, packed)]
struct Beneath {
    allowed: u64,
    folder: RawFd,
}

/// Where every run may change files, beside its own folder.
pub fn open_folders() -> Vec<PathBuf> {
    vec![std::env::temp_dir()]
}

/// What a run may do, made before the process is, because little may be done between fork and exec.
pub struct Confinement(Option<OwnedFd>);

fn version() -> i64 {
    // SAFETY: asks for the version; no pointer is given.
    unsafe { libc::syscall(CREATE_RULESET, std::ptr::null::<Ruleset>(), 0usize, VERSION) }
}

/// Whether the kernel can confine.
pub fn is_possible() -> bool {
    version() >= 1
}

impl Confinement {
    /// Writing is allowed below `own`, where temporary files go, and to devices.
    pub fn new(own: &Path) -> Confinement {
        let version = version();
        let mut files = WRITE_FILE | ENTRIES;
        files |= if version >= 2 { REFER } else { 0 };
        files |= if version >= 3 { TRUNCATE } else { 0 };
        let rules = Ruleset { files, network: TCP, scoped: SCOPES };
        let size: usize = match version {
            ..=0 => return Confinement(None),
            1..=3 => 8,
            4..=5 => 16,
            _ => 24,
        };
        // SAFETY: a valid structure, of which the kernel reads `size` bytes; the descriptor is ours alone.
        let ruleset = unsafe {
            let fd = libc::syscall(CREATE_RULESET, &raw const rules, size, 0u32);
            if fd < 0 {
                return Confinement(None);
            }
            OwnedFd::from_raw_fd(fd as RawFd)
        };
        for folder in open_folders() {
            allow(&ruleset, &folder, files);
        }
        allow(&ruleset, own, files);
        allow(&ruleset, Path::new("/dev"), files & (WRITE_FILE | TRUNCATE));
        Confinement(Some(ruleset))
    }

    /// To be called in the new process. Async-signal-safe.
    pub fn enter(&self) -> std::io::Result<()> {
        let Some(ruleset) = &self.0 else { return Ok(()) };
        // SAFETY: system calls without pointers.
        let result = unsafe {
            libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
            libc::syscall(RESTRICT_SELF, ruleset.as_raw_fd(), 0u32)
        };
        if result == 0 { Ok(()) } else { Err(std::io::Error::last_os_error()) }
    }
}

fn allow(ruleset: &OwnedFd, folder: &Path, allowed: u64) {
    let Ok(path) = CString::new(folder.as_os_str().as_bytes()) else { return };
    // SAFETY: a valid path; the descriptor is ours alone. A folder that is not there needs no rule.
    unsafe {
        let fd = libc::open(path.as_ptr(), libc::O_PATH | libc::O_CLOEXEC);
        if fd < 0 {
            return;
        }
        let folder = OwnedFd::from_raw_fd(fd);
        let rule = Beneath { allowed, folder: folder.as_raw_fd() };
        libc::syscall(ADD_RULE, ruleset.as_raw_fd(), PATH_BENEATH, &raw const rule, 0u32);
    }
}
