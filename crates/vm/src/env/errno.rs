//! Linux error numbers, as the program sees them.
//!
//! They are the guest's ABI (x86_64 Linux), so they are written here and not taken from the host's
//! libc.

/// An error number; positive, as in `errno.h`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Errno(pub i32);

macro_rules! errnos {
    ($($name:ident = $value:literal,)*) => {
        impl Errno {
            $(pub(super) const $name: Errno = Errno($value);)*
        }
    };
}

errnos! {
    EPERM = 1,
    ENOENT = 2,
    ESRCH = 3,
    EINTR = 4,
    EIO = 5,
    ENXIO = 6,
    EBADF = 9,
    ECHILD = 10,
    EAGAIN = 11,
    ENOMEM = 12,
    EACCES = 13,
    EBUSY = 16,
    EEXIST = 17,
    ENODEV = 19,
    ENOTDIR = 20,
    EISDIR = 21,
    EINVAL = 22,
    EMFILE = 24,
    ENOTTY = 25,
    EFBIG = 27,
    ENOSPC = 28,
    ESPIPE = 29,
    EPIPE = 32,
    ERANGE = 34,
    ENAMETOOLONG = 36,
    ENOTEMPTY = 39,
    ELOOP = 40,
    ENOTSOCK = 88,
    EOPNOTSUPP = 95,
    EAFNOSUPPORT = 97,
    ETIMEDOUT = 110,
}

impl From<std::io::Error> for Errno {
    /// The host's own error number; `EIO` for errors that the host library made up.
    fn from(error: std::io::Error) -> Errno {
        match (error.raw_os_error(), error.kind()) {
            (Some(number), _) => Errno(number),
            (None, std::io::ErrorKind::BrokenPipe) => Errno::EPIPE,
            (None, _) => Errno::EIO,
        }
    }
}
