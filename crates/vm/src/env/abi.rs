//! Constants of the x86_64 Linux ABI that more than one group uses.
//!
//! Written out rather than taken from the `libc` crate: they belong to the guest, whatever host we
//! are built for.

pub(super) const O_ACCMODE: u32 = 0o3;
pub(super) const O_RDONLY: u32 = 0o0;
pub(super) const O_WRONLY: u32 = 0o1;
pub(super) const O_RDWR: u32 = 0o2;
pub(super) const O_CREAT: u32 = 0o100;
pub(super) const O_EXCL: u32 = 0o200;
pub(super) const O_NOCTTY: u32 = 0o400;
pub(super) const O_TRUNC: u32 = 0o1000;
pub(super) const O_APPEND: u32 = 0o2000;
pub(super) const O_NONBLOCK: u32 = 0o4000;
pub(super) const O_DIRECT: u32 = 0o40000;
pub(super) const O_LARGEFILE: u32 = 0o100000;
pub(super) const O_DIRECTORY: u32 = 0o200000;
pub(super) const O_NOFOLLOW: u32 = 0o400000;
pub(super) const O_NOATIME: u32 = 0o1000000;
pub(super) const O_CLOEXEC: u32 = 0o2000000;
pub(super) const O_PATH: u32 = 0o10000000;
/// `O_TMPFILE` without the `O_DIRECTORY` that always comes with it.
pub(super) const O_TMPFILE_BIT: u32 = 0o20000000;

pub(super) const S_IFMT: u32 = 0o170000;
pub(super) const S_IFIFO: u32 = 0o010000;
pub(super) const S_IFCHR: u32 = 0o020000;
pub(super) const S_IFDIR: u32 = 0o040000;
pub(super) const S_IFBLK: u32 = 0o060000;
pub(super) const S_IFREG: u32 = 0o100000;
pub(super) const S_IFLNK: u32 = 0o120000;
pub(super) const S_IFSOCK: u32 = 0o140000;

pub(super) const AT_FDCWD: i32 = -100;
pub(super) const AT_SYMLINK_NOFOLLOW: u64 = 0x100;
pub(super) const AT_REMOVEDIR: u64 = 0x200;
pub(super) const AT_SYMLINK_FOLLOW: u64 = 0x400;
pub(super) const AT_NO_AUTOMOUNT: u64 = 0x800;
pub(super) const AT_EMPTY_PATH: u64 = 0x1000;

pub(super) const PATH_MAX: usize = 4096;
pub(super) const NAME_MAX: usize = 255;
/// How many symbolic links one look-up follows.
pub(super) const MAX_LINKS: u32 = 40;
/// The most bytes that one read or write transfers.
pub(super) const MAX_RW: u64 = 0x7fff_f000;

pub(super) const SIGKILL: i32 = 9;
pub(super) const SIGPIPE: i32 = 13;
pub(super) const SIGCHLD: i32 = 17;
pub(super) const SIGCONT: i32 = 18;
pub(super) const SIGSTOP: i32 = 19;
pub(super) const SIGTSTP: i32 = 20;
pub(super) const SIGTTIN: i32 = 21;
pub(super) const SIGTTOU: i32 = 22;
pub(super) const SIGURG: i32 = 23;
pub(super) const SIGWINCH: i32 = 28;
