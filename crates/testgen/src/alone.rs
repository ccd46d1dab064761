//! Keeps a native run from starting processes and threads and from using the network, with Linux's seccomp: `fork`, `vfork`,
//! `clone` and `clone3` fail with `EAGAIN`, as at a limit on processes, `socket` and `socketpair` with `EAFNOSUPPORT`. That is what
//! the virtual machine answers, so both take the same way on; and a shell command that nobody chose is not run.
//!
//! Sanitizers start a process to find names for addresses, so their builds are not confined like this. `execve` works: the run
//! itself begins with it.

use libc::{BPF_ABS, BPF_JEQ, BPF_JMP, BPF_K, BPF_LD, BPF_RET, BPF_W, sock_filter};

/// Of x86-64, as the kernel's audit numbers architectures.
const X86_64: u32 = 0xc000_003e;
/// Where the filter finds the number of the call, and the architecture.
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;

const LOAD: u32 = BPF_LD | BPF_W | BPF_ABS;
const EQUAL: u32 = BPF_JMP | BPF_JEQ | BPF_K;
const RETURN: u32 = BPF_RET | BPF_K;

/// On to the next instruction, or past so many of them.
const fn step(code: u32, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter { code: code as u16, jt, jf, k }
}

static FILTER: [sock_filter; 12] = [
    step(LOAD, ARCHITECTURE, 0, 0),
    step(EQUAL, X86_64, 0, 7),
    step(LOAD, NUMBER, 0, 0),
    step(EQUAL, libc::SYS_clone as u32, 6, 0),
    step(EQUAL, libc::SYS_fork as u32, 5, 0),
    step(EQUAL, libc::SYS_vfork as u32, 4, 0),
    step(EQUAL, libc::SYS_clone3 as u32, 3, 0),
    step(EQUAL, libc::SYS_socket as u32, 3, 0),
    step(EQUAL, libc::SYS_socketpair as u32, 2, 0),
    step(RETURN, libc::SECCOMP_RET_ALLOW, 0, 0),
    step(RETURN, libc::SECCOMP_RET_ERRNO | libc::EAGAIN as u32, 0, 0),
    step(RETURN, libc::SECCOMP_RET_ERRNO | libc::EAFNOSUPPORT as u32, 0, 0),
];

/// To be called in the new process. Async-signal-safe. A kernel without filters allows everything.
pub fn enter() {
    let program = libc::sock_fprog { len: FILTER.len() as u16, filter: FILTER.as_ptr().cast_mut() };
    // SAFETY: a valid program, which the kernel copies and does not change.
    unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const program, 0, 0);
    }
}
