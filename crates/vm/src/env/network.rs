//! No network: every socket family is missing (`EAFNOSUPPORT`), which programs know how to handle
//! (they fall back as on a kernel built without it). Since no socket can exist, calls on one give
//! `ENOTSOCK`, or `EBADF` where nothing is open.

use super::dispatch::{Answer, Args, Calls, Ctx, fail};
use super::errno::Errno;

pub(super) const CALLS: Calls = &[
    ("socket", no_family),
    ("socketpair", no_family),
    ("bind", not_a_socket),
    ("listen", not_a_socket),
    ("accept", not_a_socket),
    ("accept4", not_a_socket),
    ("connect", not_a_socket),
    ("shutdown", not_a_socket),
    ("getsockname", not_a_socket),
    ("getpeername", not_a_socket),
    ("getsockopt", not_a_socket),
    ("setsockopt", not_a_socket),
    ("sendto", not_a_socket),
    ("recvfrom", not_a_socket),
    ("sendmsg", not_a_socket),
    ("recvmsg", not_a_socket),
    ("sendmmsg", not_a_socket),
    ("recvmmsg", not_a_socket),
];

fn no_family(_: &mut Ctx, _: Args) -> Answer {
    fail(Errno::EAFNOSUPPORT)
}

fn not_a_socket(c: &mut Ctx, a: Args) -> Answer {
    c.world.fds.get(a[0] as i32)?;
    fail(Errno::ENOTSOCK)
}
